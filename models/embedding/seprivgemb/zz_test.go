package seprivgemb

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/audit"
	"github.com/graphdp/graphdp/gdp/graph"
)

func TestZZ(t *testing.T) {
	worlds := pairOfHubs(t, 60)
	for _, c := range []Config{with(DegreeControl(), "Dim=2"), with(Strict(), "Dim=2")} {
		for rep := range 6 {
			var sum, sq [2]float64
			const runs = 2400
			outputs, err := audit.Campaign{Name: "x", Runs: runs, Workers: 1}.Collect(context.Background(), func(ctx context.Context, world, i int) ([]float64, error) {
				s, err := gdp.Protect(&graph.Network{Graph: worlds[world]}, gdp.EdgeLevel, gdp.Budget{Epsilon: 2, Delta: 1e-5}, gdp.Seed(uint64(2*i+world)+uint64(rep)*100000))
				if err != nil {
					return nil, err
				}
				r, err := Run(ctx, s, c, nil)
				if err != nil {
					return nil, err
				}
				x := r.Degrees[0] + r.Degrees[1]
				sum[world] += x
				sq[world] += x * x
				return []float64{x}, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			b, err := audit.Attack{Distinguisher: audit.Entry(0), Gaussian: true, Level: audit.Level{Delta: 1e-5, Confidence: 0.95}, Tests: 1}.Bound(outputs)
			if err != nil {
				t.Fatal(err)
			}
			text := ""
			for w := range 2 {
				m := sum[w] / runs
				text += fmt.Sprintf(" world %d: mean %.3f sd %.3f", w, m, math.Sqrt(sq[w]/runs-m*m))
			}
			t.Logf("%T: %.2f%s", c, float64(b.Epsilon), text)
		}
	}
}
