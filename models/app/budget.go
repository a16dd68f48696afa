package app

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/gdp"
	"github.com/spf13/cobra"
)

// spending holds the flags of commands that spend: the budget of a journal, and the part for this
// call.
type spending struct {
	graph           string
	reading         reading
	journal, budget string
	epsilon, delta  float64
	draw            int
	seed            uint64
	plan            bool
	given           func(flag string) bool
}

func (f *spending) flags(c *cobra.Command) {
	flags := c.Flags()
	graphFlag(c, &f.graph, "graph file, folder or data set name", reads)
	f.reading.flags(c)
	flags.StringVar(&f.journal, "journal", "", "file that stores the budget, the privacy spent and the releases; as private as the data")
	flags.StringVar(&f.budget, "budget", "", "`E[,D]`: whole budget ε and δ of the journal (default: that of the journal; of a new one, --epsilon and --delta)")
	flags.IntVar(&f.draw, "draw", 1, "number of the release: the same number returns the stored release at no cost, a new one pays")
	flags.Uint64Var(&f.seed, "seed", 0, "make the output repeatable; it is not a private release")
	flags.BoolVar(&f.plan, "plan", false, "spend nothing: show queries and expected results on surrogate graphs")
	keeps.flag(c, "journal")
	f.given = flags.Changed
}

// check returns the budget of the session and refuses contradictory flags.
func (f *spending) check() (b gdp.Budget, err error) {
	switch {
	case f.journal == "" && f.budget != "":
		return b, usagef("--budget %s needs --journal FILE", f.budget)
	case f.journal == "" && f.given("draw"):
		return b, usagef("--draw %d needs --journal FILE; without it every call is a new release", f.draw)
	case f.draw < 1:
		return b, usagef("--draw %d: must be at least 1", f.draw)
	}
	if info, err := os.Stat(f.journal); f.budget == "" && err == nil && info.Size() > 0 {
		l, _, err := gdp.ReadJournal(f.journal)
		if err != nil {
			return b, err
		}
		return l.Budget, f.within(fmt.Sprintf("the budget %v of %s", amountsOf(l.Budget), f.journal), l.Budget)
	}
	switch {
	case f.given("epsilon") && !(f.epsilon > 0):
		return b, usagef("--epsilon %g: must be positive", f.epsilon)
	case f.budget == "" && f.epsilon == 0:
		return b, usageError{errors.New("--epsilon is missing: give --epsilon above 0")}
	}
	whole := fmt.Sprintf("--epsilon %g --delta %g", f.epsilon, f.delta)
	b = gdp.Budget{Epsilon: gdp.Epsilon(f.epsilon), Delta: gdp.Delta(f.delta)}
	if f.budget != "" {
		eps, delta, two := strings.Cut(f.budget, ",")
		if !two {
			delta = "0"
		}
		e, errE := strconv.ParseFloat(eps, 64)
		d, errD := strconv.ParseFloat(delta, 64)
		if errE != nil || errD != nil {
			return b, usagef("--budget %s: must be E or E,D, such as 2,1e-5", f.budget)
		}
		whole, b = "--budget "+f.budget, gdp.Budget{Epsilon: gdp.Epsilon(e), Delta: gdp.Delta(d)}
	}
	if err := b.Validate(); err != nil {
		return b, usagef("%s: %w", whole, err)
	}
	if !(b.Epsilon > 0) {
		return b, usagef("%s: ε must be positive", whole)
	}
	return b, f.within(whole, b)
}

// within refuses a part that exceeds its whole budget.
func (f *spending) within(whole string, b gdp.Budget) error {
	part := gdp.Budget{Epsilon: gdp.Epsilon(f.epsilon), Delta: gdp.Delta(f.delta)}
	switch err := part.Validate(); {
	case f.given("epsilon") && !(f.epsilon > 0):
		return usagef("--epsilon %g: must be positive", f.epsilon)
	case err != nil:
		return usagef("--epsilon %g --delta %g: %w", f.epsilon, f.delta, err)
	case part.Epsilon > b.Epsilon:
		return usagef("%s is less than --epsilon %g", whole, f.epsilon)
	case part.Delta > b.Delta:
		return usagef("%s is less than --delta %g", whole, f.delta)
	}
	return nil
}

