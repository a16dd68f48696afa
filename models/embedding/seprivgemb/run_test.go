package seprivgemb

import (
	"context"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/null"
	"github.com/graphdp/graphdp/models/trial"
)

var modest = gdp.Budget{Epsilon: 1, Delta: 1e-5}

func protect(t testing.TB, g *graph.Graph, rel gdp.Relation, b gdp.Budget, opts ...gdp.Option) *gdp.Session {
	t.Helper()
	if rel == gdp.NodeUnbounded { // the universe that is there, unless opts name another
		opts = append([]gdp.Option{gdp.Universe(g.N())}, opts...)
	}
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

// smallModes are all configurations with the relation that each is for.
func smallModes() map[string]struct {
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
	for name, m := range smallModes() {
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

// The control is the same to the bit whatever the graph is, under every relation; it
// costs nothing and scores nothing. Over 400 nodes StrucEqu has the standard deviation
// 1/√400, the AUC of 200 hidden edges √(1/600): five of each are passed with
// probability below 10⁻⁶.
func TestNullNeverSawTheGraph(t *testing.T) {
	g, other := random(t, 5, 400, 2000), ring(t, 400)
	first := mustRun(t, protect(t, g, gdp.EdgeLevel, modest), Null())
	for _, rel := range []gdp.Relation{gdp.EdgeLevel, gdp.NodeLevel, gdp.NodeUnbounded} {
		s := protect(t, other, rel, modest, gdp.ProvedOnly())
		again := mustRun(t, s, Null())
		if !reflect.DeepEqual(first.In, again.In) {
			t.Errorf("%v: rows differ", rel)
		}
		ledger, err := s.Ledger()
		if p := again.Guarantee; err != nil || p.Claimed != 0 || p.Proved != 0 || len(ledger.Entries) != 0 {
			t.Errorf("%v: claimed %v, proved %v, %d entries, %v", rel, p.Claimed, p.Proved, len(ledger.Entries), err)
		}
	}
	score := measured(t, g, Null(), gdp.EdgeLevel, gdp.Budget{}, 3)
	t.Logf("%v", score)
	if math.Abs(score["StrucEqu"]) > 5/math.Sqrt(400) || score["StrucEqu"] == 0 || len(score) != 2 || math.Abs(score["AUC"]-0.5) > 5/math.Sqrt(600) {
		t.Errorf("%v", score)
	}
}

// StrucEqu is of the whole graph and its rows; the AUC is of rows that never saw the
// edges which they are to find.
func TestEvaluateHidesWhatItAsksFor(t *testing.T) {
	const seed = 3
	g := random(t, 5, 120, 600)
	rows := func(g *graph.Graph) null.Rows {
		s, err := gdp.Protect(&graph.Network{Graph: g}, gdp.EdgeLevel, modest, gdp.Seed(seed))
		if err != nil {
			t.Fatal(err)
		}
		return mustRun(t, s, Strict()).In
	}
	links, err := trial.SplitLinks(g, 0.1, rand.New(rand.NewPCG(seed, 0x4556)))
	if err != nil {
		t.Fatal(err)
	}
	auc, err := links.AUC(rows(links.Train), trial.DotProduct)
	if err != nil {
		t.Fatal(err)
	}
	score := measured(t, g, Strict(), gdp.EdgeLevel, modest, seed)
	if want := strucEqu(t, g, rows(g)); score["StrucEqu"] != want || score["AUC"] != auc {
		t.Errorf("%v, want %v and %v", score, want, auc)
	}
}

// No hidden edge is seen: in a perfect matching its ends are the nodes without any, which
// nearly exact degrees rank last. Trained on the whole graph all pairs rank alike, .5.
func TestNoHiddenEdgeIsSeen(t *testing.T) {
	const n = 1000
	var edges []graph.Edge
	for u := int32(0); u < n; u += 2 {
		edges = append(edges, graph.Edge{U: u, V: u + 1})
	}
	g := build(t, n, edges...)
	for _, c := range []Config{Strict(), DegreeControl()} {
		if auc := measured(t, g, c, gdp.EdgeLevel, gdp.Budget{Epsilon: 100, Delta: 1e-5}, 3)["AUC"]; auc > 0.25 {
			t.Errorf("%v: AUC %v", c.Method, auc)
		}
	}
}

// Rows of W_in against rows of W_out: here W_in says who a node is, and W_out who its
// neighbours are.
func TestLinksOfBothMatrices(t *testing.T) {
	g := random(t, 5, 60, 200)
	l, err := trial.SplitLinks(g, 0.2, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	r := &Result{In: make(null.Rows, g.N()), Out: make(null.Rows, g.N())}
	for u := range r.In {
		r.In[u], r.Out[u] = make([]float32, g.N()), make([]float32, g.N())
		r.In[u][u] = 1
		for _, v := range g.Neighbors(int32(u)) {
			if v > int32(u) { // so that one of an edge's two scores is 0
				r.Out[u][v] = 1
			}
		}
	}
	if both, err := r.linksAUC(l); err != nil || both != 1 {
		t.Errorf("AUC %v, %v", both, err)
	}
	if in, err := l.AUC(r.In, trial.DotProduct); err != nil || in != 0.5 {
		t.Errorf("of W_in alone: AUC %v, %v", in, err)
	}
}

// Past 15,000 nodes StrucEqu is over samples, and comes with its standard error: that
// of the control is within ten of them of 0, which 15 groups fail with probability
// below 10⁻⁶.
func TestEvaluateSaysHowItSampled(t *testing.T) {
	c := Null()
	c.Dim = 4
	score, err := Measure(t.Context(), StructuralEquivalence, random(t, 6, 15_001, 20_000), c, gdp.EdgeLevel, gdp.Budget{}, 3)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%v", score)
	if e := score["standard error"]; !(e > 0 && e < 0.02) || math.Abs(score["StrucEqu"]) > 10*e {
		t.Errorf("%v", score)
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
		"Null":       func(c *Config) { *c = Null(); c.Dim = 0 },
		"Method":     func(c *Config) { c.Method = Untrained + 1 },
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
	for _, m := range smallModes() { // all of them need δ > 0
		pure := gdp.Budget{Epsilon: 1}
		if _, err := Run(context.Background(), protect(t, ring(t, 120), m.relation, pure), small(m.config), nil); err == nil {
			t.Errorf("%+v ran with δ = 0", m.config)
		}
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	for _, m := range smallModes() {
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
