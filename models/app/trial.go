package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph/graphio"
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
	budgeted              bool // a budget was given
	every                 int
	set                   []string
	reading               reading
}

// tried is what `gdp trial` prints.
type tried struct {
	Trials []trial.Result          `json:"trials"`
	Means  map[string]trial.Mean   `json:"-"`
	JSON   map[string]summaryValue `json:"means"`
}

type summaryValue struct {
	Mean score `json:"mean"`
	SD   score `json:"sd"` // null for one seed
	Runs int   `json:"seeds"`
}

// score is a number that may be undefined: null in JSON.
type score float64

func (x score) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(x)) {
		return []byte("null"), nil
	}
	return epsilon(x).MarshalJSON()
}

func (a *app) trial() *cobra.Command {
	var f trialFlags
	c := &cobra.Command{
		Use:   "trial METHOD --protocol P --graph FILE|NAME --epsilon E --delta D",
		Short: "Run a mode on several seeds and measure its utility",
		Long: `trial runs a mode once for each seed, measures the release by a protocol, and prints the values with means and
standard deviations. It stores nothing: use it to repeat a row of the board or to inspect a mode. gdp sweep
makes and stores many runs. The protocols are:

` + strings.Join(protocolLines(), "\n") + `

The mode runs under its own relation, with the settings of its paper for the protocol. A trial is seeded and
reads true edges and labels, so it is not a private release.`,
		Example: "  gdp trial features --mode strict --protocol classification --graph cora-ml --epsilon 1 --seeds 1,2,3\n" +
			"  gdp trial privdpr --mode strict --protocol statistics --graph karate --epsilon 1 --json",
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if f.mode, err = a.modeOf(args[0], f.mode); err != nil {
				return err
			}
			f.budgeted = cmd.Flags().Changed("epsilon") || cmd.Flags().Changed("delta")
			return a.runTrial(cmd.Context(), args[0], f)
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.protocol, "protocol", "", "what to measure")
	flags.StringVar(&f.graph, "graph", "", "graph file, folder or data set name")
	modeFlag(c, &f.mode)
	flags.Float64Var(&f.epsilon, "epsilon", 0, "privacy budget ε, for a private mode")
	flags.Float64Var(&f.delta, "delta", float64(trial.Delta), "privacy budget δ")
	flags.StringVar(&f.seeds, "seeds", "1", "seeds, such as 1,2,3 or 1-3")
	flags.StringArrayVar(&f.set, "set", nil, "NAME=VALUE: change a setting of the mode (repeatable)")
	flags.IntVar(&f.every, "every", 0, "use every `K`-th graph of a collection")
	reads.flag(c, "graph")
	f.reading.flags(c)
	a.completeMethods(c)
	a.completeModes(c)
	completeProtocols(c)
	return c
}

// completeProtocols completes a protocol, and the data set that it is used on.
func completeProtocols(c *cobra.Command) {
	complete(c, "protocol", func() (names []string) {
		for _, p := range trial.Protocols() {
			names = append(names, p.Name)
		}
		return names
	})
	register(c, "graph", func(c *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
		return graphs(1)(c, nil, begun)
	})
}

// protocolLines lists the protocols, for help texts.
func protocolLines() (lines []string) {
	for _, p := range trial.Protocols() {
		lines = append(lines, fmt.Sprintf("  %s: %s", strconv.Quote(p.Name), p.About))
	}
	return lines
}

