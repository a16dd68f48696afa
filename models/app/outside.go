package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/models/eval/program"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/spf13/cobra"
)

// methodNamed finds a method, or makes one of the program of a file.
func (a *app) methodNamed(name string) (m method.Method, err error) {
	if !program.Is(name) {
		return method.Find(a.methods, name)
	}
	p, known := a.programs[name]
	if !known {
		if p, err = program.Read(name); err != nil {
			return m, err
		}
		a.programs[name] = p
	}
	m = p.Method()
	i := slices.IndexFunc(a.methods, func(x method.Method) bool { return x.Name == m.Name })
	switch {
	case i < 0:
		a.methods = append(slices.Clone(a.methods), m)
	case len(a.methods[i].Modes) != 1 || a.methods[i].Modes[0].From != m.Modes[0].From:
		return m, fmt.Errorf("%s: name: %s is the name of another method; choose another", name, m.Name)
	}
	return m, nil
}

// withoutPrograms takes the files of programs from a list of arguments, and makes methods of them.
func (a *app) withoutPrograms(args []string) (rest []string, err error) {
	for _, name := range args {
		if !program.Is(name) {
			rest = append(rest, name)
		} else if _, err := a.methodNamed(name); err != nil {
			return nil, usageError{err}
		}
	}
	return rest, nil
}

// endPrograms ends the processes of programs.
func (a *app) endPrograms() {
	for _, p := range a.programs {
		p.Close()
	}
}

// described makes the program that --command and --releases describe, under the name of its file.
func (f *auditFlags) described(a *app) (string, error) {
	if f.releases == "" {
		return "", usagef("--releases is missing: say what the program of --command releases: %s", strings.Join(program.Kinds(), ", "))
	}
	words, err := program.Split(f.command)
	p := &program.Program{Name: "program", Command: words, Releases: f.releases, Relation: f.relation}
	if err == nil {
		err = program.New(p)
	}
	if err != nil {
		return "", usagef("--command: %w", err)
	}
	a.programs["program.yaml"] = p
	return "program.yaml", nil
}

// auditProgram searches for an attack on a program, and stores the pair of graphs in the folder of
// --keep.
func (a *app) auditProgram(ctx context.Context, p *program.Program, f auditFlags) (*program.Found, audited, error) {
	own, err := f.own(a)
	if err != nil {
		return nil, audited{}, err
	}
	run, search := program.Audit{Program: p, Audit: f.Audit, Own: own, Minutes: f.minutes, Tell: func(stage string) { a.meter.tell(stage, 0) }}, program.Audit.Run
	if f.once {
		search = program.Audit.OneRun
	}
	found, err := search(run, ctx)
	if ctx.Err() != nil && f.File != "" {
		a.note("Interrupted. Give the same command again to continue with the runs in %s.*", f.File)
	}
	if err != nil {
		return nil, audited{}, ofFlags(err)
	}
	r := auditedOf(f, found.Audited)
	r.Worlds, r.Looks, r.Checks, r.Tried, r.Said, r.Seed = found.Worlds, found.Looks, found.Checks, found.Tried, found.Said, f.Seed
	if found.Failed != [2]int{} {
		r.Failed = found.Failed[:]
	}
	if f.keep != "" {
		for i, w := range found.Pair {
			if w == nil {
				continue
			}
			path := fmt.Sprintf("%s%d%s", f.keep, i, p.Graph)
			if err := a.awaitWrite(path, func() error { return graphio.Write(path, w) }); err != nil {
				return nil, r, fmt.Errorf("--keep: %w", err)
			}
			r.Graphs = append(r.Graphs, path)
		}
	}
	return found, r, nil
}

// own reads the pairs of the user.
func (f *auditFlags) own(a *app) (map[string][2]*graph.Network, error) {
	own := map[string][2]*graph.Network{}
	for _, pair := range f.pairs {
		names := strings.Split(pair, ",")
		if len(names) != 2 {
			return nil, usagef("--pair %s: must be two files of neighbouring graphs, FILE,FILE", pair)
		}
		var worlds [2]*graph.Network
		most := 0
		for i, name := range names {
			d, err := opened(a, name, reading{}, func(in data.Input) (*data.Dataset, error) { return in.Open(graphio.Undirected) })
			if err == nil {
				err = single(d, name, "--pair")
			}
			if err != nil {
				return nil, err
			}
			w := d.Network
			w.IDs, w.Seen, w.ReadOff = nil, nil, graph.ReadOff{}
			worlds[i], most = &w, max(most, w.Graph.N())
		}
		own[pair] = worlds
	}
	return own, nil
}

