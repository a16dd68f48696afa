package gdp

import (
	"math"
	"math/bits"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
)

// Each pair within a graph of a collection answers by its own coin, and no other pair is asked:
// over all collections of graphs of 3, 1 and 2 nodes and all coins, each answer has the
// probability of the bits that it turns, and neighbours' probabilities of an answer differ by e^ε.
func TestRandomisedResponsesOfACollection(t *testing.T) {
	sizes := []int{3, 1, 2}
	places := []struct{ graph, u, v int32 }{{0, 0, 1}, {0, 0, 2}, {0, 1, 2}, {2, 0, 1}}
	made := func(world int) (graphs []*graph.Graph) {
		edges := make([][]graph.Edge, len(sizes))
		for k, p := range places {
			if world>>k&1 == 1 {
				edges[p.graph] = append(edges[p.graph], graph.Edge{U: p.u, V: p.v})
			}
		}
		for i, n := range sizes {
			g := graphOf(t, n, edges[i], false)
			graphs = append(graphs, g)
		}
		return graphs
	}
	const eps = 0.7
	truth, flip := response(eps)
	var laws [16][16]float64
	for world := range laws {
		for coins := range 16 {
			p := 1.0
			for k := range places {
				p *= []float64{truth, flip}[coins>>k&1]
			}
			answered := must.Get(decode(responses(made(world), func(yield func(int64) bool) {
				for k := range places {
					if coins>>k&1 == 1 && !yield(int64(k)) {
						return
					}
				}
			}), sizes, false))(t)
			for answer := range 16 {
				if slices.EqualFunc(answered, made(answer), (*graph.Graph).Equal) {
					laws[world][answer] += p
				}
			}
		}
	}
	most := 0.0
	for world, law := range laws {
		for answer, p := range law {
			turned := bits.OnesCount(uint(world ^ answer))
			if want := math.Pow(flip, float64(turned)) * math.Pow(truth, float64(4-turned)); math.Abs(p-want) > 1e-12 {
				t.Fatalf("world %b answers %b with probability %v, want %v", world, answer, p, want)
			}
		}
		for k := range places {
			for answer, p := range law {
				most = max(most, math.Abs(math.Log(p/laws[world^1<<k][answer])))
			}
		}
	}
	if math.Abs(most-eps) > 1e-12 {
		t.Errorf("neighbours' answers differ by ε = %v, want %v", most, eps)
	}
}

// A session of a collection answers with a graph of each of its sizes, and pays once.
func TestRandomisedResponses(t *testing.T) {
	c := &graph.Collection{Graphs: []*graph.Network{ring(t, 5), ring(t, 9), ring(t, 3)}}
	s := must.Get(ProtectCollection(c, EdgeLevel, pay(40, 0), Seed(1)))(t)
	graphs := must.Get(RandomisedResponses(s, "bits", 40))(t) // flips one pair of e⁴⁰
	for i, g := range graphs {
		if !g.Equal(c.Graphs[i].Graph) {
			t.Errorf("graph %d answers as another", i)
		}
	}
	if l, err := s.Ledger(); err != nil || len(l.Entries) != 1 || l.Entries[0].Query != "adjacency bits within each of 3 graphs" {
		t.Errorf("%v, %v", l, err)
	}
	one := must.Get(Protect(ring(t, 5), EdgeLevel, pay(40, 0), Seed(1)))(t)
	if graphs, err := RandomisedResponses(one, "bits", 40); err != nil || len(graphs) != 1 || !graphs[0].Equal(ring(t, 5).Graph) {
		t.Errorf("a single graph answers with %d graphs, %v", len(graphs), err)
	}

	// The pairs of the last graph are turned as often as all others.
	large := must.Get(ProtectCollection(&graph.Collection{Graphs: []*graph.Network{ring(t, 200), ring(t, 200)}}, EdgeLevel, pay(1, 0), Seed(1)))(t)
	graphs = must.Get(RandomisedResponses(large, "bits", 1))(t)
	turned := 0
	for u, v := range graphs[1].Edges() {
		if v-u > 20 && v-u < 180 { // no edge of a ring
			turned++
		}
	}
	if _, flip := response(1); !stattest.Count(turned, 15900, flip, alpha) {
		t.Errorf("%d pairs of the last graph are turned", turned)
	}
}
