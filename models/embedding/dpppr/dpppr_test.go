package dpppr

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/gdp/gdptest/smallworld"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/methodtest"
)

// settings returns configurations in which different caps bind.
func settings() (all []PerRow) {
	for _, alpha := range []float64{0.15, 0.5, 0.9} {
		for _, sigma := range []float64{0.01, 0.3, 1} {
			for _, rounds := range []int{1, 3, 10, 60} {
				all = append(all, PerRow{Hashed: Hashed{Dim: 4, Alpha: alpha}, Rounds: rounds, Sigma: sigma})
			}
		}
	}
	return all
}

// eachMove calls see with the change of each row by each edge, over all graphs of n nodes.
func eachMove(t *testing.T, c PerRow, n int, see func(u, v int, moves []float64)) {
	t.Helper()
	var pairs []graph.Edge
	for u := range int32(n) {
		for v := u + 1; v < int32(n); v++ {
			pairs = append(pairs, graph.Edge{U: u, V: v})
		}
	}
	q, rows := c.query(n), make([][]float64, 1<<len(pairs))
	for mask := range rows {
		var edges []graph.Edge
		for i, e := range pairs {
			if mask>>i&1 == 1 {
				edges = append(edges, e)
			}
		}
		g, _ := must.Two(graph.FromEdges(n, edges, graph.Options{}))(t)
		rows[mask] = must.Get(q.Eval(&gdp.Data{Network: &graph.Network{Graph: g}}))(t)
	}
	for mask, with := range rows {
		for i, e := range pairs {
			if mask>>i&1 == 0 {
				continue
			}
			moves := make([]float64, n)
			for at, x := range rows[mask&^(1<<i)] {
				moves[at/n] += math.Abs(with[at] - x)
			}
			see(int(e.U), int(e.V), moves)
		}
	}
}

// Over all graphs of four and five nodes, an edge changes a row by at most σ: any edge if roots are
// capped, and any edge not at the root if they are not. Two caps would suffice instead of 3 - α.
func TestAnEdgeMovesARowBySigma(t *testing.T) {
	claim.Holds(t, "dpppr", "An edge moves a row of PushFlowCap by σ at most, one of the root's own excepted in the joint version: all graphs of five nodes and less")
	claim.Loose(t, "dpppr", "A cap of σ/((3 - α)(1 - (1 - α)^R)) for an edge: 2 in place of 3 - α would do, and no row of five nodes moves by more than half of that where roots are capped")
	worst := map[bool]float64{}
	for _, c := range settings() {
		for _, c.Joint = range []bool{false, true} {
			α := c.lazy()
			two := 2 * c.push().Cap * (1 - math.Pow(1-α, float64(c.Rounds)))
			for _, n := range []int{4, 5} {
				if n == 5 && c.Rounds != 10 {
					continue
				}
				eachMove(t, c, n, func(u, v int, moves []float64) {
					for root, moved := range moves {
						if c.Joint && (root == u || root == v) {
							continue
						}
						worst[c.Joint] = max(worst[c.Joint], moved/two)
						if moved > two*(1+1e-9) || moved > c.Sigma*(1+1e-9) {
							t.Fatalf("%+v: edge {%d, %d} moves row %d by %v, of σ = %v and two caps %v", c, u, v, root, moved, c.Sigma, two)
						}
					}
				})
			}
		}
	}
	t.Logf("of two caps: %v where roots are capped, %v in the joint version", worst[false], worst[true])
	if worst[false] > 0.5+1e-9 {
		t.Errorf("a row moves by %v of two caps", worst[false])
	}
}

// If roots are capped, no other node reaches its cap: only the root is capped, and a row is a
// multiple of PageRank.
func TestOnlyRootsAreCapped(t *testing.T) {
	claim.Holds(t, "dpppr", "Where no row may show an edge, PushFlowCap caps roots alone: a row is PageRank's, scaled to the root's degree")
	c := PublishedEdge.Settings
	c.Rounds, c.Sigma = 400, 0.05
	whole := c
	whole.Sigma = 1e9
	for _, net := range cliques(t, 6) {
		rows, free, n := rowsOf(t, c, net), rowsOf(t, whole, net), net.Graph.N()
		for root := range n {
			scale := rows[root*n+root] / free[root*n+root]
			for v := range n {
				if math.Abs(rows[root*n+v]-scale*free[root*n+v]) > 1e-9 {
					t.Fatalf("row %d at %d is %v, want %v of %v", root, v, rows[root*n+v], scale, free[root*n+v])
				}
			}
		}
	}
}

// rowsOf are the rows of a graph that may be looked at.
func rowsOf(t *testing.T, c PerRow, net *graph.Network) []float64 {
	t.Helper()
	return must.Get(c.query(net.Graph.N()).Eval(&gdp.Data{Network: net}))(t)
}

// cliques returns two cliques of size nodes each, without and with an edge between them.
func cliques(t *testing.T, size int32) [2]*graph.Network {
	t.Helper()
	var edges []graph.Edge
	for _, from := range []int32{0, size} {
		for u := range size {
			for v := range u {
				edges = append(edges, graph.Edge{U: from + u, V: from + v})
			}
		}
	}
	return must.Get(method.Joined(int(2*size), edges, graph.Edge{U: 0, V: size}))(t)
}

