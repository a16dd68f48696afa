package skipgram

import (
	"errors"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// Config holds the settings of a step.
type Config struct {
	Negatives int     // k, for each half of an edge
	Rate      float64 // η, of the mean gradient
	Divisor   float64 // turns a batch's sum into a mean: a public size
	Clip      float64 // C, the largest norm of an edge's gradient
	Source    Source  // of samples and of the noise of every row in every step
}

// Source supplies samples, and Gaussian noise for table rows when they are read; [gdp.RowNoise]
// implements it. The table has the rows of W_in, then those of W_out. Different rows may be
// collected concurrently.
type Source interface {
	// Sample begins a step: it samples from the records 0 … records-1, all edges.
	Sample(records int) ([]int32, error)
	// Advance adds a step's noise, times the rate over the divisor, to the pending noise of every
	// row.
	Advance(rate float64) error
	// Collect adds a row's pending noise to it.
	Collect(row int, dst []float32) error
	// Paid returns the plan that was paid for.
	Paid() gdp.Paid
}

// step returns the factor of a batch's sum in the update.
func (c Config) step() float64 { return c.Rate / c.Divisor }

// Check returns an error if a setting is invalid for rows of the given width.
func (c Config) Check(width int) error {
	switch {
	case width < 1 || width > maxWidth:
		return fmt.Errorf("skipgram: rows of %d entries, want 1 … %d", width, maxWidth)
	case c.Negatives < 0 || c.Negatives > maxNegatives:
		return fmt.Errorf("skipgram: %d negative samples, want 0 … %d", c.Negatives, maxNegatives)
	case !(c.Rate > 0) || math.IsInf(c.Rate, 1) || !(c.Divisor > 0) || math.IsInf(c.Divisor, 1):
		return fmt.Errorf("skipgram: rate %v over %v, want positive numbers", c.Rate, c.Divisor)
	case !(c.Clip > 0) || math.IsInf(c.Clip, 1):
		return fmt.Errorf("skipgram: clip to norm %v, want a positive number", c.Clip)
	case !(c.step()*c.Clip >= 1e-15 && c.step()*c.Clip <= 1e15):
		return fmt.Errorf("skipgram: an edge moves the tables by up to %v, rate times clip; want 10⁻¹⁵ … 10¹⁵", c.step()*c.Clip)
	}
	if entries := 2 * (c.Negatives + 2) * width; entries > 1<<20 {
		return fmt.Errorf("skipgram: an edge moves %d entries with %d negative samples, want at most 2²⁰", entries, c.Negatives)
	}
	return nil
}

const (
	maxNegatives = 1 << 10
	// All terms are multiples of a grid, gridBits binary digits below the largest contribution of
	// an edge. Sums over up to maxPart edges are exact in float64; larger batches are summed in
	// parts.
	gridBits = 33
	maxPart  = 1 << 18
)

// An edge changes a sum by less than 2³³ grid units, so sums of fewer than maxEdges edges stay
// below 2⁶². It is a variable for a test, which has no memory for that many.
var maxEdges = 1 << 29

// checkEdges returns an error if the integers of a [carry] cannot hold the sums of that many edges.
func checkEdges(what string, edges int) error {
	if edges >= maxEdges {
		return fmt.Errorf("skipgram: %s has 2²⁹ edges or more", what)
	}
	return nil
}

// Trainer takes gradient descent steps on the loss of the package comment.
type Trainer struct {
	config Config
	tables *Tables
	edges  []graph.Edge

	batch   halves
	sums    vector.Sums // of each row, from the step that last read it
	steps   uint64
	settled []uint64 // for each row, the step before which it was last settled
	open    bool     // a step has its sample but no noise yet
}

// New returns a trainer of the tables on the edges of an undirected graph with fewer than 2²⁹
// edges. That bound is taken as public; a batch without repeated edges then never fails for its
// size.
func New(t *Tables, g *graph.Graph, c Config) (*Trainer, error) {
	switch {
	case t == nil || g.N() != t.nodes || g.Directed():
		return nil, errors.New("skipgram: want tables and an undirected graph with the same number of nodes")
	case c.Source == nil:
		return nil, errors.New("skipgram: no source of samples and noise")
	case c.Source.Paid().Clip != c.Clip || c.Source.Paid().Divisor != c.Divisor:
		return nil, fmt.Errorf("skipgram: clip %v and divisor %v, but the noise was paid for %+v: make them equal", c.Clip, c.Divisor, c.Source.Paid())
	}
	if err := c.Check(t.width); err != nil {
		return nil, err
	}
	if err := checkEdges("a graph", g.M()); err != nil {
		return nil, err
	}
	tr := &Trainer{config: c, tables: t, edges: make([]graph.Edge, 0, g.M()), batch: halves{m: c.Negatives + 1}, settled: make([]uint64, t.Rows())}
	for u, v := range g.Edges() {
		tr.edges = append(tr.edges, graph.Edge{U: u, V: v})
	}
	_, exponent := math.Frexp(c.step() * c.Clip)
	tr.sums = vector.Sums{Data: make([]float64, len(t.rows.Data)), Cols: t.width, Grid: math.Ldexp(1, exponent-gridBits)}
	clear(tr.sums.Data) // allocates the memory now, not during steps
	return tr, nil
}

// Edge returns the i-th edge.
func (t *Trainer) Edge(i int32) graph.Edge { return t.edges[i] }

// Values returns the state of the trainer, without the noise, for a checkpoint. It omits when a row
// was last settled: settling a row again without pending terms changes nothing.
func (t *Trainer) Values() []any { return []any{t.tables.Values(), t.sums.Data} }

// Step takes one step on a sample of the edges. negatives returns 2k nodes per sampled edge: k for
// the half whose centre is U, then k for the other. An edge whose gradient or its squared norm is
// not a finite float32 contributes nothing.
func (t *Trainer) Step(negatives func(batch []int32) []int32) error {
	if err := t.whole(); err != nil {
		return err
	}
	batch, err := t.config.Source.Sample(len(t.edges))
	if err != nil {
		return fmt.Errorf("skipgram: %w", err)
	}
	t.open = true
	list := negatives(batch)
	if err := t.check(batch, list); err != nil {
		return err
	}
	t.steps++
	if err := t.addUp(batch, list); err != nil {
		return err
	}
	if err := t.config.Source.Advance(t.config.Rate); err != nil {
		return fmt.Errorf("skipgram: %w", err)
	}
	t.open = false
	return nil
}

// whole returns an error after a failed step, whose sums may lack their noise.
func (t *Trainer) whole() error {
	if t.open {
		return errors.New("skipgram: an earlier step failed before it got its noise")
	}
	return nil
}

func (t *Trainer) check(batch, negatives []int32) error {
	if err := checkEdges("a batch", len(batch)); err != nil {
		return err
	}
	if want := 2 * t.config.Negatives * len(batch); len(negatives) != want {
		return fmt.Errorf("skipgram: %d negative samples for a batch of %d edges, want %d", len(negatives), len(batch), want)
	}
	for _, e := range batch {
		if e < 0 || int(e) >= len(t.edges) {
			return fmt.Errorf("skipgram: edge %d of a batch is not one of the %d edges", e, len(t.edges))
		}
	}
	for _, n := range negatives {
		if n < 0 || int(n) >= t.tables.nodes {
			return fmt.Errorf("skipgram: negative sample %d is not one of the %d nodes", n, t.tables.nodes)
		}
	}
	return nil
}
