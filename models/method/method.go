package method

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/nearest"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/ranges"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is something that releases: a paper's system, or a baseline.
type Method struct {
	Name     string // in one word, as on the command line
	About    string // task and mechanism, in at most 15 words
	Paper    string // key of the paper in docs/notation.md; empty for none
	Releases release.Kind
	Also     []release.Kind // what some modes release beside it; see [Outcome]
	// Models are pointers to the types of models that its classifiers have, for [release.Load].
	Models []release.Model
	Modes  []Mode
	// Exhibits are the paper's tables and figures, and Called what the paper calls the method in
	// them.
	Exhibits []Exhibit
	Called   []string
	// Small are settings that make a run short, such as "Epochs=1", where it only has to be seen
	// that it runs. A mode without such a setting runs without it.
	Small []string
	// Attack is how audits attack modes that do not say so themselves ([Mode.AttackedBy]); nil for
	// [AttackOn] what the method releases.
	Attack *Attack
	// For changes a configuration as the paper does for a protocol; nil changes nothing.
	For func(protocol string, config any) any
}

// Watch is how a run reports its progress and is kept. Nil does neither.
type Watch = checkpoint.Watch

// Outcome is what a run returns.
type Outcome struct {
	Release   release.Release
	Also      []release.Release // what else is released, such as the embedding that a graph is drawn from
	Guarantee *gdp.Guarantee    // nil without privacy
	Details   any               // what else is reported of the run, in JSON; may be nil
}

// Result is what the function of a mode returns.
type Result interface{ Outcome() Outcome }

// Mode is one way to run a method.
type Mode struct {
	Role     Role
	Name     string
	About    string       // the mechanism, in at most 12 words; of a null control what it knows
	Relation gdp.Relation // that it is for; 0 for a mode that protects nothing
	// Also are other relations that it runs under.
	Also []gdp.Relation
	// Plain reports whether the mode reads the data in the clear: it runs without a session.
	Plain bool
	// Needs are the settings that have no default: the user has to set them.
	Needs []string
	// From names the sources of a published mode that was not made from the paper's text, such as
	// "the abstract and the authors' code"; empty for all others.
	From string
	// Caution is what a user has to know before choosing the mode, in one sentence; empty for none.
	Caution string
	// Unproved is why nothing is proved of the mode; empty where there is a proved ε.
	Unproved string
	// Unshown is why no audit of the mode is above its claim although the claim fails; empty
	// where one is, and where the claim holds.
	Unshown string
	// Edition counts the changes of code that altered what the mode releases for the same
	// configuration and seed: results of an earlier edition do not come again.
	Edition int

	attack *Attack
	preset any
	run    func(ctx context.Context, s *gdp.Session, config any, w *Watch) (Outcome, error)
	plain  func(ctx context.Context, c *graph.Collection, config any, seed uint64, w *Watch) (Outcome, error)
}

// Private returns a mode that runs on a session. C is a struct, or an interface that the
// configurations of several modes implement; preset is the mode's.
func Private[C any, R Result](role Role, name, about string, rel gdp.Relation, preset C,
	run func(ctx context.Context, s *gdp.Session, c C, w *Watch) (R, error)) Mode {
	return Mode{Role: role, Name: name, About: about, Relation: rel, preset: preset,
		run: func(ctx context.Context, s *gdp.Session, config any, w *Watch) (Outcome, error) {
			c, _ := config.(C) // as [Mode.Check] made sure
			return outcome(run(ctx, s, c, w))
		}}
}

// Plain returns a mode that reads the data in the clear. The seed decides what it draws.
func Plain[C any, R Result](role Role, name, about string, preset C,
	run func(ctx context.Context, net *graph.Network, c C, seed uint64, w *Watch) (R, error)) Mode {
	return PlainCollection(role, name, about, preset, func(ctx context.Context, of *graph.Collection, c C, seed uint64, w *Watch) (r R, err error) {
		if len(of.Graphs) != 1 {
			return r, fmt.Errorf("method: mode %s needs a single graph, not a collection of %d", name, len(of.Graphs))
		}
		return run(ctx, of.Graphs[0], c, seed, w)
	})
}

// PlainCollection is [Plain] for a mode that runs on collections of graphs, and on one graph as
// a collection of one.
func PlainCollection[C any, R Result](role Role, name, about string, preset C,
	run func(ctx context.Context, of *graph.Collection, c C, seed uint64, w *Watch) (R, error)) Mode {
	return Mode{Role: role, Name: name, About: about, Plain: true, preset: preset,
		plain: func(ctx context.Context, of *graph.Collection, config any, seed uint64, w *Watch) (Outcome, error) {
			c, _ := config.(C) // as [Mode.Check] made sure
			return outcome(run(ctx, of, c, seed, w))
		}}
}

func outcome[R Result](r R, err error) (Outcome, error) {
	if err != nil {
		return Outcome{}, err
	}
	return r.Outcome(), nil
}

// Under returns the mode with other relations that it runs under.
func (m Mode) Under(also ...gdp.Relation) Mode {
	m.Also = also
	return m
}

// Needing returns the mode with settings that have no default.
func (m Mode) Needing(settings ...string) Mode {
	m.Needs = settings
	return m
}

