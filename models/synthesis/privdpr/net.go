package privdpr

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/scalar"
)

// network is f of Eq. 4: sigmoid layers without biases, the last with one output, and every weight
// matrix W normalised to W/(s|W|₂).
type network struct {
	scale   float64 // s
	weights []*weight
}

// newNetwork draws Gaussian weights by Glorot and Bengio (2010), like the authors' code: variance
// 2/(rows+columns).
func newNetwork(inputs, hidden, matrices int, scale float64, r *rand.Rand) *network {
	f := &network{scale: scale}
	for l := range matrices {
		rows, cols := hidden, hidden
		if l == 0 {
			rows = inputs
		}
		if l == matrices-1 {
			cols = 1
		}
		raw := general(rows, cols)
		sd := math.Sqrt(2 / float64(rows+cols))
		for i := range raw.Data {
			raw.Data[i] = sd * r.NormFloat64()
		}
		f.weights = append(f.weights, &weight{raw: raw, unit: general(rows, cols)})
	}
	return f
}

func general(rows, cols int) blas64.General {
	return blas64.General{Rows: rows, Cols: cols, Stride: cols, Data: make([]float64, rows*cols)}
}

// normalise scales every matrix to norm 1/s. With a nil source it uses exact norms, as the proof of
// Theorem 4.2 needs; otherwise those of the authors' code, one step of power iteration from a
// random vector.
func (f *network) normalise(oneStep *rand.Rand) error {
	if oneStep != nil {
		for _, w := range f.weights {
			w.norm = w.powerStep(oneStep)
		}
	}
	return parallel.Do(len(f.weights), func(l int) error {
		w := f.weights[l]
		if oneStep == nil {
			if err := w.spectral(); err != nil {
				return fmt.Errorf("privdpr: weight matrix %d: %w", l+1, err)
			}
		}
		for i, x := range w.raw.Data {
			w.unit.Data[i] = x / (f.scale * w.norm) // [PRIVDPR25] Thm 4.2: W_WN(W) = W/|sW|₂
		}
		return nil
	})
}

// powerStep estimates |W|₂ from below by |Wv|, where v is the normalised Wᵀx of a random x.
func (w *weight) powerStep(r *rand.Rand) float64 {
	x := blas64.Vector{N: w.raw.Rows, Inc: 1, Data: make([]float64, w.raw.Rows)}
	for i := range x.Data {
		x.Data[i] = r.NormFloat64()
	}
	v := blas64.Vector{N: w.raw.Cols, Inc: 1, Data: make([]float64, w.raw.Cols)}
	blas64.Gemv(blas.Trans, 1, w.raw, x, 0, v)
	blas64.Scal(1/blas64.Nrm2(v), v)
	blas64.Gemv(blas.NoTrans, 1, w.raw, v, 0, x)
	return blas64.Nrm2(x)
}

// pass holds the layers of a forward pass for the backward pass.
type pass struct {
	layers []blas64.General // inputs, then the outputs of each layer
}

// forward computes f for every row of x.
func (f *network) forward(x blas64.General) *pass {
	p := &pass{layers: []blas64.General{x}}
	for _, w := range f.weights {
		out := general(x.Rows, w.unit.Cols)
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, p.layers[len(p.layers)-1], w.unit, 0, out)
		for i, z := range out.Data {
			out.Data[i] = 1 / (1 + scalar.Exp(-z)) // [PRIVDPR25] Eq. 4, φ the sigmoid
		}
		p.layers = append(p.layers, out)
	}
	return p
}

// outputs returns f for each input row.
func (p *pass) outputs() []float64 { return p.layers[len(p.layers)-1].Data }

// backward takes ∂ℓ/∂f and returns ∂ℓ/∂V, both by input row. It adds ∂ℓ/∂W to gradients, one slice
// per matrix, unless that is nil.
func (f *network) backward(p *pass, dOut []float64, gradients [][]float64) blas64.General {
	delta := general(len(dOut), 1)
	copy(delta.Data, dOut)
	for l := len(f.weights) - 1; ; l-- {
		w, out, in := f.weights[l], p.layers[l+1], p.layers[l]
		for i, a := range out.Data {
			delta.Data[i] *= a * (1 - a)
		}
		if gradients != nil {
			w.addGradient(f.scale, in, delta, gradients[l])
		}
		back := general(in.Rows, in.Cols)
		blas64.Gemm(blas.NoTrans, blas.Trans, 1, delta, w.unit, 0, back)
		if l == 0 {
			return back
		}
		delta = back
	}
}

// addGradient adds ∂ℓ/∂W, which with G = ∂ℓ/∂(W/(s|W|)) is
//
//	(G - ⟨G, W⟩/|W| · uvᵀ) / (s|W|)
//
// since the gradient of |W|₂ is uvᵀ. The norm estimate of the authors' code counts as a constant.
func (w *weight) addGradient(scale float64, in, delta blas64.General, gradient []float64) {
	g := general(w.raw.Rows, w.raw.Cols)
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, in, delta, 0, g)
	along := 0.0
	if w.ref != nil {
		for i, x := range w.raw.Data {
			along += x * g.Data[i]
		}
		along /= w.norm
	}
	for i := range g.Rows {
		for j := range g.Cols {
			d := g.Data[i*g.Cols+j]
			if w.ref != nil {
				d -= along * w.u[i] * w.v[j]
			}
			gradient[i*g.Cols+j] += d / (scale * w.norm)
		}
	}
}

// zeros returns zero gradients of the weights.
func (f *network) zeros() [][]float64 {
	g := make([][]float64, len(f.weights))
	for l, w := range f.weights {
		g[l] = make([]float64, len(w.raw.Data))
	}
	return g
}
