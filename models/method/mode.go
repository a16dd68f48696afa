package method

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method/ranges"
)

// Mode describes one way to run a method. A [PrivateMode] or a [PlainMode] runs it with typed
// settings and a typed result.
type Mode struct {
	Role     Role
	Name     string
	About    string       // the mechanism, in at most 12 words; for a null control, what it reads
	Relation gdp.Relation // of its guarantee; 0 for a mode without privacy
	// Also are further relations that it supports.
	Also []gdp.Relation
	// Needs are settings without a default: the user has to set them.
	Needs []string
	// Featured reports whether the mode needs node features although the method is no classifier.
	Featured bool
	// From names the sources of a published mode if the paper's text was not available, such as
	// "the abstract and the authors' code"; empty otherwise.
	From string
	// Caution is a warning for users of the mode, in one sentence; empty for none.
	Caution string
	// Unproved is the reason why nothing is proved; empty if there is a proved ε.
	Unproved string
	// Unshown is the reason why no audit exceeds a false claim; empty if one does, or if the claim
	// holds.
	Unshown string
	// Edition counts the code changes that altered releases for the same configuration and seed.
	// Results of earlier editions are outdated.
	Edition int
	// Attack is the best known attack on the mode; nil for [Method.Attack].
	Attack *Attack
	// Plain reports whether the mode runs without a session and without privacy. [NewPlain] sets
	// it.
	Plain bool

	of       string // the method
	settings any    // the defaults
	run      func(ctx context.Context, s *gdp.Session, config any, w *Watch) (Outcome, error)
	plain    func(ctx context.Context, c *graph.Collection, config any, seed uint64, w *Watch) (Outcome, error)
}

// PrivateMode is a mode that runs on a session. C is the type of its settings, R the type of its
// result.
type PrivateMode[C any, R Result] struct {
	Mode     Mode
	Settings C // settings of a run: the defaults, unless [PrivateMode.With] changed them
	run      func(ctx context.Context, s *gdp.Session, c C, w *Watch) (R, error)
}

// PlainMode is a mode without privacy.
type PlainMode[C any, R Result] struct {
	Mode     Mode
	Settings C // settings of a run: the defaults, unless [PlainMode.With] changed them
	run      func(ctx context.Context, c *graph.Collection, settings C, seed uint64, w *Watch) (R, error)
}

// Option sets how a run reports progress and stores checkpoints.
type Option func(*Watch)

// Checkpoint stores a training in a file, so that an interrupted run continues from it.
func Checkpoint(path string) Option { return func(w *Watch) { w.Checkpoint = path } }

// Progress calls a function after each step of a training.
func Progress(f func(done, steps int)) Option { return func(w *Watch) { w.Progress = f } }

func watch(options []Option) *Watch {
	w := &Watch{}
	for _, o := range options {
		if o != nil {
			o(w)
		}
	}
	return w
}

// NewPrivate returns a mode, of the method of that name, that runs on a session.
func NewPrivate[C any, R Result](of string, m Mode, settings C, run func(ctx context.Context, s *gdp.Session, c C, w *Watch) (R, error)) PrivateMode[C, R] {
	m.of, m.settings = of, settings
	m.run = func(ctx context.Context, s *gdp.Session, config any, w *Watch) (Outcome, error) {
		return outcome(run(ctx, s, config.(C), w)) // checked by [Mode.Check]
	}
	return PrivateMode[C, R]{m, settings, run}
}

// NewPlain returns a mode, of the method of that name, without privacy. The seed determines its
// random choices.
func NewPlain[C any, R Result](of string, m Mode, settings C, run func(ctx context.Context, net *graph.Network, c C, seed uint64, w *Watch) (R, error)) PlainMode[C, R] {
	return NewPlainCollection(of, m, settings, func(ctx context.Context, all *graph.Collection, c C, seed uint64, w *Watch) (r R, err error) {
		if len(all.Graphs) != 1 {
			return r, fmt.Errorf("%s: mode %s needs a single graph, not a collection of %d", of, m.Name, len(all.Graphs))
		}
		return run(ctx, all.Graphs[0], c, seed, w)
	})
}

