package seprivgemb

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/filter"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"github.com/graphdp/graphdp/models/estimate/degrees"
	"github.com/graphdp/graphdp/models/estimate/posterior"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"gonum.org/v1/gonum/floats"
)

// sums reports whether to pay for sums of neighbours' rows with the remaining budget, given the
// noisy number of edges, and returns the multiplier of their noise. Otherwise degrees alone are
// better. The decision depends on the whole budget, spent or not, so that a resumed run
// decides alike. Without δ there are no sums.
func (c ExpectedRows) sums(s *gdp.Session, e *posterior.Evidence) (multiplier float64, yes bool) {
	b, n := s.Budget(), s.Public().Nodes
	sequence, left := c.rule().Sparse(s, b.Epsilon)
	rest := gdp.Budget{Epsilon: left, Delta: b.Delta}
	accountant, ok := s.Accountant().(filter.Accountant)
	if sequence == nil || e.First != nil || e.Edges <= 0 || b.Delta == 0 || c.Dim < c.Sums.Dim+2 || !ok || aggregate.Size(n) != nil {
		return 0, false
	}
	least := c.Sums.Mean
	if e.Wide {
		least = c.Sums.Wide
	}
	if mu, err := gauss.Mean(rest); err != nil || 2*e.Edges/float64(n)*mu < least {
		return 0, false
	}
	rounds := func(m float64) accounting.Event {
		return accounting.SelfCompose{Event: accounting.Gaussian{NoiseMultiplier: m}, Count: c.Sums.Rounds}
	}
	multiplier, err := accounting.CalibrateNoise(accountant, rest, rounds)
	if err != nil {
		return 0, false
	}
	cost, err := filter.CostOf(accountant, []accounting.Event{sequence, rounds(multiplier)}, b.Delta)
	return multiplier, err == nil && cost.Epsilon <= b.Epsilon
}

// summed returns rows from degrees and from the structure in the sums.
func (c ExpectedRows) summed(run *checkpoint.Run, multiplier float64) (*Result, error) {
	it := newIteration(run.Session().Public().Nodes, c.Sums)
	first := it.rows(gaussians(it.found, run.Stream("first rows")))
	if _, err := first.NoisyHops(run, c.Sums.Rounds, multiplier, aggregate.Rows.Query, it.next); err != nil {
		return nil, err
	}
	noisy, sd := it.degrees(multiplier)
	r := &Result{Steps: c.Sums.Rounds, Multiplier: multiplier, Vectors: c.Sums.Dim, Random: c.Dim - 1 - c.Sums.Dim}
	var law []float64
	r.Degrees, law = degrees.Deconvolve(noisy, sd, len(noisy)-1)
	r.Spread = degrees.Spread(law)
	for _, column := range it.found {
		centre(column, r.Degrees)
		for u, d := range r.Degrees { // smaller where noise is large relative to d
			column[u] *= math.Sqrt(d) / max(d+sd, 1e-300)
		}
	}
	vectors := orthonormal(it.found)
	for _, column := range vectors { // A ≈ d·dᵀ/Σd + √D·V·λ·Vᵀ·√D
		for u, d := range r.Degrees {
			column[u] *= math.Sqrt(it.quotient() * d)
		}
	}
	var err error
	r.In, err = beyondDegrees(r.Degrees, r.Spread, vectors, c.Dim, c.Sums.Structure, run.Stream("directions"))
	return r, err
}

// iteration is noisy power iteration with memory. A node's row is (√s, √(1-s)·x), where |x| = 1,
// and s is the share of its squared norm that counts neighbours. The noisy sums of neighbours' x,
// minus the part explained by degrees, are added to those of earlier rounds, and the directions of
// the total are the next x. So noise averages out over rounds, while the signal grows. It only
// reads releases.
type iteration struct {
	Sums
	rounds        int
	counts        []float64   // Σ √s·d with noise, over rounds
	found         [][]float64 // by column
	asked         aggregate.Rows
	inner, square float64 // Σ x·(Ax - part explained by degrees) and Σ d·x², over the second half of the rounds
}

func newIteration(n int, c Sums) *iteration {
	it := &iteration{Sums: c, counts: make([]float64, n)}
	for range c.Dim {
		it.found = append(it.found, make([]float64, n))
	}
	return it
}

// next takes the sums of a round, and returns the rows of the next one.
func (it *iteration) next(sums []float64) aggregate.Rows {
	it.rounds++
	width := it.Dim + 1
	for u := range it.counts {
		it.counts[u] += sums[u*width]
	}
	counts, sum := slices.Clone(it.counts), make([]float64, len(it.counts))
	for u, x := range counts {
		counts[u] = max(x, 0.5*float64(it.rounds)*math.Sqrt(it.Degrees))
	}
	for k, column := range it.found {
		for u := range sum {
			sum[u] = sums[u*width+1+k]
		}
		centre(sum, counts)
		if 2*it.rounds > it.Rounds {
			for u, x := range sum {
				asked := it.asked.Float64s()[u*width+1+k]
				it.inner += asked * x
				it.square += asked * asked * it.counts[u] / (float64(it.rounds) * math.Sqrt(it.Degrees))
			}
		}
		floats.Scale(it.Memory, column)
		floats.Add(column, sum)
	}
	return it.rows(it.found)
}

// rows returns the rows of the orthonormalised columns.
func (it *iteration) rows(columns [][]float64) aggregate.Rows {
	width, basis := it.Dim+1, orthonormal(columns)
	values := make([]float64, len(it.counts)*width)
	for u := range it.counts {
		row := values[u*width:][:width]
		for k, column := range basis {
			row[k+1] = column[u]
		}
		row[0] = math.Sqrt(it.Degrees/(1-it.Degrees)) * max(floats.Norm(row[1:], 2), 1e-300)
	}
	it.asked = aggregate.Unit(width, values)
	return it.asked
}

// quotient returns the Rayleigh quotient x·(A - d·dᵀ/Σd)x / x·Dx of the rows, clamped to [0, 1].
// The noise of a round is independent of its rows x, so the estimate of the numerator is unbiased.
func (it *iteration) quotient() float64 {
	if !(it.square > 0) {
		return 0
	}
	return min(max(it.inner/it.square, 0), 1)
}

// degrees returns the degrees estimated by the counts, and the standard deviation of their noise;
// that of a sum is √2 times the multiplier.
func (it *iteration) degrees(multiplier float64) (list []float64, sd float64) {
	scale := 1 / (math.Sqrt(it.Degrees) * float64(it.rounds))
	list = slices.Clone(it.counts)
	floats.Scale(scale, list)
	return list, math.Sqrt(2*float64(it.rounds)) * multiplier * scale
}

// orthonormal returns an orthonormal basis of the span of the columns.
func orthonormal(columns [][]float64) (basis [][]float64) {
	for _, column := range columns {
		column = slices.Clone(column)
		for _, other := range basis {
			floats.AddScaled(column, -floats.Dot(column, other), other)
		}
		floats.Scale(1/max(floats.Norm(column, 2), 1e-300), column)
		basis = append(basis, column)
	}
	return basis
}

// centre subtracts the part of sums that degrees explain.
func centre(sums, degrees []float64) {
	floats.AddScaled(sums, -floats.Sum(sums)/max(floats.Sum(degrees), 1e-300), degrees)
}

// gaussians returns columns of public Gaussian random numbers, shaped like like.
func gaussians(like [][]float64, public *rand.Rand) [][]float64 {
	columns := make([][]float64, len(like))
	for k := range like {
		for range like[k] {
			columns[k] = append(columns[k], public.NormFloat64())
		}
	}
	return columns
}
