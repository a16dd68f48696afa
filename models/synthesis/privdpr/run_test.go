package privdpr

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/method"
	"gonum.org/v1/gonum/floats"
)

// toy returns a graph with a hub.
func toy(t testing.TB) *graph.Graph {
	t.Helper()
	return must.Get(gen.BarabasiAlbert(200, 3, random(80)))(t)
}

func session(t testing.TB, g *graph.Graph, rel gdp.Relation, eps gdp.Epsilon, options ...gdp.Option) *gdp.Session {
	t.Helper()
	return must.Get(gdp.Protect(&graph.Network{Graph: g}, rel, gdp.Budget{Epsilon: eps, Delta: gdp.Delta(delta5)}, append(options, gdp.Seed(81))...))(t)
}

// small returns the mode with settings for fast training.
func small[C any](m method.PrivateMode[C, *Result]) method.PrivateMode[C, *Result] {
	d, err := method.SetKnown(m.Settings, "Dim=8", "Hidden=8", "Epochs=1", "EdgeRule=PublicEdges", "Edges=400")
	if err != nil {
		panic(err)
	}
	return m.With(d.(C))
}

// runner is the method Run of a mode.
type runner = func(ctx context.Context, s *gdp.Session, options ...method.Option) (*Result, error)

// Each mode releases a graph on the public ids, costs what it claims and no more, and states what
// is proved. The published mode claims ε, and almost nothing is proved: its release reveals almost
// nothing.
func TestRun(t *testing.T) {
	leaky := small(Published)
	leaky.Settings.Author.MeanGradient = true
	for name, x := range map[string]struct {
		run       runner
		low, high float64 // what is proved
		entries   int
	}{
		"published": {small(Published).Run, 0, 1e-6, 1},
		"leaky":     {leaky.Run, math.Inf(1), math.Inf(1), 1},
		"author":    {small(Author).Run, 0, 1e-6, 1},
		"clipped":   {small(ClippedSum).Run, 0.45, 0.5, 2},
		"strict":    {Strict.Run, 0.4999, 0.5, 4},
	} {
		t.Run(name, func(t *testing.T) {
			s, steps := session(t, toy(t), gdp.NodeLevel, 0.5), 0
			r := must.Get(x.run(t.Context(), s, method.Progress(func(step, of int) { steps++ })))(t)
			if r.Graph.N() != 200 || r.Graph.M() == 0 || (r.Embedding == nil) != (name == "strict") {
				t.Errorf("%d nodes, %d edges, embedding %v", r.Graph.N(), r.Graph.M(), r.Embedding != nil)
			}
			if want := Published.Settings.Steps(200) / 5; steps != want && name != "strict" {
				t.Errorf("%d steps, want %d", steps, want)
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
			l := must.Get(s.Ledger())(t)
			if len(l.Entries) != x.entries || float64(l.Spent()) > 0.5*(1+1e-9) {
				t.Errorf("the ledger: %v", l)
			}
		})
	}
}

// The ledger of ClippedSum agrees with a computation by hand: Laplace noise for a tenth of ε, and T
// Gaussian steps whose exact composition is one Gaussian of mean √T/σ, calibrated to the rest.
func TestClippedSumLedger(t *testing.T) {
	s := session(t, toy(t), gdp.NodeLevel, 0.5)
	c := small(ClippedSum).Settings
	must.Get(small(ClippedSum).Run(t.Context(), s))(t)
	mu := must.Get(gauss.Mean(gdp.Budget{Epsilon: 0.45, Delta: gdp.Delta(delta5)}))(t)
	sub := s.Scope("by hand")
	plan := must.Get(c.settings().plan(sub, gdp.Budget{Epsilon: 0.45, Delta: gdp.Delta(delta5)}))(t)
	atLeast := func(what string, got, want float64) { // the calibrator rounds up
		if t.Helper(); got < want*(1-1e-8) || got > want*(1+1e-6) {
			t.Errorf("%s: %v, want %v or hardly more", what, got, want)
		}
	}
	atLeast("σ = √T/μ", plan.Multiplier, math.Sqrt(float64(c.Steps(200)))/mu)
	near(t, "sensitivity", float64(plan.Sensitivity), 2, 1e-12)
	// The sheet's values for Cora, T = 845, C = 1, all of ε for V.
	for eps, want := range map[gdp.Epsilon]float64{0.1: 1787.71112, 3.2: 76.3832752} {
		wide := must.Get(gen.GNM(2708, 10, random(82)))(t)
		s := session(t, wide, gdp.NodeLevel, 4)
		plan := must.Get(ClippedSum.Settings.settings().plan(s, gdp.Budget{Epsilon: eps, Delta: gdp.Delta(delta5)}))(t)
		atLeast("2 C √T/μ of cora", plan.Multiplier*float64(plan.Sensitivity), want)
	}
}

// Whatever the graph, a clipped sum has norm at most C, so two sums are at most 2C apart, as the
// plan states. This holds at every step given earlier releases: both graphs are given the same
// noisy sums. The clip is so small that every gradient is clipped.
func TestClippedSumsAreBounded(t *testing.T) {
	claim.Holds(t, "privdpr", "Clipped sums: replacing a node moves a step's sum by at most 2C")
	const n, steps = 60, 4
	c := small(ClippedSum).Settings.settings()
	c.Batch, c.clip, c.Rate = 8, 1e-4, 1
	plan := must.Get(c.plan(session(t, around(t, 0, true, random(1)), gdp.NodeLevel, 0.5), gdp.Budget{Epsilon: 0.4, Delta: gdp.Delta(delta5)}))(t)
	bound := float64(plan.Sensitivity)
	r, worst := random(83), 0.0
	for range 40 {
		hub, seed := int32(r.IntN(n)), r.Uint64()
		var sums []float64    // of the first world
		var release []float32 // of both
		var worlds [2]*trainer
		for world := range worlds {
			clips := func(term func(int32, *gdp.Term[float32])) ([]float32, error) {
				sum := gdptest.TotalOf(t, plan, 1, []int32{0}, func(step *gdp.Step) error {
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
				worst = max(worst, floats.Distance(sum, sums, 2))
				return release, nil
			}
			worlds[world] = must.Get(newTrainer(c, around(t, hub, world == 0, random(seed)), nil, clips, streams(seed)))(t) // the same public randomness
		}
		for step := range steps {
			for _, tr := range worlds {
				must.Do(t, tr.step(step))
			}
			if !slices.Equal(worlds[0].v.Values(), worlds[1].v.Values()) {
				t.Fatalf("step %d: two worlds with one release have two embeddings", step)
			}
		}
	}
	if worst > bound || worst < 1.1*c.clip || bound != 2*c.clip {
		t.Errorf("sums of two worlds are up to %v apart, the plan says %v", worst, bound)
	}
}

// around returns a sparse random graph in which hub is joined to all others or to none.
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

// Every entry of V gets noise in every private mode. On a graph without edges, where no gradient
// is, twelve Adam steps move an entry by about three times the rate. 23 of 1600 entries move by
// less than a tenth of the rate, as counted; 80 are allowed.
func TestTrainingIsNoisy(t *testing.T) {
	published, sum := small(Published), small(ClippedSum)
	published.Settings.Rate, sum.Settings.Rate = 1e3, 1e3
	for name, run := range map[string]runner{"published": published.Run, "sum": sum.Run} {
		r := must.Get(run(t.Context(), session(t, directed(t, 200), gdp.NodeLevel, 0.5)))(t)
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

// The published plan is proved with the valid bound on a step's sum, and with none where the
// authors' code leaks.
func TestPublishedPlanIsProvedWithWhatHolds(t *testing.T) {
	s := session(t, toy(t), gdp.NodeLevel, 0.5)
	leaks := map[string]func(*Deviations){
		"": func(*Deviations) {}, "mean": func(a *Deviations) { a.MeanGradient = true }, "skips": func(a *Deviations) { a.SkipEmpty = true },
		"norm": func(a *Deviations) { a.OneStepNorm = true }, "frozen": func(a *Deviations) { *a = Author.Settings.Author },
	}
	for what, leak := range leaks {
		c := Published.Settings
		leak(&c.Author)
		plan := must.Get(c.settings().plan(s, s.Budget()))(t)
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

// Refused runs cost nothing: settings without a valid training, claims in a session that requires
// proofs, and the paper's noise at δ = 0.
func TestRunRefuses(t *testing.T) {
	tiny, deep, wide, pairs, tight := Published, Published, ClippedSum, ClippedSum, ClippedSum
	tiny.Settings.Batch = 201
	deep.Settings.Scale = 1 + 1e-9
	wide.Settings.Dim = 1 << 40
	pairs.Settings.Walks, pairs.Settings.WalkLength = 1<<20, 1<<20
	tight.Settings.Clip = 1e-320 // its edges are paid for, and its clip is invalid
	pure := must.Get(gdp.Protect(&graph.Network{Graph: toy(t)}, gdp.NodeLevel, gdp.Budget{Epsilon: 1}))(t)
	s := session(t, toy(t), gdp.NodeLevel, 1)
	for name, x := range map[string]struct {
		s    *gdp.Session
		run  runner
		want error
	}{
		"batch": {s, tiny.Run, nil}, "deep": {s, deep.Run, nil}, "wide": {s, wide.Run, nil}, "pairs": {s, pairs.Run, nil}, "tight": {s, tight.Run, nil},
		"claim": {session(t, toy(t), gdp.NodeLevel, 1, gdp.ProvedOnly()), small(Published).Run, gdp.ErrClaim},
		"pure":  {pure, small(Published).Run, gdp.ErrDelta},
	} {
		if _, err := x.run(t.Context(), x.s); err == nil || x.want != nil && !errors.Is(err, x.want) {
			t.Errorf("%s: %v", name, err)
		}
		if l, err := x.s.Ledger(); err != nil || len(l.Entries) != 0 {
			t.Errorf("%s: paid for %v", name, l)
		}
	}
}

// For every value of a setting, a run either completes or nothing is spent.
func TestSettingsAreCheckedBeforeTheSpend(t *testing.T) {
	g := toy(t)
	for _, mode := range []method.Mode{Published.Mode, ClippedSum.Mode} {
		small := must.Get(method.SetKnown(mode.Config(), "Dim=8", "Hidden=8", "Epochs=1"))(t)
		list := must.Get(method.Settings(small))(t)
		for _, x := range list {
			var values []string
			switch reflect.TypeOf(x.Value).Kind() {
			case reflect.Int:
				values = []string{"-2", "-1", "0", "1099511627776", "9223372036854775807"}
			case reflect.Float64:
				values = []string{"-1", "0", "1e-300", "1e-12", "1", "1e12", "1e300", "Inf", "NaN"}
			}
			for _, v := range values {
				c := must.Get(method.Set(small, x.Name+"="+v))(t)
				s := session(t, g, gdp.NodeLevel, 0.5)
				_, err := mode.Run(t.Context(), s, c, nil)
				if l, failed := s.Ledger(); err != nil && (failed != nil || len(l.Entries) != 0) {
					t.Errorf("%s with %s = %v was paid for: %v", mode.Name, x.Name, v, err)
				}
			}
		}
	}
}

// With exact answers the graph has the original's degrees on permuted ids, except for an edge or
// two that cannot be placed, and its triangles.
func TestExactAnswers(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	g := must.Get(gen.GNP(150, 0.06, r))(t)
	g = must.Get(gen.Close(g, 300, r))(t)
	d := must.Get(StrictNonPrivate.RunOn(t.Context(), &graph.Network{Graph: g}, 1))(t)
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
}

// [PRIVDPR25] Alg. 2: without privacy and with one layer, the loss over all edges decreases.
func TestTrain(t *testing.T) {
	c := NonPrivate.Settings
	c.Dim, c.Hidden, c.Epochs = 8, 8, 3
	g := toy(t)
	tr := must.Get(newTrainer(c.settings(), g, nil, nil, streams(1)))(t)
	loss := func() float64 {
		must.Do(t, tr.net.normalise(nil))
		x := general(g.N(), c.Dim)
		for i, v := range tr.v.Values() {
			x.Data[i] = float64(v)
		}
		return Surrogate(g, c.Gamma, tr.net.forward(x).outputs())
	}
	before := loss()
	for i := range c.Steps(g.N()) {
		must.Do(t, tr.step(i))
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
		s := must.Get(gdp.Protect(&graph.Network{Graph: toy(t)}, rel, gdp.Budget{Epsilon: 100}, append(options, gdp.Seed(85))...))(t)
		r := must.Get(Strict.Run(t.Context(), s))(t)
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
		ends := 0 // of the last quarter of the ids, which must not get the largest degrees
		for u := int32(150); u < 200; u++ {
			ends += r.Graph.Degree(u)
		}
		if share := float64(ends) / float64(2*r.Graph.M()); share > 0.4 {
			t.Errorf("%v: a quarter of the ids has %.2f of the edges", rel, share)
		}
	}
}

// On the paper's graphs, for ε ≥ 0.8, the strict release is nearer to the original than the null
// control with a noisy edge count. The averages over ten runs cover degree distribution, REDE,
// wedges and triangles.
func TestStrictBeatsTheNullControl(t *testing.T) {
	for _, name := range []string{"cora", "citeseer", "p2p", "chicago"} {
		g := paperGraph(t, name).Undirected()
		for _, eps := range []gdp.Epsilon{0.8, 3.2} {
			var strict, control [4]float64
			for seed := range uint64(10) {
				off := func(mode runner) (e [4]float64) {
					s := must.Get(gdp.Protect(&graph.Network{Graph: g}, gdp.NodeLevel, gdp.Budget{Epsilon: eps}, gdp.Seed(seed)))(t)
					r := must.Get(mode(t.Context(), s))(t)
					h := r.Graph
					triangles := func(g *graph.Graph) float64 { count, _ := metric.Triangles(g); return float64(count) }
					return [4]float64{
						metric.KS(metric.DegreeHistogram(g), metric.DegreeHistogram(h)) / 10,
						metric.RelativeError(metric.REDE(g), metric.REDE(h)) / 10,
						metric.RelativeError(metric.Wedges(g), metric.Wedges(h)) / 10,
						metric.RelativeError(triangles(g), triangles(h)) / 10,
					}
				}
				a, b := off(Strict.Run), off(Null.Run)
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
			if name != "p2p" && strict[3] > 0.25 { // sampling error, and what a node cannot hold
				t.Errorf("%s, ε = %v: triangles are off by %v", name, eps, strict[3])
			}
		}
	}
}

// The sensitivities of the strict release rest on proofs of queries, not on claims of ours.
func TestStrictRestsOnProofs(t *testing.T) {
	s := session(t, toy(t), gdp.NodeLevel, 1, gdp.ProvedOnly())
	must.Get(Strict.Run(t.Context(), s))(t)
	l := must.Get(s.Ledger())(t)
	for i, want := range []gdp.Bounded[gdp.L1]{
		query.TrianglePacking[gdp.L1](gdp.NodeLevel, 200, 18), // 40 √0.2
		query.EdgeCount[gdp.L1](gdp.NodeLevel, 200, 9),        // 0.7 √(0.8·200)
		query.EdgeCount[gdp.L1](gdp.NodeLevel, 200, 54),
		query.CumulativeDegrees[gdp.L1](gdp.NodeLevel, 200, 9),
	} {
		if e := l.Entries[i]; e.Query != want.Name() || e.Basis != want.Basis() {
			t.Errorf("the ledger has %+v, want %v", e, want.Name())
		}
	}
	if g, err := s.Guarantee(); err != nil || g.Proved != 1 || len(l.Entries) != 4 {
		t.Errorf("%d entries prove %v, %v", len(l.Entries), g.Proved, err)
	}
}

// G2 through the public interface, without a data set: two sessions with one seed, on graphs that
// share only the number of nodes, release the same graph.
func TestTwoGraphsOneRelease(t *testing.T) {
	claim.Fails(t, "privdpr", "Abstract: PrivDPR preserves the structure of the input (two different graphs, one seed, one and the same released graph: G2)")
	dense := must.Get(gen.GNM(200, 3000, random(86)))(t)
	c := Published.Settings
	c.EdgeRule, c.Edges = PublicEdges, 500
	both := func(run runner) (released []*Result) {
		for _, g := range []*graph.Graph{toy(t), dense} {
			r := must.Get(run(t.Context(), session(t, g, gdp.NodeLevel, 3.2)))(t)
			released = append(released, r)
		}
		return released
	}
	released := both(Published.With(c).Run)
	if !released[0].Graph.Equal(released[1].Graph) || !slices.Equal(released[0].Embedding.Values(), released[1].Embedding.Values()) {
		t.Error("the releases differ")
	}
	if g, other := released[0].Guarantee, released[1].Guarantee; g.Claimed != 3.2 || g.Proved > 1e-6 || !reflect.DeepEqual(g, other) {
		t.Errorf("%v; %v", g, other)
	}

	// One clipped step of ClippedSum already distinguishes the two.
	if a := both(small(ClippedSum).Run); slices.Equal(a[0].Embedding.Values(), a[1].Embedding.Values()) {
		t.Error("ClippedSum does not read the graph either")
	}
}
