// Package dpggan generates a graph for each graph of a collection by a variational graph
// autoencoder or GAN [DPGGAN21]; edge level.
//
//	relation  gdp.EdgeLevel: one edge of one graph is added or removed; the graph-level modes
//	          have gdp.GraphUnbounded and gdp.GraphLevel
//	public    the number of graphs, the number of nodes of each, and the classes of graphs; in
//	          the graph-level modes nothing
//	releases  a collection of graphs
//
// A single graph is a collection of one. docs/papers/dpggan.md lists equations, claims with their
// verdicts, and departures from the paper.
//
// [DPGGAN21] C. Yang, H. Wang, K. Zhang, L. Chen and L. Sun, Secure deep graph generation with link
// differential privacy, IJCAI 2021; arXiv 2005.00455 as Secure network release with link privacy.
package dpggan

import (
	"context"
	"errors"
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis/dpggan/facts"
)

// Method describes DPGGAN and its modes.
var Method = method.Method{
	Name: "dpggan", About: "synthetic graphs by variational graph autoencoders, for one graph or a collection", Paper: "DPGGAN21", Releases: release.KindGraphs, Also: []release.Kind{release.KindGraph},
	Attack: &onEdges, Exhibits: exhibits(), Called: map[string]string{"DPGGAN": "published", "DPGVAE": "published-vae", "GVAE": "nonprivate"}, Small: []string{"Steps=10"},
	Modes: []method.Mode{
		Published.Mode, PublishedVAE.Mode, Author.Mode, AuthorVAE.Mode, Strict.Mode, GraphLevel.Mode,
		NonPrivate.Mode, NonPrivateTuned.Mode, NonPrivateGAN.Mode, StrictNonPrivate.Mode, Null.Mode, NullGraphLevel.Mode, NullMatched.Mode,
	},
}

// The modes at edge level.
var (
	Published = atEdgeLevel(method.Mode{
		Role: method.Published, Name: "published", About: "DPGGAN as printed: noisy clipped gradients train the discriminator", Unproved: unproved,
	}, DPGGAN{Net: printed(false, 1e-3), Noisy: noisy, Steps: 300, Adversary: 0.1, EdgeRule: SampledEdges}, DPGGAN.run) // A' has no diagonal
	PublishedVAE = atEdgeLevel(method.Mode{
		Role: method.Published, Name: "published-vae", About: "DPGVAE as printed: noisy clipped gradients train the decoder", Unproved: unproved,
	}, DPGVAE{Net: paper(), Noisy: noisy, Steps: 1000, EdgeRule: SampledEdges}, DPGVAE.run)
	Author = atEdgeLevel(method.Mode{
		Role: method.AsCoded, Name: "author", About: "authors' DPGGAN code: decodes the graph's own latent codes, exact edge count", Unproved: uncovered,
	}, onDBLP(64, 0.1), Coded.run)
	AuthorVAE = atEdgeLevel(method.Mode{
		Role: method.AsCoded, Name: "author-vae", About: "authors' DPGVAE code: author without the discriminator", Unproved: uncovered,
	}, onDBLP(32, 0), Coded.run)
	Strict = atEdgeLevel(method.Mode{
		Role: method.Strict, Name: "strict", About: "noisy graph statistics, or for large ε randomised response; no neural network", Edition: 2, Attack: &onFacts,
	}, FromFacts{Shares: facts.Default(), Turned: 0.75}, FromFacts.run)
	Null = atEdgeLevel(method.Mode{
		Role: method.Null, Name: "null", About: "uniform random graphs; knows node counts and noisy edge counts", Attack: &onePair,
	}, Uniform{}, Uniform.run)
)

// The modes for relations of whole graphs.
var (
	GraphLevel = method.NewPrivate("dpggan", method.Mode{
		Role: method.Other, Name: "graph-level", About: "one decoder for all graphs, by DP-SGD over graphs; noisy sizes",
		Relation: gdp.GraphUnbounded, Also: []gdp.Relation{gdp.GraphLevel}, Needs: []string{"Graphs"}, Attack: onShapes.With(1000),
	}, GraphDecoder{Net: biased(3e-3), MostNodes: 1024, Steps: 200, SampleRate: 0.1, Clip: 1, ShapeShare: 0.5}, runGraphDecoder)
	NullGraphLevel = method.NewPrivate("dpggan", method.Mode{
		Role: method.Null, Name: "null-graph-level", About: "uniform random graphs; knows noisy histograms of sizes and mean degrees",
		Relation: gdp.GraphUnbounded, Also: []gdp.Relation{gdp.GraphLevel}, Needs: []string{"Graphs"}, Attack: onShapes.With(4000),
	}, UniformGraphs{MostNodes: 1024}, runUniformGraphs)
)

