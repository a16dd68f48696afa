package gapemb

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/models/embedding"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/methodtest"
)

func network(t *testing.T, n, m int) *graph.Network {
	t.Helper()
	g := must.Get(gen.GNM(n, m, rand.New(rand.NewPCG(8, 1))))(t)
	return &graph.Network{Graph: g}
}

// run runs a private mode on a seeded session.
func run[C any](t *testing.T, net *graph.Network, mode method.PrivateMode[C, *embedding.Result], eps gdp.Epsilon) *embedding.Result {
	t.Helper()
	s := must.Get(gdp.Protect(net, gdp.EdgeLevel, gdp.Budget{Epsilon: eps, Delta: 1e-5}, gdp.Seed(3)))(t)
	return must.Get(mode.Run(t.Context(), s))(t)
}

// With a practically unlimited budget, the parts are the sums of unit rows, hop by hop.
func TestPartsAreSumsOfTheHopBefore(t *testing.T) {
	net := network(t, 50, 200)
	c := strict
	got := run(t, net, Strict, 1e7)
	x := aggregate.Random(50, c.Dim, got.Seed)
	for h := range c.Hops {
		sums := x.Sum(net.Graph)
		for u := range 50 {
			for i := range c.Dim {
				if math.Abs(float64(got.In.Row(int32(u))[h*c.Dim+i])-sums[u*c.Dim+i]) > 0.02*math.Sqrt(50) {
					t.Fatalf("hop %d of node %d: %v, want %v", h+1, u, got.In.Row(int32(u))[h*c.Dim+i], sums[u*c.Dim+i])
				}
			}
		}
		x = aggregate.Unit(c.Dim, sums)
	}
}

// Strict proves the ε of the budget, and pays for both arcs of an edge.
func TestStrictPaysForBothArcs(t *testing.T) {
	if r := run(t, network(t, 50, 100), Strict, 1); r.Guarantee.Claimed > 1 || r.Guarantee.Proved > 1 {
		t.Errorf("strict: %v", r.Guarantee)
	}
}

// Without edges the first hop is noise, with the multiplier times √2 and no less.
func TestEverySumGetsTheNoise(t *testing.T) {
	const n = 3000
	net, one := network(t, n, 0), Sums{Dim: 2, Hops: 1}
	unit := run(t, net, Published.With(ByArc{one}), 1)
	for u := range int32(n) {
		if square := unit.In.Dot(u, u); math.Abs(square-1) > 1e-4 {
			t.Fatalf("a row of square norm %v", square)
		}
	}
	// A row of noise is left with the square norm max(0, q - 2s²). Its mean for an exponential
	// q of mean 2s² is 2s²/e, and its deviation below 2s².
	r := run(t, net, Strict.With(ByEdge{one}), 1)
	sd, mean := r.Multiplier*math.Sqrt2, 0.0
	for u := range int32(n) {
		mean += r.In.Dot(u, u) / n
	}
	if want := 2 * sd * sd; math.Abs(mean-want/math.E) > 6*want/math.Sqrt(n) {
		t.Errorf("strict: mean square norm %v, want %v", mean, want/math.E)
	}
}

// An edge is two arcs: it is paid for as 1 but changes the sums by √2, and an audit finds more than
// the claim.
func TestAudits(t *testing.T) {
	t.Parallel()
	claim.Fails(t, "gapemb", "An edge moves a hop's sums by 1: the sums of both of its ends move, by √2 together, and the proved ε is larger than the claim")
	claim.Holds(t, "gapemb", "strict: an audit of the code as it runs stays below the proved ε, and notices far too little noise")
	if r := run(t, network(t, 50, 100), Published, 1); r.Guarantee.Claimed > 1 || r.Guarantee.Proved < 1.4 {
		t.Errorf("published: %v", r.Guarantee)
	}
	if found := methodtest.Attacked(t, Method, "strict", 4, 1000); found.Broken() != nil || found.Bound.IfGaussian == 0 {
		t.Errorf("strict: audited %v, proved %v", found.Bound, found.Guarantee.Proved)
	}
	if found := methodtest.Attacked(t, Method, "strict", 100, 400); !found.Bound.Violates(1) {
		t.Errorf("strict, far too little noise: audited %v", found.Bound.Epsilon)
	}
}
