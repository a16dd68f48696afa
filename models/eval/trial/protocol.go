package trial

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/nearest"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/split"
)

// Protocol is a way to measure what methods release, as a paper does it.
type Protocol struct {
	Name   string
	About  string
	Of     release.Kind // what is measured
	Task   Task
	Values []Value // the first is what a page shows first
	// needs is what the data must have.
	needs need
	// begin returns what the method is to be run on, and how its release is measured.
	begin       func(ctx context.Context, c *graph.Collection, t Trial) (on *graph.Collection, measure measure, err error)
	collections bool // it is about collections: a graph is one of one
	runs        int  // of an audit, which has no begin; 0 for as many as the attack asks for
}

// one adapts the beginning of a protocol that is about one graph.
func one(begin func(ctx context.Context, net *graph.Network, r *rand.Rand) (on *graph.Network, measure measure, err error)) func(context.Context, *graph.Collection, Trial) (*graph.Collection, measure, error) {
	return func(ctx context.Context, c *graph.Collection, t Trial) (*graph.Collection, measure, error) {
		on, measure, err := begin(ctx, c.Graphs[0], t.source())
		return graph.CollectionOf(on), measure, err
	}
}

// need is what a protocol asks of data.
type need int

const (
	nothing         need = iota
	classesOfNodes       // a label of each node
	featuresOfNodes      // these, and features
	classesOfGraphs      // of a collection
)

// OfCollections reports whether the protocol is about collections of graphs.
func (p Protocol) OfCollections() bool { return p.collections }

// Unfit says why the protocol cannot be used on some data, such as "has nodes without labels"; it
// is empty if it can. A graph is a collection of one.
func (p Protocol) Unfit(c *graph.Collection) string {
	switch {
	case c == nil || !p.collections && len(c.Graphs) != 1:
		return "is a collection, and " + p.Name + " is about one graph"
	case p.needs == classesOfGraphs && c.Labels == nil:
		return "is no collection of graphs with classes"
	case p.needs == classesOfNodes && c.Graphs[0].Labels == nil:
		return "has nodes without labels"
	case p.needs == featuresOfNodes:
		if err := method.Lacking(c.Graphs[0].Attrs != nil, c.Graphs[0].Labels != nil); err != nil {
			return "has " + err.Error()
		}
	}
	return ""
}

// Lacks says what the protocol needs of a graph of which this much is known, and is not there,
// such as "labels"; it is empty if nothing is missing.
func (p Protocol) Lacks(features, labels bool) string {
	switch {
	case p.needs == featuresOfNodes && !features:
		return "features"
	case (p.needs == featuresOfNodes || p.needs == classesOfNodes || p.needs == classesOfGraphs) && !labels:
		return "labels"
	}
	return ""
}

// unfitMode says why the protocol cannot measure a mode, whatever the data; it is empty if it can.
func (p Protocol) unfitMode(mode method.Mode) string {
	if p.collections && mode.Relation.OfGraphs() {
		return fmt.Sprintf("new graphs of mode %s stand for none of the originals, and %q compares graph by graph", mode.Name, p.Name)
	}
	return ""
}

type measure func(r release.Release) (map[string]float64, error)

// Names of protocols.
const (
	GraphStatistics       = "statistics"
	GraphBeside           = "beside"
	GraphQueries          = "queries"
	CollectionStatistics  = "collections"
	GraphClasses          = "graph classes"
	LinkClasses           = "links"
	LinkPrediction        = "link prediction"
	NodeClasses           = "nodes"
	StructuralEquivalence = "StrucEqu"
	Communities           = "communities"
	Classification        = "classification"
	TrainingMembership    = "membership"
	DrawnLinks            = "drawn links"
	DrawnNodes            = "drawn nodes"
	DrawnMembership       = "drawn membership"
	Answers               = "answers"
	Auditing              = "audit"
)

