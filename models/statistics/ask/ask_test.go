package ask

import (
	"fmt"
	"math"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
)

// labelled returns a small graph with public classes and two attributes, some values of which are
// not stored.
func labelled(t testing.TB) *graph.Network {
	net := &graph.Network{Graph: random(t, 16, 0.3, 7), Classes: []string{"a", "b", "c"}}
	offsets, columns, values := []int64{0}, []int32{}, []float32{}
	for u := range net.Graph.N() {
		net.Labels = append(net.Labels, int32(u%4)-1) // -1 is none
		for c := range 2 {
			if (u+c)%5 > 0 {
				columns, values = append(columns, int32(c)), append(values, float32(u*(c+7)%11)/4-0.5) // from −0.5 to 2
			}
		}
		offsets = append(offsets, int64(len(columns)))
	}
	net.Attrs = must.Get(graph.NewAttributes(2, offsets, columns, values))(t)
	return net
}

// exactly returns the exact statistic by label; TestExact verifies it. The mean over no nodes is
// unknown.
func exactly(t testing.TB, x Statistic, net *graph.Network) map[string]Value {
	t.Helper()
	values := must.Get(x.Exact(net))(t)
	exact := map[string]Value{}
	for _, v := range values {
		exact[v.Of] = v
	}
	if x.Name == DensestPart.Name { // of which an answer finds a part
		for u, k := range metric.Cores(net.Graph) {
			exact[fmt.Sprintf("core number of %d", u)] = single(float64(k), 0)
		}
	}
	return exact
}

// protected returns a session on a labelled graph.
func protected(t testing.TB, net *graph.Network, rel gdp.Relation, eps gdp.Epsilon, seed uint64) *gdp.Session {
	t.Helper()
	return must.Get(gdp.Protect(net, rel, gdp.Budget{Epsilon: eps}, gdp.Seed(seed), gdp.Nodes(net.Graph.N())))(t)
}

// covers checks that intervals hold in a share of at least level of the draws. A correct program
// fails once in 10⁹ such tests. It stops early once so many hold that a share below level would do
// so once in 10⁶ times. With 4,000 draws a share that is 0.03 too small is detected with certainty.
func covers(t testing.TB, what string, draws int, level float64, holds func(seed uint64) bool) {
	t.Helper()
	held := 0
	for i := range draws {
		if holds(uint64(i)) {
			held++
		}
		if n := i + 1; n%100 == 0 && float64(held) > level*float64(n) && !stattest.Count(held, n, level, 1e-6) {
			return
		}
	}
	if held < int(level*float64(draws)) && !stattest.Count(held, draws, level, certain) {
		t.Errorf("%s: %d of %d intervals hold, want a share of %v", what, held, draws, level)
	}
}

// Under every supported relation, the intervals of each mechanism of each statistic hold at least
// as often as stated, for all values of an answer jointly. All mechanisms are tested, whichever a
// small graph would get.
func TestIntervalsHold(t *testing.T) {
	const level = 0.9
	draws := 4000
	if testing.Short() {
		draws = 500
	}
	net := labelled(t)
	for _, x := range All() {
		exact := exactly(t, x, net)
		for _, m := range x.mechanisms {
			for _, rel := range m.relations {
				t.Run(fmt.Sprint(x.Name, " ", rel), func(t *testing.T) {
					t.Parallel()
					covers(t, m.name, draws, level, func(seed uint64) bool { return m.holds(t, x, net, exact, protected(t, net, rel, 4, seed), level) })
				})
			}
		}
	}
}

// densityOf returns the density of the subgraph that an answer found.
func densityOf(g *graph.Graph, values []Value) Value {
	var nodes []int32
	edges := 0.0
	for _, v := range values {
		var u int32
		if _, err := fmt.Sscanf(v.Of, "core number of %d", &u); err == nil {
			for _, w := range nodes {
				if g.HasEdge(u, w) {
					edges++
				}
			}
			nodes = append(nodes, u)
		}
	}
	return single(edges/float64(len(nodes)), 0)
}

// holds asks with the session's whole budget, and reports whether all intervals hold.
func (m mechanism) holds(t *testing.T, x Statistic, net *graph.Network, exact map[string]Value, s *gdp.Session, level float64) bool {
	q := must.Get(newQuestion(s, s.Budget().Epsilon, level))(t)
	values, _ := must.Two(m.ask(q))(t)
	holds := len(values) > 0
	for _, v := range values {
		want, there := exact[v.Of]
		if v.Of == edgesOverNodes {
			want = densityOf(net.Graph, values)
		}
		if !there && x.Name != Sequence.Name || !(v.Low <= v.Value && v.Value <= v.High) {
			t.Fatalf("%+v, want %v (%v)", v, want, there)
		}
		holds = holds && (!there || v.Low <= want.Low+1e-9 && want.High-1e-9 <= v.High)
	}
	return holds
}

// At node level, if a hub has more edges than the cap, most of them are dropped, and low degrees
// are counted far too often: intervals hold nevertheless.
func TestIntervalsHoldOfHubs(t *testing.T) {
	const n, draws, level = 400, 200, 0.9
	var edges []graph.Edge
	for v := range int32(n - 1) {
		edges = append(edges, graph.Edge{U: 0, V: v + 1})
	}
	g, _ := must.Two(graph.FromEdges(n, edges, graph.Options{}))(t)
	net := &graph.Network{Graph: g}
	for _, x := range []Statistic{Histogram, CCDF, Sequence} {
		exact := exactly(t, x, net)
		for _, rel := range nodeLevel {
			covers(t, fmt.Sprint(x.Name, rel), draws, level, func(seed uint64) bool {
				return x.mechanismsOf(rel)[0].holds(t, x, net, exact, protected(t, net, rel, 1, seed), level)
			})
		}
	}
}

// The noise exceeds its stated quantiles as often as stated, neither more rarely nor more often.
func TestNoiseIsOffAsOftenAsItSays(t *testing.T) {
	for _, scale := range []float64{0.3, 1, 7.5} {
		a := math.Exp(-1 / scale)
		for _, miss := range []float64{0.4, 0.1, 0.004, 1e-9} {
			beyond := func(w float64) float64 { return 2 * math.Pow(a, w+1) / (1 + a) }
			if w := wholeOff(scale, miss); beyond(w) > miss*(1+1e-9) || w > 0 && beyond(w-1) <= miss {
				t.Errorf("scale %v, %v: %v is passed with %v, one less with %v", scale, miss, w, beyond(w), beyond(w-1))
			}
		}
	}
}
