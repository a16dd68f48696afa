package advise

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/models/eval/trial"
)

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
