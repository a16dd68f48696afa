package yourcode

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func needsAwk(t *testing.T) {
	if _, err := exec.LookPath("awk"); err != nil {
		t.Skip(err)
	}
}

// The audit breaks the claim of the program with the fault and of no other, and says why.
func TestCells(t *testing.T) {
	needsAwk(t)
	shown := nbtest.Run(t, asMethods, audits, compare)
	if len(shown["audits"]) == 0 {
		t.Fatal("no audits")
	}
	table := shown["audits"][0].String()
	for _, line := range strings.Split(table, "\n") {
		words := strings.Fields(line)
		if strings.HasPrefix(line, "broken ") && strings.Join(words, " ") != "broken nothing claimed" {
			t.Error(line)
		}
	}
	if strings.Count(table, "leak: the release always has as many edges as the graph") != 1 {
		t.Errorf("the checks do not find the fault alone:\n%s", table)
	}
}

// The notebook keeps what today's code shows.
func TestKeptOutputs(t *testing.T) {
	needsAwk(t)
	nbtest.Kept(t, asMethods, audits, compare)
}
