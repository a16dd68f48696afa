package dpar

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"gonum.org/v1/gonum/floats"
)

// randomNetwork has n nodes of three classes, with wild features.
func randomNetwork(t testing.TB, rng *rand.Rand, n, edges, columns int, wild bool) *graph.Network {
	t.Helper()
	var list []graph.Edge
	for range edges {
		list = append(list, graph.Edge{U: int32(rng.IntN(n)), V: int32(rng.IntN(n))})
	}
	return network(t, rng, n, list, columns, wild)
}

func network(t testing.TB, rng *rand.Rand, n int, edges []graph.Edge, columns int, wild bool) *graph.Network {
	t.Helper()
	g := gdptest.Graph(t, n, edges)
	offsets, at, values, labels := []int64{0}, []int32{}, []float32{}, make([]int32, n)
	for u := range n {
		labels[u] = int32(rng.IntN(3))
		for c := range int32(columns) {
			if rng.IntN(2) == 0 || c%3 == labels[u] {
				v := float32(rng.NormFloat64())
				if wild {
					v *= float32(math.Pow(10, 20*rng.Float64()-10))
				}
				at, values = append(at, c), append(values, v)
			}
		}
		offsets = append(offsets, int64(len(at)))
	}
	x := must.Get(graph.NewAttributes(columns, offsets, at, values))(t)
	return &graph.Network{Graph: g, Attrs: x, Labels: labels, Classes: []string{"a", "b", "c"}}
}

// removed is the network with an id that is inactive: no edges, features or label.
func removed(t testing.TB, net *graph.Network, u int32) *graph.Network {
	t.Helper()
	n := net.Graph.N()
	var edges []graph.Edge
	for v, w := range net.Graph.Edges() {
		if v != u && w != u {
			edges = append(edges, graph.Edge{U: v, V: w})
		}
	}
	g := gdptest.Graph(t, n, edges)
	offsets, at, values := []int64{0}, []int32{}, []float32{}
	for v := range int32(n) {
		if v != u {
			columns, row := net.Attrs.Row(v)
			at, values = append(at, columns...), append(values, row...)
		}
		offsets = append(offsets, int64(len(at)))
	}
	x := must.Get(graph.NewAttributes(net.Attrs.Cols(), offsets, at, values))(t)
	labels := slices.Clone(net.Labels)
	labels[u] = graph.Unlabeled
	return &graph.Network{Graph: g, Attrs: x, Labels: labels, Classes: net.Classes}
}

func randomModel(rng *rand.Rand, columns, hidden, classes int) *Model {
	m := &Model{Columns: columns, Hidden: hidden, Classes: classes}
	m.initial(rng)
	return m
}

// total returns the sum of a step without noise, for the given number of roots and a sample of
// them.
func total(t testing.TB, p gdp.Plan, m *Model, roots int, sample []int32, write terms) []float64 {
	t.Helper()
	return gdptest.Total(t, p, roots, len(m.Weights), sample, write)
}

// halfOf is a random sample of n.
func halfOf(rng *rand.Rand, n int32) (sample []int32) {
	for i := range n {
		if rng.IntN(2) == 0 {
			sample = append(sample, i)
		}
	}
	return sample
}

// mixed are random rows of two places for the first of n roots, and the matrix that the
// configuration makes of them.
func mixed(rng *rand.Rand, c Shared, n int) matrix {
	var chosen [][]int32
	for _, r := range uniform(rng, n/2, 2, n) {
		chosen = append(chosen, r.Nodes)
	}
	return c.mixing(chosen, n)
}