// The modes without privacy. NonPrivate is the paper's GVAE with a bias b and without the diagonal;
// as printed, its graphs have half of all pairs (docs/papers/dpggan.md, G9). NonPrivateTuned trains
// until the graph's codes predict its edges; 3000 steps at the paper's rate are not enough.
var (
	NonPrivate = nonPrivate(method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "the paper's GVAE: one autoencoder per graph; no upper bound",
	}, Autoencoder{Net: biased(1e-3), Steps: 1000}, Autoencoder.run)
	NonPrivateTuned = nonPrivate(method.Mode{
		Role: method.Tuned, Name: "nonprivate-tuned", About: "GVAE with ten times the learning rate and twice the steps",
	}, Autoencoder{Net: biased(1e-2), Steps: 2000}, Autoencoder.run)
	NonPrivateGAN = nonPrivate(method.Mode{
		Role: method.NonPrivate, Name: "nonprivate-gan", About: "the paper's GGAN: GVAE with a graph discriminator; no upper bound",
	}, Adversarial{Net: biased(1e-3), Steps: 300, Adversary: 0.1}, Adversarial.run)
	StrictNonPrivate = nonPrivate(method.Mode{
		Role: method.NonPrivate, Name: "strict-nonprivate", About: "strict's statistics without noise; at large ε strict can be better",
	}, Exact{}, Exact.run)
	NullMatched = nonPrivate(method.Mode{
		Role: method.Null, Name: "null-matched", About: "uniform random graphs; knows the exact node and edge counts",
	}, Matched{}, Matched.run)
)

// atEdgeLevel returns a mode that runs on a session's graphs and its public facts.
func atEdgeLevel[C any](m method.Mode, settings C, run func(c C, ctx context.Context, s *gdp.Session, k known, w *method.Watch) (*Result, error)) method.PrivateMode[C, *Result] {
	m.Relation = gdp.EdgeLevel
	return method.NewPrivate("dpggan", m, settings, func(ctx context.Context, s *gdp.Session, c C, w *method.Watch) (*Result, error) {
		k, err := public(s)
		if err != nil {
			return nil, err
		}
		return run(c, ctx, s, k, w)
	})
}

// nonPrivate returns a mode without privacy.
func nonPrivate[C any](m method.Mode, settings C, run func(c C, ctx context.Context, of *graph.Collection, k known, seed uint64, w *method.Watch) (*Result, error)) method.PlainMode[C, *Result] {
	return method.NewPlainCollection("dpggan", m, settings, func(ctx context.Context, of *graph.Collection, c C, seed uint64, w *method.Watch) (*Result, error) {
		k := known{sizes: of.Sizes(), labels: of.Labels, classes: of.Classes}
		if err := k.check(); err != nil {
			return nil, err
		}
		return run(c, ctx, of, k, seed, w)
	})
}

// known holds the public facts about a collection at edge level.
type known struct {
	sizes   []int // number of nodes of each graph
	labels  []int32
	classes []string
	// names of the graphs' random streams; nil: their indices, where these are public
	names []string
}

// public returns the public facts of a session; a single graph is a collection of one.
func public(s *gdp.Session) (known, error) {
	p := s.Public()
	k := known{sizes: p.Sizes, labels: p.GraphLabels, classes: p.GraphClasses}
	if k.sizes == nil {
		k.sizes = []int{p.Nodes}
	}
	return k, k.check()
}

// check refuses graphs without nodes, and collections without any pair of nodes.
func (k known) check() error {
	most := 0
	for i, n := range k.sizes {
		if n == 0 {
			return fmt.Errorf("dpggan: graph %d has no nodes", i)
		}
		most = max(most, n)
	}
	if most < 2 {
		return fmt.Errorf("dpggan: none of the %d graphs has two nodes", len(k.sizes))
	}
	return nil
}

// pairs returns the number of pairs of n nodes.
func pairs(n int) int64 { return int64(n) * int64(n-1) / 2 }

// nodes returns the total number of nodes.
func (k known) nodes() (total int) {
	return lists.Sum(k.sizes)
}

