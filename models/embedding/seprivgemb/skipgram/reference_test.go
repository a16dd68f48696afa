package skipgram

import (
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/scalar"
)

// reference is the training of the package comment in float64, written down as
// plainly as can be: dense gradients, no sharing, no threads.
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
func (r *reference) loss(e Edge, negatives []int32) float64 {
	k := len(negatives) / 2
	half := func(u, v int32, w float32, negatives []int32) float64 {
		s := math.Log1p(scalar.Exp(-inner(r.rows[u], r.rows[r.nodes+int(v)])))
		for _, n := range negatives {
			s += math.Log1p(scalar.Exp(inner(r.rows[u], r.rows[r.nodes+int(n)])))
		}
		return float64(w) * s
	}
	return half(e.U, e.V, e.Forward, negatives[:k]) + half(e.V, e.U, e.Back, negatives[k:])
}

// gradient returns the gradient of an edge's loss by all rows.
func (r *reference) gradient(e Edge, negatives []int32) [][]float64 {
	g := make([][]float64, len(r.rows))
	for i := range g {
		g[i] = make([]float64, r.width)
	}
	k := len(negatives) / 2
	half := func(u, v int32, w float32, negatives []int32) {
		for n := -1; n < len(negatives); n++ {
			target, label := v, 1.0
			if n >= 0 {
				target, label = negatives[n], 0
			}
			x, y := r.rows[u], r.rows[r.nodes+int(target)]
			c := float64(w) * (1/(1+scalar.Exp(-inner(x, y))) - label)
			for j := range x {
				g[u][j] += c * y[j]
				g[r.nodes+int(target)][j] += c * x[j]
			}
		}
	}
	half(e.U, e.V, e.Forward, negatives[:k])
	half(e.V, e.U, e.Back, negatives[k:])
	return g
}

func norm(g [][]float64) float64 {
	s := 0.0
	for _, row := range g {
		s += inner(row, row)
	}
	return math.Sqrt(s)
}

// step takes a step, without noise.
func (r *reference) step(edges []Edge, batch, negatives []int32, c Config) {
	var sum [][]float64
	for b, i := range batch {
		g := r.gradient(edges[i], negatives[2*c.Negatives*b:][:2*c.Negatives])
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

// task is a random training task; with few nodes, rows come many times.
type task struct {
	tables           *Tables
	edges            []Edge
	config           Config
	batch, negatives []int32
}

func newTask(rng *rand.Rand, nodes, width, negatives, batch int, scale float64) task {
	tables, err := NewTables(nodes, width, scale, rng)
	if err != nil {
		panic(err)
	}
	t := task{tables: tables, config: Config{Negatives: negatives, Rate: 0.6, Divisor: 2, Clip: math.Inf(1)}}
	for len(t.edges) < 3*nodes {
		u, v := int32(rng.IntN(nodes)), int32(rng.IntN(nodes))
		if u != v {
			w := [2]float32{rng.Float32(), rng.Float32()}
			w[rng.IntN(2)] *= float32(rng.IntN(2)) // some halves are left out
			t.edges = append(t.edges, Edge{u, v, w[0], w[1]})
		}
	}
	t.batch, t.negatives = make([]int32, batch), make([]int32, 2*batch*negatives)
	Uniform(t.batch, len(t.edges), rng)
	Uniform(t.negatives, nodes, rng)
	return t
}

func (t task) trainer() *Trainer {
	tr, err := New(t.tables, t.edges, t.config)
	if err != nil {
		panic(err)
	}
	return tr
}
