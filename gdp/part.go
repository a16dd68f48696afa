package gdp

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/graphdp/graphdp/accounting"
)

// partMechanism is the mechanism of an entry that pays for a part.
const partMechanism = "part"

// payment is the cost of a part to the session that it belongs to.
type payment struct {
	of    *Session
	entry Entry
}

// Part returns a session on the same data with the budget b. It costs the session (ε, δ) = b, once,
// when the part first spends. A part that spends nothing costs nothing.
//
// The same name and budget return the same part, with its spends and releases. Another budget under
// the same name is [ErrPart]. A session spends in parts or directly, not both:
// docs/proofs/filter.md#parts-of-a-budget. Part fails if b exceeds what the session has left.
func (s *Session) Part(name string, b Budget) (*Session, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	label := s.scope + name
	if err := b.Validate(); err != nil {
		return nil, fmt.Errorf("gdp: part %s: %w", label, err)
	}
	switch {
	case name == "":
		return nil, errors.New("gdp: a part needs a name")
	case s.within != "":
		return nil, fmt.Errorf("gdp: part %s cannot be taken from another part: call Part on the session", label)
	case b.Epsilon == 0:
		return nil, fmt.Errorf("gdp: part %s: ε = 0: must be positive", label)
	}
	event := accounting.ApproxDP{Epsilon: float64(b.Epsilon), Delta: float64(b.Delta)}
	part := s.child(partOf(label), label, b)
	part.payment = &payment{s, Entry{
		Label: label, Mechanism: partMechanism, Query: "all that is asked in it", Bound: b.String(),
		Basis: Proof{"proofs/filter.md#parts-of-a-budget", "TestPartsAddUp"}, Counted: event, Proved: event,
	}}
	if err := s.transact(func(h *history) (*record, error) {
		_, err := part.payment.due(h)
		return nil, err
	}); err != nil {
		return nil, err
	}
	return part, part.sync()
}

// partOf names a part in the journal.
func partOf(label string) string { return "part " + strconv.Quote(label) }

// child returns a session on the same data with another budget and key. It shares the journal, and
// its labels begin with scope.
func (s *Session) child(within, scope string, b Budget) *Session {
	if s.within != "" {
		within = s.within + " " + within
	}
	return &Session{&core{
		data: s.data, relation: s.relation, budget: b, accountant: s.accountant, users: s.users, seeded: s.seeded,
		provedOnly: s.provedOnly, occurring: s.occurring, records: s.records, journal: s.journal, salt: s.salt, hook: s.hook,
		within: within, key: s.key.Within(within), history: newHistory(within),
	}, scope + "/"}
}

// spend returns the entry to pay with the next spend of the part, or nil if it is already paid.
func (p *payment) spend(records []json.RawMessage) (*Entry, error) {
	p.of.mu.Lock()
	defer p.of.mu.Unlock()
	if err := p.of.history.read(records); err != nil {
		return nil, err
	}
	return p.due(&p.of.history)
}

// due is [payment.spend] on a journal that has been read.
func (p *payment) due(h *history) (*Entry, error) {
	key, err := p.entry.key()
	if err != nil {
		return nil, err
	}
	for _, old := range h.entries {
		if old.Label != p.entry.Label || old.Mechanism != partMechanism {
			continue
		}
		if k, err := old.key(); err != nil || k == key {
			return nil, err
		}
		return nil, fmt.Errorf("gdp: part %s %w: it was begun with %v, not %v; keep to that, or give another name", old.Label, ErrPart, old.budget(), p.entry.budget())
	}
	block := []Entry{p.entry}
	if err := p.of.price(h, block); err != nil {
		return nil, err
	}
	return &block[0], nil
}

// provedOfPart returns the proved ε of a part: its budget, or more if a claim inside it costs
// more than it counts.
func (s *Session) provedOfPart(e Entry, inside []Entry, trusted bool) (accounting.Event, error) {
	b := e.budget()
	part := &Session{core: &core{accountant: s.accountant, budget: b}}
	eps, reason, err := part.proved(inside, nil, trusted)
	if err != nil {
		return nil, err
	}
	if reason != "" {
		return accounting.NonPrivate{Reason: reason}, nil
	}
	return accounting.ApproxDP{Epsilon: float64(max(b.Epsilon, eps)), Delta: float64(b.Delta)}, nil
}

// budget returns the budget of a part.
func (e Entry) budget() Budget {
	box, _ := e.Counted.(accounting.ApproxDP)
	return Budget{Epsilon: Epsilon(box.Epsilon), Delta: Delta(box.Delta)}
}

// parts returns the number of entries that pay for a part.
func parts(entries []Entry) (n int) {
	for _, e := range entries {
		if e.Mechanism == partMechanism {
			n++
		}
	}
	return n
}

// left returns the budget that parts have left; a remainder within rounding errors is 0.
func left(b Budget, entries []Entry) Budget {
	return Ledger{Budget: b, Entries: entries}.Left()
}

// Cost returns the total spent: the ε of all entries and the δ of parts. A session that spends
// directly uses its δ for the composition of all spends, so its δ is 0 here.
func (l Ledger) Cost() Budget {
	spent := Budget{Epsilon: l.Spent()}
	for _, e := range l.Entries {
		if e.Mechanism == partMechanism {
			spent.Delta += e.budget().Delta
		}
	}
	return spent
}

// Left returns the budget minus [Ledger.Cost].
func (l Ledger) Left() Budget {
	spent := l.Cost()
	rest := Budget{Epsilon: max(0, l.Budget.Epsilon-spent.Epsilon), Delta: max(0, l.Budget.Delta-spent.Delta)}
	if rest.Epsilon <= l.Budget.Epsilon*slack {
		rest.Epsilon = 0
	}
	if rest.Delta <= l.Budget.Delta*slack {
		rest.Delta = 0
	}
	return rest
}

// Part returns the budget of the part that was paid for under the label.
func (l Ledger) Part(label string) (b Budget, paid bool) {
	for _, e := range l.Entries {
		if e.Label == label && e.Mechanism == partMechanism {
			return e.budget(), true
		}
	}
	return b, false
}
