package trial

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/models/method/release"
)

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
