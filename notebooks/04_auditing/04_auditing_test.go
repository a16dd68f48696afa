package auditing

import (
	"strings"
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

// The mechanism with half the noise is caught.
func TestCells(t *testing.T) {
	shown := nbtest.Run(t, audits, untouchedRows, oneRun)
	text := ""
	for _, output := range shown["audits"] {
		text += output.String()
	}
	if !strings.Contains(text, "yes") {
		t.Error(text)
	}
}

// What the notebook keeps is what today's code shows.
func TestKeptOutputs(t *testing.T) { nbtest.Kept(t, audits, untouchedRows, oneRun) }
