package query

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

// tryPairs asks all graphs of n nodes, and visits each two that differ in an edge.
func tryPairs(t *testing.T, n int, q gdp.Local, visit func(e graph.Edge, number, reach, lessNumber, lessReach int64)) {
	t.Helper()
	var pairs []graph.Edge
	for v := range int32(n) {
		for u := range v {
			pairs = append(pairs, graph.Edge{U: u, V: v})
		}
	}
	numbers, reaches := make([]int64, 1<<len(pairs)), make([]int64, 1<<len(pairs))
	for set := range numbers {
		var edges []graph.Edge
		for i, e := range pairs {
			if set>>i&1 == 1 {
				edges = append(edges, e)
			}
		}
		numbers[set], reaches[set] = must.Two(q.Eval(&gdp.Data{Network: &graph.Network{Graph: gdptest.Graph(t, n, edges)}}))(t)
		for i, e := range pairs {
			if less := set &^ (1 << i); less != set {
				visit(e, numbers[set], reaches[set], numbers[less], reaches[less])
			}
		}
	}
}

// tryLocal compares them: the number moves by the unit times either reach at most, and the reach
// by 1. It returns by how many units the number moves at most, for each of the smaller reaches.
func tryLocal(t *testing.T, n int, q gdp.Local) map[int64]float64 {
	t.Helper()
	moved := map[int64]float64{}
	tryPairs(t, n, q, func(e graph.Edge, number, reach, lessNumber, lessReach int64) {
		by, least := max(number-lessNumber, lessNumber-number), min(reach, lessReach)
		if by > q.Unit()*least || max(reach-lessReach, lessReach-reach) > 1 {
			t.Errorf("%s: the edge %v moves %d to %d, and its reach %d to %d", q.Name(), e, lessNumber, number, lessReach, reach)
		}
		moved[least] = max(moved[least], float64(by)/float64(q.Unit()))
	})
	return moved
}

// An edge is in as many triangles as its ends have common neighbours, which is the reach for some
// edge of some graph of each reach.
func TestLocalTriangles(t *testing.T) {
	for n := 2; n <= 5; n++ {
		moved := tryLocal(t, n, LocalTriangles(n))
		for reach, by := range moved {
			if by != float64(reach) {
				t.Errorf("%d nodes: of the reach %d an edge moves %v", n, reach, by)
			}
		}
	}
}

// An edge closes a wedge at each common neighbour and moves its ends, whatever degree is taken for
// a low one. Of a path of two edges it makes a triangle, and 3 of 0.
func TestLocalClustering(t *testing.T) {
	for n := 2; n <= 5; n++ {
		for _, few := range []int{3, 4, fewNeighbours} {
			most := 0.0
			for reach, by := range tryLocal(t, n, clusteringBy(n, few)) {
				if most = max(most, by); by > float64(reach) {
					t.Errorf("%d nodes, of %d neighbours: of the reach %d an edge moves %v", n, few, reach, by)
				}
			}
			if n > 2 && most < 3*0.75 {
				t.Errorf("%d nodes: an edge moves %v", n, most)
			}
		}
	}
	// That of random graphs is the mean of the project's statistics, but for rounding.
	for i := range 40 {
		g := drawnGraph(t, 60, i, rand.New(rand.NewPCG(uint64(i), 3)))
		number, _ := must.Two(LocalClustering(60).Eval(&gdp.Data{Network: &graph.Network{Graph: g}}))(t)
		if off := metric.AverageClustering(g) - float64(number)/ClusteringUnit/60; off < -1e-12 || off > 1./ClusteringUnit || math.IsNaN(off) {
			t.Errorf("graph %d: off by %v", i, off)
		}
	}
}

// One more joined pair changes the count of a node by at most the share of a pair, with equality
// for some number. A share rounded down would be too small.
func TestPairShare(t *testing.T) {
	for d := 2; d <= 200; d++ {
		pairs, most := int64(d*(d-1)/2), int64(0)
		for t := int64(1); t <= pairs; t++ {
			most = max(most, t*ClusteringUnit/pairs-(t-1)*ClusteringUnit/pairs)
		}
		if got := pairShare(d); got != most {
			t.Errorf("of %d neighbours a pair has the share %d, and moves %d", d, got, most)
		}
	}
}

// Graphs with hubs that have many neighbours of low degree, and random graphs: an edge changes the
// number by at most the reach, and the reach by at most 1.
func TestLocalClusteringOfLargerGraphs(t *testing.T) {
	const n = 30
	r := rand.New(rand.NewPCG(3, 3))
	for i := range 300 {
		g := drawnGraph(t, n, i, r)
		var edges []graph.Edge
		for u, v := range g.Edges() {
			edges = append(edges, graph.Edge{U: u, V: v})
		}
		if len(edges) == 0 {
			continue
		}
		r.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
		q := clusteringBy(n, []int{3, 5, fewNeighbours}[r.IntN(3)])
		ask := func(edges []graph.Edge) (number, reach int64) {
			number, reach = must.Two(q.Eval(&gdp.Data{Network: &graph.Network{Graph: gdptest.Graph(t, n, edges)}}))(t)
			return number, reach
		}
		number, reach := ask(edges)
		less, lessReach := ask(edges[1:])
		if by := max(number-less, less-number); by > q.Unit()*min(reach, lessReach) || max(reach-lessReach, lessReach-reach) > 1 {
			t.Errorf("graph %d: an edge moves %d to %d, and the reach %d to %d", i, less, number, lessReach, reach)
		}
	}
}

