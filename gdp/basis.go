package gdp

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/gdp/internal/noise"
)

// Basis is why a bound holds: a [Proof] or a [Claim].
type Basis interface {
	fmt.Stringer
	sealed()
}

// Proof names a written proof and the test that checks the bound. It counts as proved if
// [Proof.Known] holds.
type Proof struct {
	Doc  string `json:"doc"`  // registered document and anchor, such as "proofs/queries.md#degrees"
	Test string `json:"test"` // such as "TestDegrees"
}

// Claim is a paper's statement without a proof in this project. The budget is charged as the paper
// says; the proved ε uses only Holds.
type Claim struct {
	Source    string  `json:"source"`          // such as "[PRIVDPR25] Thm 4.2"
	Statement string  `json:"statement"`       // what the paper states
	Why       string  `json:"why"`             // why no proof exists, or what is wrong with the statement
	Holds     float64 `json:"holds,omitempty"` // a bound that is proved elsewhere; 0 if none is known
}

func (Proof) sealed() {}
func (Claim) sealed() {}

// String names the proof.
func (p Proof) String() string { return "proved: " + p.Doc }

// String names the source and its statement.
func (c Claim) String() string { return "claimed: " + c.Source }

func checkBasis(b Basis) error {
	switch b := b.(type) {
	case Proof:
		if b.Doc == "" || b.Test == "" {
			return errors.New("a Proof must name a document and a test")
		}
	case Claim:
		if b.Source == "" || b.Why == "" {
			return errors.New("a Claim must name its source and why it is not proved")
		}
		if !(b.Holds >= 0) || math.IsInf(b.Holds, 1) {
			return fmt.Errorf("a claim with the proved bound %v, want a number ≥ 0", b.Holds)
		}
	case nil:
		return errors.New("a bound needs a basis: a Proof or a Claim")
	default:
		return fmt.Errorf("a basis of type %T: must be a Proof or a Claim, not a pointer", b)
	}
	return nil
}

// ReadOnClaim returns the private data if a paper claims that what the caller takes from them costs
// nothing. The ledger records no cost, and nothing is proved.
func (s *Session) ReadOnClaim(label string, c Claim) (*Data, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	if label == "" {
		return nil, errors.New("gdp: a reading needs a label")
	}
	e := Entry{
		Label: s.scope + label, Mechanism: "none", Query: "the data", Bound: "none", Basis: c,
		Counted: accounting.Compose{}, Proved: accounting.NonPrivate{Reason: c.Why},
	}
	if err := checkBasis(c); err != nil {
		return nil, fmt.Errorf("gdp: %s: %w", e.Label, err)
	}
	if c.Holds != 0 {
		return nil, fmt.Errorf("gdp: %s: Holds is %v for a reading without noise: must be 0", e.Label, c.Holds)
	}
	if err := s.provable(e); err != nil {
		return nil, err
	}
	key, err := e.key()
	if err != nil {
		return nil, err
	}
	err = s.transact(func(h *history) (*record, error) {
		for _, old := range h.entries { // repeated readings count as one
			if k, err := old.key(); err != nil || k == key {
				return nil, err
			}
		}
		block := []Entry{e}
		return &record{Spend: &block[0]}, s.price(h, block)
	})
	if err != nil {
		return nil, err
	}
	return s.data, nil
}

// events returns the event of one sample of noise as counted, with the stated bound, and as proved.
func events(b Basis, bound float64, event func(bound float64) (accounting.Event, error)) (counted, proved accounting.Event, err error) {
	if counted, err = event(bound); err != nil {
		return nil, nil, err
	}
	c, claimed := b.(Claim)
	switch {
	case !claimed:
		proved = counted
	case c.Holds == 0:
		proved = accounting.NonPrivate{Reason: c.Why}
	default:
		proved, err = event(c.Holds)
	}
	return counted, proved, err
}

// Draws provides samples and noise to a training that rests on a claim. A method that follows its
// paper adds the noise where the paper does.
type Draws struct{ *Training }

// OnClaim returns samples and noise for a plan whose basis is a [Claim]. A plan with a proof is
// refused: use [Sum].
func (t *Training) OnClaim() (Draws, error) {
	if err := t.check(); err != nil {
		return Draws{}, err
	}
	t.user.Lock()
	defer t.user.Unlock()
	if _, claim := t.plan.Basis.(Claim); !claim {
		return Draws{}, fmt.Errorf("gdp: %s: OnClaim needs a plan whose basis is a Claim, not a %T", t.label, t.plan.Basis)
	}
	return Draws{t}, t.takes(onClaim)
}

// Sample begins a step: it samples from the records 0 … records-1 and returns the sample in
// ascending order. It fails after the last step of the plan, and while the step before has no
// noise.
func (d Draws) Sample(records int) ([]int32, error) {
	if err := d.check(); err != nil {
		return nil, err
	}
	if err := d.begin(); err != nil {
		return nil, err
	}
	d.user.Lock()
	defer d.user.Unlock()
	return d.sample(records)
}

// Noise adds the noise of the current step to every entry. If the claim states a bound that holds,
// all steps must have the same number of entries.
func (d Draws) Noise(dst []float32) error {
	if err := d.check(); err != nil {
		return err
	}
	if err := d.begin(); err != nil {
		return err
	}
	d.user.Lock()
	defer d.user.Unlock()
	if claim, _ := d.plan.Basis.(Claim); claim.Holds > 0 {
		if d.at.Size != 0 && d.at.Size != len(dst) {
			return fmt.Errorf("gdp: %s: noise for %d entries, the steps before had %d", d.label, len(dst), d.at.Size)
		}
		d.at.Size = len(dst)
	}
	if d.user.noised >= d.at.Steps {
		return fmt.Errorf("gdp: %s: noise is added once to each step, after its Sample", d.label)
	}
	return d.addNoise(dst)
}

// NewSampled releases the output of a sampler that uses private randomness. The basis is a [Claim]
// that the sampler follows the exponential mechanism over the scores; these are never evaluated. It
// is counted as that mechanism, and nothing is proved.
func NewSampled[T any](label string, scores Bounded[LInf], eps Epsilon, sample func(d *Data, r *rand.Rand) (T, error)) Release[T] {
	event := func(float64) (accounting.Event, error) {
		if claim, ok := scores.basis.(Claim); !ok || claim.Holds != 0 || sample == nil {
			return nil, errors.New("a sampler needs a function, and a Claim with Holds = 0 as basis")
		}
		return accounting.ExponentialMechanism{Epsilon: float64(eps)}, positive("ε", float64(eps))
	}
	return releaseOf(label, "exponential, by a sampler", scores, event, func(s *Session, private *noise.Stream) (T, error) {
		return sample(s.data, private.Rand())
	})
}
