package board

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/models/eval/audits"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
)

// audited adds to each row the audit of the same mode with the same settings and budget. Without
// one it adds other audits of the mode, or the reason why there are none. The split of the nodes
// does not matter.
func (m *maker) audited() error {
	kept := map[int]audits.Kept{}
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
		own, ok := kept[r.Mode]
		if !ok {
			of, err := method.Find(m.methods, m.Modes[r.Mode].Method)
			if err == nil {
				own, err = audits.Of(of, m.Modes[r.Mode].Mode)
			}
			if err != nil {
				return fmt.Errorf("board: %w", err)
			}
			kept[r.Mode] = own
		}
		x, ok := found[run{r.Mode, r.Variant, r.Epsilon, r.Delta}]
		if !ok {
			text := own.Why
			if len(own.Audits) > 0 {
				text = "with other ε or settings " + strings.TrimPrefix(own.String(), "audited ")
			}
			m.Modes[r.Mode].Attacked = text
			continue
		}
		a := x.Audited
		m.Rows[i].Audited = Number(a.Epsilon)
		m.Rows[i].Attacked = fmt.Sprintf("%v; attack %s on %d runs, confidence %g", a, a.Method, a.Trials, a.Confidence)
		if len(own.Settings) > 0 {
			m.Rows[i].Attacked += ", with " + strings.Join(own.Settings, ", ")
		}
		if own.Unshown != "" {
			m.Rows[i].Attacked += ". The claim fails, and no audit shows it: " + own.Unshown
		}
	}
	return nil
}
