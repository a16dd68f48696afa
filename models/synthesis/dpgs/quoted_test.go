package dpgs

import (
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/models/eval/trial"
)

// Every figure has all its points, with measures of the protocol and possible values; values at ε =
// 3.5 are those of the project's sheet.
func TestQuoted(t *testing.T) {
	counts, last := map[string]int{}, map[string]float64{}
	for _, q := range Method.Quoted() {
		if counts[q.Table]++; strings.HasPrefix(q.Protocol, "drawn ") {
			if !(q.Mean > 0.2 && q.Mean < 1 && q.SD < 0.02) {
				t.Errorf("%+v", q)
			}
			continue
		}
		if q.Protocol != trial.GraphBeside || !slices.Contains(trial.BesideNames(), q.Value) || !(q.Mean >= 0) || q.Value != trial.DegreeKL && q.Mean > 1 {
			t.Errorf("%+v", q)
		}
		if q.Epsilon == 3.5 && q.Method == "DPGS" {
			last[q.Value+" "+q.Data] = q.Mean
		}
	}
	for table, want := range map[string]int{"Figure 4": 168, "Figure 5": 168, "Figure 6": 168, "Figure 7": 168, "Figure 9": 84, "Table 2": 48, "Table 3": 54, "Table 4": 48, "Figure 8": 20} {
		if counts[table] != want {
			t.Errorf("%s has %d points, want %d", table, counts[table], want)
		}
	}
	for what, want := range map[string]float64{
		"RE(Mod) cora": .215, "RE(Mod) citeseer": .349, "RE(CC) coauthor-cs": .36, "overlap dpgs-pubmed": .77, "MAE by rank cora": .005, "NMI cora": .284, "KL cora": 1.81,
	} {
		if last[what] != want {
			t.Errorf("%s: %v, want %v", what, last[what], want)
		}
	}
}
