package advise

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
)

// Verdict is the mode with the highest score over all sections of an advice that count it. If no
// mode beats its controls, it is the null control of the best mode.
type Verdict struct {
	Method  string `json:"method"`
	Mode    string `json:"mode"`
	Variant string `json:"settings,omitempty"`
	Proved  bool   `json:"proved"`
	Tally          // of the beaten mode, if any
	Beaten  string `json:"beaten,omitempty"` // the best mode, which loses to this control
	// Statistics are those that the mode answers better than its control.
	Statistics []string `json:"statistics,omitempty"`
	Caution    string   `json:"caution,omitempty"`
	Command    string   `json:"command"`
	relation   string
}

// verdict chooses among the modes of all sections; nil if there are none. Controls rank after all
// modes that beat theirs.
func (q Question) verdict(sections []Section) *Verdict {
	var all []Verdict
	control := map[string]bool{}
	nearest := math.Inf(1) // smallest error of the statistic of the command
	for _, s := range sections {
		for _, m := range s.Modes {
			i := slices.IndexFunc(all, func(v Verdict) bool { return v.Method == m.Method && v.Mode == m.Mode && v.Variant == m.Variant })
			if i < 0 {
				i = len(all)
				all = append(all, Verdict{Method: m.Method, Mode: m.Mode, Variant: m.Variant, Proved: true, Caution: m.Caution, Command: m.Command, relation: q.Relation})
				control[m.Name()] = m.Role == method.Control.String()
			}
			v := &all[i]
			statistic, asks := strings.CutPrefix(s.Split, "Statistic=")
			if asks && !m.Loses() {
				v.Statistics = append(v.Statistics, statistic)
				if off := m.First; statistic == "edges" {
					nearest, v.Command = 0, m.Command // the first statistic
				} else if off != nil && off[0] < nearest {
					nearest, v.Command = off[0], m.Command
				}
			}
			m.warned = m.warned && !asks // of one statistic
			v.Proved, v.Tally = v.Proved && m.Proved, v.Tally.plus(m.Tally)
		}
	}
	if len(all) == 0 {
		return nil
	}
	last := func(v Verdict) int { return 2*count(v.Loses()) + count(control[v.name()]) }
	slices.SortStableFunc(all, func(a, b Verdict) int {
		return cmp.Or(cmp.Compare(last(a), last(b)), -cmp.Compare(a.Score, b.Score), -cmp.Compare(a.Above-a.Below, b.Above-b.Below))
	})
	best := all[0]
	switch asks := strings.HasPrefix(best.Command, "gdp ask "); {
	case asks && best.Statistics == nil: // there is no control to use
		return nil
	case asks || !best.Loses():
		return &best
	}
	by, _, _ := strings.Cut(cmp.Or(best.Null, best.Control), " or ")
	if best.WithNull == 0 || !best.warned && best.Above > best.Below && best.gain > 0 {
		by = best.Control
	}
	best.Beaten, best.Variant = best.name(), ""
	best.Method, best.Mode, _ = strings.Cut(by, " ")
	best.Command, best.Caution = q.command("", best.Method, best.Mode, ""), q.caution(best.Method, best.Mode)
	return &best
}

func (v Verdict) name() string {
	return Standing{Method: v.Method, Mode: v.Mode, Variant: v.Variant}.Name()
}

// String is the verdict in one sentence.
func (v Verdict) String() string {
	name, under := v.name(), ""
	if strings.HasPrefix(v.Command, "gdp ask ") {
		name = "gdp ask"
	}
	if v.relation != "" {
		under = ", relation " + v.relation
	}
	if v.Beaten != "" {
		above, with := v.Above, v.WithNull
		if by, _, _ := strings.Cut(v.Null, " or "); by != name {
			above, with = v.WithControl-v.BelowControl, v.WithControl
		}
		return fmt.Sprintf("Use %s%s: no private mode beats its control; %s is better than it in %d of %d.", name, under, v.Beaten, above, with)
	}
	text := "Use " + name + under + ": "
	if v.Compared > 0 {
		text += fmt.Sprintf("best in %d of %d comparisons with other modes", v.Best, v.Compared)
	} else {
		text += "no other mode has stored runs"
	}
	if v.WithNull > 0 {
		text += fmt.Sprintf(", better than its null control in %d of %d", v.Above, v.WithNull)
	}
	return text + "."
}

// mode returns a mode; zero if no method of the program has it.
func (q Question) mode(name, mode string) (x method.Mode) {
	if m, err := method.Find(q.Methods, name); err == nil {
		x, _ = m.Mode(mode)
	}
	return x
}

