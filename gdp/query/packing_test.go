package query

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/gdp/gdptest/smallworld"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"
)

func listTriangles(g *graph.Graph) (list []triangle) {
	eachTriangle(g, func(nodes, _ triangle) { list = append(list, nodes) })
	return list
}

// Each triangle is yielded once, with its nodes and the numbers of its edges; distinct edges have
// distinct numbers.
func TestEachTriangle(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for range 20 {
		g := must.Get(gen.GNP(12, 0.5, r))(t)
		seen, ends := map[triangle]bool{}, map[int32][2]int32{}
		eachTriangle(g, func(nodes, edges triangle) {
			for i, e := range edges { // of nodes 0 and 1, 1 and 2, 0 and 2
				u, v := nodes[[3]int{0, 1, 0}[i]], nodes[[3]int{1, 2, 2}[i]]
				pair := [2]int32{min(u, v), max(u, v)}
				if before, ok := ends[e]; ok && before != pair || e < 0 || int(e) >= g.M() {
					t.Errorf("edge %d is %v and %v", e, before, pair)
				}
				ends[e] = pair
			}
			slices.Sort(nodes[:])
			if seen[nodes] || !g.HasEdge(nodes[0], nodes[1]) || !g.HasEdge(nodes[1], nodes[2]) || !g.HasEdge(nodes[0], nodes[2]) {
				t.Errorf("%v is yielded, seen %v", nodes, seen[nodes])
			}
			seen[nodes] = true
		})
		pairs := map[[2]int32]bool{}
		for _, p := range ends {
			pairs[p] = true
		}
		if want, _ := metric.Triangles(g); int(want) != len(seen) || len(pairs) != len(ends) {
			t.Errorf("%d triangles of %d; %d edges by %d numbers", len(seen), want, len(pairs), len(ends))
		}
	}
}

// optimum is the weight of the packing by the simplex method, on all triangles.
func optimum(t *testing.T, g *graph.Graph, most int) float64 {
	t.Helper()
	list := listTriangles(g)
	if len(list) == 0 {
		return 0
	}
	n, m := g.N(), len(list)
	c := make([]float64, 2*m+n) // and a slack for each row
	a := mat.NewDense(n+m, 2*m+n, nil)
	b := make([]float64, n+m)
	for i, tri := range list {
		c[i] = -1
		for _, u := range tri {
			a.Set(int(u), i, 1)
		}
		a.Set(n+i, i, 1)
		b[n+i] = 1
	}
	for row := range b {
		a.Set(row, m+row, 1)
		if row < n {
			b[row] = float64(most)
		}
	}
	v, _ := must.Two(lp.Simplex(c, a, b, 1e-10, nil))(t)
	return -v
}

// The packing equals the simplex optimum up to the slack.
func TestPackingIsOptimal(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	peeled := 0
	for i := range 60 {
		g, err := gen.GNP(6+r.IntN(9), 0.3+0.6*r.Float64(), r)
		if i%10 == 9 { // with many triangles of the same two nodes that bind
			g, err = gen.BarabasiAlbert(30, 4, r)
		}
		if err != nil {
			t.Fatal(err)
		}
		most := 1 + r.IntN(6)
		want := optimum(t, g, most)
		p := peelTriangles(listTriangles(g), slices.Repeat([]int32{int32(most)}, g.N()))
		if len(p.rest.size) == 0 {
			peeled++
		}
		whole := fractionalTriangles(g, most)
		if whole > want+1e-7 || whole < want-slackOf(most)-1e-7 {
			t.Errorf("graph %d, %d triangles a node: %v, the simplex method finds %v", i, most, whole, want)
		}
		got := float64(p.fixed) + p.rest.solve(0x1p-8)
		if got > want+1e-7 || got < want-0x1p-8-1e-7 {
			t.Errorf("graph %d of %d nodes and %d edges, %d triangles a node: %v, the simplex method finds %v", i, g.N(), g.M(), most, got, want)
		}
	}
	if peeled == 0 || peeled == 60 {
		t.Errorf("%d of 60 graphs are peeled off as a whole: one of two ways is not tested", peeled)
	}
}

// Rounding down to a multiple of 2⁻¹⁰ is part of the slack.
func TestGridIsPartOfTheSlack(t *testing.T) {
	const slack = 0x1.8p-10
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 7))
		g := must.Get(gen.GNP(6+r.IntN(5), 0.3+0.6*r.Float64(), r))(t)
		most := 1 + r.IntN(3)
		p := peelTriangles(listTriangles(g), slices.Repeat([]int32{int32(most)}, g.N()))
		if got, want := float64(p.fixed)+p.rest.solve(slack), optimum(t, g, most); got > want+1e-7 || got < want-slack-1e-7 {
			t.Errorf("graph %d: %v, the simplex method finds %v", seed, got, want)
		}
	}
}

// On all small graphs, the answer changes by at most the bound, and attains the change that a node
// can cause if it has room.
func TestTrianglePacking(t *testing.T) {
	for _, rel := range singles {
		for n := 3; n <= 6; n++ {
			if n == 6 && rel != gdp.NodeLevel {
				continue
			}
			for most := 1; most <= 3; most++ {
				q := TrianglePacking[gdp.L1](rel, n, most)
				worst := must.Get(smallworld.World{Relation: rel, Nodes: n}.Worst(q.Eval))(t)
				holds := min(float64(most), float64((n-1)*(n-2)/2))
				if rel == gdp.EdgeLevel {
					holds = min(float64(most), float64(n-2))
				}
				if got := worst.L1.Change; got > float64(q.Bound()) || got < holds-slackOf(most) && n > 2*most {
					t.Errorf("%s, %v, %d nodes: %v, bound %v", q.Name(), rel, n, worst.L1, q.Bound())
				}
			}
		}
	}
}

