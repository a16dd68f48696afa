package trial

import (
	"context"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/models/eval/gin"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// tableOf returns the statistics of each graph of a collection, as defined by [metric.DPGGANRow].
// GINI and REDE of a graph without edges are 0.
func tableOf(ctx context.Context, c *graph.Collection) ([]metric.DPGGANRow, error) {
	list := make([]metric.DPGGANRow, len(c.Graphs))
	for i, w := range c.Graphs {
		r, err := metric.DPGGAN(ctx, w.Graph)
		if err != nil {
			return nil, fmt.Errorf("trial: graph %d: %w", i, err)
		}
		if math.IsNaN(r.GINI) {
			r.GINI = 0
		}
		if math.IsNaN(r.REDE) {
			r.REDE = 0
		}
		list[i] = r
	}
	return list, nil
}

// TrueGINI is the value of [CollectionErrors] with ranks from 1.
const TrueGINI = "true GINI"

// CollectionErrors returns, for each statistic, the mean absolute difference between released and
// original graphs. GINI has the authors' ranks from 0, and is 2/N less than the true one. All
// private methods keep N, so that both readings give the same difference.
func CollectionErrors(ctx context.Context, original, released *graph.Collection) (map[string]float64, error) {
	for _, c := range []*graph.Collection{original, released} {
		if err := c.Check(); err != nil {
			return nil, fmt.Errorf("trial: %w", err)
		}
	}
	if len(original.Graphs) == 0 || len(original.Graphs) != len(released.Graphs) {
		return nil, fmt.Errorf("trial: %d released graphs for %d originals", len(released.Graphs), len(original.Graphs))
	}
	a, err := tableOf(ctx, original)
	if err != nil {
		return nil, err
	}
	b, err := tableOf(ctx, released)
	if err != nil {
		return nil, err
	}
	sums := map[string]float64{}
	for i, x := range a {
		y := b[i]
		shift := 2/float64(max(original.Graphs[i].Graph.N(), 1)) - 2/float64(max(released.Graphs[i].Graph.N(), 1))
		for name, d := range map[string]float64{"LCC": x.LCC - y.LCC, "TC": x.TC - y.TC, "CPL": x.CPL - y.CPL, "GINI": x.GINI - y.GINI, TrueGINI: x.GINI - y.GINI + shift, "REDE": x.REDE - y.REDE} {
			sums[name] += math.Abs(d) / float64(len(a))
		}
	}
	return sums, nil
}

// Every returns the graphs 0, k, 2k … of a collection.
func Every(c *graph.Collection, k int) *graph.Collection {
	if c == nil || k < 2 {
		return c
	}
	few := &graph.Collection{Classes: c.Classes}
	for i := 0; i < len(c.Graphs); i += k {
		few.Graphs = append(few.Graphs, c.Graphs[i])
		if i < len(c.Labels) {
			few.Labels = append(few.Labels, c.Labels[i])
		}
	}
	return few
}

func beginCollection(ctx context.Context, c *graph.Collection, _ Trial) (*graph.Collection, measure, error) {
	return c, func(r release.Release) (map[string]float64, error) {
		return CollectionErrors(ctx, c, r.(release.Graphs).Collection)
	}, nil
}

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
