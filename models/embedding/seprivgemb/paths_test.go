package seprivgemb

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/degrees"
)

// A run that was killed after any of its releases goes on: it releases what it would have released,
// and pays nothing twice, whichever path the rule takes.
func TestARunOfPairsGoesOn(t *testing.T) {
	claim.Holds(t, "seprivgemb", "Strict: a run that was killed after any of its releases goes on, with the same release and no second spend")
	for name, x := range map[string]struct {
		g *graph.Graph
		c Config
	}{
		"clustered": {groups(t, 6, 50), with(Strict(), "Dim=16")},
		"random":    {random(t, 3, 300, 9000), with(with(Strict(), "Dim=16"), "Transitivity=0.3")},
		"sparse":    {ring(t, 300), with(Strict(), "Dim=16")},
	} {
		open := func() *gdp.Session { return protect(t, x.g, gdp.EdgeLevel, gdp.Budget{Epsilon: 3}) }
		whole := open()
		want := mustRun(t, whole, x.c)
		l, err := whole.Ledger()
		if err != nil {
			t.Fatal(err)
		}
		scope := strings.TrimSuffix(l.Entries[0].Label, "/edges")
		for killed := range l.Entries {
			s := open()
			sub, n := s.Scope(scope), x.g.N()
			p := x.c.(ExpectedRows).spends(3)
			for _, draw := range []func() error{
				func() error {
					_, err := gdp.DiscreteLaplace(sub, "edges", query.EdgeCount[gdp.L1](s.Relation(), n, n-1), p.edges)
					return err
				},
				func() error { // or all there is where the rule says no
					if name == "sparse" {
						_, err := degrees.Laplace(sub, "release", 3-p.edges)
						return err
					}
					_, err := degrees.Laplace(sub, "degrees", p.degrees)
					return err
				},
				func() error {
					_, err := gdp.DiscreteLaplace(sub, "triangles", query.TriangleCount[gdp.L1](s.Relation(), n, n-1), p.triangles)
					return err
				},
				func() error {
					if name == "random" {
						_, err := degrees.Laplace(sub, "release", p.rest)
						return err
					}
					_, err := gdp.RandomisedResponse(sub, "release", p.rest)
					return err
				},
			}[:killed+1] {
				if err := draw(); err != nil {
					t.Fatal(err)
				}
			}
			got, err := Run(t.Context(), s, x.c, nil)
			if err != nil {
				t.Errorf("%s: killed after release %d: %v", name, killed+1, err)
				continue
			}
			before, _ := labels(t, whole)
			after, proved := labels(t, s)
			if !slices.Equal(before, after) || proved > 3 || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: killed after release %d: spent %v on %v, not on %v, or another release", name, killed+1, proved, after, before)
			}
		}
	}
}
