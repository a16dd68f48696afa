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
	Epsilon gdp.Epsilon // share of ε
	Answer  float64     // noisy
	Scale   float64     // Laplace scale of the noise
	Shift   float64     // the error exceeds it only with a small probability
	Low     float64     // Answer - Shift
}

// Raced is the result of a race: the winning round's answer, and a lower confidence bound.
type Raced struct {
	Value, Low float64
	Winner     int // index of the round
	Rounds     []Round
}

// noiseWins bounds the probability that a round wins by noise alone. Noisier rounds get a smaller
// part, because their answers would be far off.
const noiseWins = 0.1

// Race asks a query under several caps, each of which can only decrease the result, and returns a
// lower bound at confidence 1 - beta: the largest of 0 and the answers, each minus a quantile of
// its noise [DFYTM22]. The value is the answer of the round that is most certainly the best,
// without the shift. All rounds are paid for together, and all answers are returned. Differences
// from the paper, and the proof: docs/proofs/ask.md#race.
func Race(s *gdp.Session, label string, caps []int, query func(cap int) gdp.Bounded[gdp.L1], eps gdp.Epsilon, beta float64) (*Raced, error) {
	return race(s, label, caps, query, eps, beta, even(len(caps)))
}

// race is [Race] with a given division of ε.
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

// finish evaluates a race for one of its values. The bound fails with probability beta, and a round
// wins by noise with probability at most wrong.
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

// chances splits a failure probability over rounds, such that one fails with probability total: the
// product of 1-p is 1-total. Rounds with less noise than the centre get the same p, others one
// inversely proportional to a power of their noise, since failures of noisier rounds cost more.
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

// failing returns an error for an invalid failure probability.
func failing(label string, beta float64) error {
	if !(beta > 0 && beta < 0.5) {
		return fmt.Errorf("ask: %s: failure probability %v: must be in (0, 0.5)", label, beta)
	}
	return nil
}

// middle returns the middle of the rounds, possibly between two. For caps from 8 to n it is near
// the public cap 2.8·√n that suits generated graphs.
func middle(rounds int) float64 { return float64(rounds-1) / 2 }

// division splits ε over rounds: a round at distance k from the centre gets a share proportional to
// 1/(1+lean·k).
type division struct{ centre, lean float64 }

// even returns a division with a slight preference for the middle.
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
		shares[i] *= eps / gdp.Epsilon(sum) * (1 - 0x1p-40) // rounding does not exceed ε
	}
	return shares, nil
}

// RaceCaps returns caps from 8 on, each four times the previous one, and last the largest possible
// one.
func RaceCaps(most int) []int { return capsFrom(8, most) }

// capsFrom is [RaceCaps] with another smallest cap.
func capsFrom(least, most int) (caps []int) {
	for c := least; c < most; c *= 4 {
		caps = append(caps, c)
	}
	return append(caps, max(most, 1))
}

// laplaceScale returns an upper bound on the noise scale of gdp.NewLaplace: the output lattice adds
// less than 2⁻³⁸ of the scale at 1 for each value.
func laplaceScale(bound float64, eps gdp.Epsilon, values int) float64 {
	return bound / float64(eps) * (1 + 0x1p-38*max(1, 1/float64(eps))*float64(values))
}

// laplaceQuantile returns a number that Laplace noise exceeds with probability at most p < ½: P(X >
// t) = exp(-t/scale)/2. It adds more than the rounding to a lattice.
func laplaceQuantile(scale, p float64) float64 {
	return scale * (math.Log(1/(2*p)) + 0x1p-30)
}
