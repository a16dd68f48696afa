package gdp

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/filter"
)

// slack lets a plan pass that was calibrated to the budget and exceeds it by floating-point errors.
// The ledger shows the exact spend.
const slack = 1e-12

// spend records the entry if the budget covers it, and returns the number of earlier spends with
// its label. A reserved or repeated entry is already paid. The total cost is recomputed.
func (s *Session) spend(e Entry) (before int, err error) {
	if err := s.provable(e); err != nil {
		return 0, err
	}
	key, err := e.key()
	if err != nil {
		return 0, err
	}
	err = s.transact(func(h *history) (*record, error) {
		for i, old := range h.entries {
			if old.Label != e.Label {
				continue
			}
			if k, err := old.key(); err != nil {
				return nil, err
			} else if k != key {
				continue
			}
			if before = h.before(i); h.reserved[i] {
				return &record{Draw: &i}, nil
			}
			return nil, nil
		}
		block := []Entry{e}
		if err := s.price(h, block); err != nil {
			return nil, err
		}
		before = under(e.Label, h.entries)
		return &record{Spend: &block[0]}, nil
	})
	return before, err
}

// provable refuses claims and assertions in a session with [ProvedOnly].
func (s *Session) provable(e Entry) error {
	if e.By != "" && s.provedOnly {
		return fmt.Errorf("gdp: %s is %w by %s, and this session takes only proofs", e.Label, ErrAsserted, e.By)
	}
	if c, claimed := e.Basis.(Claim); claimed && s.provedOnly {
		return fmt.Errorf("gdp: %s %w of %s, and this session takes only proofs", e.Label, ErrClaim, c.Source)
	}
	return nil
}

// price computes the total cost with one more block, and refuses a block that exceeds the budget.
func (s *Session) price(h *history, block []Entry) error {
	var names []string
	for i := range block {
		names = append(names, block[i].Label)
		block[i].Block = h.blocks() + 1
	}
	label := strings.Join(names, ", ")
	all := slices.Concat(h.entries, block)
	if n := parts(all); n > 0 && n < len(all) {
		return fmt.Errorf("gdp: %s: %w", label, ErrMixed)
	}
	counted := func(e Entry) accounting.Event { return e.Counted }
	cost, err := s.cost(all, counted)
	if err != nil {
		return fmt.Errorf("gdp: %s: %w", label, err)
	}
	if math.IsNaN(float64(cost.Epsilon)) || cost.Epsilon > s.budget.Epsilon*(1+slack) {
		if parts(block) > 0 {
			asked, rest := block[0].budget(), Ledger{Budget: s.budget, Entries: h.entries}.Left()
			return fmt.Errorf("gdp: %s is %w: it asks for (%.6g, %.6g), and (%.6g, %.6g) is left of %v", label, ErrBudget,
				float64(asked.Epsilon), float64(asked.Delta), float64(rest.Epsilon), float64(rest.Delta), s.budget)
		}
		var spent Epsilon
		var advice string
		if n := len(h.entries); n > 0 {
			spent = h.entries[n-1].Total
		}
		if cost.Adaptive {
			advice = "; spends that do not depend on each other's answers cost less if they are declared together (Session.Reserve)"
		}
		return fmt.Errorf("gdp: %s is %w: it asks for ε = %.6g, and ε = %.6g is left of %v%s",
			label, ErrBudget, float64(cost.Epsilon-spent), float64(max(0, s.budget.Epsilon-spent)), s.budget, advice)
	}
	for i := range block {
		block[i].Total, block[i].Adaptive = s.rounded(cost.Epsilon), cost.Adaptive
	}
	return nil
}

// cost composes the entries at the session's δ.
func (s *Session) cost(entries []Entry, event func(Entry) accounting.Event) (filter.Cost, error) {
	cost, err := filter.CostOf(s.accountant, blocksOf(entries, event), s.budget.Delta)
	cost.Adaptive = cost.Adaptive || parts(entries) > 1
	return cost, err
}

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
