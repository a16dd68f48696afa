package graphrnn

import (
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/models/learn/layer"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// packed is how sequences of different lengths lie in a matrix, the longest first: the rows of step
// 0 of all sequences, then those of step 1 of all that have one, and so on.
type packed struct {
	active []int // the number of sequences at each step, which does not grow
	from   []int // the first row of each step, and the number of rows
}

// pack packs sequences of the given lengths, the longest first.
func pack(lengths []int) packed {
	p := packed{from: []int{0}}
	for t, left := 0, len(lengths); ; t++ {
		for left > 0 && lengths[left-1] <= t {
			left--
		}
		if left == 0 {
			return p
		}
		p.active = append(p.active, left)
		p.from = append(p.from, p.from[t]+left)
	}
}

func (p packed) rows() int { return p.from[len(p.active)] }

// step returns the rows of a step.
func (p packed) step(m vector.Matrix, t int) vector.Matrix { return m.RowsOf(p.from[t], p.from[t+1]) }

// before returns the rows of step t-1 of the sequences that have a step t; first are those before
// step 0.
func (p packed) before(m, first vector.Matrix, t int) vector.Matrix {
	if t == 0 {
		return first.RowsOf(0, p.active[0])
	}
	return m.RowsOf(p.from[t-1], p.from[t-1]+p.active[t])
}

// gru is a layer of gated recurrent units:
//
//	r = σ(xW_r + hU_r + b_r)   z = σ(xW_z + hU_z + b_z)   n = tanh(xW_n + b_n + r·(hU_n + c))
//	h' = (1-z)·n + z·h
type gru struct {
	width             int
	input, state      *layer.Part // W and U, each with the columns of r, z and n
	bias, ofCandidate *layer.Part // b and c
}

// newGRU has weights that are uniform: W on ±√(6/(in+width)), and U on ±1/√width. Biases are 0.
func newGRU(in, width int, rng *rand.Rand) gru {
	return gru{
		width, layer.NewPart(in, 3*width, math.Sqrt(6/float64(in+width)), rng), layer.NewPart(width, 3*width, 1/math.Sqrt(float64(width)), rng),
		layer.NewPart(1, 3*width, 0, nil), layer.NewPart(1, width, 0, nil),
	}
}

func (l gru) Parts() []*layer.Part { return []*layer.Part{l.input, l.state, l.bias, l.ofCandidate} }

// trace is what a layer made of sequences, for the way back.
type trace struct {
	packed
	x, first vector.Matrix
	gates    vector.Matrix // r, z and n
	inner    vector.Matrix // hU_n + c
	h        vector.Matrix
}

// forward runs the layer over packed rows, from the states first.
func (l gru) forward(p packed, x, first vector.Matrix) *trace {
	w := l.width
	s := &trace{p, x, first, layer.Repeated(l.bias.Value.Data, p.rows()), layer.Repeated(l.ofCandidate.Value.Data, p.rows()), vector.New(p.rows(), w)}
	vector.AddProduct(s.gates, x, l.input.Value)
	for t := range p.active {
		before, gates, inner := p.before(s.h, first, t), p.step(s.gates, t), p.step(s.inner, t)
		vector.AddProduct(gates.Columns(0, 2*w), before, l.state.Value.Columns(0, 2*w))
		vector.AddProduct(inner, before, l.state.Value.Columns(2*w, 3*w))
		for i := range gates.Rows {
			row := gates.Row(i)
			vector.Logistic(row[:2*w])
			r, z, n := row[:w], row[w:2*w], row[2*w:]
			for k, v := range inner.Row(i) {
				n[k] = 2 * (n[k] + r[k]*v)
			}
			vector.Logistic(n)
			h, was := s.h.Row(p.from[t]+i), before.Row(i)
			for k := range n {
				n[k] = 2*n[k] - 1 // tanh
				h[k] = (1-z[k])*n[k] + z[k]*was[k]
			}
		}
	}
	return s
}

// backward adds the gradient by the parameters, and returns those by the rows x and by the first
// states. It overwrites dh, the gradient by the states.
func (l gru) backward(s *trace, dh vector.Matrix) (dx, dFirst vector.Matrix) {
	w := l.width
	dFirst = vector.New(s.active[0], w)
	ofInput, ofState := vector.New(s.rows(), 3*w), vector.New(s.rows(), 3*w) // by the sums inside the gates
	mirror := layer.Transposed(l.state.Value)
	for t := len(s.active) - 1; t >= 0; t-- {
		before, dBefore := s.before(s.h, s.first, t), s.before(dh, dFirst, t)
		for i := range s.active[t] {
			at := s.from[t] + i
			gates, inner, d, was, dWas := s.gates.Row(at), s.inner.Row(at), dh.Row(at), before.Row(i), dBefore.Row(i)
			a, b := ofInput.Row(at), ofState.Row(at)
			for k, g := range d {
				r, z, n := gates[k], gates[w+k], gates[2*w+k]
				dn := g * (1 - z) * (1 - n*n)
				a[k] = dn * inner[k] * r * (1 - r)
				a[w+k] = g * (was[k] - n) * z * (1 - z)
				a[2*w+k] = dn
				b[k], b[w+k], b[2*w+k] = a[k], a[w+k], dn*r
				dWas[k] += g * z
			}
		}
		step := s.step(ofState, t)
		vector.AddProduct(dBefore, step, mirror)
		vector.AddTransposeProduct(l.state.Gradient, before, step)
	}
	vector.AddTransposeProduct(l.input.Gradient, s.x, ofInput)
	layer.AddRows(l.bias.Gradient.Data, ofInput)
	layer.AddRows(l.ofCandidate.Gradient.Data, ofState.Columns(2*w, 3*w))
	dx = vector.New(s.rows(), s.x.Cols)
	vector.AddProduct(dx, ofInput, layer.Transposed(l.input.Value))
	return dx, dFirst
}
