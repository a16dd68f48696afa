package trial

import (
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Rows of a released graph are at the distances of its adjacency matrix's rows, so a graph released
// unchanged has StrucEqu 1, and another one has less.
func TestRowsOfReleasedGraphs(t *testing.T) {
	const n = 60
	r := rand.New(rand.NewPCG(3, 4))
	drawn := func(n int32) *graph.Network {
		var edges []graph.Edge
		for u := range n {
			for v := range u {
				if r.Float64() < 0.02+float64(u)/200 {
					edges = append(edges, graph.Edge{U: u, V: v})
				}
			}
		}
		g, _ := must.Two(graph.FromEdges(int(n), edges, graph.Options{}))(t)
		return &graph.Network{Graph: g}
	}
	net, other := drawn(n), drawn(n)
	p := must.Get(ProtocolOf(StructuralEquivalence))(t)
	_, measure := must.Two(beginStrucEqu(t.Context(), net, r))(t)
	of := func(g *graph.Network) float64 {
		released, ok := p.find(method.Outcome{Release: release.GraphsOf([]*graph.Graph{g.Graph}, nil, nil), Also: []release.Release{release.Graph{Network: g}}})
		if !ok {
			t.Fatal("StrucEqu does not measure graphs")
		}
		return must.Get(measure(released))(t)["StrucEqu"]
	}
	near(t, "StrucEqu of the same graph", of(net), 1, 1e-9)
	if x := of(other); x > 0.9 {
		t.Errorf("StrucEqu of another graph is %.3f", x)
	}
	large := drawn(spectralRank + 40)
	rows := must.Get(rowsOf(release.Graph{Network: large}, large, r))(t)
	if s := must.Get(StructureOf(large.Graph, rows, r))(t); rows.Dim() != spectralRank || s.StrucEqu < 0.999 {
		t.Errorf("%d dimensions of a graph of %d nodes have StrucEqu %.5f", rows.Dim(), large.Graph.N(), s.StrucEqu)
	}
	few, _ := must.Two(graph.FromEdges(3, nil, graph.Options{}))(t)
	if _, err := measure(release.Graph{Network: &graph.Network{Graph: few}}); err == nil {
		t.Error("no error for a graph of 3 nodes")
	}
	if released, _ := p.find(method.Outcome{Release: release.Embedding{Matrix: must.Get(embed.New(n, 2))(t)}}); released.Kind() != release.KindEmbedding {
		t.Error("an embedding is not measured by its own rows")
	}
	if _, ok := must.Get(ProtocolOf(Communities))(t).find(method.Outcome{Release: release.Graph{Network: net}}); ok {
		t.Error("communities of rows are measured on a graph")
	}
}
