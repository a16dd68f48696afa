package exhibit

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
)

// Every exhibit of every method can be planned, and so can its small size where it has one. Some of
// its printed numbers can be measured, and others have a reason. All of its numbers are shown, and
// where none is planned and none printed, a reason is declared.
func TestEveryExhibit(t *testing.T) {
	methods, count := models.Methods(), 0
	for _, m := range methods {
		for _, e := range m.Exhibits {
			count++
			p, err := Plan(methods, m, e)
			if err != nil {
				t.Error(err)
				continue
			}
			d := p.Draw(nil, nil)
			for i := range d.Cells { // numbers that tell cells apart
				d.Cells[i].Mean, d.Cells[i].Why = trial.Mean{Mean: float64(1000 + i), Runs: 1}, ""
			}
			c := d.Coverage()
			for _, l := range c.Lacks {
				c.Measured += l.Numbers
			}
			if c.Measured != c.Printed || len(c.Lacks) > 0 && c.Lacks[0].Numbers == c.Printed {
				t.Errorf("%s of %s: %v", e.Name, m.Name, d.Coverage())
			}
			shown := map[string]bool{}
			tables, reasons := d.Tables()
			for _, x := range tables {
				for _, row := range x.Rows {
					for _, cell := range row {
						shown[fmt.Sprint(cell)] = true
					}
				}
			}
			for i, c := range d.Cells {
				if !shown[fmt.Sprint(1000+i)] {
					t.Errorf("%s of %s: the number at %v is nowhere", e.Name, m.Name, c.at)
				}
			}
			if i := slices.IndexFunc(reasons, func(why string) bool { return strings.Contains(why, noTrial) }); i >= 0 {
				t.Errorf("%s of %s: a cell has no reason: %s", e.Name, m.Name, d)
			}
			for _, why := range idle(p) {
				t.Errorf("%s of %s: %s", e.Name, m.Name, why)
			}
			small, err := Small(methods, e)
			if err != nil {
				if e.Unmade == "" && e.Protocol != trial.GraphClasses {
					t.Errorf("%s of %s: %v", e.Name, m.Name, err)
				}
				continue
			}
			if p, err := Plan(methods, m, small); err != nil || len(p.Trials) == 0 || len(p.Trials) > 100 {
				t.Errorf("small %s of %s: %v", e.Name, m.Name, err)
			}
		}
	}
	if count < 40 {
		t.Errorf("%d exhibits", count)
	}
}

// idle lists the absences without a cell, or with an incomplete row: it lacks a key that all others
// have.
func idle(p *Planned) (list []string) {
	own := *p
	own.Absent = nil
	cells := own.Draw(nil, nil).Cells
	for _, a := range p.Absent {
		own.Absent = []method.Absence{{Where: a.Where, Why: "absent"}}
		d := own.Draw(nil, nil)
		_, reasons := d.Tables()
		for _, l := range d.Coverage().Lacks {
			reasons = append(reasons, ") "+l.Why)
		}
		if !slices.ContainsFunc(reasons, func(why string) bool { return strings.HasSuffix(why, ") absent") }) {
			list = append(list, fmt.Sprintf("an absence at no cell: %v", a.Where))
		}
		for _, c := range d.Cells[len(cells):] {
			for _, key := range p.Down {
				if c.at[key] == "" && !slices.ContainsFunc(cells, func(c Cell) bool { return c.at[key] == "" }) {
					list = append(list, fmt.Sprintf("an absence without %s: %v", key, a.Where))
				}
			}
		}
	}
	return list
}

// The printed numbers of papers are unchanged: their count and their checksum.
func TestPrintedNumbers(t *testing.T) {
	for name, want := range map[string]string{
		"dpar": "75 e72c139a", "dpggan": "100 fc4b5b69", "dpgs": "926 6b35da5a", "features": "9 94032d7a", "privdpr": "184 f7ea9093", "seprivgemb": "591 24d32f3b",
	} {
		m := must.Get(method.Find(models.Methods(), name))(t)
		var lines []string
		for _, q := range m.Quoted() {
			lines = append(lines, fmt.Sprintf("%s|%s|%s|%s|%s|%g|%s|%g|%g", q.Table, q.Protocol, q.Method, q.Data, q.Value, q.Epsilon, q.Variant, q.Mean, q.SD))
		}
		slices.Sort(lines)
		if got := fmt.Sprintf("%d %.4x", len(lines), sha256.Sum256([]byte(strings.Join(lines, "\n")))); got != want {
			t.Errorf("%q: %q,", name, got)
		}
	}
}
