package trial

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/classification/gcn"
	"github.com/graphdp/graphdp/models/learn/logistic"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/split"
)

// FeaturesAlone is a value of [DrawnLinks] and [DrawnNodes]: the score from features without a
// release.
const FeaturesAlone = "features alone"

// drawnOf returns the released graph, which must have the network's nodes.
func drawnOf(x release.Release, net *graph.Network) (release.Graph, error) {
	g := x.(release.Graph)
	if g.Network == nil || g.Graph == nil || g.Graph.N() != net.Graph.N() {
		return g, fmt.Errorf("trial: no graph of the %d nodes is released", net.Graph.N())
	}
	return g, nil
}

// beginDrawnLinks hides a tenth of the edges. A graph released from the rest must separate them
// from pairs without an edge.
func beginDrawnLinks(_ context.Context, net *graph.Network, r *rand.Rand) (*graph.Network, measure, error) {
	links, err := SplitLinks(net.Graph, 0.1, r)
	if err != nil {
		return nil, nil, err
	}
	return links.without(net), func(x release.Release) (map[string]float64, error) {
		g, err := drawnOf(x, net)
		if err != nil {
			return nil, err
		}
		score, err := g.Scores()
		if err != nil {
			return nil, err
		}
		found := map[string]float64{}
		if found["AUC"], err = links.AUC(score); err == nil && net.Attrs != nil {
			found[FeaturesAlone], err = links.AUC(cosine(net.Attrs))
		}
		return found, err
	}, nil
}

// cosine returns the cosine of two rows of features.
func cosine(x *graph.Attributes) func(u, v int32) float64 {
	rows := logistic.UnitRows(x)
	return func(u, v int32) (sum float64) {
		at := map[int32]float64{}
		for i, c := range rows.Columns[u] {
			at[c] = rows.Values[u][i]
		}
		for i, c := range rows.Columns[v] {
			sum += at[c] * rows.Values[v][i]
		}
		return sum
	}
}

// The values of [DrawnNodes] are accuracies of a regression trained on 60 % or 10 % of the nodes.
const (
	accuracyOfMany, aloneOfMany = "accuracy", FeaturesAlone
	accuracyOfFew, aloneOfFew   = "accuracy from 10 %", FeaturesAlone + " from 10 %"
)

// beginDrawnNodes classifies nodes by logistic regression on their features and on the mean
// features of their neighbours in the released graph. The method gets no labels.
func beginDrawnNodes(_ context.Context, net *graph.Network, r *rand.Rand) (*graph.Network, measure, error) {
	many, err := split.Labelled(net.Labels, 0.4, r)
	if err != nil {
		return nil, nil, err
	}
	few, err := split.Labelled(net.Labels, 0.9, r)
	if err != nil {
		return nil, nil, err
	}
	on := *net
	on.Labels, on.Classes = nil, nil
	return &on, func(x release.Release) (map[string]float64, error) {
		g, err := drawnOf(x, net)
		if err != nil {
			return nil, err
		}
		found := map[string]float64{}
		for _, x := range []struct {
			graph     *graph.Graph
			many, few string
		}{{g.Graph, accuracyOfMany, accuracyOfFew}, {nil, aloneOfMany, aloneOfFew}} {
			features := withNeighbours(net.Attrs, x.graph)
			for name, nodes := range map[string]split.Nodes{x.many: many, x.few: few} {
				if found[name], err = accuracyOf(features, net.Labels, nodes); err != nil {
					return nil, err
				}
			}
		}
		return found, nil
	}, nil
}

// withNeighbours returns normalised feature rows, each followed by the mean row of the node's
// neighbours if a graph is given.
func withNeighbours(x *graph.Attributes, g *graph.Graph) logistic.Mixture {
	own := logistic.UnitRows(x)
	n, all := x.Rows(), logistic.Mixture{Of: logistic.Sparse{Width: 2 * own.Width, Columns: own.Columns, Values: append(own.Values, own.Values...)}}
	for u := range n {
		var beside []int32 // the same columns in the second half
		for _, c := range own.Columns[u] {
			beside = append(beside, c+int32(own.Width))
		}
		all.Of.Columns = append(all.Of.Columns, beside)
	}
	for u := range int32(n) {
		rows, weights := []int32{u}, []float64{1}
		if g != nil {
			for _, v := range g.Neighbors(u) {
				rows, weights = append(rows, int32(n)+v), append(weights, 1/float64(g.Degree(u)))
			}
		}
		all.Rows, all.Weights = append(all.Rows, rows), append(all.Weights, weights)
	}
	return all
}

// accuracyOf returns the test accuracy of a logistic regression.
func accuracyOf(x logistic.Mixture, labels []int32, nodes split.Nodes) (float64, error) {
	train, known := logistic.Mixture{Of: x.Of}, []int32{}
	for _, u := range nodes.Train {
		train.Rows, train.Weights, known = append(train.Rows, x.Rows[u]), append(train.Weights, x.Weights[u]), append(known, labels[u])
	}
	model, err := logistic.Fit(train, known, int(slices.Max(labels))+1, 0.1)
	if err != nil {
		return 0, err
	}
	scores, err := model.All(x)
	right := 0.0
	for _, u := range nodes.Test {
		if err == nil && int32(slices.Index(scores[u], slices.Max(scores[u]))) == labels[u] {
			right++
		}
	}
	return right / float64(len(nodes.Test)), err
}

// beginDrawnMembership attacks a graph convolutional network trained on the released graph with
// true features and labels. Without weight decay and dropout the network memorises its half of the
// nodes.
func beginDrawnMembership(ctx context.Context, net *graph.Network, r *rand.Rand) (*graph.Network, measure, error) {
	target, err := gcn.Method.Mode("nonprivate")
	if err != nil {
		return nil, nil, err
	}
	seed := r.Uint64() >> 12
	config, err := method.Set(target.Config(), "Decay=0", "Dropout=0", "Split.Share=0.5", fmt.Sprintf("Split.Seed=%d", seed))
	if err != nil {
		return nil, nil, err
	}
	return net, func(x release.Release) (map[string]float64, error) {
		g, err := drawnOf(x, net)
		if err != nil {
			return nil, err
		}
		seen := *net
		seen.Graph = g.Graph
		o, err := target.RunPlain(ctx, &seen, config, seed, nil)
		if err != nil {
			return nil, err
		}
		m, err := MembershipOf(o.Release.(release.Classifier), &seen)
		return map[string]float64{"attack AUC": m.AUC, "found at 1 %": m.Rare}, err
	}, nil
}
