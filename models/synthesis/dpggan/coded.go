package dpggan

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// coded is the network that the authors' code trains on one graph:
//
//	rows     eigenvectors of the graph with loops
//	encoder  h = ReLU(W₁ mean), μ = ReLU(W₂ mean of h), ln σ² = ReLU(W₃ mean of h); each mean
//	         is over the distinct nodes in a sample of neighbours with replacement, loops included
//	code     μ/|μ| in training; at the end with noise of standard deviation 0.75 e^(-ln σ²/2)
//	decoder  two layers without biases, each normalised to length 1, then rectified
//	score    the cosine of U h_i and V h_j, used as a logit
//	discriminator  a logit for each node, w·ReLU((A+I) X W); for the fake, raw scores replace A+I
//
// All parts minimise one loss, the discriminator too.
type coded struct {
	Coded
	nodes  int
	rows   vector.Matrix
	reach  [][]int32     // neighbours of each node, itself included
	edges  int           // edge count of the graph
	real   vector.Matrix // A + I
	weight float64       // weight of the entries of A+I that are 1

	layers        [7]*replicas // W₁ to W₃, the decoder's two layers, U and V
	discriminator []float32    // W and w of the discriminator; empty without one
	moments       *train.Moments[float32]
	graph         executor // the network as a GoMLX graph
}

// Layers of [coded].
const (
	layerHidden = iota
	layerMean
	layerSpread
	layerInner
	layerOuter
	layerU
	layerV
)

// newCoded returns the network with its initial weights. Their bounds are those of the code's
// initialisers for arrays of as many replicas.
func newCoded(of *graph.Graph, c Coded, rng *rand.Rand) (*coded, error) {
	g := of.Undirected()
	n := g.N()
	rows, err := eigenvectors(g, c.Features)
	if err != nil {
		return nil, err
	}
	m := &coded{Coded: c, nodes: n, rows: rows, edges: g.M(), real: adjacency(g), weight: float64(n*n-n-2*g.M()) / float64(n+2*g.M())}
	for u := range int32(n) {
		m.real.Row(int(u))[u] = 1
		m.reach = append(m.reach, append(slices.Clone(g.Neighbors(u)), u))
	}
	width := rows.Cols
	glorot := func(in, out, copies int) float64 { return math.Sqrt(6 / float64(out*(in+copies))) }
	for i, l := range [7]struct {
		in, out, first int
		bound          float64
	}{
		{width, c.Hidden, c.Neighbours * n, glorot(width, c.Hidden, (c.Neighbours+1)*n)}, // replicas of sampled neighbours come first and are unused
		{c.Hidden, c.Latent, 0, glorot(c.Hidden, c.Latent, n)},
		{c.Hidden, c.Latent, 0, glorot(c.Hidden, c.Latent, n)},
		{c.Latent, c.Inner, 0, 1 / math.Sqrt(float64(c.Inner))},
		{c.Inner, width, 0, 1 / math.Sqrt(float64(width))},
		{width, width, 0, 1 / math.Sqrt(float64(width))},
		{width, width, 0, 1 / math.Sqrt(float64(width))},
	} {
		m.layers[i] = &replicas{l.first, float32(l.bound), rng.Uint64(), vector.New(l.in, l.out), train.NewMoments[float32](train.DefaultAdam(c.Rate), l.in*l.out)}
	}
	if c.Adversary > 0 {
		m.discriminator = make([]float32, width*width+width)
		for i := range m.discriminator {
			bound := math.Sqrt(3 / float64(width))
			if i >= width*width {
				bound = 1 / math.Sqrt(float64(width))
			}
			m.discriminator[i] = float32(bound * (2*rng.Float64() - 1))
		}
	}
	m.moments = train.NewMoments[float32](train.DefaultAdam(c.Rate), len(m.discriminator))
	return m, nil
}