// For random weights, features from 10⁻¹⁰ to 10¹⁰, rows and samples, and every node: with and
// without the node the sums of a step, as in the plan, differ by at most the proved bound, and by
// nearly as much.
func TestOneNodeMovesItsPairs(t *testing.T) {
	const n, clip = 12, 0.7
	rng := rand.New(rand.NewPCG(21, 1))
	reached := 0.0
	for trial := range 60 {
		net := randomNetwork(t, rng, n, 20, 6, trial%2 == 0)
		model := randomModel(rng, 6, 5, 3)
		c := StrictRows.Settings
		c.Clip, c.Keep, c.Others = clip, 2, 2
		m := mixed(rng, c, n)
		plan, weight := c.plan(n), func(i, u int32) float64 { return m[i].At(u) }
		largest := 0.0
		for i := range int32(n) {
			for u := range int32(n) {
				if i != u {
					largest = max(largest, weight(i, u))
				}
			}
		}
		if law, _ := plan.Sampling.(gdp.PoissonShared); law.Share != largest {
			t.Errorf("trial %d: a share of %v is paid for, the largest is %v", trial, law.Share, largest)
		}
		sample := halfOf(rng, n)
		step := func(net *graph.Network) []float64 {
			return total(t, plan, model, n, sample, c.terms(model, net, m, graph.Nodes(n)))
		}
		with := step(net)
		for u := range int32(n) {
			bound := 0.0
			for _, i := range sample {
				if i != u {
					bound += clip * weight(i, u)
				} else {
					bound += clip
				}
			}
			moved := floats.Distance(with, step(removed(t, net, u)), 2)
			if moved > bound {
				t.Fatalf("trial %d: node %d moves the sum by %v, at most %v", trial, u, moved, bound)
			}
			if bound > clip {
				reached = max(reached, moved/bound)
			}
		}
	}
	if reached < 0.9 {
		t.Errorf("the bound is not reached: %v of it", reached)
	}
	// What is paid for covers the rows that are mixed, if all roots choose the same places.
	c := StrictRows.Settings
	chosen := slices.Repeat([][]int32{{0, 1}}, 10)
	m, law := c.mixing(chosen, n), c.sampling(0.1, 2)
	for u := range int32(n) {
		others := 0
		for i, r := range m {
			if weight := r.At(u); weight > 0 && i != int(u) {
				if others++; weight > law.Share {
					t.Errorf("row %d has node %d with weight %v, paid for are %v", i, u, weight, law.Share)
				}
			}
		}
		if u < 2 && others == 0 || others > law.Others {
			t.Errorf("node %d is in %d other rows, paid for are %d", u, others, law.Others)
		}
	}
}

// Each pair names its node: a step with more pairs than paid for has no sum.
func TestPairsThatAreNotPaidForAreRefused(t *testing.T) {
	const n = 12
	rng := rand.New(rand.NewPCG(27, 1))
	net, model, c := randomNetwork(t, rng, n, 20, 6, false), randomModel(rng, 6, 5, 3), StrictRows.Settings
	m := c.mixing(slices.Repeat([][]int32{{0, 1}}, 10), n)
	for name, less := range map[string]func(law *gdp.PoissonShared){
		"":       func(*gdp.PoissonShared) {},
		"share":  func(law *gdp.PoissonShared) { law.Share /= 2 },
		"others": func(law *gdp.PoissonShared) { law.Others-- },
	} {
		plan := c.plan(n) // with a full sample
		law := plan.Sampling.(gdp.PoissonShared)
		less(&law)
		plan.Sampling, plan.Multiplier = law, 1e3
		training := must.Get(protect(t, net, gdp.NodeUnbounded, gdp.Budget{Epsilon: 1, Delta: 1e-5}).Train(plan))(t)
		f := &fit{model: model}
		f.private(training, n, nil, c.terms(model, net, m, graph.Nodes(n)))
		if _, err := f.sum(0); (err != nil) != (name != "") {
			t.Errorf("less %s: %v", name, err)
		}
	}
}

// For random weights, features, rows and samples, and every node: the contribution of roots that do
// not read the node is the same with and without it. The others change the sum from there by at
// most the proved bound, with and without the node, and by nearly as much.
func TestOneNodeMovesItsRoots(t *testing.T) {
	const n, clip = 12, 0.7
	rng := rand.New(rand.NewPCG(26, 1))
	with, without := 0.0, 0.0
	for trial := range 60 {
		net := randomNetwork(t, rng, n, 20, 6, trial%2 == 0)
		model := randomModel(rng, 6, 5, 3)
		c := StrictByRoot.Settings
		c.Clip, c.Others = clip, 2
		m, sample := mixed(rng, c, n), halfOf(rng, n)
		step := func(net *graph.Network, roots []int32) []float64 {
			return total(t, c.plan(n), model, n, roots, c.terms(model, net, m, graph.Nodes(n)))
		}
		for u := range int32(n) {
			gone := removed(t, net, u)
			own, others := 0.0, 0.0
			var rest []int32
			for _, i := range sample {
				switch {
				case i == u:
					own++
				case m[i].At(u) != 0:
					others++
				default:
					rest = append(rest, i)
				}
			}
			if own+others > 1+2 {
				t.Fatalf("node %d is in %v rows of others", u, others)
			}
			common := step(net, rest)
			if !slices.Equal(common, step(gone, rest)) {
				t.Fatalf("trial %d: node %d moves roots that do not read it", trial, u)
			}
			a, b := floats.Distance(step(net, sample), common, 2), floats.Distance(step(gone, sample), common, 2)
			if a > clip*(own+others) || b > clip*others {
				t.Fatalf("trial %d: node %d moves the sum by %v with it and by %v without, at most %v and %v", trial, u, a, b, clip*(own+others), clip*others)
			}
			if others > 0 {
				with, without = max(with, a/clip/(own+others)), max(without, b/clip/others)
			}
		}
	}
	if with < 0.9 || without < 0.9 {
		t.Errorf("the bounds are not reached: %v and %v of them", with, without)
	}
	if law, _ := StrictByRoot.Settings.plan(n).Sampling.(gdp.PoissonShared); law.Share != 1 || !law.Replaced || law.Others != StrictByRoot.Settings.Others {
		t.Errorf("paid for are %+v", law)
	}
}

