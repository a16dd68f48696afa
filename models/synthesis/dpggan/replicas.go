package dpggan

import (
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// replicas are the weights of a layer of the authors' code: one matrix per node, with random
// initial values. All replicas take the same noisy steps, so they never converge. A replica is
// therefore its initial weights, regenerated when needed, plus a shift that all replicas share.
type replicas struct {
	first   int     // replica of node 0
	bound   float32 // initial weights are uniform on ±bound
	seed    uint64
	shift   vector.Matrix
	moments *train.Moments[float32]
}

// values returns the trained state.
func (r *replicas) values() []any { return append([]any{r.shift.Data}, r.moments.Values()...) }

// weights copies the weights of a replica to a matrix.
func (r *replicas) weights(replica int, to vector.Matrix) {
	source, unit := rand.NewPCG(r.seed, uint64(replica)), r.bound/(1<<31)
	for i := 0; i < len(to.Data); i += 2 {
		word := source.Uint64()
		to.Data[i] = r.shift.Data[i] + unit*float32(int32(word))
		if i+1 < len(to.Data) {
			to.Data[i+1] = r.shift.Data[i+1] + unit*float32(int32(word>>32))
		}
	}
}

// apply multiplies each row by its node's replica, or all rows by replica 0.
func (r *replicas) apply(x vector.Matrix, own bool) vector.Matrix {
	y, w := vector.New(x.Rows, r.shift.Cols), vector.New(r.shift.Rows, r.shift.Cols)
	if !own {
		r.weights(0, w)
		vector.AddProduct(y, x, w)
		return y
	}
	for i := range x.Rows {
		r.weights(r.first+i, w)
		vector.AddProduct(y.RowsOf(i, i+1), x.RowsOf(i, i+1), w)
	}
	return y
}

// back backpropagates through [replicas.apply] with each node's own replica.
func (r *replicas) back(dy vector.Matrix) vector.Matrix {
	dx, w := vector.New(dy.Rows, r.shift.Rows), vector.New(r.shift.Rows, r.shift.Cols)
	for i := range dy.Rows {
		r.weights(r.first+i, w)
		for k, row := 0, dx.Row(i); k < w.Rows; k++ {
			row[k] = vector.Dot(w.Row(k), dy.Row(i))
		}
	}
	return dx
}

// clippedProducts returns the sum over nodes of the gradients x_i dy_iᵀ, each scaled down to norm
// C.
func clippedProducts(x, dy vector.Matrix, clip float64) vector.Matrix {
	scaled, sum := vector.New(dy.Rows, dy.Cols), vector.New(x.Cols, dy.Cols)
	for i := range x.Rows {
		scale := 1.0
		if norm := length(x.Row(i)) * length(dy.Row(i)); norm > clip {
			scale = clip / norm
		}
		vector.AddScaled(scaled.Row(i), float32(scale), dy.Row(i))
	}
	vector.AddTransposeProduct(sum, x, scaled)
	return sum
}

// length returns the ℓ2 norm.
func length(x []float32) float64 {
	square := 0.0
	for _, v := range x {
		square += float64(v) * float64(v)
	}
	return math.Sqrt(square)
}
