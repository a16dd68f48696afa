package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/ask"
	"github.com/spf13/cobra"
)

// askFlags are the flags of `gdp ask`.
type askFlags struct {
	runFlags
	level, budget float64
	weights       string
}

// asked is what `gdp ask` prints.
type asked struct {
	Graph    string        `json:"graph"`
	Relation string        `json:"relation"`
	Answers  []*ask.Answer `json:"answers"`
	Proved   epsilon       `json:"proved"` // of all that the session, or its journal, has answered
	Reason   string        `json:"proved_reason,omitempty"`
	Budget   float64       `json:"budget"`
	Left     float64       `json:"left"`
	Caution  string        `json:"caution,omitempty"`
	Seeded   bool          `json:"seeded"`
	Journal  string        `json:"journal,omitempty"`
	Ledger   []gdp.Entry   `json:"ledger"`
}

// askedPlan is what `gdp ask --plan` prints.
type askedPlan struct {
	Relation string           `json:"relation"`
	Nodes    int              `json:"nodes"`
	Level    float64          `json:"level"`
	Plans    []statisticsPlan `json:"plans"`
}

type statisticsPlan struct {
	Statistic  string        `json:"statistic"`
	Epsilon    float64       `json:"epsilon"`
	Mechanisms []ask.Planned `json:"mechanisms,omitempty"`
	Refused    string        `json:"refused,omitempty"`
}

func (a *app) ask() *cobra.Command {
	var f askFlags
	c := &cobra.Command{
		Use:   "ask STATISTIC[,STATISTIC…] --graph FILE|NAME --epsilon E",
		Short: "Ask a private graph one question, or a few",
		Long: `ask gives one number of a private graph, or a few, with an interval that holds at the level
that is asked for, the mechanism that gave it and why, and what it cost. The statistics are:

` + strings.Join(statisticLines(), "\n") + `

and k-stars for k up to 8. Statistics of attributes are for any column and range, attribute-mean:COLUMN:LOW:HIGH:
columns are counted from 0, a value that is not stored is 0, and values below LOW count as LOW, those above HIGH as
HIGH. A range that is read off private values tells some of them: choose it by what is known from elsewhere.

A mechanism is chosen by what is public; where what is best depends on the data,
that is asked too, and paid for. Several statistics share --epsilon in equal parts, or by --weights, and each
interval holds by itself.

With --plan nothing is spent: graphs of three mean degrees are made up with all that is public of yours, and it is
shown what each mechanism would give there: the median and the quartiles of the error of 200 answers, or of
those that a second is enough for.

With --journal FILE answers are kept in FILE, which is as private as the data: the same question has the same answer
then, for nothing. --budget is what all questions of a journal may cost together; it is --epsilon unless it is given.

What is public has to be declared, not found in private edges: see gdp run --help.`,
		Example: "  gdp ask edges,triangles --graph karate --epsilon 1\n" +
			"  gdp ask attribute-mean:9:0:1 --relation node --graph us-states --epsilon 2\n" +
			"  gdp ask triangles --graph friends.txt --nodes people.txt --epsilon 0.5 --budget 2 --journal friends.journal\n" +
			"  gdp ask edges --relation node --graph karate --epsilon 1 --plan",
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.seeded = cmd.Flags().Changed("seed")
			return a.askGraph(args[0], f)
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.graph, "graph", "", "file or name of a data set")
	flags.StringVar(&f.relation, "relation", gdp.EdgeLevel.String(), "which graphs are neighbours: edge, node, node-unbounded")
	flags.Float64Var(&f.epsilon, "epsilon", 0, "what the questions cost together")
	flags.Float64Var(&f.budget, "budget", 0, "what all questions of a journal may cost (default --epsilon)")
	flags.Float64Var(&f.level, "level", ask.Level, "at which intervals hold")
	flags.StringVar(&f.weights, "weights", "", "`W,W…`: parts of --epsilon, one a statistic (default equal parts)")
	flags.BoolVar(&f.plan, "plan", false, "spend nothing: show what each mechanism would give, on graphs that are made up with all that is public")
	flags.Uint64Var(&f.seed, "seed", 0, "make the answers repeatable: not a private release")
	flags.StringVar(&f.journal, "journal", "", "file that keeps what was spent and answered")
	reads.flag(c, "graph")
	keeps.flag(c, "journal")
	f.reading.flags(c)
	complete(c, "relation", func() []string { return relationNames()[:3] })
	register(c, "graph", func(c *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
		return graphs(1)(c, nil, begun)
	})
	c.ValidArgsFunction = func(_ *cobra.Command, args []string, begun string) (names []string, d cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		for _, x := range ask.All() {
			names = append(names, x.Name)
		}
		return beginning(begun, names), cobra.ShellCompDirectiveNoFileComp
	}
	return c
}

