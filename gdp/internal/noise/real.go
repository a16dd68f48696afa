package noise

// real is a random real number: sign, integer part and fraction.
type real struct {
	negative bool
	whole    uint64
	rest     number
}

// always is the k of [Stream.exp] that omits the second factor.
const always = -1

// exp returns true with probability exp(-x·(2k+x)/(2k+2)), or exp(-x) if k is always.
//
// It draws numbers as long as they decrease, starting from x, and keep returns true. The run has
// length n or more with probability xⁿ/n! · ((2k+x)/(2k+2))ⁿ. So n is even with the probability
// given by the exponential series: von Neumann's method, [Kar16] algorithm B.
func (s *Stream) exp(x *number, k int) bool { return s.even(x, x, k) }

// even reports whether the number of further decreasing draws after last is even.
func (s *Stream) even(last, x *number, k int) bool {
	u := s.uniform()
	return !s.less(&u, last) || k != always && !s.keep(x, uint64(k)) || !s.even(&u, x, k)
}

// keep returns true with probability (2k+x)/(2k+2).
func (s *Stream) keep(x *number, k uint64) bool {
	switch i := s.below(2*k + 2); {
	case i < 2*k:
		return true
	case i == 2*k:
		u := s.uniform()
		return s.less(&u, x)
	default:
		return false
	}
}

// expHalf returns true with probability exp(-1/2): [Stream.exp] at 1/2. A number is below 1/2 if
// its first digit is 0.
func (s *Stream) expHalf() bool {
	u := s.uniform()
	return u.head>>(63-s.drop) == 1 || !s.even(&u, &u, always)
}

// expHalves returns true with probability exp(-n/2).
func (s *Stream) expHalves(n int) bool {
	for range n {
		if !s.expHalf() {
			return false
		}
	}
	return true
}

// bell returns true with probability exp(-x·(2k+x)/2), the ratio of the normal density at k+x to
// that at k.
func (s *Stream) bell(x *number, k int) bool {
	for range k + 1 {
		if !s.exp(x, k) {
			return false
		}
	}
	return true
}

// sign returns true with probability 1/2.
func (s *Stream) sign() bool { return s.src.Uint64()&1 == 1 }

// laplace draws from the density exp(-|x|)/2.
func (s *Stream) laplace() real {
	for k := uint64(0); ; k++ {
		// The draw is kept with probability exp(-x), and rejected with probability 1/e overall.
		if x := s.uniform(); s.exp(&x, always) {
			return real{negative: s.sign(), whole: k, rest: x}
		}
	}
}

// normal draws from the standard normal distribution, [Kar16] algorithm N: the density at k+x is
// proportional to exp(-k²/2)·exp(-x(2k+x)/2).
func (s *Stream) normal() real {
	for {
		k := s.wholeOfNormal()
		if x := s.uniform(); s.bell(&x, k) {
			return real{negative: s.sign(), whole: uint64(k), rest: x}
		}
	}
}

// wholeOfNormal draws k = 0, 1, … with probability proportional to exp(-k²/2): a geometric k with
// weights exp(-k/2), kept with probability exp(-k(k-1)/2).
func (s *Stream) wholeOfNormal() int {
	for {
		k := 0
		for s.expHalf() {
			k++
		}
		if s.expHalves(k * (k - 1)) {
			return k
		}
	}
}