// sessions opens the session of the whole budget and that of this call's named part. A pure call
// spends no δ.
func (f *spending) sessions(d private, b gdp.Budget, pure bool, name ...string) (whole, part *gdp.Session, err error) {
	var options []gdp.Option
	if f.given("seed") {
		options = append(options, gdp.Seed(f.seed))
		name = append(name, fmt.Sprintf("seed %d", f.seed))
	}
	if f.draw > 1 {
		name = append(name, fmt.Sprintf("draw %d", f.draw))
	}
	if f.journal != "" {
		options = append(options, gdp.Journal(f.journal))
	}
	if whole, err = d.protect(b, options...); err != nil {
		return nil, nil, err
	}
	if f.journal == "" {
		return whole, whole, nil
	}
	part, err = f.part(whole, pure, strings.Join(name, " "))
	return whole, part, ofFlags(err)
}

// part returns the session of one call's part of the journal's budget. Amounts that the call leaves
// out are those of an earlier payment for the part. Otherwise ε is the remaining ε, and δ is the
// same share.
func (f *spending) part(s *gdp.Session, pure bool, label string) (*gdp.Session, error) {
	l, err := s.Ledger()
	if err != nil {
		return nil, err
	}
	left := l.Left()
	b, paid := l.Part(label)
	if f.given("epsilon") {
		b.Epsilon = gdp.Epsilon(f.epsilon)
	} else if !paid {
		b.Epsilon = left.Epsilon
	}
	switch {
	case b.Epsilon == 0:
		return nil, fmt.Errorf("gdp: %s is %w: nothing is left of %v", label, gdp.ErrBudget, l.Budget)
	case pure:
		b.Delta = 0
	case f.given("delta"):
		b.Delta = gdp.Delta(f.delta)
	case !paid && f.given("epsilon"):
		b.Delta = min(left.Delta, l.Budget.Delta*gdp.Delta(b.Epsilon/l.Budget.Epsilon))
	case !paid:
		b.Delta = left.Delta
	}
	return s.Part(label, b)
}

// ofFlags rewrites an error of a session in terms of flags. It is a [usageError] if it holds for
// every graph.
func ofFlags(err error) error {
	switch {
	case errors.Is(err, gdp.ErrDelta):
		return usagef("%w; give a --delta above 0, such as 1e-5", err)
	case errors.Is(err, gdp.ErrRange):
		return usageError{err}
	case errors.Is(err, gdp.ErrPart):
		return fmt.Errorf("%w; --draw 2 gives another name and pays for another release", err)
	}
	return err
}

// amounts is a budget in JSON.
type amounts struct {
	Epsilon float64 `json:"epsilon"`
	Delta   float64 `json:"delta"`
}

func amountsOf(b gdp.Budget) amounts { return amounts{float64(b.Epsilon), float64(b.Delta)} }

func (b amounts) String() string { return fmt.Sprintf("(%.6g, %.6g)", b.Epsilon, b.Delta) }

// spent is the protection of a call and its cost.
type spent struct {
	Claimed  epsilon     `json:"claimed"`
	Proved   epsilon     `json:"proved"`
	Reason   string      `json:"proved_reason,omitempty"`
	Asserted *epsilon    `json:"asserted,omitempty"`
	By       []string    `json:"asserted_by,omitempty"`
	Caution  string      `json:"caution,omitempty"`
	Seeded   bool        `json:"seeded"`
	Ledger   []gdp.Entry `json:"ledger"`
	Parts    []gdp.Entry `json:"parts,omitempty"` // spends from budgets of a division in the ledger
}

