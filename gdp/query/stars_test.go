package query

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// starsOf is the query of stars of so many edges.
func starsOf(k int) family {
	return family{
		func(rel gdp.Relation, n, cap int) gdp.Bounded[gdp.L1] { return Stars[gdp.L1](rel, n, k, cap) },
		func(rel gdp.Relation, n, cap int) gdp.Bounded[gdp.L2] { return Stars[gdp.L2](rel, n, k, cap) },
		func(rel gdp.Relation, n, cap int) gdp.Bounded[gdp.LInf] { return Stars[gdp.LInf](rel, n, k, cap) },
	}
}

func TestStars(t *testing.T) {
	for k := 1; k <= 4; k++ {
		starsOf(k).all(t, singles, from(k), starsAttain)
	}
}

// starsAttain reports whether there are nodes for the worst case.
func starsAttain(rel gdp.Relation, n, cap int) (bool, bool) {
	tight := enough(rel, n, cap) || cap == n-1
	return tight, tight
}

func TestWedgeCount(t *testing.T) {
	family{WedgeCount[gdp.L1], WedgeCount[gdp.L2], WedgeCount[gdp.LInf]}.all(t, singles, from(2), starsAttain)
}

// Stars are counted one by one: all sets of k edges at a node.
func TestStarsOneByOne(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 14))
	for i := range 40 {
		g := drawnGraph(t, 4+r.IntN(9), i, r)
		for k := 1; k <= 4; k++ {
			want := 0
			for u := range int32(g.N()) {
				want += subsets(len(g.Neighbors(u)), k)
			}
			got, err := Stars[gdp.L1](gdp.EdgeLevel, g.N(), k, g.N()).Eval(&gdp.Data{Network: &graph.Network{Graph: g}})
			if err != nil || got[0] != float64(want) {
				t.Errorf("graph %d: %v, %v, want %d stars of %d edges", i, got, err, want, k)
			}
		}
	}
}

func subsets(n, k int) int {
	if k == 0 || n < k {
		return max(0, 1-k)
	}
	return subsets(n-1, k-1) + subsets(n-1, k)
}

// A number of sets is what math/big finds, or 2⁵³.
func TestChoose(t *testing.T) {
	for _, n := range []int{0, 1, 5, 56, 57, 58, 60, 1000, 208_000, 134_217_728, 134_217_729, 1<<31 - 1} {
		for k := -1; k < 60; k++ {
			want := int64(0)
			if k >= 0 {
				if b := new(big.Int).Binomial(int64(n), int64(k)); b.Cmp(big.NewInt(countable)) < 0 {
					want = b.Int64()
				} else {
					want = countable
				}
			}
			if got := choose(n, k); got != want {
				t.Errorf("%d of %d: %d, want %d", k, n, got, want)
			}
		}
	}
}

// What moves a count by more than 2⁵³ is refused; and larger counts are cut, not rounded.
func TestCountsThatAreTooLarge(t *testing.T) {
	for k, refused := range map[int]bool{2: false, 3: false, 4: true, 100: true, 1 << 40: true} {
		if q := Stars[gdp.L1](gdp.EdgeLevel, 1<<20, k, 1<<20); q.Bound() > 0 == refused || k == 4 && !strings.Contains(q.Name(), "more than 2⁵³") {
			t.Errorf("stars of %d edges among 2²⁰ nodes have the bound %v: %s", k, q.Bound(), q.Name())
		}
	}
	const n = 1 << 21 // three times 1.5·10¹⁸ stars
	edges := make([]graph.Edge, 0, 3*n)
	for hub := range int32(3) {
		for v := int32(3); v < n; v++ {
			edges = append(edges, graph.Edge{U: hub, V: v})
		}
	}
	got, err := Stars[gdp.L1](gdp.EdgeLevel, n, 3, n).Eval(build(t, n, edges...))
	if err != nil || got[0] != countable {
		t.Errorf("%v, %v, want 2⁵³", got, err)
	}
}
