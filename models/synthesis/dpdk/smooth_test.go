package dpdk

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/synthesis"
	"github.com/graphdp/graphdp/models/synthesis/synthesistest"
	"gonum.org/v1/gonum/mathext"
)

// smoothly runs published-2k with a δ of 1e-5.
func smoothly(t *testing.T, g *graph.Graph, eps gdp.Epsilon, seed uint64) *graph.Graph {
	t.Helper()
	r := must.Get(Published2k.Run(t.Context(), synthesistest.Session(t, g, gdp.Budget{Epsilon: eps, Delta: 1e-5}, seed)))(t)
	return r.Graph
}

// counts returns the joint degree counts up to the largest degree.
func counts(t *testing.T, g *graph.Graph, largest int) []float64 {
	t.Helper()
	return must.Get(query.JointDegrees[gdp.L1](gdp.EdgeLevel, g.N(), largest).Eval(&gdp.Data{Network: &graph.Network{Graph: g}}))(t)
}

func moved(a, b []float64) (sum float64) {
	for i := range max(len(a), len(b)) {
		x := 0.0
		if i < len(a) {
			x += a[i]
		}
		if i < len(b) {
			x -= b[i]
		}
		sum += math.Abs(x)
	}
	return sum
}

// Over all graphs of at most six nodes: at distance t an edge changes the 2K-series by at most 4(d
// + t) + 1, where d is the largest degree, and at any distance by at most 4n - 7, which is
// attained. The smooth sensitivity is therefore at least the local one, and changes between
// neighbours by at most a factor of exp(β). With 2t in place of 4t the first still holds but not
// the second: largest degrees of neighbours differ by one.
func TestSmoothSensitivity(t *testing.T) {
	slowly := func(largest, t, n int) float64 { return float64(min(4*largest+1+2*t, 4*n-7)) }
	steep := 0
	for n := 2; n <= 6; n++ {
		graphs := synthesistest.Graphs(t, n)
		worlds, pairs := len(graphs), synthesis.Pairs(n)
		series, largest := make([][]float64, worlds), make([]int, worlds)
		for world, g := range graphs {
			series[world], largest[world] = counts(t, g, n-1), largestOf(g)
		}
		local := make([]float64, worlds) // sensitivity at distance t
		for world := range worlds {
			for k := range pairs {
				local[world] = max(local[world], moved(series[world], series[world^1<<k]))
			}
		}
		for distance := range pairs {
			next := slices.Clone(local)
			for world, x := range local {
				if most := edgeBound(largest[world]+distance, n); x > most || x > slowly(largest[world], distance, n) {
					t.Fatalf("%d nodes, graph %b: an edge moves the series by %v at distance %d, stated %v", n, world, x, distance, most)
				}
				for k := range pairs {
					next[world] = max(next[world], local[world^1<<k])
				}
			}
			local = next
		}
		if all := slices.Max(local); all != float64(4*n-7) || edgeBound(n, n) != all {
			t.Errorf("%d nodes: the series is moved by %v, want 4n - 7", n, all)
		}
		for _, beta := range []float64{0.01, 0.3, 2} {
			slow := func(largest int) (most float64) {
				for d := range n {
					most = max(most, math.Exp(-beta*float64(d))*slowly(largest, d, n))
				}
				return most
			}
			for world := range worlds {
				for k := range pairs {
					d, near := largest[world], largest[world^1<<k]
					if smooth(d, n, beta) > math.Exp(beta)*smooth(near, n, beta)*(1+1e-12) {
						t.Fatalf("%d nodes, β = %v: %v and %v of neighbours", n, beta, smooth(d, n, beta), smooth(near, n, beta))
					}
					if slow(d) > math.Exp(beta)*slow(near)*(1+1e-12) {
						steep++
					}
				}
			}
		}
	}
	if steep == 0 {
		t.Error("a sensitivity that grows by 2 at each edge would be smooth")
	}
	claim.Holds(t, "dpdk", "An edge moves the 2K-series by 4(d_max + t) + 1 at most, t edges away from a graph, and by 4n - 7 in any: all graphs of six nodes and less")
	claim.Holds(t, "dpdk", "The bound that published-2k takes for smooth sensitivity is β-smooth")
}

