package privgraph

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/synthesis/synthesistest"
)

func run(t *testing.T, g *graph.Graph, config Config, eps gdp.Epsilon, seed uint64) (*Result, *gdp.Session) {
	t.Helper()
	return synthesistest.Run(t, Run, g, config, eps, seed)
}

var modes = map[string]Config{"strict": Strict(), "published": Published(), "author": Author(), "null": Null()}

// All modes prove what they spend; the published one and the authors' code spend five sixths of
// what they say: an end of an edge moves one score, and always in one direction.
func TestModesSpendEpsilon(t *testing.T) {
	g := synthesistest.Communities(t, 20).Graph
	for name, config := range modes {
		r, s := run(t, g, config, 3, 1)
		l, err := s.Ledger()
		want := 3.0
		if name == "published" || name == "author" {
			want = 2.5
		}
		if err != nil || math.Abs(float64(l.Spent())-want) > 0.001 || math.Abs(float64(r.Guarantee.Proved)-want) > 0.001 {
			t.Errorf("%s: %v, %v, %v", name, l, err, r.Guarantee)
		}
	}
	claim.Loose(t, "privgraph", "Changes of communities cost ε/3: half of that, as scores only grow with an edge")
}

// Where each node is a group, communities that are dense are found at a large ε, and what is drawn
// has them and the number of edges; of a run that reads the graph the same. Of groups of 20, each a
// mixture of all communities, less than half of the modularity is left, hardly any noise or not.
func TestCommunitiesAreFound(t *testing.T) {
	w := synthesistest.Communities(t, 60)
	want, err := metric.Modularity(w.Graph, w.Labels)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := RunPlain(t.Context(), w, NonPrivate(), 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	strict, published := Strict(), Published()
	strict.Group, published.Group = 1, 1
	alone, _ := run(t, w.Graph, strict, 12, 1)
	paper, _ := run(t, w.Graph, published, 12, 1)
	mixed, _ := run(t, w.Graph, Strict(), 60, 1)
	for name, c := range map[string]struct {
		r           *Result
		least, most float64
	}{"nonprivate": {plain, 0.75, 1.1}, "strict": {alone, 0.75, 1.1}, "published": {paper, 0.7, 1.1}, "groups of 20": {mixed, 0, 0.5}} {
		q, err := metric.Modularity(c.r.Graph, w.Labels)
		if err != nil {
			t.Fatal(err)
		}
		m := float64(c.r.Graph.M()) / float64(w.Graph.M())
		t.Logf("%s: modularity %.3f of %.3f, %.3f of the edges", name, q, want, m)
		if q < c.least*want || q > c.most*want || m < 0.85 || m > 1.1 {
			t.Errorf("%s: modularity %.3f of %.3f, %.3f of the edges", name, q, want, m)
		}
	}
	claim.Fails(t, "privgraph", "Groups of 20 random nodes keep communities: of four dense ones less than half of the modularity is left at ε = 60")
}

// In the authors' code all edges between communities end in the last of them.
func TestAuthorJoinsByAStaleVariable(t *testing.T) {
	f := facts{community: make([]int32, 90), within: make([]float64, 90), between: make([]float64, query.BlockCells(3))}
	for u := range f.community {
		f.community[u] = int32(u / 30)
	}
	f.between[query.BlockCell(0, 1)] = 40
	for stale, last := range map[bool]bool{false: false, true: true} {
		g, err := f.draw(stale, nil, rand.New(rand.NewPCG(1, 1)))
		if err != nil || g.M() < 20 || g.M() > 60 {
			t.Fatal(g, err)
		}
		for u, v := range g.Edges() {
			a, b := f.community[u], f.community[v]
			if ends := a == 2 || b == 2; ends != last || !last && (min(a, b) != 0 || max(a, b) != 1) {
				t.Fatalf("stale %v: an edge between communities %d and %d, where 0 and 1 have some", stale, a, b)
			}
		}
	}
	claim.Fails(t, "privgraph", "The authors' code joins the two communities of a count: one end is always in the last")
}

// Counts are made to agree by one number that is taken off all of them.
func TestConsistent(t *testing.T) {
	for _, c := range [][2][]int64{{{3, 5, 0}, {3, 5, 0}}, {{-2, 5, 4}, {0, 4, 3}}, {{-3, -4}, {0, 0}}, {{-1, -1, -1, 9, 1}, {0, 0, 0, 7, 0}}, {{}, {}}} {
		if got := consistent(c[0]); !slices.Equal(got, c[1]) {
			t.Errorf("%v become %v, want %v", c[0], got, c[1])
		}
	}
	for i := range query.BlockCells(40) {
		if low, high := ofCell(i); low > high || query.BlockCell(low, high) != i {
			t.Errorf("place %d is that of %d and %d", i, low, high)
		}
	}
}

// An attack on strict finds no more than what is proved.
func TestAudit(t *testing.T) {
	mode, err := Method.Mode("strict")
	if err != nil {
		t.Fatal(err)
	}
	attack, err := Method.Attacked(mode)
	if err != nil {
		t.Fatal(err)
	}
	a, err := method.Audit{Method: Method.Name, Mode: mode, Attack: attack, Budget: gdp.Budget{Epsilon: 6}, Workers: 1, Trials: 400}.Run(t.Context())
	if err != nil || a.Bound.Epsilon < 0.1 || a.Bound.Epsilon > 6 {
		t.Errorf("ε ≥ %v is found of 6, %v", a.Bound.Epsilon, err)
	}
}

// What asks for more counts than memory holds is refused before it is paid for, and shares that
// leave nothing too; graphs without an edge and cliques end.
func TestExtremes(t *testing.T) {
	s, err := gdp.Protect(&graph.Network{Graph: gdptest.Graph(t, 20_000, nil)}, gdp.EdgeLevel, gdp.Budget{Epsilon: 1}, gdp.Seed(1))
	if err != nil {
		t.Fatal(err)
	}
	small, greedy := Strict(), Strict()
	small.Group, greedy.GroupShare = 1, 0.7
	for _, config := range []Config{small, greedy} {
		_, err := Run(t.Context(), s, config, nil)
		if l, failed := s.Ledger(); err == nil || failed != nil || len(l.Entries) > 0 {
			t.Errorf("%v, %v", err, l)
		}
	}
	clique, err := gen.GNP(41, 1, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []*graph.Graph{gdptest.Graph(t, 2, nil), gdptest.Graph(t, 41, nil), clique} {
		for _, config := range modes {
			for _, eps := range []gdp.Epsilon{0.01, 1, 20} {
				run(t, g, config, eps, 1)
			}
		}
	}
}
