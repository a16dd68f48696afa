package mlp

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/gdp/graph/gen"
	"github.com/graphdp/graphdp/models/release"
	"github.com/graphdp/graphdp/models/trial"
)

// words is a network of three classes whose words tell them.
func words(t testing.TB, n int) *graph.Network {
	t.Helper()
	r := rand.New(rand.NewPCG(2, 5))
	g, _, err := graph.FromEdges(n, nil, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	net := &graph.Network{Graph: g, Labels: make([]int32, n), Classes: []string{"a", "b", "c"}}
	for u := range net.Labels {
		net.Labels[u] = int32(u % 3)
	}
	if net.Attrs, err = gen.Words(net.Labels, 3, gen.Vocabulary{Columns: 30, PerNode: 6, OwnShare: 0.7}, r); err != nil {
		t.Fatal(err)
	}
	return net
}

func protect(t testing.TB, net *graph.Network, rel gdp.Relation, b gdp.Budget) *gdp.Session {
	t.Helper()
	s, err := gdp.Protect(net, rel, b, gdp.Seed(3))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func accuracy(t testing.TB, r *Result, net *graph.Network) float64 {
	t.Helper()
	x, err := trial.Classify(r.Outcome().Release.(release.Classifier), net)
	if err != nil {
		t.Fatal(err)
	}
	return x.Accuracy
}

// All modes learn what words tell, the private one with its budget; untrained weights do
// not. At edge level nothing is spent, at node level all of the budget.
func TestModesLearnAndPay(t *testing.T) {
	net, b := words(t, 1500), gdp.Budget{Epsilon: 8, Delta: 1e-5}
	public := Published()
	public.Backend = "go"
	r, err := Run(t.Context(), protect(t, net, gdp.EdgeLevel, b), public, nil)
	if err != nil {
		t.Fatal(err)
	}
	if a := accuracy(t, r, net); a < 0.85 || r.Guarantee.Proved != 0 {
		t.Errorf("published: accuracy %v at ε = %v", a, r.Guarantee.Proved)
	}
	plain, err := Train(t.Context(), net, public, 4, nil)
	if err != nil {
		t.Fatal(err)
	}
	if a := accuracy(t, plain, net); a < 0.85 || plain.Guarantee != nil {
		t.Errorf("plain: accuracy %v", a)
	}
	for _, rel := range []gdp.Relation{gdp.NodeLevel} {
		c := Strict()
		c.Backend = "go"
		r, err := RunNDP(t.Context(), protect(t, net, rel, b), c, nil)
		if err != nil {
			t.Fatal(err)
		}
		if a := accuracy(t, r, net); a < 0.7 || r.Guarantee.Proved > 8 || r.Guarantee.Proved < 7.9 || r.Multiplier < 0.3 {
			t.Errorf("%v: accuracy %v at ε = %v, multiplier %v", rel, a, r.Guarantee.Proved, r.Multiplier)
		}
		small := Private{Layers: 3, Hidden: 4, Activation: "selu", Rate: 0.01, Batch: 200, Epochs: 2, Clip: 0.5, Split: c.Split, Backend: "go"}
		s := protect(t, net, rel, b)
		if r, err = RunNDP(t.Context(), s, small, nil); err != nil {
			t.Fatal(err)
		}
		l, err := s.Ledger()
		if err != nil || len(l.Entries) != 1 || l.Entries[0].Bound != "ℓ2 ≤ 0.5" || r.Steps != 12 || math.Abs(r.Rate-200.0/1200) > 1e-12 {
			t.Errorf("%d steps at rate %v, the ledger is %v, %v", r.Steps, r.Rate, l, err)
		}
	}
	s := protect(t, net, gdp.NodeLevel, b)
	if r, err = Leave(t.Context(), s, Null(), nil); err != nil {
		t.Fatal(err)
	}
	if a := accuracy(t, r, net); a > 0.6 || r.Guarantee.Proved != 0 {
		t.Errorf("null: accuracy %v at ε = %v", a, r.Guarantee.Proved)
	}
}

// Bad input is an error that names the method, and costs nothing.
func TestBadInputIsAnError(t *testing.T) {
	net, b := words(t, 60), gdp.Budget{Epsilon: 1, Delta: 1e-5}
	with := func(change func(n *graph.Network)) *graph.Network {
		other := *net
		change(&other)
		return &other
	}
	for name, c := range map[string]struct {
		net    *graph.Network
		rel    gdp.Relation
		budget gdp.Budget
		plain  func(c *Plain)
		noisy  func(c *Private)
	}{
		"no features":          {net: with(func(n *graph.Network) { n.Attrs = nil })},
		"no labels":            {net: with(func(n *graph.Network) { n.Labels = nil })},
		"nobody's label":       {net: with(func(n *graph.Network) { n.Labels = slices.Repeat([]int32{graph.Unlabeled}, 60) })},
		"no class names":       {net: with(func(n *graph.Network) { n.Classes = nil })},
		"private labels":       {rel: gdp.NodeLevel, plain: func(*Plain) {}},
		"public labels":        {rel: gdp.EdgeLevel, noisy: func(*Private) {}},
		"δ = 0":                {rel: gdp.NodeLevel, budget: gdp.Budget{Epsilon: 1}},
		"no layers":            {plain: func(c *Plain) { c.Layers = 0 }},
		"no width":             {plain: func(c *Plain) { c.Hidden = 0 }},
		"no epochs":            {plain: func(c *Plain) { c.Epochs = 0 }},
		"an unknown function":  {plain: func(c *Plain) { c.Activation = "step" }},
		"one class":            {plain: func(c *Plain) { c.Classes = 1 }},
		"no split":             {plain: func(c *Plain) { c.Split.Share = 1 }},
		"no batch":             {rel: gdp.NodeLevel, noisy: func(c *Private) { c.Batch = 0 }},
		"no clip":              {rel: gdp.NodeLevel, noisy: func(c *Private) { c.Clip = 0 }},
		"a clip of NaN":        {rel: gdp.NodeLevel, noisy: func(c *Private) { c.Clip = math.NaN() }},
		"too many epochs":      {rel: gdp.NodeLevel, noisy: func(c *Private) { c.Epochs = 1 << 40 }},
		"a rate of 0, private": {rel: gdp.NodeLevel, noisy: func(c *Private) { c.Rate = 0 }},
	} {
		if c.net == nil {
			c.net = net
		}
		if c.rel == 0 {
			c.rel = gdp.EdgeLevel
		}
		if c.budget == (gdp.Budget{}) {
			c.budget = b
		}
		s := protect(t, c.net, c.rel, c.budget)
		plain, noisy := Published(), Strict()
		plain.Backend, noisy.Backend = "go", "go"
		if c.plain != nil {
			c.plain(&plain)
		}
		if c.noisy != nil {
			c.noisy(&noisy)
		}
		var err error
		if c.noisy != nil || c.rel == gdp.NodeLevel && c.plain == nil {
			_, err = RunNDP(t.Context(), s, noisy, nil)
		} else {
			_, err = Run(t.Context(), s, plain, nil)
		}
		if err == nil || !strings.HasPrefix(err.Error(), "mlp: ") {
			t.Errorf("%s: %v", name, err)
		}
		if c.rel == gdp.NodeLevel && c.plain != nil && !strings.Contains(err.Error(), "labels and features are private") {
			t.Errorf("%s: %v", name, err)
		}
		if l, err := s.Ledger(); err != nil || len(l.Entries) != 0 {
			t.Errorf("%s: the ledger is %v, %v", name, l, err)
		}
	}
}
