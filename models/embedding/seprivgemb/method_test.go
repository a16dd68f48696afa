package seprivgemb

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method/release"
)

// evaluated returns one trial's values.
func evaluated(t *testing.T, g *graph.Graph, at trial.Trial) map[string]float64 {
	t.Helper()
	m := must.Get(trial.Evaluate(t.Context(), Method, at, graph.CollectionOf(&graph.Network{Graph: g}), nil))(t)
	return m.Values
}

// measured returns a mode by both protocols of the paper, with δ = 10⁻⁵.
func measured(t *testing.T, g *graph.Graph, mode string, eps float64, seed uint64) map[string]float64 {
	t.Helper()
	all := map[string]float64{}
	for _, protocol := range []string{trial.StructuralEquivalence, trial.LinkPrediction} {
		maps.Copy(all, evaluated(t, g, trial.Trial{Protocol: protocol, Mode: mode, Epsilon: eps, Seed: seed}))
	}
	return all
}

// Links are predicted after 2000 updates of Algorithm 2, ten times those for StrucEqu, or more if
// the setting has more; nothing else depends on the protocol.
func TestExperiment(t *testing.T) {
	for _, m := range Method.Modes {
		if got := experiment(trial.StructuralEquivalence, m.Config()); got != m.Config() {
			t.Errorf("%s: %+v for StrucEqu", m.Name, got)
		}
		want := m.Config()
		switch c := want.(type) {
		case SkipGram:
			c.Steps = 2000
			want = c
		case Trained:
			if m.Name == "nonprivate" {
				c.Steps = 2000
			}
			want = c
		}
		if got := experiment(trial.LinkPrediction, m.Config()); got != want {
			t.Errorf("%s: %+v for links, want %+v", m.Name, got, want)
		}
	}
}

// The degree control's links are ranked by its released degrees, so that on a graph of hubs they
// are found although its rows have random directions.
func TestLinksOfTheDegreeControl(t *testing.T) {
	const hubs, n = 10, 300
	r := rand.New(rand.NewPCG(9, 9))
	var edges []graph.Edge
	for v := int32(hubs); v < n; v++ {
		for range 3 {
			edges = append(edges, graph.Edge{U: int32(r.IntN(hubs)), V: v})
		}
	}
	g := build(t, n, edges...)
	if s := measured(t, g, "control", 50, 1); s["AUC"] < 0.9 {
		t.Errorf("AUC %v with nearly exact degrees", s["AUC"])
	}
	x := mustRun(t, protect(t, g, gdp.EdgeLevel, modest), Control)
	if got, want := score(t, x)(5, 3), x.Degrees[5]*x.Degrees[3]; got != want {
		t.Errorf("the pair 5, 3 scores %v, want %v", got, want)
	}
}

// score returns the scores of pairs in a run's release.
func score(t *testing.T, r *Result) func(u, v int32) float64 {
	t.Helper()
	return must.Get(r.Outcome().Release.(release.Embedding).Scores())(t)
}

// Strict scores a pair by degrees and by the entries that are not random. Degrees with Poisson
// scatter count less.
func TestRandomEntriesScoreNothing(t *testing.T) {
	in := must.Get(embed.FromRows([][]float32{{3, 4, 100}, {4, 3, -100}, {0, 0, 7}}))(t)
	r := &Result{In: in, Degrees: []float64{4, 9, 0}, Random: 1, Spread: 1}
	if a, b := score(t, r)(0, 1), score(t, r)(0, 2); math.Abs(a-36*(1+1)) > 1e-5 || b != 0 {
		t.Errorf("pairs score %v and %v", a, b)
	}
	r.Spread = 0.5
	if got, want := score(t, r)(0, 1), (4+1./6)*(9-7./3)*2; math.Abs(got-want) > 1e-5 {
		t.Errorf("a pair scores %v, want %v", got, want)
	}
	r.Core = 3
	if got, want := score(t, r)(0, 1), 6*24./25; math.Abs(got-want) > 1e-6 {
		t.Errorf("a pair with a core scores %v, want %v", got, want)
	}
	r.Core, r.Spread = 0, 1
	in.Row(1)[1] = -4
	if a := score(t, r)(0, 1); math.Abs(a-36*unlikely) > 1e-12 {
		t.Errorf("rows that point apart score %v", a)
	}
}

// Products of the spectrum's rows are numbers of common neighbours, and distances of its rows those
// of the adjacency matrix's.
func TestRowsOfTheSpectrum(t *testing.T) {
	g := must.Get(gen.GNM(40, 150, rand.New(rand.NewPCG(1, 2))))(t)
	r := must.Get(Spectrum.With(Spectral{Dim: 40}).RunOn(t.Context(), &graph.Network{Graph: g}, 1))(t)
	for u := range int32(40) {
		for v := range u + 1 {
			common := 0
			for _, w := range g.Neighbors(u) {
				if g.HasEdge(w, v) {
					common++
				}
			}
			if got := r.In.Dot(u, v); math.Abs(got-float64(common)) > 1e-4 {
				t.Errorf("nodes %d and %d: a product of %v, %d common neighbours", u, v, got, common)
			}
		}
	}
}

// With exact answers, strict's rows separate groups that its noise hides. [SE-PrivGEmb] Thm 2:
// processing after the release is post-processing. A cycle of six nodes and two triangles have the
// same degrees, and the degree release is the same to the bit.
func TestEqualDegreesOneRelease(t *testing.T) {
	claim.Holds(t, "seprivgemb", "Thm 2: what is computed from a private release costs nothing (the rows of the degree control read the released degrees alone)")
	run := func(edges ...graph.Edge) *Result {
		return mustRun(t, protect(t, build(t, 6, edges...), gdp.EdgeLevel, gdp.Budget{Epsilon: 1}), Control)
	}
	cycle := run(graph.Edge{U: 0, V: 1}, graph.Edge{U: 1, V: 2}, graph.Edge{U: 2, V: 3}, graph.Edge{U: 3, V: 4}, graph.Edge{U: 4, V: 5}, graph.Edge{U: 0, V: 5})
	triangles := run(graph.Edge{U: 0, V: 1}, graph.Edge{U: 1, V: 2}, graph.Edge{U: 0, V: 2}, graph.Edge{U: 3, V: 4}, graph.Edge{U: 4, V: 5}, graph.Edge{U: 3, V: 5})
	path := run(graph.Edge{U: 0, V: 1}, graph.Edge{U: 1, V: 2}, graph.Edge{U: 2, V: 3}, graph.Edge{U: 3, V: 4}, graph.Edge{U: 4, V: 5})
	if !slices.Equal(cycle.In.Values(), triangles.In.Values()) {
		t.Error("equal degrees give two releases")
	}
	if slices.Equal(cycle.In.Values(), path.In.Values()) {
		t.Error("other degrees give the same release")
	}
}

func TestStrictWithoutNoise(t *testing.T) {
	net := must.Get(gen.SBM([]int{60, 60}, [][]float64{{.2, .05}, {.05, .2}}, rand.New(rand.NewPCG(1, 2))))(t)
	r := must.Get(StrictNonPrivate.RunOn(t.Context(), net, 1))(t)
	if r.Core != 120 || r.Vectors != 1 || r.Multiplier != 0 {
		t.Errorf("a core of %d, %d vectors, noise %v", r.Core, r.Vectors, r.Multiplier)
	}
	if noisy := mustRun(t, protect(t, net.Graph, gdp.EdgeLevel, gdp.Budget{Epsilon: .5}), Strict); noisy.Vectors != 0 {
		t.Errorf("%d vectors at ε = .5", noisy.Vectors)
	}
}
