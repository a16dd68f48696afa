package features

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method/release"
)

// The sums are those of the training nodes' scaled features by class, with the counts. Replacing a
// node changes them by at most √2, which is attained; adding or removing it by 1; a node outside of
// the training set by nothing.
func TestClassSums(t *testing.T) {
	net := func(row []float32, label int32) *gdp.Data {
		offsets, columns, values := []int64{0}, []int32{}, []float32{}
		for _, x := range [][]float32{row, {3, 4, 0}, {0, 0, 2}, {1, 1, 1}} {
			for c, v := range x {
				if v != 0 {
					columns, values = append(columns, int32(c)), append(values, v)
				}
			}
			offsets = append(offsets, int64(len(columns)))
		}
		attrs := must.Get(graph.NewAttributes(3, offsets, columns, values))(t)
		return &gdp.Data{Network: &graph.Network{Graph: gdptest.Graph(t, 4, nil), Attrs: attrs, Labels: []int32{label, 0, 1, 0}}}
	}
	sums := func(c ClassSums, rel gdp.Relation, d *gdp.Data) []float64 {
		return must.Get(c.query(rel, 3, 2, []int32{0, 1, 2}).Eval(d))(t)
	}
	same := func(name string, got, want []float64) {
		t.Helper()
		for i := range want {
			if math.Abs(got[i]-want[i]) > 1e-5 {
				t.Errorf("%s: sums %v, want %v", name, got, want)
				return
			}
		}
	}
	f := math.Sqrt(0.96) // the features' part of a record's norm
	nobody := []float64{0.6 * f, 0.8 * f, 0, 0.2, 0, 0, f, 0.2}
	same("an unknown class", sums(Strict.Settings, gdp.NodeLevel, net([]float32{1, 0, 0}, graph.Unlabeled)), nobody)
	same("a class that there is not", sums(Strict.Settings, gdp.NodeLevel, net([]float32{1, 0, 0}, 2)), nobody)
	same("no features", sums(Strict.Settings, gdp.NodeLevel, net(nil, 1)), []float64{0.6 * f, 0.8 * f, 0, 0.2, 0, 0, f, 0.4})
	same("negative features", sums(Strict.Settings, gdp.NodeLevel, net([]float32{-3, 0, 2}, 0)), []float64{0.6 * f, 0.8 * f, f, 0.4, 0, 0, f, 0.2})
	same("signed features", sums(ClassSums{Signed: true}, gdp.NodeLevel, net([]float32{-3, 0, 4}, 0)),
		[]float64{0.6 * f, 0.8 * f, 0.8 * f, 0.6 * f, 0, 0, 0.4, 0, 0, f, 0, 0, 0, 0.2})

	if b := Strict.Settings.query(gdp.NodeLevel, 3, 2, nil).Bound(); float64(b) != math.Sqrt2 {
		t.Errorf("node level: bound %v, want √2", b)
	}
	if b := Strict.Settings.query(gdp.NodeUnbounded, 3, 2, nil).Bound(); b != 1 {
		t.Errorf("node level, unbounded: bound %v, want 1", b)
	}
	worst, r := 0.0, rand.New(rand.NewPCG(1, 1))
	row := func() []float32 {
		x := make([]float32, 3)
		for i := range x {
			if r.IntN(2) == 0 {
				x[i] = float32(math.Exp(20 * r.NormFloat64()))
			}
		}
		return x
	}
	for range 300 {
		a := sums(Strict.Settings, gdp.NodeLevel, net(row(), int32(r.IntN(2))))
		b := sums(Strict.Settings, gdp.NodeLevel, net(row(), int32(r.IntN(2))))
		apart := 0.0
		for i := range a {
			apart += (a[i] - b[i]) * (a[i] - b[i])
		}
		worst = max(worst, math.Sqrt(apart))
	}
	if worst > math.Sqrt2 || worst < 0.999*math.Sqrt2 {
		t.Errorf("replacing a node moves the sums by up to %v, want √2", worst)
	}
}

