package gen

import (
	"errors"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
)

// More adds edges to a graph: a uniform sample, of the given size, of the pairs that are edges
// neither of it nor of another graph on its nodes; all such pairs if there are fewer, and none if
// the number is negative.
func (w *Watch) More(g *graph.Graph, edges int, but *graph.Graph, r *rand.Rand) (*graph.Graph, error) {
	if g == nil || but == nil || g.Directed() || but.Directed() || g.N() != but.N() {
		return nil, errors.New("gen: want two undirected graphs on the same nodes: one to extend, one with edges to exclude")
	}
	n := g.N()
	if err := check(n, r); err != nil {
		return nil, err
	}
	list := make([]graph.Edge, 0, g.M()+max(edges, 0))
	common := 0
	for u, v := range g.Edges() {
		list = append(list, graph.Edge{U: u, V: v})
		if but.HasEdge(u, v) {
			common++
		}
	}
	taken := int64(g.M() + but.M() - common)
	more := int(min(int64(edges), pairs(n)-taken))
	if more > 0 && taken+int64(more) > pairs(n)/2 { // sampling would mostly hit taken pairs: list the free ones
		var rest []graph.Edge
		for u := range int32(n) {
			for v := u + 1; v < int32(n); v++ {
				if !g.HasEdge(u, v) && !but.HasEdge(u, v) {
					rest = append(rest, graph.Edge{U: u, V: v})
				}
			}
		}
		r.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
		return w.Graph(n, append(list, rest[:more]...))
	}
	added := NewPairSet(max(more, 0))
	w.Begin("drawing edges")
	for added.size < more && !w.Ended(added.size, more) {
		if e := randomPair(n, r); !g.HasEdge(e.U, e.V) && !but.HasEdge(e.U, e.V) && added.Add(e) {
			list = append(list, e)
		}
	}
	return w.Graph(n, list)
}
