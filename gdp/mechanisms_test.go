package gdp

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
	"github.com/graphdp/graphdp/gdp/internal/noise"
)

const (
	draws = 60_000 // values of one release, to look at its noise
	alpha = 1e-9   // right code is found wrong once in 10⁹ tests
)

// zeros returns a query of many zeros with a bound.
func zeros[N Norm](bound N, n int) Bounded[N] {
	return Query(fmt.Sprint(n, " zeros"), EdgeLevel, bound, proof, func(*Data) ([]float64, error) { return make([]float64, n), nil })
}

// checkScale fails unless the law with scale 1 fits the sample and laws a
// tenth narrower and wider do not.
func checkScale(t *testing.T, name string, sample []float64, scale float64, cdf func(x float64) float64) {
	t.Helper()
	law := func(factor float64) func(float64) float64 {
		return func(x float64) float64 { return cdf(x / (scale * factor)) }
	}
	if !stattest.KS(sample, law(1), alpha) {
		t.Errorf("%s: not noise of scale %v", name, scale)
	}
	for _, mutant := range []float64{0.9, 1.1} {
		if stattest.KS(sample, law(mutant), alpha) {
			t.Errorf("%s: noise of scale %v × %v would pass too", name, scale, mutant)
		}
	}
}

func laplaceCDF(x float64) float64 {
	if x < 0 {
		return scalar.Exp(x) / 2
	}
	return 1 - scalar.Exp(-x)/2
}

func normalCDF(x float64) float64 { return scalar.Erfc(-x/math.Sqrt2) / 2 }

// Each mechanism draws the noise of its event: the scale over the bound is the multiplier.
func TestNoiseIsWhatIsCounted(t *testing.T) {
	s := protectRing(t, pay(50, 1e-5))
	x := must.Get(Laplace(s, "laplace", zeros(L1(3), draws), 2))(t)
	checkScale(t, "Laplace", x, 1.5, laplaceCDF)

	x = must.Get(GaussianMultiplier(s, "multiplier", zeros(L2(2), draws), 5))(t)
	checkScale(t, "GaussianMultiplier", x, 10, normalCDF)

	check := func(name string, values []int64, weight func(i float64) float64, mutant func(i float64) float64) {
		t.Helper()
		const half = 40
		counts := make([]int, 2*half+1)
		for _, v := range values {
			counts[max(-half, min(half, v))+half]++
		}
		law := func(w func(float64) float64) []float64 {
			p, sum := make([]float64, len(counts)), 0.0
			for i := range 4000 {
				sum += w(float64(i - 2000))
			}
			for i := range 4000 {
				p[max(-half, min(half, i-2000))+half] += w(float64(i-2000)) / sum
			}
			return p
		}
		if !stattest.ChiSquare(counts, law(weight), alpha) || stattest.ChiSquare(counts, law(mutant), alpha) {
			t.Errorf("%s: not the law it should have, or a scale 10%% off would pass", name)
		}
	}
	geometric := func(b float64) func(float64) float64 {
		return func(i float64) float64 { return scalar.Exp(-math.Abs(i) / b) }
	}
	whole := must.Get(DiscreteLaplace(s, "discrete laplace", zeros(L1(4), draws), 1))(t)
	check("DiscreteLaplace", whole, geometric(4), geometric(3.6))
	l := must.Get(s.Ledger())(t)
	want := []string{
		"Laplace(noise multiplier 0.5)", "Gaussian(noise multiplier 5)",
		"DiscreteLaplace(scale 4, sensitivity 4)",
	}
	for i, e := range l.Entries {
		if text := e.Counted.String(); len(text) < len(want[i]) || text[:len(want[i])] != want[i] {
			t.Errorf("%s is counted as %s, want %s…", e.Mechanism, text, want[i])
		}
	}
}

// What rounding to the lattice adds to the bound is paid by a larger scale,
// even where ε is small and the values are many.
func TestRoundingIsPaidFor(t *testing.T) {
	for _, norm := range []float64{1, 1000, 1 << 20} {
		for _, eps := range []float64{0x1p-12, 1, 30} {
			for _, bound := range []float64{1e-3, 1, 12345} {
				b := must.Get(widen(bound/eps, 1/eps, norm))(t)
				if moved := bound + norm*noise.Granularity(b); moved/b > eps || b > bound/eps*1.01 {
					t.Errorf("norm %v, ε = %v: scale %v gives ε = %v", norm, eps, b, moved/b)
				}
			}
		}
	}
	if b, err := widen(1, 0x1p20, 0x1p20); err == nil {
		t.Errorf("noise of scale %v beside a lattice as coarse", b)
	}
}

