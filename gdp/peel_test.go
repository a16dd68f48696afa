package gdp

import (
	"fmt"
	"math"
	"math/big"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
	"github.com/graphdp/graphdp/gdp/internal/noise"
)

// smallGraph has the pairs of n nodes whose bits are set.
func smallGraph(t *testing.T, n, bits int) *graph.Graph {
	t.Helper()
	var edges []graph.Edge
	for i, k := 0, 0; i < n; i++ {
		for j := i + 1; j < n; j, k = j+1, k+1 {
			if bits>>k&1 == 1 {
				edges = append(edges, graph.Edge{U: int32(i), V: int32(j)})
			}
		}
	}
	g := graphOf(t, n, edges, false)
	return g
}

// peelLaw returns the probability of every order in which nodes may be removed. Given the order the
// nodes are independent, and each is summed over the number that it draws once.
func peelLaw(g *graph.Graph, p Peeling, node, sweep float64) map[string]float64 {
	n := g.N()
	type step struct{ degree, level int }
	law := map[string]float64{}
	seen := make([][]step, n) // the sweeps that each node took part in
	by := make([]int32, n)
	var walk func(sweeps []Sweep, left, at, times int)
	walk = func(sweeps []Sweep, left, at, times int) {
		if at == len(p.Levels) || left == 0 {
			q := 1.0
			for u, list := range seen {
				sum, end := 0.0, int(by[u]) < len(sweeps)
				for x := range int(40 * node) {
					product := math.Exp(-float64(x)/node) * -math.Expm1(-1/node)
					for i, s := range list {
						over := math.Exp(-math.Max(0, float64(s.degree+x-s.level+1)) / sweep) // the fresh number is so large
						if end && i == len(list)-1 {
							product *= over
						} else {
							product *= 1 - over
						}
					}
					sum += product
				}
				q *= sum
			}
			law[fmt.Sprint(sweeps, by)] += q
			return
		}
		for gone := 0; gone < 1<<n; gone++ { // the nodes that the next sweep removes
			if gone&^left != 0 {
				continue
			}
			count := 0
			for u := range n {
				if left>>u&1 == 0 {
					continue
				}
				d := 0
				for _, v := range g.Neighbors(int32(u)) {
					d += left >> v & 1
				}
				seen[u] = append(seen[u], step{d, p.Levels[at]})
				if by[u] = int32(len(sweeps) + 1); gone>>u&1 == 1 {
					by[u]--
					count++
				}
			}
			next := append(sweeps[:len(sweeps):len(sweeps)], Sweep{p.Levels[at], count})
			if again := count > p.Few && times+1 < p.Sweeps; again {
				walk(next, left&^gone, at, times+1)
			} else {
				walk(next, left&^gone, at+1, 0)
			}
			for u := range n {
				if left>>u&1 == 1 {
					seen[u] = seen[u][:len(seen[u])-1]
				}
			}
		}
	}
	walk([]Sweep{}, 1<<n-1, 0, 0)
	return law
}

