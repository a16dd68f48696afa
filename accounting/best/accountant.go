// Package best asks the accountants that can bound a plan and takes the
// smallest answer: exact for Gaussian releases alone, else privacy loss
// distributions, else Rényi divergences. Black boxes are also composed the
// plain way, by adding up their ε and δ, so that one (ε, δ) black box costs
// exactly that.
package best

import (
	"errors"
	"math"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/accounting/pld"
	"github.com/graphdp/graphdp/accounting/rdp"
)

// Accountant is the smallest bound of all accountants.
type Accountant struct {
	relation accounting.Relation
	pld      *pld.Accountant
	all      []named // from the tightest to the one that serves most
}

type named struct {
	name string
	accounting.Accountant
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
	d, err := rdp.New(r)
	if err != nil {
		return nil, err
	}
	return &Accountant{r, p, []named{{"gauss", g}, {"pld", p}, {"rdp", d}}}, nil
}

// Relation implements [accounting.Accountant].
func (a *Accountant) Relation() accounting.Relation { return a.relation }

// Epsilon implements [accounting.Accountant].
func (a *Accountant) Epsilon(e accounting.Event, d accounting.Delta) (accounting.Epsilon, error) {
	eps, _, err := a.EpsilonBy(e, d)
	return eps, err
}

// EpsilonBy is Epsilon with the name of the accountant that found it: "gauss",
// "pld", "rdp", or "basic" for the plain sum over black boxes.
func (a *Accountant) EpsilonBy(e accounting.Event, d accounting.Delta) (accounting.Epsilon, string, error) {
	eps, name, err := a.joint(e, d)
	boxes, rest := split(e)
	if err != nil || boxes.count == 0 {
		return eps, name, err
	}
	left := float64(d) - boxes.delta
	if math.Abs(left) <= rounding*float64(d) {
		left = 0
	}
	if left < 0 { // the boxes alone may fail more often
		return eps, name, nil
	}
	plain, _, err := a.joint(rest, accounting.Delta(left))
	plain += accounting.Epsilon(boxes.epsilon)
	if err != nil || plain >= eps {
		return eps, name, err
	}
	return plain, "basic", nil
}

// joint asks the accountants in turn until one serves the plan.
func (a *Accountant) joint(e accounting.Event, d accounting.Delta) (eps accounting.Epsilon, name string, err error) {
	for _, x := range a.all {
		if eps, err = x.Epsilon(e, d); !unsupported(err) {
			return eps, x.name, err
		}
	}
	return eps, "", err
}

// Delta implements [accounting.Accountant].
func (a *Accountant) Delta(e accounting.Event, eps accounting.Epsilon) (float64, error) {
	delta, err := a.jointDelta(e, eps)
	boxes, rest := split(e)
	left := float64(eps) - boxes.epsilon
	if err != nil || boxes.count == 0 || left < 0 {
		return delta, err
	}
	plain, err := a.jointDelta(rest, accounting.Epsilon(left))
	return min(delta, plain+boxes.delta), err
}

func (a *Accountant) jointDelta(e accounting.Event, eps accounting.Epsilon) (delta float64, err error) {
	for _, x := range a.all {
		if delta, err = x.Delta(e, eps); !unsupported(err) {
			return delta, err
		}
	}
	return delta, err
}

// Cover returns a mean μ such that e is dominated, for every real ε and in both
// directions, by a release that reveals everything with probability d and else
// is one Gaussian release with mean μ: see [pld.Accountant.Cover].
func (a *Accountant) Cover(e accounting.Event, d accounting.Delta) (float64, error) {
	return a.pld.Cover(e, d)
}

func unsupported(err error) bool {
	var u *accounting.UnsupportedError
	return errors.As(err, &u)
}

// rounding is what a sum of δ may lose to floating point, relative to it.
const rounding = 1e-13

// sum is the plain composition of black boxes.
type sum struct {
	count          int
	epsilon, delta float64
}

// split takes the black boxes out of a composition.
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
