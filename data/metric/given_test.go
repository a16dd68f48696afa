package metric

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
)

// No graph, and no context, are errors.
func TestNothingGiven(t *testing.T) {
	g, r, ctx := newMatrix(3).graph(), rand.New(rand.NewPCG(1, 1)), context.Background()
	var none context.Context
	err := func(_ any, err error) error { return err }
	third := func(_, _ any, err error) error { return err }
	for what, err := range map[string]error{
		"All": err(All(ctx, nil, Default())), "All without context": err(All(none, g, Default())), "Compare": err(Compare(ctx, g, nil, Default())),
		"Diameter": err(Diameter(ctx, nil)), "Diameter without context": err(Diameter(none, g)),
		"Distances": err(Distances(ctx, nil)), "SampleDistances": err(SampleDistances(ctx, nil, 2, r)), "Eigenvector": third(Eigenvector(ctx, nil)),
		"Spectrum": third(Spectrum(ctx, nil, 1, r)), "Louvain": third(Louvain(nil, r)), "Louvain without randomness": third(Louvain(g, nil)),
		"Modularity": err(Modularity(nil, nil)), "PageRank": err(PageRank(nil, 0.85)), "StrucEqu": err(StrucEqu(nil, nil, nil)),
		"DPGGAN": err(DPGGAN(ctx, nil)), "DPGGANTable": err(DPGGANTable(ctx, nil)), "DPGGANTable of nil": err(DPGGANTable(ctx, &graph.Collection{Graphs: []*graph.Network{nil}})),
	} {
		if err == nil {
			t.Errorf("%s: no error", what)
		}
	}
}
