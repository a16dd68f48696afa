package ask

import (
	"math"
	"testing"
	"time"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/surrogate"
)

// The quartiles of a plan are those of real answers: a quarter of the errors of other sessions on
// the same surrogate graph is below the first, and so on. With 200 and 400 draws such a share has
// an error of at most 0.043 (SD): a correct program exceeds 0.2 once in 10⁵ tests, and that of five
// draws rarely.
func TestPlannedQuartilesAreThoseOfAnswers(t *testing.T) {
	const eps, runs = 1, 400
	for _, c := range []struct {
		of  Statistic
		rel gdp.Relation
	}{{Edges, gdp.EdgeLevel}, {Triangles, gdp.EdgeLevel}, {Wedges, gdp.EdgeLevel}, {Edges, gdp.NodeLevel}, {CCDF, gdp.EdgeLevel}} {
		s := protected(t, &graph.Network{Graph: random(t, 60, 0.1, 1)}, c.rel, eps, 1)
		plan := must.Get(c.of.plan(s, eps, Level, time.Hour))(t)
		for i, m := range c.of.mechanismsOf(c.rel) {
			for _, e := range plan[i].Made {
				net, _ := must.Two(surrogate.Up(s.Public(), e.MeanDegree))(t)
				exact := must.Get(c.of.Exact(net))(t)
				if e.Draws != 200 {
					t.Errorf("%s: %d draws, want %d", c.of.Name, e.Draws, 200)
				}
				below, upTo := [3]float64{}, [3]float64{} // of each quartile
				for run := range uint64(runs) {
					q := must.Get(newQuestion(protected(t, net, c.rel, eps, 1_000_000+run), eps, Level))(t)
					values, _ := must.Two(m.ask(q))(t)
					off, _ := farthest(values, exact)
					for k, x := range []float64{e.Off.Low, e.Off.Median, e.Off.High} {
						if off < x {
							below[k] += 1. / runs
						}
						if off <= x {
							upTo[k] += 1. / runs
						}
					}
				}
				for k, p := range []float64{0.25, 0.5, 0.75} {
					if share := math.Max(below[k]-p, p-upTo[k]); share > 0.2 {
						t.Errorf("%s, %v, %s, mean degree %v: %.3f to %.3f of the errors are below quartile %d of %+v", c.of.Name, c.rel, m.name, e.MeanDegree, below[k], upTo[k], k+1, e.Off)
					}
				}
			}
		}
	}
}

// A plan without patience uses the fewest draws.
func TestAPlanIsDoneInTime(t *testing.T) {
	s := protected(t, &graph.Network{Graph: random(t, 60, 0.1, 1)}, gdp.EdgeLevel, 1, 1)
	plan, err := Edges.plan(s, 1, Level, 0)
	if err != nil || len(plan[0].Made) == 0 {
		t.Fatal(plan, err)
	}
	for _, e := range plan[0].Made {
		if e.Draws != fewest || e.Off.Low > e.Off.Median || e.Off.Median > e.Off.High {
			t.Errorf("%+v, want %d draws", e, fewest)
		}
	}
}
