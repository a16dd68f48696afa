package dpggan

import (
	"math"

	"github.com/graphdp/graphdp/models/learn/vector"
)

// row adds the gradient of the loss of node i, the cross-entropy of its pairs with all nodes, by
// the decoder's outputs, and returns that by the bias. neighbours are i's, in ascending order.
func (g *generator) row(i int, neighbours []int32, f, df vector.Matrix) (loss, dBias float64) {
	own := df.Row(i)
	for j := range f.Rows {
		linked := len(neighbours) > 0 && int(neighbours[0]) == j
		if linked {
			neighbours = neighbours[1:]
		}
		if i == j && !g.Diagonal {
			continue
		}
		p := probability(f, i, j, g.b())
		if linked {
			loss -= math.Log(max(p, 1e-38))
			p--
		} else {
			loss -= math.Log(max(1-p, 1e-38))
		}
		vector.AddScaled(own, float32(p), f.Row(j))
		vector.AddScaled(df.Row(j), float32(p), f.Row(i))
		dBias += p
	}
	return loss, dBias
}
