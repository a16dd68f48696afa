package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/eval/program"
	"github.com/graphdp/graphdp/models/method"
	"github.com/spf13/cobra"
)

// audited is the output of `gdp audit`.
type audited struct {
	Method     string   `json:"method"`
	Mode       string   `json:"mode"`
	Relation   string   `json:"relation"`
	Delta      float64  `json:"delta"`
	Claimed    epsilon  `json:"claimed"`
	Proved     epsilon  `json:"proved"`
	Reason     string   `json:"proved_reason,omitempty"`
	Audited    float64  `json:"audited"`
	IfGaussian float64  `json:"if_gaussian,omitempty"` // audited ε under the assumption of Gaussian noise
	Most       float64  `json:"most"`                  // largest ε that this number of trials can show
	Confidence float64  `json:"confidence"`
	Trials     int      `json:"trials"`
	Attack     string   `json:"attack"`
	Worlds     string   `json:"worlds"`
	Looks      string   `json:"looks_at"`
	Settings   []string `json:"settings,omitempty"` // settings that differ from the mode's
	Caution    string   `json:"caution,omitempty"`
	Broken     []string `json:"broken,omitempty"` // the values of ε, claimed or proved, below the audited ε
	// For programs only:
	Seed   uint64          `json:"seed,omitempty"`
	Checks []string        `json:"checks,omitempty"`      // result of the runs with equal seeds
	Failed []int           `json:"failed,omitempty"`      // failed runs on each graph
	Said   string          `json:"failure,omitempty"`     // message of one failed run
	Tried  []program.Tried `json:"pairs_tried,omitempty"` // tried pairs of graphs, with estimates of a pilot
	Graphs []string        `json:"graphs_kept,omitempty"` // files of the pair
}

// auditFlags are the flags of `gdp audit`.
type auditFlags struct {
	method.Audit
	mode, relation    string
	epsilon, delta    float64
	set               []string
	command, releases string // of a program
	minutes           float64
	pairs             []string
	keep, out         string
	once              bool
}

func (a *app) audit() *cobra.Command {
	f := auditFlags{Audit: method.Audit{Progress: a.meter.steps("trials")}}
	c := &cobra.Command{
		Use:   "audit METHOD|PROGRAM --epsilon E --delta D",
		Short: "Measure a lower bound on the ε of a mode by attacking it",
		Long: `audit runs a method many times on two neighbouring graphs. An attacker guesses from each release which
graph it came from. Correct guesses give a lower bound on ε at the stated confidence: a proved or claimed ε
below that bound is wrong. A small bound proves nothing, because a better attack may exist.

Each mode declares its best known attack. The command prints the neighbouring graphs and the settings that the
attack uses; --set overrides these settings.

PROGRAM is a YAML file that describes a program in any language (gdp help submitting); --command and --releases
replace the file. A pilot runs the program on several pairs of neighbouring graphs, and those of --pair, and learns
attacks. Fresh runs confirm the best one. The pilot makes a third more runs than --trials; --minutes sets both by
the time of a run. The report lists failed runs, the effect of the seed, and what the form of a release shows.

With --resume FILE the runs are stored in FILE (of a program, in several FILE.*), and the same command continues
with them.

Exit status 1 means that a claim or a proof is broken.`,
		Example: "  gdp audit privdpr --mode strict --epsilon 4 --delta 1e-5 --trials 3000\n  gdp audit features --mode dp-sgd --epsilon 4 --delta 1e-5 --set Epochs=2 --json\n" +
			"  gdp audit mine.yaml --epsilon 1 --minutes 10 --workers 0\n  gdp audit --command 'python mine.py {graph} {out} {epsilon} {seed}' --releases graph --epsilon 1",
		Args: func(c *cobra.Command, args []string) error {
			n := map[bool]int{true: 1}[f.command == ""]
			return arguments(n, n)(c, args)
		},
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			name := strings.Join(args, "")
			if f.command != "" {
				name, err = f.described(a)
			}
			if err == nil {
				err = f.check(a, name)
			}
			if err != nil {
				return err
			}
			if p := a.programs[name]; p != nil {
				found, r, err := a.auditProgram(cmd.Context(), p, f)
				if err != nil {
					return err
				}
				return a.tellAudit(f, r, found.Pair)
			}
			return a.auditMode(cmd.Context(), f)
		},
	}
	flags := c.Flags()
	flags.Float64Var(&f.epsilon, "epsilon", 0, "privacy budget ε of each run")
	flags.Float64Var(&f.delta, "delta", 0, "privacy budget δ of each run")
	flags.StringVar(&f.relation, "relation", "", "neighbouring graphs (default: the mode's relation)")
	flags.IntVar(&f.Trials, "trials", 0, "number of runs, half on each graph (default: set by the attack)")
	flags.Float64Var(&f.Confidence, "confidence", 0.95, "confidence of the lower bound")
	flags.IntVar(&f.Workers, "workers", 1, "parallel runs; 0 means one per core")
	flags.StringVar(&f.File, "resume", "", "file that stores the runs")
	keeps.flag(c, "resume")
	flags.Uint64Var(&f.Seed, "seed", 0, "seed of the runs; audits of different seeds are independent")
	flags.StringVar(&f.command, "command", "", "`COMMAND` of a program, with {graph}, {out}, {epsilon}, {delta} and {seed}")
	flags.StringVar(&f.releases, "releases", "", "what the program of --command releases: "+strings.Join(program.Kinds(), ", "))
	flags.Float64Var(&f.minutes, "minutes", 0, "for a program: time for the audit, which sets the number of runs")
	flags.StringArrayVar(&f.pairs, "pair", nil, "for a program: two neighbouring graphs to try, `FILE,FILE` (repeatable)")
	flags.StringVar(&f.keep, "keep", "", "for a program: prefix of the two files that store the graphs of the attack")
	flags.StringVar(&f.out, "out", "", "`FILE.html` for the audit as a page, with a picture of the two graphs")
	writes.flag(c, "out")
	flags.BoolVar(&f.once, "one-run", false, "for a program: guess 1000 canary edges from a single run, if runs take long")
	complete(c, "releases", program.Kinds)
	a.modeFlags(c, &f.mode, &f.set)
	return c
}

