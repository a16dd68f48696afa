package trial

import (
	"context"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/eval/gin"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// classifier is the network of [GraphClasses]: GIN with half the width and half the epochs.
func classifier() gin.Config {
	c := gin.Default()
	c.Hidden, c.Epochs = 32, 10
	return c
}

// beginGraphClasses makes ten folds by the seed. For each fold a network is trained on the released
// graphs of the others, and tested on the original graphs of the fold after its last epoch.
func beginGraphClasses(ctx context.Context, c *graph.Collection, t Trial) (*graph.Collection, measure, error) {
	return c, func(r release.Release) (map[string]float64, error) {
		folds, err := gin.CrossValidate(ctx, r.(release.Graphs).Collection, c, classifier(), t.Seed)
		if err != nil {
			return nil, err
		}
		accuracy := MeanOf(folds)
		return map[string]float64{"accuracy": accuracy.Mean, "standard error": accuracy.SD / math.Sqrt(float64(len(folds))), "majority": majority(c.Labels)}, nil
	}, nil
}

// majority is the share of the majority class.
func majority(labels []int32) (most float64) {
	count := map[int32]float64{}
	for _, y := range labels {
		count[y]++
		most = max(most, count[y]/float64(len(labels)))
	}
	return most
}

// Originals releases a graph or a collection unchanged. It is no method, but an upper bound for all
// releases.
var Originals = method.Method{
	Name: "originals", About: "the original graph or collection, without privacy", Releases: release.KindGraphs, Also: []release.Kind{release.KindGraph}, Called: map[string]string{"Ground Truth": "nonprivate"},
	Modes: []method.Mode{method.NewPlainCollection("originals", method.Mode{Role: method.NonPrivate, Name: "nonprivate", About: "the original graphs"}, asTheyAre{}, func(_ context.Context, of *graph.Collection, _ asTheyAre, _ uint64, _ *method.Watch) (same, error) {
		return same{of}, nil
	}).Mode},
}

type asTheyAre struct{}

type same struct{ *graph.Collection }

// Outcome implements [method.Result].
func (s same) Outcome() method.Outcome {
	all := release.Graphs{Collection: s.Collection}
	return method.Outcome{Release: all, Also: all.Single()}
}
