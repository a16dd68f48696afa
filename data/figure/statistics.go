package figure

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/metric"
)

// Named is a graph with its name in a figure.
type Named struct {
	Name  string
	Graph *graph.Graph
	Role  Role
}

// Pair names the original and the released graph.
func Pair(original, released *graph.Graph) []Named {
	return []Named{{Name: "original", Graph: original}, {Name: "released", Graph: released, Role: Strict}}
}

// Degrees plots the complementary cumulative degree distribution of each graph, on logarithmic
// axes. A curve starts at the share of nodes with any edge.
func Degrees(title string, graphs ...Named) *Figure {
	var curves []Series
	for _, g := range graphs {
		if g.Graph.M() == 0 {
			return failed("%q has no edges: its degrees are all 0", g.Name)
		}
		x, y := atLeast(metric.DegreeHistogram(g.Graph))
		curves = append(curves, Series{Name: g.Name, Role: g.Role, X: x, Y: y})
	}
	return Lines(LinesStyle{Title: title, XLabel: "degree d", YLabel: "P(degree ≥ d)",
		LogX: true, LogY: true, Dots: true, Legend: BottomLeft}, curves...)
}

// atLeast returns the share of nodes of degree d or more, for every positive degree d that occurs.
func atLeast(histogram []int64) (degree, share []float64) {
	left := int64(0) // nodes of degree d or more
	for _, nodes := range histogram {
		left += nodes
	}
	n := float64(left)
	for d, nodes := range histogram {
		if d > 0 && nodes > 0 {
			degree = append(degree, float64(d))
			share = append(share, float64(left)/n)
		}
		left -= nodes
	}
	return degree, share
}

// NamedHops holds the distances in a graph with its name in a figure.
type NamedHops struct {
	Name string
	Hops metric.Hops
	Role Role
}

// HopPlot plots, for each graph, the share of connected node pairs at distance d or less against d.
func HopPlot(title string, graphs ...NamedHops) *Figure {
	var curves []Series
	for _, g := range graphs {
		x, y := within(g.Hops.Pairs)
		if len(x) == 0 {
			return failed("no path joins any two nodes of %q", g.Name)
		}
		curves = append(curves, Series{Name: g.Name, Role: g.Role, X: x, Y: y})
	}
	return Lines(LinesStyle{Title: title, XLabel: "distance d", YLabel: "P(distance ≤ d)",
		Dots: true, Legend: BottomRight}, curves...)
}

// within returns the share of pairs at distance d or less, from d = 0 on.
func within(pairs []float64) (distance, share []float64) {
	total := lists.Sum(pairs)
	if total == 0 {
		return nil, nil
	}
	sum := 0.0
	for d, p := range pairs {
		sum += p
		distance = append(distance, float64(d))
		share = append(share, sum/total)
	}
	return distance, share
}

// Spectrum plots eigenvalues against their rank: each series holds those of one adjacency matrix in
// descending order, as returned by metric.Spectrum.
func Spectrum(title string, eigenvalues ...Series) *Figure {
	return Lines(LinesStyle{Title: title, XLabel: "rank", YLabel: "eigenvalue", Dots: true}, eigenvalues...)
}

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
