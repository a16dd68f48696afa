package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/study"
	"github.com/spf13/cobra"
)

// trialFlags are the flags of `gdp trial`.
type trialFlags struct {
	protocol, graph, mode string
	epsilon, delta        float64
	seeds                 string
	budgeted              bool // whether a budget was given
	every                 int
	set                   []string
	reading               reading
}

// tried is the output of `gdp trial`.
type tried struct {
	Trials []trial.Result          `json:"trials"`
	Means  map[string]summaryValue `json:"means"`

	relation string
}

type summaryValue struct {
	Mean epsilon `json:"mean"`
	SD   epsilon `json:"sd"` // null for one seed
	Runs int     `json:"seeds"`
	of   trial.Mean
}

func (a *app) trial() *cobra.Command {
	var f trialFlags
	c := &cobra.Command{
		Use:   "trial METHOD --protocol P --graph FILE|NAME --epsilon E --delta D",
		Short: "Run a mode on several seeds and measure its utility",
		Long: `trial runs a mode once for each seed, measures the release by a protocol, and prints the values with means and
standard deviations. It stores nothing: use it to repeat a row of the board or to inspect a mode. gdp sweep
makes and stores many runs. The protocols are:

` + strings.Join(lists.Map(trial.Protocols(), func(p trial.Protocol) string { return fmt.Sprintf("  %s: %s", strconv.Quote(p.Name), p.About) }), "\n") + `

The mode runs under its own relation, with the settings of its paper for the protocol. A trial is seeded and
reads true edges and labels, so it is not a private release.`,
		Example: "  gdp trial features --mode strict --protocol classification --graph cora-ml --epsilon 1 --seeds 1,2,3\n" +
			"  gdp trial privdpr --mode strict --protocol statistics --graph karate --epsilon 1 --json",
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.budgeted = cmd.Flags().Changed("epsilon") || cmd.Flags().Changed("delta")
			found, err := a.runTrial(cmd.Context(), args[0], f)
			if err != nil {
				return err
			}
			return a.print(found, found.write)
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.protocol, "protocol", "", "what to measure")
	graphFlag(c, &f.graph, "graph file, folder or data set name", reads)
	flags.Float64Var(&f.epsilon, "epsilon", 0, "privacy budget ε, for a private mode")
	flags.Float64Var(&f.delta, "delta", float64(trial.Delta), "privacy budget δ")
	flags.StringVar(&f.seeds, "seeds", "1", "seeds, such as 1,2,3 or 1-3")
	flags.IntVar(&f.every, "every", 0, "use every `K`-th graph of a collection")
	f.reading.flags(c)
	a.modeFlags(c, &f.mode, &f.set)
	complete(c, "protocol", protocolNames)
	return c
}

// runTrial runs the trials and returns their values.
func (a *app) runTrial(ctx context.Context, name string, f trialFlags) (found tried, err error) {
	known := app{methods: a.bench().Methods, programs: a.programs}
	c, p, err := f.check(&known, name)
	if err != nil {
		return found, err
	}
	trials, err := f.trials(known.methods, c, p)
	if err != nil {
		return found, usageError{err}
	}
	var d *data.Dataset
	if !p.IsAudit() {
		if d, err = f.open(a, c); err != nil {
			return found, err
		}
	}
	if f.every != 0 && (f.every < 0 || d == nil || d.Collection == nil) {
		return found, usagef("--every %d: must be at least 1, of a collection", f.every)
	}
	found = tried{Means: map[string]summaryValue{}, relation: noRelation}
	if !c.mode.Plain {
		found.relation = c.relation.String()
	}
	values := map[string][]float64{}
	for i, t := range trials {
		a.meter.tell("trials", float64(i)/float64(len(trials)))
		r, err := trial.Evaluate(ctx, c.method, t, d.Graphs(), nil)
		if err != nil {
			return found, ofFlags(fmt.Errorf("seed %d: %w", t.Seed, err))
		}
		found.Trials = append(found.Trials, trial.Result{Trial: t, Measured: r})
		for value, x := range r.Values {
			values[value] = append(values[value], x)
		}
	}
	for value, list := range values {
		m := trial.MeanOf(list)
		found.Means[value] = summaryValue{epsilon(m.Mean), epsilon(m.SD), m.Runs, m}
	}
	return found, nil
}

