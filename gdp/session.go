package gdp

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/best"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp/internal/journal"
	"github.com/graphdp/graphdp/gdp/internal/noise"
	"github.com/graphdp/graphdp/gdp/internal/probe"
)

var (
	// ErrBudget means that a release costs more than the budget has left.
	ErrBudget = errors.New("over the budget")
	// ErrClaim means that a session with [ProvedOnly] was given a claim.
	ErrClaim = errors.New("rests on a claim")
	// ErrAsserted means that a session with [ProvedOnly] was given a [Proof] that the program does
	// not know.
	ErrAsserted = errors.New("asserted")
	// ErrDelta means that Gaussian noise was requested with δ = 0.
	ErrDelta = errors.New("needs δ above 0 for Gaussian noise")
	// ErrRange means that an ε or a noise multiplier is out of range.
	ErrRange = errors.New("out of range")
	// ErrSession means that a session is nil, or was not made by [Protect] or [ProtectCollection].
	ErrSession = errors.New("no session")
	// ErrMixed means that a session was asked to spend both in parts and directly.
	ErrMixed = errors.New("the session spends either by Part or directly, not both")
	// ErrPart means that a part already has another budget.
	ErrPart = errors.New("has another budget")
	// ErrJournal means that a journal belongs to other data, another relation or another budget.
	ErrJournal = errors.New("not the journal of this session")
)

// Session is private data with a budget. Its methods are safe for concurrent use.
type Session struct {
	*core
	scope string // "" or "name/"
}

// core is the state that all scopes of a session share.
type core struct {
	data       *Data
	relation   Relation
	budget     Budget
	accountant *best.Accountant
	key        noise.Key
	seeded     bool
	provedOnly bool
	occurring  bool   // [NodesThatOccur]
	within     string // the name of the part if this is one, else "": [Session.Part], [Division]
	divided    bool   // holds only a part of the pairs: [Division]
	payment    *payment
	records    int // the number of nodes or graphs if public, else 0
	journal    *journal.Journal
	salt       string // of the journal; of this session without one

	users *users // of trainings
	begun struct {
		sync.Mutex
		trainings []*Training
	}

	hook *probe.Hook // set by tests, else nil

	mu      sync.Mutex
	history history // the state that the journal records
}

// Option configures [Protect] and [ProtectCollection].
type Option func(*options) error

type options struct {
	seed       *uint64
	path       string
	nodes      *nodeSet
	occurring  bool
	provedOnly bool
}

// Seed makes the noise reproducible. Whoever knows the seed can remove the noise, so the ledger
// marks the session as not private.
func Seed(seed uint64) Option {
	return func(o *options) error { o.seed = &seed; return nil }
}

// Journal stores spends and releases in a file. They persist across processes, and several
// processes can share one budget. Keep the file as private as the data.
func Journal(path string) Option {
	return func(o *options) error {
		if path == "" {
			return errors.New("gdp: Journal needs a path")
		}
		o.path = path
		return nil
	}
}

// ProvedOnly refuses every release that rests on a [Claim], or on a [Proof] that the
// program does not know.
func ProvedOnly() Option {
	return func(o *options) error { o.provedOnly = true; return nil }
}

// Protect starts a session on a network under an edge or node relation. The public part must be
// declared: Protect returns [ErrNodes] if the nodes were read off the edges ([graph.ReadOff]), and
// [ErrClasses] if the classes were read off private labels (use [graph.Network.WithClasses]).
func Protect(net *graph.Network, rel Relation, b Budget, opts ...Option) (*Session, error) {
	if err := rel.Validate(); err != nil {
		return nil, err
	}
	if rel.OfGraphs() {
		return nil, fmt.Errorf("gdp: the relation %v is one of collections; use ProtectCollection", rel)
	}
	if net == nil || net.Graph == nil {
		return nil, errors.New("gdp: no graph to protect")
	}
	if err := net.Check(); err != nil {
		return nil, fmt.Errorf("gdp: %w", err)
	}
	return protect(&Data{Network: net}, rel, b, opts)
}

