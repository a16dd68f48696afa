package tmf

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
	"github.com/graphdp/graphdp/models/synthesis/synthesistest"
)

const alpha = 1e-9 // correct code fails once in 10⁹ tests

// Graphs of four nodes, by the set of edges among their six pairs.
const (
	nodes  = 4
	pairs  = 6
	graphs = 1 << pairs
)

var pair = [pairs]graph.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 0, V: 3}, {U: 1, V: 2}, {U: 1, V: 3}, {U: 2, V: 3}}

func worldOf(g *graph.Graph) (world int) {
	for k, e := range pair {
		if g.HasEdge(e.U, e.V) {
			world |= 1 << k
		}
	}
	return world
}

func size(world int) int { return bits.OnesCount(uint(world)) }

// count returns the distribution of the noisy edge count, clipped to possible counts.
func count(eps float64, edges int) (law [pairs + 1]float64) {
	a := math.Exp(-eps)
	for m := -2000; m <= 2000; m++ {
		law[min(max(m, 0), pairs)] += (1 - a) / (1 + a) * math.Pow(a, math.Abs(float64(m-edges)))
	}
	return law
}

// choose returns the binomial coefficient.
func choose(n, k int) float64 {
	return math.Round(math.Gamma(float64(n+1)) / math.Gamma(float64(k+1)) / math.Gamma(float64(n-k+1)))
}

// filled returns the probability that adding random pairs to kept, outside but, gives to.
func filled(kept, more, but, to int) float64 {
	more = min(max(more, 0), pairs-size(but))
	if kept&^to != 0 || to&^kept&but != 0 || size(to) != size(kept)+more {
		return 0
	}
	return 1 / choose(pairs-size(but), more)
}

// strictLaw returns the distribution of strict's release for a graph of four nodes.
func strictLaw(c Thinned, eps float64, world int) (law [graphs]float64) {
	asking := eps * (1 - c.CountShare)
	for m, p := range count(eps*c.CountShare, size(world)) {
		keep := share(asking, pairs, m)
		edge, other := keep/(1+math.Exp(-asking)), keep/(1+math.Exp(asking))
		for said := range graphs {
			q := p
			for k := range pair {
				yes := []float64{other, edge}[world>>k&1]
				q *= []float64{1 - yes, yes}[said>>k&1]
			}
			for to := range law {
				switch {
				case size(said) >= m && to&^said == 0 && size(to) == m:
					law[to] += q / choose(size(said), m)
				case size(said) < m:
					law[to] += q * filled(said, m-size(said), said, to)
				}
			}
		}
	}
	return law
}

// filterLaw returns that of both filters: added pairs come from outside the graph, or from outside
// the kept edges.
func filterLaw(counting, eps float64, threshold func(eps float64, pairs, m int) float64, outside bool, world int) (law [graphs]float64) {
	for m, p := range count(counting, size(world)) {
		least := threshold(eps, pairs, m)
		passes := 1 - math.Exp(-eps*(1-least))/2 // a bit of 1 plus Laplace noise
		if least > 1 {
			passes = math.Exp(-eps*(least-1)) / 2
		}
		for kept := range graphs {
			if kept&^world != 0 {
				continue
			}
			but := kept
			if outside {
				but = world
			}
			q := p * math.Pow(passes, float64(size(kept))) * math.Pow(1-passes, float64(size(world&^kept)))
			for to := range law {
				law[to] += q * filled(kept, m-size(kept), but, to)
			}
		}
	}
	return law
}

// furthest returns the largest ε between the releases of neighbours.
func furthest(law func(world int) [graphs]float64) (eps float64) {
	var laws [graphs][graphs]float64
	for world := range laws {
		laws[world] = law(world)
	}
	for world, l := range laws {
		for to, p := range l {
			for k := range pair {
				if p > 0 {
					eps = max(eps, math.Log(p/laws[world^1<<k][to]))
				}
			}
		}
	}
	return eps
}