// bags samples words by class from the model of evidence.go and returns the noisy sums with the
// true e^δ: half of the words are (almost) of one class, half are equally frequent in all.
func bags(words, classes int, sd float64, r *rand.Rand) (s noisySums, factors []float64) {
	s = noisySums{Classes: classes, Words: words, Values: make([]float64, classes*(words+1)), SD: sd}
	factors = make([]float64, classes*words)
	for w := range words {
		total, spread := math.Exp(4+r.NormFloat64()), []float64{0.3, 2}[w%2]
		for c := range classes {
			f := math.Exp(spread*r.NormFloat64() - spread*spread/2)
			factors[c*words+w] = f
			s.row(c)[w] = total*f/float64(classes) + sd*r.NormFloat64()
		}
	}
	for c := range classes {
		s.row(c)[words] = countShare * 1000
	}
	return s, factors
}

// The evidence of a word is calibrated: averaged over words of similar evidence, e^δ equals it.
// With 12,000 words, means over bins of 1,000 are within six standard errors and the grid's
// resolution.
func TestEvidenceIsCalibrated(t *testing.T) {
	for _, sd := range []float64{1, 10, 30} {
		s, factors := bags(4000, 3, sd, rand.New(rand.NewPCG(7, uint64(sd))))
		m := s.words(false)
		order := make([]int, len(factors))
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order, func(a, b int) int {
			if m.Evidence[a] < m.Evidence[b] {
				return -1
			}
			return 1
		})
		var first, last float64
		for bin := 0; bin < len(order); bin += 1000 {
			var said, true, squares float64
			for _, i := range order[bin : bin+1000] {
				said += math.Exp(float64(m.Evidence[i])) / 1000
				true += factors[i] / 1000
				squares += factors[i] * factors[i] / 1000
			}
			if bin == 0 {
				first = said
			}
			last = said
			se := math.Sqrt((squares - true*true) / 1000)
			if math.Abs(said-true) > 6*se+0.05*true+0.02 {
				t.Errorf("noise %v: words said to be %.3f times as likely are %.3f ± %.3f times", sd, said, true, se)
			}
		}
		if last < 2*first {
			t.Errorf("noise %v: evidence goes from %v to %v only", sd, first, last)
		}
	}
}

// If noise dominates, words have almost no evidence, and that is meaningless; without noise the
// evidence is that of the sums, within two grid steps.
func TestEvidenceOfExtremes(t *testing.T) {
	s, _ := bags(300, 3, 1e7, rand.New(rand.NewPCG(2, 2)))
	squares := 0.0
	for _, e := range s.words(false).Evidence {
		squares += float64(e) * float64(e) / 900
	}
	if squares > 0.3*0.3 {
		t.Errorf("under noise words say ±%v", math.Sqrt(squares))
	}
	s, factors := bags(300, 3, 1e-3, rand.New(rand.NewPCG(2, 3)))
	said := s.words(false).Evidence
	_, step := s.scale()
	for i := range 600 { // one class against the next: a word common to all has no information
		got, want := float64(said[i]-said[i+300]), math.Log(factors[i]/factors[i+300])
		if math.Abs(got-want) > 2*step {
			t.Errorf("without noise, word %d says %v for class %d against the next, want %v", i%300, got, i/300, want)
		}
	}
}

// The distributions of sums on the grid have the intended mean, for any spread.
func TestLawsHaveTheirMean(t *testing.T) {
	const step = 0.2
	for _, spread := range spreads {
		var p, e, sum float64
		for _, x := range law(36.3, step, spread) {
			p += x.p
			e += x.e
			sum += x.p * math.Exp(step*float64(x.k))
		}
		if math.Abs(p-1) > 1e-12 || math.Abs(e-1) > 0.06 || spread < 2 && math.Abs(sum/math.Exp(step*36.3)-1) > 0.06 {
			t.Errorf("spread %v: mass %v, mean of e^δ %v, mean %v", spread, p, e, sum/math.Exp(step*36.3))
		}
	}
}

