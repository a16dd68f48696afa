package ask

import (
	"fmt"
	"math"
	"slices"

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
type Raced struct {
	Value, Low float64
	Winner     int // of the rounds
	Rounds     []Round
}

// noiseWins bounds the probability that the value comes from a round that won by noise alone.
// Rounds with much noise get little of it, since their answers would be far off.
const noiseWins = 0.1

// Race asks a query under several caps, none of which makes it larger than the truth, and returns a
// number that the truth is not below with probability 1 - beta: the largest of the answers, each
// less what its noise exceeds rarely, and 0 [DFYTM22]. The value is the answer of a round that is
// surely the best, without the shift. All rounds are paid for together, and the answers of all are
// there to be looked at. What differs from the paper, and why it holds: docs/proofs/ask.md#race.
func Race(s *gdp.Session, label string, caps []int, query func(cap int) gdp.Bounded[gdp.L1], eps gdp.Epsilon, beta float64) (*Raced, error) {
	return race(s, label, caps, query, eps, beta, even(len(caps)))
}

// race is [Race] with another division of ε.
func race(s *gdp.Session, label string, caps []int, query func(cap int) gdp.Bounded[gdp.L1], eps gdp.Epsilon, beta float64, by division) (*Raced, error) {
	if err := failing(label, beta); err != nil {
		return nil, err
	}
	rounds, answers, err := askRounds(s, label, caps, query, 1, eps, by)
	if err != nil {
		return nil, err
	}
	return finish(rounds, answers, 0, beta, noiseWins, by.centre), nil
}

// askRounds pays for all rounds of a race and samples their answers, values numbers each. [finish]
// computes the shifts.
func askRounds(s *gdp.Session, label string, caps []int, query func(cap int) gdp.Bounded[gdp.L1], values int, eps gdp.Epsilon, by division) ([]Round, [][]float64, error) {
	shares, err := by.shares(len(caps), eps)
	if err != nil {
		return nil, nil, fmt.Errorf("ask: %s: %w", label, err)
	}
	if query == nil {
		return nil, nil, fmt.Errorf("ask: %s: no query", label)
	}
	for i, c := range caps {
		if c < 1 || i > 0 && c <= caps[i-1] {
			return nil, nil, fmt.Errorf("ask: %s: cap %d is %d; caps must be positive and ascending", label, i+1, c)
		}
	}
	var rounds []Round
	releases, spends := make([]gdp.Release[[]float64], len(caps)), make([]gdp.Spend, len(caps))
	for i, c := range caps {
		q := query(c)
		releases[i] = gdp.NewLaplace(fmt.Sprintf("%s, cap %d", label, c), q, shares[i])
		spends[i] = releases[i]
		rounds = append(rounds, Round{Cap: c, Epsilon: shares[i], Scale: laplaceScale(float64(q.Bound()), shares[i], values)})
	}
	if err := s.Reserve(spends...); err != nil {
		return nil, nil, err
	}
	var answers [][]float64
	for i, r := range releases {
		answer, err := r.Draw(s)
		if err != nil {
			return nil, nil, err
		}
		if len(answer) != values {
			return nil, nil, fmt.Errorf("ask: %s: round %d gave %d answers instead of %d", label, i+1, len(answer), values)
		}
		answers = append(answers, answer)
	}
	return rounds, answers, nil
}

// finish says what the rounds of a race say of one of its values: the bound fails with probability
// beta, and the value is of a round that won by noise with probability at most wrong.
func finish(rounds []Round, answers [][]float64, value int, beta, wrong, centre float64) *Raced {
	raced := &Raced{Rounds: slices.Clone(rounds)}
	fails, wins := chances(rounds, beta, centre, 1), chances(rounds, wrong, centre, 2)
	best := 0.0
	for i := range raced.Rounds {
		r := &raced.Rounds[i]
		r.Answer, r.Shift = answers[i][value], laplaceQuantile(r.Scale, fails[i])
		r.Low = r.Answer - r.Shift
		raced.Low = max(raced.Low, r.Low)
		if sure := r.Answer - laplaceQuantile(r.Scale, wins[i]); i == 0 || sure > best {
			best, raced.Winner = sure, i
		}
	}
	raced.Value = max(raced.Rounds[raced.Winner].Answer, raced.Low)
	return raced
}

// chances divides a probability over rounds, so that one of them fails with that probability if
// each fails with its own: the product of 1-p is 1-total. Rounds with less noise than the centre
// have what that one has, others in proportion to 1 over a power of their noise: what a failure
// costs is in proportion to its round's noise.
func chances(rounds []Round, total, centre float64, power int) []float64 {
	p, sum := make([]float64, len(rounds)), 0.0
	for i, r := range rounds {
		p[i] = math.Pow(max(r.Scale/rounds[int(centre)].Scale, 1), -float64(power))
		sum += p[i]
	}
	for i := range p {
		p[i] = -math.Expm1(math.Log1p(-total) * p[i] / sum)
	}
	return p
}

// failing refuses what the probability that a bound fails cannot be.
func failing(label string, beta float64) error {
	if !(beta > 0 && beta < 0.5) {
		return fmt.Errorf("ask: %s: failure probability %v: must be in (0, 0.5)", label, beta)
	}
	return nil
}

// middle is the round in the middle, or between two. Caps that reach from 8 to n have it near the
// public cap 2.8·√n that suits generated graphs.
func middle(rounds int) float64 { return float64(rounds-1) / 2 }

// division splits ε over rounds: a round at distance k from the centre gets a share in proportion
// to 1/(1+lean·k).
type division struct{ centre, lean float64 }

// even is a division that leans to the round in the middle a little.
func even(rounds int) division { return division{middle(rounds), 2} }

func (by division) shares(rounds int, eps gdp.Epsilon) ([]gdp.Epsilon, error) {
	if rounds < 1 || rounds > 64 {
		return nil, fmt.Errorf("%d caps: must be 1 to 64", rounds)
	}
	if !(eps > 0) || math.IsInf(float64(eps), 1) {
		return nil, fmt.Errorf("ε = %v: must be positive", float64(eps))
	}
	shares, sum := make([]gdp.Epsilon, rounds), 0.0
	for i := range shares {
		shares[i] = gdp.Epsilon(1 / (1 + by.lean*math.Abs(float64(i)-by.centre)))
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
// the lattice of released numbers adds to it is less than a 2³⁸th of the scale at 1, for each of so
// many values.
func laplaceScale(bound float64, eps gdp.Epsilon, values int) float64 {
	return bound / float64(eps) * (1 + 0x1p-38*max(1, 1/float64(eps))*float64(values))
}

// laplaceQuantile returns a number that Laplace noise of a scale exceeds with probability p at
// most, p below ½: P(X > t) = exp(-t/scale)/2. What is added is more than a lattice moves an answer
// by.
func laplaceQuantile(scale, p float64) float64 {
	return scale * (math.Log(1/(2*p)) + 0x1p-30)
}
