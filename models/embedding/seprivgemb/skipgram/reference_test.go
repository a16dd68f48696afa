package skipgram

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

// reference is the training of the package comment in float64, written as simply as possible: dense
// gradients, no sharing, no threads.
type reference struct {
	nodes, width int
	rows         [][]float64 // W_in, then W_out
}

func newReference(t *Tables) *reference {
	r := &reference{t.nodes, t.width, make([][]float64, 2*t.nodes)}
	for i := range r.rows {
		r.rows[i] = make([]float64, t.width)
		for j, v := range t.row(int32(i)) {
			r.rows[i][j] = float64(v)
		}
	}
	return r
}

func inner(x, y []float64) float64 {
	s := 0.0
	for i := range x {
		s += x[i] * y[i]
	}
	return s
}

// loss returns the loss of an edge.
func (r *reference) loss(e graph.Edge, negatives []int32) float64 {
	k := len(negatives) / 2
	half := func(u, v int32, negatives []int32) float64 {
		s := math.Log1p(scalar.Exp(-inner(r.rows[u], r.rows[r.nodes+int(v)])))
		for _, n := range negatives {
			s += math.Log1p(scalar.Exp(inner(r.rows[u], r.rows[r.nodes+int(n)])))
		}
		return s
	}
	return half(e.U, e.V, negatives[:k]) + half(e.V, e.U, negatives[k:])
}

// gradient returns the gradient of an edge's loss by all rows.
func (r *reference) gradient(e graph.Edge, negatives []int32) [][]float64 {
	g := make([][]float64, len(r.rows))
	for i := range g {
		g[i] = make([]float64, r.width)
	}
	k := len(negatives) / 2
	half := func(u, v int32, negatives []int32) {
		for n := -1; n < len(negatives); n++ {
			target, label := v, 1.0
			if n >= 0 {
				target, label = negatives[n], 0
			}
			x, y := r.rows[u], r.rows[r.nodes+int(target)]
			c := 1/(1+scalar.Exp(-inner(x, y))) - label
			for j := range x {
				g[u][j] += c * y[j]
				g[r.nodes+int(target)][j] += c * x[j]
			}
		}
	}
	half(e.U, e.V, negatives[:k])
	half(e.V, e.U, negatives[k:])
	return g
}

func norm(g [][]float64) float64 {
	s := 0.0
	for _, row := range g {
		s += inner(row, row)
	}
	return math.Sqrt(s)
}

// step takes a step of a task, without noise.
func (r *reference) step(x *task) {
	c, sum := x.config, [][]float64(nil)
	for b, i := range x.batch {
		g := r.gradient(x.edges[i], x.negatives[2*c.Negatives*b:][:2*c.Negatives])
		factor := min(1, c.Clip/norm(g))
		if sum == nil {
			sum = make([][]float64, len(g))
			for i := range sum {
				sum[i] = make([]float64, r.width)
			}
		}
		for i := range g {
			for j := range g[i] {
				sum[i][j] += factor * g[i][j]
			}
		}
	}
	for i := range sum {
		for j := range sum[i] {
			r.rows[i][j] -= c.Rate / c.Divisor * sum[i][j]
		}
	}
}

// distance returns the largest difference of two entries, and the largest entry.
func (r *reference) distance(t *Tables) (difference, size float64) {
	for i, row := range r.rows {
		for j, v := range t.row(int32(i)) {
			difference = max(difference, math.Abs(row[j]-float64(v)))
			size = max(size, math.Abs(row[j]))
		}
	}
	return difference, size
}

// task is a random training task; with few nodes, rows are repeated often.
type task struct {
	tables           *Tables
	graph            *graph.Graph
	edges            []graph.Edge
	config           Config
	source           *fake
	batch, negatives []int32
}

func newTask(t testing.TB, rng *rand.Rand, nodes, width, negatives, batch int, scale float64) *task {
	t.Helper()
	tables := must.Get(NewTables(nodes, width, scale, rng))(t)
	x := &task{tables: tables, config: Config{Negatives: negatives, Rate: 0.6, Divisor: 2, Clip: 1}}
	for range 3 * nodes {
		if u, v := int32(rng.IntN(nodes)), int32(rng.IntN(nodes)); u != v {
			x.edges = append(x.edges, graph.Edge{U: u, V: v})
		}
	}
	x.graph = gdptest.Graph(t, nodes, append(x.edges, graph.Edge{U: 0, V: 1}))
	x.edges = nil
	for u, v := range x.graph.Edges() {
		x.edges = append(x.edges, graph.Edge{U: u, V: v})
	}
	x.source = &fake{task: x, seen: make([]int, tables.Rows())}
	x.config.Source = x.source
	x.draw(rng, batch)
	return x
}

// draw draws a batch and its negatives.
func (x *task) draw(rng *rand.Rand, batch int) {
	x.batch, x.negatives = make([]int32, batch), make([]int32, 2*batch*x.config.Negatives)
	for i := range x.batch {
		x.batch[i] = int32(rng.IntN(len(x.edges)))
	}
	for i := range x.negatives {
		x.negatives[i] = int32(rng.IntN(x.tables.nodes))
	}
}

func (x *task) trainer(t testing.TB) *Trainer {
	t.Helper()
	x.source.paid = gdp.Paid{Steps: 1 << 20, Clip: x.config.Clip, Divisor: x.config.Divisor}
	return must.Get(New(x.tables, x.graph, x.config))(t)
}

// step takes a step on the task's batch.
func (x *task) step(tr *Trainer) error {
	return tr.Step(func([]int32) []int32 { return x.negatives })
}

// once takes a step and brings the tables up to date.
func (x *task) once(t *testing.T, tr *Trainer) {
	t.Helper()
	must.Do(t, errors.Join(x.step(tr), tr.Settle()))
}

// fake is a source that samples the task's batch. If it is noisy, step s adds the value of owed to
// row r, times the rate over the divisor.
type fake struct {
	*task
	paid    gdp.Paid
	noisy   bool
	asked   []int // numbers of records
	weights []float64
	seen    []int
	faults  [3]error // of Sample, Advance and Collect
}

func owed(row, step, j int) float64 { return math.Sin(float64(100*row + 10*step + j)) }

func (n *fake) Paid() gdp.Paid { return n.paid }

func (n *fake) Sample(records int) ([]int32, error) {
	n.asked = append(n.asked, records)
	return slices.Clone(n.batch), n.faults[0]
}

func (n *fake) Advance(rate float64) error {
	if n.faults[1] == nil {
		n.weights = append(n.weights, rate/n.paid.Divisor)
	}
	return n.faults[1]
}

func (n *fake) Collect(row int, dst []float32) error {
	for ; n.noisy && n.seen[row] < len(n.weights); n.seen[row]++ {
		for j := range dst {
			dst[j] += float32(n.weights[n.seen[row]] * owed(row, n.seen[row], j))
		}
	}
	return n.faults[2]
}
