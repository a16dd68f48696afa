package app

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/statistics/ask"
	"github.com/spf13/cobra"
)

// askFlags are the flags of `gdp ask`.
type askFlags struct {
	runFlags
	level   float64
	weights string
}

// asked is what `gdp ask` prints.
type asked struct {
	Graph    string        `json:"graph"`
	Relation string        `json:"relation"`
	Answers  []*ask.Answer `json:"answers"`
	Epsilon  float64       `json:"epsilon"` // what this call may spend
	standing
	Claimed epsilon     `json:"claimed"` // of this call
	Proved  epsilon     `json:"proved"`
	Reason  string      `json:"proved_reason,omitempty"`
	Caution string      `json:"caution,omitempty"`
	Seeded  bool        `json:"seeded"`
	Journal string      `json:"journal,omitempty"`
	Ledger  []gdp.Entry `json:"ledger"`
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
		Short: "Release statistics of a private graph with intervals",
		Long: `ask releases one or more statistics of a private graph. Each answer has a value, an interval at the confidence
--level, the mechanism with the reason for its choice, and the privacy spent. The statistics are:

` + strings.Join(statisticLines(), "\n") + `

and k-stars for k up to 8. Attribute statistics take any column and range, as in attribute-mean:COLUMN:LOW:HIGH.
Columns count from 0, missing values are 0, and values are clipped to [LOW, HIGH]. Choose the range from public
knowledge: a range computed from private values leaks them.

The mechanism is chosen from public metadata only. Several statistics share --epsilon equally, or by --weights.
Each interval holds on its own.

--plan spends nothing: it shows the error of each mechanism on surrogate graphs, generated from the
public metadata at three mean degrees: the median and the quartiles of 200 answers, or of as many as one second allows.

With --journal FILE the answers are stored in FILE, which is as private as the data. The same command returns the
stored answers at no cost; --draw 2 pays for new ones. --budget E,D is the budget of all questions and runs of
the journal; --epsilon is the part of this command. Questions spend no δ.

Nodes and classes must be declared: see gdp run --help.`,
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
	flags.StringVar(&f.graph, "graph", "", "graph file or data set name")
	flags.StringVar(&f.relation, "relation", gdp.EdgeLevel.String(), "neighbouring graphs: edge, node or node-unbounded")
	flags.Float64Var(&f.epsilon, "epsilon", 0, "ε of all statistics together (default: what --budget has left)")
	flags.Float64Var(&f.level, "level", ask.Level, "confidence level of the intervals")
	flags.StringVar(&f.weights, "weights", "", "`W,W,...`: relative shares of --epsilon, one per statistic (default: equal)")
	flags.BoolVar(&f.plan, "plan", false, "spend nothing: show the expected answers on surrogate graphs")
	flags.Uint64Var(&f.seed, "seed", 0, "make the answers repeatable; they are not a private release")
	reads.flag(c, "graph")
	f.spending.flags(c)
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
			return nil, usageError{fmt.Errorf("%s is given twice", name)}
		}
		w := ask.Weighted{Statistic: x, Weight: 1}
		if f.weights != "" {
			weights := strings.Split(f.weights, ",")
			if want := strings.Count(list, ",") + 1; len(weights) != want {
				return nil, usageError{fmt.Errorf("--weights %s: found %d, must be one for each of %d statistics", f.weights, len(weights), want)}
			}
			if w.Weight, err = strconv.ParseFloat(weights[i], 64); err != nil || !(w.Weight > 0) {
				return nil, usageError{fmt.Errorf("--weights %s: %q must be a positive number", f.weights, weights[i])}
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
		return usageError{fmt.Errorf("--relation %s: must be edge, node or node-unbounded", f.relation)}
	case f.graph == "":
		return usageError{errors.New("--graph is missing: give a file or a data set name")}
	case !(f.level > 0 && f.level < 1):
		return usageError{fmt.Errorf("--level %g: must be in (0, 1)", f.level)}
	}
	if f.plan && f.journal != "" {
		return usageError{errors.New("--plan excludes --journal")}
	}
	budget, err := f.spending.check()
	if err != nil {
		return err
	}
	d, err := a.readPrivate(f.graph, f.reading, rel)
	if err != nil {
		return err
	}
	if err := single(d.Dataset, f.graph, "ask"); err != nil {
		return err
	}
	whole, err := f.protect(d, rel, budget)
	if err != nil {
		return err
	}
	s, err := f.ofQuestions(whole, list)
	if err != nil {
		return ofFlags(err)
	}
	shares, err := ask.Shares(s.Budget().Epsilon, of)
	if err != nil {
		return usageError{err}
	}
	if f.plan {
		return a.planToAsk(s, of, shares, f)
	}
	for i, x := range of { // before anything is spent
		if err := x.Check(s, shares[i], f.level); err != nil {
			return ofFlags(err)
		}
	}
	r := &asked{Graph: f.graph, Relation: rel.String(), Epsilon: float64(s.Budget().Epsilon), Ledger: []gdp.Entry{}, Answers: []*ask.Answer{}}
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
	return errors.Join(a.printAnswers(r, whole, s, f.journal), err) // what was paid for is told in any case
}

