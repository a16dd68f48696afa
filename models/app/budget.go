package app

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/spf13/cobra"
)

// spending are the flags of the commands that spend: the budget of a journal, and the part of it
// that one call may spend.
type spending struct {
	journal, budget string
	epsilon, delta  float64
	draw            int
	given           func(flag string) bool
}

func (f *spending) flags(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&f.journal, "journal", "", "file that stores the budget, the privacy spent and the releases; as private as the data")
	flags.StringVar(&f.budget, "budget", "", "`E[,D]`: whole budget ε and δ of the journal (default: that of the journal; of a new one, --epsilon and --delta)")
	flags.IntVar(&f.draw, "draw", 1, "number of the release: the same number returns the stored release at no cost, a new one pays")
	keeps.flag(c, "journal")
	f.given = flags.Changed
}

// check returns the budget of the session, and refuses flags that contradict each other.
func (f *spending) check() (b gdp.Budget, err error) {
	switch {
	case f.journal == "" && f.budget != "":
		return b, usageError{fmt.Errorf("--budget %s needs --journal FILE", f.budget)}
	case f.journal == "" && f.given("draw"):
		return b, usageError{fmt.Errorf("--draw %d needs --journal FILE; without it every call is a new release", f.draw)}
	case f.draw < 1:
		return b, usageError{fmt.Errorf("--draw %d: must be at least 1", f.draw)}
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
		return b, usageError{fmt.Errorf("--epsilon %g: must be positive", f.epsilon)}
	case f.budget == "" && f.epsilon == 0:
		return b, usageError{errors.New("--epsilon is missing: give --epsilon above 0")}
	}
	whole := fmt.Sprintf("--epsilon %g --delta %g", f.epsilon, f.delta)
	b = gdp.Budget{Epsilon: gdp.Epsilon(f.epsilon), Delta: gdp.Delta(f.delta)}
	if err := b.Validate(); err != nil {
		return b, usageError{fmt.Errorf("%s: %w", whole, err)}
	}
	if f.budget == "" {
		return b, nil
	}
	eps, delta, two := strings.Cut(f.budget, ",")
	if !two {
		delta = "0"
	}
	e, errE := strconv.ParseFloat(eps, 64)
	d, errD := strconv.ParseFloat(delta, 64)
	if errE != nil || errD != nil {
		return b, usageError{fmt.Errorf("--budget %s: must be E or E,D, such as 2,1e-5", f.budget)}
	}
	whole, b = "--budget "+f.budget, gdp.Budget{Epsilon: gdp.Epsilon(e), Delta: gdp.Delta(d)}
	if err := b.Validate(); err != nil {
		return b, usageError{fmt.Errorf("%s: %w", whole, err)}
	}
	if !(e > 0) {
		return b, usageError{fmt.Errorf("%s: ε must be positive", whole)}
	}
	return b, f.within(whole, b)
}

// within refuses a part that its whole budget cannot hold.
func (f *spending) within(whole string, b gdp.Budget) error {
	switch {
	case f.given("epsilon") && !(f.epsilon > 0):
		return usageError{fmt.Errorf("--epsilon %g: must be positive", f.epsilon)}
	case gdp.Epsilon(f.epsilon) > b.Epsilon:
		return usageError{fmt.Errorf("%s is less than --epsilon %g", whole, f.epsilon)}
	case gdp.Delta(f.delta) > b.Delta:
		return usageError{fmt.Errorf("%s is less than --delta %g", whole, f.delta)}
	}
	return nil
}

