package trial

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/models/method/release"
)

// The names of the errors of [GraphQueries] in results, in the order of [PGB24]: relative errors of
// numbers, the divergence of two distributions, what the communities of both graphs have in
// common, and the difference of the highest centralities.
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
