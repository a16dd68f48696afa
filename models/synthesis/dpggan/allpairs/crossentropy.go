package allpairs

import (
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// Weights are the weights of terms in a binary cross-entropy: of a linked pair, of an unlinked
// pair, and of a node's pair with itself, as linked and as unlinked.
type Weights struct {
	Linked, Unlinked         float64
	LoopLinked, LoopUnlinked float64
}

// CrossEntropy returns the loss of all pairs of nodes of an undirected graph with the given edges.
// It adds its gradient with respect to z to dz and returns the derivative by the bias.
func (d *Decoder) CrossEntropy(z vector.Matrix, bias float64, edges []graph.Edge, w Weights, dz vector.Matrix) (loss, dbias float64) {
	loss, dbias = d.Unlinked(z, bias, w.Unlinked, dz)
	more := func(pairs []graph.Edge, linked, unlinked float64) {
		l, b := d.Pairs(z, bias, pairs, linked, unlinked, dz)
		loss, dbias = loss+l, dbias+b
	}
	more(edges, w.Linked, -w.Unlinked)
	if w.LoopLinked != 0 || w.LoopUnlinked != 0 {
		loops := make([]graph.Edge, z.Rows)
		for u := range loops {
			loops[u] = graph.Edge{U: int32(u), V: int32(u)}
		}
		more(loops, w.LoopLinked, w.LoopUnlinked)
	}
	return loss, dbias
}

// Divergence returns w·KL(Π N(μ, σ²) ‖ Π N(0, 1)) = w·½Σ(μ² + σ² - 1 - 2 ln σ) over all entries of
// the means and of ln σ. It adds its gradients to theirs.
func Divergence(mean, logSigma vector.Matrix, w float64, dmean, dlogSigma vector.Matrix) float64 {
	sum := 0.0
	for u := range mean.Rows {
		dm, dl, logs := dmean.Row(u), dlogSigma.Row(u), logSigma.Row(u)
		for k, m := range mean.Row(u) {
			l := float64(logs[k])
			square := scalar.Exp(2 * l)
			sum += float64(m)*float64(m) + square - 1 - 2*l
			dm[k] += float32(w * float64(m))
			dl[k] += float32(w * (square - 1))
		}
	}
	return w / 2 * sum
}

// Draw sets z = μ + σ·e for standard normal numbers e.
func Draw(z, mean, logSigma, e vector.Matrix) {
	for u := range z.Rows {
		code, eps, m := z.Row(u), e.Row(u), mean.Row(u)
		for k, l := range logSigma.Row(u) {
			code[k] = m[k] + float32(scalar.Exp(float64(l)))*eps[k]
		}
	}
}

// Drawn backpropagates through [Draw]: it adds dz to the gradient of the means and dz·σ·e to that
// of ln σ.
func Drawn(dz, logSigma, e, dmean, dlogSigma vector.Matrix) {
	for u := range dz.Rows {
		dm, dl, eps, logs := dmean.Row(u), dlogSigma.Row(u), e.Row(u), logSigma.Row(u)
		for k, g := range dz.Row(u) {
			dm[k] += g
			dl[k] += g * eps[k] * float32(scalar.Exp(float64(logs[k])))
		}
	}
}