// ProtocolOf returns the protocol of that name.
func ProtocolOf(name string) (Protocol, error) {
	var names []string
	for _, p := range Protocols() {
		if p.Name == name {
			return p, nil
		}
		if runs, ok := strings.CutPrefix(name, p.Name+" "); ok && p.IsAudit() {
			return p.withRuns(name, runs)
		}
		names = append(names, p.Name)
	}
	return Protocol{}, fmt.Errorf("trial: no protocol %q; %s", name, nearest.Hint(name, names))
}

func beginStatistics(ctx context.Context, net *graph.Network, r *rand.Rand) (*graph.Network, measure, error) {
	return net, func(x release.Release) (map[string]float64, error) {
		original, err := StatisticsOf(ctx, net.Graph, r)
		if err != nil {
			return nil, err
		}
		released, err := StatisticsOf(ctx, x.(release.Graph).Graph, r)
		if err != nil {
			return nil, err
		}
		return StatisticErrors(original, released), nil
	}, nil
}

func beginStrucEqu(_ context.Context, net *graph.Network, r *rand.Rand) (*graph.Network, measure, error) {
	return net, func(x release.Release) (map[string]float64, error) {
		s, err := StructureOf(net.Graph.Undirected(), x.(release.Embedding).Matrix, r)
		if err != nil {
			return nil, err
		}
		score := map[string]float64{"StrucEqu": s.StrucEqu}
		if s.Error > 0 {
			score["standard error"] = s.Error
		}
		return score, nil
	}, nil
}

// without returns net with the training edges of a split alone.
func (l *Links) without(net *graph.Network) *graph.Network {
	on := *net
	on.Graph = l.Train
	return &on
}

// BothMatrices is the AUC of links by [release.Embedding.Both]. The paper of SE-PrivGEmb
// does not say how a pair is scored.
const BothMatrices = "AUC of both matrices"

func beginLinkPrediction(_ context.Context, net *graph.Network, r *rand.Rand) (*graph.Network, measure, error) {
	links, err := SplitLinks(net.Graph, 0.1, r)
	if err != nil {
		return nil, nil, err
	}
	return links.without(net), func(x release.Release) (map[string]float64, error) {
		e := x.(release.Embedding)
		if err := links.fits(e.Matrix); err != nil {
			return nil, err
		}
		own, err := e.Scores()
		if err != nil {
			return nil, err
		}
		auc, err := links.AUC(own)
		score := map[string]float64{"AUC": auc}
		if err == nil && e.Other != nil {
			score[BothMatrices], err = links.AUC(e.Both)
		}
		return score, err
	}, nil
}

func beginLinkClasses(_ context.Context, net *graph.Network, r *rand.Rand) (*graph.Network, measure, error) {
	links, err := SplitLinks(net.Graph, 0.2, r)
	if err != nil {
		return nil, nil, err
	}
	return links.without(net), func(x release.Release) (map[string]float64, error) {
		e, score := x.(release.Embedding), map[string]float64{}
		for name, f := range map[string]func(a, b []float32) []float64{"AUC": concatenated, "AUC hadamard": hadamard} {
			if score[name], err = links.Classified(e.Matrix, f); err != nil {
				return nil, err
			}
		}
		score["AUC dot"], err = links.AUC(e.Dot)
		return score, err
	}, nil
}

func beginNodeClasses(_ context.Context, net *graph.Network, r *rand.Rand) (*graph.Network, measure, error) {
	nodes, err := split.Labelled(net.Labels, 0.1, r)
	if err != nil {
		return nil, nil, err
	}
	classes := 0
	for _, c := range net.Labels {
		classes = max(classes, int(c)+1)
	}
	return net, func(x release.Release) (map[string]float64, error) {
		f1, err := NodeF1(x.(release.Embedding).Matrix, net.Labels, classes, nodes)
		return map[string]float64{"Micro-F1": f1}, err
	}, nil
}

func beginClassification(_ context.Context, net *graph.Network, _ *rand.Rand) (*graph.Network, measure, error) {
	return net, func(x release.Release) (map[string]float64, error) {
		s, err := Classify(x.(release.Classifier), net)
		return map[string]float64{"accuracy": s.Accuracy, "Macro-F1": s.MacroF1, "majority": s.Majority}, err
	}, nil
}
