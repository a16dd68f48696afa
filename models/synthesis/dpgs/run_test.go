package dpgs

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/method"
)

// blocks returns a graph of classes; nodes have their class's words and mostly join nodes of their
// class.
func blocks(t testing.TB, classes, each int, inside, across float64, seed uint64) *graph.Network {
	t.Helper()
	r := source(seed)
	sizes, p := make([]int, classes), make([][]float64, classes)
	for a := range p {
		sizes[a], p[a] = each, slices.Repeat([]float64{across}, classes)
		p[a][a] = inside
	}
	net := must.Get(gen.SBM(sizes, p, r))(t)
	net.Attrs = must.Get(gen.Words(net.Labels, classes, gen.Vocabulary{Columns: 20 * classes, PerNode: 8, OwnShare: 0.8}, r))(t)
	return net
}

func protect(t testing.TB, net *graph.Network, eps gdp.Epsilon, options ...gdp.Option) *gdp.Session {
	t.Helper()
	return must.Get(gdp.Protect(net, gdp.EdgeLevel, gdp.Budget{Epsilon: eps, Delta: 1e-5}, append(options, gdp.Seed(3))...))(t)
}

// Clusters of features are the classes if words determine classes.
func TestClustersAreClasses(t *testing.T) {
	net := blocks(t, 4, 100, 0, 0, 1)
	got, _ := cluster(net.Attrs, 4, 30, source(2))
	nmi, err := metric.NMI(got, net.Labels)
	if err != nil || nmi < 0.9 {
		t.Errorf("NMI %v, %v", nmi, err)
	}
}

// The counts of classes have little noise; random clusters do not find them. The whole budget is
// spent once, and proved.
func TestSummaryHasTheCounts(t *testing.T) {
	net := blocks(t, 4, 100, 0.1, 0.004, 1)
	c := Summary.Settings
	c.Clusters = 4
	s := protect(t, net, 2)
	inside := func(g *graph.Graph) float64 {
		in := 0
		for u, v := range g.Edges() {
			if net.Labels[u] == net.Labels[v] {
				in++
			}
		}
		return float64(in) / float64(g.M())
	}
	want := inside(net.Graph)
	for range 2 { // the second run replays the first
		r := must.Get(Summary.With(c).Run(t.Context(), s))(t)
		if g := r.Guarantee; math.Abs(float64(g.Proved)-2) > 1e-5 || g.Claimed != g.Proved {
			t.Errorf("claimed %v, proved %v", g.Claimed, g.Proved)
		}
		// The number of edges is binomial, about 1980 with a standard deviation below 45.
		if math.Abs(float64(r.Graph.M()-net.Graph.M())) > 250 || math.Abs(inside(r.Graph)-want) > 0.1 {
			t.Errorf("%d edges of %d, a share of %v inside of %v", r.Graph.M(), net.Graph.M(), inside(r.Graph), want)
		}
	}
	if l, err := s.Ledger(); err != nil || len(l.Entries) != 1 {
		t.Errorf("%v, %v", l, err)
	}
	control := RandomClusters.Settings
	control.Clusters = 4
	r, err := RandomClusters.With(control).Run(t.Context(), protect(t, net, 2))
	if err != nil || inside(r.Graph) > 0.4 {
		t.Errorf("random clusters: a share of %v inside, %v", inside(r.Graph), err)
	}
}

// Meaningless settings are refused before anything is spent.
func TestRefusals(t *testing.T) {
	net := blocks(t, 2, 10, 0.3, 0.1, 1)
	empty := must.Get(graph.NewAttributes(3, make([]int64, 21), nil, nil))(t)
	bare, blank := &graph.Network{Graph: net.Graph}, &graph.Network{Graph: net.Graph, Attrs: empty}
	one := &graph.Network{Graph: gdptest.Graph(t, 1, nil)}
	budget := gdp.Budget{Epsilon: 1, Delta: 1e-5}
	for _, x := range []struct {
		why    string
		mode   method.Mode
		set    string
		net    *graph.Network
		budget gdp.Budget
	}{
		{"clusters", Summary.Mode, "Clusters=21", net, budget},
		{"too many", Summary.Mode, "Clusters=5001", net, budget},
		{"shares", Summary.Mode, "Clusters=4 CountShare=0.9", net, budget},
		{"idle share", Summary.Mode, "Clusters=4 CountShare=0.5 HopShare=0.5", net, budget},
		{"unpaid hop", Summary.Mode, "Clusters=4 Hops=1", net, budget},
		{"unpaid round", Summary.Mode, "Clusters=4 Refinements=1", net, budget},
		{"no features", Summary.Mode, "Clusters=4", bare, budget},
		{"empty features", Summary.Mode, "Clusters=4", blank, budget},
		{"no δ", Summary.Mode, "Clusters=4", net, gdp.Budget{Epsilon: 1}},
		{"clusters", RandomClusters.Mode, "Clusters=21", net, budget},
		{"clusters", Published.Mode, "Clusters=21", net, budget},
		{"no features", Published.Mode, "Clusters=4", bare, budget},
		{"clusters", NonPrivatePublished.Mode, "Clusters=21", net, budget},
		{"no features", NonPrivatePublished.Mode, "Clusters=4", bare, budget},
		{"no power of two", Strict.Mode, "Near=48", net, budget},
		{"more than all", Strict.Mode, "DegreeShare=0.9", net, budget},
		{"less than all", Strict.Mode, "DegreeShare=0.1", net, budget},
		{"one node", Strict.Mode, "", one, budget},
		{"no δ", Strict.Mode, "", net, gdp.Budget{Epsilon: 1}},
		{"one node", StrictNonPrivate.Mode, "", one, budget},
	} {
		config, err := method.Set(x.mode.Config(), strings.Fields(x.set)...)
		if err != nil {
			t.Fatal(err)
		}
		if x.mode.Plain {
			_, err = x.mode.RunPlain(t.Context(), x.net, config, 1, nil)
		} else {
			s := must.Get(gdp.Protect(x.net, gdp.EdgeLevel, x.budget, gdp.Seed(1)))(t)
			_, err = x.mode.Run(t.Context(), s, config, nil)
			if l, failed := s.Ledger(); failed != nil || len(l.Entries) > 0 {
				t.Errorf("%s, %s: %v, %v", x.mode.Name, x.why, l, failed)
			}
		}
		if err == nil {
			t.Errorf("%s, %s: accepted", x.mode.Name, x.why)
		}
	}
}