// checkProgram refuses flags for programs if there is no program, and sets the defaults of a
// program's audit.
func (f *auditFlags) checkProgram(p *program.Program) error {
	switch {
	case p != nil && len(f.set) > 0:
		return usageError{errors.New("--set: a program has no settings; change its file")}
	case p == nil && (f.minutes != 0 || f.pairs != nil || f.keep != "" || f.once || f.releases != ""):
		return usageError{errors.New("--minutes, --pair, --keep, --one-run and --releases are for programs: give the file of one, or --command")}
	case !(f.minutes >= 0):
		return usagef("--minutes %g: must be at least 0", f.minutes)
	}
	if p != nil && f.Trials == 0 {
		f.Trials = 2 * method.DefaultRuns
	}
	return nil
}

// checked is the output of `gdp check`.
type checked struct {
	Faults []string `json:"faults"` // how the program breaks its contract
	Audit  audited  `json:"audit"`
	Study  *tried   `json:"study,omitempty"` // none of a program that no protocol measures on karate
	Row    string   `json:"row"`             // of docs/benchmarks/outside.md
}

// measures are the protocols of the study, by the kind of a program's release.
var measures = map[release.Kind]string{
	release.KindGraph: trial.GraphStatistics, release.KindEmbedding: trial.StructuralEquivalence, release.KindClassifier: trial.Classification,
}

func (a *app) submission() *cobra.Command {
	f := auditFlags{Audit: method.Audit{Progress: a.meter.steps("trials")}}
	c := &cobra.Command{
		Use:   "check PROGRAM --epsilon E --delta D",
		Short: "Check a program before its submission: contract, audit, small study",
		Long: `check runs a program as a reviewer would, and prints the row that a maintainer adds to the table of audits
(gdp help submitting). It takes three steps:

  contract: each run writes what the file declares; equal seeds give equal releases, other seeds others;
            the form of a release does not depend on the graph
  audit:    a short audit, as by gdp audit
  study:    five seeds on the karate club, for programs that release graphs, embeddings or class scores

Exit status 1 means that the program breaks its contract or its claim.`,
		Example: "  gdp check mine.yaml --epsilon 1\n  gdp check mine.yaml --epsilon 1 --delta 1e-5 --minutes 5 --json",
		Args:    arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !program.Is(args[0]) {
				return usagef("%s: must be the YAML file of a program, such as mine.yaml; gdp help submitting describes it", args[0])
			}
			if err := f.check(a, args[0]); err != nil {
				return err
			}
			return a.runCheck(cmd.Context(), args[0], f)
		},
	}
	flags := c.Flags()
	flags.Float64Var(&f.epsilon, "epsilon", 0, "privacy budget ε of each run")
	flags.Float64Var(&f.delta, "delta", 0, "privacy budget δ of each run")
	flags.Float64Var(&f.minutes, "minutes", 1, "time for the audit, which sets the number of runs")
	flags.Float64Var(&f.Confidence, "confidence", 0.95, "confidence of the lower bound")
	return c
}

// runCheck audits the program, measures it and prints both.
func (a *app) runCheck(ctx context.Context, name string, f auditFlags) error {
	p := a.programs[name]
	found, audit, err := a.auditProgram(ctx, p, f)
	if err != nil {
		return err
	}
	r := checked{Faults: found.Faults(), Audit: audit}
	m := p.Method()
	if f.delta == 0 { // trials have δ above 0, which the program then does not use
		p.Claims = "epsilon"
	}
	if protocol := measures[m.Releases]; protocol != "" && !f.Relation.OfGraphs() {
		study, err := a.runTrial(ctx, name, trialFlags{protocol: protocol, graph: "karate", epsilon: f.epsilon, delta: cmp.Or(f.delta, float64(trial.Delta)), seeds: "1-5", budgeted: true})
		if err != nil {
			return err
		}
		r.Study = &study
	}
	r.Row = r.row(p, strings.TrimPrefix(m.Modes[0].From, "the program "))
	if err := a.print(r, r.write); err != nil {
		return err
	}
	if r.Faults != nil || audit.Broken != nil {
		return errReported
	}
	return nil
}

// row returns a row of the table of audits.
func (r checked) row(p *program.Program, digest string) string {
	bound := fmt.Sprintf("≥ %.2f", r.Audit.Audited)
	if r.Audit.Broken != nil {
		bound = "**" + bound + "**"
	}
	more := append([]string{r.Audit.Looks + ", on " + r.Audit.Worlds}, r.Faults...)
	return fmt.Sprintf("| %s | %s | %d | %.4g | %s | %s |", p.Name, digest, r.Audit.Trials, float64(r.Audit.Claimed), bound, strings.NewReplacer("|", `\|`, "\n", " ").Replace(strings.Join(more, "; ")))
}

// write prints the check as text.
func (r checked) write(t rows) {
	if r.Faults == nil {
		t.row("contract", "kept")
	}
	for _, fault := range r.Faults {
		t.row("contract", "%s", fault)
	}
	r.Audit.write(t)
	if r.Study != nil {
		fmt.Fprintln(t)
		r.Study.write(t)
	}
	fmt.Fprintf(t, "\nthe row to add:\n%s\n", r.Row)
}
