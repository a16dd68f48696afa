package trial

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
)

// Statistics are the eight graph statistics of PrivDPR, as defined in package metric.
type Statistics struct {
	Triangles, Wedges, Claws float64 // TC, WC, CC
	REDE                     float64
	CPL                      float64 // mean distance within the largest component
	Diameter                 float64 // of the largest component
	LCC                      float64 // number of its nodes
	Degrees                  []int64 // degree histogram, for KS
	Sampled                  bool    // distances from a sample of nodes
}

const (
	exactNodes = 20_000 // exact distances up to this size
	sources    = 512    // number of sampled nodes for larger graphs
)

// StatisticsOf computes the statistics of a graph. The source samples nodes of graphs that are too
// large for exact distances.
func StatisticsOf(ctx context.Context, g *graph.Graph, r *rand.Rand) (*Statistics, error) {
	if ctx == nil || g == nil {
		return nil, errors.New("trial: no context, or no graph")
	}
	triangles, _ := metric.Triangles(g)
	s := &Statistics{
		Triangles: float64(triangles), Wedges: metric.Wedges(g), Claws: metric.Claws(g),
		REDE: metric.REDE(g), Degrees: metric.DegreeHistogram(g),
	}
	components := g.Components()
	if k := components.Largest(); k >= 0 {
		s.LCC = float64(components.Sizes[k])
	}
	var paths metric.Paths
	var err error
	if s.Sampled = g.N() > exactNodes; s.Sampled {
		paths, err = metric.SampleDistances(ctx, g, sources, r)
	} else {
		paths, err = metric.Distances(ctx, g)
	}
	if err != nil {
		return nil, fmt.Errorf("trial: %w", err)
	}
	s.CPL, _ = paths.LCC.Mean()
	s.Diameter = float64(max(0, len(paths.LCC.Pairs)-1)) // a lower bound if distances are sampled
	return s, nil
}

// Names of the statistics, in the papers' order.
const (
	TC, WC, CC, REDE, CPL, Diameter, LCC, KS = "TC", "WC", "CC", "REDE", "CPL", "Diameter", "LCC", "KS"
)

// StatisticErrors returns the relative errors of a released graph's statistics, and the KS distance
// of the degree distributions. Their means over runs are MRE and KS_D in the papers. Without both
// statistics it returns none.
func StatisticErrors(original, released *Statistics) map[string]float64 {
	if original == nil || released == nil {
		return nil
	}
	e := map[string]float64{KS: metric.KS(original.Degrees, released.Degrees)}
	for name, x := range map[string][2]float64{
		TC: {original.Triangles, released.Triangles}, WC: {original.Wedges, released.Wedges}, CC: {original.Claws, released.Claws},
		REDE: {original.REDE, released.REDE}, CPL: {original.CPL, released.CPL},
		Diameter: {original.Diameter, released.Diameter}, LCC: {original.LCC, released.LCC},
	} {
		e[name] = metric.RelativeError(x[0], x[1])
	}
	return e
}