// NewPlainCollection is [NewPlain] for a mode that runs on collections of graphs, and on one graph
// as a collection of one.
func NewPlainCollection[C any, R Result](of string, m Mode, settings C, run func(ctx context.Context, all *graph.Collection, c C, seed uint64, w *Watch) (R, error)) PlainMode[C, R] {
	m.of, m.settings, m.Plain = of, settings, true
	m.plain = func(ctx context.Context, all *graph.Collection, config any, seed uint64, w *Watch) (Outcome, error) {
		return outcome(run(ctx, all, config.(C), seed, w)) // checked by [Mode.Check]
	}
	return PlainMode[C, R]{m, settings, run}
}

func outcome[R Result](r R, err error) (Outcome, error) {
	if err != nil {
		return Outcome{}, err
	}
	return r.Outcome(), nil
}

// With returns the mode with other settings.
func (p PrivateMode[C, R]) With(settings C) PrivateMode[C, R] {
	p.Settings = settings
	return p
}

// Run spends the session's budget on one release. Run again with the same settings on the same
// journal, it returns the stored release at no cost.
func (p PrivateMode[C, R]) Run(ctx context.Context, s *gdp.Session, options ...Option) (r R, err error) {
	if err := p.Mode.ready(ctx, s, p.Settings); err != nil {
		return r, err
	}
	return p.run(ctx, s, p.Settings, watch(options))
}

// With returns the mode with other settings.
func (p PlainMode[C, R]) With(settings C) PlainMode[C, R] {
	p.Settings = settings
	return p
}

// RunOn runs the mode on a graph. The seed determines its random choices.
func (p PlainMode[C, R]) RunOn(ctx context.Context, net *graph.Network, seed uint64, options ...Option) (R, error) {
	return p.RunOnCollection(ctx, one(net), seed, options...)
}

// RunOnCollection runs the mode on a collection of graphs.
func (p PlainMode[C, R]) RunOnCollection(ctx context.Context, c *graph.Collection, seed uint64, options ...Option) (r R, err error) {
	if err := p.Mode.readyPlain(ctx, c, p.Settings); err != nil {
		return r, err
	}
	return p.run(ctx, c, p.Settings, seed, watch(options))
}

// one returns a collection of one graph; nil for none.
func one(net *graph.Network) *graph.Collection {
	if net == nil || net.Graph == nil {
		return nil
	}
	return &graph.Collection{Graphs: []*graph.Network{net}}
}

// Why returns the reason why nothing is proved; empty if there is a proved ε.
func (m Mode) Why() string {
	if m.Plain {
		return "the mode reads the data without privacy"
	}
	return m.Unproved
}

// Missing lists the needed settings that are zero in a configuration.
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

// Method returns the name of the mode's method.
func (m Mode) Method() string { return m.of }

// Config returns the mode's default settings, for [Set].
func (m Mode) Config() any { return m.settings }

// Relations lists the supported relations, the mode's own first.
func (m Mode) Relations() []gdp.Relation {
	if m.Plain {
		return nil
	}
	return append([]gdp.Relation{m.Relation}, m.Also...)
}

// Check refuses settings that are invalid for all data: of another mode's type, without a needed
// setting, out of range, or refused by their own Check.
func (m Mode) Check(config any) error {
	if got, want := reflect.TypeOf(config), reflect.TypeOf(m.settings); got == nil || got != want {
		return fmt.Errorf("%s: mode %s takes a configuration of type %v, not %v", m.of, m.Name, want, got)
	}
	if missing := m.Missing(config); missing != nil {
		return fmt.Errorf("%s: mode %s needs a value for %s", m.of, m.Name, strings.Join(missing, ", "))
	}
	return ranges.Whole(m.of+": mode "+m.Name, config)
}

