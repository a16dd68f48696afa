package lpgnet

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/gdp/graph/gen"
	"github.com/graphdp/graphdp/models/release"
	"github.com/graphdp/graphdp/models/split"
	"github.com/graphdp/graphdp/models/trial"
)

// blocks is a graph of two classes whose nodes are mostly joined to their class, with words
// that hardly tell it.
func blocks(t testing.TB, each int, seed uint64) *graph.Network {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 5))
	net, err := gen.SBM([]int{each, each}, [][]float64{{0.1, 0.01}, {0.01, 0.1}}, r)
	if err != nil {
		t.Fatal(err)
	}
	if net.Attrs, err = gen.Words(net.Labels, 2, gen.Vocabulary{Columns: 20, PerNode: 4, OwnShare: 0.66}, r); err != nil {
		t.Fatal(err)
	}
	net.Classes = []string{"a", "b"}
	return net
}

func protect(t testing.TB, net *graph.Network, eps gdp.Epsilon) *gdp.Session {
	t.Helper()
	s, err := gdp.Protect(net, gdp.EdgeLevel, gdp.Budget{Epsilon: eps}, gdp.Seed(3))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// One edge more or less moves two counts by 1 each, which is the bound.
func TestOneEdgeMovesTwoCounts(t *testing.T) {
	claim.Holds(t, "lpgnet", "one edge moves degree vectors by 2")
	const n = 14
	r := rand.New(rand.NewPCG(1, 9))
	for range 20 {
		c := clusters{3, make([]int32, n)}
		for u := range c.of {
			c.of[u] = int32(r.IntN(3))
		}
		g, err := gen.GNP(n, 0.3, r)
		if err != nil {
			t.Fatal(err)
		}
		q := c.query()
		all, err := q.Eval(&gdp.Data{Network: &graph.Network{Graph: g}})
		if err != nil {
			t.Fatal(err)
		}
		var edges []graph.Edge
		for u, v := range g.Edges() {
			edges = append(edges, graph.Edge{U: u, V: v})
			if all[int(u)*3+int(c.of[v])] == 0 {
				t.Fatalf("node %d has the neighbour %d in cluster %d", u, v, c.of[v])
			}
		}
		for i := range edges {
			h, _, err := graph.FromEdges(n, slices.Delete(slices.Clone(edges), i, i+1), graph.Options{})
			if err != nil {
				t.Fatal(err)
			}
			less, err := q.Eval(&gdp.Data{Network: &graph.Network{Graph: h}})
			if err != nil {
				t.Fatal(err)
			}
			moved := 0.0
			for k := range all {
				moved += math.Abs(all[k] - less[k])
			}
			if moved != float64(q.Bound()) {
				t.Fatalf("an edge moves the counts by %v, the bound is %v", moved, q.Bound())
			}
		}
	}
}

// Other clusters are another query: an answer that was kept for some is not given for others.
func TestClustersNameTheQuery(t *testing.T) {
	a, b := clusters{2, []int32{0, 1, 1}}, clusters{2, []int32{0, 1, 0}}
	if a.query().Name() == b.query().Name() {
		t.Errorf("both are called %s", a.query().Name())
	}
}

// Counts are cut off below 0, and a node without any gets a neighbour.
func TestTidy(t *testing.T) {
	c := clusters{2, make([]int32, 3)}
	out := c.tidy([]float64{-1, 2.5, -3, -4, 0, 0}, rand.New(rand.NewPCG(1, 1)))
	if out[0] != 0 || out[1] != 2.5 || out[2]+out[3] != 1 || out[4]+out[5] != 1 {
		t.Errorf("%v", out)
	}
}

// Where neighbours tell classes and words do not, degree vectors help. The ledger has one release
// a stack, of ε/K each.
func TestDegreeVectorsHelp(t *testing.T) {
	net := blocks(t, 250, 1)
	accuracy := func(r *Result) float64 {
		x, err := trial.Classify(r.Outcome().Release.(release.Classifier), net)
		if err != nil {
			t.Fatal(err)
		}
		return x.Accuracy
	}
	c, alone := Published(), Null()
	c.Epochs, alone.Epochs = 150, 150
	first, err := Alone(context.Background(), protect(t, net, 1), alone, nil)
	if err != nil || first.Guarantee.Proved != 0 {
		t.Fatal(first, err)
	}
	s := protect(t, net, 4)
	r, err := Run(context.Background(), s, c, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, base := accuracy(r), accuracy(first); got < base+0.1 || got < 0.9 {
		t.Errorf("at ε = 4 %v are right, by features alone %v", got, base)
	}
	if g := r.Guarantee; g.Proved > 4 || g.Proved < 3.999 || g.By != nil {
		t.Errorf("the guarantee is %v", g)
	}
	l, err := s.Ledger()
	if err != nil || len(l.Entries) != 2 {
		t.Fatal(l, err)
	}
	for _, e := range l.Entries {
		if e.Counted.String() != "Laplace(noise multiplier 0.5)" {
			t.Errorf("a stack takes %v", e.Counted)
		}
	}
	if again, err := Run(context.Background(), s, c, nil); err != nil || !reflect.DeepEqual(again, r) {
		t.Errorf("the same run again is not the kept one: %v", err)
	}
	one := c
	one.Stacks = 1
	if _, err := Run(context.Background(), s, one, nil); !errors.Is(err, gdp.ErrBudget) {
		t.Errorf("another run on a spent budget: %v", err)
	}
	free, err := Train(context.Background(), net, c, 1, nil)
	if err != nil || free.Guarantee != nil || accuracy(free) < accuracy(r) {
		t.Errorf("without noise: %v, %v", accuracy(free), err)
	}
}

// What cannot be run is refused before anything is spent.
func TestRefusals(t *testing.T) {
	net := blocks(t, 20, 3)
	set := func(change func(c *Config)) Config {
		c := Published()
		change(&c)
		return c
	}
	for name, x := range map[string]struct {
		net  *graph.Network
		c    Config
		says string
	}{
		"no features": {&graph.Network{Graph: net.Graph, Labels: net.Labels, Classes: net.Classes}, Published(), "without features"},
		"no labels":   {&graph.Network{Graph: net.Graph, Attrs: net.Attrs, Classes: net.Classes}, Published(), "classes"},
		"no stack":    {net, set(func(c *Config) { c.Stacks = 0 }), "Stacks is 0"},
		"no rate":     {net, set(func(c *Config) { c.Rate = 0 }), "Rate is 0"},
		"one class":   {net, set(func(c *Config) { c.Classes = 1 }), "classes"},
		"no split":    {net, set(func(c *Config) { c.Split = split.Config{} }), "Share is 0"},
	} {
		s := protect(t, x.net, 1)
		if _, err := Run(context.Background(), s, x.c, nil); err == nil || !strings.HasPrefix(err.Error(), "lpgnet: ") || !strings.Contains(err.Error(), x.says) {
			t.Errorf("%s: %v", name, err)
		}
		if l, err := s.Ledger(); err != nil || len(l.Entries) != 0 {
			t.Errorf("%s: the ledger is %v, %v", name, l, err)
		}
	}
	node, err := gdp.Protect(net, gdp.NodeLevel, gdp.Budget{Epsilon: 1}, gdp.Seed(1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Run(context.Background(), node, Published(), nil); err == nil || !strings.Contains(err.Error(), "private") {
		t.Errorf("node level: %v", err)
	}
}
