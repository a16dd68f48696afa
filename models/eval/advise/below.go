package advise

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/models/eval/trial"
)

// Below is how a mode did beside its null control in kept trials of one ε.
type Below struct {
	Mode, Null           string
	NullMethod, NullMode string
	Own                  bool // the null control is one of the same method
	Epsilon              float64
	Measures, OfAll      int // those in which the null was better
	Graphs, OfGraphs     int // those on which it was better in more than half of the measures
}

// String says it in a line.
func (b Below) String() string {
	return fmt.Sprintf("in stored runs at ε = %g the null control %s is better than %s in %d of %d metrics, and in most of them on %d of %d graphs",
		b.Epsilon, b.Null, b.Mode, b.Measures, b.OfAll, b.Graphs, b.OfGraphs)
}

// settings are those of a row's trials, in one order for the same ones.
func settings(parts ...string) string {
	var list []string
	for _, s := range strings.FieldsFunc(strings.Join(parts, ","), func(r rune) bool { return r == ',' }) {
		if strings.Contains(s, "=") { // not how many graphs of a collection were taken
			list = append(list, s)
		}
	}
	slices.Sort(list)
	return strings.Join(list, ",")
}

// Below reports whether the mode of a trial, with its settings, was worse than its null control
// under the relation, in most measures on most graphs, at the nearest kept ε that is not below the
// one that is given: less ε is no better.
func (t *Table) Below(of trial.Trial, relation string, epsilon float64) (Below, bool) {
	at := math.Inf(1)
	var rows []Row
	for _, r := range t.Rows {
		m := t.Modes[r.Mode]
		if m.Method != of.Method || m.Mode != of.Mode || m.Relation != relation || settings(r.Split, r.Variant) != settings(of.Variant) || r.Null == 0 || r.Epsilon < epsilon*(1-1e-9) || r.Epsilon > at {
			continue
		}
		if r.Epsilon < at {
			at, rows = r.Epsilon, nil
		}
		rows = append(rows, r)
	}
	b := Below{Mode: of.Method + " " + of.Mode, Epsilon: at}
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
	for d, n := range all {
		b.Measures, b.OfAll = b.Measures+worse[d], b.OfAll+n
		b.Graphs, b.OfGraphs = b.Graphs+count(2*worse[d] > n), b.OfGraphs+1
	}
	return b, 2*b.Measures > b.OfAll && 2*b.Graphs > b.OfGraphs
}