// Class sums learn at a small ε, spend the whole budget at once, and are stored. At almost no ε
// they learn nothing.
func TestStrictLearnsFromSums(t *testing.T) {
	net := words(t, 1000, 1)
	score := func(c ClassSums, rel gdp.Relation, eps gdp.Epsilon) (float64, *Result, *gdp.Session) {
		s := protect(t, net, rel, eps)
		r := must.Get(Strict.With(c).Run(context.Background(), s))(t)
		x := must.Get(trial.Classify(r.Outcome().Release.(release.Classifier), net))(t)
		return x.Accuracy, r, s
	}
	for _, rel := range []gdp.Relation{gdp.NodeLevel, gdp.NodeUnbounded} {
		got, r, s := score(Strict.Settings, rel, 0.5)
		if got < 0.9 {
			t.Errorf("%v: accuracy %v at ε = 0.5", rel, got)
		}
		if g := r.Guarantee; g.Proved > 0.5*(1+1e-12) || g.Proved < 0.499999 || g.Reason != "" || g.Relation != rel {
			t.Errorf("%v: the guarantee is %v", rel, g)
		}
		if l, err := s.Ledger(); err != nil || len(l.Entries) != 1 || !strings.HasSuffix(l.Entries[0].Label, "/class sums") {
			t.Errorf("the ledger is %v, %v", l, err)
		}
	}
	if blind, r, _ := score(Strict.Settings, gdp.NodeLevel, 0x1p-20); blind > 0.6 {
		t.Errorf("at next to no ε the accuracy is %v", blind)
	} else if slices.ContainsFunc(r.Words.Evidence, func(x float32) bool { return math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) }) {
		t.Error("at next to no ε evidence is not finite")
	}
	half := Strict.Settings
	half.Budget = gdp.Budget{Epsilon: 0.25, Delta: 1e-6}
	if _, r, _ := score(half, gdp.NodeLevel, 1); r.Guarantee.Proved > 0.25*(1+1e-12) {
		t.Errorf("a budget of 0.25 costs %v", r.Guarantee.Proved)
	}
}

// What cannot be run is refused before anything is spent.
func TestClassSumsRefuse(t *testing.T) {
	net := words(t, 100, 3)
	for name, c := range map[string]ClassSums{
		"too many classes":   {Classes: 1 << 15, Split: fourFifths},
		"δ = 0":              {Split: fourFifths, Budget: gdp.Budget{Epsilon: 1}},
		"more than there is": {Split: fourFifths, Budget: gdp.Budget{Epsilon: 5, Delta: 1e-5}},
	} {
		s := protect(t, net, gdp.NodeLevel, 1)
		if _, err := Strict.With(c).Run(context.Background(), s); err == nil {
			t.Errorf("%s: it ran", name)
		}
		if l, err := s.Ledger(); err != nil || len(l.Entries) != 0 {
			t.Errorf("%s: the ledger is %v, %v", name, l, err)
		}
	}
}

// A node's scores are the sum of its words' scores, for features of any size, and the classes'
// shares if it has none.
func TestWordsScore(t *testing.T) {
	m := &Words{Classes: 2, Prior: []float32{-1, -2}, Evidence: []float32{1, 10, 100, -1, -10, -100}}
	signed := &Words{Classes: 2, Signed: true, Prior: []float32{0, 0}, Evidence: []float32{1, 2, 4, 8, 16, 32, -1, -2, -4, -8, -16, -32}}
	for name, c := range map[string]struct {
		m    *Words
		row  []float32
		want []float32
	}{
		"none":     {m, []float32{0, 0, 0}, []float32{-1, -2}},
		"one":      {m, []float32{0, 7, 0}, []float32{9, -12}},
		"two":      {m, []float32{3, 3, 0}, []float32{10, -13}},
		"large":    {m, []float32{3e38, 3e38, 0}, []float32{10, -13}},
		"unequal":  {m, []float32{3, 0, 4}, []float32{-1 + 7./25*403, -2 - 7./25*403}},
		"negative": {m, []float32{-5, 7, 0}, []float32{9, -12}},
		"signed":   {signed, []float32{-5, 5, 0}, []float32{10, -10}},
	} {
		var columns []int32
		var values []float32
		for i, x := range c.row {
			if x != 0 {
				columns, values = append(columns, int32(i)), append(values, x)
			}
		}
		attrs := must.Get(graph.NewAttributes(3, []int64{0, int64(len(columns))}, columns, values))(t)
		got := must.Get(c.m.Scores(&graph.Network{Attrs: attrs}, 0))(t)
		for i := range c.want {
			if math.Abs(float64(got[i]-c.want[i])) > 1e-3 {
				t.Errorf("%s: scores %v, want %v", name, got, c.want)
				break
			}
		}
		if _, err := c.m.Scores(&graph.Network{Attrs: attrs}, 1); err == nil {
			t.Errorf("%s: a node that is not there has scores", name)
		}
	}
}
