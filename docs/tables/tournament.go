package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/models/eval/advise"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
)

// contests are the tables of tournament.md.
var contests = []struct {
	name      string
	protocols []string
}{
	{"Synthetic graphs", []string{trial.GraphQueries}},
	{"Embeddings", []string{trial.LinkPrediction, trial.Communities, trial.StructuralEquivalence}},
	{"Node classifiers", []string{trial.Classification}},
}

// A standing compares a proved mode with the others of its relation. A cell is a value on a graph
// at an ε.
type standing struct {
	mode          advise.Mode
	cells         int
	regret        float64 // sum over the cells
	best          int
	behind        int // cells in which the best mode leads by more than a standard error
	control, lost int // cells of its method's control, and those in which the control leads by as much
}

// writeTournament writes the distance of each proved mode from the best one.
func writeTournament(f *facts, out *strings.Builder, _ string) error {
	for _, c := range contests {
		fmt.Fprintf(out, "\n## %s\n", c.name)
		for _, on := range []struct {
			name  string
			table *advise.Table
		}{{"generated graphs", f.tournament}, {"stored runs on real graphs", f.advice}} {
			list, err := standings(on.table, c.protocols)
			if err != nil {
				return err
			}
			relations := map[string]bool{}
			for _, s := range list {
				relations[s.mode.Relation] = true
			}
			for _, relation := range slices.Sorted(maps.Keys(relations)) {
				fmt.Fprintf(out, "\n### %s, %s: %s\n\n", c.name, relation, on.name)
				head(out, "mode", "role", "regret", "cells", "best", "behind the best", "behind its control")
				for _, s := range list {
					if s.mode.Relation != relation {
						continue
					}
					control := "–"
					if s.control > 0 {
						control = fmt.Sprintf("%d of %d", s.lost, s.control)
					}
					row(out, "`"+s.mode.Method+" "+s.mode.Mode+"`", s.mode.Role, fmt.Sprintf("%.2f", s.regret/float64(s.cells)), fmt.Sprint(s.cells), fmt.Sprint(s.best), fmt.Sprint(s.behind), control)
				}
			}
		}
	}
	return writeAnswers(f.tournament, out)
}

// writeAnswers writes the mean error of each statistic over the generated graphs.
func writeAnswers(t *advise.Table, out *strings.Builder) error {
	type key struct{ statistic, mode string }
	sums, nulls := map[key]map[float64][2]float64{}, map[key][2]float64{}
	epsilons := map[float64]bool{}
	for _, r := range t.Rows {
		if m := t.Modes[r.Mode]; r.Null > 0 && t.Protocols[r.Protocol].Name == trial.Answers && m.Role != method.Null.String() {
			at := key{strings.TrimPrefix(r.Split, "Statistic="), m.Mode}
			if sums[at] == nil {
				sums[at] = map[float64][2]float64{}
			}
			x, null := sums[at][r.Epsilon], nulls[at]
			sums[at][r.Epsilon] = [2]float64{x[0] + r.Numbers[0], x[1] + 1}
			nulls[at] = [2]float64{null[0] + t.Rows[r.Null-1].Numbers[0], null[1] + 1}
			epsilons[r.Epsilon] = true
		}
	}
	titles := []string{"statistic", "mode"}
	for _, eps := range slices.Sorted(maps.Keys(epsilons)) {
		titles = append(titles, fmt.Sprintf("ε = %g", eps))
	}
	fmt.Fprint(out, "\n## Statistics\n\nMean relative error over the generated graphs.\n\n")
	head(out, append(titles, "null")...)
	for _, at := range slices.SortedFunc(maps.Keys(sums), func(a, b key) int {
		return cmp.Or(cmp.Compare(a.statistic, b.statistic), cmp.Compare(a.mode, b.mode))
	}) {
		cells := []string{at.statistic, "`question " + at.mode + "`"}
		for _, eps := range slices.Sorted(maps.Keys(epsilons)) {
			x := sums[at][eps]
			cells = append(cells, fmt.Sprintf("%.2g", x[0]/x[1]))
		}
		row(out, append(cells, fmt.Sprintf("%.2g", nulls[at][0]/nulls[at][1]))...)
	}
	return nil
}

// standings compares the proved modes of a table by some protocols, the least regret first.
func standings(t *advise.Table, protocols []string) ([]*standing, error) {
	type cell struct {
		protocol, data int
		split          string
		epsilon        float64
		relation       string
	}
	cells, found := map[cell][]advise.Row{}, map[int]*standing{}
	for _, r := range t.Rows {
		m := t.Modes[r.Mode]
		if r.Proved && r.Null > 0 && r.Variant == r.Split && m.Role != method.Null.String() && slices.Contains(protocols, t.Protocols[r.Protocol].Name) {
			at := cell{r.Protocol, r.Data, r.Split, r.Epsilon, m.Relation}
			cells[at] = append(cells[at], r)
			found[r.Mode] = &standing{mode: m}
		}
	}
	for at, rows := range cells {
		p, err := trial.ProtocolOf(t.Protocols[at.protocol].Name)
		if err != nil {
			return nil, err
		}
		for v, name := range t.Protocols[at.protocol].Values {
			compare(t, float64(p.Value(name).Better), v, rows, found)
		}
	}
	list := slices.DeleteFunc(slices.Collect(maps.Values(found)), func(s *standing) bool { return s.cells == 0 })
	slices.SortFunc(list, func(a, b *standing) int {
		return cmp.Or(cmp.Compare(a.regret/float64(a.cells), b.regret/float64(b.cells)), cmp.Compare(a.mode.Method+a.mode.Mode, b.mode.Method+b.mode.Mode))
	})
	return list, nil
}

// compare adds a value of one graph at one ε. Regret is 0 for the best mode and 1 for the null
// control; it is at most 2.
func compare(t *advise.Table, better float64, v int, rows []advise.Row, to map[int]*standing) {
	rows = slices.DeleteFunc(slices.Clone(rows), func(r advise.Row) bool { return math.IsNaN(r.Numbers[2*v]) })
	if len(rows) < 2 {
		return
	}
	score := func(r advise.Row) float64 { return better * r.Numbers[2*v] }
	leads := func(a, b advise.Row) bool {
		return score(a)-score(b) > math.Hypot(a.Numbers[2*v+1], b.Numbers[2*v+1])
	}
	best := slices.MaxFunc(rows, func(a, b advise.Row) int { return cmp.Compare(score(a), score(b)) })
	null := t.Rows[best.Null-1]
	if !(score(best) > score(null)) { // nothing to lose
		return
	}
	for _, r := range rows {
		s := to[r.Mode]
		s.cells++
		s.regret += min(2, (score(best)-score(r))/(score(best)-score(null)))
		if score(r) == score(best) {
			s.best++
		}
		if leads(best, r) {
			s.behind++
		}
		for _, c := range rows {
			if m := t.Modes[c.Mode]; m.Role == method.Control.String() && m.Method == s.mode.Method && c.Mode != r.Mode {
				s.control++
				if leads(c, r) {
					s.lost++
				}
			}
		}
	}
}