func spentOf(g gdp.Guarantee, l gdp.Ledger) spent {
	s := spent{
		Claimed: epsilon(g.Claimed), Proved: epsilon(g.Proved), Reason: g.Reason, By: g.By, Caution: g.Caution, Seeded: g.Seeded,
		Ledger: append([]gdp.Entry{}, l.Entries...), Parts: l.Parts,
	}
	if g.By != nil {
		asserted := epsilon(g.Asserted)
		s.Asserted = &asserted
	}
	return s
}

func (s *spent) write(r rows) {
	r.row("claimed ε", "%.4g", float64(s.Claimed))
	r.row("proved ε", "%.4g", float64(s.Proved))
	r.row("not proved", "%s", s.Reason)
	if s.Asserted != nil {
		r.row("asserted ε", "%.4g, by %s", float64(*s.Asserted), strings.Join(s.By, ", "))
	}
	r.row("caution", "%s", s.Caution)
	if s.Seeded {
		r.row("seeded", "repeatable; not a private release")
	}
}

func (s *spent) writeLedger(r rows) {
	for _, e := range s.Ledger {
		r.row("spent", "%s: %v (%v)", e.Label, e.Counted, e.Basis)
	}
	for _, e := range s.Parts {
		r.row("sub-spend", "%s: %v (%v)", e.Label, e.Counted, e.Basis)
	}
}

// standing is the remaining budget of the journal, or of the session without a journal.
type standing struct {
	Part    string   `json:"part,omitempty"`    // label of this call in the journal
	Budget  *amounts `json:"budget,omitempty"`  // of the journal
	Left    *amounts `json:"left,omitempty"`    // of the journal
	Journal string   `json:"journal,omitempty"` // note for a call without a journal
}

// spendingOf returns the cost of a call, which spends a part of a whole session, and the remaining
// budget.
func spendingOf(whole, part *gdp.Session) (s spent, to standing, err error) {
	g, err := part.Guarantee()
	if err != nil {
		return s, to, err
	}
	l, err := part.Ledger()
	if err != nil {
		return s, to, err
	}
	s = spentOf(g, l)
	if whole == part { // without a journal
		if !s.Seeded && len(s.Ledger) > 0 {
			to.Journal = "none; every run spends again, and the ε of all runs add up"
		}
		return s, to, nil
	}
	if l, err = whole.Ledger(); err != nil {
		return s, to, err
	}
	budget, left := amountsOf(l.Budget), amountsOf(l.Left())
	return s, standing{Part: part.Name(), Budget: &budget, Left: &left}, nil
}

func (s standing) write(r rows) {
	if s.Budget != nil {
		r.row("budget", "%v, left %v", *s.Budget, *s.Left)
	}
	r.row("journal", "%s", s.Journal)
}

// accountedJournal is the output of `gdp account --journal`.
type accountedJournal struct {
	Journal  string  `json:"journal"`
	Relation string  `json:"relation"`
	Budget   amounts `json:"budget"`
	Spent    amounts `json:"spent"`
	Left     amounts `json:"left"`
	spent
	Adaptive bool     `json:"adaptive"` // whether later spends may depend on earlier releases
	Notes    []string `json:"notes,omitempty"`
}

// accountJournal prints the content of a journal.
func (a *app) accountJournal(path string) error {
	l, g, err := gdp.ReadJournal(path)
	if err != nil {
		return err
	}
	j := &accountedJournal{
		Journal: path, Relation: l.Relation.String(), Budget: amountsOf(l.Budget), Spent: amountsOf(l.Cost()), Left: amountsOf(l.Left()),
		spent: spentOf(g, l), Adaptive: g.Within != gdp.Budget{}, Notes: l.Notes,
	}
	return a.print(j, func(r rows) {
		r.row("journal", "%s", j.Journal)
		r.row("relation", "%s", j.Relation)
		r.row("budget", "%v", j.Budget)
		r.row("spent", "%v", j.Spent)
		r.row("left", "%v", j.Left)
		j.spent.write(r)
		for _, note := range j.Notes {
			r.row("note", "%s", note)
		}
		j.writeLedger(r)
	})
}
