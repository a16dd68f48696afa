package dpggan

import (
	"context"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/ranges"
)

// Config is the configuration of a private mode: a [DPGGAN], a [DPGVAE], a [Coded], a [FromFacts],
// an [EdgeDecoder], a [RecordDecoder], a [GraphDecoder], a [Uniform] or a [UniformGraphs].
type Config interface {
	run(ctx context.Context, s *gdp.Session, w *method.Watch) (*Result, error)
}

// Run spends the session's budget on one run of a mode. Run again with the same configuration on
// the same journal, it returns the kept release at no cost.
func Run(ctx context.Context, s *gdp.Session, c Config, w *method.Watch) (*Result, error) {
	if err := ranges.Whole("dpggan", c); err != nil {
		return nil, err
	}
	return c.run(ctx, s, w)
}

// Unprotected is the configuration of a mode without privacy: an [Autoencoder], an [Adversarial],
// an [Exact] or a [Matched].
type Unprotected interface {
	runPlain(ctx context.Context, of *graph.Collection, seed uint64, w *method.Watch) (*Result, error)
}

// RunPlain runs a mode without privacy on a collection. The seed decides what it draws.
func RunPlain(ctx context.Context, of *graph.Collection, c Unprotected, seed uint64, w *method.Watch) (*Result, error) {
	if err := ranges.Whole("dpggan", c); err != nil {
		return nil, err
	}
	return c.runPlain(ctx, of, seed, w)
}
