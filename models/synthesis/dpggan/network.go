package dpggan

import (
	"slices"
	"sync"

	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/backend"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/learn/vector"
	"github.com/graphdp/graphdp/models/synthesis/dpggan/allpairs"
)

// declared is the autoencoder of one graph as a GoMLX graph. Its weights are W⁰ and W¹ of the
// encoder, the list of parameters of the decoder, and an optional bias.
type declared struct {
	*generator
	a *train.Product // Ã; nil for a graph without edges
}

// given names the inputs of a step, in the order of a list of arguments.
type given struct {
	a      []*Node // other inputs of the sparse product
	as     *Node   // the entries of Ã
	u, v   *Node   // the ends of the edges, [m, 1]
	normal *Node   // standard normal numbers, [n, latent]
	more   []*Node
}

func (d declared) named(list []*Node) (in given) {
	if d.a != nil {
		k := d.a.Count()
		in.a, in.as, in.u, in.v, list = list[:k], list[k], list[k+1], list[k+2], list[k+3:]
	}
	in.normal, in.more = list[0], list[1:]
	return in
}

// encode samples the codes z_i ~ N(μ_i, σ_i²), [DPGGAN21] Eq. 1, and returns λ1 L_prior with them.
func (d declared) encode(w []*Node, in given) (z, prior *Node) {
	out := allpairs.Encode(func(h *Node) *Node {
		if d.a == nil {
			return ZerosLike(h)
		}
		return d.a.Times(in.a, in.as, h)
	}, w[0], w[1])
	mean, logSigma := Slice(out, AxisRange(), AxisRange(0, d.Latent)), Slice(out, AxisRange(), AxisRange(d.Latent))
	return Add(mean, Mul(Exp(logSigma), in.normal)), // [DPGGAN21] Eq. 1
		MulScalar(allpairs.KL(mean, logSigma), d.Divergence)
}

// decode returns f(z) and b: a pair's score is f(z_i)·f(z_j) + b.
func (d declared) decode(w []*Node, z *Node) (f, b *Node) {
	if b = ScalarZero(z.Graph(), z.DType()); d.Bias {
		b = Reshape(w[3])
	}
	return feedforward(w[2], z, d.decoder.widths), b
}

// loss is L_vae = L_rec + λ1 L_prior: [DPGGAN21] Eq. 3.
func (d declared) loss(w, list []*Node) *Node {
	in := d.named(list)
	z, prior := d.encode(w, in)
	f, b := d.decode(w, z)
	return Add(d.weights().Loss(f, b, in.u, in.v), prior) // [DPGGAN21] Eq. 2 and 3
}

// ofNode is a node's part of L_vae, whose gradient is clipped: [DPGGAN21] Eq. 5. in.more holds the
// node as a one-hot row and its row of the adjacency matrix, both [1, n].
func (d declared) ofNode(w, list []*Node) *Node {
	in := d.named(list)
	z, prior := d.encode(w, in)
	f, b := d.decode(w, z)
	own := MatMul(in.more[0], f)
	s := Add(MatMul(own, Transpose(f, 0, 1)), b)
	loss := Sub(allpairs.SumSoftplus(s), ReduceAllSum(Mul(s, in.more[1])))
	if !d.Diagonal {
		loss = Sub(loss, allpairs.SumSoftplus(Add(ReduceSum(Square(own), 1), b)))
	}
	return Add(loss, DivScalar(prior, float64(d.nodes)))
}

// feedforward is a [network] with the given list of weights and biases.
func feedforward(parameters, x *Node, widths []int) *Node {
	at := 0
	take := func(rows, cols int) *Node {
		at += rows * cols
		return Reshape(Slice(parameters, AxisRange(at-rows*cols, at)), rows, cols)
	}
	for l, in := range widths[:len(widths)-1] {
		if l > 0 {
			x = MaxScalar(x, 0)
		}
		x = MatMul(x, take(in, widths[l+1]))
		x = Add(x, take(1, widths[l+1]))
	}
	return x
}

