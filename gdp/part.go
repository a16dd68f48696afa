package gdp

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp/internal/noise"
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

// Parts assigns each pair of nodes to one part, or to none. Neighbours differ in one pair, hence in
// one part, so queries on different parts compose in parallel: together they cost as much as the
// most expensive part. See docs/proofs/queries.md#parts.
type Parts struct {
	// Name names everything that Of depends on. The assignment may use public data and earlier
	// releases, but not the edges.
	Name  string
	Parts []string // names
	// Of returns the number of a pair's part; any other number means none, and such an edge is
	// never read. It is called once for each edge, with u < v if edges are undirected.
	Of func(u, v int32) int
}

// Division is a partition into parts that a session can pay for.
type Division struct {
	parts   Parts
	budget  Budget
	release Release[bool]
}

// NewDivision makes a session with the budget b for each part. All queries in them together cost b,
// in any order and chosen adaptively.
func NewDivision(label string, p Parts, b Budget) Division {
	basis := Proof{"proofs/queries.md#parts", "TestAPairIsOfOnePart"}
	by := asserter(basis) // Of belongs to the caller
	ledger := func(s *Session) (Entry, error) {
		e := Entry{
			Label: s.scope + label, Mechanism: "parts", Query: fmt.Sprintf("%s (%s)", p.Name, strings.Join(p.Parts, ", ")), Bound: "1 part",
			Basis: basis, By: by,
			Counted: accounting.ApproxDP{Epsilon: float64(b.Epsilon), Delta: float64(b.Delta)},
		}
		e.Proved = e.Counted
		if err := p.check(s, b); err != nil {
			return e, fmt.Errorf("gdp: %s: %w", e.Label, err)
		}
		return e, nil
	}
	paid := func(*Session, *noise.Stream) (bool, error) { return true, nil }
	return Division{p, b, Release[bool]{label, ledger, paid}}
}

// check refuses parts that are invalid for the session.
func (p Parts) check(s *Session, b Budget) error {
	named := slices.Compact(slices.Sorted(slices.Values(p.Parts)))
	switch {
	case s.relation != EdgeLevel:
		return fmt.Errorf("parts of pairs under the relation %v, where one change alters many parts: use the relation edge", s.relation)
	case s.divided:
		return errors.New("parts of a part: split the session itself into more parts")
	case s.data.Collection != nil:
		return errors.New("parts of the pairs of a collection: must be one graph")
	case p.Name == "" || p.Of == nil || len(named) < len(p.Parts) || len(named) == 0 || named[0] == "":
		return errors.New("parts need a name, a function and at least one part; names of parts must differ and not be empty")
	case b.Epsilon <= 0:
		return fmt.Errorf("parts with ε = %g: must be positive", float64(b.Epsilon))
	}
	return b.Validate()
}

func (d Division) entry(s *Session) (Entry, error) { return d.release.entry(s) }

// Draw pays for the parts and returns their sessions. These accept only proofs and have separate
// ledgers, each with its spends from b. Drawn again, they are the same sessions with their
// releases.
func (d Division) Draw(s *Session) ([]*Session, error) {
	e, err := d.entry(s)
	if err != nil {
		return nil, err
	}
	if _, err := d.release.Draw(s); err != nil {
		return nil, err
	}
	key, err := e.key()
	if err != nil {
		return nil, err
	}
	graphs, err := d.parts.split(s.data.Network.Graph)
	if err != nil {
		return nil, err
	}
	var list []*Session
	for i, g := range graphs {
		net := *s.data.Network
		net.Graph, net.Seen = g, nil // the order of first occurrence depends on all edges
		part := s.child(fmt.Sprintf("%s %s %s", e.Label, key, d.parts.Parts[i]), e.Label+"/"+d.parts.Parts[i], d.budget)
		part.data, part.provedOnly, part.divided = &Data{Network: &net}, true, true
		if err := part.sync(); err != nil {
			return nil, err
		}
		list = append(list, part)
	}
	return list, nil
}

// split returns one graph for each part, with the edges of that part.
func (p Parts) split(g *graph.Graph) ([]*graph.Graph, error) {
	edges := make([][]graph.Edge, len(p.Parts))
	for u, v := range g.Edges() {
		if i := p.Of(u, v); i >= 0 && i < len(edges) {
			edges[i] = append(edges[i], graph.Edge{U: u, V: v})
		}
	}
	graphs := make([]*graph.Graph, len(edges))
	for i, list := range edges {
		var err error
		if graphs[i], _, err = graph.FromEdges(g.N(), list, graph.Options{Directed: g.Directed()}); err != nil {
			return nil, fmt.Errorf("gdp: %w", err)
		}
	}
	return graphs, nil
}