// On all graphs of four nodes and their neighbours, the probabilities of each order of removals are
// within a factor e^ε. Some orders attain it, in both directions.
func TestPeel(t *testing.T) {
	const nodes, pairs = 4, 6
	for _, c := range []struct {
		p               Peeling
		eps             float64
		without, withIt bool // whether it is attained
	}{
		{Peeling{Levels: []int{1}, Sweeps: 1}, 1, true, false},
		{Peeling{Levels: []int{1, 2}, Sweeps: 2}, 1.5, true, false},
		{Peeling{Levels: []int{2, 5}, Few: 1, Sweeps: 2}, 0.7, true, false},
		{Peeling{Levels: []int{5}, Sweeps: 3}, 1, false, true},
		{Peeling{Levels: []int{1, 5}, Sweeps: 3}, 2, true, true},
	} {
		node, sweep := PeelScales(Epsilon(c.eps))
		if least := max(2/sweep, 2/node+1/sweep); least > c.eps || least < c.eps*(1-1e-12) {
			t.Errorf("scales %v and %v cost %v, want %v", node, sweep, least, c.eps)
		}
		laws := make([]map[string]float64, 1<<pairs)
		for world := range laws {
			laws[world] = peelLaw(smallGraph(t, nodes, world), c.p, node, sweep)
			sum := 0.0
			for _, q := range laws[world] {
				sum += q
			}
			if math.Abs(sum-1) > 1e-9 {
				t.Fatalf("world %b: probabilities add up to %v", world, sum)
			}
		}
		without, with := 0.0, 0.0 // the largest logarithms of ratios
		for world := range laws {
			for k := range pairs {
				if world>>k&1 == 1 {
					continue
				}
				more := laws[world|1<<k]
				for order, q := range laws[world] {
					without, with = max(without, math.Log(q/more[order])), max(with, math.Log(more[order]/q))
				}
			}
		}
		if without > c.eps+1e-9 || with > c.eps+1e-9 {
			t.Errorf("%+v: neighbours' probabilities differ by e^%v and e^%v, want e^%v at most", c.p, without, with, c.eps)
		}
		if c.without && without < c.eps-1e-9 || c.withIt && with < c.eps-1e-9 {
			t.Errorf("%+v: neighbours' probabilities differ by e^%v and e^%v, want e^%v attained", c.p, without, with, c.eps)
		}
	}
}

// In exact arithmetic, the scales cost at most ε, and no less except for rounding.
func TestPeelScalesAreRoundedUp(t *testing.T) {
	over := func(x float64, scale float64) *big.Rat {
		return new(big.Rat).Quo(new(big.Rat).SetFloat64(x), new(big.Rat).SetFloat64(scale))
	}
	for eps := 0.01; eps < 500; eps *= 1.013 {
		node, sweep := PeelScales(Epsilon(eps))
		most := new(big.Rat).SetFloat64(eps)
		if one, both := over(2, sweep), new(big.Rat).Add(over(2, node), over(1, sweep)); one.Cmp(most) > 0 || both.Cmp(most) > 0 {
			t.Errorf("ε = %v: scales %v and %v cost %v and %v", eps, node, sweep, one, both)
		}
		if node > 4/eps*(1+1e-12) || sweep > 2/eps*(1+1e-12) {
			t.Errorf("ε = %v: scales %v and %v", eps, node, sweep)
		}
	}
}

// The program has the distribution that TestPeel proves private: a correct one fails once in 10⁹
// graphs.
func TestPeelHasThatLaw(t *testing.T) {
	const draws = 40_000
	for i, c := range []struct {
		p     Peeling
		eps   Epsilon
		world int
	}{
		{Peeling{Levels: []int{1, 2}, Sweeps: 2}, 2, 0b111111},
		{Peeling{Levels: []int{1, 3, 4}, Sweeps: 1}, 1.5, 0b100011},
		{Peeling{Levels: []int{3, 5}, Few: 1, Sweeps: 3}, 4, 0b011101},
		{Peeling{Levels: []int{2, 9, 10}, Few: 4, Sweeps: 3}, 1, 0b110101},
	} {
		g := smallGraph(t, 4, c.world)
		s := must.Get(Protect(&graph.Network{Graph: g}, EdgeLevel, pay(10, 0), Seed(1)))(t)
		r := NewPeel("x", c.p, c.eps)
		counts := map[string]int{}
		for k := range draws {
			out := must.Get(r.draw(s, noise.SeededKey(uint64(i)).Stream(noise.Release, fmt.Sprint(k))))(t)
			counts[fmt.Sprint(out.Sweeps, out.By)]++
		}
		fits := func(eps Epsilon, node, sweep float64) bool {
			a, b := PeelScales(eps)
			law := peelLaw(g, c.p, node*a, sweep*b)
			var found []int
			var weights []float64
			total := 0
			for order, q := range law { // in any order: the small ones are merged
				found, weights = append(found, counts[order]), append(weights, q)
				total += counts[order]
			}
			return total == draws && stattest.ChiSquare(found, weights, alpha)
		}
		if !fits(c.eps, 1, 1) {
			t.Errorf("case %d: another law than %v", i, c)
		}
		if fits(c.eps, 0.7, 1) || fits(c.eps, 1, 0.7) {
			t.Errorf("case %d: less noise is not noticed", i)
		}
	}
}

