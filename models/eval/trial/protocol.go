package trial

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/nearest"
	"github.com/graphdp/graphdp/models/estimate/posterior"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/split"
)

// Protocol is a way to measure releases, as defined in a paper.
type Protocol struct {
	Name   string
	About  string
	Of     release.Kind // description of the measurement
	Task   Task
	Values []Value // pages show the first one first
	// needs lists the requirements for the data.
	needs need
	// begin returns the data for the method, and the function that measures its release.
	begin       func(ctx context.Context, c *graph.Collection, t Trial) (on *graph.Collection, measure measure, err error)
	collections bool // for collections; a graph is a collection of one
	graphs      bool // of embeddings: measures released graphs too, by rowsOf
	runs        int  // number of runs of an audit, which has no begin; 0 for the attack's default
}

// one adapts a protocol for one graph.
func one(begin func(ctx context.Context, net *graph.Network, r *rand.Rand) (on *graph.Network, measure measure, err error)) func(context.Context, *graph.Collection, Trial) (*graph.Collection, measure, error) {
	return func(ctx context.Context, c *graph.Collection, t Trial) (*graph.Collection, measure, error) {
		on, measure, err := begin(ctx, c.Graphs[0], t.source())
		return graph.CollectionOf(on), measure, err
	}
}

// need is a requirement for the data.
type need int

const (
	nothing         need = iota
	classesOfNodes       // a label for each node
	featuresOfNodes      // labels and features
	classesOfGraphs      // graph labels of a collection
)

// OfCollections reports whether the protocol is about collections of graphs.
func (p Protocol) OfCollections() bool { return p.collections }

// Unfit returns the reason why the protocol does not apply to some data, such as "has nodes without
// labels"; empty if it does. A graph is a collection of one.
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

// Lacks returns what the protocol needs and a graph with these known facts lacks, such as "labels";
// empty if nothing.
func (p Protocol) Lacks(features, labels bool) string {
	switch {
	case p.needs == featuresOfNodes && !features:
		return "features"
	case (p.needs == featuresOfNodes || p.needs == classesOfNodes || p.needs == classesOfGraphs) && !labels:
		return "labels"
	}
	return ""
}

// unfitMode returns the reason why the protocol cannot measure a mode, for all data; empty if it
// can.
func (p Protocol) unfitMode(mode method.Mode) string {
	if p.collections && mode.Relation.OfGraphs() {
		return fmt.Sprintf("new graphs of mode %s stand for none of the originals, and %q compares graph by graph", mode.Name, p.Name)
	}
	return ""
}

// measures reports whether the protocol can measure releases of a method.
func (p Protocol) measures(m method.Method) bool {
	kinds := append([]release.Kind{m.Releases}, m.Also...)
	return slices.Contains(kinds, p.Of) || p.graphs && slices.Contains(kinds, release.KindGraph)
}

// find returns the release that the protocol measures, or false.
func (p Protocol) find(o method.Outcome) (release.Release, bool) {
	all := append([]release.Release{o.Release}, o.Also...)
	i := slices.IndexFunc(all, func(r release.Release) bool { return r.Kind() == p.Of })
	if i < 0 && p.graphs {
		i = slices.IndexFunc(all, func(r release.Release) bool { return r.Kind() == release.KindGraph })
	}
	if i < 0 {
		return nil, false
	}
	return all[i], true
}

// spectralRank is the dimension of the rows of a released graph, as of the papers' embeddings.
const spectralRank = 128

// rowsOf returns the rows of an embedding, or those of a graph's adjacency matrix: for more than
// [spectralRank] nodes, truncated to that rank.
func rowsOf(x release.Release, net *graph.Network, r *rand.Rand) (*embed.Matrix, error) {
	if e, ok := x.(release.Embedding); ok {
		return e.Matrix, nil
	}
	g, err := drawnOf(x, net)
	if err != nil {
		return nil, err
	}
	n := g.Graph.N()
	if n > spectralRank {
		return posterior.SpectralRows(g.Graph, spectralRank, r)
	}
	m, err := embed.New(n, n)
	if err != nil {
		return nil, err
	}
	for u, v := range g.Graph.Undirected().Edges() {
		m.Row(u)[v], m.Row(v)[u] = 1, 1
	}
	return m, nil
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
		rows, err := rowsOf(x, net, r)
		if err != nil {
			return nil, err
		}
		s, err := StructureOf(net.Graph.Undirected(), rows, r)
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

// without returns net with the training edges of a split only.
func (l *Links) without(net *graph.Network) *graph.Network {
	on := *net
	on.Graph = l.Train
	return &on
}

// BothMatrices is the AUC of link prediction by [release.Embedding.Both]. The paper of SE-PrivGEmb
// does not define the score of a pair.
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
	classes := graph.CountClasses(net.Labels, nil)
	return net, func(x release.Release) (map[string]float64, error) {
		rows, err := rowsOf(x, net, r)
		if err != nil {
			return nil, err
		}
		f1, err := NodeF1(rows, net.Labels, classes, nodes)
		return map[string]float64{"Micro-F1": f1}, err
	}, nil
}

func beginClassification(_ context.Context, net *graph.Network, _ *rand.Rand) (*graph.Network, measure, error) {
	return net, func(x release.Release) (map[string]float64, error) {
		s, err := Classify(x.(release.Classifier), net)
		return map[string]float64{"accuracy": s.Accuracy, "Macro-F1": s.MacroF1, "majority": s.Majority}, err
	}, nil
}

// Worlds names the data of audits: the neighbouring graphs of the method's attack.
const Worlds = "worlds"

// withRuns returns the protocol with another number of runs, which is part of its name.
func (p Protocol) withRuns(name, runs string) (Protocol, error) {
	n, err := strconv.Atoi(runs)
	if err != nil || n < method.LeastRuns {
		return p, fmt.Errorf("trial: protocol %q: %q is not a number of runs; want at least %d", name, runs, method.LeastRuns)
	}
	p.Name, p.runs = name, n
	return p, nil
}

// IsAudit reports whether the protocol attacks a method. It then needs no data.
func (p Protocol) IsAudit() bool { return p.Task == TaskAudits }

// audit attacks the mode under the trial's budget. A bound above the claimed or the proved ε is a
// measurement, not an error.
func (t Trial) audit(ctx context.Context, m method.Method, runs int) (Measured, error) {
	mode, config, err := t.mode(m)
	if err != nil {
		return Measured{}, err
	}
	attack, err := m.Attacked(mode)
	if err != nil {
		return Measured{}, err
	}
	found, err := method.Audit{
		Method: t.Method, Mode: mode, Config: config, Attack: attack, Budget: t.budget(), Trials: runs, Workers: 1, Seed: t.Seed,
	}.Run(ctx)
	if err != nil {
		return Measured{}, err
	}
	return Measured{
		Values:  map[string]float64{"audited ε": float64(found.Bound.Epsilon), "most": float64(found.Most)},
		Claimed: float64(found.Guarantee.Claimed), Proved: float64(found.Guarantee.Proved),
		Reason: found.Guarantee.Reason, Audited: found.Guarantee.Audited, Made: Provenance{Config: key(mode, config), Edition: mode.Edition},
	}, nil
}