// One of four scores is drawn with probability in proportion to exp(εu/(2Δ)).
func TestNoisyMax(t *testing.T) {
	const runs = 4000
	scores := Query("scores", EdgeLevel, LInf(0.5), proof, func(*Data) ([]float64, error) { return []float64{1, 0.5, 0, 0}, nil })
	counts, pairs := make([]int, 4), make([]int, 6)
	for i := range runs {
		s := protectRing(t, pay(10, 0), Seed(uint64(i)))
		first := must.Get(NewNoisyMax("max", scores, 1, 1).Draw(s))(t)
		if len(first) != 1 {
			t.Fatalf("one choice is %v", first)
		}
		counts[first[0]]++
		two, err := NewNoisyMax("top", scores, 2, 1).Draw(s)
		if err != nil || len(two) != 2 || two[0] == two[1] {
			t.Fatal(two, err)
		}
		a, b := min(two[0], two[1]), max(two[0], two[1])
		pairs[[4]int{0, 3, 5, 6}[a]+b-a-1]++
	}
	// [DPAR24] sheet, T6: the probabilities of one and of two of these scores.
	one := []float64{0.426933, 0.258948, 0.157060, 0.157060}
	if !stattest.ChiSquare(counts, normalise(one), alpha) {
		t.Errorf("drawn %v of %d, want shares %v", counts, runs, one)
	}
	if stattest.ChiSquare(counts, []float64{0.25, 0.25, 0.25, 0.25}, alpha) {
		t.Error("the uniform law would pass")
	}
	sets := []float64{0.342099, 0.196557, 0.196557, 0.103130, 0.103130, 0.058528}
	if !stattest.ChiSquare(pairs, normalise(sets), alpha) {
		t.Errorf("pairs drawn %v of %d, want shares %v", pairs, runs, sets)
	}
}

