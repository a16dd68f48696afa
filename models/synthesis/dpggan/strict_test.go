package dpggan

import (
	"math"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
)

// At a proved ε = 1, four strict releases are on average nearer to the originals than four uniform
// graphs with exact edge counts, except for the largest components of IMDB, whose graphs are nearly
// all connected.
func TestStrictBeatsTheNulls(t *testing.T) {
	t.Parallel()
	claim.Holds(t, "dpggan", "Strict release, ε = 1: on average nearer than uniform graphs with the true numbers of edges in TC, CPL, GINI and REDE, on both collections, and in LCC on DBLP")
	for _, name := range []string{"dpggan-dblp", "imdb-multi"} {
		c := must.OrSkip(data.Load(name))(t, data.ErrNotFound).Collection
		var x, y row
		add := func(sum *row, one row) {
			*sum = row{sum.lcc + one.lcc/4, sum.tc + one.tc/4, sum.cpl + one.cpl/4, sum.gini + one.gini/4, sum.rede + one.rede/4}
		}
		for seed := range uint64(4) {
			s := must.Get(gdp.ProtectCollection(c, gdp.EdgeLevel, gdp.Budget{Epsilon: 1}, gdp.Seed(seed)))(t)
			r := must.Get(Strict.Run(t.Context(), s))(t)
			if g := r.Guarantee; g.Proved != 1 || g.Claimed != 1 {
				t.Errorf("%s: %v", name, g)
			}
			null := must.Get(NullMatched.RunOnCollection(t.Context(), c, seed))(t)
			add(&x, errorsOf(t, r.Graphs, c))
			add(&y, errorsOf(t, null.Graphs, c))
		}
		t.Logf("%s: %.4f, uniform graphs %.4f", name, x, y)
		if x.lcc >= y.lcc && name == "dpggan-dblp" || x.tc >= y.tc || x.cpl >= y.cpl || x.gini >= y.gini || x.rede >= y.rede {
			t.Errorf("%s: %.4f, uniform graphs %.4f", name, x, y)
		}
	}
}

// If ε is large for the graphs' sizes, one query asks for all pairs, and the drawn graphs are
// nearer to the originals than the answers.
func TestStrictAsksAllPairs(t *testing.T) {
	t.Parallel()
	claim.Holds(t, "dpggan", "Strict release, ε = 5: all pairs of IMDB are asked, and triangles are off by less than a third of what they are in facts, GINI by less than half")
	c := must.OrSkip(data.Load("imdb-multi"))(t, data.ErrNotFound).Collection
	var rows []row
	for _, turned := range []float64{0, Strict.Settings.Turned} {
		s := must.Get(gdp.ProtectCollection(c, gdp.EdgeLevel, gdp.Budget{Epsilon: 5}, gdp.Seed(1)))(t)
		config := Strict.Settings
		config.Turned = turned
		r := must.Get(Strict.With(config).Run(t.Context(), s))(t)
		l, err := s.Ledger()
		if err != nil || (len(l.Entries) == 1) != (turned > 0) || r.Guarantee.Proved > 5 {
			t.Errorf("%v, %v", l, err)
		}
		rows = append(rows, errorsOf(t, r.Graphs, c))
	}
	t.Logf("%.4f", rows)
	if rows[1].tc > rows[0].tc/3 || rows[1].gini > rows[0].gini/2 {
		t.Errorf("facts %.4f, pairs %.4f", rows[0], rows[1])
	}
}

// The strict release as it runs, with nearly all of ε for the edge count: the attack on the edge
// count finds part of the proved ε and no more, and more than that at four times ε.
func TestAuditOfTheStrictRelease(t *testing.T) {
	t.Parallel()
	claim.Holds(t, "dpggan", "Strict release: an audit of the code as it runs stays below the proved ε, and notices noise four times too small")
	if found := audited(t, "strict", 1, 4000); found.Broken() != nil || found.Bound.Epsilon == 0 {
		t.Errorf("audited %v, proved 1", found.Bound.Epsilon)
	}
	if found := audited(t, "strict", 4, 800); found.Broken() != nil || !found.Bound.Violates(1) {
		t.Errorf("four times the ε: audited %v", found.Bound.Epsilon)
	}
}

// Invalid shares and sessions of another kind are refused before anything is spent.
func TestStrictRefuses(t *testing.T) {
	c := Strict.Settings
	c.Edges = 0
	s := must.Get(gdp.ProtectCollection(&graph.Collection{Graphs: []*graph.Network{small(t, 4)}}, gdp.EdgeLevel, gdp.Budget{Epsilon: 1}, gdp.Seed(1)))(t)
	if _, err := Strict.With(c).Run(t.Context(), s); err == nil || !strings.Contains(err.Error(), "Edges") {
		t.Error(err)
	}
	if l, err := s.Ledger(); err != nil || len(l.Entries) > 0 {
		t.Errorf("%v, %v", l, err)
	}
}

// Without noise the graphs have the originals' edges, and their triangles as nearly as the levels
// permit.
func TestFactsWithoutNoise(t *testing.T) {
	c := &graph.Collection{}
	for i := range 4 {
		c.Graphs = append(c.Graphs, &graph.Network{Graph: sample(t, 40+5*i, 90+20*i)})
	}
	r := must.Get(StrictNonPrivate.RunOnCollection(t.Context(), c, 1))(t)
	for i, g := range r.Graphs {
		of := c.Graphs[i].Graph
		want, _ := metric.Triangles(of)
		got, _ := metric.Triangles(g)
		if g.M() != of.M() || math.Abs(float64(got-want)) > 0.3*float64(want)+5 {
			t.Errorf("graph %d: %d edges of %d, %d triangles of %d", i, g.M(), of.M(), got, want)
		}
	}
}
