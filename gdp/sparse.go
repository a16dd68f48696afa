package gdp

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/gdp/internal/noise"
)

// Entries is a sparse vector: element At[i] is Values[i], all others are 0. At is ascending.
type Entries struct {
	At     []int32
	Values []float64
}

// SparseRows is a query of rows of values, most of them 0. Its bound is the sensitivity of all rows
// together.
type SparseRows[N Norm] struct {
	Bounded[N]
	rows, length int
	touched      int // the largest number of rows that one change alters; 0 for all
	sparse       func(*Data) ([]Entries, error)
}

// ChangingRows returns the query with a bound on the number of rows that one neighbouring change
// alters. A selection from each row then pays only for that many rows.
func (q SparseRows[N]) ChangingRows(rows int) SparseRows[N] {
	q.touched = rows
	return q
}

// moved returns the largest number of rows that one neighbouring change alters.
func (q SparseRows[N]) moved() int {
	if q.touched == 0 {
		return q.rows
	}
	return min(q.touched, q.rows)
}

// SparseQuery makes a query of rows rows of length values each. Both numbers are public. The other
// arguments are those of [Query].
func SparseQuery[N Norm](name string, rel Relation, bound N, basis Basis, rows, length int, eval func(*Data) ([]Entries, error)) SparseRows[N] {
	q := SparseRows[N]{rows: rows, length: length, sparse: eval}
	q.Bounded = Query(name, rel, bound, basis, q.dense)
	return q
}

// dense returns all rows concatenated, with zeros written out.
func (q SparseRows[N]) dense(d *Data) ([]float64, error) {
	rows, err := q.read(d)
	if err != nil {
		return nil, err
	}
	all := make([]float64, q.rows*q.length)
	for i, row := range rows {
		for k, u := range row.At {
			if u < 0 || int(u) >= q.length || len(row.Values) != len(row.At) {
				return nil, fmt.Errorf("gdp: query %s has a row whose entries are out of range", q.name)
			}
			all[i*q.length+int(u)] = row.Values[k]
		}
	}
	return all, nil
}

// read evaluates the query.
func (q SparseRows[N]) read(d *Data) ([]Entries, error) {
	rows, err := q.sparse(d)
	if err != nil {
		return nil, fmt.Errorf("gdp: query %s failed: %w", q.name, err)
	}
	if len(rows) != q.rows {
		return nil, fmt.Errorf("gdp: query %s returned another number of rows than it declares", q.name)
	}
	return rows, nil
}

// checkTop refuses a k that is out of range.
func (q SparseRows[N]) checkTop(k int) error {
	if k < 1 || q.rows < 1 || k > q.length {
		return fmt.Errorf("k is %d with %d values in %d rows: must be in [1, values], and at least one row", k, q.length, q.rows)
	}
	if q.touched < 0 {
		return fmt.Errorf("ChangingRows is %d: must be at least 1, or 0 for all rows", q.touched)
	}
	return nil
}

// NewNoisyMaxRows applies [NewNoisyMax] to each row: it releases the indices of k scores, in the
// order drawn, each choice at ε. Only rows that change cost: see [SparseRows.ChangingRows]. Memory
// is proportional to the nonzero entries.
func NewNoisyMaxRows(label string, q SparseRows[LInf], k int, eps Epsilon) Release[[][]int32] {
	scale := 2 * float64(q.bound) / float64(eps) // exp(ε·u/(2Δ))
	event := func(bound float64) (accounting.Event, error) {
		if err := q.checkTop(k); err != nil {
			return nil, err
		}
		return accounting.SelfCompose{Event: accounting.ExponentialMechanism{Epsilon: 2 * bound / scale}, Count: k * q.moved()}, positive("ε", float64(eps))
	}
	mechanism := fmt.Sprintf("exponential, top %d of %d rows", k, q.rows)
	return releaseOf(label, mechanism, q.Bounded, event, func(s *Session, private *noise.Stream) ([][]int32, error) {
		rows, err := q.read(s.data)
		if err != nil {
			return nil, err
		}
		wide, err := widen(scale, 2/float64(eps), 1)
		if err != nil {
			return nil, err
		}
		chosen := make([][]int32, len(rows))
		for i, row := range rows {
			if chosen[i], err = private.ChooseSparse(q.length, row.At, row.Values, wide, k); err != nil {
				return nil, err
			}
		}
		return chosen, nil
	})
}