// values returns the trained state, for a checkpoint.
func (m *coded) values() (list []any) {
	for _, l := range m.layers {
		list = append(list, l.values()...)
	}
	return append(append(list, m.discriminator), m.moments.Values()...)
}

// drawn samples neighbours of each node and returns the distinct ones.
func (m *coded) drawn(rng *rand.Rand) [][]int32 {
	lists := make([][]int32, m.nodes)
	for u, all := range m.reach {
		for range m.Neighbours {
			if v := all[rng.IntN(len(all))]; !slices.Contains(lists[u], v) {
				lists[u] = append(lists[u], v)
			}
		}
	}
	return lists
}

// means returns the mean of the rows of each list.
func means(x vector.Matrix, lists [][]int32) vector.Matrix {
	y := vector.New(len(lists), x.Cols)
	for u, list := range lists {
		for _, v := range list {
			vector.AddScaled(y.Row(u), 1/float32(len(list)), x.Row(int(v)))
		}
	}
	return y
}

// meansBack backpropagates through [means].
func meansBack(dy vector.Matrix, lists [][]int32) vector.Matrix {
	dx := vector.New(dy.Rows, dy.Cols)
	for u, list := range lists {
		for _, v := range list {
			vector.AddScaled(dx.Row(int(v)), 1/float32(len(list)), dy.Row(u))
		}
	}
	return dx
}

// directions normalises rows to length 1, or 0 for zero rows, and returns their lengths too.
func directions(x vector.Matrix) (vector.Matrix, []float64) {
	y, lengths := vector.New(x.Rows, x.Cols), make([]float64, x.Rows)
	for i := range x.Rows {
		if lengths[i] = length(x.Row(i)); lengths[i] > 0 {
			vector.AddScaled(y.Row(i), float32(1/lengths[i]), x.Row(i))
		}
	}
	return y, lengths
}

// directionsBack backpropagates through [directions]. It overwrites dy.
func directionsBack(dy, y vector.Matrix, lengths []float64) vector.Matrix {
	for i, l := range lengths {
		row := dy.Row(i)
		if l == 0 {
			clear(row)
			continue
		}
		vector.AddScaled(row, -vector.Dot(row, y.Row(i)), y.Row(i))
		for k := range row {
			row[k] = float32(float64(row[k]) / l)
		}
	}
	return dy
}

// rectified returns max(x, 0).
func rectified(x vector.Matrix) vector.Matrix {
	y := vector.New(x.Rows, x.Cols)
	copy(y.Data, x.Data)
	vector.Rectify(y.Data)
	return y
}

// codedPass holds the intermediate results of a forward pass.
type codedPass struct {
	second                               [][]int32 // neighbours for the encoder's second layer
	near, hidden, far, mean, logs, codes vector.Matrix
	inner, outer, halfInner, halfOuter   vector.Matrix
	u, v, scores                         vector.Matrix
	lengths                              [5][]float64 // row lengths of means, of the decoder's layers, and of both sides of the scores
}

// forward computes the scores of all pairs: in training with each node's own replicas, at the end
// from new codes with the first replicas.
func (m *coded) forward(training bool, rng *rand.Rand) *codedPass {
	x := &codedPass{second: m.drawn(rng)}
	x.near = means(m.rows, m.drawn(rng))
	x.hidden = rectified(m.layers[layerHidden].apply(x.near, training))
	x.far = means(x.hidden, x.second)
	x.mean = rectified(m.layers[layerMean].apply(x.far, training))
	x.logs = rectified(m.layers[layerSpread].apply(x.far, training))
	x.codes, x.lengths[0] = directions(x.mean)
	if !training {
		for i, s := range x.logs.Data {
			x.codes.Data[i] += float32(m.Deviation * scalar.Exp(-float64(s)/2) * rng.NormFloat64())
		}
	}
	x.inner, x.lengths[1] = directions(m.layers[layerInner].apply(x.codes, training))
	x.halfInner = rectified(x.inner)
	x.outer, x.lengths[2] = directions(m.layers[layerOuter].apply(x.halfInner, training))
	x.halfOuter = rectified(x.outer)
	x.u, x.lengths[3] = directions(m.layers[layerU].apply(x.halfOuter, training))
	x.v, x.lengths[4] = directions(m.layers[layerV].apply(x.halfOuter, training))
	x.scores = vector.New(m.nodes, m.nodes)
	vector.AddProduct(x.scores, x.u, vector.Transposed(x.v))
	return x
}

