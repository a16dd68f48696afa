package train

import (
	"fmt"
	"math"

	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/models/train/vector"
)

// Row is a row of which most entries are 0: the others, by ascending columns. An entry of 0 may be
// among them.
type Row struct {
	Columns []int32
	Values  []float32
}

// host takes the steps of a [Chain] by the kernels of package vector. A step computes the places'
// numbers place by place, then the sums of clipped gradients, each entry of which one worker adds up
// in the order of the places: so the bits do not depend on the number of cores, nor on whether rows
// come as [Batch.Rows] or with all their zeros.
type host struct {
	config  Config
	margin  float64 // of the clip
	slots   [][]float32
	pending []float32 // noise from a checkpoint

	weights, sums, part arrays // part is the sum over a second piece
	transposed          []vector.Matrix
	outs, deltas        []vector.Matrix // of each layer, a row a place
	factors             []float32       // of the clip; 0 for holes
	losses              []float64
	dirty               []bool    // places whose dense row is not finite and adds nothing
	clean               []float32 // the rows without those
}

// arrays are those of a model's weights, one after the other.
type arrays struct {
	flat  []float32
	parts [][]float32
}

func newArrays(m Model) (a arrays) {
	a.flat = make([]float32, m.Entries())
	at := 0
	for _, dims := range m.Weights {
		a.parts = append(a.parts, a.flat[at:at+size(dims):at+size(dims)])
		at += size(dims)
	}
	return a
}

