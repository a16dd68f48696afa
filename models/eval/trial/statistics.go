package trial

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/models/method/release"
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

// Names of the values of [GraphBeside]. Modularity and clustering are relative errors. The paper's
// "average clustering coefficient" is the transitivity in the code that it uses, and that code
// compares centralities by rank: both readings of each are included. AMI is NMI corrected for
// chance.
const (
	ErrorOfModularity   = "RE(Mod)"
	ErrorOfClustering   = "RE(CC)"
	ErrorOfTransitivity = "RE(transitivity)"
	CentralOverlap      = "overlap"
	CentralMAE          = "MAE by rank"
	CentralMAEByNode    = "MAE by node"
	CommunityNMI        = "NMI"
	CommunityAMI        = "AMI"
	DegreeKL            = "KL"
)

// BesideNames lists them.
func BesideNames() []string {
	return []string{ErrorOfModularity, ErrorOfClustering, ErrorOfTransitivity, CentralOverlap, CentralMAE, CentralMAEByNode, CommunityNMI, CommunityAMI, DegreeKL}
}

// measuredAs maps a value to package metric: the name of a measure, and whether the value is its
// relative error.
type measuredAs struct {
	name  string
	error bool
}

var besides = map[string]measuredAs{
	ErrorOfModularity: {"modularity", true}, ErrorOfClustering: {"average_clustering", true}, ErrorOfTransitivity: {"global_clustering", true},
	CentralOverlap: {"eigenvector_overlap", false}, CentralMAE: {"eigenvector_mae_by_rank", false}, CentralMAEByNode: {"eigenvector_mae", false},
	CommunityNMI: {"nmi_communities", false}, CommunityAMI: {"ami_communities", false}, DegreeKL: {"kl_degree", false},
}

// Beside compares a released graph with the original.
func Beside(ctx context.Context, original, released *graph.Graph, r *rand.Rand) (map[string]float64, error) {
	measured, _, err := compare(ctx, original, released, besides, r)
	return measured, err
}

// compare compares a released graph with the original.
func compare(ctx context.Context, original, released *graph.Graph, as map[string]measuredAs, r *rand.Rand) (map[string]float64, *metric.Comparison, error) {
	if ctx == nil || original == nil || released == nil || r == nil {
		return nil, nil, errors.New("trial: no context, graphs or source of randomness")
	}
	o := metric.Default()
	o.Seed = r.Uint64() >> 12 // JSON has no infinity
	for _, m := range as {
		o.Only = append(o.Only, m.name)
	}
	c, err := metric.Compare(ctx, original, released, o)
	if err != nil {
		return nil, nil, fmt.Errorf("trial: %w", err)
	}
	measured := map[string]float64{}
	for _, row := range c.Rows {
		for name, m := range as {
			switch {
			case m.name != row.Metric:
			case m.error:
				measured[name] = row.Error
			default:
				measured[name] = row.Released
			}
		}
	}
	return measured, c, nil
}

func beginBeside(ctx context.Context, net *graph.Network, r *rand.Rand) (*graph.Network, measure, error) {
	return net, func(x release.Release) (map[string]float64, error) {
		return Beside(ctx, net.Graph, x.(release.Graph).Graph, r)
	}, nil
}

// The names of the errors of [GraphQueries] in results, in the order of [PGB24]: relative errors of
// numbers, the divergence of two distributions, the similarity of both graphs' communities, and the
// difference of the highest centralities.
//
// [PGB24] S. Liu, H. Du, Y. Cao, B. Yan, J. Liu, M. Yoshikawa, PGB: benchmarking differentially
// private synthetic graph generation algorithms, arXiv 2408.02928, 2024.
const (
	QueryNodes          = "nodes"
	QueryEdges          = "edges"
	QueryTriangles      = "triangles"
	QueryMeanDegree     = "mean degree"
	QueryDegreeVariance = "degree variance"
	QueryDegrees        = "degrees"
	QueryDiameter       = "diameter" // the largest over all components
	QueryMeanDistance   = "mean distance"
	QueryDistances      = "distances" // over all connected pairs
	QueryTransitivity   = "transitivity"
	QueryClustering     = "clustering"
	QueryCommunities    = "communities"
	QueryModularity     = "modularity"
	QueryAssortativity  = "assortativity"
	QueryCentrality     = "centrality" // top 1 % of the nodes, by rank
)

// QueryNames lists the names.
func QueryNames() []string {
	return []string{
		QueryNodes, QueryEdges, QueryTriangles, QueryMeanDegree, QueryDegreeVariance, QueryDegrees, QueryDiameter, QueryMeanDistance,
		QueryDistances, QueryTransitivity, QueryClustering, QueryCommunities, QueryModularity, QueryAssortativity, QueryCentrality,
	}
}

var queries = map[string]measuredAs{
	QueryNodes: {"nodes", true}, QueryEdges: {"edges", true}, QueryTriangles: {"triangles", true}, QueryMeanDegree: {"mean_degree", true},
	QueryDegrees: {"kl_degree", false}, QueryMeanDistance: {"cpl_all", true}, QueryTransitivity: {"global_clustering", true},
	QueryClustering: {"average_clustering", true}, QueryCommunities: {"nmi_communities", false}, QueryModularity: {"modularity", true},
	QueryAssortativity: {"assortativity", true}, QueryCentrality: {"eigenvector_mae_by_rank", false},
}

// Queries measures a released graph by the queries of [PGB24].
func Queries(ctx context.Context, original, released *graph.Graph, r *rand.Rand) (map[string]float64, error) {
	measured, c, err := compare(ctx, original, released, queries, r)
	if err != nil {
		return nil, err
	}
	both := [2]*metric.Stats{c.Original, c.Released}
	var variance, longest [2]float64
	var distances [2][]int64
	for i, s := range both {
		variance[i] = varianceOf(s.Degrees)
		longest[i] = float64(max(0, len(s.Paths.All.Pairs)-1)) // a lower bound if distances are sampled
		distances[i] = []int64{int64(s.Nodes)}                 // without the distance 0 of a node to itself
		for _, pairs := range s.Paths.All.Pairs[min(1, len(s.Paths.All.Pairs)):] {
			distances[i] = append(distances[i], int64(math.Round(pairs)))
		}
	}
	measured[QueryDegreeVariance] = metric.RelativeError(variance[0], variance[1])
	measured[QueryDiameter] = metric.RelativeError(longest[0], longest[1])
	measured[QueryDistances] = metric.KL(distances[0], distances[1])
	return measured, nil
}

// varianceOf returns the sample variance of a histogram; 0 for fewer than two values.
func varianceOf(histogram []int64) float64 {
	var n, sum, squares float64
	for x, count := range histogram {
		n, sum = n+float64(count), sum+float64(count)*float64(x)
	}
	for x, count := range histogram {
		off := float64(x) - sum/n
		squares += float64(count) * off * off
	}
	return squares / max(n-1, 1)
}

func beginQueries(ctx context.Context, net *graph.Network, r *rand.Rand) (*graph.Network, measure, error) {
	return net, func(x release.Release) (map[string]float64, error) {
		return Queries(ctx, net.Graph, x.(release.Graph).Graph, r)
	}, nil
}
