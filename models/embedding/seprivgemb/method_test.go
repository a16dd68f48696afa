package seprivgemb

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/release"
)

// evaluated returns one trial's values.
func evaluated(t *testing.T, g *graph.Graph, at trial.Trial) map[string]float64 {
	t.Helper()
	m, err := trial.Evaluate(t.Context(), Method, at, graph.CollectionOf(&graph.Network{Graph: g}), nil)
	if err != nil {
		t.Fatal(err)
	}
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

// given is an outcome that is there before the trial.
type given method.Outcome

func (o given) Outcome() method.Outcome { return method.Outcome(o) }

// shown measures, as the trial does, what f makes of the graph that the trial shows to a
// method: the same to all methods.
func shown(t *testing.T, at trial.Trial, g *graph.Graph, f func(net *graph.Network) method.Outcome) map[string]float64 {
	t.Helper()
	at.Mode, at.Variant = "f", ""
	m := method.Method{Name: "shown", Modes: []method.Mode{
		method.PlainOld(method.Other, "f", "", struct{}{}, func(_ context.Context, net *graph.Network, _ struct{}, _ uint64, _ *checkpoint.Watch) (given, error) {
			return given(f(net)), nil
		}),
	}}
	r, err := trial.Evaluate(t.Context(), m, at, graph.CollectionOf(&graph.Network{Graph: g}), nil)
	if err != nil {
		t.Fatal(err)
	}
	return r.Values
}

// The modes, the configuration of each and the relation that it is for.
func TestModes(t *testing.T) {
	if err := Method.Check(); err != nil {
		t.Fatal(err)
	}
	var names []string
	for name, want := range map[string]struct {
		config   Config
		relation gdp.Relation
		role     method.Role
	}{
		"published": {Published(), gdp.NodeLevel, method.Published}, "zero-gradient": {ZeroGradient(), gdp.NodeLevel, method.Control},
		"author": {Author(), gdp.NodeLevel, method.AsCoded}, "strict": {Strict(), gdp.EdgeLevel, method.Strict},
		"projection": {Projection(), gdp.EdgeLevel, method.Other}, "control": {Control(), gdp.EdgeLevel, method.Control},
		"poisson-skip-gram": {PoissonSkipGram(), gdp.EdgeLevel, method.Other}, "matched-skip-gram": {MatchedSkipGram(), gdp.NodeLevel, method.Other},
		"promised-skip-gram": {PromisedSkipGram(0), gdp.NodeUnbounded, method.Other},
		"biased-skip-gram":   {BiasedSkipGram(), gdp.EdgeLevel, method.Other},
	} {
		names = append(names, name)
		m, err := Method.Mode(name)
		if err != nil {
			t.Fatal(err)
		}
		if m.Config() != want.config || !slices.Equal(m.Relations(), []gdp.Relation{want.relation}) || m.Plain || m.Role != want.role {
			t.Errorf("%s is %+v for %v", name, m.Config(), m.Relations())
		}
		if needs := slices.Contains(m.Needs, "MaxDegree"); needs != (name == "promised-skip-gram") {
			t.Errorf("%s needs %v", name, m.Needs)
		}
	}
	for name, want := range map[string]struct {
		config any
		role   method.Role
	}{
		"nonprivate": {NonPrivate(), method.NonPrivate}, "nonprivate-tuned": {NonPrivateTuned(), method.Tuned},
		"strict-nonprivate": {Exact{Strict().Expected}, method.NonPrivate}, "spectrum": {Spectral{Dim: 128}, method.Tuned},
	} {
		names = append(names, name)
		m, err := Method.Mode(name)
		if err != nil {
			t.Fatal(err)
		}
		if m.Config() != want.config || !m.Plain || m.Role != want.role {
			t.Errorf("%s is %+v", name, m)
		}
	}
	for _, m := range Method.Modes {
		switch m.Name {
		case "null": // of any relation; its configuration: [TestPresets]
			if len(m.Relations()) != 3 || m.Plain || m.Role != method.Null {
				t.Errorf("%s is %+v", m.Name, m)
			}
		default:
			if !slices.Contains(names, m.Name) {
				t.Errorf("%s is untested", m.Name)
			}
		}
	}
}

// Links are predicted after 2000 updates of Algorithm 2, ten times those for StrucEqu, or after the
// more that a setting has; nothing else is another for any protocol.
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

// A trial is the mode's configuration with its variant, in a session of the trial's
// budget, and ten times the updates of Algorithm 2 for links.
func TestEvaluate(t *testing.T) {
	g := random(t, 5, 60, 200)
	for _, m := range Method.Modes {
		for _, protocol := range []string{trial.StructuralEquivalence, trial.LinkPrediction} {
			var settings []string
			if names, err := method.Settings(m.Config()); err != nil {
				t.Fatal(err)
			} else if slices.ContainsFunc(names, func(s method.Setting) bool { return s.Name == "Steps" }) {
				settings = append(settings, "Steps=20")
			}
			if m.Needs != nil {
				settings = append(settings, "MaxDegree=60")
			}
			at := trial.Trial{Protocol: protocol, Mode: m.Name, Epsilon: 2, Seed: 3, Variant: strings.Join(settings, ",")}
			got := evaluated(t, g, at)
			want := shown(t, at, g, func(net *graph.Network) method.Outcome { return direct(t, m, net, settings...) })
			if len(got) == 0 || !maps.Equal(got, want) {
				t.Errorf("%s, %s: %v, want %v", m.Name, protocol, got, want)
			}
			if _, ok := got[trial.BothMatrices]; ok != (protocol == trial.LinkPrediction && slices.Contains(settings, "Steps=20") && m.Name != "biased-skip-gram") {
				t.Errorf("%s, %s: %v", m.Name, protocol, got)
			}
		}
	}
	for _, mode := range []string{"zero-gradient", "nonprivate"} {
		at := trial.Trial{Protocol: trial.LinkPrediction, Mode: mode, Epsilon: 2, Seed: 3}
		ten := evaluated(t, g, at)
		at.Variant = "Steps=2000"
		if want := evaluated(t, g, at); !maps.Equal(ten, want) {
			t.Errorf("%s: %v by Evaluate and %v after 2000 updates", mode, ten, want)
		}
		at.Variant = "Steps=200"
		if one := evaluated(t, g, at); maps.Equal(ten, one) {
			t.Errorf("%s: %v after any updates", mode, one)
		}
	}
	for what, at := range map[string]trial.Trial{
		"mode":     {Protocol: trial.LinkPrediction, Mode: "public"},
		"setting":  {Protocol: trial.LinkPrediction, Mode: "strict", Variant: "Batch=1"},
		"value":    {Protocol: trial.LinkPrediction, Mode: "published", Variant: "Batch=1.5"},
		"protocol": {Protocol: "link", Mode: "null"},
		"promise":  {Protocol: trial.LinkPrediction, Mode: "promised-skip-gram", Epsilon: 2},
	} {
		_, err := trial.Evaluate(t.Context(), Method, at, graph.CollectionOf(&graph.Network{Graph: g}), nil)
		if err == nil || errors.Is(err, method.ErrSetting) != (what == "setting" || what == "value") {
			t.Errorf("no such %s: %v", what, err)
		}
	}
}

// direct runs a mode in a session of ε = 2 and seed 3, without a trial.
func direct(t *testing.T, m method.Mode, net *graph.Network, settings ...string) method.Outcome {
	t.Helper()
	c := with(m.Config(), settings...)
	if m.Plain {
		o, err := m.RunPlain(t.Context(), net, c, 3, nil)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	options := []gdp.Option{gdp.Seed(3)}
	if m.Relation == gdp.NodeUnbounded {
		options = append(options, gdp.Nodes(net.Graph.N()))
	}
	s, err := gdp.Protect(net, m.Relation, gdp.Budget{Epsilon: 2, Delta: 1e-5}, options...)
	if err != nil {
		t.Fatal(err)
	}
	o, err := m.Run(t.Context(), s, c, nil)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// Each variant of the paper's tables changes its own settings and no others.
func TestVariants(t *testing.T) {
	for variant, change := range map[string]func(*SkipGram){
		"Batch=64": func(c *SkipGram) { c.Batch = 64 }, "Rate=0.05": func(c *SkipGram) { c.Rate = .05 }, "Clip=3": func(c *SkipGram) { c.Clip = 3 },
		"Negatives=1": func(c *SkipGram) { c.Negatives = 1 }, "Steps=7": func(c *SkipGram) { c.Steps = 7 },
		"Noise=All": func(c *SkipGram) { c.Noise = All }, "Noise=NonZero": func(c *SkipGram) { c.Noise = NonZero },
		"Proximity=degree":          func(c *SkipGram) { c.Proximity = Degree },
		"Batch=32,Proximity=degree": func(c *SkipGram) { c.Batch, c.Proximity = 32, Degree },
	} {
		want := Published()
		change(&want)
		if got := with(Published(), strings.Split(variant, ",")...); got != want {
			t.Errorf("%q: %+v", variant, got)
		}
	}
	if got := with(PromisedSkipGram(0), "MaxDegree=9"); got != PromisedSkipGram(9) {
		t.Errorf("a promise of 9: %+v", got)
	}
	for _, q := range Method.Quoted() {
		var config any = Published()
		if q.Method == free {
			config = NonPrivate()
		}
		if q.Variant == "" {
			continue
		}
		if q.Method != free && q.Method != private {
			t.Errorf("%s: %s has the variant %s", q.Table, q.Method, q.Variant)
		}
		if _, err := method.Set(config, strings.Split(q.Variant, ",")...); err != nil {
			t.Errorf("%s: %v", q.Table, err)
		}
	}
	for _, bad := range []string{"", "Batch", "Batch=", "Batch=x", "Negatives=.5", "r=64", "Rate=.", "Noise=silent", "MaxDegree=9"} {
		if _, err := method.Set(Published(), bad); !errors.Is(err, method.ErrSetting) {
			t.Errorf("%q is a variant: %v", bad, err)
		}
	}
}

// The degree control's links are ranked by the degrees that it releases, so that on a
// graph of hubs they are found though its rows point anywhere.
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
	first := mustRun(t, protect(t, g, gdp.EdgeLevel, modest), Control())
	text, err := json.Marshal(first)
	if err != nil {
		t.Fatal(err)
	}
	var kept Result
	if err := json.Unmarshal(text, &kept); err != nil {
		t.Fatal(err)
	}
	for _, x := range []*Result{first, &kept} { // and so they are when the release was kept
		e := x.Outcome().Release.(release.Embedding)
		for u := range int32(n) {
			if got, want := e.Score(u, 3), math.Sqrt(x.Degrees[u]*x.Degrees[3]); got != want {
				t.Errorf("the pair %d, 3 scores %v, want %v", u, got, want)
			}
		}
	}
}

// A pair of strict rows scores by degrees and by the cosine of what is not random.
func TestRandomEntriesScoreNothing(t *testing.T) {
	in, err := embed.FromRows([][]float32{{3, 4, 100}, {4, 3, -100}, {0, 0, 7}})
	if err != nil {
		t.Fatal(err)
	}
	r := &Result{In: in, Degrees: []float64{4, 9, 16}, Random: 1, Strength: 1}
	if a, b := r.pair(0, 1), r.pair(0, 2); math.Abs(a-6*24./25) > 1e-12 || b != 8 {
		t.Errorf("pairs score %v and %v", a, b)
	}
	r.Strength = 0.5 // of the second entries
	if got, want := r.pair(0, 1), 6*(12+3)/math.Sqrt((9+4)*(16+9./4)); math.Abs(got-want) > 1e-12 {
		t.Errorf("a pair scores %v, want %v", got, want)
	}
	r.Strength = 1
	in.Row(1)[0] = -4
	if a := r.pair(0, 1); math.Abs(a-6*unlikely) > 1e-12 {
		t.Errorf("rows that point apart score %v", a)
	}
}

// Pairs of modes without random entries score by their rows, those of skip-gram also by both
// matrices; an outcome says about the run what the result says.
func TestOutcome(t *testing.T) {
	g := ring(t, 120)
	for name, m := range smallModes() {
		r := mustRun(t, protect(t, g, m.relation, modest), small(m.config))
		o := r.Outcome()
		e := o.Release.(release.Embedding)
		biased := name == "BiasedSkipGram" // [TestProductsOfBiasedRows]
		if random := r.Random > 0; (random || biased) != (e.Pair != nil) || random != strings.Contains("Control Strict", name) || e.Pair == nil && e.Score(1, 2) != r.In.Dot(1, 2) {
			t.Errorf("%s: the pair 1, 2 scores %v", name, e.Score(1, 2))
		}
		if (e.Other != nil) != (steps(m.config) > 0 && !biased) {
			t.Errorf("%s: second rows %v", name, e.Other != nil)
		}
		if r.Out != nil {
			if want := embed.Dot(r.In.Row(1), r.Out.Row(2)) + embed.Dot(r.In.Row(2), r.Out.Row(1)); e.Both(1, 2) != want {
				t.Errorf("%s: both matrices score %v, want %v", name, e.Both(1, 2), want)
			}
		}
		d, ok := o.Details.(details)
		if !ok || d.Steps != r.Steps || d.Multiplier != r.Multiplier || !(d.Multiplier > 0) || !slices.Equal(d.Degrees, r.Degrees) || o.Guarantee != r.Guarantee {
			t.Errorf("%s: %+v", name, o)
		}
		if (d.Steps > 0) != (steps(m.config) > 0) || (len(d.Degrees) > 0) != strings.Contains("Control Strict", name) {
			t.Errorf("%s: %d steps, %d degrees", name, d.Steps, len(d.Degrees))
		}
		if text := d.String(); !strings.Contains(text, "noise multiplier") || strings.Contains(text, "steps") != (d.Steps > 0) {
			t.Errorf("%s: %q", name, text)
		}
	}
}

// Products of the spectrum's rows are numbers of common neighbours, and distances of its rows those
// of the adjacency matrix's.
func TestRowsOfTheSpectrum(t *testing.T) {
	g, err := gen.GNM(40, 150, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	r, err := RunPlain(t.Context(), &graph.Network{Graph: g}, Spectral{Dim: 40}, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
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

// With exact answers the rows of strict tell groups apart that its noise hides.
func TestStrictWithoutNoise(t *testing.T) {
	net, err := gen.SBM([]int{60, 60}, [][]float64{{.2, .05}, {.05, .2}}, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	r, err := RunPlain(t.Context(), net, StrictNonPrivate(), 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Core != 120 || r.Vectors != 1 || r.Multiplier != 0 {
		t.Errorf("a core of %d, %d vectors, noise %v", r.Core, r.Vectors, r.Multiplier)
	}
	again, err := RunPlain(t.Context(), net, StrictNonPrivate(), 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(r.In.Values(), again.In.Values()) {
		t.Error("another embedding for the same seed")
	}
	noisy, err := Run(t.Context(), protect(t, net.Graph, gdp.EdgeLevel, gdp.Budget{Epsilon: .5}), Strict(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if noisy.Vectors != 0 {
		t.Errorf("%d vectors at ε = .5", noisy.Vectors)
	}
}
