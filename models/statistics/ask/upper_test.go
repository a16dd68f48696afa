package ask

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
)

// Of 4,000 upper bounds on the number of edges, a share beta is below it, neither more nor less. A
// correct program fails once in 10⁹ such tests. The median excess is that of the proof.
func TestEdgesAboveHoldAsOftenAsTheySay(t *testing.T) {
	const draws, beta = 4000, 0.1
	for _, rel := range []gdp.Relation{gdp.NodeLevel, gdp.NodeUnbounded} {
		g, holds := random(t, 300, 0.1, 1), 0
		var over []float64
		for i := range draws {
			high := must.Get(edgesAbove(opened(t, g, rel, 1, uint64(i)), "edges", 1, beta))(t)
			over = append(over, high-float64(g.M()))
			if high >= float64(g.M()) {
				holds++
			}
		}
		slices.Sort(over)
		if want := 299 * math.Log(1/(2*beta)); !stattest.Count(holds, draws, 1-beta, certain) || math.Abs(over[draws/2]/want-1) > 0.1 {
			t.Errorf("%v: %d of %d ends hold, want a share %v; above by %v, want %v", rel, holds, draws, 1-beta, over[draws/2], want)
		}
	}
}

// Upper bounds on triangles fail with probability beta if either of two failures matters, and
// 1-√(1-beta) if only the second does. A correct program fails once in 10⁹ such tests.
func TestTrianglesAboveHoldAsOftenAsTheySay(t *testing.T) {
	const draws, beta = 4000, 0.1
	for _, c := range []struct {
		g     *graph.Graph
		share float64
	}{
		{joined(t, 12, func(int, int) bool { return true }), beta},
		{random(t, 100, 0.1, 2), 1 - math.Sqrt(1-beta)},
	} {
		triangles, _ := metric.Triangles(c.g)
		holds := 0
		for i := range draws {
			high := must.Get(trianglesAbove(opened(t, c.g, gdp.NodeLevel, 3, uint64(i)), "triangles", 3, beta))(t)
			if high >= float64(triangles) {
				holds++
			}
		}
		if !stattest.Count(holds, draws, 1-c.share, certain) {
			t.Errorf("%d edges: %d of %d ends hold, want a share %v", c.g.M(), holds, draws, 1-c.share)
		}
	}
}

// m edges have at most as many triangles as a clique of m edges, on all graphs of five nodes, and
// the clique attains it.
func TestCliqueTriangles(t *testing.T) {
	for bits := range 1 << 10 {
		var edges []graph.Edge
		for u, i := int32(0), 0; u < 5; u++ {
			for v := range u {
				if bits>>i&1 == 1 {
					edges = append(edges, graph.Edge{U: v, V: u})
				}
				i++
			}
		}
		g := gdptest.Graph(t, 5, edges)
		total, _ := metric.Triangles(g)
		if got := cliqueTriangles(float64(len(edges))); got < float64(total) || len(edges) == 10 && got > 10+1e-6 {
			t.Errorf("%d edges make %v triangles at most, a graph has %d", len(edges), got, total)
		}
	}
}

// An upper bound is paid for and at most the public maximum; invalid ones are refused beforehand.
func TestUpperEndsSpendAndRefuse(t *testing.T) {
	g := random(t, 20, 0.5, 1)
	s := opened(t, g, gdp.NodeLevel, 1, 1)
	must.Get(trianglesAbove(s, "triangles", 1, 0.1))(t)
	if ledger, err := s.Ledger(); err != nil || ledger.Spent() > 1 || ledger.Spent() < 0.999 {
		t.Errorf("spent %v, %v", ledger.Spent(), err)
	}
	for i := range 20 {
		if high, err := edgesAbove(opened(t, g, gdp.NodeLevel, 1, uint64(i)), "edges", 0.01, 1e-6); err != nil || high > 190 || high < 0 {
			t.Errorf("%v, %v", high, err)
		}
	}
	r := Round{Answer: 100, Scale: 10}
	if got, want := r.above(0.05), 100+10*math.Log(10); math.Abs(got-want) > 1e-6 {
		t.Errorf("above %v, want %v", got, want)
	}
	for _, c := range []struct {
		eps  gdp.Epsilon
		beta float64
		want string
	}{{2, 0.1, "budget"}, {0.5, 0, "probability 0"}, {0.5, 0.5, "probability"}, {0.5, math.NaN(), "NaN"}, {gdp.Epsilon(math.NaN()), 0.1, "ε"}} {
		for name, ask := range map[string]func(*gdp.Session, string, gdp.Epsilon, float64) (float64, error){"edges": edgesAbove, "triangles": trianglesAbove} {
			s := opened(t, g, gdp.NodeLevel, 1, 1)
			if _, err := ask(s, name, c.eps, c.beta); err == nil || name == "edges" && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: error %v, want one with %q", name, err, c.want)
			}
			if ledger, err := s.Ledger(); err != nil || ledger.Spent() != 0 {
				t.Errorf("%s, %s: spent %v (%v)", name, c.want, ledger.Spent(), err)
			}
		}
	}
	if _, err := edgesAbove(nil, "edges", 1, 0.1); err == nil {
		t.Error("no session is no error")
	}
	if _, err := trianglesAbove(nil, "triangles", 1, 0.1); err == nil {
		t.Error("no session is no error")
	}
}
