package app

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/statistics/ask"
)

// onRealGraphs releases a statistic of the available graphs at ε = 1 and 4, with three seeds each.
// For each ε it compares a bound with the mean of the first number that worth computes from an
// answer. The log is for the tables of docs/proofs/ask.md.
func onRealGraphs(t *testing.T, x ask.Statistic, bounds map[string][2]float64, within func(got, bound float64) bool, worth func(name string, d *data.Dataset) func(a *ask.Answer) [3]float64) {
	for name, bound := range bounds {
		d, err := data.Load(name)
		if errors.Is(err, data.ErrNotFound) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		of := worth(name, d)
		for i, eps := range []gdp.Epsilon{1, 4} {
			const seeds = 3
			var got [3]float64
			for seed := range uint64(seeds) {
				s := must.Get(gdp.Protect(&d.Network, gdp.EdgeLevel, gdp.Budget{Epsilon: eps}, gdp.Seed(seed), gdp.NodesThatOccur()))(t)
				a := must.Get(x.Ask(s, eps))(t)
				for j, v := range of(a) {
					got[j] += v / seeds
				}
			}
			t.Logf("%s, ε = %v: %.3f", name, float64(eps), got)
			if !within(got[0], bound[i]) {
				t.Errorf("%s, ε = %v: %.3f, want %v", name, float64(eps), got[0], bound[i])
			}
		}
	}
}

// On real graphs the errors of core numbers agree with docs/proofs/ask.md, on average over all
// nodes and three seeds. The rule of levels and sweeps was chosen on the first three graphs.
func TestCoreNumbersOfRealGraphs(t *testing.T) {
	t.Parallel()
	most := map[string][2]float64{ // at ε = 1 and 4
		"pgb-facebook": {2.6, 0.8}, "pgb-ca-hepph": {2.6, 1.1}, "privgraph-enron": {2.2, 1}, "pgb-wiki-vote": {2.4, 0.9},
		"seprivgemb-blogcatalog": {3.6, 1.2}, "seprivgemb-ppi": {2.5, 0.9}, "privdpr-cora": {1.8, 0.8}, "pgb-road-minnesota": {1.7, 1},
	}
	onRealGraphs(t, ask.CoreNumbers, most, func(off, most float64) bool { return off <= most }, func(name string, d *data.Dataset) func(*ask.Answer) [3]float64 {
		core, n := metric.Cores(d.Graph), float64(d.Graph.N())
		mean, null, degree := 0.0, 0.0, 0.0
		for _, x := range core {
			mean += float64(x) / n
		}
		for u, x := range core {
			degree += float64(d.Graph.Degree(int32(u))-int(x)) / n
			null += math.Abs(mean-float64(x)) / n
		}
		t.Logf("%s: the largest is %v, the mean is off by %.1f, degrees by %.1f", name, slices.Max(core), null, degree)
		return func(a *ask.Answer) (off [3]float64) { // and the width of the intervals
			for u, v := range a.Values {
				off[0] += math.Abs(v.Value-float64(core[u])) / n
				off[1] += (v.High - v.Low) / n
			}
			return off
		}
	})
}

// The part that is found in real graphs is nearly as dense as the densest: docs/proofs/ask.md.
func TestDensestPartOfRealGraphs(t *testing.T) {
	t.Parallel()
	least := map[string][2]float64{ // of the largest density, at ε = 1 and 4
		"pgb-facebook": {0.99, 0.99}, "pgb-ca-hepph": {0.98, 0.99}, "privgraph-enron": {0.96, 0.99}, "pgb-wiki-vote": {0.98, 0.99},
		"seprivgemb-blogcatalog": {0.99, 0.99}, "seprivgemb-ppi": {0.93, 0.99}, "privdpr-cora": {0.6, 0.7},
	}
	onRealGraphs(t, ask.DensestPart, least, func(share, least float64) bool { return share >= least }, func(name string, d *data.Dataset) func(*ask.Answer) [3]float64 {
		exact := must.Get(query.Density[gdp.L1](gdp.EdgeLevel, d.Graph.N()).Eval(&gdp.Data{Network: &d.Network}))(t)
		t.Logf("%s: the largest density is %.1f", name, exact[0])
		return func(a *ask.Answer) [3]float64 { // and the number of nodes, and the width of the interval
			in, edges := map[string]bool{}, 0.0
			for _, v := range a.Values[1:] {
				in[v.Of] = true
			}
			name := func(u int32) string { return "core number of " + d.IDs.Name(u) }
			for u, v := range d.Graph.Undirected().Edges() {
				if in[name(u)] && in[name(v)] {
					edges++
				}
			}
			v, density := a.Values[0], edges/float64(len(in))
			if density < v.Low || density > v.High {
				t.Errorf("%v is not within %v", density, v)
			}
			return [3]float64{density / exact[0], float64(len(in)), v.High - v.Low}
		}
	})
}
