package noise

import (
	"cmp"
	"fmt"
	"slices"
)

// ChooseSparse is [Stream.Choose] on n scores that are 0 except at the given ascending indices.
// Memory is proportional to the given and chosen indices; the number of trials is that of Choose.
func (s *Stream) ChooseSparse(n int, at []int32, scores []float64, scale float64, k int) ([]int32, error) {
	if err := checkSparse("a sparse choice", n, at, scores, scale, k); err != nil {
		return nil, err
	}
	g := Granularity(scale)
	m := multiplierOf(scale / g)
	rounded := make([]float64, len(scores))
	order := make([]int, len(scores)) // remaining given scores, best first
	for i, x := range scores {
		order[i], rounded[i] = i, round(x, g)
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(rounded[j], rounded[i]) })
	zeros := n - len(at) // remaining scores of 0
	chosen := make([]int32, 0, k)
	for len(chosen) < k {
		var best float64
		if len(order) > 0 {
			best = rounded[order[0]]
		}
		if zeros > 0 && (len(order) == 0 || best < 0) {
			best = 0
		}
		u := int32(s.below(uint64(n))) // retry if already chosen: uniform on the remaining ones
		if slices.Contains(chosen, u) {
			continue
		}
		score := 0.0
		i, given := slices.BinarySearch(at, u)
		if given {
			score = rounded[i]
		}
		if !s.fall(uint64(min((best-score)/g, furthest)), m) {
			continue
		}
		chosen = append(chosen, u)
		if !given {
			zeros--
		} else {
			order = slices.DeleteFunc(order, func(j int) bool { return j == i })
		}
	}
	return chosen, nil
}

// checkSparse refuses values that are not finite, indices that do not ascend, and k out of range.
func checkSparse(what string, n int, at []int32, values []float64, scale float64, k int) error {
	if err := check(what, scale, values); err != nil {
		return err
	}
	if k < 0 || k > n || len(at) != len(values) {
		return fmt.Errorf("noise: %s of %d among %d, %d of them given for %d indices", what, k, n, len(values), len(at))
	}
	for i, x := range at {
		if x < 0 || int(x) >= n || i > 0 && x <= at[i-1] {
			return fmt.Errorf("noise: index %d of %s is out of range, or not above the one before", i, what)
		}
	}
	return nil
}
