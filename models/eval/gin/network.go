package gin

import (
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/models/learn/layer"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// block is a layer of the network: sums over neighbours and the node itself, a perceptron of two
// layers, each normalised.
type block struct {
	first, second layer.Affine
	inner, outer  *norm
}

// network adds up what each layer says of a graph: [GIN19] Eq. 4.1 and Eq. 4.2, with ε = 0.
type network struct {
	tags   int // degrees, the last one for all that are larger
	blocks []block
	says   []layer.Affine // of the sums of nodes' rows, before the first layer and after each
}

func newNetwork(tags, classes int, c Config, rng *rand.Rand) *network {
	x, in := &network{tags: tags, says: []layer.Affine{layer.NewAffine(tags, classes, false, rng)}}, tags
	for range c.Layers {
		x.blocks = append(x.blocks, block{layer.NewAffine(in, c.Hidden, false, rng), layer.NewAffine(c.Hidden, c.Hidden, false, rng), newNorm(c.Hidden), newNorm(c.Hidden)})
		x.says, in = append(x.says, layer.NewAffine(c.Hidden, classes, false, rng)), c.Hidden
	}
	return x
}

func (x *network) parts() (all []*layer.Part) {
	for _, l := range x.says {
		all = append(all, l.Parts()...)
	}
	for _, b := range x.blocks {
		all = append(append(append(all, b.first.Parts()...), b.second.Parts()...), b.inner.scale, b.inner.shift, b.outer.scale, b.outer.shift)
	}
	return all
}

// union is a disjoint union of graphs: the nodes of one after those of the other.
type union struct {
	graphs []*graph.Graph
	first  []int // node of each, and the number of nodes
}

func newUnion(graphs []*graph.Graph) union {
	h := union{graphs, []int{0}}
	for i, g := range graphs {
		h.first = append(h.first, h.first[i]+g.N())
	}
	return h
}

// degrees returns rows that have a 1 for a node's degree.
func (h union) degrees(tags int) vector.Matrix {
	x := vector.New(h.first[len(h.graphs)], tags)
	for i, g := range h.graphs {
		for u := range g.N() {
			x.Row(h.first[i] + u)[min(g.Degree(int32(u)), tags-1)] = 1
		}
	}
	return x
}

// sums adds up the rows of each node and of its neighbours. It is its own transpose.
func (h union) sums(x vector.Matrix) vector.Matrix {
	y := vector.New(x.Rows, x.Cols)
	copy(y.Data, x.Data)
	for i, g := range h.graphs {
		for u := range int32(g.N()) {
			for _, v := range g.Neighbors(u) {
				vector.AddScaled(y.Row(h.first[i]+int(u)), 1, x.Row(h.first[i]+int(v))) // [GIN19] Eq. 4.1
			}
		}
	}
	return y
}

// pooled adds up the rows of each graph.
func (h union) pooled(x vector.Matrix) vector.Matrix {
	y := vector.New(len(h.graphs), x.Cols)
	for i := range h.graphs {
		for u := h.first[i]; u < h.first[i+1]; u++ {
			vector.AddScaled(y.Row(i), 1, x.Row(u)) // [GIN19] Eq. 4.2
		}
	}
	return y
}

// unpool is the gradient of pooled: it adds the row of a graph to each of its nodes.
func (h union) unpool(dx, dy vector.Matrix) {
	for i := range h.graphs {
		for u := h.first[i]; u < h.first[i+1]; u++ {
			vector.AddScaled(dx.Row(u), 1, dy.Row(i))
		}
	}
}

// pass is what a network made of graphs, for the gradient.
type pass struct {
	union
	rows, pools, summed []vector.Matrix
	inner, outer        []normed
	logits              vector.Matrix
}

func (x *network) forward(graphs []*graph.Graph, training bool) *pass {
	p := &pass{union: newUnion(graphs)}
	p.rows = []vector.Matrix{p.degrees(x.tags)}
	for i, b := range x.blocks {
		s := p.sums(p.rows[i])
		in := b.inner.forward(b.first.Forward(s), training)
		out := b.outer.forward(b.second.Forward(in.y), training)
		p.summed, p.inner, p.outer, p.rows = append(p.summed, s), append(p.inner, in), append(p.outer, out), append(p.rows, out.y)
	}
	for i, l := range x.says {
		p.pools = append(p.pools, p.pooled(p.rows[i]))
		if y := l.Forward(p.pools[i]); i == 0 {
			p.logits = y
		} else {
			vector.AddScaled(p.logits.Data, 1, y.Data)
		}
	}
	return p
}

// gradient puts the gradient of the mean cross-entropy into the parameters' parts, and returns the
// cross-entropy.
func (x *network) gradient(graphs []*graph.Graph, labels []int32) (loss float64) {
	for _, p := range x.parts() {
		clear(p.Gradient.Data)
	}
	p := x.forward(graphs, true)
	slopes := vector.New(p.logits.Rows, p.logits.Cols)
	for i, y := range labels {
		row, d, top, sum := p.logits.Row(i), slopes.Row(i), math.Inf(-1), 0.0
		for _, v := range row {
			top = max(top, float64(v))
		}
		for _, v := range row {
			sum += scalar.Exp(float64(v) - top)
		}
		for k, v := range row {
			d[k] = float32(scalar.Exp(float64(v)-top) / sum / float64(len(labels)))
		}
		d[y] -= 1 / float32(len(labels))
		loss -= (float64(row[y]) - top - math.Log(sum)) / float64(len(labels))
	}
	var d vector.Matrix // by the rows after the layer
	for i := len(x.says) - 1; i >= 0; i-- {
		if d.Data == nil {
			d = vector.New(p.rows[i].Rows, p.rows[i].Cols)
		}
		p.unpool(d, x.says[i].Backward(p.pools[i], p.logits, slopes))
		if i > 0 {
			b := x.blocks[i-1]
			d = b.second.Backward(p.inner[i-1].y, p.outer[i-1].y, b.outer.backward(p.outer[i-1], d))
			d = p.sums(b.first.Backward(p.summed[i-1], p.inner[i-1].y, b.inner.backward(p.inner[i-1], d)))
		}
	}
	return loss
}

// classes returns the class of the largest logit of each graph.
func (x *network) classes(graphs []*graph.Graph) (list []int32) {
	logits := x.forward(graphs, false).logits
	for i := range graphs {
		best := 0
		for k, v := range logits.Row(i) {
			if v > logits.Row(i)[best] {
				best = k
			}
		}
		list = append(list, int32(best))
	}
	return list
}
