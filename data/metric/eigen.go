package metric

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/graphdp/graphdp/data/graph"
)

const (
	eigenvectorTolerance = 1e-10
	spectrumTolerance    = 1e-6
)

// Eigenvector returns the eigenvector centralities: what power iteration on A+I
// tends to from equal scores, scaled to unit length, with no negative entries.
// A is the adjacency matrix of the undirected graph; adding I makes the
// iteration settle on bipartite graphs too. residual is |Ax-λx|₂/λ, λ the
// largest eigenvalue: 10⁻¹⁰ or less, unless A has eigenvalues so close to λ that
// a thousand products with A do not tell them apart.
//
// In a graph without edges all scores are equal. In one with several components,
// only those whose own largest eigenvalue is λ have scores above 0.
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
		e, err := topEigen(ctx, a, [][]float64{score}, eigenvectorTolerance, 1000)
		if err != nil {
			return nil, 0, err
		}
		score, residual = e.vectors[0], e.residual
	}
	total := 0.0
	for _, x := range score {
		total += x
	}
	for u, x := range score {
		score[u] = max(0, math.Copysign(x, x*total)) // the wanted vector is nowhere negative: that is rounding
	}
	return a.unsort(score), residual, nil
}

// Spectrum returns the k largest eigenvalues of the adjacency matrix, in falling
// order, all N of them when there are fewer than k. Those that are equal are
// listed as often as they occur. residual bounds how far each may be from an
// eigenvalue, relative to the largest: 10⁻⁶ or less, unless three thousand
// products with the matrix were not enough. rng chooses where the search starts.
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
	start := make([][]float64, min(k, g.N()))
	for i := range start {
		start[i] = make([]float64, g.N())
		for u := range start[i] {
			start[i][u] = rng.NormFloat64()
		}
	}
	a := newSorted(g.CSR())
	for i, x := range start {
		start[i] = a.sort(x)
	}
	e, err := topEigen(ctx, a, start, spectrumTolerance, 3000)
	if err != nil {
		return nil, 0, err
	}
	return e.values, e.residual, nil
}

// eigen holds the largest eigenvalues and their vectors.
type eigen struct {
	values   []float64
	vectors  [][]float64 // of unit length
	residual float64     // the largest |Ax-λx|₂, divided by the largest |λ|
}

// topEigen finds as many of the largest eigenvalues of a matrix as
// there are start vectors. It grows a space by products with the matrix (a block
// Krylov space), takes the best approximations within it, keeps the better part
// when the space has become large, and stops when the residuals are below the
// tolerance, the space is closed, or the given number of products has been formed.
//
// Only directions that the start vectors have a part in are found: one start
// vector yields one vector of an eigenspace, k random ones as many as k.
func topEigen(ctx context.Context, a *sorted, start [][]float64, tolerance float64, products int) (eigen, error) {
	k := len(start)
	const (
		stride = 3 // products with each vector between two looks at the residuals
		block  = 4 // vectors to restart from: few, so that the space gets deep
		spare  = 24
	)
	if k == 0 || len(a.order) == 0 {
		return eigen{}, nil
	}
	s := subspace{}
	for {
		if keep := 2*k + 3; s.size()+stride*len(start) > keep+spare {
			s.shrink(keep)
		}
		closed := false
		for range stride {
			first := s.size()
			for _, x := range start {
				if err := ctx.Err(); err != nil {
					return eigen{}, fmt.Errorf("metric: eigenvalues: %w", err)
				}
				if s.orthonormalize(x) {
					image := make([]float64, len(x))
					a.times(image, x)
					products--
					s.push(x, image)
				}
			}
			start = start[:0]
			for _, image := range s.images[first:] {
				start = append(start, slices.Clone(image))
			}
			if closed = s.size() == first; closed {
				break
			}
		}

		s.solve()
		e := eigen{values: slices.Clone(s.values[:min(k, s.size())])}
		scale := max(s.values[0], -s.values[s.size()-1])
		start = start[:0]
		last := closed || products <= 0
		for i := range e.values {
			if len(start) == block && !last {
				break // enough to continue with
			}
			r := s.residual(i)
			size := norm(r)
			if scale > 0 { // else the matrix is 0 on this space
				size /= scale
			}
			e.residual = max(e.residual, size)
			if size > tolerance {
				start = append(start, r)
			}
		}
		if len(start) == 0 || last {
			for i := range e.values {
				e.vectors = append(e.vectors, combine(s.basis, s.weights(i)))
			}
			return e, nil
		}
	}
}

