package noise

import "math/bits"

// number is a real number in [0, 1) as a lazily generated sequence of binary digits, grouped in
// words. The digits are random, which makes the number uniform on [0, 1), or those of a fraction.
type number struct {
	head uint64   // first word
	more []uint64 // further words generated so far
	den  uint64   // denominator of a fraction; 0 for random digits
	rem  uint64   // remainder of the fraction after the words so far, times den
}

// uniform draws a number uniform on [0, 1).
func (s *Stream) uniform() number { return number{head: s.word()} }

// word draws the next word of digits.
func (s *Stream) word() uint64 { return s.src.Uint64() >> s.drop }

// fraction returns num/den, for num < den.
func (s *Stream) fraction(num, den uint64) number {
	x := number{den: den, rem: num}
	x.head = s.next(&x)
	return x
}

// next generates the word after those that x has.
func (s *Stream) next(x *number) uint64 {
	if x.den == 0 {
		return s.word()
	}
	var w uint64 // long division in base 2^(64-drop)
	w, x.rem = bits.Div64(x.rem>>s.drop, x.rem<<(64-s.drop), x.den)
	return w
}

// digit returns word i of x and generates it if needed.
func (s *Stream) digit(x *number, i int) uint64 {
	if i == 0 {
		return x.head
	}
	for len(x.more) < i {
		x.more = append(x.more, s.next(x))
	}
	return x.more[i-1]
}

// less reports whether x < y; at least one of them must be random.
func (s *Stream) less(x, y *number) bool {
	if x.head != y.head {
		return x.head < y.head
	}
	return s.lessBeyond(x, y)
}

func (s *Stream) lessBeyond(x, y *number) bool {
	for i := 1; ; i++ {
		if a, b := s.digit(x, i), s.digit(y, i); a != b {
			return a < b
		}
	}
}
