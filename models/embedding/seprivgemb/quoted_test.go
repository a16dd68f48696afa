package seprivgemb

import (
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/models/method"
)

// The setting that the tables share is the same number in all of them; where the
// figures repeat a table they agree, but for two values of Arxiv.
func TestQuotedNumbersAgree(t *testing.T) {
	claim.Fails(t, "seprivgemb", "Figs. 3 and 4 show means of ten runs: none of 54 series falls once with ε, though runs that Table VI repeats have standard deviations of .009 to .077, and ε decides nothing but the number of steps (G1)")
	claim.Fails(t, "seprivgemb", "Table VI and Fig. 3d show the same runs: on Arxiv with DeepWalk's proximity, ε = 0.5 and 2, they differ by .1000")
	all := slices.DeleteFunc(Method.Quoted(), func(q method.Quoted) bool { return q.Table == "Table E" }) // which repeats Table II
	if want := (6+7+6+7)*6 + 9*4 + 9*(6*7+2); len(all) != want {
		t.Errorf("%d numbers, want %d", len(all), want)
	}
	type place struct {
		method, data string
		degree       bool // whether of degree's proximity
		epsilon      float64
	}
	of := func(q method.Quoted) (at place, variant string) {
		if q.Variant == "Proximity=degree" {
			return place{q.Method, q.Data, true, q.Epsilon}, ""
		}
		variant, degree := strings.CutSuffix(q.Variant, ",Proximity=degree")
		return place{q.Method, q.Data, degree, q.Epsilon}, variant
	}
	figure, preset, degree := map[place]float64{}, map[place]float64{}, 0
	for _, q := range all {
		at, variant := of(q)
		if at.degree {
			degree++
		}
		switch {
		case q.Mean <= 0 || q.Mean >= 1 || q.SD < 0 || q.SD > .1:
			t.Errorf("%+v", q)
		case q.Protocol == "StrucEqu" && q.Table[0] == 'F':
			figure[at] = q.Mean
		case variant == "Batch=128":
			preset[at] = q.Mean
		}
	}
	if want := (6+7+6+7)*3 + 9*2 + 9*(7+1); degree != want {
		t.Errorf("%d numbers of degree's proximity, want %d", degree, want)
	}
	if want := 3 * 2; len(preset) != want {
		t.Errorf("%d presets, want %d", len(preset), want)
	}
	if n := len(monotone()); n != 54 {
		t.Errorf("%d private series never fall with ε, want all 54", n)
	}
	apart, least, most := 0, 1.0, 0.0
	for _, q := range all {
		at, variant := of(q)
		switch variant {
		case "Rate=0.1", "Clip=2", "Negatives=5":
			if q.Mean != preset[at] {
				t.Errorf("%s has %v, Table II %v", q.Table, q.Mean, preset[at])
			}
		case "Noise=NonZero":
			least, most = min(least, q.SD), max(most, q.SD)
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
	if least != .0092 || most != .0768 {
		t.Errorf("standard deviations of %v to %v", least, most)
	}
}

// monotone returns the series of Figs. 3 and 4 that grow with ε, or stay.
func monotone() (series []string) {
	last := map[string]float64{}
	fallen := map[string]bool{}
	for _, q := range Method.Quoted() {
		if key := strings.Join([]string{q.Table, q.Data, q.Method, q.Variant}, " "); q.Epsilon > 0 && strings.HasPrefix(q.Table, "Figure") {
			fallen[key] = fallen[key] || q.Mean < last[key]
			last[key] = q.Mean
		}
	}
	for key, x := range fallen {
		if !x {
			series = append(series, key)
		}
	}
	return series
}