// A star of 24 leaves gets another leaf. With the β for one number, the noise has different scales
// on both graphs, and there are 300 degree pairs up to 24. At ε = 1 the total distance of these 300
// answers from the first star's counts distinguishes the graphs with a δ above a thousand times the
// claimed one. With the β for 300 numbers it does not; that noise is the global sensitivity's,
// which needs no δ.
func TestNoiseIsForOneNumber(t *testing.T) {
	const n, leaves, eps, delta = 200, 24, 1., 1e-5
	star := func(leaves int) *graph.Graph {
		var edges []graph.Edge
		for v := range int32(leaves) {
			edges = append(edges, graph.Edge{U: 0, V: v + 1})
		}
		return gdptest.Graph(t, n, edges)
	}
	first := counts(t, star(leaves), leaves)
	further := moved(first, counts(t, star(leaves+1), leaves+1)[:len(first)])
	numbers := float64(len(first))
	// The sum of k absolute Laplace variables has a Gamma distribution. On the second star, the
	// distance from the first star's counts is at least that from its own, minus the difference of
	// both counts.
	apart := func(beta float64) (least float64) {
		of := func(leaves int) float64 { return 2 * smooth(leaves, n, beta) / eps }
		for r := 0.3 * numbers; r < 1.5*numbers; r += 0.25 {
			p := mathext.GammaIncReg(numbers, r)
			q := mathext.GammaIncReg(numbers, (r*of(leaves)+further)/of(leaves+1))
			least = max(least, p-math.Exp(eps)*q)
		}
		return least
	}
	single, many := synthesis.Beta(eps, delta), eps/4/(numbers+math.Log(2/delta))
	t.Logf("%v numbers, %v moved: δ ≥ %.4f by β = %.4f, %.2g by β = %.6f", numbers, further, apart(single), single, apart(many), many)
	if numbers != 300 || apart(single) < 0.03 || apart(many) > delta {
		t.Errorf("%v numbers: δ ≥ %v, and %v", numbers, apart(single), apart(many))
	}
	// On a graph of Facebook's size, at ε = 1.
	const nodes, hub = 4039, 1045
	beta := 1 / (4 * (float64(cellsOf(hub)) + math.Log(2/delta)))
	if cellsOf(hub) != 546_535 || 2*smooth(hub, nodes, synthesis.Beta(1, delta)) != 8362 || edgeBound(nodes, nodes) != 16_149 || math.Abs(2*smooth(hub, nodes, beta)-32_254) > 1 {
		t.Errorf("%d numbers, noise of scale %v, of %v by the other β, of %v by the largest change", cellsOf(hub), 2*smooth(hub, nodes, synthesis.Beta(1, delta)), 2*smooth(hub, nodes, beta), edgeBound(nodes, nodes))
	}
	// On Minnesota's roads, with largest degree 5; a public cap of 5 would have noise of scale 17.
	if scale := 2 * smooth(5, 2642, synthesis.Beta(1, delta)); math.Abs(scale-89.1) > 0.1 || query.JointDegrees[gdp.L1](gdp.EdgeLevel, 2642, 5).Bound() != 17 {
		t.Errorf("noise of scale %v", scale)
	}
	claim.Fails(t, "dpdk", "Noise by smooth sensitivity makes the 2K-series (ε, δ)-private: its β is that of one number, and a star of 24 leaves and one of 25 are told apart")
}

