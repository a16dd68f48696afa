package netgan

import (
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/models/learn/layer"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// critic scores walks: the higher, the more they are like those of the graph.
type critic struct {
	down *layer.Part // from a node to what is read
	cell lstm
	says layer.Affine
}

func newCritic(nodes int, c Unprotected, rng *rand.Rand) *critic {
	return &critic{
		layer.NewPart(nodes, c.Down, math.Sqrt(6/float64(nodes+c.Down)), rng), newLSTM(c.Down, c.Judge, rng), layer.NewAffine(c.Judge, 1, false, rng),
	}
}

func (d *critic) parts() []*layer.Part {
	return append(append([]*layer.Part{d.down}, d.cell.parts()...), d.says.Parts()...)
}

// evaluation is what a critic made of walks.
type evaluation struct {
	steps  []vector.Matrix // the nodes of each step
	states []*moment
	scores vector.Matrix
}

// read reads walks, whose steps are rows of N numbers.
func (d *critic) read(steps []vector.Matrix) *evaluation {
	o, state := &evaluation{steps: steps}, memory{vector.New(steps[0].Rows, d.cell.width), vector.New(steps[0].Rows, d.cell.width)}
	for _, v := range steps {
		x := vector.New(v.Rows, d.down.Value.Cols)
		vector.AddProduct(x, v, d.down.Value)
		s := d.cell.forward(x, state)
		o.states, state = append(o.states, s), s.memory
	}
	o.scores = d.says.Forward(state.h)
	return o
}

// back adds the gradient by the parameters, for one by the scores, and returns those by the steps.
func (d *critic) back(o *evaluation, dScores vector.Matrix) []vector.Matrix {
	last := len(o.states) - 1
	dState := memory{d.says.Backward(o.states[last].h, o.scores, dScores), vector.New(dScores.Rows, d.cell.width)}
	out, mirror := make([]vector.Matrix, last+1), layer.Transposed(d.down.Value)
	for t := last; t >= 0; t-- {
		var dx vector.Matrix
		dx, dState = d.cell.backward(o.states[t], dState)
		vector.AddTransposeProduct(d.down.Gradient, o.steps[t], dx)
		out[t] = vector.New(dx.Rows, mirror.Cols)
		vector.AddProduct(out[t], dx, mirror)
	}
	return out
}

// constant returns a column of equal numbers.
func constant(rows int, value float32) vector.Matrix {
	return layer.Repeated([]float32{value}, rows)
}

// addGradient adds to the critic's gradient that of what it descends: the mean score of fake walks
// less that of real ones, and weight·(|∇D| - 1)² at a place between each pair: [NETGAN18]
// Wasserstein GAN, with a gradient penalty. It returns the two.
func (d *critic) addGradient(real, fake []vector.Matrix, weight float64, rng *rand.Rand) (gap, penalty float64) {
	n := real[0].Rows
	for _, side := range []struct {
		steps []vector.Matrix
		sign  float32
	}{{real, -1}, {fake, 1}} {
		o := d.read(side.steps)
		for _, s := range o.scores.Data {
			gap += float64(side.sign*s) / float64(n)
		}
		d.back(o, constant(n, side.sign/float32(n)))
	}
	between := make([]vector.Matrix, len(real))
	shares := make([]float32, n)
	for b := range shares {
		shares[b] = rng.Float32()
	}
	for t := range between {
		between[t] = vector.New(n, real[t].Cols)
		for b, share := range shares {
			vector.AddScaled(between[t].Row(b), share, real[t].Row(b))
			vector.AddScaled(between[t].Row(b), 1-share, fake[t].Row(b))
		}
	}
	return gap, d.addPenalty(between, weight)
}

// aside is how far to both sides of a place a slope is taken as a difference.
const aside = 1.0 / 64

// addPenalty adds the gradient of weight·mean (|∇D(x)| - 1)², and returns it. With u = ∇D/|∇D| held
// fixed it is that of a slope of D along u: of (D(x + hu) - D(x - hu))/2h, for which no second
// derivatives are needed.
func (d *critic) addPenalty(steps []vector.Matrix, weight float64) (penalty float64) {
	n := steps[0].Rows
	kept := d.gradients()
	slopes := d.back(d.read(steps), constant(n, 1))
	d.setGradients(kept) // those of D itself are not wanted
	norms, pull := make([]float64, n), vector.New(n, 1)
	for _, s := range slopes {
		for b := range norms {
			norms[b] += float64(vector.Dot(s.Row(b), s.Row(b)))
		}
	}
	for b, square := range norms {
		norms[b] = math.Sqrt(square)
		penalty += weight * (norms[b] - 1) * (norms[b] - 1) / float64(n)
		pull.Data[b] = float32(weight * 2 * (norms[b] - 1) / float64(n))
	}
	for _, sign := range []float32{1, -1} {
		moved := make([]vector.Matrix, len(steps))
		for t, v := range steps {
			moved[t] = vector.New(n, v.Cols)
			copy(moved[t].Data, v.Data)
			for b, norm := range norms {
				vector.AddScaled(moved[t].Row(b), sign*aside/float32(norm+1e-12), slopes[t].Row(b))
			}
		}
		scaled := vector.New(n, 1)
		vector.AddScaled(scaled.Data, sign/(2*aside), pull.Data)
		d.back(d.read(moved), scaled)
	}
	return penalty
}

// gradients returns a copy of the parameters' gradients.
func (d *critic) gradients() (all [][]float32) {
	for _, p := range d.parts() {
		all = append(all, append([]float32(nil), p.Gradient.Data...))
	}
	return all
}

func (d *critic) setGradients(all [][]float32) {
	for i, p := range d.parts() {
		copy(p.Gradient.Data, all[i])
	}
}