// A term has the direction of its gradient and at most the clip's norm, for any features.
func TestTermsAreClipped(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 1))
	longest := 0.0
	for trial := range 300 {
		net := randomNetwork(t, rng, 4, 3, 8, trial%2 == 0)
		model := randomModel(rng, 8, 6, 3)
		c := StrictByRoot.Settings
		c.Clip = math.Pow(10, 6*rng.Float64()-3)
		m := matrix{{Nodes: []int32{0, 1, 2}, Values: []float64{.5, -.2, .7}}}.identity(4)
		length := floats.Norm(total(t, c.plan(4), model, 4, []int32{0}, c.terms(model, net, m, graph.Nodes(4))), 2)
		if length > c.Clip {
			t.Fatalf("trial %d: a term of norm %v, clip %v", trial, length, c.Clip)
		}
		longest = max(longest, length/c.Clip)
	}
	if longest < 0.99 {
		t.Errorf("the clip is not reached: %v of it", longest)
	}
	// Features that overflow float64 squares add nothing.
	x := must.Get(graph.NewAttributes(1, []int64{0, 1}, []int32{0}, []float32{math.MaxFloat32}))(t)
	model := randomModel(rng, 1, 2, 2)
	for i := range model.Weights {
		model.Weights[i] = math.MaxFloat32
	}
	c, net := StrictByRoot.Settings, &graph.Network{Attrs: x, Labels: []int32{0}}
	m := matrix{{Nodes: []int32{0}, Values: []float64{math.Inf(1)}}}
	if got := total(t, c.plan(1), model, 1, []int32{0}, c.terms(model, net, m, graph.Nodes(1))); floats.Norm(got, 2) != 0 {
		t.Errorf("an infinite gradient adds %v", got)
	}
}

// The gradients are those of the loss, by finite differences; the private and the non-private sum
// use the same gradients.
func TestGradientsAreThoseOfTheLoss(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 1))
	checked := 0
	for range 20 {
		net := randomNetwork(t, rng, 5, 4, 7, false)
		model := randomModel(rng, 7, 4, 3)
		model.Unit = rng.IntN(2) == 0
		e := example{[]int32{0, 3, 4}, []float64{.5, .3, .2}, net.Labels[0]}
		loss := func() float64 { return model.lossOf(net.Attrs, e) }
		p := newUnclipped(model, net.Attrs)
		p.add(e)
		plain := make([]float32, len(model.Weights))
		p.take(plain)
		c := StrictByRoot.Settings
		c.Clip = 1e3
		m := matrix{{Nodes: e.nodes, Values: e.weights}}
		private := total(t, c.plan(1), model, 1, []int32{0}, c.terms(model, net, m, graph.Nodes(5)))
		for i, w := range model.Weights {
			const h = 1e-3
			model.Weights[i] = w + h
			up := loss()
			model.Weights[i] = w - h
			down := loss()
			model.Weights[i] = w
			middle := loss()
			if math.Abs(up-2*middle+down) > 3e-6 {
				continue // at a kink of ReLU
			}
			checked++
			slope := (up - down) / (float64(w+h) - float64(w-h))
			if math.Abs(slope-float64(plain[i])) > 2e-3 {
				t.Fatalf("weight %d: %v, by differences %v", i, plain[i], slope)
			}
			if math.Abs(private[i]-float64(plain[i])) > 2e-6*(1+math.Abs(private[i])) {
				t.Fatalf("weight %d: %v in the private sum, %v in the plain one", i, private[i], plain[i])
			}
		}
	}
	if checked < 600 { // of 800
		t.Errorf("only %d gradients are checked", checked)
	}
}

