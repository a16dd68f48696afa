package figure

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/metric"
)

const (
	// exact distances up to this size; larger graphs use a sample of nodes.
	allPairs      = 20_000
	sampleSources = 512
	eigenvalues   = 20

	width, height = 4.5, 2.8 // width of a part: two fit into a notebook
)

// Compare draws graphs side by side: degrees, distances, largest eigenvalues of the adjacency
// matrices, and the matrices. Above 20,000 nodes distances are from 512 nodes, the same each time,
// and the title says so.
func Compare(ctx context.Context, title string, graphs ...Named) *Figure {
	var hops []NamedHops
	var spectra []Series
	var pictures []*Figure
	distances := "Distances"
	for _, g := range graphs {
		rng := rand.New(rand.NewPCG(0x6664, 0x70)) // figures have the same bytes each time
		var paths metric.Paths
		var err error
		if g.Graph.N() > allPairs {
			distances = fmt.Sprintf("Distances (from %d nodes where there are more than %d)", sampleSources, allPairs)
			paths, err = metric.SampleDistances(ctx, g.Graph, sampleSources, rng)
		} else {
			paths, err = metric.Distances(ctx, g.Graph)
		}
		if err != nil {
			return failed("%q: %w", g.Name, err)
		}
		values, _, err := metric.Spectrum(ctx, g.Graph, eigenvalues, rng)
		if err != nil {
			return failed("%q: %w", g.Name, err)
		}
		hops = append(hops, NamedHops{g.Name, paths.All, g.Role})
		spectra = append(spectra, Series{Name: g.Name, Role: g.Role, Y: values})
		pictures = append(pictures, Adjacency(g.Name, g.Graph, nil).Sized(width/3, width/3+0.3))
	}
	return Panel(title, 2,
		Degrees("Degrees", graphs...).Sized(width, height),
		HopPlot(distances, hops...).Sized(width, height),
		Spectrum("Largest eigenvalues", spectra...).Sized(width, height),
		Panel("", 3, pictures...))
}
