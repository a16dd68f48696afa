package query

import (
	"math"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

var blocksOf = map[int][]int32{2: {0, 0}, 3: {0, 1, 0}, 4: {2, 0, 0, 1}, 5: {0, 0, 1, 1, 1}}

func TestBlockCounts(t *testing.T) {
	family{
		func(rel gdp.Relation, n, _ int) gdp.Bounded[gdp.L1] { return BlockCounts[gdp.L1](rel, blocksOf[n], 3) },
		func(rel gdp.Relation, n, _ int) gdp.Bounded[gdp.L2] { return BlockCounts[gdp.L2](rel, blocksOf[n], 3) },
		func(rel gdp.Relation, n, _ int) gdp.Bounded[gdp.LInf] {
			return BlockCounts[gdp.LInf](rel, blocksOf[n], 3)
		},
	}.all(t, []gdp.Relation{gdp.EdgeLevel}, uncapped(2), always)
	got, err := BlockCounts[gdp.L1](gdp.EdgeLevel, []int32{0, 1, 0, 2, 2, 1}, 3).Eval(tailed(t))
	if err != nil || !slices.Equal(got, []float64{1, 2, 0, 1, 0, 1}) {
		t.Errorf("%v, %v", got, err)
	}
	for _, q := range []gdp.Bounded[gdp.L1]{BlockCounts[gdp.L1](gdp.NodeLevel, []int32{0, 0}, 1), BlockCounts[gdp.L1](gdp.EdgeLevel, []int32{0, 2}, 2), BlockCounts[gdp.L1](gdp.EdgeLevel, nil, 2)} {
		if !math.IsNaN(float64(q.Bound())) {
			t.Errorf("%s has the bound %v", q.Name(), q.Bound())
		}
	}
}

// An edge between blocks is one, and within a block none.
func TestCutSize(t *testing.T) {
	family{
		func(rel gdp.Relation, n, _ int) gdp.Bounded[gdp.L1] { return CutSize[gdp.L1](rel, blocksOf[n]) },
		func(rel gdp.Relation, n, _ int) gdp.Bounded[gdp.L2] { return CutSize[gdp.L2](rel, blocksOf[n]) },
		func(rel gdp.Relation, n, _ int) gdp.Bounded[gdp.LInf] { return CutSize[gdp.LInf](rel, blocksOf[n]) },
	}.all(t, []gdp.Relation{gdp.EdgeLevel}, uncapped(3), always)
	got, err := CutSize[gdp.L1](gdp.EdgeLevel, []int32{0, 1, 0, 2, 2, 1}).Eval(tailed(t))
	if err != nil || !slices.Equal(got, []float64{3}) {
		t.Errorf("%v, %v", got, err)
	}
	for _, q := range []gdp.Bounded[gdp.L1]{CutSize[gdp.L1](gdp.NodeLevel, []int32{0, 1}), CutSize[gdp.L1](gdp.EdgeLevel, []int32{0, -2})} {
		if !math.IsNaN(float64(q.Bound())) {
			t.Errorf("%s has the bound %v", q.Name(), q.Bound())
		}
	}
}

// An edge is one neighbour more for each of its ends, each in the block of the other; other blocks
// are another query.
func TestBlockDegrees(t *testing.T) {
	family{
		func(rel gdp.Relation, n, _ int) gdp.Bounded[gdp.L1] { return BlockDegrees[gdp.L1](rel, blocksOf[n], 3) },
		func(rel gdp.Relation, n, _ int) gdp.Bounded[gdp.L2] { return BlockDegrees[gdp.L2](rel, blocksOf[n], 3) },
		func(rel gdp.Relation, n, _ int) gdp.Bounded[gdp.LInf] {
			return BlockDegrees[gdp.LInf](rel, blocksOf[n], 3)
		},
	}.all(t, []gdp.Relation{gdp.EdgeLevel}, uncapped(2), always)
	path := gdptest.Graph(t, 4, []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 1, V: 3}})
	q := BlockDegrees[gdp.L1](gdp.EdgeLevel, []int32{0, 0, 1, 1}, 2)
	got, err := q.Eval(&gdp.Data{Network: &graph.Network{Graph: path}})
	if err != nil || !slices.Equal(got, []float64{1, 0, 1, 2, 1, 0, 1, 0}) {
		t.Errorf("%v, %v", got, err)
	}
	for _, other := range []gdp.Bounded[gdp.L1]{BlockDegrees[gdp.L1](gdp.EdgeLevel, []int32{0, 1, 1, 1}, 2), BlockDegrees[gdp.L1](gdp.EdgeLevel, []int32{0, 0, 1, 1}, 3)} {
		if other.Name() == q.Name() {
			t.Errorf("both are called %s", q.Name())
		}
	}
	for _, q := range []gdp.Bounded[gdp.L1]{BlockDegrees[gdp.L1](gdp.NodeLevel, []int32{0, 0}, 1), BlockDegrees[gdp.L1](gdp.EdgeLevel, []int32{0, 2}, 2), BlockDegrees[gdp.L1](gdp.EdgeLevel, nil, 2)} {
		if !math.IsNaN(float64(q.Bound())) {
			t.Errorf("%s has the bound %v", q.Name(), q.Bound())
		}
	}
}

