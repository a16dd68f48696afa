package netgan

import (
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/models/learn/layer"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// generator writes walks: from random numbers a first state, and at each step a node, which it
// reads at the next one.
type generator struct {
	Unprotected
	nodes  int
	begins [2]layer.Affine // the first h and c, before their tanh
	cell   lstm
	up     layer.Affine // from a state to the logits of the nodes
	down   *layer.Part  // from a node to what is read
}

func newGenerator(nodes int, c Unprotected, rng *rand.Rand) *generator {
	return &generator{
		c, nodes, [2]layer.Affine{layer.NewAffine(c.Noise, c.Hidden, false, rng), layer.NewAffine(c.Noise, c.Hidden, false, rng)},
		newLSTM(c.Down, c.Hidden, rng), layer.NewAffine(c.Hidden, nodes, false, rng), layer.NewPart(nodes, c.Down, math.Sqrt(6/float64(nodes+c.Down)), rng),
	}
}

func (g *generator) parts() []*layer.Part {
	all := append(g.begins[0].Parts(), g.begins[1].Parts()...)
	return append(append(append(all, g.cell.parts()...), g.up.Parts()...), g.down)
}

// sampled is what a generator wrote, for the way back.
type sampled struct {
	noise, h, c vector.Matrix
	states      []*moment
	soft        []vector.Matrix // the nodes' shares at each step, by a softmax at a temperature
	steps       []vector.Matrix // a 1 for the node of the largest share
	walks       walks
	temperature float32
}

// write writes walks: [NETGAN18] Generator, with straight-through Gumbel softmax.
func (g *generator) write(count int, temperature float64, rng *rand.Rand) *sampled {
	s := &sampled{noise: vector.New(count, g.Noise), temperature: float32(temperature)}
	for i := range s.noise.Data {
		s.noise.Data[i] = float32(rng.NormFloat64())
	}
	s.h, s.c = g.begins[0].Forward(s.noise), g.begins[1].Forward(s.noise)
	tanh(s.h.Data)
	tanh(s.c.Data)
	state, x := memory{s.h, s.c}, vector.New(count, g.Down)
	for range g.Length {
		m := g.cell.forward(x, state)
		logits := g.up.Forward(m.h)
		step, chosen := vector.New(count, g.nodes), make([]int32, count)
		for b := range count {
			row := logits.Row(b)
			top := 0
			for v := range row {
				row[v] = (row[v] + gumbel(rng)) / s.temperature
				if row[v] > row[top] {
					top = v
				}
			}
			step.Row(b)[top], chosen[b] = 1, int32(top)
			softmax(row, row[top])
		}
		x = vector.New(count, g.Down)
		vector.AddProduct(x, step, g.down.Value)
		s.states, s.soft, s.steps, s.walks, state = append(s.states, m), append(s.soft, logits), append(s.steps, step), append(s.walks, chosen), m.memory
	}
	return s
}

// gumbel draws from the standard Gumbel law: a maximum of logits with such noise is a draw from
// their softmax.
func gumbel(rng *rand.Rand) float32 { return float32(-math.Log(max(rng.ExpFloat64(), 1e-300))) }

// softmax replaces logits, of which top is the largest, by their shares.
func softmax(row []float32, top float32) {
	sum := 0.0
	for v, x := range row {
		row[v] = float32(scalar.Exp(float64(x - top)))
		sum += float64(row[v])
	}
	for v := range row {
		row[v] /= float32(sum)
	}
}

// back adds the gradient by the parameters, for one by the steps. A step passes it on as if it were
// the shares.
func (g *generator) back(s *sampled, dSteps []vector.Matrix) {
	count := s.noise.Rows
	d := memory{vector.New(count, g.Hidden), vector.New(count, g.Hidden)}
	mirror := layer.Transposed(g.down.Value)
	var dx vector.Matrix // by what step t+1 read
	for t := g.Length - 1; t >= 0; t-- {
		dStep := vector.New(count, g.nodes)
		copy(dStep.Data, dSteps[t].Data)
		if t < g.Length-1 {
			vector.AddProduct(dStep, dx, mirror)
			vector.AddTransposeProduct(g.down.Gradient, s.steps[t], dx)
		}
		for b := range count {
			row, soft := dStep.Row(b), s.soft[t].Row(b)
			mean := vector.Dot(row, soft)
			for v := range row {
				row[v] = soft[v] * (row[v] - mean) / s.temperature
			}
		}
		vector.AddScaled(d.h.Data, 1, g.up.Backward(s.states[t].h, dStep, dStep).Data)
		dx, d = g.cell.backward(s.states[t], d)
	}
	for i, side := range []struct{ y, dy vector.Matrix }{{s.h, d.h}, {s.c, d.c}} {
		for k, y := range side.y.Data {
			side.dy.Data[k] *= 1 - y*y
		}
		g.begins[i].Backward(s.noise, side.y, side.dy)
	}
}
