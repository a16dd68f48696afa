package yourmethod

import (
	"strings"
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

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