// crossEntropy returns the mean weighted cross-entropy of all entries, the diagonal included, and
// adds its gradient to gradient.
func (m *coded) crossEntropy(scores, gradient vector.Matrix) (loss float64) {
	share := 1 / float64(m.nodes*m.nodes)
	for i, x := range scores.Data {
		s := float64(x)
		if m.real.Data[i] > 0 {
			loss += share * m.weight * math.Log1p(scalar.Exp(-s))
			gradient.Data[i] += float32(share * m.weight * (sigmoid(s) - 1))
		} else {
			loss += share * math.Log1p(scalar.Exp(s))
			gradient.Data[i] += float32(share * sigmoid(s))
		}
	}
	return loss
}

// divergence returns the mean over nodes of ½ Σ (ln σ² + 1/σ² - 1), which contains no μ since codes
// have length 1. It adds its gradient with respect to ln σ² to gradient.
func (m *coded) divergence(logs, gradient vector.Matrix) (loss float64) {
	share := m.Divergence / float64(2*m.nodes)
	for i, x := range logs.Data {
		e := scalar.Exp(-float64(x))
		loss += share * (float64(x) + e - 1)
		gradient.Data[i] += float32(share * (1 - e))
	}
	return loss
}

// discriminatorLoss returns λ2 times the mean cross-entropy of the logits of the graph's nodes and
// of the scores' nodes. It adds its gradients with respect to the scores and to the discriminator's
// weights; both minimise it.
func (m *coded) discriminatorLoss(scores, gradient vector.Matrix, own []float32) (loss float64) {
	width := m.rows.Cols
	last, dLast := m.discriminator[width*width:], own[width*width:]
	support, dSupport := vector.New(m.nodes, width), vector.New(m.nodes, width)
	vector.AddProduct(support, m.rows, vector.Dense(m.discriminator[:width*width], width))
	for _, side := range []struct {
		of   vector.Matrix
		sign float64 // sign of the label
	}{{m.real, -1}, {scores, 1}} {
		seen, dSeen := vector.New(m.nodes, width), vector.New(m.nodes, width)
		vector.AddProduct(seen, side.of, support)
		vector.Rectify(seen.Data)
		share := m.Adversary / float64(2*m.nodes)
		for i := range m.nodes {
			s := side.sign * float64(vector.Dot(seen.Row(i), last))
			loss += share * (max(s, 0) + math.Log1p(scalar.Exp(-math.Abs(s))))
			slope := float32(share * side.sign * sigmoid(s))
			vector.AddScaled(dSeen.Row(i), slope, last)
			vector.AddScaled(dLast, slope, seen.Row(i))
		}
		vector.Rectified(seen.Data, dSeen.Data)
		vector.AddTransposeProduct(dSupport, side.of, dSeen)
		if side.sign > 0 {
			vector.AddProduct(gradient, dSeen, vector.Transposed(support))
		}
	}
	vector.AddTransposeProduct(vector.Dense(own[:width*width], width), m.rows, dSupport)
	return loss
}

// codedGradient is a gradient. That of node i with respect to its replica of layer l is rows[l]_i
// slopes[l]_iᵀ; sums holds the sums over nodes after clipping. The discriminator's gradient is not
// clipped.
type codedGradient struct {
	loss          float64
	rows, slopes  [7]vector.Matrix
	sums          [7]vector.Matrix
	discriminator []float32
}

// size returns the number of values to which noise is added.
func (g *codedGradient) size() (size int) {
	for _, l := range g.sums {
		size += len(l.Data)
	}
	return size
}

