package epsilon

import (
	"strings"
	"testing"

	"github.com/graphdp/graphdp/notebooks/nbtest"
)

func TestCells(t *testing.T) {
	shown := nbtest.Run(t, twoWorlds, whatAnEpsilonMeans, tradeOff, gaussianCurves, composition, amplification, classicalGaussian, spendAndReplay)
	// What the text says of the figures, where a run could contradict it.
	for cell, want := range map[string][]string{
		"spendAndReplay": {"asked again, ", "over the budget: true"},
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
	}
}

// What the notebook keeps is what today's code shows.
func TestKeptOutputs(t *testing.T) {
	nbtest.Kept(t, twoWorlds, whatAnEpsilonMeans, tradeOff, gaussianCurves, composition, amplification, classicalGaussian, spendAndReplay)
}
