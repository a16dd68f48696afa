package method

import (
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/data/nearest"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is a paper's system or a baseline.
type Method struct {
	Name     string // one word, as on the command line
	About    string // task and mechanism, in at most 15 words
	Paper    string // key of the paper in docs/notation.md; empty for none
	Releases release.Kind
	Also     []release.Kind // further releases of some modes; see [Outcome]
	// Models are pointers to the model types of its classifiers, for [release.LoadClassifier].
	Models []release.Model
	Modes  []Mode
	// Exhibits are the paper's tables and figures. Called maps a name printed in a table, of this
	// or another paper, to the mode of that name, such as "SE-GEmb" to nonprivate. Blanks separate
	// several modes.
	Exhibits []Exhibit
	Called   map[string]string
	// Small are settings for short runs in tests, such as "Epochs=1". A mode ignores settings that
	// it does not have.
	Small []string
	// Attack is the attack of audits on modes without a [Mode.Attack]; nil for [AttackOn] the kind
	// of release.
	Attack *Attack
	// For changes a configuration to the paper's settings for a protocol; nil changes nothing.
	For func(protocol string, config any) any
}

// Watch reports the progress of a run and stores checkpoints. Nil does neither.
type Watch = checkpoint.Watch

// Outcome is the result of a run.
type Outcome struct {
	Release   release.Release
	Also      []release.Release // a further release, such as the embedding that a graph is generated from
	Guarantee *gdp.Guarantee    // nil without privacy
	Details   any               // further information on the run, in JSON; may be nil
}

// Written is the part of the outcome that a file holds: the release; a graph together with its
// embedding.
func (o Outcome) Written() release.Release {
	g, ok := o.Release.(release.Graph)
	for _, r := range o.Also {
		if e, rows := r.(release.Embedding); ok && rows {
			g.Rows = e.Matrix
			return g
		}
	}
	return o.Release
}

// Result is the result type of a mode's function.
type Result interface{ Outcome() Outcome }

// Attacked returns the attack of audits on a mode of the method.
func (m Method) Attacked(mode Mode) (Attack, error) {
	switch {
	case mode.Attack != nil:
		return *mode.Attack, nil
	case m.Attack != nil:
		return *m.Attack, nil
	}
	return AttackOn(m.Releases)
}

// Mode returns the mode of that name.
func (m Method) Mode(name string) (Mode, error) {
	if i := slices.IndexFunc(m.Modes, func(x Mode) bool { return x.Name == name }); i >= 0 {
		return m.Modes[i], nil
	}
	return Mode{}, fmt.Errorf("method: %s has no mode %q; %s", m.Name, name, nearest.Hint(name, m.ModeNames()))
}

// ModeNames lists the modes.
func (m Method) ModeNames() []string {
	var list []string
	for _, x := range m.Modes {
		list = append(list, x.Name)
	}
	return list
}

// Check refuses an invalid declaration.
func (m Method) Check() error {
	switch {
	case m.Name == "" || m.About == "" || m.Releases == "":
		return fmt.Errorf("method: %q: a method has a name, a description and a kind of release", m.Name)
	case len(m.Modes) == 0:
		return fmt.Errorf("method: %s has no modes", m.Name)
	}
	seen := map[string]bool{}
	for _, x := range m.Modes {
		switch {
		case x.Name == "" || x.About == "" || seen[x.Name]:
			return fmt.Errorf("method: %s: mode %q has no name or no description, or is declared twice", m.Name, x.Name)
		case x.run == nil && x.plain == nil:
			return fmt.Errorf("method: %s: mode %s was not made by NewPrivate or NewPlain", m.Name, x.Name)
		case !x.Role.Valid():
			return fmt.Errorf("method: %s: mode %s has no role", m.Name, x.Name)
		case x.Plain && x.Role == Strict || !x.Plain && (x.Role == NonPrivate || x.Role == Tuned):
			return fmt.Errorf("method: %s: mode %s has the role %v, and it is Plain: %v", m.Name, x.Name, x.Role, x.Plain)
		case x.From != "" && x.Role != Published:
			return fmt.Errorf("method: %s: mode %s has the role %v; sources belong to published modes", m.Name, x.Name, x.Role)
		}
		seen[x.Name] = true
		for _, r := range x.Relations() {
			if err := r.Validate(); err != nil {
				return fmt.Errorf("method: %s: mode %s: %w", m.Name, x.Name, err)
			}
		}
		fields, err := Settings(x.settings)
		if err != nil {
			return fmt.Errorf("method: %s: mode %s: %w", m.Name, x.Name, err)
		}
		for _, need := range x.Needs {
			if !slices.ContainsFunc(fields, func(s Setting) bool { return s.Name == need }) {
				return fmt.Errorf("method: %s: mode %s needs %s, which is not a setting", m.Name, x.Name, need)
			}
		}
	}
	for i, e := range m.Exhibits {
		if err := e.check(); err != nil {
			return fmt.Errorf("method: %s: %w", m.Name, err)
		}
		if slices.ContainsFunc(m.Exhibits[:i], func(x Exhibit) bool { return x.Name == e.Name }) {
			return fmt.Errorf("method: %s: %s is declared twice", m.Name, e.Name)
		}
	}
	return nil
}

// Find returns the method of that name. If only a mode has the name, the error names its method.
func Find(methods []Method, name string) (Method, error) {
	var list, with []string
	for _, m := range methods {
		if m.Name == name {
			return m, nil
		}
		list = append(list, m.Name)
		if slices.Contains(m.ModeNames(), name) {
			with = append(with, m.Name)
		}
	}
	if len(with) == 1 {
		return Method{}, fmt.Errorf("method: no method %q; %s has a mode of that name: use %s --mode %s", name, with[0], with[0], name)
	}
	return Method{}, fmt.Errorf("method: no method %q; %s", name, nearest.Hint(name, list))
}
