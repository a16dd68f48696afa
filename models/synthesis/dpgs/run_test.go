package dpgs

import (
	"math"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
)

// blocks is a graph of classes whose nodes are mostly joined to their class and have its words.
func blocks(t testing.TB, classes, each int, inside, across float64, seed uint64) *graph.Network {
	t.Helper()
	r := source(seed)
	sizes, p := make([]int, classes), make([][]float64, classes)
	for a := range p {
		sizes[a], p[a] = each, slices.Repeat([]float64{across}, classes)
		p[a][a] = inside
	}
	net, err := gen.SBM(sizes, p, r)
	if err != nil {
		t.Fatal(err)
	}
	if net.Attrs, err = gen.Words(net.Labels, classes, gen.Vocabulary{Columns: 20 * classes, PerNode: 8, OwnShare: 0.8}, r); err != nil {
		t.Fatal(err)
	}
	return net
}

func protect(t testing.TB, net *graph.Network, eps gdp.Epsilon, options ...gdp.Option) *gdp.Session {
	t.Helper()
	s, err := gdp.Protect(net, gdp.EdgeLevel, gdp.Budget{Epsilon: eps, Delta: 1e-5}, append(options, gdp.Seed(3))...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Words tell classes: clusters of features are the classes.
func TestClustersAreClasses(t *testing.T) {
	net := blocks(t, 4, 100, 0, 0, 1)
	got, _ := cluster(net.Attrs, 4, 30, source(2))
	nmi, err := metric.NMI(got, net.Labels)
	if err != nil || nmi < 0.9 {
		t.Errorf("NMI %v, %v", nmi, err)
	}
}

// The counts of classes are told with little noise, and not by random clusters. All of the
// budget is spent, once, and proved.
func TestSummaryHasTheCounts(t *testing.T) {
	net := blocks(t, 4, 100, 0.1, 0.004, 1)
	c := Summary()
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
		r, err := Run(t.Context(), s, c, nil)
		if err != nil {
			t.Fatal(err)
		}
		if g := r.Guarantee; math.Abs(float64(g.Proved)-2) > 1e-5 || g.Claimed != g.Proved {
			t.Errorf("claimed %v, proved %v", g.Claimed, g.Proved)
		}
		// The number of edges is binomial, of about 1980 and a standard deviation below 45.
		if math.Abs(float64(r.Graph.M()-net.Graph.M())) > 250 || math.Abs(inside(r.Graph)-want) > 0.1 {
			t.Errorf("%d edges of %d, a share of %v inside of %v", r.Graph.M(), net.Graph.M(), inside(r.Graph), want)
		}
	}
	if l, err := s.Ledger(); err != nil || len(l.Entries) != 1 {
		t.Errorf("%v, %v", l, err)
	}
	control := RandomClusters()
	control.Clusters = 4
	r, err := Run(t.Context(), protect(t, net, 2), control, nil)
	if err != nil || inside(r.Graph) > 0.4 {
		t.Errorf("random clusters: a share of %v inside, %v", inside(r.Graph), err)
	}
}

// What no run can mean is refused before anything is spent.
func TestRefusals(t *testing.T) {
	net := blocks(t, 2, 10, 0.3, 0.1, 1)
	for name, change := range map[string]func(c *Features){
		"more than nodes": func(c *Features) { c.Clusters = 21 },
		"many, no total":  func(c *Features) { c.Clusters = mostDense + 1 },
		"shares":          func(c *Features) { c.CountShare = 0.9 },
		"idle share":      func(c *Features) { c.CountShare, c.HopShare = 0.5, 0.5 },
		"unpaid hop":      func(c *Features) { c.Hops = 1 },
		"unpaid round":    func(c *Features) { c.Refinements = 1 },
	} {
		c := Summary()
		c.Clusters = 4
		change(&c)
		s := protect(t, net, 1)
		if _, err := Run(t.Context(), s, c, nil); err == nil {
			t.Errorf("%s: accepted", name)
		}
		if l, err := s.Ledger(); err != nil || len(l.Entries) > 0 {
			t.Errorf("%s: %v, %v", name, l, err)
		}
	}
	random := protect(t, net, 1)
	if _, err := Run(t.Context(), random, Ids{Partition: Partition{Clusters: 21}}, nil); err == nil {
		t.Error("21 random clusters of 20 nodes are accepted")
	}
	if _, err := RunPlain(t.Context(), net, Exact{Partition{Clusters: 21}, 1}, 1, nil); err == nil {
		t.Error("21 clusters of 20 nodes are accepted without noise")
	}
	if l, err := random.Ledger(); err != nil || len(l.Entries) > 0 {
		t.Errorf("%v, %v", l, err)
	}
	bare := &graph.Network{Graph: net.Graph}
	empty, err := graph.NewAttributes(3, make([]int64, 21), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := RunPlain(t.Context(), bare, NonPrivate(), 1, nil); err == nil {
		t.Error("no features, without noise: accepted")
	}
	for name, x := range map[string]*graph.Network{"no features": bare, "empty features": {Graph: net.Graph, Attrs: empty}} {
		s := protect(t, x, 1)
		if _, err := Run(t.Context(), s, Summary(), nil); err == nil {
			t.Errorf("%s: accepted", name)
		}
		if l, _ := s.Ledger(); len(l.Entries) > 0 {
			t.Errorf("%s: %v", name, l)
		}
	}
	s, err := gdp.Protect(net, gdp.EdgeLevel, gdp.Budget{Epsilon: 1}, gdp.Seed(1))
	if err != nil {
		t.Fatal(err)
	}
	c := Summary()
	c.Clusters = 4
	if _, err := Run(t.Context(), s, c, nil); err == nil {
		t.Error("Gaussian noise for δ = 0")
	}
}
