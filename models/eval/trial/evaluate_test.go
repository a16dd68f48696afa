package trial

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/split"
	"github.com/graphdp/graphdp/models/method/study"
)

// toy is a method whose release shows its input.
type toyConfig struct{ Scale, Steps int }

type toyResult struct {
	release.Embedding
	also []release.Release
	g    *gdp.Guarantee
}

func (r toyResult) Outcome() method.Outcome {
	return method.Outcome{Release: r.Embedding, Also: r.also, Guarantee: r.g}
}

// degreesAsRows releases scaled degrees in the clear, and the graph itself.
func degreesAsRows(net *graph.Network, c toyConfig) (toyResult, error) {
	rows := make([][]float32, net.Graph.N())
	for u := range rows {
		rows[u] = []float32{float32(c.Scale * c.Steps * net.Graph.Degree(int32(u)))}
	}
	m, err := embed.FromRows(rows)
	return toyResult{Embedding: release.Embedding{Matrix: m}, also: []release.Release{release.Graph{Network: net}}}, err
}

func toyMethod() method.Method {
	return method.Method{
		Name: "toy", About: "degrees in the clear", Releases: release.KindEmbedding,
		For: func(protocol string, config any) any {
			c := config.(toyConfig)
			if protocol == LinkPrediction {
				c.Steps = 10
			}
			return c
		},
		Modes: []method.Mode{
			method.NewPlain("toy", method.Mode{Role: method.Other, Name: "plain", About: "plain"}, toyConfig{1, 1}, func(_ context.Context, net *graph.Network, c toyConfig, _ uint64, _ *method.Watch) (toyResult, error) {
				return degreesAsRows(net, c)
			}).Mode,
			method.NewPrivate("toy", method.Mode{Role: method.Other, Name: "claimed", About: "claimed", Relation: gdp.NodeUnbounded}, toyConfig{1, 1}, func(_ context.Context, s *gdp.Session, c toyConfig, _ *method.Watch) (toyResult, error) {
				data, err := s.ReadOnClaim("all", gdp.Claim{Source: "nobody", Statement: "it is public", Why: "it is not"})
				if err != nil {
					return toyResult{}, err
				}
				r, err := degreesAsRows(data.Network, c)
				if err != nil {
					return r, err
				}
				g, err := s.Guarantee()
				r.g = &g
				return r, err
			}).Mode,
		},
	}
}

func evaluate(t *testing.T, tr Trial, net *graph.Network) Measured {
	t.Helper()
	return must.Get(Evaluate(context.Background(), toyMethod(), tr, graph.CollectionOf(net), nil))(t)
}

// A trial runs the mode with the settings of the protocol and the variant, on the data that the
// protocol leaves. It measures the protocol's kind of release.
func TestEvaluate(t *testing.T) {
	net := must.Get(gen.SBM([]int{60, 60}, [][]float64{{0.2, 0.01}, {0.01, 0.2}}, random(9)))(t)
	tr := Trial{Method: "toy", Mode: "plain", Seed: 3}
	tr.Protocol = GraphStatistics // of the release beside the rows
	if m := evaluate(t, tr, net); m.Values[KS] != 0 || m.Values[CPL] != 0 || !math.IsInf(m.Proved, 1) || !math.IsInf(m.Claimed, 1) {
		t.Errorf("%v", m)
	}
	tr.Mode, tr.Epsilon = "claimed", 2
	if m := evaluate(t, tr, net); m.Values[KS] != 0 || m.Claimed != 0 || !math.IsInf(m.Proved, 1) {
		t.Errorf("%v", m)
	}

	// Hidden edges are hidden: the degrees of the remaining graph rank them.
	tr.Protocol = LinkPrediction
	links := must.Get(SplitLinks(net.Graph, 0.1, tr.source()))(t)
	want := must.Get(links.AUC(func(u, v int32) float64 { return float64(links.Train.Degree(u) * links.Train.Degree(v)) }))(t)
	for mode := range map[string]bool{"plain": true, "claimed": true} {
		tr.Mode = mode
		if m := evaluate(t, tr, net); m.Values["AUC"] != want {
			t.Errorf("%s: %v, want %v", mode, m.Values, want)
		}
	}
	for _, protocol := range []string{LinkClasses, NodeClasses, StructuralEquivalence} {
		tr.Protocol = protocol
		a, b := evaluate(t, tr, net), evaluate(t, tr, net)
		if len(a.Values) == 0 || !maps.Equal(a.Values, b.Values) {
			t.Errorf("%s: %v, then %v", protocol, a.Values, b.Values)
		}
	}
	config, err := Trial{Protocol: LinkPrediction, Variant: "Scale=7"}.config(toyMethod(), toyMethod().Modes[0])
	if err != nil || config != (toyConfig{7, 10}) {
		t.Errorf("%+v, %v", config, err)
	}
	for what, bad := range map[string]Trial{
		"protocol": {Protocol: "x", Mode: "plain"}, "mode": {Protocol: LinkPrediction, Mode: "x"}, "setting": {Protocol: LinkPrediction, Mode: "plain", Variant: "Scale=x"},
		"kind": {Protocol: Classification, Mode: "plain"}, "budget": {Protocol: LinkPrediction, Mode: "claimed"},
	} {
		if _, err := Evaluate(context.Background(), toyMethod(), bad, graph.CollectionOf(net), nil); err == nil || errors.Is(err, ErrKind) != (what == "kind") {
			t.Errorf("no %s: %v", what, err)
		}
	}
	if _, err := Evaluate(context.Background(), toyMethod(), tr, nil, nil); err == nil {
		t.Error("no graph")
	}
}

