package nbtrial

import (
	"fmt"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis/privdpr"
	"github.com/graphdp/graphdp/notebooks/internal/capture"
)

// Each audit has a row with its mode, its number of runs and its guarantee. A small run has the
// fewest runs.
func TestAudits(t *testing.T) {
	attack := must.Get(method.AttackOn(release.KindGraph))(t)
	attack.Looks = "the graph"
	audit := func(name string, epsilon gdp.Epsilon) method.Audit {
		mode := must.Get(privdpr.Method.Mode(name))(t)
		return method.Audit{Method: "privdpr", Mode: mode, Attack: attack, Budget: gdp.Budget{Epsilon: epsilon, Delta: 1e-5}, Trials: 64}
	}
	for size, runs := range map[string]int{"full": 64, "small": method.LeastRuns} {
		t.Setenv("GDP_SIZE", size)
		outputs, err := capture.Run(func() { Audits(audit("strict", 2), audit("null-matched", 1)) })
		if err != nil || len(outputs) != 1 {
			t.Fatalf("%d outputs, %v", len(outputs), err)
		}
		text := outputs[0].String()
		if want := "δ = 1e-05 and confidence 0.95"; !strings.Contains(text, want) {
			t.Errorf("at %s no %q in\n%s", size, want, text)
		}
		for _, row := range []string{fmt.Sprintf("strict node the graph %d 2 2", runs), fmt.Sprintf("null-matched node the graph %d 0 +Inf", runs)} {
			if !strings.Contains(strings.Join(strings.Fields(text), " "), row) {
				t.Errorf("at %s no row %q in\n%s", size, row, text)
			}
		}
	}
}