// Two nodes have an edge if 1, or 0, plus noise of scale 2/ε exceeds ½.
func TestTwoNodes(t *testing.T) {
	const eps, runs = 2., 3000
	for edges, want := range map[int]float64{0: math.Exp(-0.5) / 2, 1: 1 - math.Exp(-0.5)/2} {
		g, said := gdptest.Graph(t, 2, []graph.Edge{{U: 0, V: 1}}[:edges]), 0
		for seed := range uint64(runs) {
			said += smoothly(t, g, eps, seed).M()
		}
		if !stattest.Count(said, runs, want, alpha) {
			t.Errorf("%d edges: %d of %d graphs have one, want %.3f", edges, said, runs, want)
		}
	}
}

// No node exceeds the largest degree, whatever the noise. Without δ nothing is spent.
func TestLargestDegreeIsShown(t *testing.T) {
	g := hubs(t, 60)
	for seed := range uint64(20) {
		if d := slices.Max(smoothly(t, g, 0.1, seed).Degrees()); d > slices.Max(g.Degrees()) {
			t.Errorf("a degree of %d, of %d", d, slices.Max(g.Degrees()))
		}
	}
	synthesistest.Refused(t, Published2k, synthesistest.Session(t, g, gdp.Budget{Epsilon: 1}, 1), "δ")
	claim.Fails(t, "dpdk", "The 2K-series up to the largest degree keeps that private: no node gets a larger one, and an audit finds more than ε")
}

// With hardly any noise a pseudograph has the joint degree counts, except for loops and multiple
// edges, and each node has its degree.
func TestPseudograph(t *testing.T) {
	const n = 2000
	g := hubs(t, n)
	r := smoothly(t, g, 1e6, 1)
	want, got := slices.Sorted(slices.Values(g.Degrees())), slices.Sorted(slices.Values(r.Degrees()))
	off := 0
	for i := range want {
		off += max(int(want[i]-got[i]), int(got[i]-want[i]))
	}
	if first := mean(r.Degrees()[:100]); off > 2*g.M()/20 || first < 6 || first > 14 {
		t.Errorf("degrees are off by %d in all, of %d; the first nodes have %v neighbours", off, 2*g.M(), first)
	}
	source := rand.New(rand.NewPCG(1, 1))
	paths := joint{0, 6, 0, 0, 0, 9} // of a path's ends and middle, and of triangles
	if nodes := paths.nodes(3); !slices.Equal(nodes, series{0, 6, 3, 6}) {
		t.Errorf("%v nodes of each degree", nodes)
	}
	for _, c := range []struct{ n, least, most int }{{15, 8, 15}, {40, 8, 15}, {5, 0, 7}, {1, 0, 0}} {
		for range 200 {
			drawn, err := paths.draw(3, c.n, source)
			if err != nil || drawn.N() != c.n || drawn.M() < c.least || drawn.M() > c.most || slices.Max(drawn.Degrees()) > 3 {
				t.Fatalf("%v, %v", drawn, err)
			}
		}
	}
	// A sample of a fifth of the nodes has a fifth of the edges of each kind.
	many := joint{0, 6000, 0, 0, 0, 9000}
	drawn := must.Get(many.draw(3, 3000, source))(t)
	if kept := counts(t, drawn, 3); drawn.M() > 3000 || kept[1] < 0.9*1200 || kept[5] < 0.9*1800 {
		t.Errorf("%d edges, %v", drawn.M(), kept)
	}
}

// At ε = 1 Facebook gets nearly twice its edges, and as many with a thousand times the noise: what
// is right is its largest degree, which is read without noise.
func TestPublished2kOfFacebook(t *testing.T) {
	g := must.OrSkip(data.Load("pgb-facebook"))(t, data.ErrNotFound).Graph
	var shares []float64
	for _, eps := range []gdp.Epsilon{0.001, 1, 1000} {
		shares = append(shares, float64(smoothly(t, g, eps, 1).M())/float64(g.M()))
	}
	t.Logf("%.3f times the edges at ε = 0.001, %.3f at 1, %.3f at 1000", shares[0], shares[1], shares[2])
	if shares[1] < 1.7 || shares[1] > 2.1 || math.Abs(shares[1]/shares[0]-1) > 0.1 {
		t.Errorf("%.3f times the edges", shares)
	}
}
