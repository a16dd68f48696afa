package sage

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/perceptron"
	"github.com/graphdp/graphdp/models/learn/train"
)

// minNorm is a lower bound on the norm that divides a row.
const minNorm = 1e-12

// network is the network for given dimensions.
type network struct {
	c                   Net
	columns, classes, k int
}

// widths returns the widths of the layers of base and head.
func (n network) widths() (base, head []int) {
	base = append([]int{n.columns}, slices.Repeat([]int{n.c.Hidden}, n.c.BaseLayers)...)
	return base, append(slices.Repeat([]int{n.c.Hidden}, n.c.HeadLayers), n.classes)
}

// weights returns the dimensions of the weights: matrix and bias of each base layer, of the layer
// for the node itself and of each head layer, and the matrix for the sum of its neighbours.
func (n network) weights() (all [][]int) {
	base, head := n.widths()
	for i := range n.c.BaseLayers {
		all = append(all, []int{base[i], base[i+1]}, []int{base[i+1]})
	}
	all = append(all, []int{n.c.Hidden, n.c.Hidden}, []int{n.c.Hidden})
	for i := range n.c.HeadLayers {
		all = append(all, []int{head[i], head[i+1]}, []int{head[i+1]})
	}
	if n.k > 0 {
		all = append(all, []int{n.c.Hidden, n.c.Hidden})
	}
	return all
}

// first samples the initial weights, uniform on ±1/√in.
func (n network) first(rng *rand.Rand) (all [][]float32) {
	dims := n.weights()
	for i, d := range dims {
		in, size := d[0], d[0]
		if len(d) == 2 {
			size *= d[1]
		} else {
			in = dims[i-1][0]
		}
		w := make([]float32, size)
		for j := range w {
			w[j] = float32((2*rng.Float64() - 1) / math.Sqrt(float64(in)))
		}
		all = append(all, w)
	}
	return all
}

// model returns the model with its loss, on inputs laid out by [rows].
func (n network) model() train.Model {
	active, _, _ := perceptron.Activation(n.c.Activation) // known to be there
	unit := func(x *Node) *Node {
		return Div(x, Sqrt(MaxScalar(ReduceAndKeep(Square(x), ReduceSum, -1), minNorm*minNorm)))
	}
	return train.Model{Weights: n.weights(), Loss: func(t *train.Tape, in []*Node) *Node {
		size, slots, cut := in[0].Shape().Dimensions[0], n.k+1, (n.k+1)*n.columns
		h := Reshape(Slice(in[0], AxisRange(), AxisRange(0, cut)), size, slots, n.columns)
		there := ExpandAxes(Slice(in[0], AxisRange(), AxisRange(cut, cut+slots)), -1)
		weight := 0
		layer := func(x *Node) *Node {
			weight += 2
			return t.Bias(weight-1, t.Linear(weight-2, x))
		}
		for range n.c.BaseLayers {
			h = active(layer(h))
		}
		h = Mul(unit(h), there)
		slot := func(from, to int) *Node { return Slice(h, AxisRange(), AxisRange(from, to)) }
		z := layer(Reshape(slot(0, 1), size, n.c.Hidden))
		if n.k > 0 {
			z = Add(z, t.Linear(len(n.weights())-1, ReduceSum(slot(1, slots), 1)))
		}
		z = active(unit(z))
		for i := range n.c.HeadLayers {
			if z = layer(z); i < n.c.HeadLayers-1 {
				z = active(z)
			}
		}
		return train.CrossEntropy(z, in[1])
	}}
}

// Model is a trained classifier of the nodes of one graph, the released model.
type Model struct {
	Columns    int         `json:"columns"`
	Classes    int         `json:"classes"`
	Hidden     int         `json:"hidden"`
	Base       int         `json:"base"` // layers
	Head       int         `json:"head"`
	Activation string      `json:"activation"`
	Unit       bool        `json:"unit"` // features are scaled to norm 1
	Parameters [][]float32 `json:"parameters"`
	// Neighbours lists each node's neighbours whose rows are summed; or
	Neighbours [][]int32 `json:"neighbours,omitempty"`
	// Sums holds the noisy sums of all nodes. If both are nil, there are no neighbours.
	Sums []float32 `json:"sums,omitempty"`
}

