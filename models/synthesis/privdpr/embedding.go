package privdpr

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Embedding is V: a row of numbers for each node.
type Embedding struct {
	dim    int
	values []float32
}

// newEmbedding draws rows from the normal law of Glorot and Bengio (2010), as the
// authors' code does: variance 2/(N+r).
func newEmbedding(n, dim int, r *rand.Rand) (*Embedding, error) {
	if r == nil {
		return nil, fmt.Errorf("privdpr: no source of randomness")
	}
	if n < 1 || dim < 1 {
		return nil, fmt.Errorf("privdpr: an embedding of %d nodes in %d dimensions", n, dim)
	}
	e := &Embedding{dim, make([]float32, n*dim)}
	sd := math.Sqrt(2 / float64(n+dim))
	for i := range e.values {
		e.values[i] = float32(sd * r.NormFloat64())
	}
	return e, nil
}

// N is the number of rows.
func (e *Embedding) N() int { return len(e.values) / e.dim }

// Dim is the length of a row.
func (e *Embedding) Dim() int { return e.dim }

// Row is the row of node u. It is part of the embedding: do not modify it.
func (e *Embedding) Row(u int32) []float32 {
	lo := int(u) * e.dim
	return e.values[lo : lo+e.dim : lo+e.dim]
}

// dot is v_i·v_j, to 15 digits: products of float32 are exact in float64.
func dot(x, y []float32) float64 {
	var a, b float64
	for len(x) >= 2 && len(y) >= 2 {
		a += float64(x[0]) * float64(y[0])
		b += float64(x[1]) * float64(y[1])
		x, y = x[2:], y[2:]
	}
	for i, v := range x {
		a += float64(v) * float64(y[i])
	}
	return a + b
}
