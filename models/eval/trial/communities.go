package trial

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/models/method/release"
)

// beginCommunities compares clusters of the normalised rows with the Louvain communities of the
// graph. Both have the same number of parts.
func beginCommunities(_ context.Context, net *graph.Network, r *rand.Rand) (*graph.Network, measure, error) {
	communities, _, err := metric.Louvain(net.Graph.Undirected(), r)
	if err != nil {
		return nil, nil, fmt.Errorf("trial: %w", err)
	}
	k := int32(0)
	for _, c := range communities {
		k = max(k, c+1)
	}
	return net, func(x release.Release) (map[string]float64, error) {
		rows := x.(release.Embedding).Matrix
		if rows.N() != len(communities) {
			return nil, fmt.Errorf("trial: %d rows for %d nodes", rows.N(), len(communities))
		}
		found, err := rows.Clusters(int(k), r)
		if err != nil {
			return nil, fmt.Errorf("trial: %w", err)
		}
		nmi, err := metric.NMI(communities, found)
		if err != nil {
			return nil, fmt.Errorf("trial: %w", err)
		}
		ami, err := metric.AMI(communities, found)
		if err != nil {
			return nil, fmt.Errorf("trial: %w", err)
		}
		return map[string]float64{CommunityNMI: nmi, CommunityAMI: ami}, nil
	}, nil
}
