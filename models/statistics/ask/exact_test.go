package ask

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
)

// What is counted in the clear is what the plainest way counts, and what an answer says whose noise
// is of no matter, at the same places.
func TestExact(t *testing.T) {
	net := labelled(t)
	for _, x := range All() {
		values, err := x.Exact(net)
		if err != nil {
			t.Fatal(err)
		}
		if x.mechanisms == nil || x.Name == DensestPart.Name { // of which an answer finds a part
			continue
		}
		plain := exactly(t, x.Name, net)
		delete(plain, "low") // of a range of attributes
		delete(plain, "high")
		if x.Name == CoreSizes.Name { // which all nodes have
			delete(plain, "0")
		}
		if len(values) != len(plain) {
			t.Errorf("%s: %d values, want %d", x.Name, len(values), len(plain))
		}
		for _, v := range values {
			if want, ok := plain[v.Of]; !ok || math.Abs(v.Value-want) > 1e-9 && x.Name != "density" || math.Abs(v.Value-want) > 0x1p-10 {
				t.Errorf("%s, %q: %v, want %v", x.Name, v.Of, v, want)
			}
		}
		s := protected(t, net, gdp.EdgeLevel, 500, 1)
		if x.Check(s, 500, Level) != nil {
			continue
		}
		a, err := x.Ask(s, 500)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range a.Values {
			if v.Of != values[i].Of || math.Abs(v.Value-values[i].Value) > 0.01*math.Abs(values[i].Value)+0.5 {
				t.Errorf("%s, place %d: answered %+v, counted %+v", x.Name, i, v, values[i])
			}
		}
	}
}

// Those that nothing answers are counted too.
func TestExactOfRefused(t *testing.T) {
	g, err := gen.BarabasiAlbert(50, 3, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	values, err := AverageClustering.Exact(&graph.Network{Graph: g})
	if err != nil || values[0].Value != metric.AverageClustering(g) {
		t.Error(values, err)
	}
}

func TestNothingExact(t *testing.T) {
	for name, net := range map[string]*graph.Network{"nil": nil, "no graph": {}, "no nodes": {Graph: new(graph.Graph)}} {
		if _, err := Edges.Exact(net); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := (Statistic{}).Exact(labelled(t)); err == nil {
		t.Error("a zero statistic is counted")
	}
	net := labelled(t)
	net.Labels = nil // classes are declared, and no node has one
	for _, x := range []Statistic{Cut, AttributeSum(0, 0, 1), AttributeMean(5, 0, 1)} {
		if _, err := x.Exact(net); err == nil {
			t.Errorf("%s without classes, or a column, is counted", x.Name)
		}
	}
}
