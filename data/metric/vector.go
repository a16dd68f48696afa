package metric

import (
	"context"
	"errors"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/lists"
)

// each calls f on blocks of 0 … n-1 on all cores.
func each(n int, f func(lo, hi int)) {
	parallel.Blocks(n, sumBlock, func(_, lo, hi int) { f(lo, hi) })
}

// dot returns the dot product.
func dot(x, y []float64) float64 {
	return sum(len(x), func(lo, hi int) float64 {
		return dotSlice(x[lo:hi], y[lo:hi])
	})
}

// dotSlice uses four sums: additions to a single one would wait for each other.
func dotSlice(x, y []float64) float64 {
	var a, b, c, d float64
	for len(x) >= 4 && len(y) >= 4 {
		a += x[0] * y[0]
		b += x[1] * y[1]
		c += x[2] * y[2]
		d += x[3] * y[3]
		x, y = x[4:], y[4:]
	}
	for i, v := range x {
		a += v * y[i]
	}
	return (a + b) + (c + d)
}

// addScaled adds a·y to x.
func addScaled(x []float64, a float64, y []float64) {
	each(len(x), func(lo, hi int) {
		x, y := x[lo:hi], y[lo:hi]
		for i := range x {
			x[i] += a * y[i]
		}
	})
}

func norm(x []float64) float64 { return math.Sqrt(dot(x, x)) }

func mean(x []float64) float64 {
	total := lists.Sum(x)
	return total / float64(len(x))
}

// sumBlock is the number of terms per work unit.
const sumBlock = 1 << 12

// someNodes is the number of nodes that a loop visits between two checks of the context.
const someNodes = 1 << 12

// sum adds f over blocks of 0 … n-1. Blocks are added in a fixed order, so that every bit of the
// result is the same on each run and with any number of cores.
func sum(n int, f func(lo, hi int) float64) float64 {
	parts := make([]float64, (n+sumBlock-1)/sumBlock)
	parallel.Blocks(n, sumBlock, func(_, lo, hi int) { parts[lo/sumBlock] = f(lo, hi) })
	return lists.Sum(parts)
}

// given returns an error for a nil context or a nil graph.
func given(ctx context.Context, g *graph.Graph) error {
	if ctx == nil {
		return errors.New("metric: no context")
	}
	return givenGraph(g)
}

func givenGraph(g *graph.Graph) error {
	if g == nil {
		return errors.New("metric: no graph")
	}
	return nil
}
