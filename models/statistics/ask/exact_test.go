package ask

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
)

// The exact statistics of the karate club are those of NetworkX 3.6, by label. Packages metric and
// query test their counts on many graphs.
func TestExact(t *testing.T) {
	club := data.Karate()
	for name, want := range map[string]map[string]float64{
		"nodes": {"": 34}, "edges": {"": 78}, "mean-degree": {"": 156. / 34}, "largest-degree": {"": 17}, "wedges": {"": 528}, "3-stars": {"": 1764},
		"triangles": {"": 45}, "4-cycles": {"": 154}, "transitivity": {"": 0.2556818181818182}, "average-clustering": {"": 0.5706384782076823},
		"components": {"": 1}, "forest": {"": 33}, "degeneracy": {"": 4}, "assortativity": {"": -0.47561309768461457}, "modularity": {"": 0.3582347140039448}, "cut": {"": 11},
		"histogram": {"0": 0, "1": 1, "2": 11, "4": 6, "17": 1, "33": 0}, "ccdf": {"0": 34, "5": 10, "17": 1, "18": 0}, "sequence": {"1": 1, "2": 2, "24": 4, "33": 16, "34": 17},
		"core-numbers": {"0": 4, "11": 1, "33": 4}, "core-sizes": {"1": 34, "2": 33, "3": 22, "4": 10, "5": 0}, "core-quantiles": {"one node in 2": 3, "one node in 10": 4, "one node in 100": 4},
		"joint-degrees": {"1 – 8": 1, "2 – 8": 18, "3 – 3": 2, "5 – 8": 10, "8 – 8": 5, "1 – 1": 0}, "mixing": {"within Mr. Hi": 35, "within Officer": 32, "Mr. Hi – Officer": 11},
	} {
		x := must.Get(Find(name))(t)
		exact := exactly(t, x, &club.Network)
		for of, number := range want {
			if v, there := exact[of]; !there || math.Abs(v.Value-number) > 1e-9 {
				t.Errorf("%s, %q: %v, want %v", name, of, v, number)
			}
		}
	}
}

// An answer with negligible noise equals the exact statistic, value by value.
func TestExactIsAnsweredWithoutNoise(t *testing.T) {
	net := labelled(t)
	for _, x := range All() {
		values := must.Get(x.Exact(net))(t)
		s := protected(t, net, gdp.EdgeLevel, 500, 1)
		if x.Check(s, 500, Level) != nil || x.Name == DensestPart.Name { // of which an answer finds a part
			continue
		}
		a, err := x.Ask(s, 500)
		if err != nil || len(a.Values) != len(values) {
			t.Fatal(x.Name, a, err)
		}
		for i, v := range a.Values {
			if v.Of != values[i].Of || math.Abs(v.Value-values[i].Value) > 0.01*math.Abs(values[i].Value)+0.5 {
				t.Errorf("%s, place %d: answered %+v, counted %+v", x.Name, i, v, values[i])
			}
		}
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
