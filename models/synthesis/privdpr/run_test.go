package privdpr

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/estimate/null"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// toy returns a graph with a hub.
func toy(t testing.TB) *graph.Graph {
	t.Helper()
	g, err := gen.BarabasiAlbert(200, 3, random(80))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func session(t testing.TB, g *graph.Graph, rel gdp.Relation, eps gdp.Epsilon, options ...gdp.Option) *gdp.Session {
	t.Helper()
	s, err := gdp.Protect(&graph.Network{Graph: g}, rel, gdp.Budget{Epsilon: eps, Delta: gdp.Delta(delta5)}, append(options, gdp.Seed(81))...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// small returns a configuration that trains in no time.
func small[C any](c C) C {
	d, err := method.Set(c, "Dim=8", "Hidden=8", "Epochs=1")
	if err != nil {
		panic(err)
	}
	if edges, err := method.Set(d, "EdgeRule=PublicEdges", "Edges=400"); err == nil {
		d = edges
	}
	return d.(C)
}

// watch calls f after each step.
func watch(f func(step, of int)) *checkpoint.Watch { return &checkpoint.Watch{Progress: f} }

// Each mode releases a graph on the public ids, costs what it says and no more,
// and says what is proved. The published one is claimed for ε and proved for
// next to nothing: its release says next to nothing.
func TestRun(t *testing.T) {
	leaky := small(Published())
	leaky.Author.MeanGradient = true
	for name, x := range map[string]struct {
		c         Config
		low, high float64 // what is proved
		entries   int
	}{
		"published": {small(Published()), 0, 1e-6, 1},
		"leaky":     {leaky, math.Inf(1), math.Inf(1), 1},
		"author":    {small(Author()), 0, 1e-6, 1},
		"A":         {small(ClippedSum()), 0.45, 0.5, 2},
		"B":         {small(ClippedBlocks()), 0.45, 0.5, 2},
		"strict":    {Strict(), 0.4999, 0.5, 2},
	} {
		t.Run(name, func(t *testing.T) {
			s, steps := session(t, toy(t), gdp.NodeLevel, 0.5), 0
			r, err := Run(context.Background(), s, x.c, watch(func(step, of int) { steps++ }))
			if err != nil {
				t.Fatal(err)
			}
			if r.Graph.N() != 200 || r.Graph.M() == 0 || (r.Embedding == nil) != (x.c == Config(Strict())) {
				t.Errorf("%d nodes, %d edges, embedding %v", r.Graph.N(), r.Graph.M(), r.Embedding != nil)
			}
			if c, ok := x.c.(interface{ Steps(n int) int }); ok && steps != c.Steps(200) {
				t.Errorf("%d steps, want %d", steps, c.Steps(200))
			}
			if g := float64(r.Guarantee.Claimed); g > 0.5*(1+1e-9) || g < 0.45 {
				t.Errorf("claimed %v of 0.5", g)
			}
			if g := float64(r.Guarantee.Proved); !(g >= x.low && g <= x.high*(1+1e-9)) {
				t.Errorf("proved %v, want %v … %v", g, x.low, x.high)
			}
			if (r.Guarantee.Reason != "") != math.IsInf(x.low, 1) {
				t.Errorf("reason %q", r.Guarantee.Reason)
			}
			l, err := s.Ledger()
			if err != nil {
				t.Fatal(err)
			}
			if len(l.Entries) != x.entries || float64(l.Spent()) > 0.5*(1+1e-9) {
				t.Errorf("the ledger: %v", l)
			}
		})
	}
}

// The ledger of ClippedSum against a computation by hand: Laplace noise for a tenth
// of ε, and T Gaussian steps whose exact composition is one Gaussian of mean
// √T/σ, calibrated to the rest.
func TestClippedSumLedger(t *testing.T) {
	s := session(t, toy(t), gdp.NodeLevel, 0.5)
	c := small(ClippedSum())
	if _, err := Run(context.Background(), s, c, nil); err != nil {
		t.Fatal(err)
	}
	mu, err := gauss.Mean(gdp.Budget{Epsilon: 0.45, Delta: gdp.Delta(delta5)})
	if err != nil {
		t.Fatal(err)
	}
	sub := s.Scope("by hand")
	plan, err := c.settings().plan(sub, gdp.Budget{Epsilon: 0.45, Delta: gdp.Delta(delta5)})
	if err != nil {
		t.Fatal(err)
	}
	atLeast := func(what string, got, want float64) { // the calibrator rounds up
		if t.Helper(); got < want*(1-1e-8) || got > want*(1+1e-6) {
			t.Errorf("%s: %v, want %v or hardly more", what, got, want)
		}
	}
	atLeast("σ = √T/μ", plan.Multiplier, math.Sqrt(float64(c.Steps(200)))/mu)
	near(t, "sensitivity", float64(plan.Sensitivity), 2, 1e-12)
	// The sheet's figure for Cora, T = 845, C = 1, all of ε to V.
	for eps, want := range map[gdp.Epsilon]float64{0.1: 1787.71112, 3.2: 76.3832752} {
		cora := ClippedSum()
		wide, err := gen.GNM(2708, 10, random(82))
		if err != nil {
			t.Fatal(err)
		}
		s := session(t, wide, gdp.NodeLevel, 4)
		plan, err := cora.settings().plan(s, gdp.Budget{Epsilon: eps, Delta: gdp.Delta(delta5)})
		if err != nil {
			t.Fatal(err)
		}
		atLeast("2 C √T/μ of cora", plan.Multiplier*float64(plan.Sensitivity), want)
	}
}

// Whatever the graph, one clipped sum has a norm of at most C, so that two of them
// are at most 2C apart, which is what the plan says; in ClippedBlocks no matter how many blocks
// there are, since a node is in one of them. That holds at every step, given what was
// released before: both worlds are given the same noisy sums. So the weights, which are not
// noisy, must not have seen the data in ClippedBlocks: they stay as they were drawn, to the bit.
// The clip is so small that every gradient is clipped, and the rate so large that weights
// that moved would turn every block's gradient.
func TestClippedSumsAreBounded(t *testing.T) {
	claim.Holds(t, "privdpr", "Clipped sums: replacing a node moves a step's sum by at most 2C")
	const n, steps = 60, 4
	few, many := small(ClippedBlocks()).settings(), small(ClippedBlocks()).settings()
	few.blocks, many.blocks = 4, 12
	for name, c := range map[string]settings{"sum": small(ClippedSum()).settings(), "4 blocks": few, "12 blocks": many} {
		c.Batch, c.clip, c.Rate = 8, 1e-4, 1
		plan, err := c.plan(session(t, around(t, 0, true, random(1)), gdp.NodeLevel, 0.5), gdp.Budget{Epsilon: 0.4, Delta: gdp.Delta(delta5)})
		if err != nil {
			t.Fatal(err)
		}
		bound := float64(plan.Sensitivity)
		r, worst := random(83), 0.0
		for range 40 {
			hub, seed := int32(r.IntN(n)), r.Uint64()
			var sums []float64    // of the first world
			var release []float32 // of both
			var worlds [2]*trainer
			var drawn [2][][]float64
			for world := range worlds {
				clips := func(records int, term func(int32, *gdp.Term[float32])) ([]float32, error) {
					all := make([]int32, records)
					for i := range all {
						all[i] = int32(i)
					}
					sum := gdptest.TotalOf(t, plan, records, all, func(step *gdp.Step) error {
						_, err := gdp.Sum(step, n*c.Dim, term)
						return err
					})
					if world == 0 {
						sums, release = sum, make([]float32, len(sum))
						for i := range release {
							release[i] = float32(c.clip * r.NormFloat64() / plan.Divisor)
						}
						return release, nil
					}
					apart, rows := 0.0, map[int]bool{}
					for i, x := range sum {
						apart += math.Pow(x-sums[i], 2)
						if x != sums[i] {
							rows[i/c.Dim] = true
						}
					}
					if c.guard == clipBlocks && len(rows) > n/c.blocks {
						t.Errorf("%s: rows of %d nodes differ, a block has %d", name, len(rows), n/c.blocks)
					}
					worst = max(worst, math.Sqrt(apart))
					return release, nil
				}
				tr, err := newTrainer(c, around(t, hub, world == 0, random(seed)), nil, clips, streams(seed)) // the same public draws
				if err != nil {
					t.Fatal(err)
				}
				worlds[world] = tr
				for _, w := range tr.net.weights {
					drawn[world] = append(drawn[world], slices.Clone(w.raw.Data))
				}
			}
			for step := range steps {
				for world, tr := range worlds {
					if err := tr.step(step); err != nil {
						t.Fatal(err)
					}
					for l, w := range tr.net.weights {
						if moved := !slices.Equal(w.raw.Data, drawn[world][l]); moved != (c.guard == clipSum) {
							t.Errorf("%s, step %d: weight matrix %d has moved: %v", name, step, l, moved)
						}
					}
				}
				if !slices.Equal(worlds[0].v.Values(), worlds[1].v.Values()) {
					t.Fatalf("%s, step %d: two worlds with one release have two embeddings", name, step)
				}
			}
		}
		if worst > bound || worst < 1.1*c.clip || bound != 2*c.clip {
			t.Errorf("%s: sums of two worlds are up to %v apart, the plan says %v", name, worst, bound)
		}
		t.Logf("%s: sums of two worlds are up to %.3f C apart", name, worst/c.clip)
	}
}

// around returns a sparse random graph in which hub is joined to all, or to nobody.
func around(t testing.TB, hub int32, joined bool, r interface{ Int32N(int32) int32 }) *graph.Graph {
	t.Helper()
	var edges []graph.Edge
	for range 90 {
		if e := (graph.Edge{U: r.Int32N(60), V: r.Int32N(60)}); e.U != hub && e.V != hub {
			edges = append(edges, e)
		}
	}
	for v := range int32(60) {
		if joined && v != hub {
			edges = append(edges, graph.Edge{U: hub, V: v})
		}
	}
	return gdptest.Graph(t, 60, edges)
}

// Every entry of V gets noise in every setting that protects it: on a graph without edges,
// where no gradient is, twelve steps of Adam move it by about three times the rate. By less
// than a tenth of the rate they move 23 of 1600 entries, as counted; 80 are allowed.
func TestTrainingIsNoisy(t *testing.T) {
	published, sum, blocks := small(Published()), small(ClippedSum()), small(ClippedBlocks())
	published.Rate, sum.Rate, blocks.Rate = 1e3, 1e3, 1e3
	for name, c := range map[string]Config{"published": published, "sum": sum, "blocks": blocks} {
		r, err := Run(context.Background(), session(t, directed(t, 200), gdp.NodeLevel, 0.5), c, nil)
		if err != nil {
			t.Fatal(err)
		}
		still := 0
		for _, x := range r.Embedding.Values() {
			if math.Abs(float64(x)) < 1e3/10 {
				still++
			}
		}
		if still > len(r.Embedding.Values())/20 {
			t.Errorf("%s: %d of %d entries have not moved", name, still, len(r.Embedding.Values()))
		}
	}
}

// The published plan is proved with the bound on a step's sum that holds, and where the
// authors' code leaks with none.
func TestPublishedPlanIsProvedWithWhatHolds(t *testing.T) {
	s := session(t, toy(t), gdp.NodeLevel, 0.5)
	leaks := map[string]func(*Deviations){
		"": func(*Deviations) {}, "mean": func(a *Deviations) { a.MeanGradient = true }, "skips": func(a *Deviations) { a.SkipEmpty = true },
		"norm": func(a *Deviations) { a.OneStepNorm = true }, "frozen": func(a *Deviations) { *a = Author().Author },
	}
	for what, leak := range leaks {
		c := Published()
		leak(&c.Author)
		plan, err := c.settings().plan(s, s.Budget())
		if err != nil {
			t.Fatal(err)
		}
		basis, claimed := plan.Basis.(gdp.Claim)
		want := c.Sensitivity(200)
		if what != "" && what != "frozen" {
			want = 0
		}
		if !claimed || basis.Holds < want || basis.Holds > want*(1+1e-5) {
			t.Errorf("%q: %+v, want a claim of which %v holds", what, plan.Basis, want)
		}
	}
}

// A run is replayed from the journal, and another configuration is refused once
// the budget is gone.
func TestRunIsReplayed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	var first *Result
	for range 2 {
		s := session(t, toy(t), gdp.NodeLevel, 1, gdp.Journal(path))
		r, err := Run(context.Background(), s, small(ClippedSum()), nil)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = r
		}
		if !first.Graph.Equal(r.Graph) || !slices.Equal(first.Embedding.Values(), r.Embedding.Values()) || !reflect.DeepEqual(first.Guarantee, r.Guarantee) {
			t.Error("the replay is another release")
		}
		if _, err := Run(context.Background(), s, Strict(), nil); !errors.Is(err, gdp.ErrBudget) {
			t.Errorf("a second release from a spent budget: %v", err)
		}
	}
}

func TestRunRefuses(t *testing.T) {
	s := session(t, toy(t), gdp.NodeLevel, 1)
	tiny := Published()
	tiny.Batch = 201
	deep := Published()
	deep.Scale = 1 + 1e-9
	wide := ClippedSum()
	wide.Dim = 1 << 40
	pairs := ClippedSum()
	pairs.Walks, pairs.WalkLength = 1<<20, 1<<20
	tight := ClippedSum() // its edges are paid for, and its clip is of no use
	tight.Clip = 1e-320
	for name, c := range map[string]Config{"batch": tiny, "deep": deep, "wide": wide, "pairs": pairs, "tight": tight} {
		if _, err := Run(context.Background(), s, c, nil); err == nil {
			t.Errorf("%s: accepted", name)
		}
		if l, err := s.Ledger(); err != nil || len(l.Entries) != 0 {
			t.Errorf("%s: paid for %v", name, l)
		}
	}
	proved := session(t, toy(t), gdp.NodeLevel, 1, gdp.ProvedOnly())
	if _, err := Run(context.Background(), proved, small(Published()), nil); !errors.Is(err, gdp.ErrClaim) {
		t.Errorf("a session that takes proofs alone runs the published method: %v", err)
	}
	pure, err := gdp.Protect(&graph.Network{Graph: toy(t)}, gdp.NodeLevel, gdp.Budget{Epsilon: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Run(context.Background(), pure, small(Published()), nil); err == nil {
		t.Error("the paper's noise at δ = 0")
	}
	if _, err := RunPlain(context.Background(), nil, NonPrivate(), 1, nil); err == nil {
		t.Error("a training on no graph")
	}
}

// Whatever value a setting has, either a run comes to its end or nothing was paid for.
func TestSettingsAreCheckedBeforeTheSpend(t *testing.T) {
	g := toy(t)
	for name, mode := range map[string]Config{"published": small(Published()), "B": small(ClippedBlocks())} {
		list, err := method.Settings(mode)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range list {
			var values []string
			switch reflect.TypeOf(x.Value).Kind() {
			case reflect.Int:
				values = []string{"-2", "-1", "0", "1099511627776", "9223372036854775807"}
			case reflect.Float64:
				values = []string{"-1", "0", "1e-300", "1e-12", "1", "1e12", "1e300", "Inf", "NaN"}
			}
			for _, v := range values {
				c, err := method.Set(mode, x.Name+"="+v)
				if err != nil {
					t.Fatal(err)
				}
				s := session(t, g, gdp.NodeLevel, 0.5)
				_, err = Run(context.Background(), s, c.(Config), nil)
				if l, failed := s.Ledger(); err != nil && (failed != nil || len(l.Entries) != 0) {
					t.Errorf("%s with %s = %v was paid for: %v", name, x.Name, v, err)
				}
			}
		}
	}
}

// With exact answers the graph has the degrees of the original, on other ids, but for an edge or
// two that cannot be placed, and its triangles.
func TestExactAnswers(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	g, err := gen.GNP(150, 0.06, r)
	if err != nil {
		t.Fatal(err)
	}
	if g, err = gen.Close(g, 300, r); err != nil {
		t.Fatal(err)
	}
	d, err := RunPlain(t.Context(), &graph.Network{Graph: g}, StrictNonPrivate(), 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	a, b := g.Degrees(), d.Graph.Degrees()
	same := slices.Equal(a, b)
	slices.Sort(a)
	slices.Sort(b)
	apart := int32(0)
	for i := range a {
		apart += max(a[i]-b[i], b[i]-a[i])
	}
	if same || apart > 4 || d.Edges != g.M() || d.Guarantee != nil {
		t.Errorf("%d edges of %d, degrees %v of %v, as they were: %v", d.Graph.M(), g.M(), b, a, same)
	}
	want, _ := metric.Triangles(g)
	if got, _ := metric.Triangles(d.Graph); math.Abs(float64(got-want)) > 3 {
		t.Errorf("%d triangles of %d", got, want)
	}
	if _, err := RunPlain(t.Context(), &graph.Network{Graph: g}, nil, 1, nil); err == nil {
		t.Error("a run of no configuration")
	}
}

// Without privacy and with one layer the training does something, and equal
// seeds give equal graphs.
func TestTrain(t *testing.T) {
	c := small(NonPrivate())
	c.Epochs = 3
	a, err := RunPlain(context.Background(), &graph.Network{Graph: toy(t)}, c, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := RunPlain(context.Background(), &graph.Network{Graph: toy(t)}, c, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !a.Graph.Equal(b.Graph) || a.Graph.M() != 400 || a.Guarantee != nil {
		t.Error("equal seeds, different graphs, or a guarantee")
	}

	// The loss over all edges falls.
	g := toy(t)
	tr, err := newTrainer(c.settings(), g, nil, nil, streams(1))
	if err != nil {
		t.Fatal(err)
	}
	loss := func() float64 {
		if err := tr.net.normalise(nil); err != nil {
			t.Fatal(err)
		}
		x := general(g.N(), c.Dim)
		for i, v := range tr.v.Values() {
			x.Data[i] = float64(v)
		}
		return Surrogate(g, c.Gamma, tr.net.forward(x).outputs())
	}
	before := loss()
	for i := range c.Steps(g.N()) {
		if err := tr.step(i); err != nil {
			t.Fatal(err)
		}
	}
	if after := loss(); after >= before {
		t.Errorf("the loss goes from %v to %v", before, after)
	}
}

// The strict release under the other relations, and its degrees.
func TestStrictUnderEveryRelation(t *testing.T) {
	for _, rel := range []gdp.Relation{gdp.EdgeLevel, gdp.NodeLevel, gdp.NodeUnbounded} {
		var options []gdp.Option
		if rel == gdp.NodeUnbounded {
			options = append(options, gdp.Nodes(260))
		}
		c := Strict()
		c.Theta = 30
		s, err := gdp.Protect(&graph.Network{Graph: toy(t)}, rel, gdp.Budget{Epsilon: 100}, append(options, gdp.Seed(85))...)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Run(context.Background(), s, c, nil)
		if err != nil {
			t.Fatal(err)
		}
		total := 0.0
		for _, share := range r.Degrees {
			total += share
		}
		near(t, "shares", total, 1, 1e-9)
		if e := math.Abs(float64(r.Graph.M())/float64(toy(t).M()) - 1); e > 0.1 {
			t.Errorf("%v, ε = 100: %d edges, the graph has %d", rel, r.Graph.M(), toy(t).M())
		}
		if r.Graph.M() > r.Edges || r.Graph.M() < r.Edges-10 {
			t.Errorf("%v: %d edges, aimed at %d", rel, r.Graph.M(), r.Edges)
		}
		ends := 0 // of the last quarter of the ids, which must not get the large degrees
		for u := int32(150); u < 200; u++ {
			ends += r.Graph.Degree(u)
		}
		if share := float64(ends) / float64(2*r.Graph.M()); share > 0.4 {
			t.Errorf("%v: a quarter of the ids has %.2f of the edges", rel, share)
		}
	}
}

// On the paper's graphs, from ε = 0.8 on, the strict release is nearer to the
// original than the control that pays for its edge count, on the degree
// distribution, REDE, wedges and triangles, averaged over five runs.
func TestStrictBeatsTheNullControl(t *testing.T) {
	for _, name := range []string{"cora", "citeseer", "p2p", "chicago"} {
		g := paperGraph(t, name).Undirected()
		for _, eps := range []gdp.Epsilon{0.8, 3.2} {
			var strict, control [4]float64
			for seed := range uint64(5) {
				run := func(release func(*gdp.Session) (*graph.Graph, error)) (e [4]float64) {
					s, err := gdp.Protect(&graph.Network{Graph: g}, gdp.NodeLevel, gdp.Budget{Epsilon: eps}, gdp.Seed(seed))
					if err != nil {
						t.Fatal(err)
					}
					h, err := release(s)
					if err != nil {
						t.Fatal(err)
					}
					triangles := func(g *graph.Graph) float64 { count, _ := metric.Triangles(g); return float64(count) }
					return [4]float64{
						metric.KS(metric.DegreeHistogram(g), metric.DegreeHistogram(h)) / 5,
						metric.RelativeError(metric.REDE(g), metric.REDE(h)) / 5,
						metric.RelativeError(metric.Wedges(g), metric.Wedges(h)) / 5,
						metric.RelativeError(triangles(g), triangles(h)) / 5,
					}
				}
				a := run(func(s *gdp.Session) (*graph.Graph, error) {
					r, err := Run(context.Background(), s, Strict(), nil)
					if err != nil {
						return nil, err
					}
					return r.Graph, nil
				})
				b := run(func(s *gdp.Session) (*graph.Graph, error) {
					r, err := null.Graph(context.Background(), s, null.Paid(), nil)
					if err != nil {
						return nil, err
					}
					return r.Graph, nil
				})
				for i := range a {
					strict[i] += a[i]
					control[i] += b[i]
				}
			}
			t.Logf("%s ε = %v: KS %.3f against %.3f, REDE %.4f against %.4f, WC %.3f against %.3f, TC %.3f against %.3f",
				name, eps, strict[0], control[0], strict[1], control[1], strict[2], control[2], strict[3], control[3])
			for i, what := range []string{"KS", "REDE", "WC", "TC"} {
				if strict[i] >= control[i] {
					t.Errorf("%s, ε = %v: %s is off by %v, the control by %v", name, eps, what, strict[i], control[i])
				}
			}
			if name != "p2p" && strict[3] > 0.25 { // by chance alone, and by what a node cannot hold
				t.Errorf("%s, ε = %v: triangles are off by %v", name, eps, strict[3])
			}
		}
	}
}

// The sensitivity of what the strict release asks for is the query's proof, not a
// claim of ours.
func TestStrictRestsOnProofs(t *testing.T) {
	s := session(t, toy(t), gdp.NodeLevel, 1, gdp.ProvedOnly())
	if _, err := Run(context.Background(), s, Strict(), nil); err != nil {
		t.Fatal(err)
	}
	l, err := s.Ledger()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []gdp.Bounded[gdp.L1]{
		query.TrianglePacking[gdp.L1](gdp.NodeLevel, 200, 18),  // 40 √0.2
		query.CumulatedDegrees[gdp.L1](gdp.NodeLevel, 200, 20), // 22 √0.8
	} {
		if e := l.Entries[i]; e.Query != want.Name() || e.Basis != want.Basis() {
			t.Errorf("the ledger has %+v, want %v", e, want.Name())
		}
	}
	if g, err := s.Guarantee(); err != nil || g.Proved != 1 || len(l.Entries) != 2 {
		t.Errorf("%d entries prove %v, %v", len(l.Entries), g.Proved, err)
	}
}

// G2 by the front door, without any data set: two sessions with one seed on graphs
// that have nothing in common but the number of nodes release the same graph.
func TestTwoGraphsOneRelease(t *testing.T) {
	claim.Fails(t, "privdpr", "Abstract: PrivDPR preserves the structure of the input (two different graphs, one seed, one and the same released graph: G2)")
	dense, err := gen.GNM(200, 3000, random(86))
	if err != nil {
		t.Fatal(err)
	}
	c := Published()
	c.EdgeRule, c.Edges = PublicEdges, 500
	var released []*Result
	for _, g := range []*graph.Graph{toy(t), dense} {
		r, err := Run(context.Background(), session(t, g, gdp.NodeLevel, 3.2), c, nil)
		if err != nil {
			t.Fatal(err)
		}
		released = append(released, r)
	}
	if !released[0].Graph.Equal(released[1].Graph) || !slices.Equal(released[0].Embedding.Values(), released[1].Embedding.Values()) {
		t.Error("the releases differ")
	}
	if g, other := released[0].Guarantee, released[1].Guarantee; g.Claimed != 3.2 || g.Proved > 1e-6 || !reflect.DeepEqual(g, other) {
		t.Errorf("%v; %v", g, other)
	}

	// One clipped step of ClippedSum already distinguishes the two.
	a := small(ClippedSum())
	var rows [][]float32
	for _, g := range []*graph.Graph{toy(t), dense} {
		r, err := Run(context.Background(), session(t, g, gdp.NodeLevel, 3.2), a, nil)
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r.Embedding.Values())
	}
	if slices.Equal(rows[0], rows[1]) {
		t.Error("ClippedSum does not read the graph either")
	}
}
