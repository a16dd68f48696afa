package seprivgemb

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"github.com/graphdp/graphdp/models/estimate/posterior"
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

// hopped returns an iteration after all rounds of sums of a graph with noise of a multiplier.
func hopped(t *testing.T, g *graph.Graph, c Sums, multiplier float64) *iteration {
	t.Helper()
	r := rand.New(rand.NewPCG(2, 8))
	it := newIteration(g.N(), c)
	must.Get(it.rows(gaussians(it.found, r)).Hops(c.Rounds, func(_ int, x aggregate.Rows) ([]float64, error) {
		sums := x.Sum(g)
		for i := range sums {
			sums[i] += math.Sqrt2 * multiplier * r.NormFloat64()
		}
		return sums, nil
	}, it.next))(t)
	return it
}

// The least mean degree for sums is higher if degrees vary, and without δ there are no sums.
func TestRuleOfSums(t *testing.T) {
	g, c := hubbed(t), Strict.Settings
	asked := func(b gdp.Budget, mean float64, wide bool) bool {
		s := must.Get(gdp.Protect(&graph.Network{Graph: g}, gdp.EdgeLevel, b, gdp.Nodes(g.N()), gdp.Seed(1)))(t)
		_, left := c.rule().Sparse(s, b.Epsilon)
		mu := must.Get(gauss.Mean(gdp.Budget{Epsilon: left, Delta: 1e-5}))(t)
		_, yes := c.sums(s, &posterior.Evidence{Edges: mean / mu * float64(g.N()) / 2, Wide: wide})
		return yes
	}
	b := gdp.Budget{Epsilon: 2, Delta: 1e-5}
	for mean, want := range map[float64][2]bool{
		c.Sums.Mean * 0.99: {false, false}, c.Sums.Mean * 1.01: {true, false}, c.Sums.Wide * 0.99: {true, false}, c.Sums.Wide * 1.01: {true, true},
	} {
		if got := [2]bool{asked(b, mean, false), asked(b, mean, true)}; got != want {
			t.Errorf("a mean degree of %.2f/μ: sums %v, want %v", mean, got, want)
		}
	}
	if asked(gdp.Budget{Epsilon: 2}, 100, false) {
		t.Error("sums without δ")
	}
}

// Without noise, degrees are those of the graph; with it, they have the stated noise.
func TestDegreesOfSums(t *testing.T) {
	g, c := hubbed(t), Strict.Settings.Sums
	list, sd := hopped(t, g, c, 0).degrees(0)
	for u, d := range list {
		close(t, "degree of exact sums", d, float64(g.Degree(int32(u))), 1e-6*(1+d))
	}
	close(t, "no noise", sd, 0, 0)
	empty := build(t, 2000)
	list, sd = hopped(t, empty, c, 3).degrees(3)
	close(t, "noise of all rounds", sd, 3*math.Sqrt2/math.Sqrt(c.Degrees*float64(c.Rounds)), 1e-12)
	variance := 0.0
	for _, d := range list {
		variance += d * d / float64(len(list)) / sd / sd
	}
	if math.Abs(variance-1) > 6*math.Sqrt(2./2000) {
		t.Errorf("noise has %v of the variance that it is said to have", variance)
	}
}

