package ask

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/gdp"
)

// Round is one round of a race: a query under one cap.
type Round struct {
	Cap     int
	Epsilon gdp.Epsilon // its share
	Answer  float64     // with noise
	Scale   float64     // of that noise, which is Laplace's
	Shift   float64     // what the answer less the query exceeds with a small probability alone
	Low     float64     // Answer - Shift
}

// Raced is how a race went: the answer of the round that won, and a number that the truth is not
// below but for a small probability.
// lucky is how probable it may be that a round wins by noise alone. Noise of the last rounds can be
// many times what is counted: a value that it won would be far off.
const lucky = 1e-4

type Raced struct {
	Value, Low float64
	Winner     int // of the rounds
	Rounds     []Round
}

// Race asks a query under several caps, none of which makes it larger than the truth, and returns a
// number that the truth is not below with probability 1 - beta: the largest of the answers, each
// less what its noise exceeds rarely, and 0 [DFYTM22]. The value is the answer of a round that is
// surely the best, without the shift. All rounds are paid for together, and the answers of all are
// there to be looked at. What differs from the paper, and why it holds: docs/proofs/ask.md#race.
func Race(s *gdp.Session, label string, caps []int, query func(cap int) gdp.Bounded[gdp.L1], eps gdp.Epsilon, beta float64) (*Raced, error) {
	shares, err := raceShares(len(caps), eps)
	if err != nil {
		return nil, fmt.Errorf("ask: %s: %w", label, err)
	}
	if query == nil {
		return nil, fmt.Errorf("ask: %s: no query", label)
	}
	if err := failing(label, beta); err != nil {
		return nil, err
	}
	for i, c := range caps {
		if c < 1 || i > 0 && c <= caps[i-1] {
			return nil, fmt.Errorf("ask: %s: cap %d is %d, want caps from 1 on that ascend", label, i+1, c)
		}
	}
	raced := new(Raced)
	releases, spends := make([]gdp.Release[[]float64], len(caps)), make([]gdp.Spend, len(caps))
	for i, c := range caps {
		q := query(c)
		releases[i] = gdp.NewLaplace(fmt.Sprintf("%s, cap %d", label, c), q.Scalar(), shares[i])
		spends[i] = releases[i]
		raced.Rounds = append(raced.Rounds, Round{Cap: c, Epsilon: shares[i], Scale: laplaceScale(float64(q.Bound()), shares[i])})
	}
	if err := s.Reserve(spends...); err != nil {
		return nil, err
	}
	surest := 0.0
	fails := -math.Expm1(math.Log1p(-beta) / float64(len(caps))) // (1-fails)^rounds = 1-beta
	for i := range raced.Rounds {
		r := &raced.Rounds[i]
		answer, err := releases[i].Draw(s)
		if err != nil {
			return nil, err
		}
		r.Answer, r.Shift = answer[0], laplaceQuantile(r.Scale, fails)
		r.Low = r.Answer - r.Shift
		raced.Low = max(raced.Low, r.Low)
		if sure := r.Answer - laplaceQuantile(r.Scale, lucky/float64(len(caps))); i == 0 || sure > surest {
			surest, raced.Winner = sure, i
		}
	}
	raced.Value = max(raced.Rounds[raced.Winner].Answer, raced.Low)
	return raced, nil
}

// failing refuses what the probability that a bound fails cannot be.
func failing(label string, beta float64) error {
	if !(beta > 0 && beta < 0.5) {
		return fmt.Errorf("ask: %s: a bound that fails with probability %v, want one between 0 and 0.5", label, beta)
	}
	return nil
}

// raceShares divides ε over rounds: the one in the middle has most, and those at a distance k from
// it have in proportion to 1/(1+2k). Caps that reach from 8 to n have their middle near the public
// cap 2.8·√n that suits generated graphs (query.EdgeCap).
func raceShares(rounds int, eps gdp.Epsilon) ([]gdp.Epsilon, error) {
	if rounds < 1 || rounds > 64 {
		return nil, fmt.Errorf("%d caps, want 1 … 64", rounds)
	}
	if !(eps > 0) || math.IsInf(float64(eps), 1) {
		return nil, fmt.Errorf("ε = %v, want a positive number", float64(eps))
	}
	shares, sum := make([]gdp.Epsilon, rounds), 0.0
	for i := range shares {
		shares[i] = gdp.Epsilon(1 / (1 + math.Abs(float64(2*i-(rounds-1)))))
		sum += float64(shares[i])
	}
	for i := range shares {
		shares[i] *= eps / gdp.Epsilon(sum) * (1 - 0x1p-40) // rounding does not pass ε
	}
	return shares, nil
}

// RaceCaps returns caps from 8 on, each four times the one before, and last the largest that
// there can be.
func RaceCaps(most int) []int { return capsFrom(8, most) }

// capsFrom are caps from another least one on.
func capsFrom(least, most int) (caps []int) {
	for c := least; c < most; c *= 4 {
		caps = append(caps, c)
	}
	return append(caps, max(most, 1))
}

// laplaceScale returns a number that the scale of the noise of gdp.NewLaplace does not pass: what
// the lattice of released numbers adds to it is less than a 2³⁸th of the scale at 1.
func laplaceScale(bound float64, eps gdp.Epsilon) float64 {
	return bound / float64(eps) * (1 + 0x1p-38*max(1, 1/float64(eps)))
}

// laplaceQuantile returns a number that Laplace noise of a scale exceeds with probability p at
// most, p below ½: P(X > t) = exp(-t/scale)/2. What is added is more than a lattice moves an answer
// by.
func laplaceQuantile(scale, p float64) float64 {
	return scale * (math.Log(1/(2*p)) + 0x1p-30)
}