// lanczos returns the best approximation of the eigenvector of the largest eigenvalue, of unit
// length, in the space that products with start span, after 24 of them or when it is good enough.
// It orthogonalises against two vectors only, which costs little more than power iteration: until
// the first vector has settled the others stay orthogonal by themselves. residual is |Ax-λx|₂/λ,
// whatever has become of that. It ends early when ctx is done.
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
			value := 0.0
			value, weights = topOfTridiagonal(diagonal, side)
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

// topOfTridiagonal returns the largest eigenvalue of a symmetric tridiagonal matrix, with its
// vector.
func topOfTridiagonal(diagonal, side []float64) (value float64, vector []float64) {
	n := len(diagonal)
	m := mat.NewSymDense(n, nil)
	for i, x := range diagonal {
		m.SetSym(i, i, x)
		if i > 0 {
			m.SetSym(i-1, i, side[i-1])
		}
	}
	var e mat.EigenSym
	e.Factorize(m, true) // a finite symmetric matrix has a factorisation
	var vectors mat.Dense
	e.VectorsTo(&vectors)
	return e.Values(nil)[n-1], mat.Col(nil, n-1, &vectors)
}

// subspace is a space of vectors with the images of its basis under a symmetric
// matrix A, and the approximations of eigenvectors of A that lie in it.
type subspace struct {
	basis  [][]float64 // orthonormal
	images [][]float64 // A times each
	gram   [][]float64 // the lower half of basisᵀ A basis

	values []float64 // approximate eigenvalues, in falling order
	mix    mat.Dense // column size-1-i mixes the basis into the vector of values[i]
}

func (s *subspace) size() int { return len(s.basis) }

// orthonormalize makes x orthogonal to the basis and of unit length. It returns
// false when x lies in the space but for rounding.
func (s *subspace) orthonormalize(x []float64) bool {
	length := norm(x)
	if length == 0 {
		return false
	}
	for range 3 { // once is enough when x is nearly orthogonal, twice else
		parts := project(s.basis, x)
		for i := range parts {
			parts[i] = -parts[i]
		}
		mixInto(x, s.basis, parts)
		left := norm(x)
		if left > length/2 {
			each(len(x), func(lo, hi int) {
				for i := lo; i < hi; i++ {
					x[i] /= left
				}
			})
			return true
		}
		if left < 1e-12*length {
			return false
		}
		length = left
	}
	return false
}

// push adds a unit vector, orthogonal to the basis, with its image.
func (s *subspace) push(x, image []float64) {
	s.basis, s.images = append(s.basis, x), append(s.images, image)
	s.gram = append(s.gram, project(s.basis, image))
}

// solve finds the approximations.
func (s *subspace) solve() {
	n := s.size()
	a := mat.NewSymDense(n, nil)
	for i, row := range s.gram {
		for j, x := range row {
			a.SetSym(i, j, x)
		}
	}
	var e mat.EigenSym
	e.Factorize(a, true) // a finite symmetric matrix has a factorisation
	s.values = e.Values(nil)
	slices.Reverse(s.values)
	s.mix.Reset()
	e.VectorsTo(&s.mix)
}

// weights returns those that mix the basis into the i-th approximation.
func (s *subspace) weights(i int) []float64 {
	return mat.Col(nil, s.size()-1-i, &s.mix)
}

// residual returns A x - λ x for the i-th approximation.
func (s *subspace) residual(i int) []float64 {
	w := s.weights(i)
	r := combine(s.images, w)
	for j := range w {
		w[j] *= -s.values[i]
	}
	mixInto(r, s.basis, w)
	return r
}

// shrink keeps the space of the first n approximations.
func (s *subspace) shrink(n int) {
	n = min(n, s.size())
	basis, images, gram := make([][]float64, n), make([][]float64, n), make([][]float64, n)
	for i := range n {
		w := s.weights(i)
		basis[i], images[i], gram[i] = combine(s.basis, w), combine(s.images, w), make([]float64, i+1)
		gram[i][i] = s.values[i]
	}
	s.basis, s.images, s.gram = basis, images, gram
}

// project returns the scalar product of x with every vector.
func project(vectors [][]float64, x []float64) []float64 {
	parts := make([][]float64, (len(x)+sumBlock-1)/sumBlock)
	each(len(x), func(lo, hi int) {
		part := make([]float64, len(vectors))
		for j, v := range vectors {
			part[j] = dotSlice(x[lo:hi], v[lo:hi])
		}
		parts[lo/sumBlock] = part
	})
	total := make([]float64, len(vectors))
	for _, part := range parts { // in order: see sum
		for j, s := range part {
			total[j] += s
		}
	}
	return total
}

// mixInto adds to x the sum of the vectors, each times its weight.
func mixInto(x []float64, vectors [][]float64, weights []float64) {
	each(len(x), func(lo, hi int) {
		x, j := x[lo:hi], 0
		for ; j+1 < len(vectors); j += 2 { // two at a time: half the trips through x
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