// check finds the mode and the protocol, and refuses contradictory flags.
func (f *trialFlags) check(known *app, name string) (c chosen, p trial.Protocol, err error) {
	if f.protocol == "" {
		return c, p, usageError{errors.New("--protocol is missing: gdp trial --help lists them")}
	}
	p, err = trial.ProtocolOf(f.protocol)
	switch {
	case err != nil:
		return c, p, usageError{err}
	case p.IsAudit() && f.graph != "" && f.graph != trial.Worlds:
		return c, p, usagef("--graph %s: an audit makes its own graphs; leave it out", f.graph)
	case p.IsAudit():
		f.graph = trial.Worlds
	case f.graph == "":
		return c, p, usageError{errors.New("--graph is missing: give a file, a folder or a data set name")}
	}
	if c, err = known.choose(name, f.mode, "", f.set); err != nil {
		return c, p, err
	}
	if f.budgeted {
		if err := c.budgets(); err != nil {
			return c, p, err
		}
	}
	budget := gdp.Budget{Epsilon: gdp.Epsilon(f.epsilon), Delta: gdp.Delta(f.delta)}
	if !c.mode.Plain && c.mode.Role != method.Null && f.epsilon == 0 {
		return c, p, usageError{errors.New("--epsilon is missing: a private mode needs a budget")}
	}
	if err := budget.Validate(); err != nil && f.epsilon != 0 {
		return c, p, usagef("--epsilon %g --delta %g: %w", f.epsilon, f.delta, err)
	}
	return c, p, nil
}

// trials lists the trials, one per seed.
func (f *trialFlags) trials(methods []method.Method, c chosen, p trial.Protocol) ([]trial.Trial, error) {
	s := study.Study{
		Methods: []string{c.method.Name}, Modes: []string{c.mode.Name}, Data: []string{f.graph}, Protocols: []string{f.protocol}, Deltas: []float64{f.delta},
		Variants: []string{strings.Join(f.set, ",")}, Every: f.every, Nodes: f.reading.Nodes,
	}
	if f.epsilon != 0 {
		s.Epsilons = []float64{f.epsilon}
	}
	if err := s.Set("seeds", strings.Split(f.seeds, ",")...); err != nil {
		return nil, fmt.Errorf("--seeds %s: %w", f.seeds, err)
	}
	trials, err := trial.List(methods, s)
	for i := 1; err == nil && p.IsAudit() && i < len(s.Seeds); i++ { // a study lists one audit of a mode
		trials = append(trials, trials[0])
		trials[i].Seed = s.Seeds[i]
	}
	return trials, err
}

// open reads the graph; for a private mode, as a session does.
func (f *trialFlags) open(a *app, c chosen) (*data.Dataset, error) {
	d, err := opened(a, f.graph, f.reading, func(in data.Input) (*data.Dataset, error) {
		if c.mode.Plain {
			return in.Open(graphio.Undirected)
		}
		p, err := in.OpenPrivate(false, false)
		return p.Dataset, err
	})
	if err != nil {
		return nil, err
	}
	a.noteReport(f.graph, d)
	if d.Collection != nil && len(d.Collection.Graphs) == 0 {
		return nil, fmt.Errorf("%s: the folder holds no graphs", f.graph)
	}
	if c.mode.Plain {
		return d, nil
	}
	if err := method.Declared(f.graph, f.reading.Nodes, c.relation, d.Graphs()); err != nil {
		return nil, usageError{err}
	}
	return d, nil
}

// write prints the trials as text.
func (r tried) write(t rows) {
	first := r.Trials[0]
	fmt.Fprintf(t, "%s by %s/%s on %s, relation %s\n", first.Protocol, first.Method, first.Mode, first.Data, r.relation)
	line := func(name, mean, format string, of func(trial.Result) (float64, bool)) {
		fmt.Fprintf(t, "%s\t%s", name, mean)
		for _, x := range r.Trials {
			if v, ok := of(x); ok {
				fmt.Fprintf(t, "\t"+format, v)
			} else {
				fmt.Fprint(t, "\t–")
			}
		}
		fmt.Fprintln(t)
	}
	line("value", "mean (sd)", "seed %.0f", func(x trial.Result) (float64, bool) { return float64(x.Seed), true })
	for _, value := range slices.Sorted(maps.Keys(r.Means)) {
		line(value, r.Means[value].of.String(), "%.4f", func(x trial.Result) (float64, bool) { v, ok := x.Values[value]; return v, ok })
	}
	line("ε claimed", "", "%.4g", func(x trial.Result) (float64, bool) { return x.Claimed, true })
	line("ε proved", "", "%.4g", func(x trial.Result) (float64, bool) { return x.Proved, true })
	if first.Reason != "" {
		fmt.Fprintf(t, "not proved: %s\n", first.Reason)
	}
}