// Rows of a round have norm 1, and the degrees' share of the squared norm in the first entry;
// columns are orthogonal. Exact sums of a graph with two halves find these.
func TestPowerIteration(t *testing.T) {
	g, c := hubbed(t), Strict.Settings.Sums
	it := hopped(t, g, c, 0)
	values := it.rows(it.found).Float64s()
	for u := range g.N() {
		row := values[u*(c.Dim+1):][:c.Dim+1]
		close(t, "norm", math.Sqrt(dot64s(row, row)), 1, 1e-8)
		close(t, "share for degrees", row[0]*row[0], c.Degrees, 1e-8)
	}
	basis := orthonormal(it.found)
	close(t, "product of columns", 1+dot64s(basis[0], basis[1]), 1, 1e-9)
	agree := 0.0
	for u, x := range basis[0] {
		if (x > 0) == (u < g.N()/2) {
			agree++
		}
	}
	if agree = math.Abs(2*agree/float64(g.N()) - 1); agree < 0.8 {
		t.Errorf("the first column agrees with the halves by %v", agree)
	}
	// Memory averages noise: without it the halves are lost in noise.
	for memory, want := range map[float64][2]float64{0: {0, 0.4}, 0.9: {0.6, 1}} {
		c.Memory = memory
		found, sum := orthonormal(hopped(t, g, c, 12).found), 0.0
		for _, column := range found {
			x := 0.0
			for u, v := range column {
				if u < g.N()/2 {
					x += v
				} else {
					x -= v
				}
			}
			sum += x * x / float64(g.N())
		}
		if sum = math.Sqrt(sum); sum < want[0] || sum > want[1] {
			t.Errorf("memory %v: the halves are found by %v, want %v", memory, sum, want)
		}
	}
}

// The Rayleigh quotient is 1 for two cliques and 0 for one, with and without noise.
func TestQuotientOfSums(t *testing.T) {
	cliques := func(n, size int) *graph.Graph {
		var edges []graph.Edge
		for v := range int32(n) {
			for u := range v {
				if int(u)/size == int(v)/size {
					edges = append(edges, graph.Edge{U: u, V: v})
				}
			}
		}
		return build(t, n, edges...)
	}
	c := Strict.Settings.Sums
	c.Dim = 1
	for _, noise := range []float64{0, 3} {
		close(t, "quotient of two cliques", hopped(t, cliques(100, 50), c, noise).quotient(), 1, 0.06)
		close(t, "quotient of one clique", hopped(t, cliques(100, 100), c, noise).quotient(), 0, 0.06)
	}
	if q := newIteration(10, c).quotient(); q != 0 {
		t.Errorf("before all rounds the quotient is %v", q)
	}
}

func dot64s(a, b []float64) (sum float64) {
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}

// The release of a graph with two halves separates them, and preserves the degrees.
func TestRowsOfSums(t *testing.T) {
	g := hubbed(t)
	r := mustRun(t, protect(t, g, gdp.EdgeLevel, gdp.Budget{Epsilon: 8, Delta: 1e-5}), alwaysSummed)
	if r.Core != 0 || r.Vectors != 2 || r.Steps != 32 || r.Random != 13 || r.Spread < 0.5 || r.Spread > 1 {
		t.Fatalf("%+v", r)
	}
	of, within, across := score(t, r), 0.0, 0.0
	for u := range int32(80) {
		for v := range int32(80) {
			within += of(u, v+100)
			across += of(u, v+300)
		}
	}
	if across > 0.9*within {
		t.Errorf("pairs across halves score %v of those within", across/within)
	}
	off := 0.0
	for u, d := range r.Degrees {
		off += math.Abs(d-float64(g.Degree(int32(u)))) / float64(g.N())
	}
	if off > 6 {
		t.Errorf("degrees err by %v", off)
	}
}

// alwaysSummed never queries pairs, and always sums.
var alwaysSummed = set(Strict, "Dim=16", "Mean=1e9", "Sums.Mean=0")

// hops are the labels of some rounds.
func hops(rounds int) []string {
	list := []string{"sequence"}
	for i := range rounds {
		list = append(list, fmt.Sprintf("hop %d", i+1))
	}
	return list
}

