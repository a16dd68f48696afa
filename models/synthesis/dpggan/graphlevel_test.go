package dpggan

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/method"
	"gonum.org/v1/gonum/floats"
)

// graphLevel returns the mode's settings for a number of new graphs.
func graphLevel(graphs int) GraphDecoder {
	c := GraphLevel.Settings
	c.Graphs = graphs
	return c
}

// worldOf returns the models of named graphs. Every stream is public: a label determines its
// randomness.
func worldOf(t *testing.T, names []string, graphs map[string]*graph.Graph) *shared {
	t.Helper()
	c := graphLevel(3)
	c.Hidden, c.Latent, c.Inner, c.Width = 4, 3, 4, 5
	var nets []*graph.Network
	for _, name := range names {
		nets = append(nets, &graph.Network{Graph: graphs[name]})
	}
	return must.Get(newShared(c.Net, nets, func(label string) *rand.Rand { return rand.New(rand.NewChaCha8(sha256.Sum256([]byte(label)))) }))(t)
}

// total returns the sum of a step over some graphs.
func (x *shared) total(t *testing.T, p gdp.Plan, taken []int32) []float64 {
	t.Helper()
	return gdptest.TotalOf(t, p, len(x.models), taken, func(step *gdp.Step) error {
		_, err := x.mean(step)
		return err
	})
}

// history takes steps with the given decoders, as earlier outputs, and samples of names, and
// returns the sum of the last step.
func history(t *testing.T, p gdp.Plan, x *shared, names []string, decoders [][]float32, samples []string) (sum []float64) {
	t.Helper()
	for step, sample := range samples {
		copy(x.decoder.parameters, decoders[step])
		var taken []int32
		for i, name := range names {
			for _, s := range sample {
				if string(s) == name {
					taken = append(taken, int32(i))
				}
			}
		}
		sum = x.total(t, p, taken)
	}
	return sum
}

// A graph in the sample changes a step's sum by at most one clip; any other graph does not change
// it. This holds for all earlier releases, public streams and samples. Replacing a graph, even by
// itself with another edge, changes the sum by at most two clips.
func TestOneGraphMovesAStepByOneClip(t *testing.T) {
	full := sample(t, 8, 28)
	for _, clip := range []float64{0.01, 1, 1e3} {
		worst, exchanged, edge := 0.0, 0.0, 0.0
		c := graphLevel(3)
		c.Clip = clip
		s := must.Get(gdp.ProtectCollection(&graph.Collection{}, gdp.GraphUnbounded, gdp.Budget{Epsilon: 1, Delta: 1e-5}, gdp.Seed(1)))(t)
		plan, _ := must.Two(c.plan(s))(t)
		for seed, scale := range []float32{1e-3, 0.1, 0.3, 1, 10, 1e20} {
			var decoders [][]float32
			rng := random(uint64(seed))
			size := len(worldOf(t, []string{"a"}, map[string]*graph.Graph{"a": full}).decoder.parameters)
			for range 4 {
				d := make([]float32, size)
				for i := range d {
					d[i] = scale * float32(rng.NormFloat64())
				}
				decoders = append(decoders, d)
			}
			graphs := map[string]*graph.Graph{"a": sample(t, 7, 9), "b": full, "c": sample(t, 5, 4), "d": full} // two are equal
			with, without := []string{"d", "a", "b", "c"}, []string{"d", "a", "c"}
			sum := func(names []string, last string) []float64 {
				return history(t, plan, worldOf(t, names, graphs), names, decoders, []string{"abd", "bc", "b", last})
			}
			worst = max(worst, floats.Distance(sum(with, "abcd"), sum(without, "abcd"), 2)/clip)
			if d := floats.Distance(sum(with, "acd"), sum(without, "acd"), 2); d != 0 {
				t.Errorf("a graph that is not in the sample moves the sum by %v", d)
			}
			before := sum(with, "abcd")
			for m, to := range map[int]*float64{27: &edge, 0: &exchanged} {
				graphs["b"] = sample(t, 8, m)
				*to = max(*to, floats.Distance(before, sum(with, "abcd"), 2)/clip)
			}
		}
		t.Logf("C = %v: %v C; exchanged %v C, for an edge %v C", clip, worst, exchanged, edge)
		if worst > 1 || exchanged > 2 || edge > 2 {
			t.Errorf("C = %v: a graph moves the sum by %v C, exchanged by %v C, for an edge by %v C", clip, worst, exchanged, edge)
		}
		if clip < 100 && (worst < 0.99 || exchanged < 1.5) {
			t.Errorf("C = %v: the bounds are not tried: %v C, and %v C", clip, worst, exchanged)
		}
	}
}