// statisticLines lists the statistics for the help text.
func statisticLines() (lines []string) {
	for _, x := range ask.All() {
		lines = append(lines, fmt.Sprintf("  %s: %s", x.Name, x.About))
	}
	return lines
}

// statistics are those of an argument, with their weights.
func (f askFlags) statistics(list string) (of []ask.Weighted, err error) {
	for i, name := range strings.Split(list, ",") {
		x, err := ask.Find(name)
		if err != nil {
			return nil, usageError{err}
		}
		if slices.ContainsFunc(of, func(w ask.Weighted) bool { return w.Name == x.Name }) {
			return nil, usageError{fmt.Errorf("%s is asked twice", name)}
		}
		w := ask.Weighted{Statistic: x, Weight: 1}
		if f.weights != "" {
			weights := strings.Split(f.weights, ",")
			if want := strings.Count(list, ",") + 1; len(weights) != want {
				return nil, usageError{fmt.Errorf("--weights %s: %d weights for %d statistics", f.weights, len(weights), want)}
			}
			if w.Weight, err = strconv.ParseFloat(weights[i], 64); err != nil || !(w.Weight > 0) {
				return nil, usageError{fmt.Errorf("--weights %s: %q is no weight above 0", f.weights, weights[i])}
			}
		}
		of = append(of, w)
	}
	return of, nil
}

// askGraph asks and prints.
func (a *app) askGraph(list string, f askFlags) error {
	of, err := f.statistics(list)
	if err != nil {
		return err
	}
	i, err := oneOf("relation", f.relation, relationNames())
	if err != nil {
		return err
	}
	rel := gdp.EdgeLevel + gdp.Relation(i)
	switch {
	case rel.OfGraphs():
		return usageError{fmt.Errorf("--relation %s: questions are for one graph: edge, node or node-unbounded", f.relation)}
	case f.graph == "":
		return usageError{errors.New("no graph: give --graph FILE|NAME")}
	case !(f.epsilon > 0):
		return usageError{errors.New("no budget: give --epsilon above 0")}
	case !(f.level > 0 && f.level < 1):
		return usageError{fmt.Errorf("--level %g: want one above 0 and below 1", f.level)}
	case f.budget == 0:
		f.budget = f.epsilon
	case f.budget < f.epsilon:
		return usageError{fmt.Errorf("--budget %g is less than --epsilon %g", f.budget, f.epsilon)}
	}
	if f.plan && f.journal != "" {
		return usageError{errors.New("--plan spends and keeps nothing: it is without --journal")}
	}
	budget := gdp.Budget{Epsilon: gdp.Epsilon(f.budget)}
	if err := budget.Validate(); err != nil {
		return usageError{fmt.Errorf("--epsilon %g: %w", f.epsilon, err)}
	}
	shares, err := ask.Shares(gdp.Epsilon(f.epsilon), of)
	if err != nil {
		return usageError{err}
	}
	d, err := a.readPrivate(f.graph, f.reading, rel)
	if err != nil {
		return err
	}
	if err := single(d.Dataset, f.graph, "ask"); err != nil {
		return err
	}
	s, err := f.protect(d, rel, budget)
	if err != nil {
		return err
	}
	if f.plan {
		return a.planToAsk(s, of, shares, f)
	}
	for i, x := range of { // before anything is spent
		if err := x.Check(s, shares[i], f.level); err != nil {
			return ofFlags(err)
		}
	}
	r := &asked{Graph: f.graph, Relation: rel.String(), Budget: f.budget, Ledger: []gdp.Entry{}, Answers: []*ask.Answer{}}
	for i, x := range of {
		answer, failed := await(a, "asking for "+x.Name, func() (*ask.Answer, error) { return x.AskAt(s, shares[i], f.level) })
		if failed != nil {
			err = ofFlags(failed)
			break
		}
		r.Answers = append(r.Answers, answer)
	}
	if len(r.Answers) == 0 {
		return err
	}
	return errors.Join(a.printAnswers(r, s, f.journal), err) // what was paid for is told in any case
}

