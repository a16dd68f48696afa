package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/gdp"
	"github.com/spf13/cobra"
)

// method is what `gdp run` and its kin need of a folder below models.
type method struct {
	about    string       // in a few words
	relation gdp.Relation // the one that the method is for
	// modes make the configuration of each mode: a pointer to a struct.
	modes map[string]func() any
	// run does one run. It writes progress to j.step and returns what is printed,
	// and what --out writes.
	run func(ctx context.Context, j job) (output any, release func(io.Writer) error, err error)
}

// methods are the methods by their folders.
var methods = map[string]method{
	"features":   featuresMethod,
	"privdpr":    privdprMethod,
	"seprivgemb": seprivgembMethod,
}

// job is one run of a method.
type job struct {
	mode    string
	config  any // of the mode, with what --set changed
	data    *data.Dataset
	session *gdp.Session // nil in mode nonprivate
	seed    uint64       // of what is public, such as a split
	// checkpoint is a file for an interrupted training, "" without a journal.
	checkpoint string
	step       func(done, steps int)
}

// nonPrivate is the mode that reads the plain data.
const nonPrivate = "nonprivate"

// ran is what `gdp run` prints.
type ran struct {
	Method   string       `json:"method"`
	Mode     string       `json:"mode"`
	Graph    string       `json:"graph"`
	Relation string       `json:"relation"`
	Delta    float64      `json:"delta"`
	Claimed  epsilon      `json:"claimed"`
	Proved   epsilon      `json:"proved"`
	Reason   string       `json:"proved_reason,omitempty"`
	Audited  *gdp.Audited `json:"audited,omitempty"`
	Seeded   bool         `json:"seeded"`
	Ledger   []gdp.Entry  `json:"ledger"`
	Seconds  float64      `json:"seconds"`
	Output   any          `json:"output"`
	File     string       `json:"file,omitempty"` // what --out wrote
	Config   any          `json:"config"`
}

// runFlags are the flags of `gdp run`.
type runFlags struct {
	graph, mode, relation, universe, journal, out string
	epsilon, delta                                float64
	seed                                          uint64
	set                                           []string
}

func (a *app) run() *cobra.Command {
	var f runFlags
	var list []string
	for _, name := range slices.Sorted(maps.Keys(methods)) {
		list = append(list, fmt.Sprintf("  %s: %s; modes %s", name, methods[name].about, strings.Join(modesOf(methods[name]), ", ")))
	}
	c := &cobra.Command{
		Use:   "run METHOD --graph FILE|NAME --epsilon E --delta D",
		Short: "Run a method on a graph under a budget",
		Long: `run does one run of a method and shows what it released, what was spent on it and
what is proved of that. The methods are:

` + strings.Join(list, "\n") + `

The mode "published" does what the paper says, and claims what it claims;
"strict" does what can be proved; "nonprivate" and "null" are the ends of the
scale. --set changes a setting of the mode; an unknown one lists them all.

With --journal FILE, what was spent and released is kept in FILE, and a run is paid
for once. A training is kept in FILE.checkpoint: when it is interrupted, or every half
a minute, in case it is killed. The same command then goes on from there, and gives
what it would have given. What needs no training is too short for that. Both files
are as private as the data.

With --seed, a run can be repeated, and is no private release.`,
		Example: "  gdp run features --graph cora-ml --epsilon 8 --delta 1e-5 --mode strict\n  gdp run features --graph cora-ml --mode nonprivate --set Epochs=50 --json",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			m, ok := methods[args[0]]
			if !ok {
				return usageError{fmt.Errorf("no method %q; there are %s", args[0], strings.Join(slices.Sorted(maps.Keys(methods)), ", "))}
			}
			r, err := a.runMethod(cmd, args[0], m, f)
			if err != nil {
				return err
			}
			return a.print(r, r.write)
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.graph, "graph", "", "file, folder or name of a data set")
	flags.StringVar(&f.mode, "mode", "published", "published, strict, nonprivate or null, as far as the method has them")
	flags.Float64Var(&f.epsilon, "epsilon", 0, "budget ε")
	flags.Float64Var(&f.delta, "delta", 0, "budget δ")
	flags.StringVar(&f.relation, "relation", "", "which graphs are neighbours: edge, node, node-unbounded, graph, graph-unbounded; default the method's")
	flags.StringVar(&f.universe, "universe", "", "under node-unbounded, the public ids: their number N, for 0 … N-1, or a file with one in each line")
	flags.Uint64Var(&f.seed, "seed", 0, "make the run repeatable: no private release")
	flags.StringVar(&f.journal, "journal", "", "file that keeps what was spent and released, and an interrupted training beside it")
	flags.StringArrayVar(&f.set, "set", nil, "NAME=VALUE: change a setting of the mode; may be given many times")
	flags.StringVar(&f.out, "out", "", "file for what the run releases")
	return c
}

func modesOf(m method) []string { return slices.Sorted(maps.Keys(m.modes)) }