// Adding or removing a graph changes one band of each histogram by 1; replacing it changes two of
// each.
func TestOneGraphMovesTwoBands(t *testing.T) {
	const most = 40
	var nets []*graph.Network
	for _, x := range [][2]int{{0, 0}, {1, 0}, {2, 1}, {3, 3}, {8, 1}, {8, 28}, {31, 40}, {32, 0}, {40, 780}, {200, 300}, {90, 4005}} {
		nets = append(nets, &graph.Network{Graph: sample(t, x[0], x[1])})
	}
	bound := map[gdp.Relation]float64{gdp.GraphUnbounded: 2, gdp.GraphLevel: 4}
	for rel, want := range bound {
		if got := shapeBound(rel); float64(got) != want {
			t.Errorf("%v: bound %v", rel, got)
		}
		s := must.Get(gdp.ProtectCollection(&graph.Collection{Graphs: nets}, rel, gdp.Budget{Epsilon: 1}, gdp.Seed(1)))(t)
		values, err := askShapes(rel, most, 1).Draw(s)
		if err != nil || len(values) != 6+8 {
			t.Fatal(len(values), err)
		}
	}
	counts := func(list []*graph.Network) []float64 {
		return must.Get(shapeQuery(gdp.GraphUnbounded, most).Eval(&gdp.Data{Collection: &graph.Collection{Graphs: list}}))(t)
	}
	moved := func(a, b []float64) (sum float64) {
		for i := range a {
			sum += math.Abs(a[i] - b[i])
		}
		return sum
	}
	worst := 0.0
	for i := range nets {
		rest := append(append([]*graph.Network{}, nets[:i]...), nets[i+1:]...)
		if d := moved(counts(nets), counts(rest)); d != 2 {
			t.Errorf("graph %d moves the histograms by %v", i, d)
		}
		for j := range nets {
			worst = max(worst, moved(counts(nets), counts(append(rest, nets[j]))))
		}
	}
	if worst != 4 {
		t.Errorf("an exchange moves the histograms by %v at most", worst)
	}
}

// The noise of the steps has the values of the paper's sheet. With it, two collections that differ
// in an edge, which is a replaced graph, are distinguished by more than twice as much.
func TestAnEdgeIsAnExchangeOfAGraph(t *testing.T) {
	c, b := graphLevel(69), gdp.Budget{Epsilon: 1, Delta: 1e-5}
	c.SampleRate, c.Steps = 8.0/69, 300
	c.ShapeShare = 1e-4
	cost := map[gdp.Relation]accounting.Accountant{}
	for rel := range map[gdp.Relation]bool{gdp.GraphUnbounded: true, gdp.GraphLevel: true} {
		s := must.Get(gdp.ProtectCollection(&graph.Collection{Graphs: []*graph.Network{small(t, 3)}}, rel, b))(t)
		cost[rel] = s.Accountant()
		if rel == gdp.GraphUnbounded {
			p, _ := must.Two(c.plan(s))(t)
			near(t, "σ", p.Multiplier, 7.6095, 0.01*7.6095)
		}
	}
	steps := accounting.SelfCompose{Count: 300, Event: accounting.PoissonSampled{Rate: 8.0 / 69, Event: accounting.Gaussian{NoiseMultiplier: 7.6095}}}
	for rel, want := range map[gdp.Relation]float64{gdp.GraphUnbounded: 1, gdp.GraphLevel: 2.1156} {
		eps := must.Get(cost[rel].Epsilon(steps, 1e-5))(t)
		near(t, fmt.Sprintf("ε under %v", rel), float64(eps), want, 0.005*want)
	}
}

// Shapes contain the bands that exceed the noise.
func TestShapes(t *testing.T) {
	noisy := make([]int64, 6+8)
	noisy[3], noisy[6+2], noisy[0], noisy[6+7] = 100, 90, 3, -4
	s, rng := shapesOf(noisy, 40, 4), random(1)
	for range 300 {
		n, m := s.draw(rng)
		if d := 2 * float64(m) / float64(n); n < 8 || n > 15 || d < 1-1.0/float64(n) || d > 2+1.0/float64(n) {
			t.Fatalf("%d nodes and %d edges", n, m)
		}
	}
	for _, none := range [][]int64{make([]int64, 14), {-9, -9, -9, -9, -9, -9, -9, -9, -9, -9, -9, -9, -9, -9}} {
		if n, m := shapesOf(none, 40, 4).draw(rng); n != 1 || m != 0 {
			t.Errorf("%d nodes and %d edges out of no graph", n, m)
		}
	}
	noisy[5] = 1000
	for range 300 {
		if n, m := shapesOf(noisy, 40, 4).draw(rng); n > 40 || int64(m) > pairs(n) {
			t.Fatalf("%d nodes and %d edges", n, m)
		}
	}
}

