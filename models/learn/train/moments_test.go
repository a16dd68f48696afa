package train

import (
	"math"
	"math/rand/v2"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
)

// Adam on slices takes the steps of Adam in a GoMLX graph.
func TestAdamIsAdam(t *testing.T) {
	const n = 9
	rng := rand.New(rand.NewPCG(2, 1))
	adam := Adam{Rate: 0.03, Beta1: 0.8, Beta2: 0.95, Epsilon: 1e-3}
	w := gaussians(rng, n)
	state, on := [][]float32{w, make([]float32, n), make([]float32, n)}, NewMoments[float32](adam, n)
	moved := append([]float32(nil), w...)
	for step := 1; step <= 5; step++ {
		g := gaussians(rng, n)
		state = call(t, "go", func(a []*Node) []*Node {
			direction, kept := adam.direction(a[1], a[2:4], a[4])
			return append([]*Node{Sub(a[0], MulScalar(direction, adam.Rate))}, kept...)
		}, state[0], g, state[1], state[2], float32(step))
		on.Step(moved, g, 1)
		for i, want := range state[0] {
			if math.Abs(float64(moved[i]-want)) > 1e-6 {
				t.Errorf("step %d: weight %v, want %v", step, moved[i], want)
			}
		}
	}
}
