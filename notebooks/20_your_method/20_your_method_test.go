package yourmethod

import (
	"strings"
	"testing"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest/smallworld"
	"github.com/graphdp/graphdp/notebooks/nbtest"
)

// One edge moves two degrees by one each, and no more.
func TestOneEdgeMovesTwoDegrees(t *testing.T) {
	worst, err := smallworld.World{Relation: gdp.EdgeLevel, Nodes: 5}.Worst(degrees)
	if bound := (Config{Fault: None}).query(new(float64)).Bound(); err != nil || worst.L1.Change != float64(bound) {
		t.Errorf("%v, %v; the bound is %v", worst.L1, err, bound)
	}
}

func TestCells(t *testing.T) {
	shown := nbtest.Run(t, worstCase, ledger, conformance, breakIt, compare)
	// What the text says of the tables, where a run could contradict it.
	for cell, want := range map[string][]string{
		"ledger":      {"before: proved +Inf, asserted 1", "after: proved 1"},
		"conformance": {"yours                    none", "with an early guarantee  ledger"},
		"breakIt":     {"none"},
	} {
		var all strings.Builder
		for _, output := range shown[cell] {
			all.WriteString(output.String())
		}
		for _, text := range want {
			if !strings.Contains(all.String(), text) {
				t.Errorf("%s does not show %q:\n%s", cell, text, all.String())
			}
		}
		if n := strings.Count(all.String(), "claimed and proved"); cell == "breakIt" && n != 2 {
			t.Errorf("%d broken methods are found, want both:\n%s", n, all.String())
		}
	}
}

// What the notebook keeps is what today's code shows; but for ledger, which shows a program
// that does not know the proof yet, as this one does by now.
func TestKeptOutputs(t *testing.T) {
	nbtest.Kept(t, worstCase, conformance, breakIt, compare)
}