func (a *app) runTrial(ctx context.Context, name string, f trialFlags) error {
	if f.protocol == "" {
		return usageError{errors.New("--protocol is missing: gdp trial --help lists them")}
	}
	p, err := trial.ProtocolOf(f.protocol)
	switch {
	case err != nil:
		return usageError{err}
	case p.IsAudit() && f.graph != "" && f.graph != trial.Worlds:
		return usageError{fmt.Errorf("--graph %s: an audit makes its own graphs; leave it out", f.graph)}
	case p.IsAudit():
		f.graph = trial.Worlds
	case f.graph == "":
		return usageError{errors.New("--graph is missing: give a file, a folder or a data set name")}
	}
	known := app{methods: append(slices.Clone(a.methods), trial.Originals)} // which rows of the board are set beside
	c, err := known.choose(name, f.mode, "", f.set)
	if err != nil {
		return err
	}
	if f.budgeted {
		if err := c.budgets(); err != nil {
			return err
		}
	}
	if !c.mode.Plain && c.mode.Role != method.Null && f.epsilon == 0 {
		return usageError{errors.New("--epsilon is missing: a private mode needs a budget")}
	}
	budget := gdp.Budget{Epsilon: gdp.Epsilon(f.epsilon), Delta: gdp.Delta(f.delta)}
	if err := budget.Validate(); err != nil && f.epsilon != 0 {
		return usageError{fmt.Errorf("--epsilon %g --delta %g: %w", f.epsilon, f.delta, err)}
	}
	s := study.Study{
		Methods: []string{name}, Modes: []string{f.mode}, Data: []string{f.graph}, Protocols: []string{f.protocol}, Deltas: []float64{f.delta},
		Variants: []string{strings.Join(f.set, ",")}, Every: f.every, Nodes: f.reading.nodes,
	}
	if f.epsilon != 0 {
		s.Epsilons = []float64{f.epsilon}
	}
	if err := s.Set("seeds", strings.Split(f.seeds, ",")...); err != nil {
		return usageError{fmt.Errorf("--seeds %s: %w", f.seeds, err)}
	}
	trials, err := trial.List(known.methods, s)
	if err != nil {
		return usageError{err}
	}
	for i := 1; p.IsAudit() && i < len(s.Seeds); i++ { // of which a study has one
		trials = append(trials, trials[0])
		trials[i].Seed = s.Seeds[i]
	}
	var d *data.Dataset
	if !p.IsAudit() {
		o, err := f.reading.options(a, graphio.Undirected)
		if err != nil {
			return err
		}
		o.Occurring = !c.mode.Plain && f.reading.nodes == "" // as for a session: [app.readPrivate]
		if d, err = a.readAs(f.graph, f.reading, o); err != nil {
			return err
		}
		if d.Collection != nil && len(d.Collection.Graphs) == 0 {
			return fmt.Errorf("%s: the folder holds no graphs", f.graph)
		}
		if !c.mode.Plain {
			if err := f.reading.declared(d, f.graph, c.relation); err != nil {
				return err
			}
		}
	}
	if f.every != 0 && (f.every < 0 || d == nil || d.Collection == nil) {
		return usageError{fmt.Errorf("--every %d: must be at least 1", f.every)}
	}
	found := tried{JSON: map[string]summaryValue{}}
	values := map[string][]float64{}
	for i, t := range trials {
		a.meter.tell("trials", float64(i)/float64(len(trials)))
		r, err := trial.Evaluate(ctx, c.method, t, d.Graphs(), nil)
		if err != nil {
			return ofFlags(fmt.Errorf("seed %d: %w", t.Seed, err))
		}
		found.Trials = append(found.Trials, trial.Result{Trial: t, Measured: r})
		for value, x := range r.Values {
			values[value] = append(values[value], x)
		}
	}
	found.Means = map[string]trial.Mean{}
	for value, list := range values {
		m := trial.MeanOf(list)
		found.Means[value] = m
		found.JSON[value] = summaryValue{score(m.Mean), score(m.SD), m.Runs}
	}
	return a.print(found, found.write)
}

// write is the trials for people.
func (r tried) write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	first := r.Trials[0]
	fmt.Fprintf(t, "%s by %s/%s on %s\n", first.Protocol, first.Method, first.Mode, first.Data)
	fmt.Fprint(t, "value\tmean (sd)")
	for _, x := range r.Trials {
		fmt.Fprintf(t, "\tseed %d", x.Seed)
	}
	fmt.Fprintln(t)
	for _, value := range slices.Sorted(maps.Keys(r.Means)) {
		fmt.Fprintf(t, "%s\t%v", value, r.Means[value])
		for _, x := range r.Trials {
			if v, ok := x.Values[value]; ok {
				fmt.Fprintf(t, "\t%.4f", v)
			} else {
				fmt.Fprint(t, "\t–")
			}
		}
		fmt.Fprintln(t)
	}
	for i, of := range []func(trial.Result) float64{func(x trial.Result) float64 { return x.Claimed }, func(x trial.Result) float64 { return x.Proved }} {
		fmt.Fprintf(t, "ε %s\t", []string{"claimed", "proved"}[i])
		for _, x := range r.Trials {
			fmt.Fprintf(t, "\t%.4g", of(x))
		}
		fmt.Fprintln(t)
	}
	if first.Reason != "" {
		fmt.Fprintf(t, "not proved: %s\n", first.Reason)
	}
	return t.Flush()
}
