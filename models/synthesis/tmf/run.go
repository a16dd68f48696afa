package tmf

import (
	"context"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/ranges"
	"github.com/graphdp/graphdp/models/synthesis"
)

// Config is the configuration of a mode: a [Thinned], a [Filter], a [Benchmark] or a [Uniform].
type Config interface {
	Check() error
	draw(run *checkpoint.Run) (*graph.Graph, error)
}

// Thinned takes the noisy number of edges of the pairs that said yes, all alike.
type Thinned struct {
	CountShare float64 `range:"(0,1)"` // of ε for the number of edges
}

// Filter takes the edges that pass a threshold, and other pairs up to the noisy number.
type Filter struct {
	CountShare float64 `range:"(0,1)"` // of ε for the number of edges
}

// Benchmark is the filter as the code of PGB has it.
type Benchmark struct{}

// Uniform draws a uniform graph with a noisy number of edges.
type Uniform struct{}

// Strict returns a fiftieth of ε for the number of edges.
func Strict() Thinned { return Thinned{CountShare: 0.02} }

// Published returns a tenth of ε for the number of edges.
func Published() Filter { return Filter{CountShare: 0.1} }

// Pgb returns the benchmark's code, which has no settings.
func Pgb() Benchmark { return Benchmark{} }

// Null returns the control, which has no settings.
func Null() Uniform { return Uniform{} }

// Check implements [Config].
func (c Thinned) Check() error { return ranges.Check("tmf", c) }

// Check implements [Config].
func (c Filter) Check() error { return ranges.Check("tmf", c) }

// Check implements [Config].
func (Benchmark) Check() error { return nil }

// Check implements [Config].
func (Uniform) Check() error { return nil }

// Result is what a run releases.
type Result = synthesis.Result

// Run spends the session's budget on one graph. Run again with the same configuration on the same
// journal, it returns the kept release at no cost.
func Run(ctx context.Context, s *gdp.Session, c Config, w *method.Watch) (*Result, error) {
	return synthesis.Run(ctx, s, "tmf", c, w, Config.draw)
}

func (Uniform) draw(run *checkpoint.Run) (*graph.Graph, error) { return synthesis.Uniform(run) }

func (c Thinned) draw(run *checkpoint.Run) (*graph.Graph, error) {
	s := run.Session()
	counting := s.Budget().Epsilon * gdp.Epsilon(c.CountShare)
	m, err := synthesis.EdgeCount(s, "edges", counting)
	if err != nil {
		return nil, err
	}
	asking := s.Budget().Epsilon - counting
	said, err := gdp.ThinnedResponse(s, "bits", asking, share(float64(asking), synthesis.Pairs(s.Public().Nodes), m))
	if err != nil {
		return nil, err
	}
	return top(said, m, run.Drawing(), run.Stream("ties"))
}

// share is that of the pairs that say yes of which about m are kept, and with near certainty no
// fewer: all where no more say yes.
func share(eps float64, pairs, m int) float64 {
	no := 1 / (1 + math.Exp(eps)) // that a pair is turned
	yes := float64(m)*(1-no) + float64(pairs-m)*no
	return min(1, (float64(m)+6*math.Sqrt(float64(m))+6)/yes)
}