// With hardly any noise, and sweeps until nothing changes, a node goes at the level above its core
// number; arcs count as edges.
func TestPeelAtNoNoise(t *testing.T) {
	for _, directed := range []bool{false, true} {
		edges := []graph.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 0, V: 3}, {U: 1, V: 2}, {U: 1, V: 3}, {U: 2, V: 3}, {U: 3, V: 4}, {U: 4, V: 5}, {U: 4, V: 6}, {U: 5, V: 6}, {U: 6, V: 7}}
		g := graphOf(t, 9, edges, directed)
		s := must.Get(Protect(&graph.Network{Graph: g}, EdgeLevel, pay(400, 0), Seed(1)))(t)
		out := must.Get(NewPeel("x", Peeling{Levels: []int{1, 2, 3, 4, 5}, Sweeps: 9}, 400).Draw(s))(t)
		for u, want := range []int{3, 3, 3, 3, 2, 2, 2, 1, 0} {
			if got := out.Sweeps[out.By[u]].Level - 1; got != want {
				t.Errorf("directed %v: node %d goes at the level above %d, want %d", directed, u, got, want)
			}
		}
	}
}

// All sweeps are one release, which costs ε once and is kept.
func TestPeelIsOneRelease(t *testing.T) {
	journal := filepath.Join(t.TempDir(), "journal")
	net := ring(t, 50)
	p := Peeling{Levels: []int{1, 2, 3, 5, 8}, Few: 1, Sweeps: 3}
	var first Peeled
	for i := range 3 {
		s := must.Get(Protect(net, EdgeLevel, pay(0.5, 0), Journal(journal)))(t)
		out := must.Get(NewPeel("x", p, 0.5).Draw(s))(t)
		if i == 0 {
			first = out
		}
		e := ledger(t, s).Entries
		if !reflect.DeepEqual(out, first) || len(e) != 1 || e[0].Counted != (accounting.ApproxDP{Epsilon: 0.5}) || e[0].Proved != e[0].Counted || e[0].By != "" {
			t.Errorf("time %d: %v, %+v", i, out.Sweeps, e)
		}
	}
}

// Invalid peelings are refused, and nothing is spent.
func TestPeelRefuses(t *testing.T) {
	fine := Peeling{Levels: []int{1, 2}, Sweeps: 1}
	for want, c := range map[string]struct {
		p   Peeling
		eps Epsilon
	}{
		"ε = 0":                       {fine, 0},
		"ε = NaN":                     {fine, Epsilon(math.NaN())},
		"noise":                       {fine, 5000},
		"over the budget":             {fine, 2},
		"peeling with 0 levels":       {Peeling{Sweeps: 1}, 1},
		"0 sweeps":                    {Peeling{Levels: []int{1}}, 1},
		"Few = -1":                    {Peeling{Levels: []int{1}, Few: -1, Sweeps: 1}, 1},
		"level 1 of peeling is 0":     {Peeling{Levels: []int{0, 1}, Sweeps: 1}, 1},
		"level 2 of peeling is 3":     {Peeling{Levels: []int{3, 3}, Sweeps: 1}, 1},
		"level 1 of peeling is 1 << ": {Peeling{Levels: []int{1 << 31}, Sweeps: 1}, 1},
	} {
		s := protectRing(t, pay(1, 0))
		if _, err := NewPeel("x", c.p, c.eps).Draw(s); err == nil || !strings.Contains(err.Error(), strings.Replace(want, "1 << ", "2147483648", 1)) || len(ledger(t, s).Entries) != 0 {
			t.Errorf("%v, want %q", err, want)
		}
	}
	for _, rel := range []Relation{NodeLevel, NodeUnbounded} {
		s := must.Get(Protect(ring(t, 10), rel, pay(1, 0), Nodes(10)))(t)
		if _, err := NewPeel("x", fine, 1).Draw(s); err == nil || !strings.Contains(err.Error(), "use the relation edge") || len(ledger(t, s).Entries) != 0 {
			t.Errorf("%v: %v", rel, err)
		}
	}
	refused(t, "no session is peeled", second(NewPeel("x", fine, 1).Draw(nil)))
}
