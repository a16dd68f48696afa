package seprivgemb

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/trial"
)

// measured is a configuration by both protocols.
func measured(t *testing.T, g *graph.Graph, c Config, rel gdp.Relation, b gdp.Budget, seed uint64) map[string]float64 {
	t.Helper()
	all := map[string]float64{}
	for _, protocol := range []string{StructuralEquivalence, LinkPrediction} {
		values, err := Measure(t.Context(), protocol, g, c, rel, b, seed)
		if err != nil {
			t.Fatal(err)
		}
		for name, x := range values {
			all[name] = x
		}
	}
	return all
}

// A trial is the mode's configuration, its variant and ten times the updates of
// Algorithm 2 for links, in a session of the trial's budget.
func TestEvaluate(t *testing.T) {
	g := random(t, 5, 60, 200)
	for _, mode := range Modes() {
		for _, protocol := range []string{StructuralEquivalence, LinkPrediction} {
			c, rel, err := Setting(mode)
			if err != nil {
				t.Fatal(err)
			}
			at := trial.Trial{Protocol: protocol, Method: "seprivgemb", Mode: mode, Data: "random", Epsilon: 2, Seed: 3}
			if c.Method == PromisedSkipGram {
				continue // has no promise of its own
			}
			if c.Steps > 0 {
				at.Variant, c.Steps = "T=20", 20
			}
			got, err := Evaluate(t.Context(), at, &graph.Network{Graph: g})
			if err != nil {
				t.Fatal(err)
			}
			want, err := Measure(t.Context(), protocol, g, c, rel, gdp.Budget{Epsilon: 2, Delta: 1e-5}, 3)
			if err != nil {
				t.Fatal(err)
			}
			for name, x := range want {
				if got[name] != x {
					t.Errorf("%s, %s: %s is %v, want %v", mode, protocol, name, got[name], x)
				}
			}
			if c.Method == SkipGram && protocol == LinkPrediction && mode == "zero gradient" {
				at.Variant = ""
				ten, err := Evaluate(t.Context(), at, &graph.Network{Graph: g})
				c.Steps = 2000
				want, err2 := Measure(t.Context(), protocol, g, c, rel, gdp.Budget{Epsilon: 2, Delta: 1e-5}, 3)
				if err != nil || err2 != nil || ten["AUC"] != want["AUC"] {
					t.Errorf("%v by Evaluate and %v after 2000 updates, %v %v", ten, want, err, err2)
				}
			}
		}
	}
	for what, at := range map[string]trial.Trial{
		"no mode":     {Protocol: LinkPrediction, Mode: "public"},
		"no variant":  {Protocol: LinkPrediction, Mode: "strict", Variant: "B=1.5"},
		"no protocol": {Protocol: "links", Mode: "null"},
	} {
		if _, err := Evaluate(t.Context(), at, &graph.Network{Graph: g}); err == nil || !strings.HasPrefix(err.Error(), "seprivgemb: "+what) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// Each variant changes its own setting and no other.
func TestVary(t *testing.T) {
	for variant, change := range map[string]func(*Config){
		"": func(*Config) {}, "B=64": func(c *Config) { c.Batch = 64 }, "η=.05": func(c *Config) { c.Rate = .05 }, "C=3": func(c *Config) { c.Clip = 3 },
		"k=1": func(c *Config) { c.Negatives = 1 }, "T=7": func(c *Config) { c.Steps = 7 }, "D=9": func(c *Config) { c.MaxDegree = 9 }, "naive": func(c *Config) { c.Noise = All }, "non-zero": func(c *Config) { c.Noise = NonZero },
	} {
		want := Published()
		change(&want)
		if got, err := Published().Vary(variant); err != nil || got != want {
			t.Errorf("%q: %+v, %v", variant, got, err)
		}
	}
	for _, q := range PaperNumbers() {
		if _, err := Published().Vary(q.Variant); err != nil {
			t.Errorf("%s: %v", q.Table, err)
		}
	}
	for _, bad := range []string{"B", "B=", "B=x", "k=.5", "r=64", "η=."} {
		if _, err := Published().Vary(bad); err == nil {
			t.Errorf("%q is a variant", bad)
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
	g, _, err := graph.FromEdges(n, edges, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := measured(t, g, DegreeControl(), gdp.EdgeLevel, gdp.Budget{Epsilon: 50, Delta: 1e-5}, 1)
	if s["AUC"] < 0.9 {
		t.Errorf("AUC %v with nearly exact degrees", s["AUC"])
	}
	if c := column([]float64{2, -1, 0}); c[0][0] != 2 || math.Signbit(float64(c[1][0])) || c[1][0] != 0 || c[2][0] != 0 {
		t.Errorf("degrees 2, -1 and 0 stand as %v", c)
	}
}
