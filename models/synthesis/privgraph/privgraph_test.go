package privgraph

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/synthesis/synthesistest"
)

// The published mode and the authors' code spend five sixths of the claim: an end of an edge
// changes one score, always in the same direction.
func TestBudgets(t *testing.T) {
	less := synthesistest.Cost{Least: 5. / 6, Most: 5. / 6, Proved: 1}
	synthesistest.Budgets(t, Method, map[string]synthesistest.Cost{"published": less, "author": less})
	claim.Loose(t, "privgraph", "Changes of communities cost ε/3: half of that, as scores only grow with an edge")
}

// With single-node groups, dense communities are found at a large ε, and the drawn graph has them
// and the edge count; likewise without noise. With groups of 20, which mix all communities, less
// than half of the modularity remains, however little noise there is.
func TestCommunitiesAreFound(t *testing.T) {
	w := synthesistest.Communities(t, 60)
	plain := must.Get(NonPrivate.RunOn(t.Context(), w, 1))(t)
	alone := thirds
	alone.Group = 1
	strict, _ := synthesistest.Run(t, w.Graph, Strict.With(Even{alone}), 12, 1)
	paper, _ := synthesistest.Run(t, w.Graph, Published.With(Paper{alone}), 12, 1)
	mixed, _ := synthesistest.Run(t, w.Graph, Strict, 60, 1)
	synthesistest.Modularity(t, w, "nonprivate", plain.Graph, 0.75, 1.1, 0.15)
	synthesistest.Modularity(t, w, "strict", strict.Graph, 0.75, 1.1, 0.15)
	synthesistest.Modularity(t, w, "published", paper.Graph, 0.7, 1.1, 0.15)
	synthesistest.Modularity(t, w, "groups of 20", mixed.Graph, 0, 0.5, 0.15)
	claim.Fails(t, "privgraph", "Groups of 20 random nodes keep communities: of four dense ones less than half of the modularity is left at ε = 60")
}

// In the authors' code all edges between communities end in the last community.
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

// Counts are made consistent by subtracting one number from all of them.
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

// The attack on strict finds at most the proved ε.
func TestAudits(t *testing.T) {
	synthesistest.Audit(t, Method, "strict", 6, 400, 0.1, 6)
}

// More counts than fit into memory, and shares that leave nothing, are refused before anything is
// spent.
func TestExtremes(t *testing.T) {
	small, greedy := thirds, thirds
	small.Group, greedy.GroupShare = 1, 0.7
	s := synthesistest.Session(t, gdptest.Graph(t, 20_000, nil), gdp.Budget{Epsilon: 1}, 1)
	synthesistest.Refused(t, Strict.With(Even{small}), s, "use a larger Group")
	synthesistest.Refused(t, Strict.With(Even{greedy}), s, "leave nothing")
}