// The sums are paid for by the budget left by the degree sequence, and only with δ, room for their
// rows, and the mean degree that the rule requires.
func TestTheRuleOfSums(t *testing.T) {
	claim.Holds(t, "seprivgemb", "Strict: the sequence of degrees and noisy sums of neighbours' rows together cost ε and δ, and degrees have all of what is left where the rule asks for none")
	g := hubbed(t)
	for _, x := range []struct {
		name     string
		b        gdp.Budget
		settings []string
		want     []string
	}{
		{"sums", modest, nil, hops(32)},
		{"no delta", gdp.Budget{Epsilon: 1}, nil, []string{"sequence", "release"}},
		{"no room", modest, []string{"Dim=3"}, []string{"sequence", "release"}},
		{"too few edges", modest, []string{"Sums.Mean=20"}, []string{"sequence", "release"}},
		{"degrees were asked", modest, []string{"Mean=0", "Density=30"}, []string{"sequence", "degrees", "release"}},
		{"without a question", modest, []string{"Edges=0", "Density=30"}, []string{"degrees", "release"}},
	} {
		s := protect(t, g, gdp.EdgeLevel, x.b)
		mustRun(t, s, set(alwaysSummed, x.settings...))
		got, proved := labels(t, s)
		if !slices.Equal(got, x.want) || proved > x.b.Epsilon || proved < 0.97*x.b.Epsilon {
			t.Errorf("%s: spent %v on %v, want %v on %v", x.name, proved, got, x.b.Epsilon, x.want)
		}
	}
	// The mean degree is 23.97, with noise of 3.5, and the remaining μ is .2557: 6.13 times 1.
	for settings, want := range map[string]int{"Sums.Mean=4": 32, "Sums.Mean=8": 0} {
		if r := mustRun(t, protect(t, g, gdp.EdgeLevel, modest), set(alwaysSummed, settings)); r.Steps != want {
			t.Errorf("%s: %d rounds, want %d", settings, r.Steps, want)
		}
	}
	// A session that cannot pay for the sums pays nothing.
	s := protect(t, g, gdp.EdgeLevel, modest)
	must.Get(gdp.DiscreteLaplace(s, "before", query.EdgeCount[gdp.L1](gdp.EdgeLevel, g.N(), g.N()-1), 0.5))(t)
	if _, err := alwaysSummed.Run(t.Context(), s); err == nil {
		t.Error("half of a budget is enough")
	}
	if got, _ := labels(t, s); len(got) != 1 {
		t.Errorf("refused after %v", got)
	}
	// Any budget suffices: if it is too small for sums, degrees get all of it.
	for _, eps := range []gdp.Epsilon{0.03, 0.3, 2, 16, 64, 600} {
		for _, delta := range []gdp.Delta{1e-300, 1e-12, 1e-5, 0.1, 0.9} {
			for _, share := range []string{"0.0001", "0.01", "0.25"} {
				s := protect(t, g, gdp.EdgeLevel, gdp.Budget{Epsilon: eps, Delta: delta})
				if _, err := set(alwaysSummed, "Sums.Rounds=2", "Edges="+share).Run(t.Context(), s); err != nil {
					t.Errorf("(%v, %v), a share of %s: %v", eps, delta, share, err)
				}
			}
		}
	}
}

// The degrees of two nodes from sums, as the code runs. The audit finds some ε, at most the proved
// one; with four times the ε it finds more.
func TestAuditOfSums(t *testing.T) {
	t.Parallel()
	claim.Holds(t, "seprivgemb", "Strict with noisy sums of neighbours' rows: an audit of the code as it runs stays below the proved ε, and notices far too little noise")
	all := []string{"Dim=6", "Mean=1e9", "Sums.Mean=0", "Sums.Dim=1", "Sums.Rounds=4", "Sums.Degrees=0.9"}
	if found := methodtest.Attacked(t, Method, "strict", 2, 1500, all...); found.Broken() != nil || found.Bound.Epsilon == 0 {
		t.Errorf("audited %v, proved %v", found.Bound.Epsilon, found.Guarantee.Proved)
	}
	if found := methodtest.Attacked(t, Method, "strict", 16, 600, all...); !found.Bound.Violates(2) {
		t.Errorf("eight times the ε: audited %v", found.Bound.Epsilon)
	}
}

// The conformance tests also hold on the path of sums; the other paths of [Strict] are tested with
// the other methods.
func TestConformanceOfSums(t *testing.T) {
	m := Method
	m.Modes = slices.DeleteFunc(slices.Clone(m.Modes), func(m method.Mode) bool { return m.Name != "strict" })
	methodtest.Run(t, m, methodtest.Options{Small: map[string][]string{"": {"Dim=8", "Mean=1e9", "Sums.Mean=0", "Sums.Rounds=6"}}})
}