// All rows together: an edge between two cliques changes them by a multiple of the σ that is paid
// for, and no edge by more than the proved bound, which does not grow with the number of nodes.
func TestAnEdgeMovesAllRows(t *testing.T) {
	claim.Fails(t, "dpppr", "The rows of all nodes together are ε-DP where each is: an edge between two cliques of 100 nodes moves them by more than σ, and by a multiple of it after 100 rounds")
	claim.Holds(t, "dpppr", "Where roots are capped, an edge moves all rows together by 2(1 + (1 - α)²/α) caps at most, however many nodes there are")
	for _, c := range settings() {
		for _, n := range []int{4, 5} {
			if n == 5 && c.Rounds != 10 {
				continue
			}
			worst := must.Get(smallworld.World{Relation: gdp.EdgeLevel, Nodes: n}.Worst(c.query(n).Eval))(t)
			if most := c.moved(n); worst.L1.Change > most {
				t.Fatalf("%+v: an edge moves all rows by %v, proved is %v", c, worst.L1.Change, most)
			}
		}
	}
	for rounds, least := range map[int]float64{10: 1.2, 100: 2.5} {
		c := PublishedEdge.Settings
		c.Rounds = rounds
		for _, size := range []int32{6, 24, 100} {
			worlds, moved := cliques(t, size), 0.0
			with := rowsOf(t, c, worlds[1])
			for i, x := range rowsOf(t, c, worlds[0]) {
				moved += math.Abs(with[i] - x)
			}
			t.Logf("%d rounds, cliques of %d: %v σ, proved %v σ", rounds, size, moved/c.Sigma, c.moved(2*int(size))/c.Sigma)
			if moved > c.moved(2*int(size)) || size == 100 && moved < least*c.Sigma {
				t.Errorf("%d rounds: an edge between cliques of %d moves all rows by %v, proved is %v", rounds, size, moved, c.moved(2*int(size)))
			}
		}
	}
}

// In the joint version a node's row reveals its own edges: without one the row is 0, and with one
// it is 150 times the noise's σ.
func TestARowShowsItsOwnEdge(t *testing.T) {
	claim.Fails(t, "dpppr", "The joint version makes an embedding of all nodes ε-DP at edge level: the rows of an edge's own ends move by 150 σ")
	c := Published.Settings
	worlds := must.Get(method.Joined(10, nil, graph.Edge{U: 0, V: 1}))(t)
	moved := 0.0
	with := rowsOf(t, c, worlds[1])
	for i, x := range rowsOf(t, c, worlds[0])[:10] {
		moved += math.Abs(with[i] - x)
	}
	t.Logf("%v, that is %.0f σ", moved, moved/c.Sigma)
	if moved < 100*c.Sigma {
		t.Errorf("the row moves by %v", moved)
	}
}

// A bucket holds the signed sum of ln(n·p) of the entries hashed to it; entries below 1/n count as
// 0.
func TestRowsAreHashed(t *testing.T) {
	h := newHash(100, 8, 7)
	row := make([]float32, 8)
	h.add(row, 3, 0.5)
	h.add(row, 4, 0.009)
	h.add(row, 5, 0.25)
	want := make([]float32, 8)
	want[h.place[3]] += h.sign[3] * float32(math.Log(50))
	want[h.place[5]] += h.sign[5] * float32(math.Log(25))
	for i := range row {
		if row[i] != want[i] {
			t.Fatalf("%v, want %v", row, want)
		}
	}
	places := map[int32]bool{}
	for v := range 100 {
		places[h.place[v]] = true
		if h.sign[v] != 1 && h.sign[v] != -1 {
			t.Fatalf("sign %v", h.sign[v])
		}
	}
	if len(places) != 8 {
		t.Errorf("%d places of 8", len(places))
	}
}

// Without edges, strict's rows are noise along a node's own row: the multiplier times the bound,
// and no less.
func TestStrictGetsItsNoise(t *testing.T) {
	const n = 3000
	g, _ := must.Two(graph.FromEdges(n, nil, graph.Options{}))(t)
	s := must.Get(gdp.Protect(&graph.Network{Graph: g}, gdp.EdgeLevel, gdp.Budget{Epsilon: 1, Delta: 1e-5}, gdp.Seed(3)))(t)
	c := strict
	r := must.Get(Strict.Run(t.Context(), s))(t)
	m := must.Get(gauss.Mean(s.Budget()))(t)
	bound := aggregate.Walks{Alpha: c.lazy(), Rounds: c.Rounds}.Bound(n)
	mean, want := 0.0, math.Pow(float64(bound)/m, 2)
	for _, d := range r.Degrees {
		mean += d * d / n
	}
	if math.Abs(mean-want) > 6*want*math.Sqrt(2./n) { // six standard deviations
		t.Errorf("mean square %v along own rows, want %v", mean, want)
	}
}

// Audits of the running code: the joint version is caught, strict stays below the proved ε, and far
// too little noise is detected.
func TestAudits(t *testing.T) {
	t.Parallel()
	claim.Fails(t, "dpppr", "The joint version keeps the ε that it claims: an audit of the code as it runs finds a multiple of it in 100 runs of each of two worlds")
	claim.Holds(t, "dpppr", "strict: an audit of the code as it runs stays below the proved ε, and notices far too little noise")
	if found := methodtest.Attacked(t, Method, "published", 1, 200, "Rounds=2"); found.Bound.Epsilon < 2 {
		t.Errorf("published: audited %v of the claim 1", found.Bound.Epsilon)
	}
	if found := methodtest.Attacked(t, Method, "strict", 1, 400); found.Broken() != nil {
		t.Errorf("strict: audited %v, proved %v", found.Bound.Epsilon, found.Guarantee.Proved)
	}
	if found := methodtest.Attacked(t, Method, "strict", 100, 400); !found.Bound.Violates(1) {
		t.Errorf("strict, far too little noise: audited %v", found.Bound.Epsilon)
	}
}