// gradient returns the loss and its gradient. It clips each node's gradient to norm C, separately
// for each layer.
func (m *coded) gradient(clip float64, rng *rand.Rand) (*codedGradient, error) {
	if m.graph.open(m.network) {
		return m.byGraph(clip, rng)
	}
	x, g := m.forward(true, rng), &codedGradient{discriminator: make([]float32, len(m.discriminator))}
	dScores := vector.New(m.nodes, m.nodes)
	g.loss = m.crossEntropy(x.scores, dScores)
	if len(m.discriminator) > 0 {
		g.loss += m.discriminatorLoss(x.scores, dScores, g.discriminator)
	}
	add := func(layer int, of, dy vector.Matrix) {
		g.rows[layer], g.slopes[layer], g.sums[layer] = of, dy, clippedProducts(of, dy, clip)
	}
	du, dv := vector.New(m.nodes, x.u.Cols), vector.New(m.nodes, x.v.Cols)
	vector.AddProduct(du, dScores, x.v)
	vector.AddTransposeProduct(dv, dScores, x.u)
	du, dv = directionsBack(du, x.u, x.lengths[3]), directionsBack(dv, x.v, x.lengths[4])
	add(layerU, x.halfOuter, du)
	add(layerV, x.halfOuter, dv)
	dOuter := m.layers[layerU].back(du)
	vector.AddScaled(dOuter.Data, 1, m.layers[layerV].back(dv).Data)
	vector.Rectified(x.halfOuter.Data, dOuter.Data)
	dOuter = directionsBack(dOuter, x.outer, x.lengths[2])
	add(layerOuter, x.halfInner, dOuter)
	dInner := m.layers[layerOuter].back(dOuter)
	vector.Rectified(x.halfInner.Data, dInner.Data)
	dInner = directionsBack(dInner, x.inner, x.lengths[1])
	add(layerInner, x.codes, dInner)
	dMean := directionsBack(m.layers[layerInner].back(dInner), x.codes, x.lengths[0])
	vector.Rectified(x.mean.Data, dMean.Data)
	add(layerMean, x.far, dMean)
	dLogs := vector.New(m.nodes, m.Latent)
	g.loss += m.divergence(x.logs, dLogs)
	vector.Rectified(x.logs.Data, dLogs.Data)
	add(layerSpread, x.far, dLogs)
	dFar := m.layers[layerMean].back(dMean)
	vector.AddScaled(dFar.Data, 1, m.layers[layerSpread].back(dLogs).Data)
	dHidden := meansBack(dFar, x.second)
	vector.Rectified(x.hidden.Data, dHidden.Data)
	add(layerHidden, x.near, dHidden)
	return g, checkLoss(g.loss, m.Rate)
}

// step updates all weights. It adds the noise to the sums over nodes and divides by the number of
// rows that the layer read; the discriminator gets no noise.
func (m *coded) step(g *codedGradient, noise []float32, share float64) {
	for i, l := range m.layers {
		sum := g.sums[i].Data
		vector.AddScaled(sum, float32(share), noise[:len(sum)])
		noise = noise[len(sum):]
		rows := m.nodes
		if i == layerHidden {
			rows *= m.Neighbours + 1
		}
		l.moments.Step(l.shift.Data, sum, 1/float64(rows))
	}
	m.moments.Step(m.discriminator, g.discriminator, 1)
}

// release returns the graph of the highest scores above the diagonal, with as many edges as the
// original.
func (m *coded) release(rng *rand.Rand) (*graph.Graph, error) {
	scores, best := m.forward(false, rng).scores, pairHeap{}
	for i := range int32(m.nodes) {
		for j := i + 1; j < int32(m.nodes); j++ {
			best.offer(pairScore{scores.Row(int(i))[j], graph.Edge{U: i, V: j}}, m.edges)
		}
	}
	return best.graph(m.nodes)
}
