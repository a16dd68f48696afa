package seprivgemb

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

var modest = gdp.Budget{Epsilon: 1, Delta: 1e-5}

func protect(t testing.TB, g *graph.Graph, rel gdp.Relation, b gdp.Budget, opts ...gdp.Option) *gdp.Session {
	t.Helper()
	if rel == gdp.NodeUnbounded { // the nodes that are there
		opts = append([]gdp.Option{gdp.Nodes(g.N())}, opts...)
	}
	s, err := gdp.Protect(&graph.Network{Graph: g}, rel, b, append(opts, gdp.Seed(7))...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// ring returns a graph in which every node has four neighbours.
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

// with changes settings, such as "Dim=8".
func with[C any](c C, settings ...string) C {
	changed, err := method.Set(c, settings...)
	if err != nil {
		panic(err)
	}
	return changed.(C)
}

// small makes a mode quick.
func small[C any](c C) C {
	settings := []string{"Dim=8"}
	switch any(c).(type) {
	case SkipGram, Trained:
		settings = append(settings, "Steps=20", "Batch=16")
	case sampled, Biased:
		settings = append(settings, "Steps=20")
	}
	return with(c, settings...)
}

// relation returns the relation of the mode that a configuration is of.
func relation(c Config) gdp.Relation { return c.relations()[0] }

// steps returns how many steps a mode takes at most; 0 for one release.
func steps(c Config) int {
	switch c := c.(type) {
	case SkipGram:
		return c.Steps
	case sampled:
		return c.training().Steps
	case Biased:
		return c.Steps
	}
	return 0
}

// smallModes returns all configurations with the relation that each is for.
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
		"Published": {Published(), gdp.NodeLevel, false}, "Author": {Author(), gdp.NodeLevel, false},
		"naive":           {naive, gdp.NodeLevel, false},
		"PoissonSkipGram": {PoissonSkipGram(), gdp.EdgeLevel, true}, "Projection": {Projection(), gdp.EdgeLevel, true},
		"BiasedSkipGram": {BiasedSkipGram(), gdp.EdgeLevel, true},
		"Control":        {Control(), gdp.EdgeLevel, true}, "Strict": {Strict(), gdp.EdgeLevel, true},
		"MatchedSkipGram": {MatchedSkipGram(), gdp.NodeLevel, true}, "PromisedSkipGram": {PromisedSkipGram(4), gdp.NodeUnbounded, false},
	}
}

