package graphrnn

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/learn/train"
)

func narrow() Unprotected {
	return Unprotected{Layers: 2, Hidden: 5, Embedding: 4, EdgeHidden: 4, EdgeEmbedding: 3, Batch: 3, Steps: 8, Rate: 0.01}
}

// batch returns graphs of different sizes, written for a network of bandwidth m.
func batch(t *testing.T, m int) (all [][][]float32) {
	for i, n := range []int{4, 9, 9, 1, 6} {
		g := must.Get(gen.GNM(n, min(n*(n-1)/2, n+1), random(uint64(i))))(t)
		all = append(all, write(g, breadthFirst(g, random(uint64(i))), m))
	}
	return all
}

// begun returns a training with nonzero biases, so that their effect shows.
func begun(t *testing.T, m, length int, seed uint64) (*compiled, *train.Descent) {
	t.Helper()
	x := must.Get(network{narrow(), m, length}.compile())(t)
	t.Cleanup(x.close)
	rng := random(seed)
	weights := train.Initial(x.weights(), rng)
	for _, w := range weights {
		for i := range w.([]float32) {
			w.([]float32)[i] += float32(0.2 * (2*rng.Float64() - 1))
		}
	}
	d := must.Get(x.step.Descend(weights))(t)
	t.Cleanup(d.Close)
	return x, d
}

// A unit computes its formula, number by number.
func TestGRUByHand(t *testing.T) {
	rng := random(4)
	normal := func(n int) (x []float32) {
		for range n {
			x = append(x, float32(rng.NormFloat64()))
		}
		return x
	}
	w, x, h := [][]float32{normal(2 * 9), normal(3 * 9), normal(9), normal(3)}, normal(2), normal(3)
	n := train.Network{Weights: train.Vectors([]int{2, 9}, []int{3, 9}, []int{1, 9}, []int{1, 3}), Loss: func(w, in []*Node) *Node {
		return ReduceAllSum(Mul(gru(w, in[0], in[1]), in[2]))
	}}
	e := must.Get(n.On("go"))(t)
	defer e.Close()
	sigma := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	for k := range 3 {
		in, state := [3]float64{}, [3]float64{}
		for gate := range 3 {
			c := 3*gate + k
			in[gate] = float64(w[2][c])
			for i := range 2 {
				in[gate] += float64(x[i] * w[0][9*i+c])
			}
			for i := range 3 {
				state[gate] += float64(h[i] * w[1][9*i+c])
			}
		}
		r, z := sigma(in[0]+state[0]), sigma(in[1]+state[1])
		want := (1-z)*math.Tanh(in[2]+r*(state[2]+float64(w[3][k]))) + z*float64(h[k])
		one := make([]float32, 3)
		one[k] = 1
		got, err := e.Gradient([]any{w[0], w[1], w[2], w[3]}, nil, [][]float32{x}, [][]float32{h}, [][]float32{one})
		if err != nil || math.Abs(got-want) > 1e-5 {
			t.Errorf("state %d is %v, %v, want %v", k, got, err, want)
		}
	}
}

// likelihood returns the log-likelihood of rows, from the writer's bit probabilities.
func likelihood(t *testing.T, w *writer, rows [][]float32) (sum float64, count int) {
	t.Helper()
	for _, row := range rows {
		j := 0
		must.Get(w.next(func(logit float64) bool {
			bit := row[j] != 0
			if j++; bit {
				logit = -logit
			}
			sum -= math.Log1p(math.Exp(logit))
			count++
			return bit
		}))(t)
	}
	return sum, count
}

// Training and sampling use the same network: the cross-entropy of a batch is the mean over the
// writer's bits. A step changes every weight.
func TestTheWriterHasTheDistributionOfTheLoss(t *testing.T) {
	const m = 3
	x, d := begun(t, m, 12, 9)
	sum, count := 0.0, 0
	for _, g := range batch(t, m) {
		of, n := likelihood(t, x.writer(d), g)
		sum, count = sum+of, count+n
	}
	before := must.Get(d.Weights())(t)
	got, err := d.Step(x.inputs(batch(t, m))...)
	if want := -sum / float64(count); err != nil || math.Abs(got-want) > 1e-5 {
		t.Errorf("the loss is %v, %v, the writer's bits have %v", got, err, want)
	}
	after := must.Get(d.Weights())(t)
	for i := range after {
		if reflect.DeepEqual(before[i], after[i]) {
			t.Errorf("weight %d has no gradient", i)
		}
	}
}

// Graphs of up to three nodes are sampled with the likelihood of their rows. Correct code fails
// with probability below 10⁻⁶ for another seed (Hoeffding, 6 frequencies of 2,000 samples).
func TestDrawsByTheirLikelihood(t *testing.T) {
	x, d := begun(t, 2, 3, 6)
	const draws = 20_000
	key := func(g *graph.Graph) string {
		text := fmt.Sprint(g.N())
		for u, v := range g.Edges() {
			text += fmt.Sprintf(" %d-%d", u, v)
		}
		return text
	}
	seen, rng := map[string]float64{}, random(7)
	for range draws {
		g := must.Get(x.writer(d).draw(1, rng))(t)
		seen[key(g)]++
	}
	// A third row, if there is one, ends the graph with any content.
	total := 0.0
	for want, rows := range map[string][][]float32{
		"1": {{0, 0}}, "2 0-1": {{1, 0}, {0, 0}},
		"3 0-1 1-2": {{1, 0}, {1, 0}}, "3 0-1 0-2": {{1, 0}, {0, 1}}, "3 0-1 0-2 1-2": {{1, 0}, {1, 1}},
	} {
		sum, _ := likelihood(t, x.writer(d), rows)
		p := math.Exp(sum)
		total += p
		if got := seen[want] / draws; math.Abs(got-p) > 0.02 {
			t.Errorf("%s is drawn with probability %.3f, want %.3f", want, got, p)
		}
	}
	if math.Abs(total-1) > 1e-6 {
		t.Errorf("probabilities of all graphs sum to %v", total)
	}
}
