// Package filter accounts for adaptive composition: mechanisms that are chosen one after another,
// depending on earlier outputs.
//
// An accountant composes the exact privacy loss of a plan that was fixed before its first release.
// Spends of a session are not fixed: a researcher looks at a count and then decides how to train.
// Composing the losses of the mechanisms that happened to be chosen is then not a bound, because
// the choice may depend on the outputs. A filter bounds every strategy, as long as the cost after
// each accepted spend is within the budget.
//
//	block 1     exact: nothing was released before it was chosen
//	later ones  each is covered by a Gaussian release of mean μᵢ that fails, and
//	            reveals everything, with probability dᵢ; Gaussian releases add up
//	            by Σμᵢ² in any order and under adaptive choice
//
// So the whole session is dominated by block 1, one Gaussian release of mean √Σμᵢ² and a failure of
// probability D ≥ Σdᵢ, whose joint curve is computed exactly. A block is a single spend, or several
// that were reserved together.
//
// This is tight for sessions of Gaussian releases alone and for sessions of pure mechanisms, whose
// ε add up under any strategy. The theorem and its conditions: docs/proofs/filter.md.
package filter

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/accounting"
)

// Accountant bounds the cost of a plan, and covers a plan by a Gaussian release.
type Accountant interface {
	accounting.Accountant
	// Cover returns a mean such that e is dominated by a Gaussian release of that mean that reveals
	// everything with probability d, or +Inf if no mean suffices.
	Cover(e accounting.Event, d accounting.Delta) (mean float64, err error)
}

// Cost is the ε of a sequence of blocks and its meaning.
type Cost struct {
	Epsilon accounting.Epsilon
	// Adaptive reports whether there is more than one block, so that later ones may depend on
	// earlier releases. A session that accepts blocks while their Epsilon is at most E is (E, δ)-DP
	// under any strategy. The Epsilon of the blocks that were actually chosen is a guarantee in
	// itself only if their costs were fixed beforehand.
	Adaptive bool
}

// The share of δ reserved for failures of covers, by the kind of the first block. It must not
// depend on anything released. A session that begins with Gaussian noise reserves almost nothing,
// so it loses nothing if it uses Gaussian noise only.
const (
	setAside         = 1e-3
	setAsideGaussian = 0x1p-40
)

// CostOf returns the joint cost of the blocks at δ = d, in the order in which they were chosen.
//
// Black boxes ([accounting.ApproxDP], such as a paper's claim about a whole method) use basic
// composition: their ε and δ are added. The theorem covers the other blocks, with the δ that the
// boxes leave.
func CostOf(a Accountant, blocks []accounting.Event, d accounting.Delta) (Cost, error) {
	if a == nil {
		return Cost{}, fmt.Errorf("%w: no accountant", accounting.ErrInvalid)
	}
	var boxEpsilon, boxDelta sum
	var rest []accounting.Event
	var pure accounting.Epsilon // Σ ε of the rest at δ = 0
	for _, b := range blocks {
		if box, ok := b.(accounting.ApproxDP); ok {
			boxEpsilon.add(box.Epsilon)
			boxDelta.add(box.Delta)
			continue
		}
		eps, err := a.Epsilon(b, 0)
		if err != nil {
			return Cost{}, err
		}
		if eps > 0 { // a block without cost reveals nothing
			rest, pure = append(rest, b), pure+eps
		}
	}
	left := float64(d) - boxDelta.value()
	if math.Abs(left) <= rounding*float64(d) {
		left = 0
	}
	cost := Cost{Adaptive: len(rest) > 1}
	if left < 0 {
		cost.Epsilon = accounting.Epsilon(math.Inf(1))
		return cost, nil
	}
	total := accounting.Compose{}
	if len(rest) > 0 {
		total = append(total, rest[0])
	}
	if cost.Adaptive {
		later, err := cover(a, rest, left)
		if err != nil {
			return cost, err
		}
		total = append(total, later)
	}
	eps, err := a.Epsilon(total, accounting.Delta(left))
	cost.Epsilon = min(eps, pure) + accounting.Epsilon(boxEpsilon.value())
	return cost, err
}

// sum adds numbers with compensation [Neumaier 1974]: the error is that of one addition, for any
// number of terms.
type sum struct{ total, lost float64 }

func (s *sum) add(x float64) {
	next := s.total + x
	if math.Abs(s.total) >= math.Abs(x) {
		s.lost += s.total - next + x
	} else {
		s.lost += x - next + s.total
	}
	s.total = next
}

func (s *sum) value() float64 { return s.total + s.lost }

// rounding is the relative rounding error of a sum of δ, at most.
const rounding = 1e-13

// cover returns a cover of all blocks but the first, under any strategy.
func cover(a Accountant, blocks []accounting.Event, delta float64) (accounting.Event, error) {
	failure := setAside * delta
	if onlyGaussian(blocks[0]) {
		failure = setAsideGaussian * delta
	}
	var squares float64
	left := failure
	for _, b := range blocks[1:] {
		mean, err := a.Cover(b, 0)
		if err != nil {
			return nil, err
		}
		// A failure costs δ. It is used if it reduces the cover, for half of the remaining δ at a
		// time, since the number of later blocks is unknown.
		weaker, err := a.Cover(b, accounting.Delta(left/2))
		if err != nil {
			return nil, err
		}
		if weaker < mean {
			mean = weaker
			left /= 2
		}
		squares += mean * mean
	}
	if math.IsInf(squares, 1) {
		return accounting.NonPrivate{Reason: "a block that was chosen later has no cover by a Gaussian release"}, nil
	}
	return accounting.Compose{
		accounting.Gaussian{NoiseMultiplier: (1 - 0x1p-50) / math.Sqrt(squares)},
		accounting.ApproxDP{Delta: failure},
	}, nil
}

// onlyGaussian reports whether an event consists of Gaussian noise.
func onlyGaussian(e accounting.Event) bool {
	switch e := e.(type) {
	case accounting.Gaussian:
		return true
	case accounting.SelfCompose:
		return onlyGaussian(e.Event)
	case accounting.Group:
		return onlyGaussian(e.Event)
	case accounting.Compose:
		for _, x := range e {
			if !onlyGaussian(x) {
				return false
			}
		}
		return len(e) > 0
	}
	return false
}
