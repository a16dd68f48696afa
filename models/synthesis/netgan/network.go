package netgan

import (
	"math"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/graphdp/graphdp/models/learn/backend"
	"github.com/graphdp/graphdp/models/learn/train"
)

// cell returns the weights of an LSTM cell: uniform on ±√(6/(in+width)) and on ±1/√width, and a
// bias.
func cell(in, width int) []train.Matrix {
	return []train.Matrix{
		{Rows: in, Cols: 4 * width, Bound: math.Sqrt(6 / float64(in+width))}, {Rows: width, Cols: 4 * width, Bound: 1 / math.Sqrt(float64(width))},
		{Rows: 1, Cols: 4 * width},
	}
}

// lstm takes a step of an LSTM cell with a forget bias of 1:
//
//	i, o = σ(…)   f = σ(… + 1)   g = tanh(…)   of xW + hU + b
//	c' = f·c + i·g   h' = o·tanh(c')
func lstm(w []*Node, x, h, c *Node) (*Node, *Node) {
	width, gates := h.Shape().Dim(1), Add(Add(MatMul(x, w[0]), MatMul(h, w[1])), w[2])
	part := func(k int) *Node { return Slice(gates, AxisRange(), AxisRange(k*width, (k+1)*width)) }
	c = Add(Mul(Logistic(AddScalar(part(1), 1)), c), Mul(Logistic(part(0)), Tanh(part(3))))
	return Mul(Logistic(part(2)), Tanh(c)), c
}

func affine(w []*Node, x *Node) *Node { return Add(MatMul(x, w[0]), w[1]) }

// decayed adds weight decay to a loss: share/2 times the sum of squared weights.
func decayed(loss *Node, w []*Node, share float64) *Node {
	for _, x := range w {
		loss = Add(loss, MulScalar(ReduceAllSum(Square(x)), share/2))
	}
	return loss
}

// networks are the generator and the critic of walks over a number of nodes.
type networks struct {
	Unprotected
	nodes int
}

// criticWeights returns the critic's weights: node embedding, cell and score.
func (x networks) criticWeights() (list []train.Matrix) {
	list = append([]train.Matrix{train.Glorot(x.nodes, x.Down)}, cell(x.Down, x.Judge)...)
	return append(list, train.Affine(x.Judge, 1)...)
}

// score returns the critic's scores of walks; steps are the embedded nodes at each step, a row per
// walk. A higher score means more like the graph's walks.
func (x networks) score(w, steps []*Node) *Node {
	h := Zeros(w[0].Graph(), shapes.Make(dtypes.Float32, steps[0].Shape().Dim(0), x.Judge))
	c := h
	for _, s := range steps {
		h, c = lstm(w[1:4], s, h, c)
	}
	return affine(w[4:6], h)
}

// read returns the embedded nodes at each step of walks, [T, B, 1].
func (x networks) read(w []*Node, walks *Node) (steps []*Node) {
	rows := Gather(w[0], walks)
	for t := range x.Length {
		steps = append(steps, Reshape(Slice(rows, AxisElem(t)), -1, x.Down))
	}
	return steps
}

// gap returns the mean score of fake walks minus that of real walks; in holds real and fake walks.
func (x networks) gap(w, in []*Node) *Node {
	score := func(walks *Node) *Node { return ReduceAllMean(x.score(w, x.read(w, walks))) }
	return Sub(score(in[1]), score(in[0]))
}

// criticLoss returns the critic's loss: the gap and the penalty λ·mean (|∇D| - 1)² at a point
// between each real and fake walk, [NETGAN18] Wasserstein GAN. in holds real walks, fake walks, and
// the weight of the real walk at each point.
func (x networks) criticLoss(w, in []*Node) *Node {
	real, fake, share := x.read(w, in[0]), x.read(w, in[1]), in[2]
	all, between := make([]*Node, x.Length), make([]*Node, x.Length)
	for t := range all {
		between[t] = Add(fake[t], Mul(share, Sub(real[t], fake[t])))
		all[t] = Concatenate([]*Node{real[t], fake[t], between[t]}, 0)
	}
	scores := x.score(w, all) // of real, fake and interpolated walks
	side := func(k int) *Node { return Slice(scores, AxisRange(k*x.Batch, (k+1)*x.Batch)) }
	gram := MatMul(Transpose(w[0], 0, 1), w[0])
	var square *Node // |∇D|² by one-hot steps, which w[0] multiplies
	for t, g := range Gradient(ReduceAllSum(side(2)), between...) {
		if s := ReduceSum(Mul(MatMul(g, gram), g), 1); t == 0 {
			square = AddScalar(s, 1e-12)
		} else {
			square = Add(square, s)
		}
	}
	penalty := MulScalar(ReduceAllMean(Square(AddScalar(Sqrt(square), -1))), x.Penalty)
	gap := Sub(ReduceAllMean(side(1)), ReduceAllMean(side(0)))
	return decayed(Add(gap, penalty), w, criticDecay)
}

