package noise

import (
	"cmp"
	"math/big"
	"slices"
)

// law is a noise distribution with access to its tail. For noise on zeros, only the values above a
// bound have to be drawn.
type law struct {
	draw  func(s *Stream) real
	above func(s *Stream, t int) real // draws Z given Z ≥ t
	// upper returns an upper bound on P(Z ≥ t), with relative error at most 2⁻⁴³.
	upper func(t int) float64
	tail  func(t int, digits uint) (low, high *big.Float) // bounds P(Z ≥ t) within 2^-digits
	most  int                                             // the largest supported t
}

// top adds noise to n values, which are 0 except at the given ascending indices, and returns the k
// largest, in descending order; ties go to the smaller index. It draws noise only for the given
// values, and for the zeros whose noise exceeds a bound that about 4k of them exceed.
func (s *Stream) top(what string, l law, n int, at []int32, values []float64, scale float64, k int) (indices []int32, noisy []float64, err error) {
	if err := checkSparse(what, n, at, values, scale, k); err != nil {
		return nil, nil, err
	}
	return s.topBeyond(l, n, at, values, scale, k, l.passed(n-len(at), 4*k+32))
}

// topBeyond is top with a given bound, in units of the scale; 0 means no bound.
func (s *Stream) topBeyond(l law, n int, at []int32, values []float64, scale float64, k, bound int) (indices []int32, noisy []float64, err error) {
	g := Granularity(scale)
	m := multiplierOf(scale / g)
	type entry struct {
		index int32
		value float64
	}
	var all []entry
	put := func(index int32, x float64, z real) {
		all = append(all, entry{index, round(x, g) + float64(s.floor(m, &z))*g}) // as in perturb
	}
	for i, u := range at {
		put(u, values[i], l.draw(s))
	}
	zeros := n - len(at)
	var rest []int32 // zeros without noise so far
	if bound > 0 {
		upper := l.upper(bound)
		flips, err := s.Flips(int64(zeros), upper)
		if err != nil {
			return nil, nil, err
		}
		above := map[int32]bool{}
		given := 0
		for i := range flips { // ascending
			u := int32(i) + int32(given)
			for given < len(at) && at[given] <= u {
				given++
				u++
			}
			if s.passes(l, bound, upper) {
				above[u] = true
				put(u, 0, l.above(s, bound))
			}
		}
		// No other zero exceeds this, since its noise is below the bound.
		most := float64(s.floor(m, &real{whole: uint64(bound)})) * g
		certain := 0
		for _, e := range all {
			if e.value > most {
				certain++
			}
		}
		if certain < k {
			rest = others(n, at, above)
		}
	} else {
		rest = others(n, at, nil)
	}
	for _, u := range rest {
		z := l.draw(s)
		for bound > 0 && !z.negative && z.whole >= uint64(bound) {
			z = l.draw(s)
		}
		put(u, 0, z)
	}
	slices.SortFunc(all, func(a, b entry) int {
		return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(a.index, b.index))
	})
	for _, e := range all[:k] {
		indices, noisy = append(indices, e.index), append(noisy, e.value)
	}
	return indices, noisy, nil
}

// passed returns the largest positive integer that at least count of n variables exceed on average,
// or 0.
func (l law) passed(n, count int) int {
	for bound := l.most; bound > 0; bound-- {
		if float64(n)*l.upper(bound) >= float64(count) {
			return bound
		}
	}
	return 0
}

// others returns the indices below n that are in neither list.
func others(n int, at []int32, above map[int32]bool) (rest []int32) {
	for u := range int32(n) {
		if _, given := slices.BinarySearch(at, u); !given && !above[u] {
			rest = append(rest, u)
		}
	}
	return rest
}

// passes returns true with probability P(Z ≥ t)/upper, where upper is [law.upper] of t.
func (s *Stream) passes(l law, t int, upper float64) bool {
	u := s.uniform()
	if s.drop == 0 && u.head < 1<<64-1<<22 { // below 1 - 2⁻⁴²
		return true
	}
	return s.below1(l, &u, t, upper)
}

// below1 reports whether u < P(Z ≥ t)/upper, with as many digits as needed.
func (s *Stream) below1(l law, u *number, t int, upper float64) bool {
	x := new(big.Int)
	width := 64 - s.drop
	for i := 0; ; i++ {
		x.Lsh(x, width).Or(x, new(big.Int).SetUint64(s.digit(u, i)))
		digits := uint(i+1) * width
		low, high := l.tail(t, digits+64)
		precise := func(y *big.Int) *big.Float { // y/2^digits · upper, exactly
			f := new(big.Float).SetPrec(digits + 128).SetInt(y)
			f.SetMantExp(f, -int(digits))
			return f.Mul(f, new(big.Float).SetFloat64(upper))
		}
		if precise(new(big.Int).Add(x, big.NewInt(1))).Cmp(low) <= 0 {
			return true
		}
		if precise(x).Cmp(high) >= 0 {
			return false
		}
	}
}
