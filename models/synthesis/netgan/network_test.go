package netgan

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/learn/train"
)

func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 16)) }

func narrow() Unprotected {
	return Unprotected{Length: 4, Noise: 3, Hidden: 4, Judge: 4, Down: 3, Batch: 5, Steps: 8, Critics: 2, Rate: 0.01, Penalty: 10, Walks: 20}
}

// normal returns standard normal numbers.
func normal(rng *rand.Rand, n int) (x []float32) {
	for range n {
		x = append(x, float32(rng.NormFloat64()))
	}
	return x
}

// evaluated returns a loss and its gradients.
func evaluated(t *testing.T, n train.Network, weights []any, in ...any) (loss float64, gradients [][]float32) {
	t.Helper()
	x := must.Get(n.On("go"))(t)
	defer x.Close()
	var into []any
	for _, w := range weights {
		gradients = append(gradients, make([]float32, len(w.([]float32))))
		into = append(into, gradients[len(gradients)-1])
	}
	loss = must.Get(x.Gradient(weights, into, in...))(t)
	return loss, gradients
}

// The penalty is on the gradient with respect to one-hot steps.
func TestPenalty(t *testing.T) {
	const nodes = 6
	x, rng := networks{narrow(), nodes}, random(1)
	shapes, weights := train.Shapes(x.criticWeights()), train.Initial(x.criticWeights(), rng)
	for _, w := range weights {
		for i := range w.([]float32) {
			w.([]float32)[i] *= 2
		}
	}
	real := walks{{0, 1, 2, 3, 4}, {1, 2, 3, 4, 5}, {2, 1, 0, 5, 4}, {3, 3, 1, 0, 2}}
	fake := walks{{5, 1, 2, 3, 0}, {1, 4, 3, 0, 5}, {2, 1, 1, 5, 3}, {3, 2, 1, 0, 2}}
	shares := [][]float32{{0.1}, {0.9}, {0.5}, {0.3}, {0}}
	loss, _ := evaluated(t, train.Network{Weights: shapes, Loss: x.criticLoss}, weights, real.tensor(), fake.tensor(), shares)
	without := x
	without.Penalty = 0
	plain, _ := evaluated(t, train.Network{Weights: shapes, Loss: without.criticLoss}, weights, real.tensor(), fake.tensor(), shares)

	var rows []any
	var dimensions [][]int
	for k := range real {
		row := make([]float32, x.Batch*nodes)
		for b := range x.Batch {
			row[b*nodes+int(real[k][b])] += shares[b][0]
			row[b*nodes+int(fake[k][b])] += 1 - shares[b][0]
		}
		rows, dimensions = append(rows, row), append(dimensions, []int{x.Batch, nodes})
	}
	in := []any{}
	for i, w := range weights {
		in = append(in, matrix(w.([]float32), shapes[i].Dimensions[1]))
	}
	_, slopes := evaluated(t, train.Network{Weights: train.Vectors(dimensions...), Loss: func(rows, w []*Node) *Node {
		var steps []*Node
		for _, r := range rows {
			steps = append(steps, MatMul(r, w[0]))
		}
		return ReduceAllSum(x.score(w, steps))
	}}, rows, in...)
	want := 0.0
	for b := range x.Batch {
		square := 0.0
		for _, s := range slopes {
			for _, v := range s[b*nodes : (b+1)*nodes] {
				square += float64(v) * float64(v)
			}
		}
		want += x.Penalty * (math.Sqrt(square) - 1) * (math.Sqrt(square) - 1) / float64(x.Batch)
	}
	if got := loss - plain; math.Abs(got-want) > 1e-4*want {
		t.Errorf("a penalty of %v, want %v", got, want)
	}
}

// matrix returns the numbers in rows.
func matrix(flat []float32, width int) (rows [][]float32) {
	for ; len(flat) > 0; flat = flat[width:] {
		rows = append(rows, flat[:width])
	}
	return rows
}

