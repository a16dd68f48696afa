package dpggan

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/gdp/query"
)

// At ε = 1, proved, each of three strict releases is nearer to the original graphs than each of
// three draws of uniform graphs with the true numbers of edges, but for the largest components of
// IMDB, whose graphs are nearly all connected.
func TestStrictBeatsTheNulls(t *testing.T) {
	t.Parallel()
	claim.Holds(t, "dpggan", "Strict release, ε = 1: nearer than uniform graphs with the true numbers of edges in TC, CPL, GINI and REDE, on both collections, and in LCC on DBLP")
	for _, name := range []string{"dpggan-dblp", "imdb-multi"} {
		c := collection(t, name)
		var strict, uniform []row
		for seed := range uint64(3) {
			s, err := gdp.ProtectCollection(c, gdp.EdgeLevel, gdp.Budget{Epsilon: 1}, gdp.Seed(seed))
			if err != nil {
				t.Fatal(err)
			}
			r, err := Run(t.Context(), s, Strict(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if g := r.Guarantee; g.Proved != 1 || g.Claimed != 1 {
				t.Errorf("%s: %v", name, g)
			}
			null, err := RunPlain(t.Context(), c, NullMatched(), seed, nil)
			if err != nil {
				t.Fatal(err)
			}
			strict, uniform = append(strict, errorsOf(t, r.Graphs, c)), append(uniform, errorsOf(t, null.Graphs, c))
		}
		t.Logf("%s: %.4f, uniform graphs %.4f", name, strict, uniform)
		for _, x := range strict {
			for _, y := range uniform {
				if x.lcc >= y.lcc && name == "dpggan-dblp" || x.tc >= y.tc || x.cpl >= y.cpl || x.gini >= y.gini || x.rede >= y.rede {
					t.Errorf("%s: %.4f, uniform graphs %.4f", name, x, y)
				}
			}
		}
	}
}

// The strict release as it runs, with nearly all of ε for the number of edges: an attack on that
// number finds some of the ε that is proved and no more, and more than that where four times of it
// is spent.
func TestAuditOfTheStrictRelease(t *testing.T) {
	t.Parallel()
	claim.Holds(t, "dpggan", "Strict release: an audit of the code as it runs stays below the proved ε, and notices noise four times too small")
	if found := audited(t, "strict", 1, 4000); found.Broken() != nil || found.Bound.Epsilon == 0 {
		t.Errorf("audited %v, proved 1", found.Bound.Epsilon)
	}
	if found := audited(t, "strict", 4, 2000); found.Broken() != nil || !found.Bound.Violates(1) {
		t.Errorf("four times the ε: audited %v", found.Bound.Epsilon)
	}
}

// Odd shares are refused before anything is spent, and so are sessions that are none of this kind.
func TestStrictRefuses(t *testing.T) {
	c := Strict()
	c.Edges = 0
	s, err := gdp.ProtectCollection(&graph.Collection{Graphs: []*graph.Network{small(t, 4)}}, gdp.EdgeLevel, gdp.Budget{Epsilon: 1}, gdp.Seed(1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), s, c, nil); err == nil || !strings.Contains(err.Error(), "Edges") {
		t.Error(err)
	}
	if l, err := s.Ledger(); err != nil || len(l.Entries) > 0 {
		t.Errorf("%v, %v", l, err)
	}
}

// A session that has spent part of its budget refuses the whole run, and pays for nothing of it.
func TestStrictRefusesBeforeItPays(t *testing.T) {
	g, err := gen.GNM(20, 40, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	c := &graph.Collection{Graphs: []*graph.Network{{Graph: g}}}
	s, err := gdp.ProtectCollection(c, gdp.EdgeLevel, gdp.Budget{Epsilon: 1}, gdp.Seed(1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := gdp.DiscreteLaplace(s, "another", query.EdgeCounts[gdp.L1](gdp.EdgeLevel, []int{20}), 0.1); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), s, Strict(), nil); !errors.Is(err, gdp.ErrBudget) {
		t.Errorf("more than the budget: %v", err)
	}
	if l, err := s.Ledger(); err != nil || len(l.Entries) != 1 {
		t.Errorf("%v, %v", l, err)
	}
}
