package dpggan

import (
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// discriminator is D = f'·g': a graph network g' with X = I, whose outputs are summed over the
// nodes, and a feed-forward network f' on the sum. Both read a matrix P of probabilities; P = A for
// the graph itself.
//
//	g'(P) = Σ_i (S ReLU(S W0) W1)_i, S = D^(-1/2) P D^(-1/2), D = the row sums of P
type discriminator struct {
	nodes, hidden, width int
	parameters           []float32     // W0, W1 and those of f'
	w0, w1               vector.Matrix // views of the list
	head                 *network      // f'
}

// newDiscriminator returns a discriminator of graphs of n nodes with its initial weights.
func newDiscriminator(n, hidden, width int, rng *rand.Rand, widths ...int) *discriminator {
	d := &discriminator{nodes: n, hidden: hidden, width: width, head: newNetwork(rng, append([]int{width}, widths...)...)}
	first, second := n*hidden, hidden*width
	d.parameters = append(make([]float32, first+second), d.head.parameters...)
	d.w0, d.w1 = vector.Dense(d.parameters[:first], hidden), vector.Dense(d.parameters[first:first+second], width)
	vector.Glorot(d.w0, rng)
	vector.Glorot(d.w1, rng)
	d.head.parameters = d.parameters[first+second:]
	return d
}

// adjacency returns the adjacency matrix.
func adjacency(g *graph.Graph) vector.Matrix {
	a := vector.New(g.N(), g.N())
	for u, v := range g.Undirected().Edges() {
		a.Row(int(u))[v], a.Row(int(v))[u] = 1, 1
	}
	return a
}

// reading holds the intermediate results of g'.
type reading struct {
	p, s, h vector.Matrix // P, S and ReLU(S W0)
	scale   []float32     // the diagonal of D^(-1/2)
	sums    []float32     // the row sums of S
	pooled  []float32     // Σ_i (S ReLU(S W0))_i
	vector  []float32     // g'(P)
}

// read computes g'(P): [DPGGAN21] Eq. 7. P is symmetric.
func (d *discriminator) read(p vector.Matrix) *reading {
	r := &reading{
		p: p, s: vector.New(d.nodes, d.nodes), h: vector.New(d.nodes, d.hidden),
		scale: make([]float32, d.nodes), sums: make([]float32, d.nodes), pooled: make([]float32, d.hidden), vector: make([]float32, d.width),
	}
	for i := range d.nodes {
		sum := 0.0
		for _, x := range p.Row(i) {
			sum += float64(x)
		}
		if sum > 0 {
			r.scale[i] = float32(1 / math.Sqrt(sum))
		}
	}
	for i := range d.nodes {
		row, sum := r.s.Row(i), float32(0)
		for j, x := range p.Row(i) {
			row[j] = r.scale[i] * x * r.scale[j]
			sum += row[j]
		}
		r.sums[i] = sum
	}
	vector.AddProduct(r.h, r.s, d.w0)
	vector.Rectify(r.h.Data)
	for i := range d.nodes {
		vector.AddScaled(r.pooled, r.sums[i], r.h.Row(i)) // Σ_i S_i· H = the column sums of S times H
	}
	for k, x := range r.pooled {
		vector.AddScaled(r.vector, x, d.w1.Row(k))
	}
	return r
}

// back backpropagates from g'(P). It adds the gradient of the parameters to gradient, unless that
// is nil, and returns the gradient with respect to P, which need not be symmetric, if it is wanted.
func (d *discriminator) back(r *reading, dv []float32, gradient []float32, wanted bool) vector.Matrix {
	du := make([]float32, d.hidden)
	for k := range du {
		du[k] = vector.Dot(d.w1.Row(k), dv)
	}
	dh, dSums := vector.New(d.nodes, d.hidden), make([]float32, d.nodes)
	for i := range d.nodes {
		vector.AddScaled(dh.Row(i), r.sums[i], du)
		dSums[i] = vector.Dot(r.h.Row(i), du)
	}
	vector.Rectified(r.h.Data, dh.Data)
	if gradient != nil {
		vector.AddProduct(vector.Dense(gradient[:len(d.w0.Data)], d.hidden), r.s, dh) // S is symmetric
		second := vector.Dense(gradient[len(d.w0.Data):len(d.w0.Data)+len(d.w1.Data)], d.width)
		for k, x := range r.pooled {
			vector.AddScaled(second.Row(k), x, dv)
		}
	}
	if !wanted {
		return vector.Matrix{}
	}
	ds := vector.New(d.nodes, d.nodes)
	vector.AddProduct(ds, dh, vector.Transposed(d.w0))
	for i := range d.nodes { // the row sums of S
		for j, row := 0, ds.Row(i); j < d.nodes; j++ {
			row[j] += dSums[i]
		}
	}
	dp, dScale := vector.New(d.nodes, d.nodes), make([]float64, d.nodes)
	for i := range d.nodes {
		row, grad, p := dp.Row(i), ds.Row(i), r.p.Row(i)
		for j, g := range grad {
			row[j] = g * r.scale[i] * r.scale[j]
			dScale[i] += float64(g * p[j] * r.scale[j])
			dScale[j] += float64(g * p[j] * r.scale[i])
		}
	}
	for i := range d.nodes { // scale = sum^(-1/2), so d scale / d sum = -scale³/2
		c := float64(r.scale[i])
		by := float32(-dScale[i] * c * c * c / 2)
		for j, row := 0, dp.Row(i); j < d.nodes; j++ {
			row[j] += by
		}
	}
	return dp
}

// crossEntropy returns -ln D(P) for the real graph and -ln(1-D(P)) for a fake, the term of P in
// L_gan: [DPGGAN21] Eq. 7. It backpropagates weight times the loss to g'(P) and adds the gradient
// of the parameters of f' to gradient, unless that is nil.
func (d *discriminator) crossEntropy(r *reading, real bool, weight float64, gradient []float32) (loss float64, dv []float32) {
	out, way := d.head.forward(vector.Dense(r.vector, d.width))
	s, sign := float64(out.Data[0]), 1.0
	if real {
		sign = -1
	}
	loss = max(sign*s, 0) + math.Log1p(scalar.Exp(-math.Abs(s))) // [DPGGAN21] Eq. 7, softplus(±s)
	slope := sign / (1 + scalar.Exp(-sign*s))
	var part []float32
	if gradient != nil {
		part = gradient[len(gradient)-len(d.head.parameters):]
	}
	dy := vector.Dense([]float32{float32(weight * slope)}, 1)
	return loss, d.head.backward(way, dy, part).Data
}
