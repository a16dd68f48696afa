package query

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
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
		var err error
		if numbers[set], reaches[set], err = q.Eval(&gdp.Data{Network: &graph.Network{Graph: gdptest.Graph(t, n, edges)}}); err != nil {
			t.Fatal(err)
		}
		for i, e := range pairs {
			if less := set &^ (1 << i); less != set {
				visit(e, numbers[set], reaches[set], numbers[less], reaches[less])
			}
		}
	}
}

// tryLocal compares them: the number moves by the unit times either reach at most, and the reach by
// 1. It returns by how many units the number moves at most, for each of the smaller reaches.
func tryLocal(t *testing.T, n int, q gdp.Local) map[int64]float64 {
	t.Helper()
	moved := map[int64]float64{}
	tryPairs(t, n, q, func(e graph.Edge, number, reach, lessNumber, lessReach int64) {
		by, least := max(number-lessNumber, lessNumber-number), min(reach, lessReach)
		if by > q.Unit()*least || reach < lessReach || reach > lessReach+1 {
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

// An edge closes a wedge at each common neighbour and moves its ends: a path of two edges has 0,
// and a triangle 3.
func TestLocalClustering(t *testing.T) {
	for n := 2; n <= 5; n++ {
		moved := tryLocal(t, n, LocalClustering(n))
		if n > 2 && moved[3] != 3 {
			t.Errorf("%d nodes: of the reach 3 an edge moves %v", n, moved[3])
		}
	}
	// That of random graphs is the mean of the project's statistics, but for rounding.
	for i := range 40 {
		g := drawnGraph(t, 60, i, rand.New(rand.NewPCG(uint64(i), 3)))
		number, reach, err := LocalClustering(60).Eval(&gdp.Data{Network: &graph.Network{Graph: g}})
		if err != nil {
			t.Fatal(err)
		}
		if off := metric.AverageClustering(g) - float64(number)/ClusteringUnit/60; off < -1e-12 || off > 1./ClusteringUnit || math.IsNaN(off) {
			t.Errorf("graph %d: off by %v", i, off)
		}
		if common, err := CommonNeighbours[gdp.L1](gdp.EdgeLevel, 60).Eval(&gdp.Data{Network: &graph.Network{Graph: g}}); err != nil || float64(reach) != common[0]+2 {
			t.Errorf("graph %d: the reach %d, and %v common neighbours (%v)", i, reach, common, err)
		}
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
	const n, eps = 5, 25
	rungs, err := gdp.RungsOf(eps)
	if err != nil || rungs.Least != 1 {
		t.Fatal(rungs, err)
	}
	law := func(reach, x int64) float64 { // the logarithm of the probability of the number plus x
		if x < 0 {
			x = -1 - x
		}
		b := float64(max(reach, rungs.Least))
		k := func(y int64) float64 { return (math.Sqrt(b*b+2*float64(y)) - b) / rungs.Scale }
		return -k(x) + math.Log(-math.Expm1(k(x)-k(x+1))/2)
	}
	worst := 0.0
	type answer struct{ number, reach int64 }
	seen := map[[2]answer]bool{}
	tryPairs(t, n, LocalTriangles(n), func(_ graph.Edge, number, reach, lessNumber, lessReach int64) {
		pair := [2]answer{{number, reach}, {lessNumber, lessReach}}
		if seen[pair] {
			return
		}
		seen[pair] = true
		for x := int64(-100); x <= 100; x++ {
			worst = max(worst, math.Abs(law(reach, x-number)-law(lessReach, x-lessNumber)))
		}
	})
	if worst > eps || worst < 0.5*eps {
		t.Errorf("probabilities differ by ε = %v of %v", worst, float64(eps))
	}
}