// Two nodes that share many, each of more neighbours than few, are moved by the share of a pair
// each.
func TestClusteringOfManyNeighbours(t *testing.T) {
	const n = 100
	var edges []graph.Edge // all others are in a circle, and neighbours of nodes 0 and 1
	for v := int32(2); v < n; v++ {
		edges = append(edges, graph.Edge{U: 0, V: v}, graph.Edge{U: 1, V: v}, graph.Edge{U: v, V: max(2, (v+1)%n)})
	}
	q := clusteringBy(n, 3)
	less, reach := must.Two(q.Eval(&gdp.Data{Network: &graph.Network{Graph: gdptest.Graph(t, n, edges)}}))(t)
	number, _, err := q.Eval(&gdp.Data{Network: &graph.Network{Graph: gdptest.Graph(t, n, append(edges, graph.Edge{U: 0, V: 1}))}})
	if err != nil || number-less > reach*q.Unit() || number-less < 10*q.Unit() {
		t.Errorf("an edge moves %d to %d, and the reach is %d (%v)", less, number, reach, err)
	}
}

// The largest weight that two nodes share is found, though most pairs are never looked at.
func TestMostShared(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for i := range 100 {
		n := 5 + r.IntN(150)
		g := drawnGraph(t, n, i, r)
		weight := func(d int) int64 { return int64(1000 / (d + 1) * (d % 3)) }
		want := int64(0)
		for u := range int32(n) {
			for v := range u {
				sum := int64(0)
				for w := range int32(n) {
					if g.HasEdge(u, w) && g.HasEdge(v, w) {
						sum += weight(int(g.Degree(w)))
					}
				}
				want = max(want, sum)
			}
		}
		if got := mostShared(g, weight); got != want {
			t.Errorf("graph %d: %d, want %d", i, got, want)
		}
	}
}

// Two nodes that share 8 come after forty that have more neighbours, and share 5 in pairs.
func TestMostSharedComesLate(t *testing.T) {
	var edges []graph.Edge
	n := int32(42)
	share := func(u, v int32, times int) {
		for range times {
			edges = append(edges, graph.Edge{U: u, V: n}, graph.Edge{U: v, V: n})
			n++
		}
	}
	for u := int32(0); u < 40; u += 2 {
		share(u, u+1, 5)
		for range 5 { // each shares one more with nodes of no other neighbours
			for hub := u; hub < u+2; hub++ {
				share(hub, n+1, 1)
				n++
			}
		}
	}
	share(40, 41, 8)
	two := func(d int) int64 { return int64(max(0, 3-d) * (d - 1)) } // 1 of two neighbours
	if got := mostShared(gdptest.Graph(t, int(n)+2, edges), two); got != 8 {
		t.Errorf("two nodes share %d, want 8", got)
	}
}

// Data that a query is not made for are refused.
func TestLocalRefuses(t *testing.T) {
	g := gdptest.Graph(t, 5, nil)
	for _, q := range []gdp.Local{LocalTriangles(4), LocalTriangles(0), LocalClustering(6), LocalClustering(-1)} {
		if _, _, err := q.Eval(&gdp.Data{Network: &graph.Network{Graph: g}}); err == nil {
			t.Errorf("%s is asked", q.Name())
		}
	}
	if _, _, err := LocalTriangles(5).Eval(&gdp.Data{Collection: &graph.Collection{}}); err == nil {
		t.Error("a collection is asked")
	}
}

// Of all graphs of five nodes, those that differ in an edge have releases whose probabilities
// differ by e^ε at most, at an ε at which reaches so small matter.
func TestReleasesOfNeighbours(t *testing.T) {
	const n, eps, least = 5, 4, 1
	rungs := must.Get(gdp.RungsOf(least, eps))(t)
	type answer struct{ number, reach int64 }
	for _, q := range []gdp.Local{LocalTriangles(n), LocalClustering(n)} {
		law := func(a answer, y int64) float64 { // the logarithm of the probability that y is released
			x := y - a.number
			if x < 0 {
				x = -1 - x
			}
			b := float64(max(a.reach, least))
			k := func(x int64) float64 {
				d := 2 * float64(x) / float64(q.Unit())
				return d / (math.Sqrt(b*b+d) + b) / rungs.Scale
			}
			return -k(x) + math.Log(-math.Expm1(k(x)-k(x+1))/2)
		}
		worst, seen := 0.0, map[[2]answer]bool{}
		tryPairs(t, n, q, func(_ graph.Edge, number, reach, lessNumber, lessReach int64) {
			pair := [2]answer{{number, reach}, {lessNumber, lessReach}}
			if seen[pair] {
				return
			}
			seen[pair] = true
			for x := int64(-60); x <= 60; x++ {
				y := x * max(1, q.Unit()/3)
				worst = max(worst, math.Abs(law(pair[0], y)-law(pair[1], y)), math.Abs(law(pair[0], lessNumber+x)-law(pair[1], lessNumber+x)))
			}
		})
		if worst > eps || worst < 0.5*eps {
			t.Errorf("%s: probabilities differ by ε = %v of %v", q.Name(), worst, float64(eps))
		}
	}
}
