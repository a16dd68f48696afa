package gdp

import (
	"math"
	"math/big"
	"math/bits"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
)

// Over all graphs of four nodes and all coins, each release has the probability of its pairs'
// answers, and neighbours' probabilities of a release differ by e^ε at most, which is attained.
func TestThinnedResponse(t *testing.T) {
	const nodes, all = 4, 6
	pair := make([]graph.Edge, 0, all)
	for u := range int32(nodes) {
		for v := u + 1; v < nodes; v++ {
			pair = append(pair, graph.Edge{U: u, V: v})
		}
	}
	const eps, keep = 0.7, 0.3
	edge, other := thinned(eps, keep)
	var laws [1 << all][1 << all]float64
	for world := range laws {
		var edges []graph.Edge
		for k, e := range pair {
			if world>>k&1 == 1 {
				edges = append(edges, e)
			}
		}
		g := graphOf(t, nodes, edges, false)
		for yes := range 1 << len(edges) {
			said, p := make([]bool, len(edges)), 1.0
			for i := range said {
				said[i] = yes>>i&1 == 1
				p *= []float64{1 - edge, edge}[yes>>i&1]
			}
			for coins := range 1 << all {
				q := math.Pow(other, float64(bits.OnesCount(uint(coins)))) * math.Pow(1-other, float64(all-bits.OnesCount(uint(coins))))
				released := must.Get(decode(thin(g, said, func(yield func(int64) bool) {
					for k := range pair {
						if coins>>k&1 == 1 && !yield(int64(k)) {
							return
						}
					}
				}), []int{nodes}, false))(t)
				answer := 0
				for k, e := range pair {
					if released[0].HasEdge(e.U, e.V) {
						answer |= 1 << k
					}
				}
				laws[world][answer] += p * q
			}
		}
	}
	most := math.Inf(-1)
	for world, law := range laws {
		for answer, p := range law {
			want := 1.0
			for k := range pair {
				yes := []float64{other, edge}[world>>k&1]
				want *= []float64{1 - yes, yes}[answer>>k&1]
				most = max(most, math.Log(p/laws[world^1<<k][answer]))
			}
			if math.Abs(p-want) > 1e-12 {
				t.Fatalf("world %b releases %b with probability %v, want %v", world, answer, p, want)
			}
		}
	}
	if most > eps+1e-12 || most < eps-1e-12 {
		t.Errorf("neighbours' releases differ by ε = %v, want %v", most, eps)
	}
	// In integers, for the probabilities of the coins: the odds of either answer differ by at most
	// those of randomised response, which are the paid ones.
	ratio := func(a, b float64) *big.Rat {
		return new(big.Rat).Quo(new(big.Rat).SetFloat64(a), new(big.Rat).SetFloat64(b))
	}
	less := func(x float64) *big.Rat { return new(big.Rat).Sub(big.NewRat(1, 1), new(big.Rat).SetFloat64(x)) }
	for _, eps := range []float64{1e-5, 0.1, 1, 3, 20} {
		truth, flip := response(eps)
		for keep := 1.0; keep > 1e-7; keep *= 0.37 {
			edge, other := thinned(eps, keep)
			if ratio(edge, other).Cmp(ratio(truth, flip)) > 0 || new(big.Rat).Quo(less(other), less(edge)).Cmp(ratio(truth, flip)) > 0 {
				t.Errorf("ε = %v, a share of %v: answers yes with %v and %v", eps, keep, edge, other)
			}
			if math.Abs(edge/(keep*truth)-1) > 1e-12 || math.Abs(other/(keep*flip)-1) > 1e-12 {
				t.Errorf("ε = %v, a share of %v: %v and %v", eps, keep, edge, other)
			}
		}
	}
}

// Answers have the distribution of these coins, and cost all of ε, whatever share is kept. Each arc
// has its own answer.
func TestThinnedResponsesAreDrawn(t *testing.T) {
	for _, directed := range []bool{false, true} {
		const n, eps, keep = 400, 1.5, 0.1
		var edges []graph.Edge
		for u := range int32(n) {
			for far := int32(1); far <= 20; far++ {
				edges = append(edges, graph.Edge{U: u, V: (u + far) % n})
			}
		}
		g := graphOf(t, n, edges, directed)
		s := must.Get(Protect(&graph.Network{Graph: g}, EdgeLevel, pay(2, 0), Seed(7)))(t)
		released := must.Get(ThinnedResponse(s, "bits", eps, keep))(t)
		kept := 0
		for u, v := range released.Edges() {
			if g.HasEdge(u, v) {
				kept++
			}
		}
		edge, other := thinned(eps, keep)
		rest := int(pairs(n, directed)) - g.M()
		if !stattest.Count(kept, g.M(), edge, alpha) || !stattest.Count(released.M()-kept, rest, other, alpha) {
			t.Errorf("directed %v: %d of %d edges kept, %d of %d others made; want shares of %v and %v", directed, kept, g.M(), released.M()-kept, rest, edge, other)
		}
		truth, _ := response(eps)
		if e := ledger(t, s).Entries[0]; e.Counted != (accounting.RandomisedResponse{Categories: 2, Truth: truth}) || e.Proved != e.Counted {
			t.Errorf("counted as %v, proved as %v", e.Counted, e.Proved)
		}
	}
}

// Shares that are none, other relations, collections and more edges than can be made are refused,
// and nothing is spent.
func TestThinnedResponsesThatAreRefused(t *testing.T) {
	for _, keep := range []float64{0, -0.1, 1.1, math.NaN(), math.Inf(1)} {
		s := protectRing(t, pay(1, 0))
		if g, err := ThinnedResponse(s, "bits", 0.5, keep); err == nil || g != nil || len(ledger(t, s).Entries) != 0 {
			t.Errorf("a share of %v is kept: %v", keep, err)
		}
	}
	many := must.Get(ProtectCollection(&graph.Collection{Graphs: []*graph.Network{ring(t, 5), ring(t, 6)}}, EdgeLevel, pay(1, 0)))(t)
	hidden := must.Get(Protect(ring(t, 10), NodeLevel, pay(1, 0)))(t)
	large := must.Get(Protect(ring(t, 100_000), EdgeLevel, pay(1, 0)))(t)
	for name, s := range map[string]*Session{"a collection": many, "node level": hidden, "many": large} {
		if g, err := ThinnedResponse(s, "bits", 0.5, 1); err == nil || g != nil || len(ledger(t, s).Entries) != 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	refused(t, "more than the budget", second(ThinnedResponse(large, "bits", 2, 1e-6)), ErrBudget)
}
