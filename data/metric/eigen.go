package metric

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
)

const (
	eigenvectorTolerance = 1e-10
	spectrumTolerance    = 1e-6
)

// Eigenvector returns the eigenvector centralities: the limit of power iteration on A+I from equal
// scores, scaled to unit length, non-negative. A is the adjacency matrix of the undirected graph;
// adding I makes the iteration converge on bipartite graphs too. residual is |Ax-λx|₂/λ, where λ is
// the largest eigenvalue: at most 10⁻¹⁰, unless A has eigenvalues so close to λ that a thousand
// products with A do not separate them.
//
// In a graph without edges all scores are equal. In one with several components, only components
// with largest eigenvalue λ have positive scores.
func Eigenvector(ctx context.Context, g *graph.Graph) (score []float64, residual float64, err error) {
	if err := given(ctx, g); err != nil {
		return nil, 0, err
	}
	g = g.Undirected()
	if g.N() == 0 {
		return nil, 0, nil
	}
	a := newSorted(g.CSR())
	start := make([]float64, g.N()) // the product of A and equal scores
	for i := range start {
		start[i] = float64(a.offsets[i+1] - a.offsets[i])
		if g.M() == 0 {
			start[i] = 1
		}
	}
	score, residual = lanczos(ctx, a, start)
	if err := ctx.Err(); err != nil {
		return nil, 0, fmt.Errorf("metric: eigenvector: %w", err)
	}
	if residual > eigenvectorTolerance {
		s := newSpace(a.times, score)
		_, vectors, left, err := s.converge(ctx, 1, identity, eigenvectorTolerance, 1000)
		if err != nil {
			return nil, 0, err
		}
		score, residual = vectors[0], left
	}
	total := lists.Sum(score)
	for u, x := range score {
		score[u] = max(0, math.Copysign(x, x*total)) // the exact vector is non-negative: remove rounding errors
	}
	return a.unsort(score), residual, nil
}

// Spectrum returns the k largest eigenvalues of the adjacency matrix in descending order, with
// multiplicity, or all N if there are fewer. residual bounds the distance of each from an
// eigenvalue, relative to the largest: at most 10⁻⁶, unless three thousand products with the matrix
// did not suffice. rng chooses the starting vector.
func Spectrum(ctx context.Context, g *graph.Graph, k int, rng *rand.Rand) (values []float64, residual float64, err error) {
	if err := given(ctx, g); err != nil {
		return nil, 0, err
	}
	if k < 1 {
		return nil, 0, fmt.Errorf("metric: %d eigenvalues, want at least 1", k)
	}
	if rng == nil {
		return nil, 0, fmt.Errorf("metric: spectrum: no source of randomness")
	}
	g = g.Undirected()
	k = min(k, g.N())
	a := newSorted(g.CSR())
	type pair struct {
		value  float64
		vector []float64
	}
	var found []pair // in descending order
	without := func(out, x []float64) {
		a.times(out, x)
		for _, p := range found {
			addScaled(out, -(p.value+low(found[0].value))*dot(p.vector, x), p.vector)
		}
	}
	// A search from one vector finds one vector of each eigenspace. Repeat it with the eigenvalues
	// found moved below all others, until nothing larger remains.
	for len(found) < g.N() {
		more, vectors, left, err := newSpace(without, randomVector(g.N(), rng)).converge(ctx, max(1, k-len(found)), identity, spectrumTolerance, 3000)
		if err != nil {
			return nil, 0, fmt.Errorf("metric: eigenvalues: %w", err)
		}
		residual = max(residual, left)
		if len(found) > 0 {
			top := found[0].value
			if len(found) >= k && more[0] <= found[k-1].value+spectrumTolerance*top {
				break
			}
			more = slices.DeleteFunc(more, func(x float64) bool { return 2*x < -top-low(top) }) // found before
		}
		for i, x := range more {
			found = append(found, pair{x, vectors[i]})
		}
		slices.SortStableFunc(found, func(a, b pair) int { return cmp.Compare(b.value, a.value) })
	}
	return lists.Map(found[:k], func(p pair) float64 { return p.value }), residual, nil
}

