package gdp

import (
	"errors"
	"fmt"
	"slices"
)

// Spend is a release or training that a session can pay for: a [Release] or a [Plan].
type Spend interface {
	entry(s *Session) (Entry, error)
}

// Reserve pays for several spends that are fixed before the first of them is drawn. They cost their
// exact composition, which is less than spending one after the other: without a reservation a
// session must assume adaptive choices. Draw each spend once, in any order, by [Release.Draw],
// [Session.Train] or the mechanism's function with the same arguments, at no further cost. A spend
// that is not drawn stays paid. Reserving the same spends again costs nothing, unless a training
// among them was begun.
func (s *Session) Reserve(spends ...Spend) error {
	block, err := s.entries(spends)
	if err != nil {
		return err
	}
	var keys []string
	for _, e := range block {
		key, err := e.key()
		if err != nil {
			return err
		}
		keys = append(keys, key)
	}
	return s.transact(func(h *history) (*record, error) {
		if stands, err := h.stands(keys); stands || err != nil {
			return nil, err
		}
		if err := s.price(h, block); err != nil {
			return nil, err
		}
		return &record{Reserve: block}, nil
	})
}

// Affords returns an error if the budget does not cover the spends, one after the other. It pays
// nothing. Call it before the first of them is drawn. If the first label was spent before, Affords
// returns nil, so an interrupted run can ask again. It is for spends whose queries depend on each
// other's answers; use [Session.Reserve] for spends that are fixed in advance.
func (s *Session) Affords(spends ...Spend) error {
	wanted, err := s.entries(spends)
	if err != nil {
		return err
	}
	return s.transact(func(h *history) (*record, error) {
		if slices.ContainsFunc(h.entries, func(old Entry) bool { return old.Label == wanted[0].Label }) {
			return nil, nil
		}
		tentative := &history{entries: slices.Clone(h.entries)}
		for _, e := range wanted {
			block := []Entry{e}
			if err := s.price(tentative, block); err != nil {
				return nil, err
			}
			tentative.entries = append(tentative.entries, block...)
		}
		return nil, nil
	})
}

// entries returns the ledger entries of the spends.
func (s *Session) entries(spends []Spend) ([]Entry, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	if len(spends) == 0 {
		return nil, errors.New("gdp: Reserve and Affords need at least one spend")
	}
	var list []Entry
	for i, x := range spends {
		if x == nil {
			return nil, fmt.Errorf("gdp: spend %d is nil", i+1)
		}
		e, err := x.entry(s)
		if err != nil {
			return nil, err
		}
		if err := s.provable(e); err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, nil
}

// stands reports whether the journal holds a usable reservation of the same spends, so that a
// repeated cell or an interrupted run reserves nothing more. A reservation whose training has begun
// is not usable.
func (h *history) stands(keys []string) (bool, error) {
	at := 0
	for _, block := range split(h.entries) {
		same, open, lost := len(block) == len(keys), false, false
		for i := 0; same && i < len(block); i++ {
			key, err := block[i].key()
			if err != nil {
				return false, err
			}
			same = key == keys[i]
			open = open || h.reserved[at+i]
			lost = lost || block[i].Mechanism == trainingMechanism && !h.reserved[at+i]
		}
		if same && (open || !lost) {
			return true, nil
		}
		at += len(block)
	}
	return false, nil
}
