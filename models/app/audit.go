package app

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/spf13/cobra"
)

// audited is what `gdp audit` prints.
type audited struct {
	Method     string   `json:"method"`
	Mode       string   `json:"mode"`
	Relation   string   `json:"relation"`
	Delta      float64  `json:"delta"`
	Claimed    epsilon  `json:"claimed"`
	Proved     epsilon  `json:"proved"`
	Reason     string   `json:"proved_reason,omitempty"`
	Audited    float64  `json:"audited"`
	IfGaussian float64  `json:"if_gaussian,omitempty"` // audited, if the noise is Gaussian
	Most       float64  `json:"most"`                  // that this number of trials can show
	Confidence float64  `json:"confidence"`
	Trials     int      `json:"trials"`
	Attack     string   `json:"attack"`
	Worlds     string   `json:"worlds"`
	Looks      string   `json:"looks_at"`
	Settings   []string `json:"settings,omitempty"` // that differ from the mode's
	Caution    string   `json:"caution,omitempty"`
	Broken     []string `json:"broken,omitempty"` // of claimed and proved, those below audited
}

func (a *app) audit() *cobra.Command {
	var mode, relation string
	var eps, delta float64
	var set []string
	x := method.Audit{Progress: a.meter.steps("trials")}
	c := &cobra.Command{
		Use:   "audit METHOD --epsilon E --delta D",
		Short: "Measure a lower bound on the ε of a mode by attacking it",
		Long: `audit runs a method many times on two neighbouring graphs. An attacker guesses from each release which
graph it came from. Correct guesses give a lower bound on ε at the stated confidence: a proved or claimed ε
below that bound is wrong. A small bound proves nothing, because a better attack may exist.

Each mode has its best known attack. The command prints the neighbouring graphs and the settings that the
attack uses; --set changes settings after these.

With --resume FILE the runs are stored in FILE, and the same command continues with them.
Exit status 1 means that a claim or a proof is broken.`,
		Example: "  gdp audit privdpr --mode strict --epsilon 4 --delta 1e-5 --trials 3000\n  gdp audit features --mode dp-sgd --epsilon 4 --delta 1e-5 --set Epochs=2 --json",
		Args:    arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			mode, err := a.modeOf(args[0], mode)
			if err != nil {
				return err
			}
			if x.Attack, err = a.attackOn(args[0], mode); err != nil {
				return err
			}
			c, err := a.choose(args[0], mode, relation, append(x.Attack.Settings, set...))
			if err != nil {
				return err
			}
			x.Method, x.Mode, x.Config, x.Relation = args[0], c.mode, c.config, c.relation
			x.Budget = gdp.Budget{Epsilon: gdp.Epsilon(eps), Delta: gdp.Delta(delta)}
			if eps == 0 {
				return usageError{errors.New("--epsilon is missing: give --epsilon above 0, and --delta")}
			}
			if x.Workers < 0 {
				return usageError{fmt.Errorf("--workers %d: must be at least 1, or 0 for one per core", x.Workers)}
			}
			if x.Confidence == 0 { // which package method takes for its default
				return usageError{errors.New("--confidence 0: must be in (0, 1)")}
			}
			if _, err := x.Check(); err != nil {
				return usageError{err}
			}
			found, err := x.Run(cmd.Context())
			if cmd.Context().Err() != nil && x.File != "" {
				a.note("Interrupted. Give the same command again to continue with the runs in %s.", x.File)
			}
			if err != nil {
				return ofFlags(err)
			}
			g := found.Guarantee
			r := audited{
				Method: args[0], Mode: mode, Relation: g.Relation.String(), Delta: delta, Claimed: epsilon(g.Claimed), Proved: epsilon(g.Proved),
				Reason: g.Reason, Audited: float64(found.Bound.Epsilon), IfGaussian: float64(found.Bound.IfGaussian), Most: float64(found.Most), Confidence: found.Bound.Confidence,
				Trials: found.Bound.Trials, Attack: found.Bound.Method, Worlds: x.Attack.Worlds, Looks: x.Attack.Looks, Settings: append(x.Attack.Settings, set...), Caution: g.Caution, Broken: found.Broken(),
			}
			if err := a.print(r, r.write); err != nil {
				return err
			}
			if r.Broken != nil {
				return errReported
			}
			return nil
		},
	}
	flags := c.Flags()
	modeFlag(c, &mode)
	flags.Float64Var(&eps, "epsilon", 0, "privacy budget ε of each run")
	flags.Float64Var(&delta, "delta", 0, "privacy budget δ of each run")
	flags.StringVar(&relation, "relation", "", "neighbouring graphs (default: the mode's relation)")
	flags.IntVar(&x.Trials, "trials", 0, "number of runs, half on each graph (default: set by the attack)")
	flags.Float64Var(&x.Confidence, "confidence", 0.95, "confidence of the lower bound")
	flags.IntVar(&x.Workers, "workers", 1, "parallel runs; 0 means one per core")
	flags.StringVar(&x.File, "resume", "", "file that stores the runs")
	flags.StringArrayVar(&set, "set", nil, "NAME=VALUE: change a setting of the mode (repeatable)")
	keeps.flag(c, "resume")
	a.completeMethods(c)
	a.completeModes(c)
	return c
}

// attackOn returns the best attack on a mode that is known, with the settings that the mode has.
func (a *app) attackOn(name, mode string) (x method.Attack, err error) {
	m, err := method.Find(a.methods, name)
	if err != nil {
		return x, usageError{err}
	}
	of, err := m.Mode(mode)
	if err != nil {
		return x, usageError{err}
	}
	if of.Plain {
		return x, usageError{fmt.Errorf("mode %s of %s is not private, so there is nothing to audit; choose a private mode", mode, name)}
	}
	if x, err = m.Attacked(of); err == nil {
		x.Settings, err = method.Known(of.Config(), x.Settings...)
	}
	return x, err
}

// write is the audit for people.
func (r audited) write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "method\t%s, %s, relation %s, δ = %g\n", r.Method, r.Mode, r.Relation, r.Delta)
	fmt.Fprintf(t, "claimed ε\t%.4g\n", float64(r.Claimed))
	fmt.Fprintf(t, "proved ε\t%.4g\n", float64(r.Proved))
	if r.Reason != "" {
		fmt.Fprintf(t, "not proved\t%s\n", r.Reason)
	}
	fmt.Fprintf(t, "audited ε\tat least %.4g (confidence %g, %d trials; they could show %.4g at most)\n", r.Audited, r.Confidence, r.Trials, r.Most)
	if r.IfGaussian > 0 {
		fmt.Fprintf(t, "\tat least %.4g if the mode is as private as one Gaussian release, which no audit shows\n", r.IfGaussian)
	}
	fmt.Fprintf(t, "worlds\t%s\n", r.Worlds)
	if len(r.Settings) > 0 {
		fmt.Fprintf(t, "settings\t%s\n", strings.Join(r.Settings, ", "))
	}
	fmt.Fprintf(t, "attack\t%s, on %s\n", r.Attack, r.Looks)
	if r.Caution != "" {
		fmt.Fprintf(t, "caution\t%s\n", r.Caution)
	}
	for _, b := range r.Broken {
		what, condition, _ := strings.Cut(b, ",")
		fmt.Fprintf(t, "broken\t%s\n", strings.TrimSuffix(fmt.Sprintf("the %s ε is below what the attack shows,%s", what, condition), ","))
	}
	return t.Flush()
}
