// Package best computes the tightest ε over all accountants: the exact formula for Gaussian
// mechanisms alone, otherwise privacy loss distributions. Black boxes are also composed by basic
// composition, so a single (ε, δ) black box costs exactly (ε, δ).
package best

import (
	"errors"
	"math"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/accounting/pld"
)

// Accountant computes the smallest bound of all accountants. It is safe for concurrent use. The
// process caches thousands of answers, shared by all accountants.
type Accountant struct {
	relation accounting.Relation
	gauss    *gauss.Accountant
	pld      *pld.Accountant
}

// New returns an accountant under the relation.
func New(r accounting.Relation) (*Accountant, error) {
	g, err := gauss.New(r)
	if err != nil {
		return nil, err
	}
	p, err := pld.New(r)
	if err != nil {
		return nil, err
	}
	return &Accountant{relation: r, gauss: g, pld: p}, nil
}

// Relation implements [accounting.Accountant].
func (a *Accountant) Relation() accounting.Relation { return a.relation }

// Epsilon implements [accounting.Accountant].
func (a *Accountant) Epsilon(e accounting.Event, d accounting.Delta) (accounting.Epsilon, error) {
	eps, _, err := a.EpsilonBy(e, d)
	return eps, err
}

// EpsilonBy returns Epsilon and the name of the accountant that found it: "gauss", "pld", or
// "basic" for basic composition of black boxes.
func (a *Accountant) EpsilonBy(e accounting.Event, d accounting.Delta) (accounting.Epsilon, string, error) {
	x, err := known.ask(a.relation, "epsilon", e, float64(d), func() (answer, error) { return a.epsilon(e, d) })
	return accounting.Epsilon(x.value), x.by, err
}

func (a *Accountant) epsilon(e accounting.Event, d accounting.Delta) (answer, error) {
	joint, err := a.joint(e, d)
	boxes, rest := split(e)
	if err != nil || boxes.count == 0 {
		return joint, err
	}
	left := float64(d) - boxes.delta
	if math.Abs(left) <= rounding*float64(d) {
		left = 0
	}
	if left < 0 { // the black boxes alone may exceed d
		return joint, nil
	}
	plain, err := a.joint(rest, accounting.Delta(left))
	if eps := plain.value + boxes.epsilon; err == nil && eps < joint.value {
		return answer{eps, "basic"}, nil
	}
	return joint, err
}

// joint tries the exact accountant, then the general one.
func (a *Accountant) joint(e accounting.Event, d accounting.Delta) (answer, error) {
	eps, err := a.gauss.Epsilon(e, d)
	if !unsupported(err) {
		return answer{float64(eps), "gauss"}, err
	}
	eps, err = a.pld.Epsilon(e, d)
	return answer{float64(eps), "pld"}, err
}

// Delta implements [accounting.Accountant].
func (a *Accountant) Delta(e accounting.Event, eps accounting.Epsilon) (float64, error) {
	x, err := known.ask(a.relation, "delta", e, float64(eps), func() (answer, error) {
		delta, err := a.jointDelta(e, eps)
		boxes, rest := split(e)
		left := float64(eps) - boxes.epsilon
		if err != nil || boxes.count == 0 || left < 0 {
			return answer{value: delta}, err
		}
		plain, err := a.jointDelta(rest, accounting.Epsilon(left))
		return answer{value: min(delta, plain+boxes.delta)}, err
	})
	if err != nil {
		return 1, err
	}
	return x.value, nil
}

func (a *Accountant) jointDelta(e accounting.Event, eps accounting.Epsilon) (float64, error) {
	delta, err := a.gauss.Delta(e, eps)
	if unsupported(err) {
		return a.pld.Delta(e, eps)
	}
	return delta, err
}

// Cover returns a mean μ such that e is dominated, for every real ε and in both directions, by a
// release that reveals everything with probability d and otherwise is one Gaussian release with
// mean μ: see [pld.Accountant.Cover].
func (a *Accountant) Cover(e accounting.Event, d accounting.Delta) (float64, error) {
	x, err := known.ask(a.relation, "cover", e, float64(d), func() (answer, error) {
		mean, err := a.pld.Cover(e, d)
		return answer{value: mean}, err
	})
	if err != nil {
		return math.Inf(1), err
	}
	return x.value, nil
}

func unsupported(err error) bool {
	var u *accounting.UnsupportedError
	return errors.As(err, &u)
}

// rounding is the relative rounding error of a sum of δ, at most.
const rounding = 1e-13

// sum is the basic composition of black boxes.
type sum struct {
	count          int
	epsilon, delta float64
}

// split separates the black boxes from a composition.
func split(e accounting.Event) (boxes sum, rest accounting.Compose) {
	var walk func(e accounting.Event)
	walk = func(e accounting.Event) {
		switch e := e.(type) {
		case accounting.Compose:
			for _, x := range e {
				walk(x)
			}
			return
		case accounting.SelfCompose:
			if box, ok := e.Event.(accounting.ApproxDP); ok {
				boxes.add(box, e.Count)
				return
			}
		case accounting.ApproxDP:
			boxes.add(e, 1)
			return
		}
		rest = append(rest, e)
	}
	walk(e)
	return boxes, rest
}

func (s *sum) add(box accounting.ApproxDP, count int) {
	s.count += count
	s.epsilon += float64(count) * box.Epsilon
	s.delta += float64(count) * box.Delta
}
