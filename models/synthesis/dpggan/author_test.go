package dpggan

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/models/learn/vector"
	"github.com/graphdp/graphdp/models/method"
)

// codedOf returns the authors' network of a graph, with narrow layers and large weights.
func codedOf(t *testing.T, g *graph.Graph) *coded {
	t.Helper()
	c := Author.Settings
	c.Features, c.Hidden, c.Latent, c.Inner, c.Neighbours = 5, 6, 4, 5, 3
	m := must.Get(newCoded(g, c, random(3)))(t)
	rng := random(4)
	for _, l := range m.layers {
		for i := range l.shift.Data {
			l.shift.Data[i] = float32(rng.NormFloat64())
		}
	}
	return m
}

// Without clipping, the sums over nodes are the gradient with respect to the shared shift, and the
// discriminator's gradient is of the same loss, which all parts minimise.
func TestGradientOfTheAuthorsCode(t *testing.T) {
	claim.Fails(t, "dpggan", "Authors' code: the discriminator is an adversary (encoder and decoder minimise its loss together with it: G10)")
	m := codedOf(t, sample(t, 11, 16))
	loss := func() float64 {
		g := must.Get(m.gradient(math.Inf(1), random(8)))(t)
		return g.loss
	}
	g := must.Get(m.gradient(math.Inf(1), random(8)))(t)
	for i, l := range m.layers {
		slopesBy(t, []string{"W1", "W2", "W3", "inner", "outer", "U", "V"}[i], l.shift.Data, g.sums[i].Data, 1.0/8192, loss)
	}
	slopesBy(t, "discriminator", m.discriminator, g.discriminator, 1.0/8192, loss)
	// The other parts descend the gradient of the discriminator's loss with respect to the scores.
	x := m.forward(true, random(8))
	by := vector.New(11, 11)
	m.discriminatorLoss(x.scores, by, make([]float32, len(m.discriminator)))
	slopes(t, "scores", x.scores.Data, by.Data, func() float64 {
		return m.discriminatorLoss(x.scores, vector.New(11, 11), make([]float32, len(m.discriminator)))
	})
}

// Scores are cosines used as logits: probabilities lie in [0.2689, 0.7311], and an entry's
// cross-entropy is at least 0.3133, however good the decoder.
func TestCosinesAsLogits(t *testing.T) {
	claim.Fails(t, "dpggan", "Authors' code: the decoder can give a pair a probability near 0 or 1 (a cosine is its logit: .2689 to .7311, and a cross-entropy of .3133 at least)")
	m := codedOf(t, sample(t, 40, 60))
	for _, training := range []bool{true, false} {
		for _, s := range m.forward(training, random(1)).scores.Data {
			if p := sigmoid(float64(s)); !(p >= 0.26894-1e-5 && p <= 0.73106+1e-5) {
				t.Fatalf("a probability of %v", p)
			}
		}
	}
	near(t, "the weight of ones", m.weight, (1600-160.0)/160, 1e-12)
	m.weight = 1
	best := vector.New(40, 40)
	for i, a := range m.real.Data {
		best.Data[i] = 2*a - 1
	}
	near(t, "the least cross-entropy", m.crossEntropy(best, vector.New(40, 40)), 0.313262, 1e-6)
	if x := m.forward(true, random(1)); m.crossEntropy(x.scores, vector.New(40, 40)) <= 0.313262 {
		t.Error("a cross-entropy below the least")
	}
}

// The divergence has no μ, which has length 1. It is ½ Σ (ln σ² + 1/σ² - 1), where ReLU keeps σ at
// least 1.
func TestDivergenceOfTheAuthorsCode(t *testing.T) {
	m := codedOf(t, sample(t, 2, 1))
	m.Divergence = 1
	logs := vector.Dense([]float32{0, 1, 2, 0.5, 0, 0, 0, 0}, 4)
	want := 0.0
	for _, x := range []float64{0, 1, 2, 0.5} {
		want += 0.5 * (x + math.Exp(-x) - 1) / 2
	}
	near(t, "the divergence", m.divergence(logs, vector.New(2, 4)), want, 1e-7)
	x := m.forward(true, random(2))
	for i := range 2 {
		if l := length(x.mean.Row(i)); l > 0 {
			near(t, "the length of a code in training", length(x.codes.Row(i)), 1, 1e-6)
		}
		if slices.Min(x.logs.Row(i)) < 0 || slices.Min(x.mean.Row(i)) < 0 {
			t.Error("a negative μ or ln σ²")
		}
	}
}

