package graphrnn

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/models/learn/layer"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// network is GraphRNN: a recurrent network reads the rows of a graph and says, by its state, what
// the next row is like; from this state another one writes the bits of the row, one after the
// other.
type network struct {
	m int // the bits of a row

	reads  layer.Affine // of a row
	nodes  []gru
	bridge [2]layer.Affine // from a state of the nodes to the first state of the bits

	hears layer.Affine // of a bit
	bits  []gru
	says  [2]layer.Affine // from a state of the bits to the logit of the next bit
}

func newNetwork(c Unprotected, m int, rng *rand.Rand) *network {
	x := &network{
		m: m, reads: layer.NewAffine(m, c.Embedding, true, rng),
		bridge: [2]layer.Affine{layer.NewAffine(c.Hidden, c.Embedding, true, rng), layer.NewAffine(c.Embedding, c.EdgeHidden, false, rng)},
		hears:  layer.NewAffine(1, c.EdgeEmbedding, true, rng),
		says:   [2]layer.Affine{layer.NewAffine(c.EdgeHidden, c.EdgeEmbedding, true, rng), layer.NewAffine(c.EdgeEmbedding, 1, false, rng)},
	}
	nodes, bits := c.Embedding, c.EdgeEmbedding
	for range c.Layers {
		x.nodes, nodes = append(x.nodes, newGRU(nodes, c.Hidden, rng)), c.Hidden
		x.bits, bits = append(x.bits, newGRU(bits, c.EdgeHidden, rng)), c.EdgeHidden
	}
	return x
}

// parts lists the parameters.
func (x *network) parts() (all []*layer.Part) {
	for _, l := range []layer.Affine{x.reads, x.bridge[0], x.bridge[1], x.hears, x.says[0], x.says[1]} {
		all = append(all, l.Parts()...)
	}
	for _, l := range slices.Concat(x.nodes, x.bits) {
		all = append(all, l.Parts()...)
	}
	return all
}

// gradient puts the gradient of the mean cross-entropy of all bits of some graphs, each the rows of
// [write], into the parameters' parts, and returns the cross-entropy.
func (x *network) gradient(graphs []vector.Matrix) float64 {
	for _, p := range x.parts() {
		clear(p.Gradient.Data)
	}
	graphs = slices.Clone(graphs)
	slices.SortStableFunc(graphs, func(a, b vector.Matrix) int { return cmp.Compare(b.Rows, a.Rows) })
	p := packRows(graphs)

	// Every row is written by the state that comes after the rows before it.
	inputs := vector.New(p.rows(), x.m)
	rows := make([][]float32, p.rows()) // what each state is to say
	lengths := make([]int, p.rows())    // and how many bits of it
	for t, active := range p.active {
		for b := range active {
			at := p.from[t] + b
			if t == 0 {
				fill(inputs.Row(at), 1) // the start of a graph
			} else {
				copy(inputs.Row(at), graphs[b].Row(t-1))
			}
			rows[at], lengths[at] = graphs[b].Row(t), bits(t, x.m)
		}
	}
	read := x.reads.Forward(inputs)
	states := run(x.nodes, p, read, vector.New(p.active[0], x.nodes[0].width)) // [GRAPHRNN18] f_trans
	top := states[len(states)-1].h
	middle := x.bridge[0].Forward(top)
	first := x.bridge[1].Forward(middle)

	// Of the rows, those with more bits come later: the longest first is the other way round.
	slices.Reverse(rows)
	slices.Reverse(lengths)
	turn(first)
	q := pack(lengths)
	heard, want := vector.New(q.rows(), 1), make([]float32, q.rows())
	for j, active := range q.active {
		for e := range active {
			at := q.from[j] + e
			if want[at] = rows[e][j]; j == 0 {
				heard.Data[at] = 1 // the start of a row
			} else {
				heard.Data[at] = rows[e][j-1]
			}
		}
	}
	input := x.hears.Forward(heard)
	bitStates := run(x.bits, q, input, first) // [GRAPHRNN18] f_out, a dependent Bernoulli sequence
	last := bitStates[len(bitStates)-1].h
	hidden := x.says[0].Forward(last)
	logits := x.says[1].Forward(hidden)

	slopes := vector.New(q.rows(), 1)
	copy(slopes.Data, logits.Data)
	loss, _ := vector.Logistic(slopes.Data)
	scale := 1 / float32(q.rows())
	for i, y := range want {
		loss -= float64(y * logits.Data[i])
		slopes.Data[i] = (slopes.Data[i] - y) * scale
	}

	dLast := x.says[0].Backward(last, hidden, x.says[1].Backward(hidden, logits, slopes))
	dInput, dFirst := back(x.bits, bitStates, dLast)
	x.hears.Backward(heard, input, dInput)
	turn(dFirst)
	dTop := x.bridge[0].Backward(top, middle, x.bridge[1].Backward(middle, first, dFirst))
	dRead, _ := back(x.nodes, states, dTop)
	x.reads.Backward(inputs, read, dRead)
	return loss * float64(scale)
}

// packRows packs graphs by their rows.
func packRows(graphs []vector.Matrix) packed {
	var lengths []int
	for _, g := range graphs {
		lengths = append(lengths, g.Rows)
	}
	return pack(lengths)
}

// run runs layers, one over the states of the other. The first one begins with the states first,
// the others with 0.
func run(layers []gru, p packed, x, first vector.Matrix) (all []*trace) {
	for i, l := range layers {
		if i > 0 {
			first = vector.New(p.active[0], l.width)
		}
		s := l.forward(p, x, first)
		all, x = append(all, s), s.h
	}
	return all
}

// back goes back through layers, and returns the gradients by what [run] was given.
func back(layers []gru, traces []*trace, dh vector.Matrix) (dx, dFirst vector.Matrix) {
	for i := len(layers) - 1; i >= 0; i-- {
		dx, dFirst = layers[i].backward(traces[i], dh)
		dh = dx
	}
	return dx, dFirst
}

// turn puts the rows of a matrix the other way round.
func turn(m vector.Matrix) {
	for i, j := 0, m.Rows-1; i < j; i, j = i+1, j-1 {
		a, b := m.Row(i), m.Row(j)
		for k := range a {
			a[k], b[k] = b[k], a[k]
		}
	}
}

func fill(x []float32, value float32) {
	for i := range x {
		x[i] = value
	}
}
