package nbtrial

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/notebooks/nb"
)

// Audits runs audits of one δ and one confidence. It shows the claimed, the proved and the audited
// ε of each mode. In a small run an audit has the fewest runs.
func Audits(list ...method.Audit) {
	t := figure.Table{Header: []string{"mode", "relation", "the attacker looks at", "runs", "claimed", "proved", "audited", "most that the runs could show"}}
	for _, a := range list {
		if nb.Small() {
			a.Trials = method.LeastRuns
		}
		a = nb.Must(a.Check())
		bar := nb.Progress(a.Mode.Name, a.Trials)
		a.Progress = func(int, int) { bar.Step(1) }
		found := nb.Must(a.Run(context.Background()))
		bar.Done()
		t.Caption = fmt.Sprintf("Three epsilons, at δ = %g and confidence %g", float64(a.Budget.Delta), a.Confidence)
		t.Rows = append(t.Rows, []any{a.Mode.Name, a.Relation.String(), a.Attack.Looks, a.Trials,
			float64(found.Guarantee.Claimed), float64(found.Guarantee.Proved), fmt.Sprint(found.Guarantee.Audited), float64(found.Most)})
	}
	nb.Show(t)
}