// [DPAR24] Algorithms 1, 2 and 3, their clips: rows clipped by C₂ have entries in [0, C₂], rows
// clipped by C₁ norm at most C₁, on random graphs; both reach it. Columns are bounded, and
// limited.
func TestEntriesStayInTheirInterval(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 1))
	b := gdp.Budget{Epsilon: 1, Delta: 1e-5}
	s := protect(t, plainNetwork(t, 40), gdp.NodeUnbounded, b)
	c := StrictRows.Settings
	release := must.Get(c.rows(s, graph.Nodes(40), 3, 2, b))(t)
	must.Get(release.Draw(s))(t)
	if l, err := s.Ledger(); err != nil || l.Entries[0].Bound != "ℓ∞ ≤ 0.001" || c.EntryClip != 0.001 {
		t.Errorf("%v (%v), want the bound %v", l, err, c.EntryClip)
	}
	for range 30 {
		net := randomNetwork(t, rng, 20, rng.IntN(60), 2, false)
		a := rootRows{paperWalk, graph.Nodes(20), 20}
		rows := must.Get(a.clipped(net.Graph, 0.2))(t)
		for _, r := range rows {
			if slices.Min(r.Values) < 0 || slices.Max(r.Values) != 0.2 { // a root keeps more than 0.2
				t.Fatalf("entries %v … %v", slices.Min(r.Values), slices.Max(r.Values))
			}
		}
		flat := must.Get(a.scaled(net.Graph, 0.3))(t)
		for _, row := range flat {
			square := 0.0
			for _, v := range row.Values {
				square += v * v
			}
			if norm := math.Sqrt(square); norm > 0.3 || norm < 0.2999 {
				t.Fatalf("a row of norm %v", norm)
			}
		}
		m := uniform(rng, 20, 4, 20)
		m[0].Values[0] = -3
		m.boundColumns(20, 0.5, false)
		for u, norm := range m.columns(20) {
			if norm > 0.5*(1+1e-12) {
				t.Fatalf("column %d has norm %v", u, norm)
			}
		}
		m.boundColumns(20, 0.5, true)
		for u, norm := range m.columns(20) {
			if norm != 0 && math.Abs(norm-0.5) > 1e-12 {
				t.Fatalf("column %d is scaled to %v", u, norm)
			}
		}
		m.limitColumns(20, 2)
		count := make([]int, 20)
		for i, r := range m {
			for _, u := range r.Nodes {
				if int(u) != i {
					count[u]++
				}
			}
		}
		if slices.Max(count) != 2 {
			t.Fatalf("columns have %v entries", count)
		}
	}
}

// Replacing, removing or adding one node changes a count by at most 1.
func TestOneNodeMovesOneCount(t *testing.T) {
	rng := rand.New(rand.NewPCG(26, 1))
	for range 50 {
		net := randomNetwork(t, rng, 10, 5, 2, false)
		q := counts(gdp.NodeLevel, graph.Nodes(10), 3)
		before := must.Get(q.Eval(&gdp.Data{Network: net}))(t)
		u, label := rng.IntN(10), int32(rng.IntN(4)-1)
		other := *net
		other.Labels = slices.Clone(net.Labels)
		other.Labels[u] = label
		after := must.Get(q.Eval(&gdp.Data{Network: &other}))(t)
		worst := 0.0
		for i := range before {
			worst = max(worst, math.Abs(after[i]-before[i]))
		}
		want := 1.0
		if label == net.Labels[u] {
			want = 0
		}
		if worst != want || float64(q.Bound()) < worst {
			t.Errorf("a count moves by %v, want %v, at most %v", worst, want, q.Bound())
		}
	}
}

// [DPAR24] Eq. 4, by hand: the path 0-1-2 and an isolated node, with loops.
func TestPredictionsAreMixed(t *testing.T) {
	g := gdptest.Graph(t, 5, []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 2, V: 4}})
	x := must.Get(graph.NewAttributes(5, []int64{0, 1, 2, 3, 4, 5}, []int32{0, 1, 2, 3, 4}, []float32{1, 1, 1, 1, 1}))(t)
	m := &Model{Columns: 5, Hidden: 5, Classes: 2, mixing: mixing{0.25, 2, 5, []int32{0, 1, 2, 3}}}
	m.Weights = make([]float32, 35)
	for i := range 5 {
		m.Weights[6*i] = 1
	}
	copy(m.Weights[25:], []float32{1, 0, 0, 1, 2, -1, 3, 5, 100, 100}) // H; node 4 is no test node
	net := &graph.Network{Graph: g, Attrs: x}
	for u, want := range [][]float32{{.765625, .234375}, {.65625, .34375}, {1.25, -.25}, {3, 5}, {100, 100}} {
		got := must.Get(m.Scores(net, int32(u)))(t)
		for i := range want {
			if math.Abs(float64(got[i]-want[i])) > 1e-6 {
				t.Errorf("node %d: %v, want %v", u, got, want)
			}
		}
	}
	if _, err := m.Scores(net, 5); err == nil {
		t.Error("a node that is not there is scored")
	}
}

// A root without a row gets its own.
func TestMatrices(t *testing.T) {
	m := matrix{equal([]int32{4, 1})}.identity(3)
	want := matrix{
		{Nodes: []int32{1, 4}, Values: []float64{.5, .5}}, {Nodes: []int32{1}, Values: []float64{1}}, {Nodes: []int32{2}, Values: []float64{1}},
	}
	for i := range want {
		if !slices.Equal(m[i].Nodes, want[i].Nodes) || !slices.Equal(m[i].Values, want[i].Values) {
			t.Errorf("row %d is %v", i, m[i])
		}
	}
}
