package gdp

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/lists"
)

// Guarantee states the privacy of a release as three values of ε: claimed, proved and audited.
type Guarantee struct {
	Relation Relation
	Delta    Delta
	Claimed  Epsilon // by the method's own accounting
	Proved   Epsilon // by the accountant, for what was released; +Inf if nothing is proved
	// Asserted is the value of Proved if the packages in By are trusted, whose proofs this program
	// does not know; 0 if no entry depends on them.
	Asserted Epsilon
	By       []string
	Reason   string   // why Proved is +Inf
	Audited  *Audited // a lower bound from an attack, if one was run
	Kept     string   // results of stored audits of the method if this run was not audited, or why there are none
	Seeded   bool     // reproducible draws: not a private release
	// Within is zero if everything was fixed before the first release. Otherwise later spends may
	// depend on earlier answers: the values hold if the costs of all spends were fixed beforehand,
	// and the session keeps to Within in any case.
	Within Budget
	// Caution warns of a δ that is not small against the number of records, and of nodes that were
	// read off the edges; empty if neither applies.
	Caution string
	// InTheClear names what a user of the release reads without noise, which no ε covers; empty if
	// all of that is public. The method sets it, since a session cannot know.
	InTheClear string
}

// Audited is a lower bound on ε from attacks on the running code.
type Audited struct {
	Epsilon Epsilon `json:"epsilon"`
	// IfGaussian is a larger bound, valid if the code is as private as one Gaussian release.
	IfGaussian Epsilon `json:"if_gaussian,omitempty"`
	Confidence float64 `json:"confidence"`
	Trials     int     `json:"trials"`
	Method     string  `json:"method"`
}

// String formats the bounds, for example "≥ 2.05, ≥ 4.8 if the noise is Gaussian".
func (a Audited) String() string {
	s := fmt.Sprintf("≥ %.3g", float64(a.Epsilon))
	if a.IfGaussian > a.Epsilon {
		s += fmt.Sprintf(", ≥ %.3g if the noise is Gaussian", float64(a.IfGaussian))
	}
	return s
}

// Guarantee returns the guarantee of everything that the scope released.
func (s *Session) Guarantee() (Guarantee, error) {
	if err := s.check(); err != nil {
		return Guarantee{}, err
	}
	g := Guarantee{Relation: s.relation, Delta: s.budget.Delta, Seeded: s.seeded, Caution: s.caution()}
	entries, inside, err := s.spends()
	if err != nil {
		return g, err
	}
	counted, err := s.cost(entries, func(e Entry) accounting.Event { return e.Counted })
	if err != nil {
		return g, fmt.Errorf("gdp: %w", err)
	}
	if g.Claimed = s.rounded(counted.Epsilon); counted.Adaptive {
		g.Within = s.budget
	}
	if g.Proved, g.Reason, err = s.proved(entries, inside, true); err != nil {
		return g, err
	}
	for _, e := range entries {
		for _, by := range append(lists.Map(inside[partOf(e.Label)], func(e Entry) string { return e.By }), e.By) {
			if by != "" && !slices.Contains(g.By, by) {
				g.By = append(g.By, by)
			}
		}
	}
	if g.By != nil {
		g.Asserted = g.Proved
		g.Proved, g.Reason, err = s.proved(entries, inside, false)
	}
	if s.occurring { // no proof of a release covers this
		inf := Epsilon(math.Inf(1))
		if g.Proved = inf; g.By != nil {
			g.Asserted = inf
		}
		g.Reason = joined(occurringReason, g.Reason)
		g.Caution = joined(occurringNote, g.Caution)
	}
	return g, err
}

// spends returns the entries of the scope, and the entries inside each part of the session.
func (s *Session) spends() (entries []Entry, inside map[string][]Entry, err error) {
	err = s.transact(func(h *history) (*record, error) {
		entries, inside = inScope(s.scope, h.entries), maps.Clone(h.inside)
		return nil, nil
	})
	return entries, inside, err
}

// joined returns one text, or two separated by a semicolon.
func joined(first, second string) string {
	if second == "" {
		return first
	}
	return first + "; " + second
}

// caution returns a warning if δ is at least one over the number of records (nodes, or graphs). It
// does not look at a private number.
func (s *Session) caution() string {
	n, what := s.records, "node"
	if s.relation == GraphLevel {
		what = "graph"
	}
	if n == 0 || float64(s.budget.Delta)*float64(n) < 1 {
		return ""
	}
	return fmt.Sprintf("δ = %g is not below 1/%d: a mechanism that publishes everything about one %s chosen at random satisfies it", float64(s.budget.Delta), n, what)
}

// proved returns the ε that the accountant proves of the entries, and the reason if it is +Inf. If
// trusted, asserted bounds count as proved.
func (s *Session) proved(entries []Entry, inside map[string][]Entry, trusted bool) (Epsilon, string, error) {
	entries = slices.Clone(entries)
	for i, e := range entries {
		switch {
		case e.Mechanism == partMechanism:
			event, err := s.provedOfPart(e, inside[partOf(e.Label)], trusted)
			if err != nil {
				return 0, "", err
			}
			entries[i].Proved = event
		case e.By != "" && !trusted:
			entries[i].Proved = accounting.NonPrivate{Reason: "asserted by " + e.By + ", whose proof this program does not know"}
		}
	}
	cost, err := s.cost(entries, func(e Entry) accounting.Event { return e.Proved })
	var unsupported *accounting.UnsupportedError
	switch {
	case errors.As(err, &unsupported):
		return Epsilon(math.Inf(1)), err.Error(), nil
	case err != nil:
		return 0, "", fmt.Errorf("gdp: %w", err)
	case math.IsInf(float64(cost.Epsilon), 1):
		return cost.Epsilon, reason(entries), nil
	}
	return s.rounded(cost.Epsilon), "", nil
}

