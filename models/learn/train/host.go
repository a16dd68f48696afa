package train

import (
	"fmt"
	"math"

	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// Row is a sparse row with ascending columns. Explicit zeros are allowed.
type Row struct {
	Columns []int32
	Values  []float32
}

// host trains a [Chain] with the kernels of package vector. A step first computes each place on its
// own, then the sums of clipped gradients. One worker adds up each entry of a sum in the order of
// the places, so the bits do not depend on the number of cores. Nor do they depend on whether rows
// are [Batch.Rows] or dense, provided that squared norms come with the rows.
type host struct {
	config  Config
	margin  float64 // of the clip
	slots   [][]float32
	pending []float32 // noise restored from a checkpoint

	weights, sums, part arrays // part is the sum over a second piece
	layers              []hostLayer
	factors             []float32 // clipping factors; 0 for holes
	losses              []float64
	dirty               []bool    // places whose dense row is not finite, which add nothing
	clean               []float32 // the rows with dirty ones set to zero
}

// hostLayer holds a layer's arrays. Columns are padded with zeros to a multiple of eight, as the
// kernels need.
type hostLayer struct {
	Layer
	in, out    int
	y, delta   vector.Matrix // outputs and their gradients, one row per place
	w          vector.Matrix // weights, [in, out]; a copy if padded
	transposed vector.Matrix // [out, in]; unset for the first layer
	sum        vector.Matrix // padded sums; unset if the width needs no padding
}

// filled reports whether the layer's weights are padded.
func (l hostLayer) filled() bool { return l.w.Cols != l.out }

// full returns n rounded up to a multiple of eight.
func full(n int) int { return (n + 7) &^ 7 }

// arrays holds a model's weights as one slice, and each array as a part of this slice.
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

// newHost returns the host for a configuration with a chain.
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
		factors: make([]float32, c.Batch), losses: make([]float64, c.Batch), dirty: make([]bool, c.Batch),
	}
	for range c.Optimiser.slots() {
		h.slots = append(h.slots, make([]float32, c.Model.Entries()))
	}
	widest := 0
	for i, l := range chain.Layers {
		in, out := c.Model.Weights[l.Weight][0], c.Model.Weights[l.Weight][1]
		widest = max(widest, in+out)
		of := hostLayer{Layer: l, in: in, out: out, y: vector.New(c.Batch, full(out)), delta: vector.New(c.Batch, full(out)), w: vector.Dense(h.weights.parts[l.Weight], out)}
		if out%8 != 0 {
			of.w, of.sum = vector.New(in, full(out)), vector.New(in, full(out))
		}
		if i > 0 {
			of.transposed = vector.New(out, full(in))
		}
		h.layers = append(h.layers, of)
	}
	if c.Clip != 0 {
		var err error
		if h.margin, err = marginOf(shape{widest: widest, group: 1, weights: len(c.Model.Weights)}, c.Batch); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// put sets the weights and the optimiser state, in the order of a checkpoint.
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

// state returns copies of the weights and the optimiser state, as set by put.
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

// check refuses a batch with indices out of range, or with rows that repeat a column, for which the
// clipped norm would be wrong.
func (h *host) check(b Batch) error {
	columns := h.config.Inputs[0].Dim(1)
	if b.Rows != nil && len(b.Rows) != h.config.Batch {
		return fmt.Errorf("a batch of %d rows, want %d", len(b.Rows), h.config.Batch)
	}
	for i, r := range b.Rows {
		if len(r.Columns) != len(r.Values) {
			return fmt.Errorf("the row in place %d has different numbers of columns and values", i)
		}
		last := int32(-1)
		for _, c := range r.Columns {
			if c <= last {
				return fmt.Errorf("the columns of the row in place %d do not ascend", i)
			}
			last = c
		}
		if int(last) >= columns {
			return fmt.Errorf("the row in place %d has a column above %d", i, columns-1)
		}
	}
	return nil
}

// step takes step number (from 1) and returns the mean loss of the first piece.
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
		mean, err := h.add(sums, b)
		if err != nil {
			return 0, err
		}
		if i == 0 {
			loss = mean
		} else {
			vector.AddScaled(h.sums.flat, 1, sums.flat)
			clear(sums.flat)
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

// update takes a step of the optimiser against the sums, and clears these.
func (h *host) update(number int) {
	c := h.config
	parallel.Blocks(len(h.weights.flat), 1<<15, func(_, lo, hi int) {
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
		clear(g)
	})
}

// add adds the clipped gradients of a piece to sums, and returns its mean loss.
func (h *host) add(sums arrays, b Batch) (mean float64, err error) {
	class, err := tensors.CopyFlatData[int32](b.Inputs[1])
	if err != nil {
		return 0, err
	}
	classes := int32(h.layers[len(h.layers)-1].out)
	for i, c := range class {
		if b.Present[i] && (c < 0 || c >= classes) {
			return 0, fmt.Errorf("the class in place %d is not in 0 … %d", i, classes-1)
		}
	}
	var squares []float32
	if h.config.Model.Chain.Squares {
		if squares, err = tensors.CopyFlatData[float32](b.Inputs[2]); err != nil {
			return 0, err
		}
	}
	for i, l := range h.layers {
		w := vector.Dense(h.weights.parts[l.Weight], l.out)
		if l.filled() {
			copyRows(l.w, w)
		}
		if i > 0 {
			vector.Transpose(l.transposed, w)
		}
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

// places computes the terms of places lo … hi-1: the inputs of each layer, and the gradients of its
// outputs times the clipping factors. Each place is computed independently of the others, in a
// fixed order.
func (h *host) places(b Batch, x vector.Matrix, class []int32, squares []float32, lo, hi int) {
	last := len(h.layers) - 1
	for at, l := range h.layers {
		y := l.y.RowsOf(lo, hi)
		clear(y.Data)
		switch {
		case at > 0:
			vector.AddProduct(y, h.layers[at-1].y.RowsOf(lo, hi).Columns(0, l.in), l.w)
		case b.Rows != nil:
			for i := lo; i < hi; i++ {
				vector.AddGathered(l.y.Row(i), b.Rows[i].Values, l.w, b.Rows[i].Columns)
			}
		default:
			vector.AddProduct(y, x.RowsOf(lo, hi), l.w)
		}
		for i := range hi - lo {
			row := y.Row(i)[:l.out]
			if l.Bias >= 0 {
				vector.AddScaled(row, 1, h.weights.parts[l.Bias])
			}
			if l.Active != nil {
				l.Active.Apply(row)
			}
		}
	}
	for i := lo; i < hi; i++ {
		copy(h.layers[last].delta.Row(i), h.layers[last].y.Row(i))
		if b.Present[i] {
			h.losses[i] = crossEntropy(h.layers[last].delta.Row(i)[:h.layers[last].out], class[i])
		}
	}
	for at := last; at > 0; at-- {
		l, before := h.layers[at], h.layers[at-1]
		d := before.delta.RowsOf(lo, hi)
		clear(d.Data)
		vector.AddProduct(d, l.delta.RowsOf(lo, hi).Columns(0, l.out), l.transposed)
		if before.Active != nil {
			for i := range hi - lo {
				before.Active.Slope(before.y.Row(lo + i)[:l.in], d.Row(i))
			}
		}
	}
	for i := lo; i < hi; i++ {
		h.clip(b, x, squares, i)
	}
}

// clip rescales the gradients of a place: to 0 for a hole, and if they are not finite.
func (h *host) clip(b Batch, x vector.Matrix, squares []float32, i int) {
	factor := float32(0)
	switch {
	case !b.Present[i]:
	case h.config.Clip == 0:
		factor = 1
	default:
		var first float32 // |x_i|²
		switch {
		case squares != nil:
			first = squares[i]
		case b.Rows != nil:
			first = square32(b.Rows[i].Values)
		default:
			first = square32(x.Row(i))
		}
		norm := 0.0 // squared
		for at, l := range h.layers {
			in := first
			if at > 0 {
				in = square32(h.layers[at-1].y.Row(i)[:l.in])
			}
			delta := float64(square32(l.delta.Row(i)[:l.out]))
			norm += float64(in) * delta
			if l.Bias >= 0 {
				norm += delta
			}
		}
		if norm <= math.MaxFloat32 { // finite
			factor = float32(min(1, h.config.Clip*h.margin/math.Sqrt(norm)))
		}
	}
	h.factors[i] = factor
	h.dirty[i] = false
	if factor == 0 && b.Rows == nil {
		square := square32(x.Row(i))
		h.dirty[i] = square-square != 0
	}
	for _, l := range h.layers {
		d := l.delta.Row(i)
		if factor == 0 {
			clear(d)
			clear(l.y.Row(i))
			continue
		}
		vector.Scale(d, factor)
	}
}

// square32 returns at least |x|², up to rounding, even where squares underflow.
func square32(x []float32) float32 { return vector.Dot(x, x) + float32(tiny*float64(len(x))) }

// cleaned returns the rows with dirty ones set to zero, since 0 times infinity is NaN.
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

// addTo adds the products of the layers' inputs and the rescaled gradients to sums.
func (h *host) addTo(sums arrays, b Batch, x vector.Matrix) {
	var tasks []func() // tasks write disjoint entries
	for at, l := range h.layers {
		sum := l.sum
		if l.filled() {
			clear(sum.Data)
		} else {
			sum = vector.Dense(sums.parts[l.Weight], l.out)
		}
		if at == 0 && b.Rows != nil {
			for lo := 0; lo < sum.Cols; lo += 16 {
				hi := min(lo+16, sum.Cols)
				tasks = append(tasks, func() { h.scatter(sum.Columns(lo, hi), l.delta.Columns(lo, hi), b.Rows) })
			}
		} else {
			in := x
			if at > 0 {
				in = h.layers[at-1].y
			}
			for lo := 0; lo < l.in; lo += 64 {
				hi := min(lo+64, l.in)
				tasks = append(tasks, func() { vector.AddTransposeProduct(sum.RowsOf(lo, hi), in.Columns(lo, hi), l.delta) })
			}
		}
		if l.Bias >= 0 {
			tasks = append(tasks, func() {
				for i := range l.delta.Rows {
					vector.AddScaled(sums.parts[l.Bias], 1, l.delta.Row(i)[:l.out])
				}
			})
		}
	}
	parallel.Blocks(len(tasks), 1, func(_, i, _ int) { tasks[i]() })
	for _, l := range h.layers {
		if l.filled() {
			copyRows(vector.Dense(sums.parts[l.Weight], l.out), l.sum)
		}
	}
}

// scatter adds the product of sparse rows and gradients to sum.
func (h *host) scatter(sum, delta vector.Matrix, rows []Row) {
	for i, r := range rows {
		if h.factors[i] != 0 {
			vector.AddScattered(sum, r.Columns, r.Values, delta.Row(i))
		}
	}
}

// crossEntropy returns -ln softmax(z)[class] and replaces z by its gradient.
func crossEntropy(z []float32, class int32) float64 {
	most := z[0]
	for _, v := range z {
		most = max(most, v)
	}
	for i := range z {
		z[i] -= most
	}
	score, sum := float64(z[class]), 0.0
	vector.Exp(z)
	for _, e := range z {
		sum += float64(e)
	}
	vector.Scale(z, float32(1/sum))
	z[class]--
	return math.Log(sum) - score
}

// copyRows copies the columns that both matrices have.
func copyRows(dst, src vector.Matrix) {
	for i := range dst.Rows {
		copy(dst.Row(i), src.Row(i))
	}
}
