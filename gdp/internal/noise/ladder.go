package noise

import (
	"fmt"
	"math/big"
)

// Ladder returns value + ⌊±unit·(reach·K + K²/2)⌋ with a random sign, where K has the density
// exp(-k/scale)/scale. So the noise Y before rounding has P(|Y| ≥ y) = exp(-k/scale) for the k with
// unit·(reach·k + k²/2) = y. Results are clamped to ±2⁶².
func (s *Stream) Ladder(value, reach, unit int64, scale float64) (int64, error) {
	if err := checkDiscrete("ladder noise", scale); err != nil {
		return 0, err
	}
	if reach < 1 || unit < 1 {
		return 0, fmt.Errorf("noise: ladder noise with reach or unit below 1")
	}
	z, m := s.laplace(), multiplierOf(scale)
	sum := s.floorLadder(big.NewInt(reach), big.NewInt(unit), m, &z)
	if z.negative {
		sum.Not(sum) // -n-1: the noise is an integer with probability 0
	}
	const most = 1 << 62
	switch sum.Add(sum, big.NewInt(value)); {
	case sum.Cmp(big.NewInt(most)) > 0:
		return most, nil
	case sum.Cmp(big.NewInt(-most)) < 0:
		return -most, nil
	}
	return sum.Int64(), nil
}

// floorLadder returns the floor of unit·(reach·k + k²/2) for k = m·z. It generates digits of z
// until both ends of the possible interval have the same floor, as [Stream.floorBeyond] does.
func (s *Stream) floorLadder(reach, unit *big.Int, m multiplier, z *real) *big.Int {
	mantissa := new(big.Int).SetUint64(m.mantissa)
	low := new(big.Int).SetUint64(z.whole) // z lies in [low, low+1)/2^known
	known := uint(0)
	at := func(low *big.Int) *big.Int { // k = p/2^q, and k·(2·reach + k)/2 = p·(2·reach·2^q + p)/2^(2q+1)
		p, q := new(big.Int).Mul(low, mantissa), known+m.shift
		x := new(big.Int).Lsh(reach, q+1)
		x.Add(x, p).Mul(x, p).Mul(x, unit)
		return x.Rsh(x, 2*q+1)
	}
	for i := 0; ; i++ {
		low.Lsh(low, 64-s.drop)
		low.Or(low, new(big.Int).SetUint64(s.digit(&z.rest, i)))
		known += 64 - s.drop
		if from, to := at(low), at(new(big.Int).Add(low, big.NewInt(1))); from.Cmp(to) == 0 {
			return from
		}
	}
}