// ProtectCollection starts a session on a collection of graphs. At edge level, queries see the
// union of the graphs ([graph.Collection.Union]), whose parts are public; the nodes of each graph
// must then be declared. Under a graph relation, labels with undeclared classes are left out.
func ProtectCollection(c *graph.Collection, rel Relation, b Budget, opts ...Option) (*Session, error) {
	if err := rel.Validate(); err != nil {
		return nil, err
	}
	if !rel.OfGraphs() && rel != EdgeLevel {
		return nil, fmt.Errorf("gdp: the relation %v is one of single graphs; use Protect", rel)
	}
	if c == nil || len(c.Graphs) == 0 && rel != GraphUnbounded {
		return nil, errors.New("gdp: an empty collection holds nothing to protect")
	}
	if err := c.Check(); err != nil {
		return nil, fmt.Errorf("gdp: %w", err)
	}
	if rel != EdgeLevel {
		return protect(&Data{Collection: c}, rel, b, opts)
	}
	union, err := c.Union()
	if err != nil {
		return nil, fmt.Errorf("gdp: %w", err)
	}
	if union.Graph.N() == 0 {
		return nil, errors.New("gdp: graphs without nodes hold nothing to protect")
	}
	return protect(&Data{Network: union, Collection: c}, rel, b, opts)
}

func protect(d *Data, rel Relation, b Budget, opts []Option) (*Session, error) {
	if err := b.Validate(); err != nil {
		return nil, fmt.Errorf("gdp: budget: %w", err)
	}
	if b.Epsilon == 0 {
		return nil, errors.New("gdp: a budget of ε = 0, want more than 0")
	}
	var o options
	for i, set := range opts {
		if set == nil {
			return nil, fmt.Errorf("gdp: option %d is nil", i+1)
		}
		if err := set(&o); err != nil {
			return nil, err
		}
	}
	c := &core{relation: rel, budget: b, seeded: o.seed != nil, provedOnly: o.provedOnly}
	var err error
	if c.data, c.occurring, err = o.settle(d, rel); err != nil {
		return nil, err
	}
	if c.data.Network != nil && c.data.Network.Graph.N() == 0 && rel != NodeUnbounded {
		return nil, errors.New("gdp: a graph without nodes holds nothing to protect")
	}
	if c.accountant, err = best.New(rel.Accounting()); err != nil {
		return nil, err
	}
	if c.records = c.data.public(rel).Nodes; rel == GraphLevel {
		c.records = c.data.public(rel).Graphs
	}
	c.history = newHistory("")
	if c.users = here; o.path == "" {
		c.users = &users{of: map[string]*user{}}
	}
	if c.seeded {
		c.key = noise.SeededKey(*o.seed)
	} else if c.key, err = noise.NewKey(); err != nil {
		return nil, fmt.Errorf("gdp: %w", err)
	}
	return &Session{core: c}, c.open(o.path)
}

// header identifies the session of a journal.
type header struct {
	Relation string `json:"relation"`
	Epsilon  string `json:"epsilon"` // hexadecimal, exact
	Delta    string `json:"delta"`
	Seeded   bool   `json:"seeded"`
	Nodes    string `json:"nodes,omitempty"` // "occurring" where they were not declared
	Records  int    `json:"records,omitempty"`
	Salt     string `json:"salt"`
	Data     string `json:"data"`
}

func (c *core) open(path string) error {
	want := header{
		Relation: c.relation.String(), Seeded: c.seeded,
		Epsilon: fmt.Sprintf("%x", float64(c.budget.Epsilon)), Delta: fmt.Sprintf("%x", float64(c.budget.Delta)), Records: c.records,
	}
	if c.occurring {
		want.Nodes = "occurring"
	}
	fresh, err := noise.NewKey()
	if err != nil {
		return fmt.Errorf("gdp: %w", err)
	}
	want.Salt = hex.EncodeToString(fresh[:])
	if path != "" {
		want.Data = c.data.fingerprint([]byte(want.Salt))
	}
	if c.journal, err = journal.Open(path, want); err != nil {
		return fmt.Errorf("gdp: %w", err)
	}
	var got header
	if err := json.Unmarshal(c.journal.Header(), &got); err != nil {
		return fmt.Errorf("gdp: %s: %w", path, ErrJournal)
	}
	if got.Salt != want.Salt { // the journal existed
		want.Salt, want.Data = got.Salt, c.data.fingerprint([]byte(got.Salt))
	}
	for _, differs := range []struct {
		what      string
		got, want any
	}{
		{"relation", got.Relation, want.Relation}, {"ε", decimal(got.Epsilon), decimal(want.Epsilon)}, {"δ", decimal(got.Delta), decimal(want.Delta)},
		{"randomness", randomness(got.Seeded), randomness(want.Seeded)}, {"node set", nodes(got.Nodes), nodes(want.Nodes)},
	} {
		if differs.got != differs.want {
			return fmt.Errorf("gdp: %s: %w: its %s is %v, the session's %v. A journal keeps what it was begun with; use another file for another session",
				path, ErrJournal, differs.what, differs.got, differs.want)
		}
	}
	if got.Data != want.Data {
		return fmt.Errorf("gdp: %s: %w: it was begun with other data. Use another file for another session", path, ErrJournal)
	}
	c.salt = got.Salt
	return c.sync()
}