// Over all graphs of four nodes, all neighbours and all choices that can be made: given the choices
// before them, those of nodes that are no end of the edge have one law, and the probabilities of
// all choices together have odds within e^ε for each of the two ends.
func TestBlockNeighbours(t *testing.T) {
	const n, blocks, eps = 4, 2, 0.8
	start, order := []int32{0, 0, 1, 1}, []int32{2, 0, 3, 1}
	q := BlockNeighbours(gdp.EdgeLevel, start, blocks, order)
	scale := 2 * float64(q.Bound) / eps // of a choice by exp(score/scale)
	var edges []graph.Edge
	for u := range int32(n) {
		for v := u + 1; v < n; v++ {
			edges = append(edges, graph.Edge{U: u, V: v})
		}
	}
	// law is the probability of each choice in a graph: of each row, and of all.
	law := func(world int) (rows [1 << n][n]float64, all [1 << n]float64) {
		var list []graph.Edge
		for k, e := range edges {
			if world>>k&1 == 1 {
				list = append(list, e)
			}
		}
		for choices := range all {
			scores := must.Get(q.Begin(&gdp.Data{Network: &graph.Network{Graph: gdptest.Graph(t, n, list)}}))(t)
			var before []int32
			all[choices] = 1
			for row := range n {
				e := must.Get(scores(row, before))(t)
				weight := [blocks]float64{1, 1}
				for i, b := range e.At {
					weight[b] = math.Exp(e.Values[i] / scale)
				}
				b := int32(choices >> row & 1)
				rows[choices][row] = weight[b] / (weight[0] + weight[1])
				all[choices] *= rows[choices][row]
				before = append(before, b)
			}
		}
		return rows, all
	}
	most, ofRow := 0.0, 0.0
	for world := range 1 << len(edges) {
		rows, all := law(world)
		for k, e := range edges {
			others, whole := law(world ^ 1<<k)
			for choices := range all {
				most = max(most, math.Log(all[choices]/whole[choices]))
				for row, u := range order {
					if change := math.Abs(math.Log(rows[choices][row] / others[choices][row])); u != e.U && u != e.V && change > 0 {
						t.Fatalf("the edge %v moves the choice of node %d", e, u)
					} else {
						ofRow = max(ofRow, change)
					}
				}
			}
		}
	}
	if q.Affected != 2 || most > 2*eps || most < eps || ofRow > eps || ofRow < eps/2 {
		t.Errorf("an edge moves all choices by %v and one by %v; ε = %v is paid for each of two", most, ofRow, eps)
	}
	if b := float64(BlockNeighbours(gdp.NodeLevel, start, blocks, order).Bound); b == b {
		t.Errorf("where nodes are hidden the bound is %v", b)
	}
	for _, bad := range [][]int32{{0, 1, 2}, {0, 1, 2, 2}, {0, 1, 2, 4}, nil} {
		if q := BlockNeighbours(gdp.EdgeLevel, start, blocks, bad); q.Rows != 0 {
			t.Errorf("the order %v is accepted", bad)
		}
	}
}

// Nodes see where those before them chose to be: along a path each joins the one before.
func TestBlockNeighboursFollow(t *testing.T) {
	path := gdptest.Graph(t, 5, []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 2, V: 3}, {U: 3, V: 4}})
	s := must.Get(gdp.Protect(&graph.Network{Graph: path}, gdp.EdgeLevel, gdp.Budget{Epsilon: 200}, gdp.Seed(1)))(t)
	chosen, err := gdp.NewNoisyMaxInTurn("blocks", BlockNeighbours(gdp.EdgeLevel, []int32{0, 1, 2, 3, 4}, 5, []int32{4, 3, 2, 1, 0}), 90).Draw(s)
	if err != nil || chosen[0] != 3 || chosen[4] != chosen[3] {
		t.Errorf("%v, %v", chosen, err)
	}
}
