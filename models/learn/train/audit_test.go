package train

import (
	"context"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/audit"
)

// The training step as it runs, audited with a gradient canary: an example with a gradient far
// beyond the bound, in one direction, is in the batch or not. Each step of plain gradient descent
// is one run: its update is its noisy sum. The attack, which assumes Gaussian noise, finds more
// than half of the ε of one step and no more than all of it. Without clipping it finds more than
// that.
//
// For correct code the bound is wrong with probability at most 10⁻⁶, its confidence.
func TestAuditOfTheStep(t *testing.T) {
	const runs, in, out, bound, sigma = 2000, 3, 8, 0.7, 1.0
	level := audit.Level{Delta: 1e-5, Confidence: 1 - 1e-6}
	a := must.Get(gauss.New(accounting.AddRemove))(t)
	proved := must.Get(a.Epsilon(accounting.Gaussian{NoiseMultiplier: sigma}, level.Delta))(t)
	attacked := func(clip float64) audit.Bound {
		t.Helper()
		c := Config{
			Model: Model{Weights: [][]int{{in, out}}, Loss: func(t *Tape, x []*Node) *Node {
				return ReduceSum(Mul(t.Linear(0, x[0]), x[1]), -1)
			}},
			Optimiser: SGD{Rate: 1}, Steps: 2 * runs, Batch: 3, Inputs: floats([]int{3, in}, []int{3, out}), Divisor: 1,
			Backend: "go", Clip: clip,
		}
		forSome := c
		forSome.Clip = bound
		tr := startAt(t, c, forged{silent(c), noisy(t, forSome, sigma), 1}, [][]float32{make([]float32, in*out)})
		// The last example is the canary: its gradient is 20 in the last entry.
		inputs := []*tensors.Tensor{
			tensors.FromFlatDataAndDimensions([]float32{1, 0, 0, 0, 1, 0, 0, 0, 1}, 3, in),
			tensors.FromFlatDataAndDimensions(append(make([]float32, 3*out-1), 20), 3, out),
		}
		before := 0.0
		outputs := must.Get(audit.Campaign{Name: "step", Runs: runs, Workers: 1}.Collect(context.Background(), func(_ context.Context, world, _ int) ([]float64, error) {
			if err := step(tr, Batch{Inputs: inputs, Present: first(2+world, 3)}); err != nil {
				return nil, err
			}
			w, err := tr.Weights()
			if err != nil {
				return nil, err
			}
			now := float64(w[0][in*out-1])
			moved := before - now
			before = now
			return []float64{moved}, nil
		}))(t)
		return must.Get(audit.Attack{Distinguisher: audit.Entry(0), Level: level, Gaussian: true}.Bound(outputs))(t)
	}
	found := attacked(bound)
	t.Logf("proved %.3f, audited %v", float64(proved), found)
	if found.IfGaussian > proved || !(found.IfGaussian > proved/2) || !(found.Epsilon > 0.5) {
		t.Errorf("audited %v, proved %v", found, proved)
	}
	if found := attacked(1e6); !found.Violates(proved) {
		t.Errorf("with the clip removed: audited %v, proved %v", found, proved)
	}
}