// check finds the best attack on the mode with its settings, and refuses modes that cannot be
// audited.
func (f *auditFlags) check(a *app, name string) error {
	m, mode, err := a.modeNamed(name, f.mode)
	if err == nil {
		err = f.checkProgram(a.programs[name])
	}
	if err != nil {
		return err
	}
	if mode.Plain {
		return usagef("mode %s of %s is not private, so there is nothing to audit; choose a private mode", mode.Name, name)
	}
	if f.Attack, err = m.Attacked(mode); err != nil {
		return err
	}
	if f.Attack.Settings, err = method.Known(mode.Config(), f.Attack.Settings...); err != nil {
		return err
	}
	f.set = append(f.Attack.Settings, f.set...)
	c, err := a.choose(name, f.mode, f.relation, f.set)
	if err != nil {
		return err
	}
	f.Method, f.Mode, f.Config, f.Relation = m.Name, c.mode, c.config, c.relation
	f.Budget = gdp.Budget{Epsilon: gdp.Epsilon(f.epsilon), Delta: gdp.Delta(f.delta)}
	switch {
	case f.out != "" && !strings.HasSuffix(f.out, ".html"):
		return usagef("--out %s: must be the name of an HTML file, such as audit.html", f.out)
	case f.epsilon == 0:
		return usageError{errors.New("--epsilon is missing: give --epsilon above 0, and --delta")}
	case f.Workers < 0:
		return usagef("--workers %d: must be at least 1, or 0 for one per core", f.Workers)
	case f.Confidence == 0: // zero selects the default of package method
		return usageError{errors.New("--confidence 0: must be in (0, 1)")}
	}
	if _, err := f.Check(); err != nil {
		return usageError{err}
	}
	return nil
}

// auditMode runs the attack and prints the result.
func (a *app) auditMode(ctx context.Context, f auditFlags) error {
	found, err := f.Run(ctx)
	if ctx.Err() != nil && f.File != "" {
		a.note("Interrupted. Give the same command again to continue with the runs in %s.", f.File)
	}
	if err != nil {
		return ofFlags(err)
	}
	return a.tellAudit(f, auditedOf(f, found), [2]*graph.Network{})
}

// auditedOf converts the result of an audit for printing.
func auditedOf(f auditFlags, found *method.Audited) audited {
	g, bound := found.Guarantee, found.Bound
	return audited{
		Method: f.Method, Mode: f.Mode.Name, Relation: g.Relation.String(), Delta: f.delta, Claimed: epsilon(g.Claimed), Proved: epsilon(g.Proved),
		Reason: g.Reason, Audited: float64(bound.Epsilon), IfGaussian: float64(bound.IfGaussian), Most: float64(found.Most), Confidence: bound.Confidence,
		Trials: bound.Trials, Attack: bound.Method, Worlds: f.Attack.Worlds, Looks: f.Attack.Looks, Settings: f.set, Caution: g.Caution, Broken: found.Broken(),
	}
}

