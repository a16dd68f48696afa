package noise

import (
	"cmp"
	"math"
	"math/big"
	"slices"
)

// TopGaussian returns the k largest entries of what [Stream.Gaussian] makes of n values, of
// which those at the given ascending indices are given and all others are 0; of equal ones
// the first. They are returned largest first. Noise is drawn for the given values, and for
// those zeros alone whose noise passes a bound that some 4k of them pass.
func (s *Stream) TopGaussian(n int, at []int32, values []float64, sd float64, k int) (indices []int32, noisy []float64, err error) {
	if err := checkSparse("a sparse Gaussian", n, at, values, sd, k); err != nil {
		return nil, nil, err
	}
	return s.topGaussian(n, at, values, sd, k, passed(n-len(at), 4*k+32))
}

// topGaussian is TopGaussian with the bound, in standard deviations; 0 for none.
func (s *Stream) topGaussian(n int, at []int32, values []float64, sd float64, k, bound int) (indices []int32, noisy []float64, err error) {
	g := Granularity(sd)
	m := multiplierOf(sd / g)
	type entry struct {
		index int32
		value float64
	}
	var all []entry
	put := func(index int32, x float64, z real) {
		all = append(all, entry{index, round(x, g) + float64(s.floor(m, &z))*g}) // as in perturb
	}
	for i, u := range at {
		put(u, values[i], s.normal())
	}
	zeros := n - len(at)
	var rest []int32 // zeros that have no noise yet
	if bound > 0 {
		upper := upperTail(bound)
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
			if s.passes(bound, upper) {
				above[u] = true
				put(u, 0, s.normalAbove(bound))
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
		z := s.normal()
		for bound > 0 && !z.negative && z.whole >= uint64(bound) {
			z = s.normal()
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

// passed is the largest whole number that so many of n normal variables pass on average; 0
// if there is none above it.
func passed(n, count int) int {
	for bound := 12; bound > 0; bound-- {
		if float64(n)*upperTail(bound) >= float64(count) {
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

// upperTail is a little more than the probability that a normal variable is t or more: by
// at most a share of 2⁻⁴³ of it, for t up to 12.
func upperTail(t int) float64 { return math.Erfc(float64(t)/math.Sqrt2) / 2 * (1 + 0x1p-44) }

// passes is true with the probability that a normal variable is t or more over upper, which
// is [upperTail] of t.
func (s *Stream) passes(t int, upper float64) bool {
	u := s.uniform()
	if s.drop == 0 && u.head < 1<<64-1<<22 { // below 1 - 2⁻⁴²
		return true
	}
	return s.below1(&u, t, upper)
}

// below1 reports whether u is less than P(Z ≥ t)/upper, by as many digits as it takes.
func (s *Stream) below1(u *number, t int, upper float64) bool {
	x := new(big.Int)
	width := 64 - s.drop
	for i := 0; ; i++ {
		x.Lsh(x, width).Or(x, new(big.Int).SetUint64(s.digit(u, i)))
		digits := uint(i+1) * width
		low, high := tail(t, digits+64)
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

// tail bounds P(Z ≥ t) for 0 < t ≤ 12, to within 2^-digits:
//
//	½ - (2π)^-½ Σ_i (-1)^i t^(2i+1) / (2^i i! (2i+1))
//
// Terms are at most e^(t²/2) < 2¹⁰⁴, so that 256 digits more than asked for leave room for
// the rounding of thousands of them.
func tail(t int, digits uint) (low, high *big.Float) {
	prec := digits + 256
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(prec).SetFloat64(x) }
	sum, power := number(0), number(float64(t)) // power is t^(2i+1)/(2^i i!)
	end := new(big.Float).SetMantExp(number(1), -int(digits)-64)
	for i := 0; ; i++ {
		term := new(big.Float).SetPrec(prec).Quo(power, number(float64(2*i+1)))
		if i%2 == 0 {
			sum.Add(sum, term)
		} else {
			sum.Sub(sum, term)
		}
		if i > t*t && term.Cmp(end) < 0 { // terms fall, and have alternating signs
			break
		}
		power.Mul(power, number(float64(t*t)))
		power.Quo(power, number(float64(2*(i+1))))
	}
	root := new(big.Float).SetPrec(prec).Sqrt(new(big.Float).SetPrec(prec).Mul(pi(prec), number(2)))
	p := new(big.Float).SetPrec(prec).Sub(number(.5), sum.Quo(sum, root))
	slack := new(big.Float).SetMantExp(number(1), -int(digits)-1)
	return new(big.Float).SetPrec(prec).Sub(p, slack), new(big.Float).SetPrec(prec).Add(p, slack)
}

// pi is π by Machin's formula, 16 arctan 1/5 - 4 arctan 1/239, to nearly the precision.
func pi(prec uint) *big.Float {
	scale := new(big.Int).Lsh(big.NewInt(1), prec+32)
	arctan := func(x int64) *big.Int {
		sum, power := new(big.Int), new(big.Int).Div(scale, big.NewInt(x))
		for i := int64(0); power.Sign() != 0; i++ {
			term := new(big.Int).Div(power, big.NewInt(2*i+1))
			if i%2 == 0 {
				sum.Add(sum, term)
			} else {
				sum.Sub(sum, term)
			}
			power.Div(power, big.NewInt(x*x))
		}
		return sum
	}
	sum := new(big.Int).Mul(big.NewInt(16), arctan(5))
	sum.Sub(sum, new(big.Int).Mul(big.NewInt(4), arctan(239)))
	f := new(big.Float).SetPrec(prec).SetInt(sum)
	return f.SetMantExp(f, -int(prec)-32)
}

// normalAbove draws a normal variable that is t or more: as [Stream.normal], with whole
// parts from t on.
func (s *Stream) normalAbove(t int) real {
	for {
		k := t
		for s.expHalf() {
			k++
		}
		if !s.expHalves(k*(k-1) - t*(t-1)) {
			continue
		}
		if x := s.uniform(); s.bell(&x, k) {
			return real{whole: uint64(k), rest: x}
		}
	}
}
