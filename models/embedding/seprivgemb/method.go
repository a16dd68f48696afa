package seprivgemb

import (
	"context"
	"errors"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/null"
	"github.com/graphdp/graphdp/models/estimate/posterior"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is SE-PrivGEmb, the proved modes and the controls.
var Method = method.Method{
	Name: "seprivgemb", About: "node embeddings by skip-gram with structure preference", Paper: "SE-PrivGEmb", Releases: release.KindEmbedding,
	Exhibits: exhibits(), Called: map[string]string{"SE-PrivGEmb": "published", "SE-GEmb": "nonprivate"}, Small: []string{"Steps=20"}, For: experiment,
	Modes: []method.Mode{
		Published.Mode, ZeroGradient.Mode, Author.Mode, Strict.Mode, Projection.Mode, PoissonSkipGram.Mode, BiasedSkipGram.Mode, Control.Mode,
		NonPrivate.Mode, NonPrivateTuned.Mode, StrictNonPrivate.Mode, Spectrum.Mode, Null.Mode,
	},
}

// The modes of the paper and of its code, at node level.
var (
	// Published has the settings of §VI-A. Where Algorithm 2 is silent it follows the authors'
	// code: initial rows, the centre of an edge, the size of the noise. Link prediction takes 2000
	// steps.
	Published = newPrivate(method.Mode{
		Role: method.Published, Name: "published", About: "Algorithm 2 as printed: noise only on rows touched by the batch",
		Relation: gdp.NodeLevel, Attack: &escaped, Unproved: unproved,
		Caution: "its StrucEqu score comes from the noise: without gradients it is higher",
	}, printed, SkipGram.release)
	// ZeroGradient discards the gradient after it has selected the rows that get noise.
	ZeroGradient = newPrivate(method.Mode{
		Role: method.Control, Name: "zero-gradient", About: "control for the noise: published with its gradient set to zero",
		Relation: gdp.NodeLevel, Attack: &escaped, Unproved: unproved,
	}, changed(func(c *SkipGram) { c.ZeroGradient = true }), SkipGram.release)
	// Author is the authors' published code with the paper's settings: S = C, on the clipped mean.
	Author = newPrivate(method.Mode{
		Role: method.AsCoded, Name: "author", About: "authors' code: Adam, per-matrix clipping, Poisson accounting",
		Relation: gdp.NodeLevel, Attack: &escaped, Unproved: unproved,
	}, changed(func(c *SkipGram) { c.Author, c.Accountant, c.Sensitivity = true, PoissonCode, OneClip }), SkipGram.release)
	NonPrivate = newPlain(method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "Algorithm 2 without noise",
	}, Trained{printed.Training, printed.Examples}, Trained.train)
	// NonPrivateTuned trains longer, with uniform edge weights, larger steps from smaller initial
	// rows, and every node as a centre.
	NonPrivateTuned = newPlain(method.Mode{
		Role: method.Tuned, Name: "nonprivate-tuned", About: "nonprivate tuned on Chameleon: 10,000 steps, larger rate, uniform edge weights",
	}, Trained{
		Training{Dim: 128, Steps: 10_000, Negatives: 5, Rate: 6.4, Batch: 128, Clip: 2, Init: 0.1}, Examples{Proximity: Uniform, Centres: RandomEnd},
	}, Trained.train)
)