// Codes are random at the end, but not in training.
func TestCodesAreDrawnAtTheEndAlone(t *testing.T) {
	m := codedOf(t, sample(t, 30, 50))
	m.Deviation = 0
	still := m.forward(false, random(5))
	m.Deviation = 0.75
	drawn := m.forward(false, random(5))
	square, count := 0.0, 0.0
	for i, x := range drawn.codes.Data {
		e := float64(x-still.codes.Data[i]) / (0.75 * math.Exp(-float64(drawn.logs.Data[i])/2))
		square, count = square+e*e, count+1
	}
	near(t, "the variance of codes over 0.75² e^(-ln σ²)", square/count, 1, 6*math.Sqrt(2/count)) // six deviations
	m.Deviation = 7
	x := m.forward(true, random(5))
	for i := range 30 {
		if l := length(x.codes.Row(i)); l > 1+1e-6 {
			t.Errorf("a code of length %v in training", l)
		}
	}
}

// Each layer's gradient of a node is clipped separately, so the seven change by up to √7 C
// together, where the accountant counts C.
func TestSevenClips(t *testing.T) {
	claim.Fails(t, "dpggan", "Authors' code: a node's gradient is clipped to norm C (its seven parts are, each: √7 C together: G12)")
	const clip = 1e-4
	m := codedOf(t, sample(t, 8, 14))
	rng := random(1)
	for range 50 {
		x, dy := prior(1, 1+rng.IntN(6), rng), prior(1, 1+rng.IntN(6), rng)
		c := math.Exp(3 * rng.NormFloat64())
		sum, full := clippedProducts(x, dy, c), length(x.Data)*length(dy.Data)
		near(t, "a clipped norm over the lesser of C and the norm", length(sum.Data)/min(c, full), 1, 1e-5)
		near(t, "a clipped entry", float64(sum.Data[0])*full, float64(x.Data[0]*dy.Data[0])*min(c, full), 1e-5*full*min(c, full))
	}
	g := must.Get(m.gradient(clip, random(2)))(t)
	worst := 0.0
	for i := range 8 {
		square := 0.0
		for l := range g.sums {
			n := length(clippedProducts(g.rows[l].RowsOf(i, i+1), g.slopes[l].RowsOf(i, i+1), clip).Data) / clip
			if n > 1+1e-5 {
				t.Errorf("layer %d: a node's gradient of %v C", l, n)
			}
			square += n * n
		}
		worst = max(worst, math.Sqrt(square))
	}
	t.Logf("%.4f C", worst)
	if worst < 2.6 || worst > math.Sqrt(7)*(1+1e-5) {
		t.Errorf("all layers together move by %v C for a node, want √7", worst)
	}
}

// Replicas start apart, take the same steps and stay apart. The release uses the first replica of
// each layer, which in the first layer no training has read.
func TestReplicasStayApart(t *testing.T) {
	claim.Fails(t, "dpggan", "Authors' code: what is released is made with the weights that were trained (replicas of weights are never brought together, and the first layer's replica 0 is read by no step)")
	m := codedOf(t, sample(t, 10, 15))
	apart := func(a, b int) []float32 {
		x, y := vector.New(5, 6), vector.New(5, 6)
		m.layers[layerHidden].weights(a, x)
		m.layers[layerHidden].weights(b, y)
		vector.AddScaled(x.Data, -1, y.Data)
		return x.Data
	}
	before := apart(0, m.layers[layerHidden].first)
	for range 3 {
		g := must.Get(m.gradient(5, random(1)))(t)
		m.step(g, make([]float32, g.size()), 1)
	}
	after := apart(0, m.layers[layerHidden].first)
	bound := 2 * float64(m.layers[layerHidden].bound)
	for i, x := range before {
		if x == 0 || math.Abs(float64(x)) > bound {
			t.Errorf("replicas differ by %v, want up to %v", x, bound)
		}
		near(t, "a difference of replicas", float64(after[i]), float64(x), 1e-6)
	}
	if m.layers[layerHidden].first <= 0 {
		t.Error("the first replica is that of a node")
	}
}

