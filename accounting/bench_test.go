package accounting_test

import (
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/papertest"
	"github.com/graphdp/graphdp/accounting/pld"
	"github.com/graphdp/graphdp/accounting/rdp"
	"github.com/graphdp/graphdp/data/must"
)

// BenchmarkPlan measures the task of docs/benchmarks/accounting.sh: 10,000 steps on Poisson samples
// of a hundredth, σ = 1.1 or calibrated, δ = 10⁻⁵.
func BenchmarkPlan(b *testing.B) {
	own, _ := pld.New(accounting.AddRemove)
	renyi, _ := rdp.New(accounting.AddRemove)
	plan := func(sigma float64) accounting.Event { return papertest.SampledGaussian(.01, sigma, 10000) }
	epsilon := func(a accounting.Accountant) func() (float64, error) {
		return func() (float64, error) {
			eps, err := a.Epsilon(plan(1.1), 1e-5)
			return float64(eps), err
		}
	}
	calibrate := func(a accounting.Accountant) func() (float64, error) {
		return func() (float64, error) {
			return accounting.CalibrateNoise(a, accounting.Budget{Epsilon: 1, Delta: 1e-5}, plan)
		}
	}
	for _, c := range []struct {
		name string
		run  func() (float64, error)
	}{
		{"PLD", epsilon(own)}, {"RDP", epsilon(renyi)},
		{"CalibratePLD", calibrate(own)}, {"CalibrateRDP", calibrate(renyi)},
	} {
		b.Run(c.name, func(b *testing.B) {
			var answer float64
			for b.Loop() {
				x := must.Get(c.run())(b)
				answer = x
			}
			b.ReportMetric(answer, "answer")
		})
	}
}
