package privdpr

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"gonum.org/v1/gonum/stat"
)

// The paper's printed numbers agree with its printed standard deviations: a copying error would
// show.
func TestPaperNumbers(t *testing.T) {
	claim.Holds(t, "privdpr", "Tables 2 and 3: the printed SD are sample standard deviations of the four columns")
	printed := map[string][2]float64{ // Table 2, Table 3
		"cora TC": {1.4029e-3, 1.2012e-3}, "cora REDE": {1.6113e-4, 7.8200e-4}, "cora CPL": {2.4788e-3, 5.0061e-3}, "cora KS": {6.4809e-3, 8.7785e-3},
		"citeseer TC": {1.1799e-3, 8.8327e-4}, "citeseer REDE": {7.5261e-4, 5.7647e-4}, "citeseer CPL": {5.4899e-3, 6.6596e-3}, "citeseer KS": {3.5122e-2, 5.8030e-2},
		"p2p TC": {1.7917e-3, 3.6798e-3}, "p2p REDE": {1.5189e-4, 1.0559e-4}, "p2p CPL": {9.5005e-4, 1.3138e-3}, "p2p KS": {7.3605e-3, 1.7174e-2},
		"chicago TC": {2.2624e-3, 3.7517e-3}, "chicago REDE": {1.7852e-4, 1.5630e-4}, "chicago CPL": {4.3182e-4, 3.2051e-4}, "chicago KS": {3.8314e-3, 1.4568e-2},
	}
	columns := map[string]map[string]float64{}
	counts := map[string]int{}
	for _, q := range Method.Quoted() {
		counts[q.Table]++
		if q.Protocol == "statistics" {
			row := q.Data[len("privdpr-"):] + " " + q.Value
			if columns[row] == nil {
				columns[row] = map[string]float64{}
			}
			columns[row][q.Variant] = q.Mean
		}
	}
	for table, want := range map[string]int{"Table 2": 64, "Table 3": 64, "Table 4": 20, "Table 5": 20, "Table 6": 16} {
		if counts[table] != want {
			t.Errorf("%s has %d numbers, want %d", table, counts[table], want)
		}
	}
	for row, sd := range printed {
		for i, names := range [][]string{{"Scale=2", "Scale=4", "Scale=6", ""}, {"", "Hidden=128", "Hidden=256", "Hidden=512"}} {
			var values []float64
			for _, name := range names {
				values = append(values, columns[row][name])
			}
			// Columns have four digits, so the deviation is uncertain by about 4e-5.
			if got := stat.StdDev(values, nil); math.Abs(got-sd[i]) > 8e-5 {
				t.Errorf("%s, Table %d: deviation %v, printed %v", row, i+2, got, sd[i])
			}
		}
	}
}

// The ceiling has its values, and the release of ClippedSum on a real graph stays below it.
func TestAUCCeiling(t *testing.T) {
	claim.Holds(t, "privdpr", "A node-private release that treats ids alike scores links no better than AUC e^(4ε)/(1+e^(4ε)): .5987 at ε = 0.1")
	for eps, want := range map[gdp.Epsilon][2]float64{0.1: {0.598688, 0.549834}, 0.2: {0.689974, 0.598688}, 0.4: {0.832018, 0.689974}} {
		near(t, "ceiling", AUCCeiling(eps, false), want[0], 1e-6)
		near(t, "ceiling of pairs that share an end", AUCCeiling(eps, true), want[1], 1e-6)
	}
	exhaustTheCeiling(t)
	d := must.OrSkip(data.Load("privdpr-cora"))(t, data.ErrNotFound)
	c := ClippedSum.Settings
	c.Epochs, c.Hidden = 1, 16
	s := must.Get(gdp.Protect(&graph.Network{Graph: d.Graph}, gdp.NodeLevel, gdp.Budget{Epsilon: 0.1, Delta: delta5}, gdp.Seed(91)))(t)
	r := must.Get(ClippedSum.With(c).Run(t.Context(), s))(t)
	var edges, none []float64
	source := random(92)
	for u, v := range d.Graph.Edges() {
		edges = append(edges, r.Embedding.Dot(u, v))
		a, b := source.Int32N(int32(d.Graph.N())), source.Int32N(int32(d.Graph.N()))
		none = append(none, r.Embedding.Dot(a, b))
	}
	auc := must.Get(metric.AUC(edges, none))(t)
	t.Logf("ClippedSum, ε = 0.1: AUC %.4f", auc)
	if auc > AUCCeiling(0.1, false) {
		t.Errorf("AUC %v is above the ceiling: a leak", auc)
	}
}
