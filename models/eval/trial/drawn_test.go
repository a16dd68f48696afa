package trial

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

type drawn struct{ release.Graph }

func (d drawn) Outcome() method.Outcome { return method.Outcome{Release: d.Graph} }

// drawing is a method with modes that release the graph that they see, one without edges, and one
// of other nodes. What they see is noted in seen.
func drawing(t *testing.T, seen *graph.Network) method.Method {
	mode := func(name string, draw func(net *graph.Network) *graph.Graph) method.Mode {
		return method.NewPlain("drawing", method.Mode{Role: method.Other, Name: name, About: name}, struct{}{}, func(_ context.Context, net *graph.Network, _ struct{}, _ uint64, _ *method.Watch) (drawn, error) {
			*seen = *net
			return drawn{release.Graph{Network: &graph.Network{Graph: draw(net)}}}, nil
		}).Mode
	}
	empty := func(n int) *graph.Graph {
		return gdptest.Graph(t, n, nil)
	}
	return method.Method{Name: "drawing", About: "draws", Releases: release.KindGraph, Modes: []method.Mode{
		mode("copy", func(net *graph.Network) *graph.Graph { return net.Graph }),
		mode("empty", func(net *graph.Network) *graph.Graph { return empty(net.Graph.N()) }),
		mode("other", func(net *graph.Network) *graph.Graph { return empty(net.Graph.N() - 1) }),
	}}
}

// groups are three dense groups of nodes, whose words say little of the group.
func groups(t *testing.T, own float64) *graph.Network {
	t.Helper()
	r := rand.New(rand.NewPCG(4, 2))
	net := must.Get(gen.SBM([]int{60, 60, 60}, [][]float64{{.3, .002, .002}, {.002, .3, .002}, {.002, .002, .3}}, r))(t)
	net.Attrs = must.Get(gen.Words(net.Labels, 3, gen.Vocabulary{Columns: 90, PerNode: 8, OwnShare: own}, r))(t)
	net.Classes = []string{"a", "b", "c"}
	return net
}

// Each protocol on drawn graphs distinguishes a copy of the visible data from a graph without
// edges, and hides its test data from the method.
func TestDrawn(t *testing.T) {
	net := groups(t, 0.5)
	var seen graph.Network
	m := drawing(t, &seen)
	measure := func(protocol, mode string) (map[string]float64, error) {
		found, err := Evaluate(t.Context(), m, Trial{Protocol: protocol, Method: "drawing", Mode: mode, Data: "groups", Seed: 1}, graph.CollectionOf(net), nil)
		return found.Values, err
	}
	for _, c := range []struct {
		protocol, value string
		copyAt, emptyAt [2]float64 // ranges
		sees            func() bool
	}{
		{DrawnLinks, "AUC", [2]float64{0.78, 0.9}, [2]float64{0.5, 0.5}, func() bool { return seen.Graph.M() == net.Graph.M()-net.Graph.M()/10 && seen.Labels != nil }},
		{DrawnNodes, "accuracy", [2]float64{0.95, 1}, [2]float64{0.55, 0.8}, func() bool { return seen.Labels == nil && seen.Classes == nil && seen.Graph.M() == net.Graph.M() }},
		{DrawnNodes, "accuracy from 10 %", [2]float64{0.65, 0.85}, [2]float64{0.4, 0.58}, func() bool { return seen.Labels == nil }},
		{DrawnMembership, "attack AUC", [2]float64{0.3, 0.65}, [2]float64{0.75, 1}, func() bool { return seen.Labels != nil && seen.Graph.M() == net.Graph.M() }},
	} {
		for mode, want := range map[string][2]float64{"copy": c.copyAt, "empty": c.emptyAt} {
			values, err := measure(c.protocol, mode)
			if x, ok := values[c.value]; err != nil || !ok || !(x >= want[0] && x <= want[1]) {
				t.Errorf("%s, %s: %v, %v, want %s within %v", c.protocol, mode, values, err, c.value, want)
			}
			if !c.sees() {
				t.Errorf("%s: the method sees %d edges of %d, and labels: %t", c.protocol, seen.Graph.M(), net.Graph.M(), seen.Labels != nil)
			}
			p := must.Get(ProtocolOf(c.protocol))(t)
			if len(p.Values) != len(values) {
				t.Errorf("%s measures %v and declares %v", c.protocol, values, p.Values)
			}
			for _, v := range p.Values {
				if _, ok := values[v.Name]; !ok {
					t.Errorf("%s declares %s and measures %v", c.protocol, v.Name, values)
				}
			}
		}
		if _, err := measure(c.protocol, "other"); err == nil || !strings.Contains(err.Error(), "180 nodes") {
			t.Errorf("%s of a graph of other nodes: %v", c.protocol, err)
		}
	}
	empty, err := measure(DrawnNodes, "empty")
	if err != nil || empty["accuracy"] != empty[FeaturesAlone] || empty["accuracy from 10 %"] != empty[FeaturesAlone+" from 10 %"] {
		t.Errorf("%v, %v: without edges, features are alone", empty, err)
	}
}

// Links are predicted by the release's scores of pairs, if it has any, and features alone by their
// cosine.
func TestDrawnLinksByTheReleasesScores(t *testing.T) {
	net := groups(t, 1) // of words that no other group has
	on, measure := must.Two(beginDrawnLinks(t.Context(), net, rand.New(rand.NewPCG(1, 2))))(t)
	edges := &release.Pairs{Block: make([]int32, net.Graph.N())}
	for u, v := range net.Graph.Edges() {
		edges.Listed, edges.ListedRates = append(edges.Listed, []int32{u, v}), append(edges.ListedRates, 1)
	}
	values, err := measure(release.Graph{Network: on, Pairs: func() (*release.Pairs, error) { return edges, nil }})
	if err != nil || values["AUC"] != 1 || values[FeaturesAlone] < 0.7 {
		t.Errorf("%v, %v, want an AUC of 1 and features that tell much", values, err)
	}
	x := gdptest.Graph(t, 2, nil)
	if _, err := measure(release.Graph{Network: &graph.Network{Graph: x}}); err == nil {
		t.Error("a graph of two nodes for 180 is measured")
	}
}
