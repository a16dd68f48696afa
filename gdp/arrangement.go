package gdp

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/gdp/internal/noise"
)

// Arrangement is a query for the full cells of a table that is divided into parts, where the number
// of full cells in each part is public. A cell stands for a pair of nodes and is full if the pair
// is an edge.
type Arrangement struct {
	Name  string  // names everything that Of depends on
	Sizes []int64 // the number of cells of each part
	Full  []int64 // the number of cells to release as full, by part
	// Of returns the cell of a pair, numbered through all parts; any other number means no cell. It
	// is called with u < v if edges are undirected.
	Of func(u, v int32) int64
}

// mostFull is the largest number of cells that an arrangement fills.
const mostFull = 1 << 26

// offBy bounds the rounding error of a log-probability in a part with k full cells:
// docs/proofs/queries.md#arrangements.
func offBy(k int64, eps float64) float64 { return float64(k+1<<10) * 0x1p-43 * max(1, eps/128) }

// check returns eps minus the cost of rounding errors.
func (a Arrangement) check(s *Session, eps float64) (float64, error) {
	if err := positive("ε", eps); err != nil {
		return 0, err
	}
	most, all, cells := int64(0), int64(0), int64(0)
	for i, k := range a.Full {
		if len(a.Sizes) != len(a.Full) || k < 0 || k > a.Sizes[i] || a.Sizes[i] > math.MaxInt64-cells {
			return 0, fmt.Errorf("an arrangement with %d counts for %d sizes: the count of part %d must be in [0, its size]", len(a.Full), len(a.Sizes), i)
		}
		most, all, cells = max(most, k), all+min(k, mostFull+1), cells+a.Sizes[i]
	}
	switch rest := eps - 4*offBy(most, eps); {
	case a.Of == nil || a.Name == "" || len(a.Sizes) != len(a.Full) || len(a.Full) == 0:
		return 0, fmt.Errorf("an arrangement with %d counts for %d sizes: give a name, a function and as many counts as sizes, at least one", len(a.Full), len(a.Sizes))
	case s.relation != EdgeLevel || s.data.Collection != nil:
		return 0, fmt.Errorf("an arrangement of edges under the relation %v: must be one graph under the relation edge", s.relation)
	case all > mostFull:
		return 0, fmt.Errorf("an arrangement that fills at least %d cells: must be at most %d", all, mostFull)
	case rest < eps/2:
		return 0, fmt.Errorf("an arrangement of %d full cells at ε = %v: rounding would cost more than ε/2; use a larger ε or fewer cells", most, eps)
	default:
		return rest, nil
	}
}

// NewArrangement releases the given number of full cells of each part, in ascending order. It
// samples a set of that size with probability proportional to exp(ε·f), where f is the number of
// its cells that are full in the data. One edge changes f by 1, in one part and in one direction
// for all sets, so the cost is ε.
func NewArrangement(label string, a Arrangement, eps Epsilon) Release[[]int64] {
	basis := Proof{"proofs/queries.md#arrangements", "TestArrangement"}
	by, h := asserter(basis), fnv.New64a() // Of belongs to the caller
	_, _ = fmt.Fprintln(h, a.Sizes, a.Full)
	ledger := func(s *Session) (Entry, error) {
		e := Entry{
			Label: s.scope + label, Mechanism: "exponential, sets of cells", Query: fmt.Sprintf("%s, filled as %016x", a.Name, h.Sum64()), Bound: "1 cell",
			Basis: basis, By: by,
			Counted: accounting.ExponentialMechanism{Epsilon: float64(eps)},
		}
		e.Proved = e.Counted
		if _, err := a.check(s, float64(eps)); err != nil {
			return e, fmt.Errorf("gdp: %s: %w", e.Label, err)
		}
		return e, nil
	}
	return Release[[]int64]{label, ledger, func(s *Session, private *noise.Stream) ([]int64, error) {
		rest, err := a.check(s, float64(eps))
		if err != nil {
			return nil, err
		}
		full, chosen, first := a.cells(s.data.Network.Graph), []int64{}, int64(0)
		for i, size := range a.Sizes {
			end, _ := slices.BinarySearch(full, first+size)
			ones, k := full[:end], a.Full[i]
			full = full[end:]
			weights, least := overlaps(size, int64(len(ones)), k, rest)
			both := []int{0}
			if len(weights) > 1 {
				if both, err = private.Choose(weights, 1, 1); err != nil {
					return nil, err
				}
			}
			from := len(chosen)
			chosen = arrange(chosen, first, size, ones, least+int64(both[0]), k, private.Rand())
			slices.Sort(chosen[from:])
			first += size
		}
		return chosen, nil
	}}
}

// cells returns the full cells, ascending.
func (a Arrangement) cells(g *graph.Graph) (full []int64) {
	all := lists.Sum(a.Sizes)
	for u, v := range g.Edges() {
		if c := a.Of(u, v); c >= 0 && c < all {
			full = append(full, c)
		}
	}
	slices.Sort(full)
	return slices.Compact(full)
}

// overlaps returns, up to a constant, the log-probability that a sampled set of k out of size cells
// contains f of the ones, for f from least on. Sums are compensated (Neumaier), so the error does
// not grow with the partial sums; [offBy] bounds the total.
func overlaps(size, ones, k int64, eps float64) (weights []float64, least int64) {
	least = max(0, k-(size-ones))
	weights = []float64{0}
	sum, lost := 0.0, 0.0
	for f := least; f < min(ones, k); f++ {
		x := math.Log(float64(ones-f)/float64(f+1)*(float64(k-f)/float64(size-ones-k+f+1))) + eps
		next := sum + x
		if math.Abs(sum) >= math.Abs(x) {
			lost += sum - next + x
		} else {
			lost += x - next + sum
		}
		sum = next
		weights = append(weights, sum+lost)
	}
	best := slices.Max(weights)
	for i := range weights {
		weights[i] -= best
	}
	return weights, least
}

// arrange appends k cells of a part, f of them sampled uniformly from ones and the rest from the
// other cells.
func arrange(to []int64, first, size int64, ones []int64, f, k int64, r *rand.Rand) []int64 {
	ones = slices.Clone(ones)
	for i := range f {
		j := i + r.Int64N(int64(len(ones))-i)
		ones[i], ones[j] = ones[j], ones[i]
	}
	to = append(to, ones[:f]...)
	taken := make(map[int64]bool, int64(len(ones))+k-f)
	for _, c := range ones {
		taken[c] = true
	}
	for added := int64(0); added < k-f; {
		if c := first + r.Int64N(size); !taken[c] {
			taken[c] = true
			to, added = append(to, c), added+1
		}
	}
	return to
}
