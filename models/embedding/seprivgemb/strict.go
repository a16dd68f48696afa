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

// sampled is a configuration of skip-gram with noise on every row: a [PoissonSampled], a
// [Matched] or a [Promised].
type sampled interface {
	Config
	training() Training
	// plan is what all steps draw, before its noise is calibrated.
	plan() gdp.Plan
}

func (c Training) training() Training { return c }

func (c Training) unsampled() gdp.Plan {
	return gdp.Plan{Label: "gradients", Steps: c.Steps, Sensitivity: gdp.L2(c.Clip), Divisor: float64(c.Batch)}
}

func (c PoissonSampled) plan() gdp.Plan {
	p := c.unsampled()
	p.Sampling = gdp.Poisson{Rate: c.SampleRate}
	p.Basis = gdp.Proof{Doc: "proofs/seprivgemb.md#edges", Test: "TestOneEdgeMovesOneClippedTerm"}
	return p
}

func (c Matched) plan() gdp.Plan {
	p := c.unsampled()
	p.Sampling = gdp.Whole{Presence: true} // another node, and its pair is one of the others or none
	p.Basis = gdp.Proof{Doc: "proofs/seprivgemb.md#matchings", Test: "TestOneNodeMovesOnePairOfAMatching"}
	return p
}

func (c Promised) plan() gdp.Plan {
	p := c.PoissonSampled.plan()
	p.Touched = c.MaxDegree
	p.Basis = gdp.Claim{
		Source:    "the caller",
		Statement: fmt.Sprintf("no node has more than %d edges, in this graph and in any neighbour that matters", c.MaxDegree),
		Why:       fmt.Sprintf("proved for graphs without a node of more than %d edges alone, which is promised and not enforced", c.MaxDegree),
	}
	return p
}

// protected pays for skip-gram with noise on every row, and trains it.
func protected(ctx context.Context, run *checkpoint.Run, c sampled) (*Result, error) {
	s := run.Session()
	plan, err := c.plan().Calibrate(s, s.Budget())
	if err != nil {
		return nil, err
	}
	t, err := newExamples(run, c, plan)
	if err != nil {
		return nil, err
	}
	if err := run.Steps(ctx, plan.Steps, append(t.Values(), t.source, t.matching), t.step); err != nil {
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

// examples are the edges, each with its negatives, and the tables that they
// train.
type examples struct {
	*skipgram.Trainer
	tables *skipgram.Tables
	edges  []skipgram.Edge
	k      int
	source *gdp.RowNoise
	seed   uint64 // of the negatives
	// matched draws the edges of a public matching, which is shuffled from the nodes in place; nil
	// where there is none.
	matched  func() []int32
	matching []int32
}

// newExamples pays for the plan and begins its training, or continues it.
func newExamples(run *checkpoint.Run, config sampled, plan gdp.Plan) (*examples, error) {
	c := config.training()
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
	g := training.Data().Network.Graph.Undirected()
	t, err := examplesOf(g, tables, c, source)
	if err != nil {
		return nil, err
	}
	t.source, t.seed = source, run.Stream("negatives").Uint64()
	if _, ok := config.(Matched); ok {
		t.matched, t.matching = matched(g, run.Stream("matchings"))
	}
	return t, nil
}

// skipGram returns the settings of a step.
func (c Training) skipGram() skipgram.Config {
	return skipgram.Config{Negatives: c.Negatives, Rate: c.Rate, Divisor: float64(c.Batch), Clip: c.Clip}
}

func examplesOf(g *graph.Graph, tables *skipgram.Tables, c Training, source skipgram.Source) (*examples, error) {
	edges, err := skipgram.Edges(g)
	if err != nil {
		return nil, fmt.Errorf("seprivgemb: %w", err)
	}
	settings := c.skipGram()
	settings.Source = source
	t, err := skipgram.New(tables, edges, settings)
	if err != nil {
		return nil, fmt.Errorf("seprivgemb: %w", err)
	}
	return &examples{Trainer: t, tables: tables, edges: edges, k: c.Negatives}, nil
}

// step takes one step of training: on a sample of all edges, or of those of a matching, with the
// negatives of that step.
func (t *examples) step(step int) error {
	var candidates []int32
	if t.matched != nil {
		candidates = t.matched()
	}
	if err := t.StepOn(candidates, func(batch []int32) []int32 { return t.negatives(step, batch) }); err != nil {
		return fmt.Errorf("seprivgemb: %w", err)
	}
	return nil
}

// negatives returns k nodes for each half of every edge of the batch. They depend on
// the step and on the names of the edge's ends alone: were they drawn one edge
// after the other, an edge more would move those of all edges after it.
func (t *examples) negatives(step int, batch []int32) []int32 {
	list := make([]int32, 2*t.k*len(batch))
	var source rand.PCG
	for b, i := range batch {
		e := t.edges[i]
		source.Seed(t.seed+uint64(step), uint64(e.U)<<32|uint64(uint32(e.V)))
		skipgram.Uniform(list[2*t.k*b:][:2*t.k], t.tables.Nodes(), rand.New(&source))
	}
	return list
}

// matched draws a public perfect matching for each step, with one node left over
// if their number is odd, and returns the edges among its pairs. A node is in one
// pair, whatever its edges are. The nodes are in the order of the last matching, from
// which the next is drawn.
func matched(g *graph.Graph, public *rand.Rand) (draw func() []int32, nodes []int32) {
	index := newEdgeIndex(g)
	nodes = make([]int32, g.N())
	for i := range nodes {
		nodes[i] = int32(i)
	}
	return func() []int32 {
		public.Shuffle(len(nodes), func(i, j int) { nodes[i], nodes[j] = nodes[j], nodes[i] })
		batch := []int32{} // not nil, which would be all edges
		for i := 0; i+1 < len(nodes); i += 2 {
			if place, ok := index.at(nodes[i], nodes[i+1]); ok {
				batch = append(batch, int32(place))
			}
		}
		return batch
	}, nodes
}
