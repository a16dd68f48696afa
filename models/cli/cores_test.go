package cli

import (
	"errors"
	"math"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/ask"
)

// On real graphs the core numbers of nodes are off, in the mean over all nodes and three seeds,
// by what docs/proofs/ask.md says. The rule of levels and sweeps was chosen on the first three.
func TestCoreNumbersOfRealGraphs(t *testing.T) {
	for _, c := range []struct {
		name string
		most [2]float64 // at ε = 1 and 4
	}{
		{"pgb-facebook", [2]float64{2.6, 0.8}}, {"pgb-ca-hepph", [2]float64{2.6, 1.1}}, {"privgraph-enron", [2]float64{2.2, 1}},
		{"pgb-wiki-vote", [2]float64{2.4, 0.9}}, {"seprivgemb-blogcatalog", [2]float64{3.6, 1.2}}, {"seprivgemb-ppi", [2]float64{2.5, 0.9}},
		{"privdpr-cora", [2]float64{1.8, 0.8}}, {"pgb-road-minnesota", [2]float64{1.7, 1}},
	} {
		d, err := data.Load(c.name)
		if err != nil {
			if !errors.Is(err, data.ErrNotFound) {
				t.Error(err)
			}
			continue
		}
		core, n := metric.Cores(d.Graph), float64(d.Graph.N())
		mean, null, degree, most := 0.0, 0.0, 0.0, 0.0
		for _, x := range core {
			mean += float64(x) / n
			most = max(most, float64(x))
		}
		for u, x := range core {
			degree += float64(d.Graph.Degree(int32(u))-int(x)) / n
			null += math.Abs(mean-float64(x)) / n
		}
		t.Logf("%s: %v nodes, the largest core number is %v, their mean is off by %.1f, degrees by %.1f", c.name, n, most, null, degree)
		for i, eps := range []gdp.Epsilon{1, 4} {
			const seeds = 3
			off, wide, sure := 0.0, 0.0, 0.0
			for seed := range uint64(seeds) {
				s, err := gdp.Protect(&d.Network, gdp.EdgeLevel, gdp.Budget{Epsilon: eps}, gdp.Seed(seed), gdp.NodesThatOccur())
				if err != nil {
					t.Fatal(err)
				}
				a, err := ask.CoreNumbers.Ask(s, eps)
				if err != nil {
					t.Fatal(err)
				}
				for u, v := range a.Values {
					off += math.Abs(v.Value-float64(core[u])) / n / seeds
					wide += (v.High - v.Low) / n / seeds
					if v.Low > 0 {
						sure += 1 / n / seeds
					}
				}
			}
			t.Logf("%s, ε = %v: off by %.1f, intervals of %.0f, above 0 for a share of %.2f of the nodes", c.name, float64(eps), off, wide, sure)
			if off > c.most[i] {
				t.Errorf("%s, ε = %v: off by %.2f, want %v at most", c.name, float64(eps), off, c.most[i])
			}
		}
	}
}