// halved is strict with enough ε for the count to matter on such small graphs.
var halved = Thinned{CountShare: 0.4}

func strictOf(eps float64) func(int) [graphs]float64 {
	return func(world int) [graphs]float64 { return strictLaw(halved, eps, world) }
}

func publishedOf(eps float64) func(int) [graphs]float64 {
	share := Published.Settings.CountShare
	return func(world int) [graphs]float64 { return filterLaw(share*eps, (1-share)*eps, threshold, true, world) }
}

func pgbOf(eps float64) func(int) [graphs]float64 {
	return func(world int) [graphs]float64 { return filterLaw(eps/2, eps/2, exchanged, false, world) }
}

// The modes' releases on graphs of four nodes have the distributions that the tests below compute.
func TestLaws(t *testing.T) {
	const eps, runs = 3.0, 1500
	all := synthesistest.Graphs(t, nodes)
	for name, mode := range map[string]struct {
		mode synthesistest.Mode
		law  func(int) [graphs]float64
	}{"strict": {Strict.With(halved), strictOf(eps)}, "published": {Published.With(Filter{0.5}), func(world int) [graphs]float64 { return filterLaw(eps/2, eps/2, threshold, true, world) }}, "pgb": {Pgb, pgbOf(eps)}} {
		for _, world := range []int{0b000011, 0b110101} { // two edges, four
			counts, law := make([]int, graphs), mode.law(world)
			for seed := range uint64(runs) {
				r, _ := synthesistest.Run(t, all[world], mode.mode, eps, seed)
				counts[worldOf(r.Graph)]++
			}
			if !stattest.ChiSquare(counts, law[:], alpha) {
				t.Errorf("%s of the graph %b: %v, want %v", name, world, counts, law)
			}
		}
	}
}

// Over all graphs of four nodes and all releases, strict keeps to ε. The filters do not: the
// published one has ε = 1.43 at 0.1 and 1.68 at 1, the benchmark's code 1.18 and 1.79.
func TestOfFourNodes(t *testing.T) {
	for _, eps := range []float64{0.1, 1} {
		if got := furthest(strictOf(eps)); got > eps+1e-9 || got < eps/2 {
			t.Errorf("strict at ε = %v: %v", eps, got)
		}
		for name, law := range map[string]func(int) [graphs]float64{"published": publishedOf(eps), "pgb": pgbOf(eps)} {
			if got := furthest(law); got < 1.1 || got < 1.6*eps {
				t.Errorf("%s at ε = %v: %v", name, eps, got)
			}
		}
	}
	claim.Fails(t, "tmf", "TmF is ε-DP, of four nodes: 1.68 at ε = 1, and 1.43 at ε = 0.1")
	claim.Holds(t, "tmf", "strict is ε-DP, over all graphs of four nodes and all that is released of them")
}

// A sparse graph of m edges and its neighbour with one more edge; the release is that neighbour.
// From the first graph one pair was added, any non-edge; from the second none. The ratio of the
// probabilities grows with m, whatever ε is.
func TestPublishedTellsTheLastEdge(t *testing.T) {
	const eps = 0.1
	before := 0.0
	for _, m := range []int{10, 100, 1000, 10_000} {
		pairs := 1000 * m
		least := threshold(eps, pairs, m+1)
		passes := math.Exp(-eps*(least-1)) / 2
		ratio := math.Log(passes * float64(pairs-m)) // of pᵐ⁺¹ and pᵐ/(pairs - m)
		if ratio < math.Log(float64(m)) || ratio < before+2 {
			t.Errorf("%d edges: ε = %v", m, ratio)
		}
		before = ratio
	}
	claim.Fails(t, "tmf", "TmF is ε-DP: given the count a graph of m edges and one more is released with probabilities whose ratio is m e^ε or more")
}