func (a *app) printAnswers(r *asked, s *gdp.Session, journal string) error {
	g, err := s.Guarantee()
	if err != nil {
		return err
	}
	l, err := s.Ledger()
	if err != nil {
		return err
	}
	r.Proved, r.Reason, r.Caution, r.Seeded = epsilon(g.Proved), g.Reason, g.Caution, g.Seeded
	if left := r.Budget - float64(g.Claimed); left > 1e-9*r.Budget { // what rounding leaves is none
		r.Left = left
	}
	r.Ledger = append(r.Ledger, l.Entries...)
	if journal == "" && !r.Seeded && len(r.Ledger) > 0 {
		r.Journal = "none: each run of this command spends anew, and ε of all runs add up"
	}
	return a.print(r, r.write)
}

// write is the answers for people.
func (r *asked) write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, one := range r.Answers {
		for i, line := range strings.Split(one.String(), "\n") {
			name := "answer"
			if i > 0 {
				name = ""
			}
			fmt.Fprintf(t, "%s\t%s\n", name, line)
		}
		fmt.Fprintf(t, "why\t%s\n", one.Why)
		for _, fact := range one.Facts {
			fmt.Fprintf(t, "on the way\t%s\n", fact)
		}
	}
	fmt.Fprintf(t, "relation\t%s\n", r.Relation)
	fmt.Fprintf(t, "proved ε\t%.4g of %.4g, %.4g is left\n", float64(r.Proved), r.Budget, r.Left)
	for _, x := range [][2]string{{"not proved", r.Reason}, {"caution", r.Caution}, {"journal", r.Journal}} {
		if x[1] != "" {
			fmt.Fprintf(t, "%s\t%s\n", x[0], x[1])
		}
	}
	if r.Seeded {
		fmt.Fprintf(t, "seeded\trepeatable, and not a private release\n")
	}
	for _, e := range r.Ledger {
		fmt.Fprintf(t, "spent\t%s: %v (%v)\n", e.Label, e.Counted, e.Basis)
	}
	return t.Flush()
}

// planToAsk shows what each mechanism would give.
func (a *app) planToAsk(s *gdp.Session, of []ask.Weighted, shares []gdp.Epsilon, f askFlags) error {
	p := &askedPlan{Relation: s.Relation().String(), Nodes: s.Public().Nodes, Level: f.level}
	for i, x := range of {
		one := statisticsPlan{Statistic: x.Name, Epsilon: float64(shares[i])}
		err := x.Check(s, shares[i], f.level)
		if err != nil {
			one.Refused = err.Error()
		} else if one.Mechanisms, err = await(a, "planning "+x.Name, func() ([]ask.Planned, error) { return x.Plan(s, shares[i], f.level) }); err != nil {
			return ofFlags(err)
		}
		p.Plans = append(p.Plans, one)
	}
	return a.print(p, p.write)
}

// write is the plan for people.
func (p *askedPlan) write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "plan\trelation %s, %d nodes, intervals at a level of %g\n", p.Relation, p.Nodes, p.Level)
	fmt.Fprintf(t, "made of\tgraphs that are made up, with what is public of yours: nothing was asked of it, and nothing paid\n")
	for _, one := range p.Plans {
		fmt.Fprintf(t, "\n%s\tfor ε = %.4g\n", one.Statistic, one.Epsilon)
		if one.Refused != "" {
			fmt.Fprintf(t, "refused\t%s\n", one.Refused)
		}
		for _, m := range one.Mechanisms {
			name := "or"
			if m.Taken {
				name = "taken"
			}
			fmt.Fprintf(t, "%s\t%s: %s\n", name, m.Mechanism, m.Why)
			if m.Unfit != "" {
				fmt.Fprintf(t, "\tnot taken: %s\n", m.Unfit)
			}
			for _, e := range m.Made {
				fmt.Fprintf(t, "\tif the mean degree is %g: %s; error %s, in half of %d draws %s to %s; interval %s wide\n",
					e.MeanDegree, ask.Number(e.Exact), ask.Number(e.Off.Median), e.Draws, ask.Number(e.Off.Low), ask.Number(e.Off.High), ask.Number(e.Wide.Median))
			}
		}
	}
	return t.Flush()
}