// part returns the session of one call: of its part of the journal's budget, or the session itself
// where there is no journal. What a call does not say is as it was when the part was paid for. Else
// ε is all that is left, and δ has the share that ε has.
func (f *spending) part(s *gdp.Session, pure bool, name ...string) (*gdp.Session, error) {
	if f.journal == "" {
		return s, nil
	}
	if f.draw > 1 {
		name = append(name, fmt.Sprintf("draw %d", f.draw))
	}
	label := strings.Join(name, " ")
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

// changes lists the settings of a configuration that differ from the mode's.
func (c chosen) changes() (list []string, err error) {
	before, err := method.Settings(c.mode.Config())
	if err != nil {
		return nil, err
	}
	after, err := method.Settings(c.config)
	for i, x := range after {
		if x.String() != before[i].String() {
			list = append(list, x.String())
		}
	}
	return list, err
}

// amounts is a budget in JSON.
type amounts struct {
	Epsilon float64 `json:"epsilon"`
	Delta   float64 `json:"delta"`
}

func amountsOf(b gdp.Budget) amounts { return amounts{float64(b.Epsilon), float64(b.Delta)} }

func (b amounts) String() string { return fmt.Sprintf("(%g, %g)", b.Epsilon, b.Delta) }

// standing is how much of a journal's budget is left; empty without a journal.
type standing struct {
	Part   string   `json:"part,omitempty"`   // the label of this call in the journal
	Budget *amounts `json:"budget,omitempty"` // of the journal
	Left   *amounts `json:"left,omitempty"`
}

// stand fills in what the journal says after a call.
func (r *standing) stand(s, part *gdp.Session) error {
	if s == part {
		return nil
	}
	l, err := s.Ledger()
	if err != nil {
		return err
	}
	budget, left := amountsOf(l.Budget), amountsOf(l.Left())
	r.Part, r.Budget, r.Left = part.Name(), &budget, &left
	return nil
}

// write is the standing for people.
func (r standing) write(w io.Writer) {
	if r.Budget != nil {
		fmt.Fprintf(w, "budget\t%v, left %v\n", *r.Budget, *r.Left)
	}
}

// accountedJournal is what `gdp account --journal` prints.
type accountedJournal struct {
	Journal  string      `json:"journal"`
	Relation string      `json:"relation"`
	Budget   amounts     `json:"budget"`
	Spent    amounts     `json:"spent"`
	Left     amounts     `json:"left"`
	Claimed  epsilon     `json:"claimed"`
	Proved   epsilon     `json:"proved"`
	Reason   string      `json:"proved_reason,omitempty"`
	Asserted *epsilon    `json:"asserted,omitempty"`
	By       []string    `json:"asserted_by,omitempty"`
	Caution  string      `json:"caution,omitempty"`
	Seeded   bool        `json:"seeded"`
	Adaptive bool        `json:"adaptive"` // whether later spends may depend on earlier releases
	Ledger   []gdp.Entry `json:"ledger"`
	Parts    []gdp.Entry `json:"parts,omitempty"` // what was spent inside the parts of the ledger
	Notes    []string    `json:"notes,omitempty"`
}

// accountJournal prints what a journal holds.
func (a *app) accountJournal(path string) error {
	l, g, err := gdp.ReadJournal(path)
	if err != nil {
		return err
	}
	r := &accountedJournal{
		Journal: path, Relation: l.Relation.String(), Budget: amountsOf(l.Budget), Spent: amountsOf(l.Cost()), Left: amountsOf(l.Left()),
		Claimed: epsilon(g.Claimed), Proved: epsilon(g.Proved), Reason: g.Reason, By: g.By, Caution: g.Caution, Seeded: g.Seeded,
		Adaptive: g.Within != gdp.Budget{}, Ledger: append([]gdp.Entry{}, l.Entries...), Parts: l.Parts, Notes: l.Notes,
	}
	if g.By != nil {
		asserted := epsilon(g.Asserted)
		r.Asserted = &asserted
	}
	return a.print(r, r.write)
}

// write is the journal for people.
func (r *accountedJournal) write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "journal\t%s\nrelation\t%s\nbudget\t%v\nspent\t%v\nleft\t%v\n", r.Journal, r.Relation, r.Budget, r.Spent, r.Left)
	fmt.Fprintf(t, "claimed ε\t%.4g\nproved ε\t%.4g\n", float64(r.Claimed), float64(r.Proved))
	if r.Asserted != nil {
		fmt.Fprintf(t, "asserted ε\t%.4g, by %s\n", float64(*r.Asserted), strings.Join(r.By, ", "))
	}
	for _, x := range [][2]string{{"not proved", r.Reason}, {"caution", r.Caution}} {
		if x[1] != "" {
			fmt.Fprintf(t, "%s\t%s\n", x[0], x[1])
		}
	}
	if r.Seeded {
		fmt.Fprintf(t, "seeded\trepeatable; not a private release\n")
	}
	for _, note := range r.Notes {
		fmt.Fprintf(t, "note\t%s\n", note)
	}
	for _, e := range r.Ledger {
		fmt.Fprintf(t, "spent\t%s: %v\n", e.Label, e.Counted)
	}
	for _, e := range r.Parts {
		fmt.Fprintf(t, "sub-spend\t%s: %v (%v)\n", e.Label, e.Counted, e.Basis)
	}
	return t.Flush()
}