// A step changes all weights except the critic's last bias, which shifts both scores.
func TestAllWeightsAreTrained(t *testing.T) {
	m := must.Get(newModel(ring(t, 6), narrow(), random(1), map[networks]*compiled{}))(t)
	defer m.close()
	all := func() (list []any) {
		for _, d := range []*train.Descent{m.generating, m.judging} {
			w := must.Get(d.Weights())(t)
			list = append(list, w...)
		}
		return list[:len(list)-1]
	}
	before := all()
	must.Do(t, m.step(0))
	for i, w := range all() {
		if reflect.DeepEqual(w, before[i]) {
			t.Errorf("weight %d has no gradient", i)
		}
	}
}

// A cell computes its formula, number by number.
func TestLSTMByHand(t *testing.T) {
	rng := random(5)
	w, x, h, c := [][]float32{normal(rng, 2*12), normal(rng, 3*12), normal(rng, 12)}, normal(rng, 2), normal(rng, 3), normal(rng, 3)
	n := train.Network{Weights: train.Vectors([]int{2, 12}, []int{3, 12}, []int{1, 12}), Loss: func(w, in []*Node) *Node {
		h, c := lstm(w, in[0], in[1], in[2])
		return ReduceAllSum(Mul(Concatenate([]*Node{h, c}, 1), in[3]))
	}}
	sigma := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	for k := range 3 {
		sums := [4]float64{1: 1}
		for gate := range sums {
			at := 3*gate + k
			sums[gate] += float64(w[2][at])
			for i, v := range x {
				sums[gate] += float64(v * w[0][12*i+at])
			}
			for i, v := range h {
				sums[gate] += float64(v * w[1][12*i+at])
			}
		}
		kept := sigma(sums[1])*float64(c[k]) + sigma(sums[0])*math.Tanh(sums[3])
		for i, want := range []float64{sigma(sums[2]) * math.Tanh(kept), kept} {
			one := make([]float32, 6)
			one[3*i+k] = 1
			got, _ := evaluated(t, n, []any{w[0], w[1], w[2]}, [][]float32{x}, [][]float32{h}, [][]float32{c}, [][]float32{one})
			if math.Abs(got-want) > 1e-5 {
				t.Errorf("number %d of unit %d is %v, want %v", i, k, got, want)
			}
		}
	}
}

// Walks follow edges, from nodes with edges, to each neighbour equally often. The generator's nodes
// follow the softmax of its logits at any temperature. Correct code fails with probability below
// 10⁻⁶ for another seed (Hoeffding, 20,000 samples each).
func TestLawsOfWalks(t *testing.T) {
	g := gdptest.Graph(t, 5, []graph.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 0, V: 4}})
	const draws = 20000
	w := newWalker(g).walk(draws, 3, random(6))
	begun, next := map[int32]float64{}, map[int32]float64{}
	for b := range draws {
		begun[w[0][b]] += 1. / draws
		if w[0][b] == 0 {
			next[w[1][b]] += 1. / draws
		}
		for k := 1; k < 3; k++ {
			if !g.HasEdge(w[k-1][b], w[k][b]) {
				t.Fatalf("a step from %d to %d", w[k-1][b], w[k][b])
			}
		}
	}
	for _, u := range []int32{0, 1, 2, 4} {
		if math.Abs(begun[u]-0.25) > 0.02 || u > 0 && math.Abs(next[u]-1./12) > 0.02 {
			t.Errorf("walks begin at %d with probability %.3f, and go there from 0 with %.3f", u, begun[u], next[u])
		}
	}
	c := narrow()
	c.Length, c.Batch = 1, draws
	x := &model{networks: networks{c, 3}, rng: random(8)}
	weights := train.Initial(x.generatorWeights(), random(7))
	clear(weights[7].([]float32)) // logits that do not depend on the state
	copy(weights[8].([]float32), []float32{0, 1, -1})
	x.compiled = must.Get(x.compile())(t)
	x.generating = must.Get(x.generator.Descend(weights))(t)
	for _, temperature := range []float64{0.5, 5} {
		seen := [3]float64{}
		w := must.Get(x.writeWalks(temperature))(t)
		for _, u := range w[0] {
			seen[u] += 1. / draws
		}
		for u, want := range []float64{0.2447, 0.6652, 0.0900} {
			if math.Abs(seen[u]-want) > 0.02 {
				t.Errorf("temperature %v: node %d is drawn with probability %.3f, want %.3f", temperature, u, seen[u], want)
			}
		}
	}
}