// low returns the absolute value of a number below all eigenvalues of an adjacency matrix, given
// the largest.
func low(largest float64) float64 { return 2*largest + 1 }

// lanczos returns the best approximation of the eigenvector of the largest eigenvalue, of unit
// length, in the Krylov space of start, after 24 products or once it is accurate enough. Unlike
// [space] it orthogonalises against two vectors only, which takes a third of the time on large
// graphs: until the first vector has converged the others stay orthogonal anyway. residual is the
// true |Ax-λx|₂/λ in any case. It stops early if ctx is done.
func lanczos(ctx context.Context, a *sorted, start []float64) (vector []float64, residual float64) {
	const most, look = 24, 2
	var (
		vectors        = [][]float64{start}
		length         = []float64{norm(start)} // of the vectors, which are used as if it were 1
		diagonal, side []float64
		weights        []float64
	)
	for step := 1; ; step++ {
		x, scale := vectors[step-1], 1/length[step-1]
		image := make([]float64, len(x))
		d := scale * scale * a.sum(func(lo, hi int) float64 {
			a.rows(image, x, lo, hi)
			return dotSlice(image[lo:hi], x[lo:hi])
		})
		diagonal = append(diagonal, d)
		before, back := x, 0.0
		if step > 1 {
			before, back = vectors[step-2], side[step-2]/length[step-2]
		}
		own := d * scale
		left := math.Sqrt(sum(len(x), func(lo, hi int) float64 {
			image, x, before := image[lo:hi], x[lo:hi], before[lo:hi]
			var s, t float64
			i := 0
			for ; i+1 < len(image); i += 2 {
				v := scale*image[i] - own*x[i] - back*before[i]
				w := scale*image[i+1] - own*x[i+1] - back*before[i+1]
				image[i], image[i+1] = v, w
				s += v * v
				t += w * w
			}
			for ; i < len(image); i++ {
				image[i] = scale*image[i] - own*x[i] - back*before[i]
				s += image[i] * image[i]
			}
			return s + t
		}))
		closed := left <= 1e-14*math.Abs(d)
		if ended := ctx.Err() != nil; step%look == 0 || step == most || closed || ended {
			values, mix, _, err := (&space{basis: vectors, alpha: diagonal, beta: side}).ritz()
			if err != nil {
				return start, math.Inf(1) // for the general search
			}
			value := values[step-1]
			weights = mat.Col(nil, step-1, mix)
			if closed || step == most || ended || left*math.Abs(weights[step-1]) <= eigenvectorTolerance/2*value {
				break
			}
		}
		vectors, length, side = append(vectors, image), append(length, left), append(side, left)
	}
	for i := range weights {
		weights[i] /= length[i]
	}
	vector = combine(vectors, weights)
	length[0] = norm(vector)
	for i := range vector {
		vector[i] /= length[0]
	}
	image := make([]float64, len(vector))
	value := a.sum(func(lo, hi int) float64 {
		a.rows(image, vector, lo, hi)
		return dotSlice(image[lo:hi], vector[lo:hi])
	})
	addScaled(image, -value, vector)
	if residual = norm(image); residual > 0 {
		residual /= value
	}
	return vector, residual
}

// mixInto adds the weighted sum of the vectors to x.
func mixInto(x []float64, vectors [][]float64, weights []float64) {
	each(len(x), func(lo, hi int) {
		x, j := x[lo:hi], 0
		for ; j+1 < len(vectors); j += 2 { // two at a time: half the passes over x
			v, w := vectors[j][lo:hi], vectors[j+1][lo:hi]
			a, b := weights[j], weights[j+1]
			for i := range x {
				x[i] += a*v[i] + b*w[i]
			}
		}
		if j < len(vectors) {
			v, a := vectors[j][lo:hi], weights[j]
			for i := range x {
				x[i] += a * v[i]
			}
		}
	})
}

func combine(vectors [][]float64, weights []float64) []float64 {
	x := make([]float64, len(vectors[0]))
	mixInto(x, vectors, weights)
	return x
}
