package classification_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/classification/classificationtest"
	"github.com/graphdp/graphdp/models/classification/gap"
	"github.com/graphdp/graphdp/models/classification/progap"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// summing lists the methods that release sums over neighbours.
var summing = []struct {
	method.Method
	hops   string   // the setting that says how many
	quick  []string // settings under which it learns quickly
	tuned  []string // of the non-private mode: those of the strict one
	short  []string // settings under which it hardly learns
	bounds string   // of what the mode at node level spends
}{
	{gap.Method, "Hops", []string{"Backend=go", "EncoderEpochs=60", "Epochs=80"}, []string{"BatchNorm=false", "Decay=0.002", "Unit=true"},
		[]string{"Backend=go", "EncoderEpochs=2", "Epochs=2"}, "[ℓ2 ≤ 1 ℓ2 ≤ 1 ℓ2 ≤ 2 ℓ2 ≤ 2]"},
	{progap.Method, "Depth", []string{"Backend=go", "Epochs=80"}, []string{"BatchNorm=false", "Decay=0.002", "Unit=true", "Scaled=true"},
		[]string{"Backend=go", "Epochs=2"}, "[ℓ2 ≤ 1 ℓ2 ≤ 1 ℓ2 ≤ 1 ℓ2 ≤ 2 ℓ2 ≤ 2]"},
}

// ran holds the result and the spends of a run.
type ran struct {
	method.Outcome
	classification.Details
	sums    [][]float32
	width   int
	entries []gdp.Entry
}

func runOf(t *testing.T, m method.Method, mode string, net *graph.Network, eps gdp.Epsilon, settings ...string) (r ran) {
	t.Helper()
	x := must.Get(m.Mode(mode))(t)
	config := set(t, x.Config(), settings...)
	if x.Plain {
		r.Outcome = must.Get(x.RunPlain(t.Context(), net, config, 2, nil))(t)
	} else {
		s := classificationtest.Protect(t, net, x.Relation, gdp.Budget{Epsilon: eps, Delta: 1e-5})
		r.Outcome = must.Get(x.Run(t.Context(), s, config, nil))(t)
		r.entries = must.Get(s.Ledger())(t).Entries
	}
	r.Details = r.Outcome.Details.(classification.Details)
	r.sums, r.width = r.Release.(release.Classifier).Model.(aggregate.Releases).Noisy()
	return r
}

// Neighbours are informative, words are not. Exact sums, and those of a large budget, score far
// above features alone; those of a tiny budget carry no information.
func TestSumsHelp(t *testing.T) {
	net := classificationtest.Blocks(200, 0.08, 0.008, 0.62, 1)
	for _, m := range summing {
		one := m.hops + "=1"
		got := map[string]float64{
			"null":  classificationtest.Accuracy(runOf(t, m.Method, "null", net, 1, m.quick...).Outcome, net),
			"exact": classificationtest.Accuracy(runOf(t, m.Method, "nonprivate", net, 0, slices.Concat(m.quick, m.tuned, []string{one})...).Outcome, net),
		}
		for name, eps := range map[string]gdp.Epsilon{"much": 30, "little": 0.05} {
			r := runOf(t, m.Method, "strict", net, eps, append(m.quick, one)...)
			if g := r.Guarantee; math.Abs(float64(g.Proved/eps)-1) > 1e-6 || g.Claimed != g.Proved {
				t.Errorf("%s, ε = %v: claimed %v, proved %v", m.Name, eps, g.Claimed, g.Proved)
			}
			got[name] = classificationtest.Accuracy(r.Outcome, net)
		}
		t.Log(m.Name, got)
		if got["exact"] < 0.95 || got["much"] < got["null"]+0.1 || got["little"] > got["null"]+0.1 {
			t.Errorf("%s: accuracies %v", m.Name, got)
		}
	}
}

// The paper's sensitivity claims the budget and proves that of noise smaller by √2.
func TestPublishedClaimsAnArc(t *testing.T) {
	net := classificationtest.Blocks(40, 0.2, 0.05, 0.62, 1)
	for _, m := range summing {
		for hops, eps := range map[int]gdp.Epsilon{1: 1, 3: 8} {
			r := runOf(t, m.Method, "published", net, eps, append(m.short, fmt.Sprintf("%s=%d", m.hops, hops))...)
			mean := must.Get(gauss.Mean(gdp.Budget{Epsilon: eps, Delta: 1e-5}))(t)
			want := gauss.Epsilon(math.Sqrt2*mean, 1e-5)
			if g := r.Guarantee; math.Abs(float64(g.Claimed/eps)-1) > 1e-6 || math.Abs(float64(g.Proved/want)-1) > 1e-4 {
				t.Errorf("%s, %d hops: claimed %v of %v, proved %v, want %v", m.Name, hops, g.Claimed, eps, g.Proved, want)
			}
			if math.Abs(r.Multiplier*mean/math.Sqrt(float64(hops))-1) > 1e-6 || len(r.sums) != hops {
				t.Errorf("%s, %d hops: multiplier %v, %d sums", m.Name, hops, r.Multiplier, len(r.sums))
			}
		}
	}
}

// Sums have noise of the stated size in every hop: those of a graph without edges are pure noise.
// The mean of 4800 squares is off by 7 % with a probability below 10⁻⁵.
func TestEveryHopHasItsNoise(t *testing.T) {
	net := classificationtest.Blocks(150, 0, 0, 0.62, 1)
	for _, m := range summing {
		r := runOf(t, m.Method, "strict", net, 1, append(m.short, m.hops+"=3")...)
		if len(r.sums) != 3 {
			t.Errorf("%s: %d hops", m.Name, len(r.sums))
		}
		for h, sums := range r.sums {
			squares := 0.0
			for _, x := range sums {
				squares += float64(x) * float64(x)
			}
			sd := math.Sqrt(squares / float64(len(sums)))
			if math.Abs(sd/(math.Sqrt2*r.Multiplier)-1) > 0.035 {
				t.Errorf("%s, hop %d: noise of %v, want %v", m.Name, h+1, sd, math.Sqrt2*r.Multiplier)
			}
		}
	}
}

// At node level all trainings and hops have the same noise multiplier, the budget is spent, and
// nothing is proved.
func TestPublishedNDP(t *testing.T) {
	net := classificationtest.Blocks(60, 0.1, 0.02, 0.62, 1)
	for _, m := range summing {
		r := runOf(t, m.Method, "published-ndp", net, 2, append(m.short, "Batch=30", "MaxDegree=4")...)
		if g := r.Guarantee; g.Claimed > 2 || g.Claimed < 1.98 || !math.IsInf(float64(g.Proved), 1) {
			t.Errorf("%s: claimed %v, proved %v", m.Name, g.Claimed, g.Proved)
		}
		var bounds []string
		for _, e := range r.entries {
			bounds = append(bounds, e.Bound)
		}
		slices.Sort(bounds)
		if got := fmt.Sprint(bounds); got != m.bounds {
			t.Errorf("%s: the ledger has the bounds %s", m.Name, got)
		}
		if len(r.sums) != 2 || len(r.sums[0]) != 120*16 || r.width != 16 {
			t.Errorf("%s: %d hops", m.Name, len(r.sums))
		}
	}
}