// trained returns the model with its weights.
func (n network) trained(weights [][]float32) *Model {
	return &Model{
		Columns: n.columns, Classes: n.classes, Hidden: n.c.Hidden, Base: n.c.BaseLayers, Head: n.c.HeadLayers,
		Activation: n.c.Activation, Unit: n.c.Unit, Parameters: weights,
	}
}

// base returns the base's row of a node, scaled to norm 1.
func (m *Model) base(x perceptron.Rows, u int32) []float64 {
	columns, values := x.Row(u)
	h := make([]float64, len(m.Parameters[1]))
	for j, b := range m.Parameters[1] {
		h[j] = float64(b)
	}
	for i, c := range columns {
		for j, w := range m.Parameters[0][int(c)*len(h):][:len(h)] {
			h[j] += float64(values[i]) * float64(w)
		}
	}
	m.activate(h)
	for i := 1; i < m.Base; i++ {
		h = m.layer(2*i, h)
		m.activate(h)
	}
	scale(h)
	return h
}

// layer returns x W + b.
func (m *Model) layer(weight int, x []float64) []float64 {
	w, b := m.Parameters[weight], m.Parameters[weight+1]
	out := make([]float64, len(b))
	for j, v := range b {
		out[j] = float64(v)
	}
	add(out, x, w)
	return out
}

// add adds x W.
func add(out, x []float64, w []float32) {
	for i, v := range x {
		for j, a := range w[i*len(out):][:len(out)] {
			out[j] += v * float64(a)
		}
	}
}

func (m *Model) activate(x []float64) {
	_, f, _ := perceptron.Activation(m.Activation) // known to be there
	for i, v := range x {
		x[i] = f(v)
	}
}

func scale(x []float64) {
	sum := 0.0
	for _, v := range x {
		sum += v * v
	}
	norm := max(math.Sqrt(sum), minNorm)
	for i := range x {
		x[i] /= norm
	}
}

// Scores implements [release.Model] from the features of the node and of its released neighbours,
// or from the released sums.
func (m *Model) Scores(net *graph.Network, u int32) ([]float32, error) {
	switch {
	case net == nil || net.Attrs == nil || net.Attrs.Cols() != m.Columns:
		return nil, fmt.Errorf("sage: the model takes nodes with %d features", m.Columns)
	case u < 0 || int(u) >= net.Attrs.Rows():
		return nil, fmt.Errorf("sage: node %d is not one of the %d nodes", u, net.Attrs.Rows())
	case m.Neighbours != nil && (int(u) >= len(m.Neighbours) || len(m.Neighbours) > net.Attrs.Rows()),
		m.Sums != nil && int(u) >= len(m.Sums)/m.Hidden:
		return nil, fmt.Errorf("sage: node %d is not one of the nodes that the model was trained on", u)
	}
	x := perceptron.Features(net.Attrs, m.Unit)
	at := 2 * m.Base
	z := m.layer(at, m.base(x, u))
	sum := make([]float64, m.Hidden)
	if m.Neighbours != nil {
		for _, v := range m.Neighbours[u] {
			for i, h := range m.base(x, v) {
				sum[i] += h
			}
		}
	}
	if m.Sums != nil {
		for i, h := range m.Sums[int(u)*m.Hidden:][:m.Hidden] {
			sum[i] = float64(h)
		}
	}
	if last := m.Parameters[len(m.Parameters)-1]; len(m.Parameters) > at+2+2*m.Head {
		add(z, sum, last)
	}
	scale(z)
	m.activate(z)
	for i := range m.Head {
		if z = m.layer(at+2+2*i, z); i < m.Head-1 {
			m.activate(z)
		}
	}
	scores := make([]float32, len(z))
	for i, v := range z {
		scores[i] = float32(v)
	}
	return scores, nil
}

// Noisy implements [aggregate.Releases]. Neighbours are represented by their number.
func (m *Model) Noisy() (hops [][]float32, width int) {
	if m.Sums != nil {
		return [][]float32{m.Sums}, m.Hidden
	}
	if m.Neighbours == nil {
		return nil, 1
	}
	given := make([]float32, len(m.Neighbours))
	for u, list := range m.Neighbours {
		given[u] = float32(len(list))
	}
	return [][]float32{given}, 1
}

// NumClasses implements [node.Model].
func (m *Model) NumClasses() int { return m.Classes }
