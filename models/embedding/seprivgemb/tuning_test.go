package seprivgemb

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/best"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/claim"
)

// tuned returns the settings of Tables II to V: a row each, and as those of [sparsely]
// on a graph of that many edges, each once.
func tuned(t *testing.T, edges int) (rows []string, settings []PoissonSampled) {
	t.Helper()
	for _, q := range Method.Quoted() {
		if !slices.Contains([]string{"Table II", "Table III", "Table IV", "Table V"}, q.Table) {
			continue
		}
		if q.Epsilon != 3.5 {
			t.Errorf("%s, %s: tuned at ε = %v", q.Table, q.Variant, q.Epsilon)
		}
		variant, _ := strings.CutSuffix(q.Variant, ",Proximity=degree") // a column, not a row
		if slices.Contains(rows, q.Table+" "+variant) {
			continue
		}
		rows = append(rows, q.Table+" "+variant)
		c := sparsely
		c.SampleRate, c.Clip = 128/float64(edges), 2 // the paper's preset, which all tables have
		name, text, _ := strings.Cut(variant, "=")
		value := must.Get(strconv.ParseFloat(text, 64))(t)
		switch name {
		case "Batch":
			c.SampleRate = value / float64(edges)
		case "Rate":
			c.Rate = value
		case "Clip":
			c.Clip = value
		case "Negatives":
			c.Negatives = int(value)
		default:
			t.Fatalf("%s has the setting %s", q.Table, variant)
		}
		if !slices.Contains(settings, c) {
			settings = append(settings, c)
		}
	}
	return rows, settings
}

// G16. The cost of the tables if every run were private: one run costs 3.5.
func TestTuningCosts(t *testing.T) {
	claim.Fails(t, "seprivgemb", "Tables II–V cost nothing: 23 settings a method, in 26 rows of ten runs, were tuned at ε = 3.5 on the private graphs. Were each run PoissonSkipGram of that ε on Chameleon, one run of each would cost 8.98, and all ten 31.7")
	const edges, repeats, delta = 31371, 10, 1e-5
	rows, settings := tuned(t, edges)
	if len(rows) != 26 || len(settings) != 23 {
		t.Fatalf("%d rows and %d settings, want 26 and 23", len(rows), len(settings))
	}
	a := must.Get(best.New(accounting.AddRemove))(t)
	var once, all accounting.Compose
	runs := map[float64]accounting.SelfCompose{} // by the sampling rate, which alone matters
	for _, c := range settings {
		if _, ok := runs[c.SampleRate]; !ok {
			plan := func(multiplier float64) accounting.Event {
				return accounting.SelfCompose{Event: accounting.PoissonSampled{Rate: c.SampleRate, Event: accounting.Gaussian{NoiseMultiplier: multiplier}}, Count: c.Steps}
			}
			multiplier := must.Get(accounting.CalibrateNoise(a, accounting.Budget{Epsilon: 3.5, Delta: delta}, plan))(t)
			runs[c.SampleRate] = plan(multiplier).(accounting.SelfCompose)
		}
		run := runs[c.SampleRate]
		once = append(once, run)
		all = append(all, accounting.SelfCompose{Event: run.Event, Count: repeats * run.Count})
	}
	for _, x := range []struct {
		runs accounting.Compose
		want float64
	}{{once, 8.98}, {all, 31.74}} {
		eps := must.Get(a.Epsilon(x.runs, delta))(t)
		t.Logf("ε = %.2f", float64(eps))
		if math.Abs(float64(eps)-x.want) > 0.02 {
			t.Errorf("ε = %v, want %v", float64(eps), x.want)
		}
	}
}

// G16 in closed form. One private bit; each of k runs is randomised response, which shows the bit
// with probability e^ε/(1+e^ε); the run with the best score by the bit is released. It shows the
// other bit only if all runs do, so the worst ratio is (1+e^ε)^k - 1: more than e^(kε), the cost of
// releasing all runs.
func TestTheBestOfRunsIsNotPrivate(t *testing.T) {
	claim.Fails(t, "seprivgemb", "The best of k runs by its score on the private graph is as private as one run. For randomised response it has ε = ln((1+e^ε)^k - 1), more than kε: 81.2 for 23 runs of 3.5")
	for _, eps := range []float64{0.5, 1, 3.5} {
		right := math.Exp(eps) / (1 + math.Exp(eps))
		for k := 1; k <= 8; k++ {
			var shown [2][2]float64 // how likely each bit is to be shown, by the private one
			for bit := range 2 {
				for outcome := range 1 << k { // bit i of it is what run i shows
					p, released, score := 1.0, 0, -1
					for i := range k {
						run := outcome >> i & 1
						agrees := 1 ^ run ^ bit // the score of a run
						p *= right*float64(agrees) + (1-right)*float64(1-agrees)
						if agrees > score {
							released, score = run, agrees
						}
					}
					shown[bit][released] += p
				}
			}
			got := math.Log(shown[1][1] / shown[0][1])
			close(t, "ε of the best of runs", got, math.Log(math.Pow(1+math.Exp(eps), float64(k))-1), 1e-9)
			if k > 1 && got <= float64(k)*eps {
				t.Errorf("the best of %d runs of ε = %v has %v", k, eps, got)
			}
		}
	}
	close(t, "23 runs of 3.5", 23*math.Log1p(math.Exp(3.5)), 81.2, 0.05)
}
