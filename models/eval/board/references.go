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

// aside marks the ablations: rows with settings, if the mode has rows with its own settings.
// Otherwise the settings with the most trials count as the mode's own.
func (b *Board) aside() {
	type family struct {
		protocol, mode int
		data, split    string
	}
	trials := map[family]map[string]int{}
	of := func(r Row) family { return family{r.Protocol, r.Mode, r.Data, r.Split} }
	for _, r := range b.Rows {
		if trials[of(r)] == nil {
			trials[of(r)] = map[string]int{}
		}
		trials[of(r)][r.Variant] += len(r.Seeds)
	}
	main := map[family]string{}
	for f, variants := range trials {
		most := 0
		for _, variant := range slices.Sorted(maps.Keys(variants)) {
			if n := variants[variant]; n > most {
				main[f], most = variant, n
			}
			if variant == "" { // the first
				break
			}
		}
	}
	for i, r := range b.Rows {
		b.Rows[i].Aside = r.Variant != main[of(r)]
	}
}

// refer gives each row its null controls and its runs without privacy, with the same protocol, data
// and split. Those of the same method are preferred to those of other methods.
// Nulls with the row's ε and settings are preferred. A null control applies to the relations that
// it supports; one that reads the data without privacy is used only if there is no other.
func (b *Board) refer() {
	type group struct {
		protocol    int
		data, split string
	}
	groups := map[group][]int{}
	for i, r := range b.Rows {
		if b.Modes[r.Mode].isNull() || b.Modes[r.Mode].isNonPrivate() {
			groups[group{r.Protocol, r.Data, r.Split}] = append(groups[group{r.Protocol, r.Data, r.Split}], i)
		}
	}
	places := map[string]int{}
	place := func(list []int) int {
		name := fmt.Sprint(list)
		i, ok := places[name]
		if !ok {
			i = len(b.References)
			places[name] = i
			b.References = append(b.References, list)
		}
		return i
	}
	place([]int{}) // 0: none
	for i, r := range b.Rows {
		candidates := groups[group{r.Protocol, r.Data, r.Split}]
		b.Rows[i].Null = place(b.nulls(r, candidates))
		b.Rows[i].NonPrivate = place(b.own(r, keep(candidates, func(_ Row, m Mode) bool { return m.isNonPrivate() }, b)))
	}
}

func (m Mode) isNull() bool { return m.Role == method.Null }

// isNonPrivate reports whether the mode is the method without privacy, with any settings, including
// tuned ones.
func (m Mode) isNonPrivate() bool { return m.Role == method.NonPrivate || m.Role == method.Tuned }

// own selects the rows of a row's own method, or all rows if there are none.
func (b *Board) own(r Row, list []int) []int {
	if own := keep(list, func(_ Row, m Mode) bool { return m.Method == b.Modes[r.Mode].Method }, b); len(own) > 0 {
		return own
	}
	return list
}

// nulls selects the null controls of a row.
func (b *Board) nulls(r Row, candidates []int) []int {
	mine := b.Modes[r.Mode]
	list := keep(candidates, func(_ Row, m Mode) bool {
		return m.isNull() && (mine.Relation == "none" || m.Relation == mine.Relation || slices.Contains(m.Also, mine.Relation))
	}, b)
	if len(list) == 0 {
		list = keep(candidates, func(_ Row, m Mode) bool { return m.isNull() && m.Relation == "none" }, b)
	}
	list = b.own(r, list)
	for _, closer := range []func(x Row, m Mode) bool{
		func(x Row, _ Mode) bool { return x.Epsilon == r.Epsilon || x.Epsilon == 0 },
		func(x Row, _ Mode) bool { return x.Epsilon == r.Epsilon },
		func(x Row, _ Mode) bool { return x.Variant == r.Variant },
		func(x Row, _ Mode) bool { return !x.Aside },
	} {
		if some := keep(list, closer, b); len(some) > 0 {
			list = some
		}
	}
	return list
}

func keep(list []int, which func(Row, Mode) bool, b *Board) []int {
	some := []int{}
	for _, i := range list {
		if which(b.Rows[i], b.Modes[b.Rows[i].Mode]) {
			some = append(some, i)
		}
	}
	return some
}

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