// adversaries are the networks of GGAN as GoMLX graphs. The first weights are the discriminator's
// parameters, the others the autoencoder's. The first input is A.
type adversaries struct {
	declared
	pair *pairOfNets
}

// soft is A', the probabilities of all pairs, without the diagonal: [DPGGAN21] Eq. 2.
func (d adversaries) soft(w []*Node, z *Node) *Node {
	f, b := d.decode(w, z)
	p := Logistic(Add(MatMul(f, Transpose(f, 0, 1)), b)) // [DPGGAN21] Eq. 2
	return Where(Diagonal(p.Graph(), p.Shape().Dim(0)), ZerosLike(p), p)
}

// read is g'(P) of [DPGGAN21] Eq. 7: the sum of e_i (S ReLU(S W0) W1)_i over the nodes, where S =
// D^(-1/2) P D^(-1/2). e is [1, n].
func (d adversaries) read(parameters, p, e *Node) *Node {
	degree := ReduceAndKeep(p, ReduceSum, 1)
	linked := GreaterThan(degree, ZerosLike(degree))
	scale := Where(linked, Inverse(Sqrt(Where(linked, degree, OnesLike(degree)))), ZerosLike(degree))
	s := Mul(Mul(scale, p), Transpose(scale, 0, 1))
	middle, end := d.nodes*d.Hidden, d.nodes*d.Hidden+d.Hidden*d.Latent
	w0 := Reshape(Slice(parameters, AxisRange(0, middle)), d.nodes, d.Hidden)
	w1 := Reshape(Slice(parameters, AxisRange(middle, end)), d.Hidden, d.Latent)
	return MatMul(MatMul(MatMul(e, s), MaxScalar(MatMul(s, w0), 0)), w1) // [DPGGAN21] Eq. 7
}

// judge is f' of [DPGGAN21] Eq. 7: the logit of D for a vector g'(P).
func (d adversaries) judge(parameters, g *Node) *Node {
	first := d.nodes*d.Hidden + d.Hidden*d.Latent
	return feedforward(Slice(parameters, AxisRange(first)), g, d.pair.discriminator.head.widths)
}

// ofDiscriminator is λ2 L_gan, signed as a cross-entropy to minimise (G10): [DPGGAN21] Eq. 7.
// in.more holds a 0/1 row of the nodes whose parts of g' get a gradient, and their share of the
// gradient of f'.
func (d adversaries) ofDiscriminator(w, list []*Node) *Node {
	real, in := list[0], d.named(list[1:])
	z, _ := d.encode(w[1:], in)
	fake, e, share := StopGradient(d.soft(w[1:], z)), in.more[0], in.more[1]
	f := IdentityWithCustomGradient(w[0], func(_, v *Node) *Node { return Mul(v, share) })
	logit := func(p *Node) *Node {
		return d.judge(f, Add(d.read(w[0], p, e), StopGradient(d.read(w[0], p, OneMinus(e)))))
	}
	gan := Add(allpairs.SumSoftplus(Neg(logit(real))), allpairs.SumSoftplus(logit(fake))) // [DPGGAN21] Eq. 7
	return MulScalar(gan, d.pair.adversary)
}

// ofGenerator is L_rec' + λ1 L_prior - λ2 L_gan, where L_rec' = |g'(A) - g'(A')|². The decoder
// minimises the sum, the encoder its first two terms.
func (d adversaries) ofGenerator(w, list []*Node) *Node {
	real, in, discriminator := list[0], d.named(list[1:]), StopGradient(w[0])
	z, prior := d.encode(w[1:], in)
	all := OnesLike(Slice(real, AxisRange(0, 1)))
	seen := func(p *Node) *Node { return d.read(discriminator, p, all) }
	apart := Sub(seen(d.soft(w[1:], z)), seen(real))
	gan := allpairs.SumSoftplus(d.judge(discriminator, seen(d.soft(w[1:], StopGradient(z)))))
	return Sub(Add(ReduceAllSum(Square(apart)), prior), MulScalar(gan, d.pair.adversary))
}

