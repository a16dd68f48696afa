package train

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
)

// A private step has two duties: one example moves it by at most C, and the noise
// has the standard deviation that was paid for. Both are measured on steps as
// they run, by [faults]; right code has none, and each of the mutants has one.
//
// The measurement reads a step's noisy sum off the weights: plain gradient
// descent of rate 1 from weights 0 leaves minus the sum.

const (
	mutIn, mutOut, mutRows = 64, 64, 47
	mutBound, mutSigma     = 1.5, 0.8
)

// noisySum runs one step on the given gradients a_i ⊗ δ_i.
type noisySum func(a, delta []float32, rows int) ([]float32, error)

// faults measures one step with a wild example and without it, and one without
// any example.
func faults(step noisySum) ([]string, error) {
	rng := rand.New(rand.NewPCG(8, 8))
	a, delta := gaussians(rng, mutRows*mutIn), gaussians(rng, mutRows*mutOut)
	for i := (mutRows - 1) * mutOut; i < len(delta); i++ {
		delta[i] *= 1000 // the canary: the last example
	}
	var sums [3][]float32
	for i, rows := range []int{mutRows, mutRows - 1, 0} {
		var err error
		if sums[i], err = step(a, delta, rows); err != nil {
			return nil, err
		}
	}
	var found []string
	moved := 0.0
	for i := range sums[0] {
		d := float64(sums[0][i]) - float64(sums[1][i])
		moved += d * d
	}
	// The noise of equal steps of equal seeds is equal; sums of a few thousand
	// floats around 1 carry an error of some 10⁻⁶.
	if moved = math.Sqrt(moved); moved > mutBound*(1+1e-5) {
		found = append(found, fmt.Sprintf("the canary moves the sum by %.4g, the bound is %v", moved, mutBound))
	}
	// |noise|²/sd² is χ² with n = 4096 degrees of freedom: it is off n by more than
	// 2√(nx) + 2x with a probability of at most 2e^-x (Laurent and Massart 2000),
	// 6·10⁻¹⁰ for x = 22, where that is 0.158 n. A deviation of 0.9 makes it 0.81 n.
	n := float64(len(sums[2]))
	sd := mutBound * mutSigma
	if ratio := norm(sums[2]) * norm(sums[2]) / (sd * sd * n); math.Abs(ratio-1) > 0.158 {
		found = append(found, fmt.Sprintf("the variance of the noise is %.3f of what was paid for", ratio))
	}
	return found, nil
}

func TestMutantsOfThePrivateStepAreNoticed(t *testing.T) {
	// one makes a step from a clipping and noise of a scale. In a group, all
	// examples are clipped together.
	one := func(name string, clip Clipping, scale float32, group bool) noisySum {
		return func(a, delta []float32, rows int) ([]float32, error) {
			batch, dims := mutRows, []int{mutRows}
			rowsGiven := rows
			if group {
				delta = append(slices.Clone(delta[:rows*mutOut]), make([]float32, len(delta)-rows*mutOut)...)
				batch, dims, rowsGiven = 1, []int{1, mutRows}, 1
			}
			c := Config{
				Model: Model{Weights: [][]int{{mutIn, mutOut}}, Loss: func(t *Tape, x []*Node) *Node {
					loss := ReduceSum(Mul(t.Linear(0, x[0]), x[1]), -1)
					if group {
						loss = ReduceSum(loss, -1)
					}
					return loss
				}},
				Optimiser: SGD{Rate: 1}, Steps: 1, Batch: batch, Divisor: 1, Backend: name, Clip: &clip,
				Inputs: floats(append(slices.Clone(dims), mutIn), append(slices.Clone(dims), mutOut)),
			}
			right := c
			right.Clip = &Clipping{Bound: mutBound}
			tr := startAt(t, c, forged{silent(c), noisy(t, right, mutSigma), scale}, [][]float32{make([]float32, mutIn*mutOut)})
			err := step(tr, Batch{Present: first(rowsGiven, batch), Inputs: []*tensors.Tensor{
				tensors.FromFlatDataAndDimensions(a, append(dims, mutIn)...),
				tensors.FromFlatDataAndDimensions(delta, append(dims, mutOut)...),
			}})
			if err != nil {
				return nil, err
			}
			w, err := tr.Weights()
			return w[0], err
		}
	}
	each(t, func(t *testing.T, name string) {
		for _, c := range []struct {
			what   string
			step   noisySum
			faults int
		}{
			{"the step", one(name, Clipping{Bound: mutBound}, 1, false), 0},
			{"the clip removed", one(name, Clipping{Bound: 1e8}, 1, false), 1},
			{"the batch clipped instead of its examples", one(name, Clipping{Bound: mutBound}, 1, true), 1},
			{"noise of 0.9 the deviation", one(name, Clipping{Bound: mutBound}, 0.9, false), 1},
			{"no noise", one(name, Clipping{Bound: mutBound}, 0, false), 1},
		} {
			if name != "go" && c.faults > 0 {
				continue // the mutants are the same on every backend
			}
			found, err := faults(c.step)
			if err != nil {
				t.Fatal(err)
			}
			if len(found) != c.faults {
				t.Errorf("%s: %d faults found, want %d: %v", c.what, len(found), c.faults, found)
			}
		}
	})
}