// NewGaussianTop adds Gaussian noise to all values and releases the k largest of each row, by
// ascending index. The standard deviation is multiplier times the bound. The release is
// post-processing of [NewGaussianMultiplier]. It samples little noise for zeros and stores none of
// them.
func NewGaussianTop(label string, q SparseRows[L2], k int, multiplier float64) Release[[]Entries] {
	sd := multiplier * float64(q.bound)
	return top(label, "Gaussian", q, k, sd, multiplier, math.Sqrt, (*noise.Stream).TopGaussian, func(bound float64) (accounting.Event, error) {
		return accounting.Gaussian{NoiseMultiplier: sd / bound}, positive("noise multiplier", multiplier)
	})
}

// NewLaplaceTop adds Laplace noise to all values and releases the k largest of each row, by
// ascending index, under ε-DP. The release is post-processing of [NewLaplace]. It samples little
// noise for zeros and stores none of them.
func NewLaplaceTop(label string, q SparseRows[L1], k int, eps Epsilon) Release[[]Entries] {
	b := float64(q.bound) / float64(eps) // b = Δ₁/ε
	dimensions := func(d float64) float64 { return d }
	return top(label, "Laplace", q, k, b, 1/float64(eps), dimensions, (*noise.Stream).TopLaplace, func(bound float64) (accounting.Event, error) {
		return accounting.Laplace{NoiseMultiplier: b / bound}, positive("ε", float64(eps))
	})
}

// top releases the k largest entries of each row. Its arguments are those of perturb.
func top[N Norm](label, mechanism string, q SparseRows[N], k int, scale, factor float64, norm func(values float64) float64,
	draw func(s *noise.Stream, n int, at []int32, values []float64, scale float64, k int) ([]int32, []float64, error),
	event func(bound float64) (accounting.Event, error)) Release[[]Entries] {
	checked := func(bound float64) (accounting.Event, error) {
		if err := q.checkTop(k); err != nil {
			return nil, err
		}
		return event(bound)
	}
	name := fmt.Sprintf("%s, top %d of %d rows", mechanism, k, q.rows)
	return releaseOf(label, name, q.Bounded, checked, func(s *Session, private *noise.Stream) ([]Entries, error) {
		rows, err := q.read(s.data)
		if err != nil {
			return nil, err
		}
		wide, err := widen(scale, factor, norm(float64(q.rows)*float64(q.length)))
		if err != nil {
			return nil, err
		}
		top := make([]Entries, len(rows))
		for i, row := range rows {
			at, values, err := draw(private, q.length, row.At, row.Values, wide, k)
			if err != nil {
				return nil, err
			}
			order := lists.Upto[int](k)
			slices.SortFunc(order, func(a, b int) int { return cmp.Compare(at[a], at[b]) })
			for _, j := range order {
				top[i].At, top[i].Values = append(top[i].At, at[j]), append(top[i].Values, values[j])
			}
		}
		return top, nil
	})
}

// Claiming returns the release with the cost by a paper's own accounting, which is charged to the
// budget. The bound must rest on a [Claim]. What is proved does not change.
func (r Release[T]) Claiming(cost Budget) Release[T] {
	count := r.ledger
	r.ledger = func(s *Session) (Entry, error) {
		e, err := count(s)
		if err != nil {
			return e, err
		}
		if _, claim := e.Basis.(Claim); !claim {
			return e, fmt.Errorf("gdp: %s: Claimed is %v with a Proof as basis: leave it out, or use a Claim", e.Label, cost)
		}
		e.Counted = accounting.ApproxDP{Epsilon: float64(cost.Epsilon), Delta: float64(cost.Delta)}
		if err := accounting.Validate(e.Counted); err != nil {
			return e, fmt.Errorf("gdp: %s: %w", e.Label, err)
		}
		return e, nil
	}
	return r
}
