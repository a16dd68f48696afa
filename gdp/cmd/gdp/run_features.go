package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification/features"
)

var featuresMethod = method{
	about:    "classify nodes by their features alone (the baseline of DPAR)",
	relation: gdp.NodeLevel,
	modes: map[string]func() any{
		"published": configOf(features.Published), "strict": configOf(features.Strict),
		nonPrivate: configOf(features.NonPrivate), "null": configOf(features.Null),
	},
	run: runFeatures,
}

// configOf makes pointers to configurations that can be changed.
func configOf[C any](make func() C) func() any {
	return func() any {
		c := make()
		return &c
	}
}

// classified is what a run of features prints: scores, which read true labels and
// are not part of the release, and how the training went.
type classified struct {
	Test       features.Score `json:"test"`
	Note       string         `json:"test_note"`
	Train      int            `json:"train_nodes"`
	Steps      int            `json:"steps,omitempty"`
	Rate       float64        `json:"sampling_rate,omitempty"`
	Multiplier float64        `json:"noise_multiplier,omitempty"`
}

// String is the score for people.
func (c classified) String() string {
	return fmt.Sprintf("accuracy %.4f, macro-F1 %.4f on %d test nodes (majority class %.4f); read off true labels, not a release",
		c.Test.Accuracy, c.Test.MacroF1, c.Test.Nodes, c.Test.Majority)
}

func runFeatures(ctx context.Context, j job) (any, func(io.Writer) error, error) {
	if j.data.Collection != nil {
		return nil, nil, fmt.Errorf("features classifies the nodes of one graph; this is a collection")
	}
	c := *j.config.(*features.Config)
	net := &j.data.Network
	if net.Attrs == nil || net.Labels == nil { // before anything is spent
		return nil, nil, fmt.Errorf("features classifies nodes that have features and classes; this graph lacks one or both")
	}
	if c.Classes == 0 && net.Classes == nil {
		c.Classes = j.data.Entry.Classes // what the registry knows is public
	}
	split, err := features.RandomSplit(rand.New(rand.NewPCG(j.seed, 0)), net.Graph.N(), 0.8)
	if err != nil {
		return nil, nil, err
	}
	watch := features.Watch{Progress: j.step, Checkpoint: j.checkpoint}
	result := &features.Result{}
	if j.mode == nonPrivate {
		result.Model, err = features.Train(ctx, net, c, split, j.seed, watch)
	} else {
		result, err = features.Run(ctx, j.session, c, split, watch)
	}
	if err != nil {
		return nil, nil, err
	}
	score, err := features.Evaluate(result.Model, net, split.Test)
	if err != nil {
		return nil, nil, err
	}
	output := classified{score, "read off the true labels of the test nodes: not part of the release, and no ε covers it", len(split.Train), result.Steps, result.Rate, result.Multiplier}
	return output, func(w io.Writer) error { return json.NewEncoder(w).Encode(result.Model) }, nil
}
