package privdpr

import (
	"math"
	"math/bits"
	"testing"

	"github.com/graphdp/graphdp/gdp"
)

// rows is a graph of n nodes: row u has a bit for each neighbour.
type rows []uint

func (g rows) has(u, v int) bool { return g[u]>>v&1 == 1 }

// rowsOfAll returns all graphs of n nodes.
func rowsOfAll(n int) (list []rows) {
	for code := range 1 << (n * (n - 1) / 2) {
		g, bit := make(rows, n), 0
		for u := range n {
			for v := range u {
				if code>>bit&1 == 1 {
					g[u] |= 1 << v
					g[v] |= 1 << u
				}
				bit++
			}
		}
		list = append(list, g)
	}
	return list
}

// apart returns the number of node replacements that turn one graph into another: the size of a
// vertex cover of the pairs in which they differ.
func apart(g, h rows) int {
	least := len(g)
	for cover := range uint(1) << len(g) {
		if n := bits.OnesCount(cover); n < least {
			ok := true
			for u := range g {
				ok = ok && (cover>>u&1 == 1 || (g[u]^h[u])&^cover == 0)
			}
			if ok {
				least = n
			}
		}
	}
	return least
}

// exchanged returns the graph relabelled so that the pair u, v becomes a, b and conversely.
func (g rows) exchanged(u, v, a, b int) rows {
	names := make([]int, len(g))
	for w := range names {
		names[w] = w
	}
	swap := func(x, y int) { names[x], names[y] = y, x }
	switch {
	case u == a:
		swap(v, b)
	case u == b:
		swap(v, a)
	case v == a:
		swap(u, b)
	case v == b:
		swap(u, a)
	default:
		swap(u, a)
		swap(v, b)
	}
	h := make(rows, len(g))
	for x := range g {
		for y := range g {
			if g.has(x, y) {
				h[names[x]] |= 1 << names[y]
			}
		}
	}
	return h
}

// pairs calls f with each edge of a graph, each non-edge, and whether they share an end.
func (g rows) pairs(f func(u, v, a, b int, share bool)) {
	for v := range g {
		for u := range v {
			for b := range g {
				for a := range b {
					if g.has(u, v) && !g.has(a, b) {
						f(u, v, a, b, u == a || u == b || v == a || v == b)
					}
				}
			}
		}
	}
}

// Four node replacements swap an edge with any other pair, two if they share an end, in all graphs
// of five nodes, and in some no fewer do. So a private release that treats ids alike distinguishes
// them no better than the ceiling. One over all graphs of four nodes, whose ε is the largest ratio
// between neighbours, stays below the ceiling for every graph and every two pairs.
func exhaustTheCeiling(t *testing.T) {
	t.Helper()
	most := map[bool]int{}
	for _, g := range rowsOfAll(5) {
		g.pairs(func(u, v, a, b int, share bool) {
			if n := apart(g, g.exchanged(u, v, a, b)); n > most[share] {
				most[share] = n
			}
		})
	}
	if most[false] > 4 || most[true] != 2 {
		t.Errorf("pairs of five nodes are %v exchanges apart", most)
	}
	wide := make(rows, 12) // each of the first four nodes has neighbours of its own
	for _, e := range [][2]int{{0, 1}, {0, 4}, {0, 5}, {1, 6}, {1, 7}, {2, 8}, {2, 9}, {3, 10}, {3, 11}} {
		wide[e[0]] |= 1 << e[1]
		wide[e[1]] |= 1 << e[0]
	}
	if n := apart(wide, wide.exchanged(0, 1, 2, 3)); n != 4 {
		t.Errorf("two far pairs are %d exchanges apart", n)
	}
	all := rowsOfAll(4)
	for _, steep := range []float64{0.2, 1, 3} {
		law, eps := make([][]float64, len(all)), 0.0
		for i, g := range all {
			sum := 0.0
			for _, h := range all {
				x := math.Exp(-steep * float64(apart(g, h)))
				law[i], sum = append(law[i], x), sum+x
			}
			for j := range law[i] {
				law[i][j] /= sum
			}
		}
		for i, g := range all {
			for j, h := range all {
				if apart(g, h) == 1 {
					for k := range all {
						eps = max(eps, math.Log(law[i][k]/law[j][k]))
					}
				}
			}
		}
		for i, g := range all {
			g.pairs(func(u, v, a, b int, share bool) {
				auc := 0.0
				for k, h := range all {
					switch {
					case h.has(u, v) && !h.has(a, b):
						auc += law[i][k]
					case h.has(u, v) == h.has(a, b):
						auc += law[i][k] / 2
					}
				}
				if auc > AUCCeiling(gdp.Epsilon(eps), share) {
					t.Errorf("ε = %v: an AUC of %v is above the ceiling", eps, auc)
				}
			})
		}
	}
}
