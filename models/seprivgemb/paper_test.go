package seprivgemb

import (
	"testing"

	"github.com/graphdp/graphdp/gdp/claim"
)

// The setting that the tables share is the same number in all of them; where the
// figures repeat a table they agree, but for two values of Arxiv.
func TestPaperNumbersAgree(t *testing.T) {
	claim.Fails(t, "seprivgemb", "Table VI and Fig. 3d show the same runs: on Arxiv with DeepWalk's proximity, ε = 0.5 and 2, they differ by .1000")
	all := PaperNumbers()
	if want := (6+7+6+7)*6 + 9*4 + 9*(6*7+2); len(all) != want {
		t.Errorf("%d numbers, want %d", len(all), want)
	}
	type place struct {
		method, data string
		epsilon      float64
	}
	figure, preset := map[place]float64{}, map[place]float64{}
	for _, q := range all {
		at := place{q.Method, q.Data, q.Epsilon}
		switch {
		case q.Mean <= 0 || q.Mean >= 1 || q.SD < 0 || q.SD > .1:
			t.Errorf("%+v", q)
		case q.Protocol == StructuralEquivalence && q.Table[0] == 'F':
			figure[at] = q.Mean
		case q.Variant == "B=128":
			preset[at] = q.Mean
		}
	}
	apart := 0
	for _, q := range all {
		at := place{q.Method, q.Data, q.Epsilon}
		switch q.Variant {
		case "η=.1", "C=2", "k=5":
			if q.Mean != preset[at] {
				t.Errorf("%s has %v, Table II %v", q.Table, q.Mean, preset[at])
			}
		case "non-zero":
			if d := figure[at] - q.Mean; d > .001 || d < -.001 {
				apart++
				if q.Data != "seprivgemb-arxiv" || d < .0999 || d > .1001 {
					t.Errorf("%+v, in the figure %v", q, figure[at])
				}
			}
		}
	}
	if apart != 2 {
		t.Errorf("%d values differ, want 2", apart)
	}
}
