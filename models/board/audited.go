package board

import (
	"fmt"
	"maps"
	"slices"

	"github.com/graphdp/graphdp/models/trial"
)

// audited notes at each row what audits of the same mode, with the same settings and budget,
// found. How nodes are split says nothing of ε.
func (m *maker) audited() {
	type run struct {
		mode           int
		variant        string
		epsilon, delta float64
	}
	of := func(k key) run {
		_, variant := divided(k.variant)
		return run{m.modes[[2]string{k.method, k.mode}], variant, k.epsilon, k.delta}
	}
	found := map[run]trial.Result{}
	for _, k := range slices.SortedFunc(maps.Keys(m.trials), compare) {
		for _, seed := range slices.Sorted(maps.Keys(m.trials[k])) {
			r := m.trials[k][seed]
			if best, ok := found[of(k)]; r.Audited != nil && (!ok || r.Audited.Epsilon > best.Audited.Epsilon) {
				found[of(k)] = r
			}
		}
	}
	for i, r := range m.Rows {
		x, ok := found[run{r.Mode, r.Variant, r.Epsilon, r.Delta}]
		if !ok {
			continue
		}
		a := x.Audited
		m.Rows[i].Audited = Number(a.Epsilon)
		m.Rows[i].Attacked = fmt.Sprintf("attack %s on %d runs, confidence %g", a.Method, a.Trials, a.Confidence)
	}
}
