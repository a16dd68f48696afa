package noise

// real is a random real number: its sign, its whole part and the rest.
type real struct {
	negative bool
	whole    uint64
	rest     number
}

// always is the k of [Stream.exp] that leaves the second factor out.
const always = -1

// exp returns true with probability exp(-x·(2k+x)/(2k+2)), or exp(-x) if k is always.
//
// Numbers are drawn as long as they fall, starting from x, and as long as keep
// lets them: n or more do with probability xⁿ/n! · ((2k+x)/(2k+2))ⁿ, so that n
// is even with the probability that the exponential series sums to: von
// Neumann's idea, [Kar16] algorithm B.
func (s *Stream) exp(x *number, k int) bool { return s.even(x, x, k) }

// even reports whether, from last on, the number of numbers that fall is even.
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

// expHalf returns true with probability exp(-1/2): [Stream.exp] of 1/2, below which a
// number lies if its first digit is 0.
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

// bell returns true with probability exp(-x·(2k+x)/2): how far the normal density
// falls from k to k+x.
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
		// x is kept with probability exp(-x), and none is kept with probability 1/e.
		if x := s.uniform(); s.exp(&x, always) {
			return real{negative: s.sign(), whole: k, rest: x}
		}
	}
}

// normal draws from the standard normal law, [Kar16] algorithm N: the density
// at k+x is that of k, exp(-k²/2), times exp(-x(2k+x)/2).
func (s *Stream) normal() real {
	for {
		k := s.wholeOfNormal()
		if x := s.uniform(); s.bell(&x, k) {
			return real{negative: s.sign(), whole: uint64(k), rest: x}
		}
	}
}

// wholeOfNormal draws k = 0, 1, … with probability proportional to exp(-k²/2):
// geometric exp(-k/2) first, of which exp(-k(k-1)/2) are kept.
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
