package graphrnn

import (
	"fmt"
	"math"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/models/learn/layer"
	"github.com/graphdp/graphdp/models/learn/vector"
)

func narrow() Unprotected {
	return Unprotected{Layers: 2, Hidden: 5, Embedding: 4, EdgeHidden: 4, EdgeEmbedding: 3, Batch: 3, Steps: 8, Rate: 0.01}
}

// shaken gives all biases a value, so that nothing hides behind their being 0.
func shaken(x *network) *network {
	rng := random(77)
	for _, p := range x.parts() {
		for i := range p.Value.Data {
			p.Value.Data[i] += float32(0.2 * (2*rng.Float64() - 1))
		}
	}
	return x
}

// batch are graphs of different sizes, written for a network of bandwidth m.
func batch(t *testing.T, m int) (all []vector.Matrix) {
	for i, n := range []int{4, 9, 9, 1, 6} {
		g, err := gen.GNM(n, min(n*(n-1)/2, n+1), random(uint64(i)))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, write(g, breadthFirst(g, random(uint64(i))), m))
	}
	return all
}

// The gradient by every parameter, of a batch of sequences of different lengths, is what
// differences of the loss say. Where those to the two sides differ a ReLU has its corner in
// between: of a few parameters nothing is said.
func TestGradients(t *testing.T) {
	const m, h = 3, 1.0 / 256
	x, graphs := shaken(newNetwork(narrow(), m, random(1))), batch(t, m)
	here := x.gradient(graphs)
	var gradients [][]float32
	all, corners := 0, 0
	for _, p := range x.parts() {
		gradients = append(gradients, append([]float32(nil), p.Gradient.Data...))
	}
	for i, p := range x.parts() {
		size, moved := 0.0, 0
		for _, g := range gradients[i] {
			size = max(size, math.Abs(float64(g)))
		}
		if size == 0 {
			t.Errorf("part %d has no gradient", i)
		}
		for k, was := range p.Value.Data {
			p.Value.Data[k] = was + h
			up := x.gradient(graphs)
			p.Value.Data[k] = was - h
			down := x.gradient(graphs)
			p.Value.Data[k] = was
			if up != down {
				moved++
			}
			if all++; math.Abs(up+down-2*here)/h > 0.02*size+2e-5 {
				corners++
				continue
			}
			if got, want := float64(gradients[i][k]), (up-down)/(2*h); math.Abs(got-want) > 0.02*size+2e-5 {
				t.Errorf("part %d, %d: derivative %.5g, and differences say %.5g", i, k, got, want)
			}
		}
		if moved == 0 {
			t.Errorf("no parameter of part %d moves the loss", i)
		}
	}
	if t.Logf("%d corners of %d parameters", corners, all); corners > all/10 {
		t.Errorf("%d of %d parameters are at a corner", corners, all)
	}
}

// A layer computes what its formula says, number by number.
func TestGRUByHand(t *testing.T) {
	rng := random(4)
	l := newGRU(2, 3, rng)
	for _, p := range l.Parts() {
		for i := range p.Value.Data {
			p.Value.Data[i] = float32(rng.NormFloat64())
		}
	}
	const steps = 4
	x, first := vector.New(steps, 2), vector.New(1, 3)
	for i := range x.Data {
		x.Data[i] = float32(rng.NormFloat64())
	}
	h := []float64{0.3, -0.2, 0.9}
	for k, v := range h {
		first.Data[k] = float32(v)
	}
	got := l.forward(pack([]int{steps}), x, first).h
	at := func(p *layer.Part, i, k int) float64 { return float64(p.Value.Row(i)[k]) }
	sigma := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	for s := range steps {
		next := make([]float64, 3)
		for k := range next {
			in, state := [3]float64{}, [3]float64{}
			for gate := range 3 {
				c := 3*gate + k
				in[gate] = at(l.bias, 0, c)
				for i := range 2 {
					in[gate] += float64(x.Row(s)[i]) * at(l.input, i, c)
				}
				for i := range 3 {
					state[gate] += h[i] * at(l.state, i, c)
				}
			}
			r, z := sigma(in[0]+state[0]), sigma(in[1]+state[1])
			n := math.Tanh(in[2] + r*(state[2]+at(l.ofCandidate, 0, k)))
			next[k] = (1-z)*n + z*h[k]
		}
		h = next
		for k, want := range h {
			if v := float64(got.Row(s)[k]); math.Abs(v-want) > 1e-5 {
				t.Errorf("step %d: state %d is %v, want %v", s, k, v, want)
			}
		}
	}
}

// likelihood is the log-likelihood of rows, as the writer says it bit by bit.
func likelihood(x *network, rows vector.Matrix) (sum float64, count int) {
	w := x.writer()
	for t := range rows.Rows {
		j := 0
		w.row(func(logit float64) bool {
			bit := rows.Row(t)[j] != 0
			if j++; bit {
				logit = -logit
			}
			sum -= math.Log1p(math.Exp(logit))
			count++
			return bit
		})
	}
	return sum, count
}

// What is trained is what is drawn: the cross-entropy of a batch is the mean of what the
// writer says of each bit.
func TestTheWriterHasTheLawOfTheLoss(t *testing.T) {
	const m = 3
	x, graphs := shaken(newNetwork(narrow(), m, random(5))), batch(t, m)
	sum, count := 0.0, 0
	for _, g := range graphs {
		s, n := likelihood(x, g)
		sum, count = sum+s, count+n
	}
	if got, want := x.gradient(graphs), -sum/float64(count); math.Abs(got-want) > 1e-5 {
		t.Errorf("the loss is %v, the writer's bits have %v", got, want)
	}
}

// Graphs of up to three nodes are drawn as often as the likelihood of their rows says. A right
// program fails with probability below 10⁻⁶ for another seed (Hoeffding, 7 frequencies of 20,000
// draws).
func TestDrawsByTheirLikelihood(t *testing.T) {
	x := shaken(newNetwork(narrow(), 2, random(6)))
	const draws = 20000
	key := func(g *graph.Graph) string {
		text := fmt.Sprint(g.N())
		for u, v := range g.Edges() {
			text += fmt.Sprintf(" %d-%d", u, v)
		}
		return text
	}
	seen, rng := map[string]float64{}, random(7)
	for range draws {
		g, err := x.draw(1, 3, rng)
		if err != nil {
			t.Fatal(err)
		}
		seen[key(g)]++
	}
	// A third row, if there is one, ends the graph whatever it says.
	chance := func(rows ...[]float32) float64 {
		w, p := x.writer(), 1.0
		for _, row := range rows {
			j := 0
			w.row(func(logit float64) bool {
				bit := row[j] != 0
				if j++; !bit {
					logit = -logit
				}
				p /= 1 + math.Exp(-logit)
				return bit
			})
		}
		return p
	}
	total := 0.0
	for want, rows := range map[string][][]float32{
		"1": {{0, 0}}, "2 0-1": {{1, 0}, {0, 0}},
		"3 0-1 1-2": {{1, 0}, {1, 0}}, "3 0-1 0-2": {{1, 0}, {0, 1}}, "3 0-1 0-2 1-2": {{1, 0}, {1, 1}},
	} {
		p := chance(rows...)
		total += p
		if got := seen[want] / draws; math.Abs(got-p) > 0.02 {
			t.Errorf("%s is drawn with probability %.3f, want %.3f", want, got, p)
		}
	}
	if math.Abs(total-1) > 1e-6 {
		t.Errorf("probabilities of all graphs sum to %v", total)
	}
}
