package privdpr

import (
	"context"
	"errors"
	"maps"
	"math"
	"strconv"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/gdp/graph/gen"
	"github.com/graphdp/graphdp/gdp/metric"
	"github.com/graphdp/graphdp/models/trial"
)

// The numbers that the paper printed agree with the standard deviations that it
// printed of them: a slip of ours would show.
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
	for _, q := range PaperNumbers() {
		counts[q.Table]++
		if q.Protocol == Statistics {
			row := q.Data[len("privdpr-"):] + " " + q.Value
			if columns[row] == nil {
				columns[row] = map[string]float64{}
			}
			columns[row][q.Variant] = q.Mean
		}
	}
	for table, want := range map[string]int{"Table 2": 64, "Table 3": 48, "Table 4": 20, "Table 5": 20, "Table 6": 16} {
		if counts[table] != want {
			t.Errorf("%s has %d numbers, want %d", table, counts[table], want)
		}
	}
	for row, sd := range printed {
		for i, names := range [][]string{{"s=2", "s=4", "s=6", ""}, {"", "d=128", "d=256", "d=512"}} {
			var values []float64
			for _, name := range names {
				values = append(values, columns[row][name])
			}
			// Columns have four digits, which leaves the deviation uncertain by some 4e-5.
			if got := trial.MeanOf(values).SD; math.Abs(got-sd[i]) > 8e-5 {
				t.Errorf("%s, Table %d: deviation %v, printed %v", row, i+2, got, sd[i])
			}
		}
	}
}

// Every mode and protocol on a small graph with planted classes.
func TestEvaluate(t *testing.T) {
	w, err := gen.SBM([]int{60, 60}, [][]float64{{0.15, 0.01}, {0.01, 0.15}}, random(90))
	if err != nil {
		t.Fatal(err)
	}
	for _, mode := range append(Modes(), Null) {
		protocols := []string{Statistics}
		if mode == "strict" || mode == "nonprivate" || mode == Null {
			protocols = []string{Statistics, Links, Nodes}
		}
		for _, protocol := range protocols {
			tr := trial.Trial{Protocol: protocol, Method: "privdpr", Mode: mode, Epsilon: 1, Seed: 3}
			values, err := Evaluate(context.Background(), tr, w)
			if mode == "strict" && protocol != Statistics {
				if err == nil {
					t.Errorf("%v: a graph without an embedding has been classified", tr)
				}
				continue
			}
			if err != nil {
				t.Fatalf("%v: %v", tr, err)
			}
			for name, x := range values {
				if x < 0 || protocol != Statistics && x > 1 {
					t.Errorf("%v: %s is %v", tr, name, x)
				}
			}
		}
	}
	tr := trial.Trial{Protocol: Links, Mode: "published", Epsilon: 1, Seed: 3}
	a, errA := Evaluate(context.Background(), tr, w)
	b, errB := Evaluate(context.Background(), tr, w)
	if err := errors.Join(errA, errB); err != nil || !maps.Equal(a, b) {
		t.Errorf("one trial gives %v, then %v, %v", a, b, err)
	}
	for _, bad := range []trial.Trial{{Protocol: "x"}, {Protocol: Statistics, Mode: "x"}, {Protocol: Statistics, Mode: "published", Variant: "s=3"}, {Protocol: Statistics, Mode: Null}} {
		if _, err := Evaluate(context.Background(), bad, w); err == nil {
			t.Errorf("%v is accepted", bad)
		}
	}
	for name, want := range map[string]float64{"s=4": 4, "s=2": 2} {
		if c, err := Published().Vary(name); err != nil || c.Scale != want {
			t.Errorf("%s: %v, %v", name, c.Scale, err)
		}
	}
	for _, name := range []string{"128", "256", "512"} {
		if c, err := Published().Vary("d=" + name); err != nil || strconv.Itoa(c.Hidden) != name {
			t.Errorf("d=%s: %v, %v", name, c.Hidden, err)
		}
	}
}

// The ceiling, and that what variant A releases of a real graph stays below it.
func TestAUCCeiling(t *testing.T) {
	claim.Holds(t, "privdpr", "A node-private release that treats ids alike scores links no better than AUC e^(4ε)/(1+e^(4ε)): .5987 at ε = 0.1")
	for eps, want := range map[gdp.Epsilon][2]float64{0.1: {0.598688, 0.549834}, 0.2: {0.689974, 0.598688}, 0.4: {0.832018, 0.689974}} {
		near(t, "ceiling", AUCCeiling(eps, false), want[0], 1e-6)
		near(t, "ceiling of pairs that share an end", AUCCeiling(eps, true), want[1], 1e-6)
	}
	d, err := data.Load("privdpr-cora")
	if errors.Is(err, data.ErrNotFound) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	c := VariantA()
	c.Epochs, c.Hidden = 1, 16
	s, err := gdp.Protect(&graph.Network{Graph: d.Graph}, gdp.NodeLevel, gdp.Budget{Epsilon: 0.1, Delta: delta}, gdp.Seed(91))
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(context.Background(), s, c, nil)
	if err != nil {
		t.Fatal(err)
	}
	var edges, none []float64
	source := random(92)
	for u, v := range d.Graph.Edges() {
		edges = append(edges, dot(r.Embedding.Row(u), r.Embedding.Row(v)))
		a, b := source.Int32N(int32(d.Graph.N())), source.Int32N(int32(d.Graph.N()))
		none = append(none, dot(r.Embedding.Row(a), r.Embedding.Row(b)))
	}
	auc, err := metric.AUC(edges, none)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("variant A, ε = 0.1: AUC %.4f", auc)
	if auc > AUCCeiling(0.1, false) {
		t.Errorf("AUC %v is above the ceiling: a leak", auc)
	}
}
