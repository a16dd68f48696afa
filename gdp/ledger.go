package gdp

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/table"
)

// Entry is one spend: a release and its cost.
type Entry struct {
	Label     string
	Mechanism string           // such as "Laplace"
	Query     string           // the query that the noise perturbs
	Bound     string           // its sensitivity, such as "ℓ1 ≤ 2"
	Basis     Basis            // why the bound holds
	By        string           // the package that asserts the bound, if its module did not register the proof
	Counted   accounting.Event // charged to the budget, with the stated bound
	Proved    accounting.Event // proved of the same release
	Total     Epsilon          // counted ε of all spends up to this one
	// Block numbers the spends that were fixed together: a single spend, or several that were
	// reserved at once.
	Block int
	// Adaptive reports whether Total composes blocks that may depend on earlier releases; otherwise
	// it covers one block, fixed in advance.
	Adaptive bool
}

// entry is the JSON form of an Entry.
type entry struct {
	Label     string          `json:"label"`
	Mechanism string          `json:"mechanism"`
	Query     string          `json:"query,omitempty"`
	Bound     string          `json:"bound,omitempty"`
	Proof     *Proof          `json:"proof,omitempty"`
	By        string          `json:"asserted_by,omitempty"`
	Claim     *Claim          `json:"claim,omitempty"`
	Counted   json.RawMessage `json:"counted"`
	Proved    json.RawMessage `json:"proved"`
	Total     Epsilon         `json:"total"`
	Block     int             `json:"block,omitempty"`
	Adaptive  bool            `json:"adaptive,omitempty"`
}

// MarshalJSON implements [json.Marshaler].
func (e Entry) MarshalJSON() ([]byte, error) {
	x := entry{Label: e.Label, Mechanism: e.Mechanism, Query: e.Query, Bound: e.Bound, By: e.By, Total: e.Total, Block: e.Block, Adaptive: e.Adaptive}
	switch b := e.Basis.(type) {
	case Proof:
		x.Proof = &b
	case Claim:
		x.Claim = &b
	}
	var err error
	if x.Counted, err = accounting.MarshalEvent(e.Counted); err != nil {
		return nil, err
	}
	if x.Proved, err = accounting.MarshalEvent(e.Proved); err != nil {
		return nil, err
	}
	return json.Marshal(x)
}

// UnmarshalJSON implements [json.Unmarshaler].
func (e *Entry) UnmarshalJSON(data []byte) error {
	var x entry
	if err := json.Unmarshal(data, &x); err != nil {
		return err
	}
	*e = Entry{Label: x.Label, Mechanism: x.Mechanism, Query: x.Query, Bound: x.Bound, By: x.By, Total: x.Total, Block: x.Block, Adaptive: x.Adaptive}
	switch {
	case x.Proof != nil:
		e.Basis = *x.Proof
	case x.Claim != nil:
		e.Basis = *x.Claim
	}
	if err := checkBasis(e.Basis); err != nil {
		return err
	}
	var err error
	if e.Counted, err = accounting.UnmarshalEvent(x.Counted); err != nil {
		return err
	}
	e.Proved, err = accounting.UnmarshalEvent(x.Proved)
	return err
}

// basis describes why the bound holds.
func (e Entry) basis() string {
	if e.By != "" {
		return "asserted by " + e.By
	}
	return e.Basis.String()
}

// key identifies a release under its label.
func (e Entry) key() (string, error) {
	e.Total, e.Block, e.Adaptive = 0, 0, false
	text, err := json.Marshal(e)
	if err != nil {
		return "", fmt.Errorf("gdp: %s: %w", e.Label, err)
	}
	return digest(text), nil
}

// digest returns a short hash of a text.
func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:6])
}

// Ledger lists everything that a session spent.
type Ledger struct {
	Relation Relation
	Budget   Budget
	Seeded   bool // reproducible draws: not a private release
	Entries  []Entry
	Parts    []Entry  // spends inside the parts that a [Division] among the entries paid for
	Notes    []string // on damaged records, resumed trainings and undeclared nodes
}

// Ledger returns every spend of the session, including those of other processes on the same
// journal.
func (s *Session) Ledger() (Ledger, error) {
	if err := s.check(); err != nil {
		return Ledger{}, err
	}
	l := Ledger{Relation: s.relation, Budget: s.budget, Seeded: s.seeded}
	var inside map[string][]Entry
	err := s.transact(func(h *history) (*record, error) {
		l.Entries, l.Parts, inside = slices.Clone(h.entries), slices.Clone(h.parts), maps.Clone(h.inside)
		for _, m := range h.resumed {
			l.Notes = append(l.Notes, fmt.Sprintf("%s was resumed with the noise of %d steps drawn", m.Label, m.Drawn))
		}
		return nil, nil
	})
	if err != nil {
		return l, err
	}
	for i, e := range l.Entries {
		if e.Mechanism == partMechanism {
			if l.Entries[i].Proved, err = s.provedOfPart(e, inside[partOf(e.Label)], false); err != nil {
				return l, err
			}
		}
	}
	l.Notes = append(s.journal.Notes(), l.Notes...)
	if s.occurring {
		l.Notes = append(l.Notes, occurringNote)
	}
	return l, err
}

// Spent returns the counted ε of all entries.
func (l Ledger) Spent() Epsilon {
	if len(l.Entries) == 0 {
		return 0
	}
	return l.Entries[len(l.Entries)-1].Total
}

func (l Ledger) table() table.Table {
	t := table.Table{
		Caption: fmt.Sprintf("Ledger: relation %v, budget %v, spent ε = %.4g%s", l.Relation, l.Budget, float64(l.Spent()), l.composition()),
		Header:  []string{"block", "label", "mechanism", "query", "sensitivity", "basis", "counted", "proved", "ε so far"},
	}
	if l.Seeded {
		t.Caption += ". Seeded: reproducible, and not a private release"
	}
	for _, note := range l.Notes {
		t.Caption += ". " + note
	}
	for i, e := range slices.Concat(l.Entries, l.Parts) {
		block := any(e.Block)
		if i >= len(l.Entries) {
			block = "in a part"
		}
		proved := "the same"
		if fmt.Sprint(e.Proved) != fmt.Sprint(e.Counted) {
			proved = e.Proved.String()
		}
		t.Rows = append(t.Rows, []any{block, e.Label, e.Mechanism, e.Query, e.Bound, e.basis(), e.Counted.String(), proved, float64(e.Total)})
	}
	return t
}

// composition describes how the last total was composed.
func (l Ledger) composition() string {
	switch {
	case len(l.Entries) == 0:
		return ""
	case l.Entries[len(l.Entries)-1].Adaptive:
		return " (adaptive: each block may have been chosen in view of earlier ones)"
	}
	return " (fixed in advance)"
}

// String returns the ledger for a terminal.
func (l Ledger) String() string { return l.table().String() }

// HTML returns the ledger for a notebook.
func (l Ledger) HTML() string { return l.table().HTML() }

func inScope(scope string, entries []Entry) []Entry {
	return slices.DeleteFunc(slices.Clone(entries), func(e Entry) bool { return !strings.HasPrefix(e.Label, scope) })
}
