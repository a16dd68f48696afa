package dpgs

import (
	"math"
	"math/rand/v2"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/models/learn/sparse"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// declared is DP-SCGNN without its noise, with its loss, as a GoMLX graph of what [network] and
// [cut] compute. Its weights are a matrix per layer, whose last row holds the biases. w multiplies
// by W, the normalised adjacency matrix.
type declared struct{ w *train.Product }

// assigned returns P, the distribution of each node over clusters. x are the rows of each hop, [n,
// d].
func (*declared) assigned(w, x []*Node) *Node {
	affine := func(x, w *Node) *Node {
		in := x.Shape().Dim(1)
		return Add(MatMul(x, Slice(w, AxisRange(0, in))), Slice(w, AxisRange(in)))
	}
	perceptron := func(x *Node, w []*Node) *Node {
		return affine(train.Rectify(affine(x, w[0])), w[1])
	}
	var hops []*Node
	for h := range x {
		hops = append(hops, perceptron(x[h], w[2*h:])) // [DPGS] Eq. 1, COMBINE
	}
	return Softmax(perceptron(Concatenate(hops, 1), w[2*len(x):])) // [DPGS] Eq. 2
}

// loss returns L_c + L_o. The inputs are the rows of each hop, the row sums of W, [n, 1], the
// entries of W, and the inputs of the product with W.
func (d *declared) loss(w, in []*Node) *Node {
	hops := len(w)/2 - 1
	p, degrees, entries, product := d.assigned(w, in[:hops]), in[hops], in[hops+1], in[hops+2:]
	sum := func(x *Node) *Node { return ReduceAllSum(ConvertDType(ReduceSum(x, -1), dtypes.Float64)) }
	above, below := sum(Mul(p, d.w.Times(product, entries, p))), sum(Mul(degrees, Square(p)))
	cut := Neg(Div(above, MaxScalar(below, 1e-30))) // [DPGS] Sec. 4.2, L_c; 0 without an edge
	s := MatMul(Transpose(p, 0, 1), p)              // [k, k]
	k := s.Shape().Dim(0)
	equal := DiagonalWithValue(Scalar(s.Graph(), s.DType(), 1/math.Sqrt(float64(k))), k) // I/√k
	apart := sum(Square(Sub(Div(s, Sqrt(ReduceAllSum(Square(s)))), equal)))
	return Add(cut, Sqrt(MaxScalar(apart, 1e-12))) // [DPGS] Sec. 4.2, L_o
}

// declare returns the network with its loss and a function that makes its inputs.
func declare(m *network, c cut) (n train.Network, inputs func() []any) {
	shapes := lists.Map(m.dims, func(d [2]int) []int { return []int{d[0] + 1, d[1]} })
	d := new(declared)
	return train.Network{Weights: train.Vectors(shapes...), Loss: d.loss}, func() (in []any) {
		for h := range m.hops + 1 {
			x := m.x[2*h]
			in = append(in, tensors.FromFlatDataAndDimensions(x.Data, x.Rows, x.Cols))
		}
		degrees := lists.Convert[float32](c.degrees)
		_, _, entries := c.weights.Entries()
		in = append(in, tensors.FromFlatDataAndDimensions(degrees, len(degrees), 1), tensors.FromFlatDataAndDimensions(entries, len(entries)))
		d.w = train.NewProduct(c.weights)
		return append(in, d.w.Inputs()...)
	}
}

// layers splits a list of parameters or gradients by layer.
func (m *network) layers(parameters []float32) (list []any) {
	for l, d := range m.dims {
		list = append(list, parameters[m.at[l]:][:(d[0]+1)*d[1]])
	}
	return list
}

// network is DP-SCGNN without its noise: it maps the rows of all hops to a distribution over
// clusters. Each hop's rows go through an MLP with one hidden layer; the concatenated results go
// through another MLP and a softmax. Its passes are the kernel of [declared].
type network struct {
	hops, width, k int // hops; units of a hidden layer; clusters
	dims           [][2]int
	at             []int // offset of each layer's weights
	parameters     []float32
	x              []vector.Matrix // input of each layer, for all nodes
	p              vector.Matrix   // P, a row per node
}

// newNetwork returns a network with initial weights.
func newNetwork(inputs []vector.Matrix, width, k int, r *rand.Rand) *network {
	m := &network{hops: len(inputs) - 1, width: width, k: k}
	n, d := inputs[0].Rows, inputs[0].Cols
	for _, x := range inputs {
		m.dims = append(m.dims, [2]int{d, width}, [2]int{width, width})
		m.x = append(m.x, x, vector.New(n, width))
	}
	m.dims = append(m.dims, [2]int{width * len(inputs), width}, [2]int{width, k})
	m.x = append(m.x, vector.New(n, width*len(inputs)), vector.New(n, width))
	m.p = vector.New(n, k)
	size := 0
	for _, d := range m.dims {
		m.at = append(m.at, size)
		size += (d[0] + 1) * d[1]
	}
	m.parameters = make([]float32, size)
	for l := range m.dims {
		w, _ := m.layer(m.parameters, l)
		vector.Glorot(w, r)
	}
	return m
}

// layer returns a layer's weights and biases in a list of parameters or gradients: a row of weights
// for each input.
func (m *network) layer(parameters []float32, l int) (weights vector.Matrix, biases []float32) {
	in, out := m.dims[l][0], m.dims[l][1]
	all := parameters[m.at[l]:][:(in+1)*out]
	return vector.Dense(all[:in*out], out), all[in*out:]
}

// affine computes a layer's affine map of the row x.
func (m *network) affine(l int, x, y []float32) {
	w, b := m.layer(m.parameters, l)
	copy(y, b)
	for i, v := range x {
		if v != 0 {
			vector.AddScaled(y, v, w.Row(i))
		}
	}
}

// joint returns the index of the layer that reads all hops.
func (m *network) joint() int { return 2*m.hops + 2 }

// forward computes P. A node's row depends only on its inputs and the weights.
func (m *network) forward() {
	parallel.Blocks(m.p.Rows, 64, func(_, lo, hi int) {
		for u := lo; u < hi; u++ {
			for h := range m.hops + 1 {
				m.affine(2*h, m.x[2*h].Row(u), m.x[2*h+1].Row(u))
				vector.Rectify(m.x[2*h+1].Row(u))
				m.affine(2*h+1, m.x[2*h+1].Row(u), m.x[m.joint()].Row(u)[h*m.width:][:m.width]) // [DPGS] Eq. 1, COMBINE
			}
			m.affine(m.joint(), m.x[m.joint()].Row(u), m.x[m.joint()+1].Row(u))
			vector.Rectify(m.x[m.joint()+1].Row(u))
			m.affine(m.joint()+1, m.x[m.joint()+1].Row(u), m.p.Row(u))
			softmax(m.p.Row(u)) // [DPGS] Eq. 2
		}
	})
}

func softmax(x []float32) {
	top, sum := x[0], 0.0
	for _, v := range x {
		top = max(top, v)
	}
	for _, v := range x {
		sum += scalar.Exp(float64(v - top))
	}
	for i, v := range x {
		x[i] = float32(scalar.Exp(float64(v-top)) / sum)
	}
}

// deltas backpropagates from the row of P of node u to the outputs of all layers. Like the forward
// pass it reads only data of u.
func (m *network) deltas(u int, byP []float32, d [][]float32) {
	last, p, mean := m.joint()+1, m.p.Row(u), float32(0)
	for c, x := range p {
		mean += x * byP[c]
	}
	for c, x := range p {
		d[last][c] = x * (byP[c] - mean)
	}
	m.back(last, u, d[last], d[last-1], true)
	joint := make([]float32, m.dims[m.joint()][0])
	m.back(m.joint(), u, d[m.joint()], joint, false)
	for h := range m.hops + 1 {
		copy(d[2*h+1], joint[h*m.width:])
		m.back(2*h+1, u, d[2*h+1], d[2*h], true)
	}
}

// back backpropagates through a layer to its inputs, and through the ReLU before it.
func (m *network) back(l, u int, d, by []float32, rectified bool) {
	w, _ := m.layer(m.parameters, l)
	for i, x := range m.x[l].Row(u) {
		by[i] = 0
		if x > 0 || !rectified {
			by[i] = vector.Dot(w.Row(i), d)
		}
	}
}

// gradient computes the gradient over all rows from the derivatives by P.
func (m *network) gradient(byP vector.Matrix, g []float32) {
	n := m.p.Rows
	d := lists.Map(m.dims, func(dims [2]int) vector.Matrix { return vector.New(n, dims[1]) })
	parallel.Blocks(n, 64, func(_, lo, hi int) {
		rows := make([][]float32, len(d))
		for u := lo; u < hi; u++ {
			for l := range d {
				rows[l] = d[l].Row(u)
			}
			m.deltas(u, byP.Row(u), rows)
		}
	})
	for l := range m.dims {
		w, b := m.layer(g, l)
		vector.SumProduct(w, m.x[l], d[l])
		clear(b)
		for u := range n {
			vector.AddScaled(b, 1, d[l].Row(u))
		}
	}
}

// step computes the gradient of L_c + L_o and returns the loss. byP is scratch memory of the size
// of P.
func (m *network) step(c cut, byP vector.Matrix, g []float32) float64 {
	m.forward()
	clear(byP.Data)
	loss := c.loss(m.p, byP) + orthogonality(m.p, byP)
	m.gradient(byP, g)
	return loss
}

// soft returns the network's assignment with the given number of candidates per node.
func (m *network) soft(candidates int) *assignment {
	return newAssignment(m.p.Rows, m.k, candidates, func(u int, p []float64) {
		for c, x := range m.p.Row(u) {
			p[c] = float64(x)
		}
	})
}

// cut is L_c, the first part of DP-SCGNN's loss, [DPGS] Sec. 4.2: the normalised cut, -1 at best.
// weights is W divided on both sides by square roots of degrees; rows of isolated nodes are 0.
type cut struct {
	weights *sparse.Matrix
	degrees []float64 // row sums
}

func newCut(weights *sparse.Matrix) cut {
	c := cut{weights, make([]float64, weights.Rows())}
	row, _, value := weights.Entries()
	for i, u := range row {
		c.degrees[u] += float64(value[i])
	}
	return c
}

// loss returns L_c and adds its derivatives by P to byP.
func (c cut) loss(p, byP vector.Matrix) float64 {
	next := vector.New(p.Rows, p.Cols)
	c.weights.Times(next, p)
	above, below := 0.0, 0.0
	for u := range p.Rows {
		own, dot := 0.0, 0.0
		for i, x := range p.Row(u) {
			own += float64(x) * float64(x)
			dot += float64(x) * float64(next.Row(u)[i])
		}
		above += dot
		below += c.degrees[u] * own
	}
	if below == 0 { // no edges to cut
		return 0
	}
	for u := range p.Rows {
		by := byP.Row(u)
		for i, x := range p.Row(u) {
			by[i] -= float32(2 * (float64(next.Row(u)[i])*below - above*c.degrees[u]*float64(x)) / (below * below))
		}
	}
	return -above / below // [DPGS] Sec. 4.2, L_c
}

// orthogonality returns L_o, the second part of the loss, and adds its derivatives by P to byP: the
// distance of clusters from hard ones of equal size. It reads no edges.
func orthogonality(p, byP vector.Matrix) float64 {
	k := p.Cols
	s := vector.New(k, k)
	vector.SumProduct(s, p, p)
	norm, trace := 0.0, 0.0
	for i := range k {
		for _, x := range s.Row(i) {
			norm += float64(x) * float64(x)
		}
		trace += float64(s.Row(i)[i])
	}
	norm = math.Sqrt(norm)
	if norm == 0 {
		return 0
	}
	root := 1 / math.Sqrt(float64(k))
	// |S/|S| - I/√k|² = 2 - 2 tr S/(√k |S|)
	loss := math.Sqrt(max(0, 2-2*root*trace/norm)) // [DPGS] Sec. 4.2, L_o
	if loss < 1e-6 {
		return loss
	}
	// dL/dS = -(root/loss) (I/|S| - S tr S/|S|³), and dS = Pᵀ dP + dPᵀ P.
	by := vector.New(k, k)
	for i := range k {
		for j, x := range s.Row(i) {
			d := -float64(x) * trace / (norm * norm * norm)
			if i == j {
				d += 1 / norm
			}
			by.Row(i)[j] = float32(-2 * root / loss * d)
		}
	}
	vector.AddProduct(byP, p, by)
	return loss
}

// clip scales a gradient down to norm at most bound, with room for float32 rounding.
func clip(gradient []float32, bound float64) {
	sum := 0.0
	for _, x := range gradient {
		sum += float64(x) * float64(x)
	}
	if math.IsNaN(sum) || math.IsInf(sum, 1) {
		clear(gradient)
		return
	}
	if most := bound * (1 - 1e-6); math.Sqrt(sum) > most {
		scale := most / math.Sqrt(sum)
		for i, x := range gradient {
			gradient[i] = float32(float64(x) * scale)
		}
	}
}