// randomness describes the source of a session's randomness.
func randomness(seeded bool) string {
	if seeded {
		return "seeded"
	}
	return "secret"
}

// nodes describes the source of a session's node set.
func nodes(from string) string { return cmp.Or(from, "declared") }

// decimal formats a hexadecimal number of a header; other text is returned as is.
func decimal(hexadecimal string) string {
	x, err := strconv.ParseFloat(hexadecimal, 64)
	if err != nil {
		return hexadecimal
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// ID identifies a session and its scope. It is the same wherever the journal is opened, differs
// between journals, and reveals nothing about the data. A session without a journal has a unique
// ID. A copy of a journal keeps the ID.
func (s *Session) ID() string {
	if s.check() != nil {
		return ""
	}
	sum := sha256.Sum256([]byte(s.salt + " " + s.scope)) // the salt has no space
	return hex.EncodeToString(sum[:])
}

// Name returns the scope without the trailing slash; for a part, its label in the ledger.
func (s *Session) Name() string {
	if s.check() != nil {
		return ""
	}
	return strings.TrimSuffix(s.scope, "/")
}

// check returns [ErrSession] for a nil or empty session. Methods without an error result return
// zero values then.
func (s *Session) check() error {
	if s == nil || s.core == nil {
		return fmt.Errorf("gdp: %w: Protect makes one", ErrSession)
	}
	return nil
}

// Format prints only public information, whichever verb is used.
func (s *Session) Format(f fmt.State, _ rune) {
	if s.check() != nil {
		_, _ = fmt.Fprint(f, "gdp.Session(none)")
		return
	}
	_, _ = fmt.Fprintf(f, "gdp.Session(%v, budget %v)", s.relation, s.budget)
}

// Relation returns the relation that defines neighbouring graphs.
func (s *Session) Relation() (r Relation) {
	if s.check() == nil {
		r = s.relation
	}
	return r
}

// Budget returns the total budget of the session.
func (s *Session) Budget() (b Budget) {
	if s.check() == nil {
		b = s.budget
	}
	return b
}

// Public returns the part of the data that the relation makes public.
func (s *Session) Public() (p Public) {
	if s.check() == nil {
		p = s.data.public(s.relation)
	}
	return p
}

// Seeded reports whether the noise is reproducible; nothing is private then.
func (s *Session) Seeded() bool { return s.check() == nil && s.seeded }

// Scope returns the session with labels prefixed by name, for one run of a method with a separate
// guarantee.
func (s *Session) Scope(name string) *Session {
	if s.check() != nil {
		return s
	}
	return &Session{s.core, s.scope + name + "/"}
}

// PublicStream returns a source of public randomness: initial weights, shuffles, partitions. The
// same label gives the same stream in every process that opens the journal. An interrupted run thus
// repeats its public choices and asks for the releases that it has paid for. Without a seed, the
// stream depends only on the journal's salt, which is on disk before anything is paid for. It never
// depends on the noise key, which each process draws afresh.
func (s *Session) PublicStream(label string) *rand.Rand {
	if s.check() != nil {
		return nil // functions that sample refuse nil
	}
	if s.seeded {
		return s.key.Stream(noise.Public, s.scope+label).Rand()
	}
	return noise.PublicStream(s.salt+" "+s.within, s.scope+label).Rand() // the salt has no space
}

// Accountant returns the accountant of the relation, for calibrating plans.
func (s *Session) Accountant() (a accounting.Accountant) {
	if s.check() == nil {
		a = s.accountant
	}
	return a
}