// The authors' accountant has the values of the paper's sheet, above the true ε. Its first step at
// σ = 2 costs more than 1, and than 0.1, but is taken.
func TestAuthorsAccountant(t *testing.T) {
	claim.Fails(t, "dpggan", "Authors' code: training stops within ε (it stops after the step that passes it: at σ = 2 one step is 2.5, at ε = 0.1 and 1: G12)")
	a := newAbadi(0.01, 5)
	for steps, want := range map[int]float64{1: 0.35985, 217: 0.37458, 1000: 0.42799, 10000: 0.99470, 21715: 1.47750, 100000: 3.28088, 1000000: 11.8806} {
		near(t, "ε", a.epsilon(steps, 1e-5), want, 1e-5*max(1, want*2))
	}
	if one := newAbadi(1, 2).epsilon(1, 1e-5); one < 2.4 || one > 2.6 {
		t.Errorf("one step costs %v", one)
	}
	c := Author.Settings
	for eps, want := range map[gdp.Epsilon]int{0.1: 1, 1: 1, 10: 13} {
		s := c.schedule([]int{50}, gdp.Budget{Epsilon: eps, Delta: 1e-5})
		if slices.Max(s.steps) != want || s.accounted <= float64(eps) {
			t.Errorf("ε = %v: %d steps, which make %v", eps, slices.Max(s.steps), s.accounted)
		}
	}
	// A rate above 1 costs more, and the maximum number of steps ends a cheap training.
	s := c.schedule([]int{50, 100, 1, 25}, gdp.Budget{Epsilon: 10, Delta: 1e-5})
	if !(s.steps[1] < s.steps[0] && s.steps[0] < s.steps[3]) || s.steps[2] != 0 || s.before[3] != s.steps[0]+s.steps[1] {
		t.Errorf("%+v", s)
	}
	c.Sigma = 1e6
	if s := c.schedule([]int{50}, gdp.Budget{Epsilon: 10, Delta: 1e-5}); slices.Max(s.steps) != 100 {
		t.Errorf("%+v", s)
	}
}

// Eigenvectors are those of D^(-1/2) (A+I) D^(-1/2), as many as 65 % of the nodes: for the complete
// graph the one of eigenvalue 1 is last.
func TestEigenvectors(t *testing.T) {
	x, err := eigenvectors(sample(t, 20, 190), 128)
	if err != nil || x.Cols != 13 {
		t.Fatal(x.Cols, err)
	}
	for i := range 20 {
		near(t, "an entry of the last eigenvector", math.Abs(float64(x.Row(i)[12])), 1/math.Sqrt(20), 1e-6)
	}
	g := sample(t, 30, 45)
	if x, err = eigenvectors(g, 4); err != nil || x.Cols != 4 {
		t.Fatal(x.Cols, err)
	}
	before := math.Inf(-1)
	for k := range 4 {
		column, image, value := make([]float64, 30), make([]float64, 30), 0.0
		for u := range 30 {
			column[u] = float64(x.Row(u)[k])
		}
		for u := range int32(30) {
			d := float64(g.Degree(u) + 1)
			image[u] = column[u] / d
			for _, v := range g.Neighbors(u) {
				image[u] += column[v] / math.Sqrt(d*float64(g.Degree(v)+1))
			}
			value += image[u] * column[u]
		}
		for u := range 30 {
			near(t, "A x", image[u], value*column[u], 1e-5)
		}
		if value < before-1e-6 {
			t.Errorf("eigenvalues %v and then %v", before, value)
		}
		before = value
	}
}

// Every release has the graphs' edge counts, claims the budget and proves nothing.
func TestTheAuthorsCodeOnACollection(t *testing.T) {
	claim.Fails(t, "dpggan", "Authors' code: what is released is made of the decoder alone (codes are those of the graph itself, with its number of edges: G8)")
	c := &graph.Collection{Graphs: []*graph.Network{{Graph: sample(t, 12, 20)}, small(t, 1), {Graph: sample(t, 9, 36)}, {Graph: sample(t, 31, 24)}, small(t, 2)}}
	for _, m := range []method.Mode{Author.Mode, AuthorVAE.Mode} {
		s := must.Get(gdp.ProtectCollection(c, gdp.EdgeLevel, gdp.Budget{Epsilon: 10, Delta: 1e-5}, gdp.Seed(1)))(t)
		whole := must.Get(m.Run(t.Context(), s, little(t, m), nil))(t)
		for i, w := range graphsOf(whole) {
			if w.Graph.M() != c.Graphs[i].Graph.M() {
				t.Errorf("%s: graph %d has %d edges", m.Name, i, w.Graph.M())
			}
		}
		if g := whole.Guarantee; g.Claimed != 10 || !math.IsInf(float64(g.Proved), 1) || !strings.Contains(g.Reason, "G8") {
			t.Errorf("%s: %v", m.Name, g)
		}
	}
}
