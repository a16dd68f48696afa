package seprivgemb

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/methodtest"
)

// hubbed returns a graph whose nodes have 4 to 160 neighbours, many of them in their own half.
func hubbed(t testing.TB) *graph.Graph {
	const n = 400
	r := rand.New(rand.NewPCG(3, 9))
	var edges []graph.Edge
	for u := range int32(n) {
		for v := range u {
			p := 40 / float64((10+u%200)*(10+v%200)) * 12
			if (u < n/2) != (v < n/2) {
				p /= 9
			}
			if r.Float64() < p {
				edges = append(edges, graph.Edge{U: v, V: u})
			}
		}
	}
	return build(t, n, edges...)
}

// taught returns rows after some steps without noise, and with their estimates of degrees.
func taught(t *testing.T, g *graph.Graph, c Biased, steps int, noise func(int, []float32) error) *biases {
	t.Helper()
	r := rand.New(rand.NewPCG(2, 8))
	x := newBiases(g, c, r)
	x.estimator = newDegreeEstimator(x, 3, rand.New(rand.NewPCG(2, 9)))
	for range steps {
		if err := x.step(0.02, x.places(r), noise); err != nil {
			t.Fatal(err)
		}
	}
	return x
}

// Rows of zeros have all neighbours alike: the estimates are the degrees. Of rows that learned they
// are so nearly.
func TestEstimatedDegrees(t *testing.T) {
	g := hubbed(t)
	c := Strict.Settings.Gradients.Biased
	c.Init = 0
	estimates, sd := taught(t, g, c, 1, quiet).estimator.degrees()
	for u, d := range estimates {
		close(t, "degree estimated at once", d, float64(g.Degree(int32(u))), 1e-4*(1+d))
	}
	close(t, "its noise, over that of a sum", sd, 3*math.Sqrt2/c.Clip, 1e-4)

	c.Init = 0.15
	x := taught(t, g, c, 60, quiet)
	estimates, sd = x.estimator.degrees()
	off, square := 0.0, 0.0
	for u, d := range estimates {
		want := float64(g.Degree(int32(u)))
		off += (d - want) * (d - want)
		square += want * want
	}
	if off = math.Sqrt(off / square); off > 0.06 {
		t.Errorf("degrees estimated from 60 steps err by %v of their size", off)
	}
	if most := 3 * 1.6 * math.Sqrt2 / c.Clip / math.Sqrt(60); sd > most {
		t.Errorf("60 steps estimate degrees with noise of %v, want %v at most", sd, most)
	}

	// Noise of a step has the size that it states.
	r := rand.New(rand.NewPCG(5, 5))
	c.Init = 0
	x = taught(t, build(t, 2000), c, 1, func(_ int, dst []float32) error {
		for i := range dst {
			dst[i] = float32(3 * r.NormFloat64())
		}
		return nil
	})
	estimates, sd = x.estimator.degrees()
	variance := 0.0
	for _, d := range estimates {
		variance += d * d / float64(len(estimates)) / sd / sd
	}
	if math.Abs(variance-1) > 6*math.Sqrt(2./2000) {
		t.Errorf("noise has %v of the variance that it is said to have", variance)
	}
}

// What a training tells of a random graph has next to no strength, and of blocks much.
func TestStrength(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for mixed, most := range map[float64][2]float64{0.5: {0, 0.2}, 0.1: {0.4, 1}} {
		net, err := gen.SBM([]int{300, 300}, [][]float64{{0.2 * (1 - mixed), 0.2 * mixed}, {0.2 * mixed, 0.2 * (1 - mixed)}}, r)
		if err != nil {
			t.Fatal(err)
		}
		s := mustRun(t, protect(t, net.Graph, gdp.EdgeLevel, gdp.Budget{Epsilon: 4, Delta: 1e-5}), alwaysTrained).Strength
		if s < most[0] || s > most[1] {
			t.Errorf("with %v of the edges between halves the strength is %v, want %v", mixed, s, most)
		}
	}
}

// What is released of a graph with two halves tells them apart, and the degrees.
func TestDegreeRows(t *testing.T) {
	g := hubbed(t)
	r := mustRun(t, protect(t, g, gdp.EdgeLevel, gdp.Budget{Epsilon: 8, Delta: 1e-5}), alwaysTrained)
	if r.Core != 0 || r.Vectors != 2 || r.Steps != 60 || r.Random != 13 || r.Strength < 0.3 {
		t.Fatalf("%+v", r)
	}
	of, within, across := score(t, r), 0.0, 0.0
	for u := range int32(80) {
		for v := range int32(80) {
			within += of(u, v+100) - of(u, v)
			across += of(u, v+300) - of(u, v+100)
		}
	}
	if across > -0.1*80*80 {
		t.Errorf("pairs across halves score %v less than those within", -across/80/80)
	}
	off := 0.0
	for u, d := range r.Degrees {
		off += math.Abs(d-float64(g.Degree(int32(u)))) / float64(g.N())
	}
	if off > 6 {
		t.Errorf("degrees err by %v", off)
	}
}

// alwaysTrained asks no pairs, and trains always.
var alwaysTrained = set(Strict, "Dim=16", "Mean=1e9", "Gradients.Mean=0", "Gradients.LargerFrom=1e9")

