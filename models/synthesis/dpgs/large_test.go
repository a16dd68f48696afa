package dpgs

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

// Tables of many clusters have the same cells, without those that are empty, and their queries the
// same answers.
func TestOccupiedCellsAreTheCounts(t *testing.T) {
	r := source(41)
	for range 30 {
		n := 2 + r.IntN(40)
		k := 2 + r.IntN(n-1)
		g, err := gen.GNP(n, 0.2, r)
		if err != nil {
			t.Fatal(err)
		}
		clusters := anywhere(n, k, r)
		data := &gdp.Data{Network: &graph.Network{Graph: g}}
		all, err := countQuery("test", clusters, k).Eval(data)
		if err != nil {
			t.Fatal(err)
		}
		sparse, err := occupiedQuery("test", clusters, k).Eval(data)
		if err != nil {
			t.Fatal(err)
		}
		for i, x := range all {
			if sparse[i] != x {
				t.Errorf("cell %d has %v edges, and %v where empty ones are left out", i, x, sparse[i])
			}
		}
	}
}

// With more clusters than all cells are drawn of, cells with many edges are kept, hardly any that
// noise has made, and the number of edges is the one that is paid for. All of the budget is proved.
func TestManyClusters(t *testing.T) {
	const n, k, pairs, each = 12_000, 6000, 40, 4
	r := source(42)
	c := RandomClusters.Settings
	c.Clusters, c.EdgeShare = k, 0.05
	members := make([][]int32, k)
	for u, at := range anywhere(n, k, c.coins()) {
		members[at] = append(members[at], int32(u))
	}
	// Blocks of about 25 edges, in clusters of 5 and more nodes, and random ones.
	var edges []graph.Edge
	full := map[[2]int32]bool{}
	for len(full) < pairs {
		a, b := r.Int32N(k), r.Int32N(k)
		if a < b && len(members[a]) > each && len(members[b]) > each && !full[[2]int32{a, b}] {
			full[[2]int32{a, b}] = true
			for _, u := range members[a] {
				for _, v := range members[b] {
					edges = append(edges, graph.Edge{U: u, V: v})
				}
			}
		}
	}
	dense := len(edges)
	for range 20_000 {
		if u, v := r.Int32N(n), r.Int32N(n); u != v {
			edges = append(edges, graph.Edge{U: u, V: v})
		}
	}
	g := gdptest.Graph(t, n, edges)
	x, err := graph.NewAttributes(1, make([]int64, n+1), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	net := &graph.Network{Graph: g, Attrs: x}
	res, err := RandomClusters.With(c).Run(t.Context(), protect(t, net, 8))
	if err != nil {
		t.Fatal(err)
	}
	if p := res.Guarantee.Proved; p > 8 || p < 7.99 {
		t.Errorf("ε = %v is proved", p)
	}
	found, false_ := 0, 0
	for _, cell := range res.Summary.Cells {
		if full[[2]int32{cell.A, cell.B}] {
			found++
		} else {
			false_++
		}
	}
	// Noise of about .62 has a threshold of about 3.6: a random cell has that many edges never,
	// and noise passes it in less than one cell in the mean.
	if found < pairs-1 || false_ > 30 {
		t.Errorf("%d of %d cells are found, and %d others; noise %v, %d edges in them", found, pairs, false_, res.Noise, dense)
	}
	if math.Abs(res.Summary.Edges()-float64(g.M())) > 100 || math.Abs(float64(res.Graph.M()-g.M())) > 800 {
		t.Errorf("%v and %d edges of %d", res.Summary.Edges(), res.Graph.M(), g.M())
	}
}

// The number of edges that is paid for apart is nearer than the sum of all cells.
func TestEdgesPaidForApart(t *testing.T) {
	net := blocks(t, 2, 60, 0.2, 0.05, 1)
	c := Summary.Settings
	c.Clusters, c.EdgeShare, c.CountShare = 110, 0.5, 0.5
	var s *gdp.Session
	var r *Result
	for seed := range uint64(4) {
		var err error
		if s, err = gdp.Protect(net, gdp.EdgeLevel, gdp.Budget{Epsilon: 1, Delta: 1e-5}, gdp.Seed(seed)); err != nil {
			t.Fatal(err)
		}
		if r, err = Summary.With(c).Run(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		// A standard deviation of 3.73/√.5 = 5.3; that of the sum of all cells that have pairs is
		// above 100.
		if math.Abs(r.Summary.Edges()-float64(net.Graph.M())) > 25 {
			t.Errorf("%v edges of %d", r.Summary.Edges(), net.Graph.M())
		}
	}
	if l, err := s.Ledger(); err != nil || len(l.Entries) != 2 || l.Entries[0].Block != l.Entries[1].Block || float64(r.Guarantee.Proved) > 1 {
		t.Errorf("%v, %v", l, err)
	}
}
