// Package audits stores the audits of all private modes.
//
// The audits are trials of study.yaml, in the store results.jsonl, which is part of every program:
//
//	gdp sweep models/eval/audits/study.yaml --folder models/eval/audits
//
// The studies questions.yaml and questions-node.yaml audit every statistic that a query on a
// private graph can return. The board shows the results.
package audits

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
)

//go:embed results.jsonl
var store []byte

// Kept are the stored audits of one mode, under its own relation.
type Kept struct {
	Relation gdp.Relation
	Audits   []trial.Result // by increasing ε
	Settings []string       // settings of their runs that differ from the mode's
	Unshown  string         // reason why none exceeds the mode's false claim
	Why      string         // there are no audits
}

// Of returns the stored audits of a mode. It leaves out audits with other settings than today's
// attack or of another edition.
func Of(m method.Method, mode string) (k Kept, err error) {
	private, err := m.Mode(mode)
	if err != nil {
		return k, fmt.Errorf("audits: %w", err)
	}
	if private.Plain {
		return Kept{Why: "the mode reads the data in the clear"}, nil
	}
	k.Relation, k.Unshown = private.Relation, private.Unshown
	attack, err := m.Attacked(private)
	if err != nil {
		k.Why = "no attack on the mode is known"
		return k, nil
	}
	if k.Settings, err = method.Known(private.Config(), attack.Settings...); err != nil {
		return k, fmt.Errorf("audits: %w", err)
	}
	k.Why = "no audit of the mode is stored"
	err = k.add(m.Name, mode, func(r trial.Result) bool {
		today := trial.AgeOf([]method.Method{m}, r) == trial.Today
		if !today {
			k.Why = "the stored audit is of another edition, or of other settings than its attack has today"
		}
		return today
	})
	return k, err
}

// stored returns the results of the store.
var stored = sync.OnceValues(func() (all []trial.Result, err error) {
	for line := range bytes.Lines(store) {
		var r trial.Result
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, fmt.Errorf("audits: %w", err)
		}
		all = append(all, r)
	}
	slices.SortStableFunc(all, func(a, b trial.Result) int { return cmp.Compare(a.Epsilon, b.Epsilon) })
	return all, nil
})

// add adds the current audits of a mode with its own settings.
func (k *Kept) add(method, mode string, current func(r trial.Result) bool) error {
	all, err := stored()
	for _, r := range all {
		if r.Method == method && r.Mode == mode && r.Audited != nil && r.Variant == "" && current(r) {
			k.Audits = append(k.Audits, r)
		}
	}
	return err
}

// String describes the audits, such as "audited ≥ 2.9 at ε = 4, 4000 runs (…)", or the reason why
// there are none.
func (k Kept) String() string {
	if len(k.Audits) == 0 {
		return "not audited: " + k.Why
	}
	var parts []string
	for _, r := range k.Audits {
		text := fmt.Sprintf("%v at ε = %g, %d runs", r.Audited, r.Epsilon, r.Audited.Trials)
		switch {
		case float64(r.Audited.Epsilon) > r.Claimed:
			text += fmt.Sprintf(", above the claim of %.3g", r.Claimed)
		case float64(r.Audited.IfGaussian) > r.Claimed:
			text += fmt.Sprintf(", if so above the claim of %.3g", r.Claimed)
		}
		parts = append(parts, text)
	}
	with := []string{fmt.Sprintf("confidence %g", k.Audits[0].Audited.Confidence), fmt.Sprintf("δ = %g", float64(trial.Delta))}
	s := fmt.Sprintf("audited %s (%s)", strings.Join(parts, "; "), strings.Join(append(with, k.Settings...), ", "))
	if k.Unshown != "" {
		s += "; the claim fails, and no audit shows it: " + k.Unshown
	}
	return s
}

// Under describes the audits for runs under a relation. An audit bounds ε only under its own
// relation, even if its two graphs are neighbours under others: noise depends on the session's
// relation.
func (k Kept) Under(rel gdp.Relation) string {
	if rel == k.Relation || len(k.Audits) == 0 {
		return k.String()
	}
	return fmt.Sprintf("not audited under the relation %v; under %v it was %v", rel, k.Relation, k)
}

// Beside returns the guarantee of a mode's run with the results of audits.
func Beside(g *gdp.Guarantee, m method.Method, mode string) (gdp.Guarantee, error) {
	if g == nil {
		return gdp.Guarantee{}, errors.New("audits: no guarantee")
	}
	k, err := Of(m, mode)
	with := *g
	with.Kept = k.Under(g.Relation)
	return with, err
}