// ready returns the error that prevents a run on a session.
func (m Mode) ready(ctx context.Context, s *gdp.Session, config any) error {
	switch {
	case m.run == nil && m.Plain:
		return fmt.Errorf("%s: mode %s is not private: run it without a session", m.of, m.Name)
	case m.run == nil:
		return fmt.Errorf("method: mode %q was not made by NewPrivate", m.Name)
	case ctx == nil || s == nil:
		return fmt.Errorf("%s: mode %s: no context, or no session", m.of, m.Name)
	case !slices.Contains(m.Relations(), s.Relation()):
		return fmt.Errorf("%s: mode %s runs under the relation %s, and the session has %v", m.of, m.Name, names(m.Relations()), s.Relation())
	}
	return m.Check(config)
}

// readyPlain returns the error that prevents a run without a session.
func (m Mode) readyPlain(ctx context.Context, c *graph.Collection, config any) error {
	switch {
	case m.plain == nil:
		return fmt.Errorf("%s: mode %s is private: run it on a session", m.of, m.Name)
	case ctx == nil || c == nil || len(c.Graphs) == 0:
		return fmt.Errorf("%s: mode %s: no context, or no graph", m.of, m.Name)
	}
	if err := c.Check(); err != nil {
		return fmt.Errorf("%s: mode %s: %w", m.of, m.Name, err)
	}
	return m.Check(config)
}

// Run runs the mode on a session with settings of its type.
func (m Mode) Run(ctx context.Context, s *gdp.Session, config any, w *Watch) (Outcome, error) {
	if err := m.ready(ctx, s, config); err != nil {
		return Outcome{}, err
	}
	return m.run(ctx, s, config, w)
}

// RunPlain runs a mode without privacy.
func (m Mode) RunPlain(ctx context.Context, net *graph.Network, config any, seed uint64, w *Watch) (Outcome, error) {
	return m.RunPlainCollection(ctx, one(net), config, seed, w)
}

// RunPlainCollection runs a mode without privacy on a collection of graphs.
func (m Mode) RunPlainCollection(ctx context.Context, c *graph.Collection, config any, seed uint64, w *Watch) (Outcome, error) {
	if err := m.readyPlain(ctx, c, config); err != nil {
		return Outcome{}, err
	}
	return m.plain(ctx, c, config, seed, w)
}

// names joins relations for an error message.
func names(relations []gdp.Relation) string {
	var list []string
	for _, r := range relations {
		list = append(list, r.String())
	}
	return strings.Join(list, " or ")
}

// Role is the purpose of a mode. Figures and the board choose colours by role, and studies choose
// modes. The zero Role is invalid.
type Role int

// The roles.
const (
	Strict     Role = iota + 1 // guarantee proved by this project
	Published                  // the paper's algorithm
	AsCoded                    // the authors' code
	Other                      // another variant
	Control                    // the method without one of its parts, at the same cost
	Null                       // reads public facts, and a few paid numbers such as the edge count
	NonPrivate                 // the method without privacy
	Tuned                      // without privacy, with settings chosen by utility
)

var roles = [...]string{"invalid role", "strict", "published", "as-coded", "other", "control", "null", "nonprivate", "nonprivate-tuned"}

// Valid reports whether the role is one of the constants.
func (r Role) Valid() bool { return r >= Strict && r <= Tuned }

// String returns the name of the role.
func (r Role) String() string {
	if !r.Valid() {
		return roles[0]
	}
	return roles[r]
}

// MarshalText implements [encoding.TextMarshaler].
func (r Role) MarshalText() ([]byte, error) {
	if !r.Valid() {
		return nil, fmt.Errorf("method: role %d", int(r))
	}
	return []byte(r.String()), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (r *Role) UnmarshalText(text []byte) error {
	at := slices.Index(roles[:], string(text))
	if at < 1 {
		return fmt.Errorf("method: no role %q", text)
	}
	*r = Role(at)
	return nil
}