// generatorWeights returns the generator's weights: layers from noise to the initial h and c, the
// cell, the logits of the nodes, and the node embedding.
func (x networks) generatorWeights() (list []train.Matrix) {
	list = append(train.Affine(x.Noise, x.Hidden), train.Affine(x.Noise, x.Hidden)...)
	list = append(append(list, cell(x.Down, x.Hidden)...), train.Affine(x.Hidden, x.nodes)...)
	return append(list, train.Glorot(x.nodes, x.Down))
}

// write generates walks, [NETGAN18] Generator, by straight-through Gumbel softmax. in holds normal
// noise [B, Noise], Gumbel noise [T, B, N] and a temperature. It returns one-hot rows of N numbers
// for each step, with the gradient of the softmax.
func (x networks) write(w, in []*Node) (steps []*Node) {
	h, c := Tanh(affine(w[0:2], in[0])), Tanh(affine(w[2:4], in[0]))
	read := Zeros(h.Graph(), shapes.Make(dtypes.Float32, h.Shape().Dim(0), x.Down))
	for t := range x.Length {
		h, c = lstm(w[4:7], read, h, c)
		noise := Reshape(Slice(in[1], AxisElem(t)), -1, x.nodes)
		logits := Div(Add(affine(w[7:9], h), noise), in[2])
		soft := Softmax(logits)
		step := Add(StopGradient(Sub(OneHot(ArgMax(logits, -1), x.nodes, dtypes.Float32), soft)), soft)
		steps, read = append(steps, step), MatMul(step, w[9])
	}
	return steps
}

// walks returns the nodes of generated walks, [T, B].
func (x networks) walks(w, in []*Node) *Node {
	steps := x.write(w, in)
	for t, s := range steps {
		steps[t] = ArgMax(s, -1)
	}
	return Stack(steps, 0)
}

// generatorLoss returns minus the mean score of generated walks. in holds the inputs of write and
// the critic's weights.
func (x networks) generatorLoss(w, in []*Node) *Node {
	steps, critic := x.write(w, in), in[3:]
	for t, s := range steps {
		steps[t] = MatMul(s, critic[0])
	}
	return decayed(Neg(ReduceAllMean(x.score(critic, steps))), w, generatorDecay)
}

// compiled holds the compiled graphs: training steps of generator and critic, generated walks, and
// the gap.
type compiled struct {
	generator, critic *train.Compiled
	written, scored   *Exec
}

func (x networks) compile() (c *compiled, err error) {
	name, adam := backend.Unrolled(), train.DefaultAdam(x.Rate)
	generator := train.Network{Weights: train.Shapes(x.generatorWeights()), Loss: x.generatorLoss}
	critic := train.Network{Weights: train.Shapes(x.criticWeights()), Loss: x.criticLoss}
	c = new(compiled)
	if c.generator, err = generator.Compile(adam, name); err != nil {
		return nil, err
	}
	if c.critic, err = critic.Compile(adam, name); err != nil {
		return nil, err
	}
	if c.written, err = generator.Function(name, func(w, in []*Node) []*Node { return []*Node{x.walks(w, in)} }); err != nil {
		return nil, err
	}
	c.scored, err = critic.Function(name, func(w, in []*Node) []*Node { return []*Node{x.gap(w, in)} })
	return c, err
}

func (c *compiled) close() {
	c.generator.Close()
	c.critic.Close()
	c.written.Finalize()
	c.scored.Finalize()
}
