package audit

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/scalar"
)

// Guessed bounds ε from a single run [SNJ23]. Each of m canaries is included in the input by a fair
// coin, independently, with all else fixed. The attacker then guesses for each canary whether it
// was included, without seeing the coins.
//
// Neighbouring inputs differ in one canary. The audited relation is adding or removing a record if
// the coin decides whether the canary is present, and replacing one if it decides between two
// alternatives.
func Guessed(l Level, included, guesses []bool) (Bound, error) {
	if err := l.Validate(); err != nil {
		return Bound{}, err
	}
	m := len(included)
	if m == 0 || m != len(guesses) {
		return Bound{}, invalid("%d canaries and %d guesses", m, len(guesses))
	}
	correct := 0
	for i, in := range included {
		if guesses[i] == in {
			correct++
		}
	}
	return Bound{
		Epsilon: accounting.Epsilon(oneRunEpsilon(m, m, correct, float64(l.Delta), l.alpha())),
		Delta:   l.Delta, Confidence: l.Confidence, Trials: m,
		Method: fmt.Sprintf("one run, %d of %d guesses right", correct, m),
	}, nil
}

// oneRunEpsilon returns the largest ε, rounded down, that is refuted at level alpha if at least
// correct of k guesses about m canaries are right.
func oneRunEpsilon(m, k, correct int, delta, alpha float64) float64 {
	refuted := func(eps float64) bool { return oneRunTail(m, k, correct, eps, delta) <= alpha*(1-1e-9) }
	if !refuted(0) {
		return 0
	}
	low, high := 0.0, 1.0
	for refuted(high) { // some ε explains any answer
		low, high = high, 2*high
	}
	for high-low > 1e-9*high {
		if mid := (low + high) / 2; refuted(mid) {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

// oneRunTail bounds the probability that at least correct of k guesses about m canaries are right,
// if the mechanism is (eps, delta)-DP [SNJ23] Thm 5.2:
//
//	P[W ≥ v] + 2mδ·max over i of P[v > W ≥ v-i]/i,  W = Binomial(k, e^ε/(e^ε+1)).
func oneRunTail(m, k, correct int, eps, delta float64) float64 {
	right := 1 / (1 + scalar.Exp(-eps))
	tail := atLeast(k, correct, right)
	if delta > 0 {
		var worst, below float64
		for i := 1; i <= correct; i++ {
			below += binomialMass(k, correct-i, right)
			worst = max(worst, below/float64(i))
		}
		tail += 2 * float64(m) * delta * worst
	}
	return min(1, tail)
}

// binomialMass returns P[Binomial(n, p) = k] for 0 < p < 1.
func binomialMass(n, k int, p float64) float64 {
	log := func(x int) float64 { l, _ := math.Lgamma(float64(x) + 1); return l }
	return scalar.Exp(log(n) - log(k) - log(n-k) + float64(k)*math.Log(p) + float64(n-k)*math.Log1p(-p))
}

// Coins tosses a fair coin for each of m canaries.
func Coins(m int, source *rand.Rand) ([]bool, error) {
	if m < 1 || source == nil {
		return nil, invalid("%d coins: want at least one, and a source of randomness", m)
	}
	coins := make([]bool, m)
	for i := range coins {
		coins[i] = source.Uint64()&1 == 1
	}
	return coins, nil
}

// NodePair is a pair of different nodes, the smaller one first.
type NodePair [2]int32

func pairOf(u, v int32) NodePair { return NodePair{min(u, v), max(u, v)} }

// Edges samples m different pairs out of n nodes, without those that skip (unless nil) refuses,
// usually the existing edges. A coin then decides whether a pair becomes an edge of the input.
// Edges uses rejection sampling and fails if nearly all pairs are refused.
func Edges(n, m int, skip func(NodePair) bool, source *rand.Rand) ([]NodePair, error) {
	if n < 2 || n > math.MaxInt32 || m < 1 || m > n*(n-1)/2 || source == nil {
		return nil, invalid("%d pairs of %d nodes: want 1 up to all pairs, and a source of randomness", m, n)
	}
	taken := map[NodePair]bool{}
	var pairs []NodePair
	for tries := 1000 * (m + 10); len(pairs) < m; tries-- {
		if tries == 0 {
			return nil, invalid("found only %d canaries of %d among the pairs of %d nodes", len(pairs), m, n)
		}
		p := pairOf(int32(source.IntN(n)), int32(source.IntN(n)))
		if p[0] != p[1] && !taken[p] && (skip == nil || !skip(p)) {
			taken[p] = true
			pairs = append(pairs, p)
		}
	}
	return pairs, nil
}
