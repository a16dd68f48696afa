package seprivgemb

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/embedding/seprivgemb/skipgram"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// plan returns the plan of all steps, before its noise is calibrated.
func (c PoissonSampled) plan() gdp.Plan {
	return gdp.Plan{
		Label: "gradients", Steps: c.Steps, Sensitivity: gdp.L2(c.Clip), Divisor: float64(c.Batch), Sampling: gdp.Poisson{Rate: c.SampleRate},
		Basis: gdp.Proof{Doc: "proofs/seprivgemb.md#edges", Test: "TestOneEdgeMovesOneClippedTerm"},
	}
}

func (c PoissonSampled) release(ctx context.Context, run *checkpoint.Run) (*Result, error) {
	return c.train(ctx, run, c.plan())
}

// train pays for skip-gram with noise on every row, and trains it.
func (c PoissonSampled) train(ctx context.Context, run *checkpoint.Run, plan gdp.Plan) (*Result, error) {
	plan, err := plan.Calibrate(run.Session(), run.Session().Budget())
	if err != nil {
		return nil, err
	}
	t, err := newExamples(run, c, plan)
	if err != nil {
		return nil, err
	}
	if err := run.Steps(ctx, plan.Steps, append(t.Values(), t.source), t.step); err != nil {
		return nil, err
	}
	if err := t.Settle(); err != nil {
		return nil, fmt.Errorf("seprivgemb: %w", err)
	}
	r, err := embedded(t.tables, plan.Steps)
	if err != nil {
		return nil, err
	}
	r.Multiplier = plan.Multiplier
	return r, nil
}

// examples holds the edges with their negatives, and the tables to train.
type examples struct {
	*skipgram.Trainer
	tables *skipgram.Tables
	k      int
	source *gdp.RowNoise
	seed   uint64 // of the negatives
}

// newExamples pays for the plan and begins its training, or resumes it.
func newExamples(run *checkpoint.Run, c PoissonSampled, plan gdp.Plan) (*examples, error) {
	tables, err := skipgram.NewTables(run.Session().Public().Nodes, c.Dim, c.Init, run.Stream("first rows"))
	if err != nil {
		return nil, fmt.Errorf("seprivgemb: %w", err)
	}
	training, err := run.Train(plan)
	if err != nil {
		return nil, err
	}
	source, err := training.RowNoise(tables.Rows(), c.Dim)
	if err != nil {
		return nil, fmt.Errorf("seprivgemb: %w", err)
	}
	t, err := examplesOf(training.Data().Network.Graph.Undirected(), tables, c, source)
	if err != nil {
		return nil, err
	}
	t.source, t.seed = source, run.Stream("negatives").Uint64()
	return t, nil
}

// skipGram returns the settings of a step.
func (c Training) skipGram() skipgram.Config {
	return skipgram.Config{Negatives: c.Negatives, Rate: c.Rate, Divisor: float64(c.Batch), Clip: c.Clip}
}

func examplesOf(g *graph.Graph, tables *skipgram.Tables, c PoissonSampled, source skipgram.Source) (*examples, error) {
	settings := c.skipGram()
	settings.Source = source
	t, err := skipgram.New(tables, g, settings)
	if err != nil {
		return nil, fmt.Errorf("seprivgemb: %w", err)
	}
	return &examples{Trainer: t, tables: tables, k: c.Negatives}, nil
}

// step takes one step, with its own negatives.
func (t *examples) step(step int) error {
	if err := t.Step(func(batch []int32) []int32 { return t.negatives(step, batch) }); err != nil {
		return fmt.Errorf("seprivgemb: %w", err)
	}
	return nil
}

// negatives returns k nodes for each half of every edge of the batch. They depend only on the step
// and on the ids of the edge's ends. If they were drawn edge by edge, one more edge would change
// those of all later edges.
func (t *examples) negatives(step int, batch []int32) []int32 {
	list := make([]int32, 2*t.k*len(batch))
	var source rand.PCG
	r := rand.New(&source)
	for b, i := range batch {
		e := t.Edge(i)
		source.Seed(t.seed+uint64(step), uint64(e.U)<<32|uint64(uint32(e.V)))
		for j := range 2 * t.k {
			list[2*t.k*b+j] = int32(r.Uint32N(uint32(t.tables.Nodes())))
		}
	}
	return list
}