// Result holds one generated graph for each graph of the collection, with the same number of nodes
// and class.
type Result struct {
	Graphs    []*graph.Graph `json:"graphs"`
	Labels    []int32        `json:"labels,omitempty"` // classes of the graphs, public at edge level
	Classes   []string       `json:"classes,omitempty"`
	Guarantee *gdp.Guarantee `json:"guarantee,omitempty"` // nil without privacy
}

// Outcome implements [method.Result].
func (r *Result) Outcome() method.Outcome {
	all := release.GraphsOf(r.Graphs, r.Labels, r.Classes)
	return method.Outcome{Release: all, Also: all.Single(), Guarantee: r.Guarantee}
}

// result returns a result without graphs.
func (k known) result() *Result { return &Result{Labels: k.labels, Classes: k.classes} }

// guarded records the guarantee.
func (r *Result) guarded(s *gdp.Session) error {
	g, err := s.Guarantee()
	r.Guarantee = &g
	return err
}

// onEdges attacks the number of edges of a released graph; other shares of ε are small.
var onEdges = method.Attack{
	Worlds: "12 nodes and 6 edges, and one edge more or not", Looks: "the number of edges of the graph",
	Settings: []string{
		"Edges=0.95", "Degrees=0.01", "Gaps=0.01", "Components=0.01", "Hubs=0.01", "Triangles=0.01",
		"Steps=1", "Inner=2", "Width=2", "Hidden=2", "Latent=2", "EdgeRule=TrueEdges",
	},
	Runs: 4000,
	Make: func(gdp.Relation) ([2]*graph.Network, error) {
		var ring []graph.Edge
		for u := range int32(6) {
			ring = append(ring, graph.Edge{U: u, V: (u + 1) % 6})
		}
		return method.Joined(12, ring, graph.Edge{U: 6, V: 7})
	},
	Look: func(o method.Outcome) ([]float64, error) {
		all, ok := o.Release.(release.Graphs)
		if !ok || len(all.Graphs) == 0 {
			return nil, errors.New("dpggan: the attack needs released graphs, and the outcome has none")
		}
		return []float64{float64(all.Graphs[0].Graph.M())}, nil
	},
}

// onFacts attacks the pair as well: for large ε, strict uses randomised response on all pairs.
var onFacts = method.Attack{
	Worlds: onEdges.Worlds, Looks: "the number of edges of the graph, and whether the pair is one", Settings: onEdges.Settings, Runs: onEdges.Runs, Make: onEdges.Make,
	Look: func(o method.Outcome) ([]float64, error) {
		seen, err := onEdges.Look(o)
		if err != nil {
			return nil, err
		}
		if o.Release.(release.Graphs).Graphs[0].Graph.HasEdge(6, 7) {
			return append(seen, 1), nil
		}
		return append(seen, 0), nil
	},
}

// onePair attacks the edge count on two nodes, where a graph with one edge is determined.
var onePair = method.Attack{
	Worlds: "2 nodes with an edge or none", Looks: onEdges.Looks, Runs: onEdges.Runs,
	Make: func(gdp.Relation) ([2]*graph.Network, error) { return method.Joined(2, nil, graph.Edge{U: 0, V: 1}) },
	Look: onEdges.Look,
}

// onShapes attacks the sizes of new graphs. With few size bands, few noisy counts hide the graph's.
var onShapes = method.Attack{
	Worlds: "one triangle, or no graph (graph-unbounded), or one node (graph)", Looks: "how many new graphs have more than one node, and as many edges as nodes",
	Settings: []string{"Graphs=12", "MostNodes=3", "ShapeShare=0.99", "Steps=1", "Hidden=2", "Latent=2", "Inner=2", "Width=2"},
	Make: func(rel gdp.Relation) (worlds [2]*graph.Network, err error) {
		triangle, err := method.Joined(3, []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 0, V: 2}})
		if worlds[1] = triangle[0]; err != nil || rel == gdp.GraphUnbounded {
			return worlds, err
		}
		node, err := method.Joined(1, nil)
		worlds[0] = node[0]
		return worlds, err
	},
	Look: func(o method.Outcome) ([]float64, error) {
		all, ok := o.Release.(release.Graphs)
		if !ok || all.Collection == nil {
			return nil, errors.New("dpggan: the attack needs released graphs, and the outcome has none")
		}
		large, dense := 0.0, 0.0
		for _, w := range all.Graphs {
			if w.Graph.N() >= 2 {
				large++
			}
			if w.Graph.M() >= w.Graph.N() {
				dense++
			}
		}
		return []float64{large, dense, large + dense}, nil
	},
}