func normalise(p []float64) []float64 {
	sum := 0.0
	for _, x := range p {
		sum += x
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

func TestRandomisedResponse(t *testing.T) {
	for _, directed := range []bool{false, true} {
		const n = 200
		var edges []graph.Edge
		for u := range int32(n) {
			for v := range int32(n) {
				if u != v && (u*7+v*3)%5 == 0 {
					edges = append(edges, graph.Edge{U: u, V: v})
				}
			}
		}
		g := graphOf(t, n, edges, directed)
		// No flips return the graph, all flips its complement.
		none, all := func(func(int64) bool) {}, func(yield func(int64) bool) {
			for i := int64(0); i < before(n, n, directed) && yield(i); i++ {
			}
		}
		same, err := decode(responses([]*graph.Graph{g}, none), []int{n}, directed)
		if err != nil || !same[0].Equal(g) {
			t.Errorf("directed %v: no flips change the graph (%v)", directed, err)
		}
		others := must.Get(decode(responses([]*graph.Graph{g}, all), []int{n}, directed))(t)
		other := others[0]
		for u := range int32(n) {
			for v := range int32(n) {
				if u != v && g.HasEdge(u, v) == other.HasEdge(u, v) {
					t.Fatalf("directed %v: pair %d-%d is not flipped", directed, u, v)
				}
			}
		}
		s := must.Get(Protect(&graph.Network{Graph: g}, EdgeLevel, pay(1, 0), Seed(3)))(t)
		released := must.Get(RandomisedResponse(s, "bits", 1))(t)
		// The counted event agrees with the measurement below: a share of 1 - Truth is flipped.
		e := ledger(t, s).Entries[0]
		booked, ok := e.Counted.(accounting.RandomisedResponse)
		if !ok || booked.Categories != 2 || e.Proved != e.Counted {
			t.Fatalf("bits are counted as %v, proved as %v", e.Counted, e.Proved)
		}
		var flipped, trials [2]int // of the pairs without and with an edge
		for u := range int32(n) {
			for v := range int32(n) {
				if u == v || !directed && u > v {
					continue
				}
				is := 0
				if g.HasEdge(u, v) {
					is = 1
				}
				trials[is]++
				if released.HasEdge(u, v) != g.HasEdge(u, v) {
					flipped[is]++
				}
			}
		}
		for is := range trials {
			if f := 1 / (1 + math.E); math.Abs(1-booked.Truth-f) > 1e-12 || !stattest.Count(flipped[is], trials[is], f, alpha) || stattest.Count(flipped[is], trials[is], f/2, alpha) {
				t.Errorf("directed %v: %d of %d bits flipped, want a share of %v; booked is %v", directed, flipped[is], trials[is], f, booked)
			}
		}
	}
	for _, eps := range []float64{1e-5, 0.1, 1, 3, 20, 30} {
		truth, flip := response(eps)
		if got := math.Log(truth / flip); truth+flip != 1 || got > eps || got < eps*(1-1e-3) {
			t.Errorf("ε = %v: truth %v, flip %v, ε = %v", eps, truth, flip, got)
		}
	}
}

// Discrete noise requires integers: dropping fractions would let an answer change by more than its
// bound.
func TestWholeNumbersAlone(t *testing.T) {
	for _, v := range []float64{0.5, -1.25, 1e300} {
		value := func(*Data) ([]float64, error) { return []float64{v}, nil }
		if x, err := DiscreteLaplace(protectRing(t, pay(10, 1e-5)), "laplace", Query("value", EdgeLevel, L1(1), proof, value), 0.1); err == nil || x != nil {
			t.Errorf("discrete Laplace noise on %v: %v", v, x)
		}
	}
}

// Under relations other than edge level, one change flips many bits: they are refused, and nothing
// is spent.
func TestBitsProtectEdgesAlone(t *testing.T) {
	for _, rel := range []Relation{NodeLevel, NodeUnbounded} {
		s := must.Get(Protect(ring(t, 10), rel, pay(1, 0), nodesFor(rel, 10)...))(t)
		if g, err := RandomisedResponse(s, "bits", 0.5); err == nil || g != nil || len(ledger(t, s).Entries) != 0 {
			t.Errorf("bits under the relation %v: %v", rel, err)
		}
	}
}

// The noise of a release is that of the session's stream for releases and of the release's
// label and number, with a scale that compensates for rounding: many values of little
// privacy take 0.4 % more, Laplace noise by their number and Gaussian noise by its root.
func TestReleasesHaveStreamsOfTheirOwn(t *testing.T) {
	const n = 1 << 16
	open := func() *Session { return protectRing(t, pay(1e6, 1e-5)) }
	key := open().key
	for name, c := range map[string]struct {
		draw  func(label string) ([]float64, error)
		noise func(private *noise.Stream, scale float64) ([]float64, error)
		scale float64 // without a lattice
		share float64 // of the noise that rounding takes
	}{
		"Laplace": {
			func(label string) ([]float64, error) { return Laplace(open(), label, zeros(L1(3), n), 0x1p-16) },
			func(private *noise.Stream, scale float64) ([]float64, error) {
				return private.Laplace(make([]float64, n), scale)
			},
			3 * 0x1p16, 0x1p-40 * 0x1p16 * n,
		},
		"Gaussian": {
			func(label string) ([]float64, error) {
				return GaussianMultiplier(open(), label, zeros(L2(3), n), 0x1p24)
			},
			func(private *noise.Stream, scale float64) ([]float64, error) {
				return private.Gaussian(make([]float64, n), scale)
			},
			3 * 0x1p24, 0x1p-40 * 0x1p24 * 0x1p8,
		},
	} {
		got := must.Get(c.draw(name))(t)
		want := must.Get(c.noise(key.Stream(noise.Release, name+"#0"), c.scale/(1-c.share)))(t)
		for i, x := range got {
			if math.Abs(x-want[i]) > 1e-6*math.Abs(want[i])+1e-9*c.scale {
				t.Fatalf("%s: value %d is %v, want %v: scale %v, less %v for rounding", name, i, x, want[i], c.scale, c.share)
			}
		}
	}
	private := func(label string) *noise.Stream { return key.Stream(noise.Release, label+"#0") }
	whole, err := DiscreteLaplace(open(), "discrete Laplace", zeros(L1(3), 100), 0.25)
	want, err2 := private("discrete Laplace").DiscreteLaplace(make([]int64, 100), 12)
	if err != nil || err2 != nil || !slices.Equal(whole, want) {
		t.Errorf("discrete Laplace: %v, want %v (%v, %v)", whole, want, err, err2)
	}
	top, err := NewNoisyMax("max", zeros(LInf(3), 100), 5, 0.5).Draw(open())
	best, err2 := private("max").Choose(make([]float64, 100), 12, 5)
	if err != nil || err2 != nil || !slices.Equal(top, best) {
		t.Errorf("choices: %v, want %v (%v, %v)", top, best, err, err2)
	}
}