// The modes at edge level, and their controls.
var (
	// Strict is the most useful proved mode. All settings were tuned on generated graphs.
	Strict = newPrivate(method.Mode{
		Role: method.Strict, Name: "strict", About: "noisy degrees; communities by randomised response (dense) or noisy power iteration (sparse)",
		Relation: gdp.EdgeLevel, Attack: &onDegrees, Edition: 9,
	}, ExpectedRows{Expected{Dim: 128, Structure: 0.6, Rule: posterior.Rule{
		Vectors: 48, Groups: 8, Edges: 0.04, Degrees: 0.17, Mean: 2, Density: 1.5,
	}}, Sums{Mean: 4.6, Wide: 5.5, Rounds: 32, Dim: 2, Degrees: 0.3, Memory: 0.9, Structure: 0.4}}, ExpectedRows.release)
	// StrictNonPrivate shows the limit of Strict for large ε.
	StrictNonPrivate = newPlain(method.Mode{
		Role: method.NonPrivate, Name: "strict-nonprivate", About: "strict with exact answers for all node pairs", Edition: 4,
	}, Exact{Expected{Dim: 128, Structure: 0.6, Rule: posterior.Rule{ // only Vectors is used
		Vectors: 48, Groups: 8, Edges: 0.01, Degrees: 0.2, Mean: 40, Density: 1.5,
	}}}, Exact.rows)
	// Projection has few dimensions, since each adds noise.
	Projection = newPrivate(method.Mode{
		Role: method.Other, Name: "projection", About: "noisy random projection of the adjacency matrix", Relation: gdp.EdgeLevel, Attack: &againstR,
	}, Projected{Dim: 16}, Projected.release)
	// PoissonSkipGram makes few full passes over the edges and has short rows, since each entry
	// gets noise. Tuned on facebook, wiki-vote and Gnutella.
	PoissonSkipGram = newPrivate(method.Mode{
		Role: method.Other, Name: "poisson-skip-gram", About: "skip-gram on Poisson samples of edges, noise on every row", Relation: gdp.EdgeLevel, Attack: &onPair,
	}, PoissonSampled{
		Training:   Training{Dim: 4, Steps: 100, Negatives: 2, Rate: 0.1, Batch: 1, Clip: 0.1, Init: 0.1},
		SampleRate: 1,
	}, PoissonSampled.release)
	// BiasedSkipGram learns degrees and communities. Tuned on facebook, wiki-vote and Gnutella,
	// with a look at Chameleon and BlogCatalog.
	BiasedSkipGram = newPrivate(method.Mode{
		Role: method.Other, Name: "biased-skip-gram", About: "full-batch skip-gram with one matrix and biases, noise on every row", Relation: gdp.EdgeLevel, Attack: &onScore,
	}, Biased{Dim: 4, Steps: 30, Negatives: 16, Push: 20, Clip: 0.2, Spread: 1, Rate: 0.1, Init: 0.3}, Biased.release)
	Control = newPrivate(method.Mode{
		Role: method.Control, Name: "control", About: "noisy degrees with random directions; knows no community", Relation: gdp.EdgeLevel, Attack: &onDegrees,
	}, DegreeRows{Dim: 128}, DegreeRows.release)
	Spectrum = newPlain(method.Mode{
		Role: method.Tuned, Name: "spectrum", About: "truncated eigendecomposition of the adjacency matrix; inner products count common neighbours",
	}, Spectral{Dim: 128}, Spectral.rows)
	Null = method.NewPrivate("seprivgemb", method.Mode{
		Role: method.Null, Name: "null", About: "random embeddings, independent of the graph; knows only the node set",
		Relation: gdp.EdgeLevel, Also: []gdp.Relation{gdp.NodeLevel, gdp.NodeUnbounded},
	}, null.Untrained{Dim: 128}, null.Rows)
)

// printed holds the paper's settings.
var printed = SkipGram{
	Training: Training{Dim: 128, Steps: 200, Negatives: 5, Rate: 0.1, Batch: 128, Clip: 2, Init: 1},
	Examples: Examples{Proximity: DeepWalk, Centres: FirstID},
	Noise:    NonZero, Sigma: 5, Sensitivity: BatchClip, Accountant: Theorem4,
}

// changed returns the paper's settings with a change.
func changed(change func(c *SkipGram)) SkipGram {
	c := printed
	change(&c)
	return c
}

// unproved is the reason why nothing is proved of Algorithm 2.
const unproved = "noise is added only to touched rows, so outputs on neighbouring graphs are mutually singular (G2); proximities, negative samples and |E| are used without noise (G8 to G10)"

// settings is implemented by the settings of every mode. checkNodes returns an error if they do not
// suit a graph of n nodes; n is public.
type settings interface{ checkNodes(n int) error }

// newPrivate returns a mode that runs release on a session.
func newPrivate[C settings](m method.Mode, preset C, release func(c C, ctx context.Context, run *checkpoint.Run) (*Result, error)) method.PrivateMode[C, *Result] {
	return method.NewPrivate("seprivgemb", m, preset, func(ctx context.Context, s *gdp.Session, c C, w *method.Watch) (*Result, error) {
		if err := c.checkNodes(s.Public().Nodes); err != nil {
			return nil, err
		}
		return checkpoint.Once(ctx, s, "seprivgemb", c, w, func(run *checkpoint.Run) (*Result, error) {
			r, err := release(c, ctx, run)
			if err != nil {
				return nil, err
			}
			g, err := run.Session().Guarantee()
			r.Guarantee = &g
			return r, err
		})
	})
}

// newPlain returns a mode that embeds a graph in the clear.
func newPlain[C settings](m method.Mode, preset C, embed func(c C, ctx context.Context, run *checkpoint.Run, net *graph.Network) (*Result, error)) method.PlainMode[C, *Result] {
	return method.NewPlain("seprivgemb", m, preset, func(ctx context.Context, net *graph.Network, c C, seed uint64, w *method.Watch) (*Result, error) {
		if net.Graph.M() == 0 {
			return nil, errors.New("seprivgemb: the graph has no edges")
		}
		if err := c.checkNodes(net.Graph.N()); err != nil {
			return nil, err
		}
		return checkpoint.Plain(ctx, net, "seprivgemb", c, seed, w, func(run *checkpoint.Run) (*Result, error) { return embed(c, ctx, run, net) })
	})
}

// experiment returns the configuration of the paper's experiments: at least 2000 updates for link
// prediction.
func experiment(protocol string, config any) any {
	if protocol != "link prediction" {
		return config
	}
	const updates = 2000
	switch c := config.(type) {
	case SkipGram:
		c.Steps = max(c.Steps, updates)
		return c
	case Trained:
		c.Steps = max(c.Steps, updates)
		return c
	}
	return config
}