// caution returns the caution of a mode.
func (q Question) caution(name, mode string) string { return q.mode(name, mode).Caution }

// featured reports whether a mode needs node features.
func (q Question) featured(m Mode) bool { return q.mode(m.Method, m.Mode).Featured }

// Below compares a mode with its null control on stored trials of one protocol at one ε.
type Below struct {
	Protocol             string
	Mode, Null           string
	NullMethod, NullMode string
	Own                  bool // of the same method
	Epsilon              float64
	Measures, OfAll      int    // graphs on which the null was better
	Graphs, OfGraphs     int    // graphs on which it was better by more than half of the measures
	On                   string // the only compared graph
	Unlike               bool   // no graph is similar
}

// String describes the comparison in one line.
func (b Below) String() string {
	text := fmt.Sprintf("in stored runs of %s at ε = %g the null control %s is better than %s in %d of %d metrics", b.Protocol, b.Epsilon, b.Null, b.Mode, b.Measures, b.OfAll)
	if b.On != "" {
		return text + " on " + b.On
	}
	kind := "similar"
	if b.Unlike {
		kind = "other"
	}
	return text + fmt.Sprintf(", and in most of them on %d of %d %s graphs", b.Graphs, b.OfGraphs, kind)
}

// settings returns a row's settings in a canonical order.
func settings(parts ...string) string {
	var list []string
	for _, s := range strings.FieldsFunc(strings.Join(parts, ","), func(r rune) bool { return r == ',' }) {
		if strings.Contains(s, "=") { // except the sampling of a collection
			list = append(list, s)
		}
	}
	slices.Sort(list)
	return strings.Join(list, ",")
}

// Below reports whether the mode of a trial was worse than its null control by most measures of the
// trial's protocol under the relation, at the nearest stored ε not below the given one. It uses
// trials on the data set of that name if there are any, and otherwise trials on similar graphs,
// weighted by similarity.
func (t *Table) Below(of trial.Trial, relation string, epsilon float64, name string, f *Facts) (Below, bool) {
	at := math.Inf(1)
	var found []int
	for i, r := range t.Rows {
		m := t.Modes[r.Mode]
		if t.Protocols[r.Protocol].Name != of.Protocol || m.Method != of.Method || m.Mode != of.Mode || m.Relation != relation || settings(r.Split, r.Variant) != settings(of.Variant) || r.Null == 0 || r.Epsilon < epsilon*(1-1e-9) || r.Epsilon > at {
			continue
		}
		if r.Epsilon < at {
			at, found = r.Epsilon, nil
		}
		found = append(found, i)
	}
	b := Below{Protocol: of.Protocol, Mode: of.Method + " " + of.Mode, Epsilon: at}
	if slices.ContainsFunc(found, func(i int) bool { return t.Data[t.Rows[i].Data].Name == name }) {
		b.On = name
	} else {
		var note string
		found, note = t.like(f, found)
		b.Unlike = note != ""
	}
	var rows []Row
	for _, i := range found {
		if b.On == "" || t.Data[t.Rows[i].Data].Name == b.On {
			rows = append(rows, t.Rows[i])
		}
	}
	worse, all := map[int]int{}, map[int]int{} // by data
	for _, r := range rows {
		null := t.Rows[r.Null-1]
		if own := t.Modes[null.Mode].Method == of.Method; b.Null == "" || own && !b.Own {
			b.Null, b.NullMethod, b.NullMode, b.Own = t.name(null), t.Modes[null.Mode].Method, t.Modes[null.Mode].Mode, own
		}
	}
	for _, r := range rows {
		null := t.Rows[r.Null-1]
		if t.name(null) != b.Null {
			continue
		}
		for v, name := range t.Protocols[r.Protocol].Values {
			lead := versus(better(t.Protocols[r.Protocol].Name, name), r, null, v)
			if math.IsNaN(lead.by) {
				continue
			}
			all[r.Data]++
			worse[r.Data] += count(lead.by < 0)
		}
	}
	var lost, weights float64
	for _, d := range slices.Sorted(maps.Keys(all)) {
		n := all[d]
		weight := f.weight(t.Data[d].Facts)
		weights += weight
		if 2*worse[d] > n {
			b.Graphs, lost = b.Graphs+1, lost+weight
		}
		b.Measures, b.OfAll, b.OfGraphs = b.Measures+worse[d], b.OfAll+n, b.OfGraphs+1
	}
	return b, 2*b.Measures > b.OfAll && 2*lost > weights
}
