package noise

import (
	"cmp"
	"math/big"
	"slices"
)

// law is that of noise of which much can be left undrawn: of the noise on zeros that nobody
// sees, only what passes a bound matters.
type law struct {
	draw  func(s *Stream) real
	above func(s *Stream, t int) real // draws a Z that is t or more
	// upper is a little more than P(Z ≥ t): by at most a share of 2⁻⁴³ of it.
	upper func(t int) float64
	tail  func(t int, digits uint) (low, high *big.Float) // bounds P(Z ≥ t), to within 2^-digits
	most  int                                             // the largest t that these are made for
}

// top returns the k largest entries of what noise of that law and scale makes of n values, of
// which those at the given ascending indices are given and all others are 0; of equal ones
// the first. They are returned largest first. Noise is drawn for the given values, and for
// those zeros alone whose noise passes a bound that some 4k of them pass.
func (s *Stream) top(what string, l law, n int, at []int32, values []float64, scale float64, k int) (indices []int32, noisy []float64, err error) {
	if err := checkSparse(what, n, at, values, scale, k); err != nil {
		return nil, nil, err
	}
	return s.topBeyond(l, n, at, values, scale, k, l.passed(n-len(at), 4*k+32))
}

// topBeyond is top with the bound, in units of the scale; 0 for none.
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
	var rest []int32 // zeros that have no noise yet
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
		// No other zero is above this: its noise is less than the bound.
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

// passed is the largest whole number that a given number of n variables pass on average; 0 if there
// is none above it.
func (l law) passed(n, count int) int {
	for bound := l.most; bound > 0; bound-- {
		if float64(n)*l.upper(bound) >= float64(count) {
			return bound
		}
	}
	return 0
}

// others are the indices of n that are in neither list.
func others(n int, at []int32, above map[int32]bool) (rest []int32) {
	for u := range int32(n) {
		if _, given := slices.BinarySearch(at, u); !given && !above[u] {
			rest = append(rest, u)
		}
	}
	return rest
}

// passes is true with the probability that a variable is t or more over upper, which is
// [law.upper] of t.
func (s *Stream) passes(l law, t int, upper float64) bool {
	u := s.uniform()
	if s.drop == 0 && u.head < 1<<64-1<<22 { // below 1 - 2⁻⁴²
		return true
	}
	return s.below1(l, &u, t, upper)
}

// below1 reports whether u is less than P(Z ≥ t)/upper, by as many digits as it takes.
func (s *Stream) below1(l law, u *number, t int, upper float64) bool {
	x := new(big.Int)
	width := 64 - s.drop
	for i := 0; ; i++ {
		x.Lsh(x, width).Or(x, new(big.Int).SetUint64(s.digit(u, i)))
		digits := uint(i+1) * width
		low, high := l.tail(t, digits+64)
		precise := func(y *big.Int) *big.Float { // y/2^digits · upper, exact
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