// runMethod does one run.
func (a *app) runMethod(cmd *cobra.Command, name string, m method, f runFlags) (*ran, error) {
	if f.graph == "" {
		return nil, usageError{errors.New("no graph: give --graph FILE|NAME")}
	}
	newConfig, ok := m.modes[f.mode]
	if !ok {
		return nil, usageError{fmt.Errorf("%s has no mode %q; there are %s", name, f.mode, strings.Join(modesOf(m), ", "))}
	}
	j := job{mode: f.mode, config: newConfig(), seed: f.seed, step: a.steps()}
	if err := setFields(j.config, f.set); err != nil {
		return nil, err
	}
	relation := m.relation
	if f.relation != "" {
		var err error
		if relation, err = gdp.ParseRelation(f.relation); err != nil {
			return nil, usageError{err}
		}
	}
	budget := gdp.Budget{Epsilon: gdp.Epsilon(f.epsilon), Delta: gdp.Delta(f.delta)}
	if f.mode != nonPrivate {
		if err := budget.Validate(); err != nil || f.epsilon == 0 {
			return nil, usageError{errors.Join(errors.New("a budget is needed: --epsilon above 0, and --delta"), err)}
		}
	}
	if f.journal != "" {
		j.checkpoint = f.journal + ".checkpoint"
	}
	if f.out != "" { // before anything is spent
		if err := writeFile(f.out, nil); err != nil {
			return nil, fmt.Errorf("--out %s: %w", f.out, err)
		}
	}
	var err error
	if j.data, err = openData(f.graph); err != nil {
		return nil, err
	}
	if f.mode != nonPrivate {
		var options []gdp.Option
		private := j.data.Network // where nodes stand in the universe, is how they are counted in all that follows
		if cmd.Flags().Changed("seed") {
			options = append(options, gdp.Seed(f.seed))
		}
		if f.journal != "" {
			options = append(options, gdp.Journal(f.journal))
		}
		if f.universe != "" {
			u, err := parseUniverse(f.universe)
			if err != nil {
				return nil, fmt.Errorf("--universe %s: %w", f.universe, err)
			}
			options = append(options, u.option)
			if relation == gdp.NodeUnbounded && j.data.Collection == nil {
				wide, _, err := j.data.Spread(u.n, u.ids)
				if err != nil {
					return nil, fmt.Errorf("--universe %s: %w", f.universe, err)
				}
				j.data.Network = *wide
			}
		}
		if j.data.Collection != nil {
			j.session, err = gdp.ProtectCollection(j.data.Collection, relation, budget, options...)
		} else {
			j.session, err = gdp.Protect(&private, relation, budget, options...)
		}
		if err != nil {
			return nil, err
		}
	}
	before, _ := os.Stat(j.checkpoint)
	start := time.Now()
	output, release, err := m.run(cmd.Context(), j)
	if err != nil {
		if errors.Is(err, context.Canceled) && wasSaved(j.checkpoint, before) {
			fmt.Fprintln(a.err, "Interrupted: the same command goes on from here.")
		}
		return nil, err
	}
	r := &ran{
		Method: name, Mode: f.mode, Graph: f.graph, Relation: relation.String(), Delta: f.delta, Ledger: []gdp.Entry{},
		Seconds: time.Since(start).Seconds(), Output: output, Config: j.config,
	}
	if err := r.protect(j.session); err != nil {
		return nil, err
	}
	if f.out != "" {
		r.File = f.out
		return r, writeFile(f.out, release)
	}
	return r, nil
}

// wasSaved tells whether a checkpoint is another file than it was before.
func wasSaved(checkpoint string, before os.FileInfo) bool {
	now, err := os.Stat(checkpoint)
	return err == nil && (before == nil || !os.SameFile(now, before) || !now.ModTime().Equal(before.ModTime()))
}

// protect fills in what protects the run.
func (r *ran) protect(s *gdp.Session) error {
	if s == nil {
		r.Claimed, r.Proved = epsilon(math.Inf(1)), epsilon(math.Inf(1))
		r.Reason = "the run reads the plain data"
		return nil
	}
	g, err := s.Guarantee()
	if err != nil {
		return err
	}
	l, err := s.Ledger()
	if err != nil {
		return err
	}
	r.Claimed, r.Proved, r.Reason = epsilon(g.Claimed), epsilon(g.Proved), g.Reason
	r.Audited, r.Seeded = g.Audited, g.Seeded
	r.Ledger = append(r.Ledger, l.Entries...)
	return nil
}

// writeFile writes a release so that a file of the name is whole or not there. With
// nothing to write it finds out whether it could.
func writeFile(path string, write func(io.Writer) error) error {
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	if write == nil {
		return errors.Join(file.Close(), os.Remove(file.Name()))
	}
	if err = errors.Join(write(file), file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}

// steps says on standard error, every few seconds, how far a long run is. A run
// that goes on does not begin with step 1.
func (a *app) steps() func(done, steps int) {
	var start, last time.Time
	first := 0
	return func(done, steps int) {
		now := time.Now()
		if start.IsZero() {
			start, last, first = now, now, done
		}
		if now.Sub(last) > 3*time.Second {
			last = now
			left := time.Duration(float64(now.Sub(start)) / float64(done-first) * float64(steps-done))
			fmt.Fprintf(a.err, "step %d of %d, about %v to go\n", done, steps, left.Round(time.Second))
		}
	}
}

// write is the run for people.
func (r *ran) write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "method\t%s, %s, on %s\n", r.Method, r.Mode, r.Graph)
	fmt.Fprintf(t, "relation\t%s\n", r.Relation)
	fmt.Fprintf(t, "claimed ε\t%.4g\n", float64(r.Claimed))
	fmt.Fprintf(t, "proved ε\t%.4g\n", float64(r.Proved))
	if r.Reason != "" {
		fmt.Fprintf(t, "not proved\t%s\n", r.Reason)
	}
	if r.Mode != nonPrivate {
		fmt.Fprintf(t, "at δ\t%g\n", r.Delta)
	}
	if r.Seeded {
		fmt.Fprintf(t, "seeded\trepeatable, and no private release\n")
	}
	for _, e := range r.Ledger {
		fmt.Fprintf(t, "spent\t%s: %v (%v)\n", e.Label, e.Counted, e.Basis)
	}
	fmt.Fprintf(t, "output\t%v\n", r.Output)
	if r.File != "" {
		fmt.Fprintf(t, "written\t%s\n", r.File)
	}
	fmt.Fprintf(t, "seconds\t%.1f\n", r.Seconds)
	return t.Flush()
}
