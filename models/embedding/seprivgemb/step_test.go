package seprivgemb

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/embedding/seprivgemb/skipgram"
)

// A step uses a sample of the paid rate. The number of edges in 200 batches is binomial with
// 200·|E| trials of probability 0.1: correct code is more than six standard deviations off with
// probability 2·10⁻⁹. With rate 1 it uses all edges.
func TestAStepIsOnASample(t *testing.T) {
	g := random(t, 3, 30, 120)
	for rate, off := range map[string]float64{"0.1": 6 * math.Sqrt(20*float64(g.M())*0.9), "1": 0} {
		s, steps, total := protect(t, g, gdp.EdgeLevel, modest), 0, 0
		must.Do(t, gdptest.Attach(s, &gdptest.Hook{Sample: func(_ string, _, records int, drawn []int32) []int32 {
			if steps, total = steps+1, total+len(drawn); records != g.M() {
				t.Fatalf("a step is on a sample of %d of %d edges", records, g.M())
			}
			return drawn
		}}))
		mode := set(PoissonSkipGram.With(tight), "Steps=200", "SampleRate="+rate)
		mustRun(t, s, mode)
		if want := 200 * mode.Settings.SampleRate * float64(g.M()); steps != 200 || math.Abs(float64(total)-want) > off {
			t.Errorf("%d edges in %d steps, want about %v in 200", total, steps, want)
		}
	}
}

// Negatives are redrawn in every step, for every edge and each half.
func TestNegativesAreDrawnAnew(t *testing.T) {
	c := with(tight, "Negatives=8")
	g := random(t, 3, 1000, 120)
	tables := must.Get(skipgram.NewTables(g.N(), c.Dim, c.Init, rand.New(rand.NewPCG(4, 4))))(t)
	x := must.Get(examplesOf(g, tables, c, still{gdp.Paid{Steps: 3, Clip: c.Clip, Divisor: 1}}))(t)
	lists := map[[8]int32]bool{}
	for step := range 3 {
		for list := x.negatives(step, []int32{0, 1, 2}); len(list) > 0; list = list[8:] {
			lists[[8]int32(list)] = true
		}
	}
	if len(lists) != 3*3*2 {
		t.Errorf("%d different lists of negatives in 3 steps, want 18", len(lists))
	}
}

// The release of a run has the noise of all steps on every row of both matrices, even if no step
// reads it. On a graph without edges, with initial rows near 0, it is that noise alone, η/B·√T·σC.
// For 480 normal numbers the root mean square is off by a quarter with probability below 10⁻¹⁰.
func TestEveryRowGetsTheNoise(t *testing.T) {
	c := with(tight, "Steps=9", "Rate=0.5", "Batch=4", "Init=1e-12")
	r := mustRun(t, protect(t, build(t, 60), gdp.EdgeLevel, modest), PoissonSkipGram.With(c))
	want := c.Rate / float64(c.Batch) * 3 * r.Multiplier * c.Clip
	for what, values := range map[string][]float32{"W_in": r.In.Values(), "W_out": r.Out.Values()} {
		if got := math.Sqrt(dot64(values, values) / 480); math.Abs(got/want-1) > 0.25 {
			t.Errorf("%s has entries of %v, want noise of %v", what, got, want)
		}
	}
}

// No graph is too large for its batch: the number of edges causes no error and is in none.
func TestABatchOfAllEdges(t *testing.T) {
	const n = 800 // 319,600 pairs, more than are added up at once
	var edges []graph.Edge
	for u := range int32(n) {
		for v := range u {
			edges = append(edges, graph.Edge{U: u, V: v})
		}
	}
	mustRun(t, protect(t, build(t, n, edges...), gdp.EdgeLevel, modest), set(PoissonSkipGram, "Dim=2", "Steps=1", "Negatives=0"))
}