// Nothing about a collection is public, so no collection is refused.
func TestGraphLevelRefusesNoData(t *testing.T) {
	for _, name := range []string{"graph-level", "null-graph-level"} {
		m := must.Get(Method.Mode(name))(t)
		for i, list := range [][]*graph.Network{nil, {small(t, 0)}, {small(t, 1), small(t, 1)}, {small(t, 1), {Graph: sample(t, 30, 60)}, small(t, 2)}} {
			for _, rel := range m.Relations() {
				s, err := gdp.ProtectCollection(&graph.Collection{Graphs: list}, rel, gdp.Budget{Epsilon: 1, Delta: 1e-5}, gdp.Seed(1))
				if err != nil {
					if rel == gdp.GraphLevel && list == nil {
						continue
					}
					t.Fatal(err)
				}
				o, err := m.Run(t.Context(), s, little(t, m), nil)
				if err != nil || len(graphsOf(o)) != 3 || o.Guarantee.Proved > 1+1e-9 {
					t.Errorf("%s, collection %d under %v: %d graphs, %v, %v", name, i, rel, len(graphsOf(o)), o.Guarantee, err)
				}
			}
		}
	}
}

// A budget without δ, which Gaussian noise needs, is refused before anything is spent; the largest
// rate gives graphs.
func TestRefusedBeforeItIsPaidFor(t *testing.T) {
	c := graphLevel(3)
	c.Rate = 1e3
	for _, delta := range []gdp.Delta{0, 1e-5} {
		s := must.Get(gdp.ProtectCollection(&graph.Collection{Graphs: []*graph.Network{small(t, 4), small(t, 6)}}, gdp.GraphUnbounded, gdp.Budget{Epsilon: 1, Delta: delta}, gdp.Seed(1)))(t)
		_, err := GraphLevel.With(c).Run(t.Context(), s)
		if l, failed := s.Ledger(); failed != nil || delta == 0 && (!errors.Is(err, gdp.ErrDelta) || len(l.Entries) > 0) || delta > 0 && err != nil {
			t.Errorf("δ = %v: %v, %v", delta, err, l)
		}
	}
}

// One decoder is trained: all graphs use the same parameters, and a step changes them.
func TestOneDecoderForAll(t *testing.T) {
	graphs := map[string]*graph.Graph{"a": sample(t, 7, 9), "b": sample(t, 8, 10), "c": sample(t, 5, 4)}
	x := worldOf(t, []string{"a", "b", "c"}, graphs)
	s := must.Get(gdp.ProtectCollection(&graph.Collection{Graphs: []*graph.Network{small(t, 7), small(t, 8), small(t, 5)}}, gdp.GraphUnbounded, gdp.Budget{Epsilon: 1, Delta: 1e-5}, gdp.Seed(1)))(t)
	plan, _ := must.Two(graphLevel(3).plan(s))(t)
	training := must.Get(s.Train(plan))(t)
	before := fmt.Sprint(x.decoder.parameters, x.bias)
	must.Do(t, x.step(training))
	if after := fmt.Sprint(x.models[0].decoder.parameters, x.models[2].bias); after == before {
		t.Error("a step changes nothing")
	}
	if len(x.values()) != 2+6+3*8 {
		t.Errorf("%d values in a checkpoint", len(x.values()))
	}
}

// An attack on the sizes of new graphs of a collection with one graph or none finds less than the
// proved ε, and more with a quarter of the noise.
func TestAuditOfShapes(t *testing.T) {
	little, much := audited(t, "null-graph-level", 2, 5000), audited(t, "null-graph-level", 8, 5000)
	t.Logf("ε ≥ %.3f at 2, and %.3f at 8", little.Bound.Epsilon, much.Bound.Epsilon)
	if little.Broken() != nil || much.Broken() != nil || much.Bound.Epsilon <= 2 {
		t.Errorf("ε ≥ %v at 2, and %v at 8", little.Bound.Epsilon, much.Bound.Epsilon)
	}
}

// Leak probe: if the graphs lose their edges after the last step, the release is the same.
func TestNewGraphsReadNoGraph(t *testing.T) {
	c := graphLevel(4)
	c.Steps, c.SampleRate = 12, 0.5
	do := func(probe *graph.Network, options ...method.Option) *Result {
		nets := []*graph.Network{{Graph: sample(t, 20, 40)}, probe}
		s := must.Get(gdp.ProtectCollection(&graph.Collection{Graphs: nets}, gdp.GraphUnbounded, gdp.Budget{Epsilon: 40, Delta: 1e-5}, gdp.Seed(2)))(t)
		return must.Get(GraphLevel.With(c).Run(t.Context(), s, options...))(t)
	}
	full, none, lost := sample(t, 60, 400), sample(t, 60, 0), false
	first, probe := do(&graph.Network{Graph: full}), &graph.Network{Graph: full}
	again := do(probe, method.Progress(func(done, steps int) {
		if done == steps {
			probe.Graph, lost = none, true
		}
	}))
	fresh, differs := do(&graph.Network{Graph: none}), false
	for i, g := range first.Graphs {
		if !g.Equal(again.Graphs[i]) || !lost {
			t.Errorf("graph %d is another where the edges were gone; gone: %v", i, lost)
		}
		differs = differs || !g.Equal(fresh.Graphs[i])
	}
	if !differs {
		t.Error("without edges from the beginning all new graphs are the same")
	}
}