// newHost makes what takes the steps of a configuration with a chain.
func newHost(c Config) (*host, error) {
	chain := c.Model.Chain
	if err := chain.check(c.Model.Weights); err != nil {
		return nil, err
	}
	inputs := 2
	if chain.Squares {
		inputs++
	}
	in := c.Model.Weights[chain.Layers[0].Weight][0]
	if len(c.Inputs) < inputs || c.Inputs[0].Rank() != 2 || c.Inputs[0].Dim(1) != in {
		return nil, fmt.Errorf("train: a chain of layers for rows of %d numbers takes batches of %v", in, c.Inputs)
	}
	h := &host{
		config: c, weights: newArrays(c.Model), sums: newArrays(c.Model),
		transposed: make([]vector.Matrix, len(chain.Layers)), factors: make([]float32, c.Batch), losses: make([]float64, c.Batch), dirty: make([]bool, c.Batch),
	}
	for range c.Optimiser.slots() {
		h.slots = append(h.slots, make([]float32, c.Model.Entries()))
	}
	widest := 0
	for i, l := range chain.Layers {
		dims := c.Model.Weights[l.Weight]
		widest = max(widest, dims[0]+dims[1])
		h.outs, h.deltas = append(h.outs, vector.New(c.Batch, dims[1])), append(h.deltas, vector.New(c.Batch, dims[1]))
		if i > 0 {
			h.transposed[i] = vector.New(dims[1], dims[0])
		}
	}
	if c.Clip != nil {
		var err error
		if h.margin, err = marginOf(shape{widest: widest, group: 1, weights: len(c.Model.Weights)}, c.Batch, pieces); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// put sets the weights and what the optimiser keeps, in the order of a checkpoint.
func (h *host) put(state [][]float32) {
	k, at := len(h.slots), 0
	for i, w := range h.weights.parts {
		copy(w, state[i])
		for s := range h.slots {
			copy(h.slots[s][at:at+len(w)], state[len(h.weights.parts)+i*k+s])
		}
		at += len(w)
	}
}

// state returns copies of what put sets.
func (h *host) state() (state [][]float32) {
	for _, w := range h.weights.parts {
		state = append(state, append([]float32(nil), w...))
	}
	at := 0
	for _, w := range h.weights.parts {
		for _, s := range h.slots {
			state = append(state, append([]float32(nil), s[at:at+len(w)]...))
		}
		at += len(w)
	}
	return state
}

// check refuses a batch whose numbers would lead out of the arrays, or whose rows have a column
// twice, of which the clip knows nothing.
func (h *host) check(b Batch) error {
	columns := h.config.Inputs[0].Dim(1)
	if b.Rows != nil && len(b.Rows) != h.config.Batch {
		return fmt.Errorf("a batch of %d rows, want %d", len(b.Rows), h.config.Batch)
	}
	for i, r := range b.Rows {
		if len(r.Columns) != len(r.Values) {
			return fmt.Errorf("a row of %d columns and %d values in place %d", len(r.Columns), len(r.Values), i)
		}
		last := int32(-1)
		for _, c := range r.Columns {
			if c <= last {
				return fmt.Errorf("a row with column %d after %d in place %d, want ascending ones", c, last, i)
			}
			last = c
		}
		if int(last) >= columns {
			return fmt.Errorf("a row with column %d in place %d, want less than %d", last, i, columns)
		}
	}
	return nil
}

// step takes a step, the number of which counts from 1, and returns the mean loss of the first piece.
func (h *host) step(batch []Batch, source Source, number int) (float64, error) {
	loss := 0.0
	for i, b := range batch {
		sums := h.sums
		if i > 0 {
			if h.part.flat == nil {
				h.part = newArrays(h.config.Model)
			}
			sums = h.part
		}
		clear(sums.flat)
		mean, err := h.add(sums, b)
		if err != nil {
			return 0, err
		}
		if i == 0 {
			loss = mean
		} else {
			vector.AddScaled(h.sums.flat, 1, sums.flat)
		}
	}
	switch {
	case source == nil:
	case h.pending != nil:
		vector.AddScaled(h.sums.flat, 1, h.pending)
		h.pending = nil
	default:
		if err := source.Noise(h.sums.flat); err != nil {
			return 0, err
		}
	}
	h.update(number)
	return loss, nil
}

// update moves the weights against the sums.
func (h *host) update(number int) {
	c := h.config
	parallel.Blocks(len(h.weights.flat), 1<<13, func(_, lo, hi int) {
		w, g, scale := h.weights.flat[lo:hi], h.sums.flat[lo:hi], float32(1/c.Divisor)
		if decay := float32(c.Decay); decay != 0 {
			for i := range g {
				g[i] = g[i]*scale + decay*w[i]
			}
			scale = 1
		}
		slots := make([][]float32, len(h.slots))
		for i, s := range h.slots {
			slots[i] = s[lo:hi]
		}
		c.Optimiser.update(w, g, slots, scale, number)
	})
}

// add adds the clipped gradients of a piece to sums, and returns its mean loss.
func (h *host) add(sums arrays, b Batch) (mean float64, err error) {
	chain := h.config.Model.Chain
	class, err := tensors.CopyFlatData[int32](b.Inputs[1])
	if err != nil {
		return 0, err
	}
	classes := int32(h.outs[len(h.outs)-1].Cols)
	for i, c := range class {
		if b.Present[i] && (c < 0 || c >= classes) {
			return 0, fmt.Errorf("class %d in place %d, want 0 … %d", c, i, classes-1)
		}
	}
	var squares []float32
	if chain.Squares {
		if squares, err = tensors.CopyFlatData[float32](b.Inputs[2]); err != nil {
			return 0, err
		}
	}
	for l := 1; l < len(chain.Layers); l++ {
		transpose(h.transposed[l], h.weight(h.weights, l))
	}
	with := func(x vector.Matrix) {
		parallel.Blocks(h.config.Batch, 16, func(_, lo, hi int) { h.places(b, x, class, squares, lo, hi) })
		n := 0
		for i, there := range b.Present {
			if there {
				mean += h.losses[i]
				n++
			}
		}
		mean /= float64(max(n, 1))
		h.addTo(sums, b, h.cleaned(x))
	}
	if b.Rows != nil {
		with(vector.Matrix{})
		return mean, nil
	}
	err = tensors.ConstFlatData(b.Inputs[0], func(flat []float32) { with(vector.Dense(flat, h.config.Inputs[0].Dim(1))) })
	return mean, err
}

// weight returns the part of some arrays that belongs to the matrix of a layer.
func (h *host) weight(a arrays, layer int) vector.Matrix {
	w := h.config.Model.Chain.Layers[layer].Weight
	return vector.Dense(a.parts[w], h.config.Model.Weights[w][1])
}

// places computes what the places lo … hi-1 add to the sums: the inputs of each layer, and the
// gradients of its outputs times the factors of the clip. Each is computed from what is in its
// place alone, in an order that depends on nothing else.
func (h *host) places(b Batch, x vector.Matrix, class []int32, squares []float32, lo, hi int) {
	layers := h.config.Model.Chain.Layers
	last := len(layers) - 1
	for l, layer := range layers {
		z, w := h.outs[l].RowsOf(lo, hi), h.weight(h.weights, l)
		clear(z.Data)
		switch {
		case l > 0:
			vector.AddProduct(z, h.outs[l-1].RowsOf(lo, hi), w)
		case b.Rows != nil:
			for i := lo; i < hi; i++ {
				vector.AddGathered(z.Row(i-lo), b.Rows[i].Values, w, b.Rows[i].Columns)
			}
		default:
			vector.AddProduct(z, x.RowsOf(lo, hi), w)
		}
		for i := range hi - lo {
			if layer.Bias >= 0 {
				vector.AddScaled(z.Row(i), 1, h.weights.parts[layer.Bias])
			}
			if layer.Active != nil {
				layer.Active.Apply(z.Row(i))
			}
		}
	}
	for i := lo; i < hi; i++ {
		copy(h.deltas[last].Row(i), h.outs[last].Row(i))
		if layers[last].Active == nil && b.Present[i] {
			h.losses[i] = crossEntropy(h.deltas[last].Row(i), class[i])
		}
	}
	for l := last; l > 0; l-- {
		d := h.deltas[l-1].RowsOf(lo, hi)
		clear(d.Data)
		vector.AddProduct(d, h.deltas[l].RowsOf(lo, hi), h.transposed[l])
		if f := layers[l-1].Active; f != nil {
			for i := lo; i < hi; i++ {
				f.Slope(h.outs[l-1].Row(i), h.deltas[l-1].Row(i))
			}
		}
	}
	for i := lo; i < hi; i++ {
		h.clip(b, x, squares, i)
	}
}

// clip rescales the gradients of a place: to 0 for a hole, and for one that is not finite.
func (h *host) clip(b Batch, x vector.Matrix, squares []float32, i int) {
	layers := h.config.Model.Chain.Layers
	var first float32 // |x_i|²
	switch {
	case squares != nil && b.Present[i]:
		first = squares[i]
	case b.Rows != nil:
		first = square32(b.Rows[i].Values)
	default:
		first = square32(x.Row(i))
	}
	factor := float32(0)
	switch {
	case !b.Present[i]:
	case h.config.Clip == nil:
		factor = 1
	default:
		norm := 0.0 // squared
		for l, layer := range layers {
			in := first
			if l > 0 {
				in = square32(h.outs[l-1].Row(i))
			}
			delta := float64(square32(h.deltas[l].Row(i)))
			norm += float64(in) * delta
			if layer.Bias >= 0 {
				norm += delta
			}
		}
		if norm <= math.MaxFloat32 { // neither infinite nor no number
			factor = float32(min(1, h.config.Clip.Bound*h.margin/math.Sqrt(norm)))
		}
	}
	h.factors[i] = factor
	h.dirty[i] = factor == 0 && first-first != 0
	for l := range layers {
		d := h.deltas[l].Row(i)
		if factor == 0 {
			clear(d)
			if l > 0 {
				clear(h.outs[l-1].Row(i))
			}
			continue
		}
		for j := range d {
			d[j] *= factor
		}
	}
}

// square32 returns at least |x|², up to rounding, even where squares underflow.
func square32(x []float32) float32 { return vector.Dot(x, x) + float32(tiny*float64(len(x))) }

// cleaned returns the rows with zeros in the place of those that are dirty: 0 times infinity is not 0.
func (h *host) cleaned(x vector.Matrix) vector.Matrix {
	if x.Rows == 0 {
		return x
	}
	copied := false
	for i, dirty := range h.dirty {
		if !dirty {
			continue
		}
		if !copied {
			h.clean = append(h.clean[:0], x.Data...)
			x.Data, copied = h.clean, true
		}
		clear(x.Row(i))
	}
	return x
}

// addTo adds the products of the layers' inputs and of the rescaled gradients to sums.
func (h *host) addTo(sums arrays, b Batch, x vector.Matrix) {
	for l, layer := range h.config.Model.Chain.Layers {
		sum, delta := h.weight(sums, l), h.deltas[l]
		if layer.Bias >= 0 {
			for i := range delta.Rows {
				vector.AddScaled(sums.parts[layer.Bias], 1, delta.Row(i))
			}
		}
		if l == 0 && b.Rows != nil {
			h.scatter(sum, delta, b.Rows)
			continue
		}
		in := x
		if l > 0 {
			in = h.outs[l-1]
		}
		parallel.Blocks(in.Cols, 64, func(_, lo, hi int) {
			vector.AddTransposeProduct(sum.RowsOf(lo, hi), in.Columns(lo, hi), delta)
		})
	}
}

// scatter adds the product of sparse rows and of gradients to sum. A worker has columns of its own.
func (h *host) scatter(sum, delta vector.Matrix, rows []Row) {
	parallel.Blocks(sum.Cols, 16, func(_, lo, hi int) {
		sum, delta := sum.Columns(lo, hi), delta.Columns(lo, hi)
		for i, r := range rows {
			if h.factors[i] != 0 {
				vector.AddScattered(sum, r.Columns, r.Values, delta.Row(i))
			}
		}
	})
}

// crossEntropy puts the gradient of -ln softmax(z)[class] in the place of z, and returns it.
func crossEntropy(z []float32, class int32) float64 {
	most := z[0]
	for _, v := range z {
		most = max(most, v)
	}
	sum := 0.0
	for _, v := range z {
		sum += scalar.Exp(float64(v - most))
	}
	loss := math.Log(sum) - float64(z[class]-most)
	for i, v := range z {
		z[i] = float32(scalar.Exp(float64(v-most)) / sum)
	}
	z[class]--
	return loss
}

// transpose puts mᵀ into t.
func transpose(t, m vector.Matrix) {
	for i := range m.Rows {
		for j, v := range m.Row(i) {
			t.Data[j*t.Stride+i] = v
		}
	}
}