// If m pairs are edges, m pairs pass the threshold in expectation. The benchmark's threshold
// releases edges more often than other pairs by far more than ε permits.
func TestThreshold(t *testing.T) {
	passing := func(eps, least, bit float64) float64 {
		if least > bit {
			return math.Exp(-eps*(least-bit)) / 2
		}
		return 1 - math.Exp(-eps*(bit-least))/2
	}
	for _, eps := range []float64{0.2, 1, 4, 8} {
		for _, m := range []int{10, 500, 4000} {
			const pairs = 10_000
			least := threshold(eps, pairs, m)
			if got := float64(m)*passing(eps, least, 1) + float64(pairs-m)*passing(eps, least, 0); math.Abs(got-float64(m)) > 1e-6*float64(m) {
				t.Errorf("ε = %v: %v pairs pass, want %d", eps, got, m)
			}
		}
	}
	// Facebook has 8,154,741 pairs and 88,234 edges.
	const pairs, m, eps = 8_154_741, 88_234, 0.5
	passes := passing(eps, exchanged(eps, pairs, m), 1)
	added := m * (1 - passes) / (pairs - m*passes)
	if beyond := math.Log(passes/added) - 2*eps; beyond < 1 {
		t.Errorf("at ε = 1 the code tells edges from others by ε = %v", beyond+2*eps)
	}
	claim.Fails(t, "tmf", "PGB's code of TmF is ε-DP: an edge of Facebook is released more than e² times as often as another pair at ε = 1")
}

// The attacks on the filters find more than the claimed ε. The attack on strict finds part of the
// proved ε and no more, and at three times ε more than that.
func TestAudits(t *testing.T) {
	synthesistest.Audit(t, Method, "strict", 1, 2000, 0.3, 1)
	synthesistest.Audit(t, Method, "strict", 3, 800, 1.05, 3)
	synthesistest.Audit(t, Method, "published", 1, 4000, 1.05, 9)
	synthesistest.Audit(t, Method, "pgb", 1, 4000, 1.05, 9)
}

// Strict has the number of edges of the count. With hardly any flipped response they are those of
// the graph.
func TestStrictHasTheCount(t *testing.T) {
	g := must.Get(gen.GNM(500, 3000, rand.New(rand.NewPCG(2, 1))))(t)
	for seed := range uint64(5) {
		r, _ := synthesistest.Run(t, g, Strict, 1, seed)
		if m := r.Graph.M(); m < 3000-1000 || m > 3000+1000 || m == 3000 { // noise of scale 50
			t.Errorf("%d edges", m)
		}
	}
	r, _ := synthesistest.Run(t, g, Strict.With(Thinned{CountShare: 0.5}), 40, 1)
	both := 0
	for u, v := range r.Graph.Edges() {
		if g.HasEdge(u, v) {
			both++
		}
	}
	if r.Graph.M() != 3000 || both < 2999 {
		t.Errorf("%d edges, of which %d are edges", r.Graph.M(), both)
	}
}

// Positive responses exceed the count: in 400 samples at the kept share none has fewer.
func TestStrictKeepsEnough(t *testing.T) {
	const pairs, m, eps = 1225, 200, 1
	keep := share(eps, pairs, m)
	r := rand.New(rand.NewPCG(5, 1))
	for range 400 {
		said := 0
		for i := range pairs {
			p := keep / (1 + math.E)
			if i < m {
				p *= math.E
			}
			if r.Float64() < p {
				said++
			}
		}
		if said < m {
			t.Fatalf("%d of %d say yes", said, m)
		}
	}
	if share(eps, pairs, pairs) != 1 || share(eps, pairs, 0) > 6/(pairs/(1+math.E))*1.001 {
		t.Errorf("of all pairs %v are kept, of none %v", share(eps, pairs, pairs), share(eps, pairs, 0))
	}
}

func TestBudgets(t *testing.T) { synthesistest.Budgets(t, Method, nil) }