// ofQuestions returns the session of the questions' part of the budget.
func (f askFlags) ofQuestions(s *gdp.Session, list string) (*gdp.Session, error) {
	name := []string{"ask", list}
	if f.weights != "" {
		name = append(name, "weights "+f.weights)
	}
	if f.seeded {
		name = append(name, fmt.Sprintf("seed %d", f.seed))
	}
	return f.part(s, true, name...)
}

func (a *app) printAnswers(r *asked, whole, s *gdp.Session, journal string) error {
	g, err := s.Guarantee()
	if err != nil {
		return err
	}
	l, err := s.Ledger()
	if err != nil {
		return err
	}
	if err := r.stand(whole, s); err != nil {
		return err
	}
	r.Claimed, r.Proved, r.Reason, r.Caution, r.Seeded = epsilon(g.Claimed), epsilon(g.Proved), g.Reason, g.Caution, g.Seeded
	r.Ledger = append(r.Ledger, l.Entries...)
	if journal == "" && !r.Seeded && len(r.Ledger) > 0 {
		r.Journal = "none; every run spends again, and the ε of all runs add up"
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
			fmt.Fprintf(t, "released\t%s\n", fact)
		}
	}
	fmt.Fprintf(t, "relation\t%s\n", r.Relation)
	fmt.Fprintf(t, "proved ε\t%.4g\n", float64(r.Proved))
	r.standing.write(t)
	for _, x := range [][2]string{{"not proved", r.Reason}, {"caution", r.Caution}, {"journal", r.Journal}} {
		if x[1] != "" {
			fmt.Fprintf(t, "%s\t%s\n", x[0], x[1])
		}
	}
	if r.Seeded {
		fmt.Fprintf(t, "seeded\trepeatable; not a private release\n")
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
	fmt.Fprintf(t, "plan\trelation %s, %d nodes, intervals at level %g\n", p.Relation, p.Nodes, p.Level)
	fmt.Fprintf(t, "basis\tsurrogate graphs generated from the public metadata; your graph was not read and nothing was spent\n")
	for _, one := range p.Plans {
		fmt.Fprintf(t, "\n%s\tfor ε = %.4g\n", one.Statistic, one.Epsilon)
		if one.Refused != "" {
			fmt.Fprintf(t, "refused\t%s\n", one.Refused)
		}
		for _, m := range one.Mechanisms {
			name := "or"
			if m.Taken {
				name = "chosen"
			}
			fmt.Fprintf(t, "%s\t%s: %s\n", name, m.Mechanism, m.Why)
			if m.Unfit != "" {
				fmt.Fprintf(t, "\tnot applicable: %s\n", m.Unfit)
			}
			for _, e := range m.Made {
				fmt.Fprintf(t, "\tat mean degree %g: value %s; median error %s, quartiles %s to %s (%d samples); interval width %s\n",
					e.MeanDegree, ask.Number(e.Exact), ask.Number(e.Off.Median), ask.Number(e.Off.Low), ask.Number(e.Off.High), e.Draws, ask.Number(e.Wide.Median))
			}
		}
	}
	return t.Flush()
}
