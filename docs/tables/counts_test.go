package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/eval/trial"
)

// The numbers of cells of notebook 30 on pages are those of the stored runs.
func TestCountsOfCells(t *testing.T) {
	protocol := must.Get(trial.ProtocolOf(trial.GraphQueries))(t)
	cells := map[trial.Cell]map[string]trial.Mean{} // by mode, which the key leaves out
	for c, mean := range trial.Means(must.Get(trial.Read("../../notebooks/30_synthesis/results"))(t)) {
		mode := c.Method + " " + c.Mode
		if c.Method, c.Mode = "", ""; cells[c] == nil {
			cells[c] = map[string]trial.Mean{}
		}
		cells[c][mode] = mean
	}
	all, wins, worse, diameters := 0, map[string]float64{}, map[string]int{}, map[string]int{}
	for c, modes := range cells {
		if c.Epsilon == 0 {
			continue
		}
		all++
		better := func(x, y trial.Mean) bool { return protocol.Value(c.Value).Better.Prefers(x.Mean, y.Mean) }
		maps.DeleteFunc(modes, func(name string, m trial.Mean) bool {
			return math.IsNaN(m.Mean) || !strings.Contains(name, " strict") && !strings.Contains(name, " published") && name != "tmf null"
		})
		best := slices.DeleteFunc(slices.Collect(maps.Keys(modes)), func(name string) bool {
			return slices.ContainsFunc(slices.Collect(maps.Values(modes)), func(m trial.Mean) bool { return better(m, modes[name]) })
		})
		for _, name := range best {
			wins[name] += 1 / float64(len(best))
		}
		exact := trial.Cell{Trial: trial.Trial{Protocol: c.Protocol, Data: c.Data}, Value: c.Value}
		for _, name := range []string{"dcsbm", "ldpgen"} {
			x, y := cells[exact][name+" nonprivate"], modes[name+" strict"]
			se := math.Hypot(x.SD, y.SD) / math.Sqrt(3) // a difference of diameters may be this exactly
			if better(y, x) && math.Abs(x.Mean-y.Mean) > 1.0001*se && x.Runs == 3 && y.Runs == 3 {
				worse[name]++
				diameters[name] += strings.Count(c.Value, trial.QueryDiameter)
			}
		}
	}
	most := slices.SortedFunc(maps.Keys(wins), func(x, y string) int { return cmp.Compare(wins[y], wins[x]) })
	says := func(page, format string, args ...any) {
		text := strings.Join(strings.Fields(string(must.Get(os.ReadFile("../../"+page))(t))), " ")
		if want := fmt.Sprintf(format, args...); !strings.Contains(text, want) {
			t.Errorf("%s does not say %q", page, want)
		}
	}
	says("README.md", "`%s` is best in %.0f of %d cells. The best published mode, `%s`, has %.0f", most[0], wins[most[0]], all, most[1], wins[most[1]])
	says("docs/papers/dcsbm.md", "`%s` is best most often (%.0f), then `%s` (%.0f; it spends 2ε), `%s` (%.0f) and `%s` (%.0f)", most[0], wins[most[0]], most[1], wins[most[1]], most[2], wins[most[2]], most[3], wins[most[3]])
	for name := range worse {
		says("docs/papers/"+name+".md", "in %d of the %d cells of [Table A](#results). Of these, %d are diameters", worse[name], all, diameters[name])
	}
}