// rounded returns the budget's ε instead of an ε that exceeds it by rounding errors of the
// calibration, as spends accept it ([slack]).
func (s *Session) rounded(eps Epsilon) Epsilon {
	if b := s.budget.Epsilon; eps > b && eps <= b*(1+slack) {
		return b
	}
	return eps
}

// reason joins the reasons of all steps without a guarantee.
func reason(entries []Entry) string {
	var all []string
	for _, e := range entries {
		if no, ok := e.Proved.(accounting.NonPrivate); ok && !slices.Contains(all, no.Reason) {
			all = append(all, no.Reason)
		}
	}
	if len(all) == 0 {
		return "the failure probabilities of its parts exceed δ"
	}
	return strings.Join(all, "; ")
}

// String formats the three values in one line.
func (g Guarantee) String() string {
	s := fmt.Sprintf("claimed %.4g · proved %s", float64(g.Claimed), number(g.Proved))
	if g.By != nil {
		s += fmt.Sprintf(" · asserted %s by %s", number(g.Asserted), strings.Join(g.By, " and "))
	}
	if g.Audited != nil {
		s += fmt.Sprintf(" · audited %v (confidence %g, %d trials)", *g.Audited, g.Audited.Confidence, g.Audited.Trials)
	} else {
		s += " · " + cmp.Or(g.Kept, "this run was not audited")
	}
	s += fmt.Sprintf(" at δ = %g, relation %v", float64(g.Delta), g.Relation)
	if g.Within != (Budget{}) {
		s += fmt.Sprintf(", adaptive (whatever the answers decide, the session keeps to %v)", g.Within)
	}
	if g.Reason != "" {
		s += ". Not proved: " + g.Reason
	}
	if g.InTheClear != "" {
		s += ". In the clear: " + g.InTheClear
	}
	if g.Caution != "" {
		s += ". Caution: " + g.Caution
	}
	if g.Seeded {
		s += ". Seeded: reproducible, and not a private release"
	}
	return s
}

// HTML returns the text of String for a notebook.
func (g Guarantee) HTML() string { return "<p>" + html.EscapeString(g.String()) + "</p>" }

func number(e Epsilon) string {
	if math.IsInf(float64(e), 1) {
		return "+∞"
	}
	return fmt.Sprintf("%.4g", float64(e))
}

// guarantee is the JSON form of a Guarantee. JSON has no infinity, so an ε is a number or "inf".
type guarantee struct {
	Relation string   `json:"relation"`
	Delta    Delta    `json:"delta"`
	Claimed  any      `json:"claimed"`
	Proved   any      `json:"proved"`
	Reason   string   `json:"proved_reason,omitempty"`
	Asserted any      `json:"asserted,omitempty"`
	By       []string `json:"asserted_by,omitempty"`
	Audited  *Audited `json:"audited,omitempty"`
	Kept     string   `json:"audits,omitempty"`
	Seeded   bool     `json:"seeded,omitempty"`
	Within   *within  `json:"within,omitempty"`
	Caution  string   `json:"caution,omitempty"`
	Clear    string   `json:"in_the_clear,omitempty"`
}

type within struct {
	Epsilon Epsilon `json:"epsilon"`
	Delta   Delta   `json:"delta"`
}

// MarshalJSON implements [json.Marshaler].
func (g Guarantee) MarshalJSON() ([]byte, error) {
	x := guarantee{
		Relation: g.Relation.String(), Delta: g.Delta, Claimed: toJSON(g.Claimed), Proved: toJSON(g.Proved), Reason: g.Reason,
		By: g.By, Audited: g.Audited, Kept: g.Kept, Seeded: g.Seeded, Caution: g.Caution, Clear: g.InTheClear,
	}
	if g.By != nil {
		x.Asserted = toJSON(g.Asserted)
	}
	if g.Within != (Budget{}) {
		x.Within = &within{g.Within.Epsilon, g.Within.Delta}
	}
	return json.Marshal(x)
}

// UnmarshalJSON implements [json.Unmarshaler].
func (g *Guarantee) UnmarshalJSON(data []byte) error {
	var x guarantee
	if err := json.Unmarshal(data, &x); err != nil {
		return err
	}
	rel, err := ParseRelation(x.Relation)
	if err != nil {
		return err
	}
	*g = Guarantee{Relation: rel, Delta: x.Delta, Reason: x.Reason, By: x.By, Audited: x.Audited, Kept: x.Kept, Seeded: x.Seeded, Caution: x.Caution, InTheClear: x.Clear}
	if x.Within != nil {
		g.Within = Budget{Epsilon: x.Within.Epsilon, Delta: x.Within.Delta}
	}
	if g.Claimed, err = fromJSON(x.Claimed); err != nil {
		return err
	}
	if x.By != nil {
		if g.Asserted, err = fromJSON(x.Asserted); err != nil {
			return err
		}
	}
	g.Proved, err = fromJSON(x.Proved)
	return err
}

func toJSON(e Epsilon) any {
	if math.IsInf(float64(e), 1) {
		return "inf"
	}
	return float64(e)
}

func fromJSON(v any) (Epsilon, error) {
	switch v := v.(type) {
	case float64:
		return Epsilon(v), Epsilon(v).Validate()
	case string:
		if v == "inf" {
			return Epsilon(math.Inf(1)), nil
		}
	}
	return 0, fmt.Errorf("gdp: invalid ε %v", v)
}
