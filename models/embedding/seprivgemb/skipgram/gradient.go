package skipgram

import (
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// An edge at place b of a batch has two halves, numbers 2b and 2b+1. Half h has
//
//	centres[h]       the row of W_in of its centre
//	targets[h·m:]    the m = k+1 rows of W_out scored against it: the other end's,
//	                 then those of its negatives
//	against[h·m:]    the centre, once for each of them
//	coefficients     one per target: first the score, then the loss's derivative
//	                 with respect to it, at last the factor of the centre's row in
//	                 the update of the target's row
//	pulls            the loss's gradient with respect to the centre's row
//	factors[h]       the factor of the pull in the update of the centre's row
//	places[h]        h
type halves struct {
	m            int
	centres      []int32
	targets      []int32
	against      []int32
	coefficients []float32
	pulls        vector.Matrix
	factors      []float32
	places       []int32
}

// fill lays out a batch.
func (x *halves) fill(t *Tables, edges []graph.Edge, batch, negatives []int32) {
	n := 2 * len(batch)
	x.centres, x.places = sized(x.centres, n), sized(x.places, n)
	x.factors = sized(x.factors, n)
	x.targets, x.against, x.coefficients = sized(x.targets, n*x.m), sized(x.against, n*x.m), sized(x.coefficients, n*x.m)
	x.pulls = vector.Dense(sized(x.pulls.Data, n*t.width), t.width)
	for b, i := range batch {
		e := edges[i]
		x.centres[2*b], x.centres[2*b+1] = e.U, e.V
		x.targets[2*b*x.m], x.targets[(2*b+1)*x.m] = int32(t.nodes)+e.V, int32(t.nodes)+e.U
	}
	for h, centre := range x.centres {
		x.places[h] = int32(h)
		row := x.targets[h*x.m:][:x.m]
		for i, u := range negatives[h*(x.m-1):][:x.m-1] {
			row[1+i] = int32(t.nodes) + u
		}
		for i := range row {
			x.against[h*x.m+i] = centre
		}
	}
}

// sized returns a slice of n entries with arbitrary content.
func sized[T any](x []T, n int) []T {
	if n > cap(x) {
		return make([]T, n)
	}
	return x[:n]
}

// of returns half h's targets and their coefficients.
func (x *halves) of(h int) (targets []int32, coefficients []float32) {
	return x.targets[h*x.m:][:x.m], x.coefficients[h*x.m:][:x.m]
}

// score computes the scores of half h.
func (x *halves) score(t *Tables, h int) {
	targets, scores := x.of(h)
	vector.Dots(scores, t.row(x.centres[h]), t.rows, targets)
}

// differentiate turns σ of the scores into the loss's derivatives with respect to the scores, and
// computes the gradient with respect to the centre's row. That with respect to a target's row is
// its coefficient times the centre's row.
func (x *halves) differentiate(t *Tables, h int) {
	targets, c := x.of(h)
	c[0]--                                             // [SE-PrivGEmb] Eq. 8
	vector.Combine(x.pulls.Row(h), c, t.rows, targets) // [SE-PrivGEmb] Eq. 7
}

// scale multiplies the gradients of both halves at place b by a factor.
func (x *halves) scale(b int, factor float64) {
	for h := 2 * b; h < 2*b+2; h++ {
		x.factors[h] = float32(factor)
		_, c := x.of(h)
		for n := range c {
			if factor == 0 {
				c[n] = 0 // not 0 times a non-finite value
				continue
			}
			c[n] = float32(factor * float64(c[n]))
		}
	}
}

// gradients computes the contributions of the edges at places lo … hi-1 of the batch, a few at a
// time so that their rows stay in cache.
func (t *Trainer) gradients(_, lo, hi int) {
	x := &t.batch
	for ; lo < hi; lo += 4 {
		last := min(lo+4, hi)
		for h := 2 * lo; h < 2*last; h++ {
			x.score(t.tables, h)
		}
		vector.Logistic(x.coefficients[2*lo*x.m : 2*last*x.m])
		for b := lo; b < last; b++ {
			x.differentiate(t.tables, 2*b)
			x.differentiate(t.tables, 2*b+1)
			x.scale(b, -t.config.step()*x.factor(t.tables, b, t.config.Clip))
		}
	}
}