// Every mode stays within its budget; those that are proved cost nearly all of it,
// and the others say why they are not.
func TestGuarantees(t *testing.T) {
	g := ring(t, 120)
	for name, m := range smallModes() {
		s := protect(t, g, m.relation, modest)
		r := mustRun(t, s, small(m.config))
		if r.In.N() != g.N() || r.In.Dim() != 8 {
			t.Errorf("%s: %d rows of %d", name, r.In.N(), r.In.Dim())
		}
		for i, x := range r.In.Values() {
			if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
				t.Fatalf("%s: node %d has the entry %v", name, i/8, x)
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
		for _, wrong := range []gdp.Relation{gdp.EdgeLevel, gdp.NodeLevel, gdp.NodeUnbounded} {
			if wrong == m.relation {
				continue
			}
			if _, err := Run(context.Background(), protect(t, g, wrong, modest), small(m.config), nil); err == nil {
				t.Errorf("%s ran under the relation %v", name, wrong)
			}
		}
	}
}

// The control is the same to the bit whatever the graph is, under every relation; it
// costs nothing and scores nothing. Over 400 nodes StrucEqu has the standard deviation
// 1/√400, the AUC of 200 hidden edges √(1/600): five of each are passed with
// probability below 10⁻⁶.
func TestNullNeverSawTheGraph(t *testing.T) {
	g, other := random(t, 5, 400, 2000), ring(t, 400)
	mode, err := Method.Mode("null")
	if err != nil {
		t.Fatal(err)
	}
	rows := func(s *gdp.Session) (release.Embedding, *gdp.Guarantee) {
		x, err := mode.Run(t.Context(), s, mode.Config(), nil)
		if err != nil {
			t.Fatal(err)
		}
		return x.Release.(release.Embedding), x.Guarantee
	}
	first, _ := rows(protect(t, g, gdp.EdgeLevel, modest))
	if first.N() != 400 || first.Dim() != 128 {
		t.Errorf("%d rows of %d", first.N(), first.Dim())
	}
	for _, rel := range []gdp.Relation{gdp.EdgeLevel, gdp.NodeLevel, gdp.NodeUnbounded} {
		s := protect(t, other, rel, modest, gdp.ProvedOnly())
		again, p := rows(s)
		if !reflect.DeepEqual(first.Matrix, again.Matrix) {
			t.Errorf("%v: rows differ", rel)
		}
		ledger, err := s.Ledger()
		if err != nil || p.Claimed != 0 || p.Proved != 0 || len(ledger.Entries) != 0 {
			t.Errorf("%v: claimed %v, proved %v, %d entries, %v", rel, p.Claimed, p.Proved, len(ledger.Entries), err)
		}
	}
	score := measured(t, g, "null", 0, 3)
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
	rows := func(g *graph.Graph) *Result {
		s, err := gdp.Protect(&graph.Network{Graph: g}, gdp.EdgeLevel, modest, gdp.Seed(seed))
		if err != nil {
			t.Fatal(err)
		}
		return mustRun(t, s, Strict())
	}
	hidden := map[string]int{}
	auc := shown(t, trial.Trial{Protocol: trial.LinkPrediction, Seed: seed}, g, func(net *graph.Network) method.Outcome {
		for u, v := range g.Edges() {
			if !net.Graph.HasEdge(u, v) {
				hidden["edges"]++
			}
		}
		hidden["all"] = g.M() - net.Graph.M()
		return rows(net.Graph).Outcome()
	})["AUC"]
	if want := g.M() / 10; hidden["edges"] != want || hidden["all"] != want {
		t.Errorf("%v, want %d of %d edges hidden", hidden, want, g.M())
	}
	score := measured(t, g, "strict", float64(modest.Epsilon), seed)
	if want := strucEqu(t, g, rows(g).In); score["StrucEqu"] != want || score["AUC"] != auc {
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
	for _, mode := range []string{"strict", "control"} {
		if auc := measured(t, g, mode, 100, 3)["AUC"]; auc > 0.25 {
			t.Errorf("%s: AUC %v", mode, auc)
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
	in, out := make([][]float32, g.N()), make([][]float32, g.N())
	for u := range in {
		in[u], out[u] = make([]float32, g.N()), make([]float32, g.N())
		in[u][u] = 1
		for _, v := range g.Neighbors(int32(u)) {
			if v > int32(u) { // so that one of an edge's two scores is 0
				out[u][v] = 1
			}
		}
	}
	var r Result
	if r.In, err = embed.FromRows(in); err != nil {
		t.Fatal(err)
	}
	if r.Out, err = embed.FromRows(out); err != nil {
		t.Fatal(err)
	}
	e := r.Outcome().Release.(release.Embedding)
	if both, err := l.AUC(e.Both); err != nil || both != 1 {
		t.Errorf("AUC %v, %v", both, err)
	}
	if in, err := l.AUC(e.Score); err != nil || in != 0.5 {
		t.Errorf("of W_in alone: AUC %v, %v", in, err)
	}
}

// Past 15,000 nodes StrucEqu is over samples, and comes with its standard error: that
// of the control is within ten of them of 0, which 15 groups fail with probability
// below 10⁻⁶.
func TestEvaluateSaysHowItSampled(t *testing.T) {
	score := evaluated(t, random(t, 6, 15_001, 20_000), trial.Trial{Protocol: trial.StructuralEquivalence, Mode: "null", Variant: "Dim=4", Seed: 3})
	t.Logf("%v", score)
	if e := score["standard error"]; !(e > 0 && e < 0.02) || math.Abs(score["StrucEqu"]) > 10*e {
		t.Errorf("%v", score)
	}
}

func TestARunIsKept(t *testing.T) {
	g := random(t, 5, 120, 600)
	dir := t.TempDir()
	for _, c := range []Config{small(PoissonSkipGram()), small(BiasedSkipGram()), Strict(), Control()} {
		b, path := gdp.Budget{Epsilon: 1, Delta: 1e-5}, filepath.Join(dir, fmt.Sprintf("%T", c))
		first := mustRun(t, protect(t, g, gdp.EdgeLevel, b, gdp.Journal(path)), c)
		again := mustRun(t, protect(t, g, gdp.EdgeLevel, b, gdp.Journal(path)), c)
		if !reflect.DeepEqual(first, again) {
			t.Error("a run again differs")
		}
		c = with(c, "Dim=9")
		if _, err := Run(context.Background(), protect(t, g, gdp.EdgeLevel, b, gdp.Journal(path)), c, nil); err == nil || !strings.Contains(err.Error(), gdp.ErrBudget.Error()) {
			t.Errorf("another run over the spent budget: %v", err)
		}
	}
}

func TestRefusals(t *testing.T) {
	for name, change := range map[string]func(*SkipGram){
		"Batch":  func(c *SkipGram) { c.Batch = 10000 },
		"edges":  func(c *SkipGram) { c.Batch = 1000 }, // more than there are, though not than there can be
		"silent": func(c *SkipGram) { c.Noise = silent },
	} {
		c := Published()
		change(&c)
		if _, err := Run(t.Context(), protect(t, random(t, 5, 120, 600), gdp.NodeLevel, modest), c, nil); err == nil {
			t.Errorf("%s: accepted %+v", name, c)
		}
	}
	// Shares that leave nothing, or more than there is.
	for _, settings := range [][]string{{"Degrees=0.6"}, {"Edges=0.3"}, {"Groups=0"}} {
		if _, err := Run(t.Context(), protect(t, ring(t, 120), gdp.EdgeLevel, modest), with(Strict(), settings...), nil); err == nil {
			t.Errorf("%v: accepted", settings)
		}
	}
	if _, err := RunPlain(t.Context(), &graph.Network{Graph: build(t, 3)}, NonPrivate(), 1, nil); err == nil {
		t.Error("trained on no edges")
	}
	for name, m := range smallModes() { // all of them need δ > 0, but those whose noise is Laplace's
		pure := gdp.Budget{Epsilon: 1}
		if _, err := Run(t.Context(), protect(t, ring(t, 120), m.relation, pure), small(m.config), nil); (err == nil) != strings.Contains("Control Strict", name) {
			t.Errorf("%s with δ = 0: %v", name, err)
		}
	}
}

// A broken promise is no error, which would tell of private degrees: nothing is proved in any case.
func TestABrokenPromiseIsNotTold(t *testing.T) {
	s := protect(t, random(t, 5, 120, 600), gdp.NodeUnbounded, modest)
	if _, err := Run(t.Context(), s, small(PromisedSkipGram(2)), nil); err != nil {
		t.Errorf("nodes of ten edges under a promise of two: %v", err)
	}
	if g, err := s.Guarantee(); err != nil || !math.IsInf(float64(g.Proved), 1) {
		t.Errorf("%+v is proved of a promise (%v)", g, err)
	}
}

// Without noise, skip-gram learns: neighbours' scores rise above the others'.
func TestTrainLearns(t *testing.T) {
	g := random(t, 8, 60, 200)
	c := NonPrivate()
	c.Dim, c.Proximity, c.Batch, c.Steps, c.Rate, c.Centres, c.Init = 16, Uniform, 64, 2000, 1, RandomEnd, 0.3
	r, err := RunPlain(t.Context(), &graph.Network{Graph: g}, c, 1, nil)
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
			for i, x := range r.In.Row(u) {
				sum[k] += float64(x * r.Out.Row(v)[i])
			}
			count[k]++
		}
	}
	if edge, none := sum[1]/count[1], sum[0]/count[0]; edge < none+1 {
		t.Errorf("mean score of edges %v, of other pairs %v", edge, none)
	}
}