// tellAudit prints an audit and writes its page. It fails if the audit breaks the claim or the
// proof.
func (a *app) tellAudit(f auditFlags, r audited, pair [2]*graph.Network) error {
	if f.out != "" {
		if err := a.awaitFile(f.out, func(w io.Writer) error { return r.page(w, pair) }); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
	}
	if err := a.print(r, r.write); err != nil {
		return err
	}
	if r.Broken != nil {
		return errReported
	}
	return nil
}

// write prints the audit as text.
func (r audited) write(t rows) {
	t.row("method", "%s, %s, relation %s, δ = %g", r.Method, r.Mode, r.Relation, r.Delta)
	t.row("claimed ε", "%.4g", float64(r.Claimed))
	t.row("proved ε", "%.4g", float64(r.Proved))
	t.row("not proved", "%s", r.Reason)
	t.row("audited ε", "at least %.4g (confidence %g, %d trials; they could show %.4g at most)", r.Audited, r.Confidence, r.Trials, r.Most)
	if r.IfGaussian > 0 {
		t.row("", "at least %.4g if the mode is as private as one Gaussian release, which no audit shows", r.IfGaussian)
	}
	t.row("worlds", "%s", r.Worlds)
	t.row("settings", "%s", strings.Join(r.Settings, ", "))
	t.row("attack", "%s, on %s", r.Attack, r.Looks)
	t.row("caution", "%s", r.Caution)
	for i, said := range r.Checks {
		t.row([]string{"checks", ""}[min(i, 1)], "%s", said)
	}
	if r.Failed != nil {
		t.row("failed", "%d runs on graph 0, %d on graph 1: %s", r.Failed[0], r.Failed[1], r.Said)
	}
	t.row("graphs", "%s", strings.Join(r.Graphs, ", "))
	for _, b := range r.Broken {
		what, condition, _ := strings.Cut(b, ",")
		if condition != "" {
			condition = "," + condition
		}
		t.row("broken", "the %s ε is below what the attack shows%s", what, condition)
	}
}

// report is the page of an audit.
var report = template.Must(template.New("report").Parse(`<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Audit of {{.Name}}</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.4 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
th{text-align:left;vertical-align:top;white-space:nowrap;padding-right:1rem}svg{max-width:100%;height:auto;background:#fff}</style>
<h1>Audit of {{.Name}}</h1>
<table>{{range .Lines}}<tr><th>{{index . 0}}</th><td>{{index . 1}}</td></tr>
{{end}}</table>
{{.Drawn}}
`))

// page writes an audit as an HTML page, with the pair of graphs if known.
func (r audited) page(w io.Writer, pair [2]*graph.Network) error {
	var lines [][]string
	text := rows{new(bytes.Buffer)}
	r.write(text)
	text.row("seed", "%d", r.Seed)
	for line := range strings.Lines(text.String()) {
		name, said, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(line, "\t") {
			name, said = "", name
		}
		lines = append(lines, []string{name, said})
	}
	var drawn []byte
	if pair[0] != nil && pair[1] != nil {
		var err error
		if drawn, err = drawnPair(pair).SVG(); err != nil {
			return err
		}
	}
	return report.Execute(w, map[string]any{"Name": r.Method, "Lines": lines, "Drawn": template.HTML(drawn)})
}

// drawnPair draws two graphs side by side and marks the edges that only one has.
func drawnPair(pair [2]*graph.Network) *figure.Figure {
	var differ []graph.Edge
	a, b := pair[0].Graph, pair[1].Graph
	if a.N() == b.N() {
		for u, v := range b.Edges() {
			if !a.HasEdge(u, v) {
				differ = append(differ, graph.Edge{U: u, V: v})
			}
		}
	}
	var drawn []*figure.Figure
	for i, w := range pair {
		style := figure.NetworkStyle{Title: fmt.Sprintf("graph %d", i), MarkedPairs: differ}
		if a.N() == b.N() {
			style.Like = b
		}
		drawn = append(drawn, figure.Network(w.Graph, style))
	}
	return figure.Panel("", 2, drawn...)
}