// network returns a network of the autoencoder and its constant inputs.
func (g *generator) network(loss func(declared, []*Node, []*Node) *Node) (train.Network, []any) {
	d, fixed := g.declare()
	f := func(w, in []*Node) *Node { return loss(d, w, in) }
	return train.Network{Weights: train.Vectors(d.dimensions()...), Loss: f}, fixed
}

// declare returns the autoencoder without a loss, and its constant inputs.
func (g *generator) declare() (declared, []any) {
	d := declared{generator: g}
	if len(g.links) == 0 {
		return d, nil
	}
	d.a = train.NewProduct(g.adjacency)
	_, _, values := g.adjacency.Entries()
	u, v := ends(g.links)
	return d, append(d.a.Inputs(), tensors.FromValue(values), u, v)
}

// dimensions returns the dimensions of the weights.
func (d declared) dimensions() [][]int {
	all := [][]int{{d.nodes, d.Hidden}, {d.Hidden, 2 * d.Latent}, {len(d.decoder.parameters)}, {1}}
	return all[:len(d.trained())]
}

// network returns a network of GGAN and its constant inputs.
func (p *pairOfNets) network(loss func(adversaries, []*Node, []*Node) *Node) (train.Network, []any) {
	d, fixed := p.declare()
	all := append([][]int{{len(p.discriminator.parameters)}}, d.dimensions()...)
	f := func(w, in []*Node) *Node { return loss(adversaries{d, p}, w, in) }
	return train.Network{Weights: train.Vectors(all...), Loss: f}, append([]any{matrix(p.real)}, fixed...)
}

// executor runs a network as a GoMLX graph. After an error it does not run again.
type executor struct {
	*train.Executor
	asked, graph bool  // whether networks run as graphs
	fixed        []any // constant inputs
	err          error
}

// open opens the network on the first step and reports whether [executor.run] runs it. If not, its
// kernel does.
func (x *executor) open(network func() (train.Network, []any)) bool {
	if x.asked {
		return x.graph
	}
	x.asked = true
	x.graph, x.err = backend.Graphs()
	if x.graph {
		var n train.Network
		n, x.fixed = network()
		x.Executor, x.err = n.Open()
	}
	x.graph = x.graph || x.err != nil // run returns the error
	return x.graph
}

// running admits one step at a time, since a step uses all cores.
var running sync.Mutex

// run returns the loss and its gradients with respect to the weights.
func (x *executor) run(weights [][]float32, more ...any) (loss float64, gradients [][]float32, err error) {
	running.Lock()
	defer running.Unlock()
	if x.err != nil {
		return 0, nil, x.err
	}
	var w, g []any
	for _, list := range weights {
		gradients = append(gradients, make([]float32, len(list)))
		w, g = append(w, list), append(g, gradients[len(gradients)-1])
	}
	loss, x.err = x.Gradient(w, g, slices.Concat(x.fixed, more)...)
	return loss, gradients, x.err
}

// matrix returns rows as an input.
func matrix(m vector.Matrix) any { return tensors.FromFlatDataAndDimensions(m.Data, m.Rows, m.Cols) }

// ones returns as an input a row of n numbers that are 1 at the given places and 0 elsewhere.
func ones(n int, places ...int32) any {
	row := make([]float32, n)
	for _, i := range places {
		row[i] = 1
	}
	return matrix(vector.Dense(row, n))
}

// ends returns the ends of pairs as inputs, both [p, 1].
func ends(pairs []graph.Edge) (u, v any) {
	from, to := make([]int32, len(pairs)), make([]int32, len(pairs))
	for i, e := range pairs {
		from[i], to[i] = e.U, e.V
	}
	return tensors.FromFlatDataAndDimensions(from, len(from), 1), tensors.FromFlatDataAndDimensions(to, len(to), 1)
}