// Within public parts the answer moves by no more, and is that of the graphs of the parts.
func TestTrianglePackingWithin(t *testing.T) {
	part := []int32{0, 1, 0, 0, 0, 1}
	for _, rel := range singles {
		for n := 4; n <= 6; n++ {
			if n == 6 && rel != gdp.NodeLevel {
				continue
			}
			q := TrianglePackingWithin[gdp.L1](rel, part[:n], 2, 1)
			worst := must.Get(smallworld.World{Relation: rel, Nodes: n}.Worst(q.Eval))(t)
			if got := worst.L1.Change; got > float64(q.Bound()) || got < 1-slackOf(1) {
				t.Errorf("%s, %v: %v, bound %v", q.Name(), rel, worst.L1, q.Bound())
			}
		}
	}
	g := must.Get(gen.GNP(6, 1, rand.New(rand.NewPCG(1, 1))))(t)
	for most, want := range map[int]float64{1: 4. / 3, 9: 4} { // of nodes 0, 2, 3 and 4
		got, err := TrianglePackingWithin[gdp.L1](gdp.EdgeLevel, part, 2, most).Eval(&gdp.Data{Network: &graph.Network{Graph: g}})
		if err != nil || got[0] > want || got[0] < want-slackOf(most) {
			t.Errorf("of six nodes, at most %d at each: %v, %v, want %v", most, got, err, want)
		}
	}
	same := TrianglePackingWithin[gdp.L1](gdp.NodeLevel, []int32{0, 0, 0, 1}, 2, 1)
	if other := TrianglePackingWithin[gdp.L1](gdp.NodeLevel, []int32{0, 0, 1, 1}, 2, 1); other.Name() == same.Name() {
		t.Errorf("both are called %s", same.Name())
	}
	for _, q := range []gdp.Bounded[gdp.L1]{TrianglePackingWithin[gdp.L1](gdp.NodeLevel, []int32{0, 2, 0}, 2, 1), TrianglePackingWithin[gdp.L1](gdp.NodeLevel, part, 2, 0)} {
		if !math.IsNaN(float64(q.Bound())) {
			t.Errorf("%s has the bound %v", q.Name(), q.Bound())
		}
	}
}

// No packing weighs more than any cover; without prices a cover is all triangles, and with
// large ones all rooms.
func TestCoversBoundPackings(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 20 {
		g := must.Get(gen.BarabasiAlbert(30, 4, r))(t)
		list, rooms := listTriangles(g), make([]int32, 30)
		for u := range rooms {
			rooms[u] = 3
		}
		free := make([]bool, 30)
		for u := range free {
			free[u] = r.IntN(3) == 0
		}
		p := programOf(list, make([]bool, len(list)), free, rooms)
		bundled := len(p.size) < len(list)
		x, y, ones, room := make([]float64, len(p.size)), make([]float64, len(p.room)), make([]float64, len(p.room)), 0
		if all := p.cover(y); all != int64(len(list))*unit || !bundled {
			t.Errorf("without prices %d triangles cover %d units, in %d bundles", len(list), all, len(p.size))
		}
		for j := range x {
			x[j] = r.Float64() * float64(p.size[j])
		}
		for u := range y {
			y[u], ones[u] = r.Float64()*r.Float64(), 1
			room += p.room[u]
		}
		alone := 0 // triangles without a binding capacity
		for j, ends := range p.ends {
			if ends[2] < 0 {
				alone += p.size[j]
			}
		}
		if all := p.cover(ones); all != int64(room+alone)*unit {
			t.Errorf("rooms of %d and %d triangles that nothing binds cover %d units", room, alone, all)
		}
		if low, high := p.weight(x), p.cover(y); low > high || low <= 0 {
			t.Errorf("a packing of %d units and a cover of %d", low, high)
		}
	}
}

// A node may have room for as many triangles as [MostPacked], and no more.
func TestMostPacked(t *testing.T) {
	for most, valid := range map[int]bool{0: false, 1: true, MostPacked: true, MostPacked + 1: false} {
		x, err := TrianglePacking[gdp.L1](gdp.NodeLevel, 6, most).Eval(tailed(t))
		if (err == nil) != valid || valid && x[0] != 1 {
			t.Errorf("at most %d: %v, %v", most, x, err)
		}
	}
}

// Sums of as many triangles as there can be, and of their rooms, do not overflow.
func TestCoversDoNotOverflow(t *testing.T) {
	const most = 1 << 20
	p := program{size: []int{1 << 30, 1 << 30}, ends: [][3]int32{{-1, 0, 1}, {0, 1, 2}}}
	for range 3 << 11 { // rooms for 3·2³¹ ends of triangles
		p.room = append(p.room, most)
	}
	ones := make([]float64, len(p.room))
	if got := p.cover(ones); got != 1<<31*unit {
		t.Errorf("2³¹ triangles cover %d units", got)
	}
	for u := range ones {
		ones[u] = 1
	}
	if got := p.cover(ones); got != 3<<31*unit {
		t.Errorf("rooms for 3·2³¹ cover %d units", got)
	}
}

// Of a clique all of whose edges have room for one triangle, a third of the edges are packed: four
// million triangles do not keep the method from proving that it is near.
func TestPackingOfALargeClique(t *testing.T) {
	const n = 300
	var edges []graph.Edge
	for u := range int32(n) {
		for v := range u {
			edges = append(edges, graph.Edge{U: v, V: u})
		}
	}
	got, err := EdgePacking(gdptest.Graph(t, n, edges), 1)
	if want := float64(len(edges)) / 3; err != nil || got > want || got < want-slackOf(1) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
}
