package train

import (
	"math"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/graphdp/graphdp/data/scalar"
)

// The loss is its formula, computed in float64.
func TestCrossEntropy(t *testing.T) {
	x := []float32{1, -2, 3, 0, 0.5, 2}
	each(t, func(t *testing.T, name string) {
		out := call(t, name, func(a []*Node) []*Node { return []*Node{CrossEntropy(Reshape(a[0], 2, 3), a[1])} }, x, []int32{2, 0})
		for r, class := range []int{2, 0} {
			sum := 0.0
			for _, u := range x[3*r : 3*r+3] {
				sum += scalar.Exp(float64(u))
			}
			if got, want := float64(out[0][r]), math.Log(sum)-float64(x[3*r+class]); math.Abs(got-want) > 1e-5*(1+want) {
				t.Errorf("the loss of row %d is %v, want %v", r, got, want)
			}
		}
	})
}

// Optimisers are their recursions in float64.
func TestOptimisers(t *testing.T) {
	gradients := [][]float32{{1, -2}, {0.5, 0}, {-1, 3}}
	adam := Adam{Rate: 0.1, Beta1: 0.8, Beta2: 0.95, Epsilon: 1e-6}
	for name, c := range map[string]struct {
		optimiser Optimiser
		update    func(step int, g float64, state *[2]float64) float64
	}{
		"gradient descent": {SGD{Rate: 0.1}, func(_ int, g float64, _ *[2]float64) float64 { return g }},
		"Adam": {adam, func(step int, g float64, s *[2]float64) float64 {
			s[0] = 0.8*s[0] + 0.2*g
			s[1] = 0.95*s[1] + 0.05*g*g
			m, v := s[0]/(1-scalar.Pow(0.8, float64(step))), s[1]/(1-scalar.Pow(0.95, float64(step)))
			return m / (math.Sqrt(v) + 1e-6)
		}},
	} {
		each(t, func(t *testing.T, backend string) {
			conf := Config{
				Model: Model{Weights: [][]int{{1, 2}}, Loss: func(t *Tape, x []*Node) *Node {
					return ReduceSum(Mul(t.Linear(0, Ones(x[0].Graph(), column(1))), x[0]), -1)
				}},
				Optimiser: c.optimiser, Decay: 0.3, Steps: 4, Batch: 1, Inputs: floats([]int{1, 2}), Divisor: 2, Backend: backend,
			}
			tr := startAt(t, conf, nil, [][]float32{{1, 2}})
			w, state := []float64{1, 2}, [2][2]float64{}
			for step, g := range gradients {
				mustStep(t, tr, Batch{Present: first(1, 1), Inputs: []*tensors.Tensor{tensors.FromFlatDataAndDimensions(g, 1, 2)}})
				for j := range w {
					w[j] -= 0.1 * c.update(step+1, float64(g[j])/2+0.3*w[j], &state[j])
				}
			}
			for j, got := range weights(t, tr) {
				if math.Abs(float64(got)-w[j]) > 1e-5 {
					t.Errorf("%s: weight %d is %v, want %v", name, j, got, w[j])
				}
			}
		})
	}
}

func ones(n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = 1
	}
	return x
}

func column(n int) shapes.Shape { return shapes.Make(dtypes.Float32, n, 1) }