// A trial of a network whose nodes were read off is refused, or has nothing proved; declared nodes
// are those that there can be, by name too.
func TestTrialsDeclareTheirNodes(t *testing.T) {
	net := must.Get(gen.GNM(30, 60, random(9)))(t)
	off := &graph.Network{Graph: net, ReadOff: graph.ReadOff{Nodes: true}}
	tr := Trial{Method: "toy", Mode: "claimed", Seed: 3, Protocol: GraphStatistics, Epsilon: 2}
	for _, protocol := range []string{GraphStatistics, LinkPrediction} {
		tr.Protocol = protocol
		if _, err := Evaluate(context.Background(), toyMethod(), tr, graph.CollectionOf(off), nil); !errors.Is(err, gdp.ErrNodes) {
			t.Errorf("%s: %v", protocol, err)
		}
		occurring := tr
		occurring.Nodes = study.Occurring
		if m, err := Evaluate(context.Background(), toyMethod(), occurring, graph.CollectionOf(off), nil); err != nil || !strings.Contains(m.Reason, "node set") {
			t.Errorf("%s: %v, %v", protocol, m.Reason, err)
		}
	}
	names := make([]string, 30)
	for u := range names {
		names[u] = fmt.Sprint("n", u)
	}
	ids := must.Get(graph.StringIDs(names))(t)
	for _, w := range []*graph.Network{{Graph: net}, {Graph: net, IDs: ids}} {
		s, err := gdp.Protect(w, gdp.NodeUnbounded, gdp.Budget{Epsilon: 1}, tr.nodes(gdp.NodeUnbounded, w)...)
		if err != nil || s.Public().Nodes != 30 {
			t.Errorf("node-unbounded: %v", err)
		}
	}
	if _, err := gdp.Protect(off, gdp.NodeUnbounded, gdp.Budget{Epsilon: 1}, tr.nodes(gdp.NodeUnbounded, off)...); !errors.Is(err, gdp.ErrNodes) {
		t.Errorf("node-unbounded: %v", err)
	}
}

// A mode that splits the nodes splits them anew for each seed, unless the variant says how.
func TestDivisionFollowsTheSeed(t *testing.T) {
	type dividing struct {
		Steps int
		Split split.Config
	}
	mode := method.NewPlain("dividing", method.Mode{Role: method.Other, Name: "plain", About: "plain"}, dividing{3, split.Config{Share: 0.8}}, func(context.Context, *graph.Network, dividing, uint64, *method.Watch) (toyResult, error) {
		return toyResult{}, nil
	}).Mode
	m := method.Method{Name: "dividing", Modes: []method.Mode{mode}}
	for _, c := range []struct {
		trial Trial
		want  uint64
	}{{Trial{Seed: 5}, 5}, {Trial{Seed: 6, Variant: "Steps=4"}, 6}, {Trial{Seed: 5, Variant: "Split.Seed=2"}, 2}} {
		config, err := c.trial.config(m, mode)
		if err != nil || config.(dividing).Split.Seed != c.want || config.(dividing).Split.Share != 0.8 {
			t.Errorf("%v: %+v, %v; want the division of seed %d", c.trial, config, err, c.want)
		}
	}
}

// Scores are over the nodes with a known class: a model that is right about half of them, with as
// many unlabelled nodes.
func TestClassify(t *testing.T) {
	const u int32 = graph.Unlabeled
	net := &graph.Network{Labels: []int32{0, u, 1, u, 1, u, 1, u}}
	c := release.Classifier{Model: fixed{0, 0, 0, 0, 0, 0, 1, 1}, Classes: 2}
	c.Split.Test = []int32{0, 1, 2, 3, 4, 5, 6, 7}
	got := must.Get(Classify(c, net))(t)
	// Known are nodes 0, 2, 4, 6 of classes 0, 1, 1, 1; predicted 0, 0, 0, 1. F1 of
	// class 0 is 2·1/(3+1), of class 1 it is 2·1/(1+3).
	if want := (Score{Nodes: 4, Accuracy: 0.5, MacroF1: 0.5, Majority: 0.75}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	c.Classes = 3
	if _, err := Classify(c, net); err == nil {
		t.Error("two scores of three classes")
	}
	c.Classes, c.Split.Test = 2, []int32{1, 3}
	if _, err := Classify(c, net); err == nil {
		t.Error("scores of unlabelled nodes")
	}
	c.Split.Test = []int32{8}
	if _, err := Classify(c, net); err == nil {
		t.Error("scores of a node that is not there")
	}
}

// fixed names a class for each node.
type fixed []int

func (f fixed) Scores(_ *graph.Network, u int32) ([]float32, error) {
	scores := make([]float32, 2)
	scores[f[u]] = 1
	return scores, nil
}
