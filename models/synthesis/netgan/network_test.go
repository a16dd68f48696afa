package netgan

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/learn/layer"
	"github.com/graphdp/graphdp/models/learn/vector"
)

func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 16)) }

func narrow() Unprotected {
	return Unprotected{Length: 4, Noise: 3, Hidden: 4, Judge: 4, Down: 3, Batch: 5, Steps: 8, Critics: 2, Rate: 0.01, Penalty: 10, Walks: 20}
}

// shaken gives biases a value, and makes weights large enough for slopes that can be seen.
func shaken(parts []*layer.Part) {
	rng := random(77)
	for _, p := range parts {
		for i := range p.Value.Data {
			p.Value.Data[i] = 1.5*p.Value.Data[i] + float32(0.4*(2*rng.Float64()-1))
		}
	}
}

// slopes compares gradients with differences of a loss, by every parameter.
func slopes(t *testing.T, parts []*layer.Part, share float64, loss func() float64) {
	t.Helper()
	const h = 1.0 / 1024
	var gradients [][]float32 // the loss adds to the parts'
	for _, p := range parts {
		gradients = append(gradients, append([]float32(nil), p.Gradient.Data...))
	}
	for i, p := range parts {
		gradient, size := gradients[i], 0.0
		for _, g := range gradient {
			size = max(size, math.Abs(float64(g)))
		}
		if size == 0 {
			t.Errorf("part %d has no gradient", i)
		}
		for k, was := range p.Value.Data {
			p.Value.Data[k] = was + h
			up := loss()
			p.Value.Data[k] = was - h
			down := loss()
			p.Value.Data[k] = was
			if got, want := float64(gradient[k]), (up-down)/(2*h); math.Abs(got-want) > share*size+1e-4 {
				t.Errorf("part %d, %d: derivative %.5g, and differences say %.5g", i, k, got, want)
			}
		}
	}
}

// The critic's gradient is that of the scores' difference and, without second derivatives, of the
// penalty.
func TestGradientOfTheCritic(t *testing.T) {
	const nodes = 6
	c := narrow()
	d, g := newCritic(nodes, c, random(1)), newGenerator(nodes, c, random(2))
	shaken(d.parts())
	real, fake := walks{{0, 1, 2, 3, 4}, {1, 2, 3, 4, 5}, {2, 1, 0, 5, 4}, {3, 3, 1, 0, 2}}.vectors(nodes), g.write(5, 1, random(3)).steps
	for name, weight := range map[string]float64{"scores": 0, "with the penalty": 10} {
		t.Run(name, func(t *testing.T) {
			clean(d.parts())
			loss := func() float64 {
				gap, penalty := d.addGradient(real, fake, weight, random(4))
				return gap + penalty
			}
			loss()
			parts := d.parts()
			if last := parts[len(parts)-1]; math.Abs(float64(last.Gradient.Data[0])) > 1e-3 {
				t.Errorf("the last bias has the gradient %v, but moves both scores", last.Gradient.Data[0])
			}
			slopes(t, parts[:len(parts)-1], 0.02, loss)
		})
	}
}

// The generator's gradient is that of straight-through steps: of the nodes that were drawn, moved
// as their shares move. The steps of the test are written again, by the same noise.
func TestGradientOfTheGenerator(t *testing.T) {
	const nodes, count, temperature = 6, 3, 1.5
	c := narrow()
	g, d := newGenerator(nodes, c, random(1)), newCritic(nodes, c, random(2))
	shaken(g.parts())
	shaken(d.parts())
	s := g.write(count, temperature, random(3))
	x := &model{Unprotected: c, generator: g, critic: d}
	clean(g.parts())
	x.addGradient(s)
	loss := func() float64 {
		rng := random(3)
		noise := vector.New(count, c.Noise)
		for i := range noise.Data {
			noise.Data[i] = float32(rng.NormFloat64())
		}
		state := memory{g.begins[0].Forward(noise), g.begins[1].Forward(noise)}
		tanh(state.h.Data)
		tanh(state.c.Data)
		in := vector.New(count, c.Down)
		var steps []vector.Matrix
		for k := range c.Length {
			state = g.cell.forward(in, state).memory
			y := g.up.Forward(state.h)
			for b := range count {
				row, sum := y.Row(b), 0.0
				for v := range row {
					row[v] = float32(math.Exp(float64((row[v] + gumbel(rng)) / temperature)))
					sum += float64(row[v])
				}
				for v := range row { // share now - share then + what was drawn then
					row[v] = row[v]/float32(sum) - s.soft[k].Row(b)[v] + s.steps[k].Row(b)[v]
				}
			}
			steps = append(steps, y)
			in = vector.New(count, c.Down)
			vector.AddProduct(in, y, g.down.Value)
		}
		sum := 0.0
		for _, v := range d.read(steps).scores.Data {
			sum -= float64(v) / count
		}
		return sum
	}
	slopes(t, g.parts(), 0.02, loss)
}

// A cell computes what its formula says, number by number.
func TestLSTMByHand(t *testing.T) {
	rng := random(5)
	l := newLSTM(2, 3, rng)
	shaken(l.parts())
	x, state := vector.New(1, 2), memory{vector.New(1, 3), vector.New(1, 3)}
	for _, m := range []vector.Matrix{x, state.h, state.c} {
		for i := range m.Data {
			m.Data[i] = float32(rng.NormFloat64())
		}
	}
	got := l.forward(x, state)
	sigma := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	for k := range 3 {
		sums := [4]float64{}
		for gate := range sums {
			at := 3*gate + k
			sums[gate] = float64(l.bias.Value.Data[at])
			for i, v := range x.Data {
				sums[gate] += float64(v * l.input.Value.Row(i)[at])
			}
			for i, v := range state.h.Data {
				sums[gate] += float64(v * l.state.Value.Row(i)[at])
			}
		}
		c := sigma(sums[1])*float64(state.c.Data[k]) + sigma(sums[0])*math.Tanh(sums[3])
		h := sigma(sums[2]) * math.Tanh(c)
		if math.Abs(float64(got.c.Data[k])-c) > 1e-5 || math.Abs(float64(got.h.Data[k])-h) > 1e-5 {
			t.Errorf("unit %d: %v and %v, want %v and %v", k, got.h.Data[k], got.c.Data[k], h, c)
		}
	}
}

// Walks go along edges, from nodes that have one, to every neighbour equally often, and the
// generator's nodes are drawn by the softmax of its logits at any temperature. A right program
// fails with probability below 10⁻⁶ for another seed (Hoeffding, 20,000 draws each).
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
	c.Length = 1
	x := newGenerator(3, c, random(7))
	for i := range x.up.Weights.Value.Data { // logits that do not depend on the state
		x.up.Weights.Value.Data[i] = 0
	}
	copy(x.up.Bias.Value.Data, []float32{0, 1, -1})
	for _, temperature := range []float64{0.5, 5} {
		seen := [3]float64{}
		for _, u := range x.write(draws, temperature, random(8)).walks[0] {
			seen[u] += 1. / draws
		}
		for u, want := range []float64{0.2447, 0.6652, 0.0900} {
			if math.Abs(seen[u]-want) > 0.02 {
				t.Errorf("temperature %v: node %d is drawn with probability %.3f, want %.3f", temperature, u, seen[u], want)
			}
		}
	}
}
