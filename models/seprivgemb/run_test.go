package seprivgemb

import (
	"context"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
)

var modest = gdp.Budget{Epsilon: 1, Delta: 1e-5}

func protect(t testing.TB, g *graph.Graph, rel gdp.Relation, b gdp.Budget, opts ...gdp.Option) *gdp.Session {
	t.Helper()
	s, err := gdp.Protect(&graph.Network{Graph: g}, rel, b, append(opts, gdp.Seed(7))...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// ring is a graph in which every node has four neighbours.
func ring(t testing.TB, n int32) *graph.Graph {
	var edges []graph.Edge
	for u := range n {
		edges = append(edges, graph.Edge{U: u, V: (u + 1) % n}, graph.Edge{U: u, V: (u + 2) % n})
	}
	return build(t, int(n), edges...)
}

func mustRun(t testing.TB, s *gdp.Session, c Config) *Result {
	t.Helper()
	r, err := Run(context.Background(), s, c, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// small makes a mode quick.
func small(c Config) Config {
	c.Dim, c.Steps = 8, min(c.Steps, 20)
	if c.Method == SkipGram {
		c.Batch = 16
	}
	return c
}

// modes are all configurations with the relation that each is for.
func modes() map[string]struct {
	config   Config
	relation gdp.Relation
	proved   bool
} {
	type mode = struct {
		config   Config
		relation gdp.Relation
		proved   bool
	}
	naive := Published()
	naive.Noise = All
	return map[string]mode{
		"Published": {Published(), gdp.NodeLevel, false}, "AuthorCode": {AuthorCode(), gdp.NodeLevel, false},
		"naive": {naive, gdp.NodeLevel, false},
		"SEdge": {SEdge(), gdp.EdgeLevel, true}, "SEdge1": {SEdge1(), gdp.EdgeLevel, true},
		"DegreeControl": {DegreeControl(), gdp.EdgeLevel, true}, "Strict": {Strict(), gdp.EdgeLevel, true},
		"SNode1": {SNode1(), gdp.NodeLevel, true}, "SNode2": {SNode2(4), gdp.NodeUnbounded, false},
	}
}

// Every mode stays within its budget; those that are proved cost nearly all of it,
// and the others say why they are not.
func TestGuarantees(t *testing.T) {
	g := ring(t, 120)
	for name, m := range modes() {
		s := protect(t, g, m.relation, modest)
		r := mustRun(t, s, small(m.config))
		if len(r.In) != g.N() || len(r.In[0]) != 8 {
			t.Errorf("%s: %d rows of %d", name, len(r.In), len(r.In[0]))
		}
		for u, row := range r.In {
			for _, x := range row {
				if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
					t.Fatalf("%s: node %d has the row %v", name, u, row)
				}
			}
		}
		p := r.Guarantee
		switch {
		case p.Claimed > modest.Epsilon*(1+1e-9) || p.Claimed <= 0:
			t.Errorf("%s: claimed %v", name, p.Claimed)
		case m.proved && (p.Proved != p.Claimed || p.Proved < 0.99*modest.Epsilon):
			t.Errorf("%s: proved %v, claimed %v", name, p.Proved, p.Claimed)
		case !m.proved && (!math.IsInf(float64(p.Proved), 1) || p.Reason == ""):
			t.Errorf("%s: proved %v because %q", name, p.Proved, p.Reason)
		}
		if m.proved { // and it takes no claim
			mustRun(t, protect(t, g, m.relation, modest, gdp.ProvedOnly()), small(m.config))
		} else if _, err := Run(context.Background(), protect(t, g, m.relation, modest, gdp.ProvedOnly()), small(m.config), nil); err == nil {
			t.Errorf("%s ran in a session that takes proofs alone", name)
		}
		wrong := gdp.NodeUnbounded
		if m.relation == wrong {
			wrong = gdp.EdgeLevel
		}
		if _, err := Run(context.Background(), protect(t, g, wrong, modest), small(m.config), nil); err == nil {
			t.Errorf("%s ran under the relation %v", name, wrong)
		}
	}
}

func TestARunIsKept(t *testing.T) {
	g := random(t, 5, 120, 600)
	path := filepath.Join(t.TempDir(), "journal")
	for _, c := range []Config{small(SEdge()), Strict()} {
		b := gdp.Budget{Epsilon: 1, Delta: 1e-5}
		if c.Method == ExpectedRows {
			path += "2"
		}
		first := mustRun(t, protect(t, g, gdp.EdgeLevel, b, gdp.Journal(path)), c)
		again := mustRun(t, protect(t, g, gdp.EdgeLevel, b, gdp.Journal(path)), c)
		if !reflect.DeepEqual(first, again) {
			t.Error("a run again differs")
		}
		c.Dim++
		if _, err := Run(context.Background(), protect(t, g, gdp.EdgeLevel, b, gdp.Journal(path)), c, nil); err == nil || !strings.Contains(err.Error(), gdp.ErrBudget.Error()) {
			t.Errorf("another run over the spent budget: %v", err)
		}
	}
}

func TestRefusals(t *testing.T) {
	for name, change := range map[string]func(*Config){
		"zero":       func(c *Config) { *c = Config{} },
		"Dim":        func(c *Config) { c.Dim = 0 },
		"Steps":      func(c *Config) { c.Steps = 0 },
		"Clip":       func(c *Config) { c.Clip = math.NaN() },
		"Rate":       func(c *Config) { c.Rate = math.Inf(1) },
		"Init":       func(c *Config) { c.Init = -1 },
		"Sigma":      func(c *Config) { c.Sigma = 0 },
		"Proximity":  func(c *Config) { c.Proximity = 99 },
		"Noise":      func(c *Config) { c.Noise = 0 },
		"Centres":    func(c *Config) { c.Centres = 0 },
		"Accountant": func(c *Config) { c.Accountant = 0 },
		"S":          func(c *Config) { c.Sensitivity = 0 },
		"q":          func(c *Config) { *c = SEdge(); c.SampleRate = 2 },
		"D":          func(c *Config) { *c = SNode2(0) },
		"Cosine":     func(c *Config) { *c = Strict(); c.Cosine = 1.5 },
		"Batch":      func(c *Config) { c.Batch = 10000 },
		"Silent":     func(c *Config) { c.Noise = Silent },
	} {
		c := Published()
		change(&c)
		if _, err := Run(context.Background(), protect(t, random(t, 5, 120, 600), gdp.NodeLevel, modest), c, nil); err == nil {
			t.Errorf("%s: accepted %+v", name, c)
		}
	}
	if _, err := Train(context.Background(), paw(t), Published(), 1, nil); err == nil {
		t.Error("a private setting was trained without privacy")
	}
	if _, err := Train(context.Background(), build(t, 3), NonPrivate(), 1, nil); err == nil {
		t.Error("trained on no edges")
	}
	for _, m := range modes() { // all of them need δ > 0
		pure := gdp.Budget{Epsilon: 1}
		if _, err := Run(context.Background(), protect(t, ring(t, 120), m.relation, pure), small(m.config), nil); err == nil {
			t.Errorf("%+v ran with δ = 0", m.config)
		}
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	for _, m := range modes() {
		if m.config.Steps == 0 {
			continue
		}
		if _, err := Run(done, protect(t, random(t, 5, 120, 600), m.relation, modest), small(m.config), nil); err == nil {
			t.Errorf("%+v ran on after it was cancelled", m.config)
		}
	}
	broken := SNode2(2)
	if _, err := Run(context.Background(), protect(t, random(t, 5, 120, 600), gdp.NodeUnbounded, modest), small(broken), nil); err == nil {
		t.Error("a broken promise went unnoticed")
	}
}

// Without noise, skip-gram learns: neighbours' scores rise above the others'.
func TestTrainLearns(t *testing.T) {
	g := random(t, 8, 60, 200)
	c := NonPrivate()
	c.Dim, c.Proximity, c.Batch, c.Steps, c.Rate, c.Centres, c.Init = 16, Uniform, 64, 2000, 1, RandomEnd, 0.3
	r, err := Train(context.Background(), g, c, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	var sum, count [2]float64
	for u := range int32(g.N()) {
		for v := range int32(g.N()) {
			k := 0
			if g.HasEdge(u, v) {
				k = 1
			}
			for i, x := range r.In[u] {
				sum[k] += float64(x * r.Out[v][i])
			}
			count[k]++
		}
	}
	if edge, none := sum[1]/count[1], sum[0]/count[0]; edge < none+1 {
		t.Errorf("mean score of edges %v, of other pairs %v", edge, none)
	}
}
