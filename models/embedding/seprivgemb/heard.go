package seprivgemb

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/filter"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/degrees"
	"github.com/graphdp/graphdp/models/estimate/posterior"
	"github.com/graphdp/graphdp/models/learn/vector"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"gonum.org/v1/gonum/floats"
)

// hearing makes degrees of a training's noisy sums. To the bias of u its edges add
//
//	Σ over neighbours v of min(1-σ(s_uv), C/√(2+|z_u|²+|z_v|²)) = a_u·d_u
//
// and of the mean a_u the model has a guess: that over some public nodes, each weighted by how
// likely it is a neighbour, d_v·exp(z_u·z_v). So each step is a measurement of d_u with noise, and
// the squares of a say what each is worth. It reads no more than what is released.
type hearing struct {
	sums, squares []float64 // Σ a·y and Σ a², over steps, of each node
	sd            float64   // of the noise of a step
	public        *rand.Rand
	nodes         []int32   // those of a step, with their degrees as they were heard so far
	likely        []float64 // which are 1/2 at least
}

// heardFrom is the number of nodes that a guess is made from.
const heardFrom = 64

func newHearing(t *biases, sd float64, public *rand.Rand) *hearing {
	n := t.all.N()
	return &hearing{make([]float64, n), make([]float64, n), sd, public, make([]int32, heardFrom), make([]float64, heardFrom)}
}

// begin draws the public nodes of a step.
func (h *hearing) begin(t *biases) {
	if h == nil {
		return
	}
	for i := range h.nodes {
		v := h.public.Int32N(int32(t.all.N()))
		h.nodes[i], h.likely[i] = v, math.Max(h.degree(int(v)), 0.5)
	}
}

// degree is that of a node as it was heard so far.
func (h *hearing) degree(u int) float64 {
	if h.squares[u] == 0 {
		return 0
	}
	return h.sums[u] / h.squares[u]
}

// hear takes the noisy sum of the bias of u.
func (h *hearing) hear(x *terms, u int, noisy float64) {
	if h == nil {
		return
	}
	slopes, likely, most := x.products(u, h.nodes), x.likely[:], float32(math.Inf(-1))
	for i, s := range slopes { // s less both biases is z·z
		likely[i] = s - x.rows.Row(u)[0] - x.rows.Row(int(h.nodes[i]))[0]
		most = max(most, likely[i])
		slopes[i] = -s
	}
	for i := range likely {
		likely[i] -= most
	}
	vector.Exp(likely)
	vector.Logistic(slopes)
	var all, mean float64
	for i, v := range h.nodes {
		p := h.likely[i] * float64(likely[i])
		all += p
		mean += p * min(float64(slopes[i]), x.Clip/math.Sqrt(x.squares[u]+x.squares[v]))
	}
	if a := mean / all; a > 0 && !math.IsInf(noisy, 0) {
		h.sums[u] += a * noisy
		h.squares[u] += a * a
	}
}

// degrees returns all that were heard, and the standard deviation of their noise.
func (h *hearing) degrees() (list []float64, sd float64) {
	list, square := make([]float64, len(h.sums)), 0.0
	for u := range list {
		list[u] = h.degree(u)
		square += h.sd * h.sd / h.squares[u] / float64(len(list))
	}
	return list, math.Sqrt(square)
}

// hears reports whether a training is to be paid for with what is left, for a graph of the number
// of edges that was answered, and of what budget. Elsewhere degrees alone are better.
func (c ExpectedRows) hears(s *gdp.Session, e *posterior.Evidence) (b gdp.Budget, yes bool) {
	b = gdp.Budget{Epsilon: e.Left, Delta: s.Budget().Delta}
	if e.Edges <= 0 || e.First != nil || !c.mayHear(s) {
		return b, false
	}
	mean, err := gauss.Mean(b)
	return b, err == nil && 2*e.Edges/float64(s.Public().Nodes)*mean >= c.Heard.Mean
}

// mayHear reports whether there is room for trained entries beside degrees and random ones, and the
// session would bear a training after the number of edges: by its whole budget, whatever was spent
// of it, so that a run that goes on takes the path that it took. One without a δ bears none.
func (c ExpectedRows) mayHear(s *gdp.Session) bool {
	b := s.Budget()
	edges, left := c.rule().Sparse(s, b.Epsilon)
	accountant, ok := s.Accountant().(filter.Accountant)
	if edges == nil || c.Heard.Dim < 2 || c.Dim <= c.Heard.Dim || !ok {
		return false
	}
	plan, err := c.Heard.plan().Calibrate(s, gdp.Budget{Epsilon: left, Delta: b.Delta})
	if err != nil {
		return false
	}
	training, err := plan.Event(s)
	if err != nil {
		return false
	}
	cost, err := filter.CostOf(accountant, []accounting.Event{edges, training}, b.Delta)
	return err == nil && cost.Epsilon <= b.Epsilon
}

// heardRows are rows of degrees and of what a training tells beyond them.
func (c ExpectedRows) heardRows(ctx context.Context, run *checkpoint.Run, b gdp.Budget) (*Result, error) {
	t, plan, err := learned(ctx, run, c.Heard.Biased, b, true)
	if err != nil {
		return nil, err
	}
	noisy, sd := t.heard.degrees()
	r := &Result{Steps: c.Heard.Steps, Multiplier: plan.Multiplier, Vectors: c.Heard.Dim - 1, Random: c.Dim - c.Heard.Dim}
	r.Degrees, _ = degrees.Deconvolve(noisy, sd, len(noisy)-1)
	z := t.centred(r.Degrees)
	r.Strength = strength(z, r.Degrees)
	all := max(floats.Sum(r.Degrees), 1)
	for _, column := range z { // from here on it adds to d/√Σd, less where noise is large beside d
		for u, d := range r.Degrees {
			column[u] *= d / math.Sqrt(all) * d / max(d+c.Heard.Shrink*sd, 1e-300)
		}
	}
	r.In, err = beyondDegrees(r.Degrees, z, c.Dim, c.Heard.Structure, run.Stream("directions"))
	return r, err
}

// centred is z by columns, less its mean over ends of edges.
func (t *biases) centred(degrees []float64) [][]float64 {
	all := max(floats.Sum(degrees), 1)
	z := make([][]float64, t.Dim-1)
	for k := range z {
		z[k] = make([]float64, len(degrees))
		for u := range degrees {
			z[k][u] = float64(t.rows.Row(u)[k+1])
		}
		floats.AddConst(-floats.Dot(z[k], degrees)/all, z[k])
	}
	return z
}

// strength is which share of the squares of z is no noise, of nodes at ends of edges. Noise is
// taken to be the least mean that nodes of like degrees have: those whose edges tell nothing.
func strength(z [][]float64, degrees []float64) float64 {
	n := len(degrees)
	square, order := make([]float64, n), make([]int, n)
	for u := range order {
		order[u] = u
		for _, column := range z {
			square[u] += column[u] * column[u]
		}
	}
	typical := floats.Dot(square, degrees) / max(floats.Sum(degrees), 1)
	slices.SortStableFunc(order, func(u, v int) int { return cmp.Compare(degrees[u], degrees[v]) })
	sums := make([]float64, n+1)
	for i, u := range order {
		sums[i+1] = sums[i] + square[u]
	}
	noise := math.Inf(1)
	const like = 20 // groups of so many nodes of all, or of a hundred
	for i, width := 0, min(n, max(100, n/like)); i+width <= n; i++ {
		noise = min(noise, (sums[i+width]-sums[i])/float64(width))
	}
	if !(noise < typical) {
		return 0
	}
	return 1 - noise/typical
}
