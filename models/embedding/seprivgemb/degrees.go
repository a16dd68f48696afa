package seprivgemb

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/filter"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/degrees"
	"github.com/graphdp/graphdp/models/estimate/posterior"
	"github.com/graphdp/graphdp/models/learn/vector"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"gonum.org/v1/gonum/floats"
)

// degreeEstimator estimates degrees from the noisy sums of a training. To the bias of u its edges
// add
//
//	Σ over neighbours v of min(1-σ(s_uv), C/√(2+|z_u|²+|z_v|²)) = a_u·d_u
//
// and of the mean a_u the model has a guess: that over some public nodes, each weighted by how
// likely it is a neighbour, d_v·exp(z_u·z_v). So each step is a measurement of d_u with noise, and
// the squares of a say what each is worth. It reads no more than what is released.
type degreeEstimator struct {
	sums, squares []float64 // Σ a·y and Σ a², over steps, of each node
	sd            float64   // of the noise of a step
	public        *rand.Rand
	nodes         []int32   // those of a step, with their degrees as estimated so far
	likely        []float64 // which are 1/2 at least
}

// estimateFrom is the number of nodes that a guess is made from.
const estimateFrom = 64

func newDegreeEstimator(t *biases, sd float64, public *rand.Rand) *degreeEstimator {
	n := t.all.N()
	return &degreeEstimator{make([]float64, n), make([]float64, n), sd, public, make([]int32, estimateFrom), make([]float64, estimateFrom)}
}

// begin draws the public nodes of a step.
func (h *degreeEstimator) begin(t *biases) {
	if h == nil {
		return
	}
	for i := range h.nodes {
		v := h.public.Int32N(int32(t.all.N()))
		h.nodes[i], h.likely[i] = v, math.Max(h.degree(int(v)), 0.5)
	}
}

// degree is the estimate of a node so far.
func (h *degreeEstimator) degree(u int) float64 {
	if h.squares[u] == 0 {
		return 0
	}
	return h.sums[u] / h.squares[u]
}

// observe takes the noisy sum of the bias of u.
func (h *degreeEstimator) observe(x *terms, u int, noisy float64) {
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

// degrees returns all estimates, and the standard deviation of their noise.
func (h *degreeEstimator) degrees() (list []float64, sd float64) {
	list, square := make([]float64, len(h.sums)), 0.0
	for u := range list {
		list[u] = h.degree(u)
		square += h.sd * h.sd / h.squares[u] / float64(len(list))
	}
	return list, math.Sqrt(square)
}

// trains returns the training that is to be paid for with what is left, for a graph of the number
// of edges that was answered, and its budget. Elsewhere degrees alone are better, and there is
// none.
func (c ExpectedRows) trains(s *gdp.Session, e *posterior.Evidence) (training Biased, b gdp.Budget, yes bool) {
	b = gdp.Budget{Epsilon: e.Left, Delta: s.Budget().Delta}
	mu, err := gauss.Mean(b)
	mean := 2 * e.Edges / float64(s.Public().Nodes) * mu
	if err != nil || e.Edges <= 0 || e.First != nil || mean < c.Gradients.Mean {
		return training, b, false
	}
	if training = c.Gradients.Biased; mean >= c.Gradients.LargerFrom {
		training = c.Gradients.Larger
	}
	return training, b, c.canEstimate(s, training)
}

// canEstimate reports whether there is room for trained entries beside degrees and random ones, and
// the session would bear a training after the sequence of degrees: by its whole budget, whatever
// was spent of it, so that a run that goes on takes the path that it took. One without a δ bears
// none.
func (c ExpectedRows) canEstimate(s *gdp.Session, of Biased) bool {
	b := s.Budget()
	sequence, left := c.rule().Sparse(s, b.Epsilon)
	accountant, ok := s.Accountant().(filter.Accountant)
	if sequence == nil || of.Dim < 2 || c.Dim <= of.Dim || !ok {
		return false
	}
	plan, err := of.plan().Calibrate(s, gdp.Budget{Epsilon: left, Delta: b.Delta})
	if err != nil {
		return false
	}
	training, err := plan.Event(s)
	if err != nil {
		return false
	}
	cost, err := filter.CostOf(accountant, []accounting.Event{sequence, training}, b.Delta)
	return err == nil && cost.Epsilon <= b.Epsilon
}

// degreeRows are rows of degrees and of what a training tells beyond them.
func (c ExpectedRows) degreeRows(ctx context.Context, run *checkpoint.Run, of Biased, b gdp.Budget) (*Result, error) {
	t, plan, err := learned(ctx, run, of, b, true)
	if err != nil {
		return nil, err
	}
	noisy, sd := t.estimator.degrees()
	r := &Result{Steps: of.Steps, Multiplier: plan.Multiplier, Vectors: of.Dim - 1, Random: c.Dim - of.Dim}
	r.Degrees, _ = degrees.Deconvolve(noisy, sd, len(noisy)-1)
	z := t.centred(r.Degrees)
	noise, err := t.nothing(r.Degrees, t.rate, t.estimator.sd, run.Stream("random graph"))
	if err != nil {
		return nil, err
	}
	r.Strength = max(0, 1-noise/max(typical(z, r.Degrees), noise, 1e-300))
	all := max(floats.Sum(r.Degrees), 1)
	for _, column := range z { // from here on it adds to d/√Σd, less where noise is large beside d
		for u, d := range r.Degrees {
			column[u] *= d / math.Sqrt(all) * d / max(d+c.Gradients.Shrink*sd, 1e-300)
		}
	}
	r.In, err = beyondDegrees(r.Degrees, z, c.Dim, c.Gradients.Structure, run.Stream("directions"))
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

// typical is the mean square of the rows of z, over ends of edges.
func typical(z [][]float64, degrees []float64) (square float64) {
	all := max(floats.Sum(degrees), 1)
	for _, column := range z {
		for u, x := range column {
			square += x * x * degrees[u] / all
		}
	}
	return square
}

// nothing is what [typical] is of the same training on a random graph of such degrees, with public
// noise: what there is where edges tell nothing but degrees. That does not depend on the number of
// nodes, so that some of them are enough.
func (t *biases) nothing(degrees []float64, rate, sd float64, public *rand.Rand) (float64, error) {
	const some = 2000
	few := make([]float64, min(len(degrees), some))
	for i, u := range public.Perm(len(degrees))[:len(few)] {
		few[i] = degrees[u]
	}
	g, err := gen.ChungLu(few, public)
	if err != nil {
		return 0, err
	}
	random, noise := newBiases(g, t.Biased, public), make([]float32, len(few)*t.Dim)
	for range t.Steps {
		for i := range noise {
			noise[i] = float32(sd * public.NormFloat64())
		}
		if err := random.step(rate, random.places(public), func(u int, row []float32) error {
			copy(row, noise[u*t.Dim:])
			return nil
		}); err != nil {
			return 0, err
		}
	}
	return typical(random.centred(few), few), nil
}