// ProvingNothing returns the mode with the reason why nothing is proved of it.
func (m Mode) ProvingNothing(why string) Mode {
	m.Unproved = why
	return m
}

// ShowingNothing returns the mode with the reason why its audits do not show that its claim fails.
func (m Mode) ShowingNothing(why string) Mode {
	m.Unshown = why
	return m
}

// MadeFrom returns a published mode with its sources, where these are not the paper's text.
func (m Mode) MadeFrom(sources string) Mode {
	m.From = sources
	return m
}

// WithCaution returns the mode with a caution for whoever chooses it.
func (m Mode) WithCaution(text string) Mode {
	m.Caution = text
	return m
}

// Why says why nothing is proved of the mode; it is empty where there is a proved ε.
func (m Mode) Why() string {
	if m.Plain {
		return "the mode reads the data without privacy"
	}
	return m.Unproved
}

// InEdition returns the mode in its n-th edition.
func (m Mode) InEdition(n int) Mode {
	m.Edition = n
	return m
}

// AttackedBy returns the mode with the best attack on it that is known.
func (m Mode) AttackedBy(a *Attack) Mode {
	m.attack = a
	return m
}

// Missing lists the settings that the mode needs and a configuration leaves at zero.
func (m Mode) Missing(config any) (names []string) {
	all, err := Settings(config)
	if err != nil {
		return nil
	}
	for _, s := range all {
		if slices.Contains(m.Needs, s.Name) && s.field.Value.IsZero() {
			names = append(names, s.Name)
		}
	}
	return names
}

// Config returns the mode's configuration, to be changed by [Set].
func (m Mode) Config() any { return m.preset }

// Relations lists the relations that the mode runs under, its own first.
func (m Mode) Relations() []gdp.Relation {
	if m.Plain {
		return nil
	}
	return append([]gdp.Relation{m.Relation}, m.Also...)
}

// Run runs the mode on a session.
func (m Mode) Run(ctx context.Context, s *gdp.Session, config any, w *Watch) (Outcome, error) {
	switch {
	case m.run == nil:
		return Outcome{}, fmt.Errorf("method: mode %s is not private: run it without a session", m.Name)
	case ctx == nil || s == nil:
		return Outcome{}, fmt.Errorf("method: mode %s: no context, or no session", m.Name)
	case !slices.Contains(m.Relations(), s.Relation()):
		return Outcome{}, fmt.Errorf("method: mode %s runs under the relation %s, and the session has %v", m.Name, names(m.Relations()), s.Relation())
	}
	if err := m.Check(config); err != nil {
		return Outcome{}, err
	}
	return m.run(ctx, s, config, w)
}

// Check reports why the mode does not run with a configuration, whatever the data: it is
// another mode's, leaves out what the mode needs, has a setting out of its range, or its own Check,
// if it has one, refuses it.
func (m Mode) Check(config any) error {
	if got, want := reflect.TypeOf(config), reflect.TypeOf(m.preset); got == nil || got != want {
		return fmt.Errorf("method: mode %s takes a configuration of type %v, not %v", m.Name, want, got)
	}
	if missing := m.Missing(config); missing != nil {
		return fmt.Errorf("method: mode %s needs a value for %s", m.Name, strings.Join(missing, ", "))
	}
	return ranges.Whole("method: mode "+m.Name, config)
}

// RunPlain runs a mode that reads the data in the clear.
func (m Mode) RunPlain(ctx context.Context, net *graph.Network, config any, seed uint64, w *Watch) (Outcome, error) {
	if net == nil || net.Graph == nil {
		return Outcome{}, fmt.Errorf("method: mode %s: no graph", m.Name)
	}
	return m.RunPlainCollection(ctx, &graph.Collection{Graphs: []*graph.Network{net}}, config, seed, w)
}

// RunPlainCollection runs a mode that reads the data in the clear on a collection of graphs.
func (m Mode) RunPlainCollection(ctx context.Context, c *graph.Collection, config any, seed uint64, w *Watch) (Outcome, error) {
	switch {
	case m.plain == nil:
		return Outcome{}, fmt.Errorf("method: mode %s is private: run it on a session", m.Name)
	case ctx == nil || c == nil || len(c.Graphs) == 0:
		return Outcome{}, fmt.Errorf("method: mode %s: no context, or no graph", m.Name)
	}
	if err := c.Check(); err != nil {
		return Outcome{}, fmt.Errorf("method: mode %s: %w", m.Name, err)
	}
	if err := m.Check(config); err != nil {
		return Outcome{}, err
	}
	return m.plain(ctx, c, config, seed, w)
}

// names joins relations for an error.
func names(relations []gdp.Relation) string {
	var list []string
	for _, r := range relations {
		list = append(list, r.String())
	}
	return strings.Join(list, " or ")
}

// Attacked is how audits attack a mode of the method.
func (m Method) Attacked(mode Mode) (Attack, error) {
	switch {
	case mode.attack != nil:
		return *mode.attack, nil
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

// Check reports what is wrong with the declaration.
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
			return fmt.Errorf("method: %s: mode %s was not made by Private or Plain", m.Name, x.Name)
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
		fields, err := Settings(x.preset)
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

// Find returns the method of that name. Where there is none, but one has a mode of that name, the
// error says which.
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
