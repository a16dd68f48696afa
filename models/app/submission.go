package app

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/graphdp/graphdp/models/eval/program"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/spf13/cobra"
)

// checked is what `gdp check` prints.
type checked struct {
	Faults []string `json:"faults"` // how the program breaks its contract
	Audit  audited  `json:"audit"`
	Study  *tried   `json:"study,omitempty"` // none of a program that no protocol measures on karate
	Row    string   `json:"row"`             // of docs/benchmarks/outside.md
}

// measures are the protocols of the study, by what a program releases.
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

// row is a row of the table of audits.
func (r checked) row(p *program.Program, digest string) string {
	bound := fmt.Sprintf("≥ %.2f", r.Audit.Audited)
	if r.Audit.Broken != nil {
		bound = "**" + bound + "**"
	}
	more := append([]string{r.Audit.Looks + ", on " + r.Audit.Worlds}, r.Faults...)
	return fmt.Sprintf("| %s | %s | %d | %.4g | %s | %s |", p.Name, digest, r.Audit.Trials, float64(r.Audit.Claimed), bound, strings.NewReplacer("|", `\|`, "\n", " ").Replace(strings.Join(more, "; ")))
}

// write is the check for people.
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
