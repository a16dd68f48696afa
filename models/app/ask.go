package app

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/statistics/ask"
	"github.com/spf13/cobra"
)

// askFlags are the flags of `gdp ask`.
type askFlags struct {
	spending
	relation, weights string
	level             float64
}

// asked is the output of `gdp ask`.
type asked struct {
	Graph    string        `json:"graph"`
	Relation string        `json:"relation"`
	Answers  []*ask.Answer `json:"answers"`
	Epsilon  float64       `json:"epsilon"` // budget of this call
	standing
	spent
}

// askedPlan is the output of `gdp ask --plan`.
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
	var names, lines []string
	for _, x := range ask.All() {
		names, lines = append(names, x.Name), append(lines, fmt.Sprintf("  %s: %s", x.Name, x.About))
	}
	c := &cobra.Command{
		Use:   "ask STATISTIC[,STATISTIC…] --graph FILE|NAME --epsilon E",
		Short: "Release statistics of a private graph with intervals",
		Long: `ask releases one or more statistics of a private graph. Each answer has a value, an interval at the confidence
--level, the mechanism with the reason for its choice, and the privacy spent. The statistics are:

` + strings.Join(lines, "\n") + `

and k-stars for k up to 8. Attribute statistics take any column and range, as in attribute-mean:COLUMN:LOW:HIGH.
Columns count from 0, missing values are 0, and values are clipped to [LOW, HIGH]. Choose the range from public
knowledge: a range computed from private values leaks them.

The mechanism is chosen from public metadata only. Several statistics share --epsilon equally, or by --weights.
Each interval holds on its own.

A warning is printed before anything is spent if the interval is expected to cover all possible values.

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
		RunE: func(_ *cobra.Command, args []string) error { return a.askGraph(args[0], f) },
		ValidArgsFunction: func(c *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return beginning(begun, names), cobra.ShellCompDirectiveNoFileComp
		},
	}
	flags := c.Flags()
	f.spending.flags(c)
	flags.StringVar(&f.relation, "relation", gdp.EdgeLevel.String(), "neighbouring graphs: edge, node or node-unbounded")
	flags.Float64Var(&f.epsilon, "epsilon", 0, "ε of all statistics together (default: what --budget has left)")
	flags.Float64Var(&f.level, "level", ask.Level, "confidence level of the intervals")
	flags.StringVar(&f.weights, "weights", "", "`W,W,...`: relative shares of --epsilon, one per statistic (default: equal)")
	complete(c, "relation", func() []string { return relationNames()[:3] })
	return c
}

// statistics parses the statistics of an argument, with their weights.
func (f *askFlags) statistics(list string) (of []ask.Weighted, err error) {
	names := strings.Split(list, ",")
	weights := slices.Repeat([]string{"1"}, len(names))
	if f.weights != "" {
		if weights = strings.Split(f.weights, ","); len(weights) != len(names) {
			return nil, usagef("--weights %s: found %d, must be one for each of %d statistics", f.weights, len(weights), len(names))
		}
	}
	for i, name := range names {
		x, err := ask.Find(name)
		if err != nil {
			return nil, usageError{err}
		}
		if slices.ContainsFunc(of, func(w ask.Weighted) bool { return w.Name == x.Name }) {
			return nil, usagef("%s is given twice", name)
		}
		weight, err := strconv.ParseFloat(weights[i], 64)
		if err != nil || !(weight > 0) {
			return nil, usagef("--weights %s: %q must be a positive number", f.weights, weights[i])
		}
		of = append(of, ask.Weighted{Statistic: x, Weight: weight})
	}
	return of, nil
}

// check refuses contradictory flags before anything is read.
func (f *askFlags) check() (rel gdp.Relation, b gdp.Budget, err error) {
	if rel, err = relationOf(f.relation); err != nil {
		return rel, b, err
	}
	switch {
	case rel.OfGraphs():
		return rel, b, usagef("--relation %s: must be edge, node or node-unbounded", f.relation)
	case f.graph == "":
		return rel, b, usageError{errors.New("--graph is missing: give a file or a data set name")}
	case !(f.level > 0 && f.level < 1):
		return rel, b, usagef("--level %g: must be in (0, 1)", f.level)
	case f.plan && f.journal != "":
		return rel, b, usageError{errors.New("--plan excludes --journal")}
	}
	b, err = f.spending.check()
	return rel, b, err
}

// askGraph answers and prints.
func (a *app) askGraph(list string, f askFlags) error {
	of, err := f.statistics(list)
	if err != nil {
		return err
	}
	rel, budget, err := f.check()
	if err != nil {
		return err
	}
	d, err := a.openPrivate(f.graph, f.reading, rel)
	if err != nil {
		return err
	}
	if err := single(d.Dataset, f.graph, "ask"); err != nil {
		return err
	}
	name := []string{"ask", list}
	if f.weights != "" {
		name = append(name, "weights "+f.weights)
	}
	whole, s, err := f.sessions(d, budget, true, name...)
	if err != nil {
		return err
	}
	shares, err := ask.Shares(s.Budget().Epsilon, of)
	if err != nil {
		return usageError{err}
	}
	if f.plan {
		return a.planToAsk(s, of, shares, f.level)
	}
	for i, x := range of { // before anything is spent
		if err := x.Check(s, shares[i], f.level); err != nil {
			return ofFlags(err)
		}
		all, nothing, err := x.Uninformative(s, shares[i], f.level)
		if err != nil {
			return err
		}
		if nothing {
			a.note("warning: %s: at ε = %.4g and mean degree 5 the interval would hold nearly all that is possible, such as %s to %s; give more ε, or see --plan", x.Name, shares[i], ask.Number(all.Low), ask.Number(all.High))
		}
	}
	r := &asked{Graph: f.graph, Relation: rel.String(), Epsilon: float64(s.Budget().Epsilon)}
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
	var failed error
	if r.spent, r.standing, failed = spendingOf(whole, s); failed == nil { // printed in any case: the budget was spent
		failed = a.print(r, r.write)
	}
	return errors.Join(failed, err)
}

// write prints the answers as text.
func (r *asked) write(t rows) {
	t.row("relation", "%s", r.Relation)
	for _, one := range r.Answers {
		for i, line := range strings.Split(one.String(), "\n") {
			t.row([]string{"answer", ""}[min(i, 1)], "%s", line)
		}
		t.row("why", "%s", one.Why)
		for _, fact := range one.Facts {
			t.row("released", "%s", fact)
		}
	}
	r.spent.write(t)
	r.standing.write(t)
	r.writeLedger(t)
}

// planToAsk shows the expected error of each mechanism.
func (a *app) planToAsk(s *gdp.Session, of []ask.Weighted, shares []gdp.Epsilon, level float64) error {
	p := &askedPlan{Relation: s.Relation().String(), Nodes: s.Public().Nodes, Level: level}
	for i, x := range of {
		one := statisticsPlan{Statistic: x.Name, Epsilon: float64(shares[i])}
		err := x.Check(s, shares[i], level)
		if err != nil {
			one.Refused = err.Error()
		} else if one.Mechanisms, err = await(a, "planning "+x.Name, func() ([]ask.Planned, error) { return x.Plan(s, shares[i], level) }); err != nil {
			return ofFlags(err)
		}
		p.Plans = append(p.Plans, one)
	}
	return a.print(p, p.write)
}

// write prints the plan as text.
func (p *askedPlan) write(t rows) {
	t.row("plan", "relation %s, %d nodes, intervals at level %g", p.Relation, p.Nodes, p.Level)
	t.row("basis", "%s", planBasis)
	for _, one := range p.Plans {
		fmt.Fprintf(t, "\n%s\tfor ε = %.4g\n", one.Statistic, one.Epsilon)
		t.row("refused", "%s", one.Refused)
		for _, m := range one.Mechanisms {
			name := "or"
			if m.Taken {
				name = "chosen"
			}
			t.row(name, "%s: %s", m.Mechanism, m.Why)
			if m.Unfit != "" {
				t.row("", "not applicable: %s", m.Unfit)
			}
			for _, e := range m.Made {
				t.row("", "at mean degree %g: value %s; median error %s, quartiles %s to %s (%d samples); interval width %s",
					e.MeanDegree, ask.Number(e.Exact), ask.Number(e.Off.Median), ask.Number(e.Off.Low), ask.Number(e.Off.High), e.Draws, ask.Number(e.Wide.Median))
			}
		}
	}
}
