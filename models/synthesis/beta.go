package synthesis

import (
	"math"

	"github.com/graphdp/graphdp/gdp"
)

// Beta is how fast a smooth sensitivity may change from a graph to its neighbours, so that one
// number with Laplace noise of 2/ε times it is (ε, δ)-private. For more numbers it is too fast.
func Beta(eps gdp.Epsilon, delta gdp.Delta) float64 {
	return float64(eps) / 2 / math.Log(2/float64(delta)) // [MW12] Triangles
}
