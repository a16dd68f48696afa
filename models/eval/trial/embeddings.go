package trial

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/models/learn/logistic"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/split"
)

// Structure is [metric.StrucEqu] of an embedding. It reads the private graph and is not a release.
type Structure struct {
	StrucEqu float64
	Error    float64 // standard error; 0 if all pairs are used
}

// Graphs up to this size use all pairs. Larger ones use that many nodes, in groups: a fifteenth of
// the pairs of these nodes.
const allPairs, groupsOfNodes = 15_000, 15

// StructureOf computes StrucEqu over all pairs of up to 15 000 nodes. For larger graphs it puts 15
// 000 random nodes into 15 groups and returns the mean of the groups' values with its standard
// error. The error describes the mean of such groups: if a few hubs determine the value, groups
// without a hub differ more from the whole graph. The source is used for larger graphs only, and
// may be nil otherwise.
func StructureOf(g *graph.Graph, e *embed.Matrix, r *rand.Rand) (Structure, error) {
	if g == nil || e == nil {
		return Structure{}, errors.New("trial: no graph, or no embedding")
	}
	if e.N() != g.N() {
		return Structure{}, fmt.Errorf("trial: %d rows for %d nodes", e.N(), g.N())
	}
	x := make([][]float64, e.N())
	for u := range x {
		row := e.Row(int32(u))
		x[u] = make([]float64, len(row))
		for i, v := range row {
			x[u][i] = float64(v)
		}
	}
	if g.N() > allPairs {
		return sampledStructure(g, x, groupsOfNodes, allPairs/groupsOfNodes, r)
	}
	all, err := metric.StrucEqu(g, x, nil)
	if err != nil {
		return Structure{}, fmt.Errorf("trial: %w", err)
	}
	return Structure{StrucEqu: all}, nil
}

// sampledStructure returns the mean over disjoint groups of random nodes.
func sampledStructure(g *graph.Graph, x [][]float64, groups, size int, r *rand.Rand) (Structure, error) {
	if r == nil {
		return Structure{}, fmt.Errorf("trial: no source of randomness")
	}
	order := lists.Convert[int32](r.Perm(g.N()))
	values := make([]float64, groups)
	for k := range values {
		var err error
		if values[k], err = metric.StrucEqu(g, x, order[k*size:][:size]); err != nil {
			return Structure{}, fmt.Errorf("trial: %w", err)
		}
	}
	m := MeanOf(values)
	return Structure{StrucEqu: m.Mean, Error: m.SD / math.Sqrt(float64(groups))}, nil
}

// NodeF1 returns the Micro-F1 on the test nodes of a logistic regression trained on the rows of the
// training nodes.
func NodeF1(e *embed.Matrix, labels []int32, classes int, nodes split.Nodes) (float64, error) {
	rows := func(nodes []int32) ([][]float64, []int32, error) {
		x, class := make([][]float64, len(nodes)), make([]int32, len(nodes))
		for i, u := range nodes {
			if u < 0 || int(u) >= e.N() || int(u) >= len(labels) {
				return nil, nil, fmt.Errorf("trial: node %d, but there are %d rows and %d labels", u, e.N(), len(labels))
			}
			for _, v := range e.Row(u) {
				x[i] = append(x[i], float64(v))
			}
			class[i] = labels[u]
		}
		return x, class, nil
	}
	x, class, err := rows(nodes.Train)
	if err != nil {
		return 0, err
	}
	features, err := logistic.Dense(x)
	if err != nil {
		return 0, err
	}
	model, err := logistic.Fit(features, class, classes, 1)
	if err != nil {
		return 0, err
	}
	if x, class, err = rows(nodes.Test); err != nil {
		return 0, err
	}
	predicted := make([]int32, len(x))
	for i := range x {
		predicted[i] = release.Likeliest(model.Scores(x[i]))
	}
	micro, _, err := metric.F1(class, predicted)
	return micro, err
}

// beginCommunities compares clusters of the normalised rows with the Louvain communities of the
// graph. Both have the same number of parts.
func beginCommunities(_ context.Context, net *graph.Network, r *rand.Rand) (*graph.Network, measure, error) {
	communities, _, err := metric.Louvain(net.Graph.Undirected(), r)
	if err != nil {
		return nil, nil, fmt.Errorf("trial: %w", err)
	}
	return net, func(x release.Release) (map[string]float64, error) {
		rows := x.(release.Embedding).Matrix
		if rows.N() != len(communities) {
			return nil, fmt.Errorf("trial: %d rows for %d nodes", rows.N(), len(communities))
		}
		found, err := rows.Clusters(graph.CountClasses(communities, nil), r)
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
