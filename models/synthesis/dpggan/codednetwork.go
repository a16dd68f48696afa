package dpggan

import (
	"math/rand/v2"

	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/learn/vector"
	"github.com/graphdp/graphdp/models/synthesis/dpggan/allpairs"
)

// loss is the network of the authors' code, [coded], as a GoMLX graph. The weights are the replicas
// of each layer, [n, in, out], and, with a discriminator, its list. The inputs are
// A+I, the rows, the mean rows of sampled neighbours, and the averaging matrix of the second layer.
func (m *coded) loss(w, in []*Node) *Node {
	real, rows, near, average := in[0], in[1], in[2], in[3]
	layer := func(x *Node, l int) *Node { return Einsum("ni,nio->no", x, w[l]) }
	relu := func(x *Node) *Node { return MaxScalar(x, 0) }

	far := MatMul(average, relu(layer(near, layerHidden)))
	code := direction(relu(layer(far, layerMean)))
	logs := relu(layer(far, layerSpread)) // ln σ²
	f := relu(direction(layer(relu(direction(layer(code, layerInner))), layerOuter)))
	u, v := direction(layer(f, layerU)), direction(layer(f, layerV))
	scores := MatMul(u, Transpose(v, 0, 1))

	softplus := Log1P(Exp(scores)) // cannot overflow: scores are cosines
	entropy := Add(Mul(softplus, OneMinus(real)), MulScalar(Mul(Sub(softplus, scores), real), m.weight))
	divergence := ReduceAllSum(AddScalar(Add(logs, Exp(Neg(logs))), -1))
	loss := Add(ReduceAllMean(entropy), MulScalar(divergence, m.Divergence/float64(2*m.nodes)))
	if len(m.discriminator) == 0 {
		return loss
	}
	width := m.rows.Cols
	support := MatMul(rows, Reshape(Slice(w[7], AxisRange(0, width*width)), width, width))
	last := Reshape(Slice(w[7], AxisRange(width*width)), width, 1)
	logits := func(p *Node) *Node { return MatMul(relu(MatMul(p, support)), last) }
	gan := Add(allpairs.SumSoftplus(Neg(logits(real))), allpairs.SumSoftplus(logits(scores)))
	return Add(loss, MulScalar(gan, m.Adversary/float64(2*m.nodes)))
}

// direction normalises rows to length 1; zero rows stay zero.
func direction(x *Node) *Node {
	square := ReduceAndKeep(Square(x), ReduceSum, 1)
	some := GreaterThan(square, ZerosLike(square))
	return Where(BroadcastToShape(some, x.Shape()), Div(x, Sqrt(Where(some, square, OnesLike(square)))), ZerosLike(x))
}

// network returns the network of the authors' code and its constant inputs.
func (m *coded) network() (train.Network, []any) {
	dimensions := lists.Map(m.layers[:], func(l *replicas) []int { return []int{m.nodes, l.shift.Rows, l.shift.Cols} })
	if len(m.discriminator) > 0 {
		dimensions = append(dimensions, []int{len(m.discriminator)})
	}
	return train.Network{Weights: train.Vectors(dimensions...), Loss: m.loss}, []any{matrix(m.real), matrix(m.rows)}
}

// weights returns the weights of the GoMLX graph.
func (m *coded) weights() (list [][]float32) {
	for _, l := range m.layers {
		size := len(l.shift.Data)
		all := make([]float32, m.nodes*size)
		for i := range m.nodes {
			l.weights(l.first+i, vector.Dense(all[i*size:(i+1)*size], l.shift.Cols))
		}
		list = append(list, all)
	}
	if len(m.discriminator) > 0 {
		list = append(list, m.discriminator)
	}
	return list
}

// draw samples neighbours in the order of [coded.forward] and returns them as inputs.
func (m *coded) draw(rng *rand.Rand) (near, average any) {
	second, a := m.drawn(rng), vector.New(m.nodes, m.nodes)
	for u, list := range second {
		for _, v := range list {
			a.Row(u)[v] = 1 / float32(len(list))
		}
	}
	return matrix(means(m.rows, m.drawn(rng))), matrix(a)
}

// byGraph is [coded.gradient] by the GoMLX graph; it holds all replicas in memory.
func (m *coded) byGraph(clip float64, rng *rand.Rand) (*codedGradient, error) {
	near, average := m.draw(rng)
	loss, gradients, err := m.graph.run(m.weights(), near, average)
	if err != nil {
		return nil, err
	}
	g := &codedGradient{loss: loss}
	for i, l := range m.layers {
		g.sums[i] = vector.New(l.shift.Rows, l.shift.Cols)
		for size := len(l.shift.Data); len(gradients[i]) > 0; gradients[i] = gradients[i][size:] {
			clipped(g.sums[i].Data, gradients[i][:size], clip)
		}
	}
	for _, own := range gradients[len(m.layers):] {
		g.discriminator = own
	}
	return g, checkLoss(g.loss, m.Rate)
}