// The training is paid for by what the number of edges left, and only where there is a δ, room for
// its rows, and the mean degree that the rule asks for.
func TestTheRuleOfTraining(t *testing.T) {
	claim.Holds(t, "seprivgemb", "Strict: the sequence of degrees and a training that degrees are estimated from together cost ε and δ, and degrees have all of what is left where the rule asks for none")
	g := hubbed(t)
	for _, x := range []struct {
		name     string
		b        gdp.Budget
		settings []string
		want     []string
	}{
		{"trained", modest, nil, []string{"sequence", "gradients"}},
		{"no delta", gdp.Budget{Epsilon: 1}, nil, []string{"sequence", "release"}},
		{"no room", modest, []string{"Dim=3"}, []string{"sequence", "release"}},
		{"nothing to train", modest, []string{"Gradients.Dim=1"}, []string{"sequence", "release"}},
		{"too few edges", modest, []string{"Gradients.Mean=20"}, []string{"sequence", "release"}},
		{"degrees were asked", modest, []string{"Mean=0", "Density=30"}, []string{"sequence", "degrees", "release"}},
		{"without a question", modest, []string{"Edges=0", "Density=30"}, []string{"degrees", "release"}},
	} {
		s := protect(t, g, gdp.EdgeLevel, x.b)
		mustRun(t, s, set(alwaysTrained, x.settings...))
		got, proved := labels(t, s)
		if !slices.Equal(got, x.want) || proved > x.b.Epsilon || proved < 0.97*x.b.Epsilon {
			t.Errorf("%s: spent %v on %v, want %v on %v", x.name, proved, got, x.b.Epsilon, x.want)
		}
	}
	// The mean degree is 23.97, with noise of 3.5, and μ of what is left .2557: 6.13 times 1.
	for settings, want := range map[string]int{"Gradients.Mean=4": 60, "Gradients.Mean=8": 0, "Gradients.LargerFrom=4": 40, "Gradients.LargerFrom=8": 60} {
		if r := mustRun(t, protect(t, g, gdp.EdgeLevel, modest), set(alwaysTrained, settings)); r.Steps != want {
			t.Errorf("%s: %d steps, want %d", settings, r.Steps, want)
		}
	}
	// A session that cannot pay for the training pays for nothing.
	s := protect(t, g, gdp.EdgeLevel, modest)
	if _, err := gdp.DiscreteLaplace(s, "before", query.EdgeCount[gdp.L1](gdp.EdgeLevel, g.N(), g.N()-1), 0.5); err != nil {
		t.Fatal(err)
	}
	if _, err := alwaysTrained.Run(t.Context(), s); err == nil {
		t.Error("half of a budget is enough")
	}
	if got, _ := labels(t, s); len(got) != 1 {
		t.Errorf("refused after %v", got)
	}
	// Whatever the budget is, it is enough: where it is not for a training, degrees have it.
	for _, eps := range []gdp.Epsilon{0.03, 0.3, 2, 16, 64, 600} {
		for _, delta := range []gdp.Delta{1e-300, 1e-12, 1e-5, 0.1, 0.9} {
			for _, share := range []string{"0.0001", "0.01", "0.25"} {
				s := protect(t, g, gdp.EdgeLevel, gdp.Budget{Epsilon: eps, Delta: delta})
				if _, err := set(alwaysTrained, "Gradients.Steps=2", "Edges="+share).Run(t.Context(), s); err != nil {
					t.Errorf("(%v, %v), a share of %s: %v", eps, delta, share, err)
				}
			}
		}
	}
}

// The training's degrees of two nodes, as the code runs. Found is some ε, and no more than is
// proved; four times the ε is found out.
func TestAuditOfEstimatedDegrees(t *testing.T) {
	t.Parallel()
	claim.Holds(t, "seprivgemb", "Strict with degrees estimated from a training: an audit of the code as it runs stays below the proved ε, and notices far too little noise")
	all := []string{"Dim=6", "Mean=1e9", "Gradients.Mean=0", "Gradients.LargerFrom=1e9", "Gradients.Dim=2", "Gradients.Steps=4"}
	if found := methodtest.Attacked(t, Method, "strict", 2, 1500, all...); found.Broken() != nil || found.Bound.Epsilon == 0 {
		t.Errorf("audited %v, proved %v", found.Bound.Epsilon, found.Guarantee.Proved)
	}
	if found := methodtest.Attacked(t, Method, "strict", 16, 600, all...); !found.Bound.Violates(2) {
		t.Errorf("eight times the ε: audited %v", found.Bound.Epsilon)
	}
}

// The contract of a method holds on the path of the training too: what [Strict] takes on graphs of
// other numbers of edges is tested with the other methods.
func TestConformanceOfDegreeTraining(t *testing.T) {
	m := Method
	m.Modes = slices.DeleteFunc(slices.Clone(m.Modes), func(m method.Mode) bool { return m.Name != "strict" })
	methodtest.Run(t, m, methodtest.Options{Small: map[string][]string{"": {"Dim=8", "Mean=1e9", "Gradients.Mean=0", "Gradients.LargerFrom=1e9", "Gradients.Steps=6"}}})
}
