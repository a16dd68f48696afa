package gdp

import (
	"errors"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/accounting"
)

// Basis is why a bound holds: a [Proof] or a [Claim].
type Basis interface {
	fmt.Stringer
	sealed()
}

// Proof names a written proof and the test that checks the bound.
type Proof struct {
	Doc  string `json:"doc"`  // file under docs and anchor, such as "proofs/queries.md#degrees"
	Test string `json:"test"` // such as "TestDegrees"
}

// Claim is a paper's statement that has no proof here. What rests on it is
// counted as the paper counts it, and proved for what is known to hold.
type Claim struct {
	Source    string  `json:"source"`          // such as "[PRIVDPR25] Thm 4.2"
	Statement string  `json:"statement"`       // what the paper says
	Why       string  `json:"why"`             // why there is no proof, or what is wrong
	Holds     float64 `json:"holds,omitempty"` // a bound that does hold, proved elsewhere; 0 if none is known
}

func (Proof) sealed() {}
func (Claim) sealed() {}

// String names the proof.
func (p Proof) String() string { return "proved: " + p.Doc }

// String says who claims what.
func (c Claim) String() string { return "claimed: " + c.Source }

func checkBasis(b Basis) error {
	switch b := b.(type) {
	case Proof:
		if b.Doc == "" || b.Test == "" {
			return errors.New("a proof names a document and a test")
		}
	case Claim:
		if b.Source == "" || b.Why == "" {
			return errors.New("a claim names its source and why it is not proved")
		}
		if !(b.Holds >= 0) || math.IsInf(b.Holds, 1) {
			return fmt.Errorf("a claim with the proved bound %v, want a number ≥ 0", b.Holds)
		}
	default:
		return errors.New("a bound without a basis")
	}
	return nil
}

// events are what a draw of noise costs as counted, its bound taken at its
// word, and as proved.
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
