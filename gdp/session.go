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
	// ErrBudget says that a release would cost more than is left.
	ErrBudget = errors.New("over the budget")
	// ErrClaim says that a session which takes proofs alone was given a claim.
	ErrClaim = errors.New("rests on a claim")
	// ErrAsserted says that a session which takes proofs alone was given a [Proof] that
	// the program does not know.
	ErrAsserted = errors.New("asserted")
	// ErrDelta says that a budget with δ = 0 was to be kept by Gaussian noise.
	ErrDelta = errors.New("needs δ above 0 for Gaussian noise")
	// ErrRange says that an ε or a noise multiplier is one that no release can have.
	ErrRange = errors.New("out of range")
	// ErrSession says that a session is nil, or was not made by [Protect] or
	// [ProtectCollection].
	ErrSession = errors.New("no session")
	// ErrMixed says that a session was to spend both in parts and outside of them.
	ErrMixed = errors.New("the session spends either by Part or directly, not both")
	// ErrPart says that a part was begun with another budget.
	ErrPart = errors.New("has another budget")
	// ErrJournal says that a journal belongs to other data, another relation
	// or another budget.
	ErrJournal = errors.New("not the journal of this session")
)

// Session is private data under a budget. Its methods may be called from many
// goroutines.
type Session struct {
	*core
	scope string // "" or "name/"
}

// core is what the scopes of a session share.
type core struct {
	data       *Data
	relation   Relation
	budget     Budget
	accountant *best.Accountant
	key        noise.Key
	seeded     bool
	provedOnly bool
	occurring  bool   // [NodesThatOccur]
	within     string // the part of another session that this is, "" for none: [Session.Part], [Division]
	divided    bool   // it holds a part of the pairs alone: [Division]
	payment    *payment
	records    int // a public number of nodes or graphs, 0 where it is private
	journal    *journal.Journal
	salt       string // of the journal, or of this session if it has none

	users *users // of trainings
	begun struct {
		sync.Mutex
		trainings []*Training
	}

	hook *probe.Hook // of a test; nil else

	mu      sync.Mutex
	history history // the journal, read
}

// Option changes what Protect makes.
type Option func(*options) error

type options struct {
	seed       *uint64
	path       string
	nodes      *nodeSet
	occurring  bool
	provedOnly bool
}

// Seed makes every draw reproducible. Whoever knows the seed can take the
// noise off: the ledger says that nothing of such a session is private.
func Seed(seed uint64) Option {
	return func(o *options) error { o.seed = &seed; return nil }
}

// Journal keeps spends and releases in a file, so that they outlive the
// process and several processes share one budget. The file is as private as
// the data.
func Journal(path string) Option {
	return func(o *options) error {
		if path == "" {
			return errors.New("gdp: a journal without a path")
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

// Protect starts a session on a network under a relation of edges or nodes. What is public has
// to be declared: it is [ErrNodes] where the nodes were read off the edges ([graph.ReadOff]), and
// [ErrClasses] where the classes were read off private labels ([graph.Network.WithClasses] declares
// them).
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

// ProtectCollection starts a session on a collection of graphs. At edge level it is one
// network to queries, whose parts are public: [graph.Collection.Union]. Then the nodes of each
// graph have to be declared. Under a relation of graphs, labels whose classes were read off are
// left out.
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

// header is how a journal knows its session.
type header struct {
	Relation string `json:"relation"`
	Epsilon  string `json:"epsilon"` // in hexadecimal, to the bit
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
	if got.Salt != want.Salt { // the journal was there
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

// randomness names where a session's draws come from, for people.
func randomness(seeded bool) string {
	if seeded {
		return "seeded"
	}
	return "secret"
}

// nodes names where a session's node set comes from, for people.
func nodes(from string) string { return cmp.Or(from, "declared") }

// decimal is a number of a header for people; a text that holds none stays as it is.
func decimal(hexadecimal string) string {
	x, err := strconv.ParseFloat(hexadecimal, 64)
	if err != nil {
		return hexadecimal
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// ID distinguishes sessions, and scopes of one: it is the same wherever the journal is
// opened, another for every other journal, and says nothing about the data. A session
// without a journal has an ID that no other has. A copy of a journal has the ID of the
// journal.
func (s *Session) ID() string {
	if s.check() != nil {
		return ""
	}
	sum := sha256.Sum256([]byte(s.salt + " " + s.scope)) // the salt has no space
	return hex.EncodeToString(sum[:])
}

// Name returns the scope, without the slash at its end; of a part its label in the ledger.
func (s *Session) Name() string {
	if s.check() != nil {
		return ""
	}
	return strings.TrimSuffix(s.scope, "/")
}

// check is [ErrSession] of what is no session. Methods that return no error return zero
// of that.
func (s *Session) check() error {
	if s == nil || s.core == nil {
		return fmt.Errorf("gdp: %w: Protect makes one", ErrSession)
	}
	return nil
}

// Format prints what is public, whatever the verb.
func (s *Session) Format(f fmt.State, _ rune) {
	if s.check() != nil {
		_, _ = fmt.Fprint(f, "gdp.Session(none)")
		return
	}
	_, _ = fmt.Fprintf(f, "gdp.Session(%v, budget %v)", s.relation, s.budget)
}

// Relation says which graphs count as neighbours.
func (s *Session) Relation() (r Relation) {
	if s.check() == nil {
		r = s.relation
	}
	return r
}

// Budget returns what the session may spend in all.
func (s *Session) Budget() (b Budget) {
	if s.check() == nil {
		b = s.budget
	}
	return b
}

// Public returns what the relation makes public.
func (s *Session) Public() (p Public) {
	if s.check() == nil {
		p = s.data.public(s.relation)
	}
	return p
}

// Seeded reports whether the noise is reproducible, and nothing private.
func (s *Session) Seeded() bool { return s.check() == nil && s.seeded }

// Scope returns the session under a name that goes before its labels: one run of a
// method, with a separate guarantee.
func (s *Session) Scope(name string) *Session {
	if s.check() != nil {
		return s
	}
	return &Session{s.core, s.scope + name + "/"}
}

// PublicStream draws what is public: initial weights, shuffles, partitions. The same label gives
// the same stream in every process that opens the journal, so that a run that was killed makes its
// public choices again and asks for what it has paid. Without a seed the stream depends on the
// journal's salt alone, which is on the disk before anything is paid for; the key of the noise is
// drawn anew by each process, and no public stream depends on it.
func (s *Session) PublicStream(label string) *rand.Rand {
	if s.check() != nil {
		return nil // which functions that draw refuse
	}
	if s.seeded {
		return s.key.Stream(noise.Public, s.scope+label).Rand()
	}
	return noise.PublicStream(s.salt+" "+s.within, s.scope+label).Rand() // the salt has no space
}

// Accountant returns the relation's accountant, for calibrating plans.
func (s *Session) Accountant() (a accounting.Accountant) {
	if s.check() == nil {
		a = s.accountant
	}
	return a
}
