package der

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/gdp/gdptest/smallworld"
	"github.com/graphdp/graphdp/models/synthesis/synthesistest"
)

// identity returns the order 0, 1 …
func identity(n int) (order []int32) {
	for u := range n {
		order = append(order, int32(u))
	}
	return order
}

// The published mode spends less than ε if regions end above the lowest level.
func TestBudgets(t *testing.T) {
	synthesistest.Budgets(t, Method, map[string]synthesistest.Cost{"published": {Least: 0.5, Most: 1, Proved: 1}})
}

// A very large graph terminates, and shares that leave nothing are refused.
func TestExtremes(t *testing.T) {
	greedy, large := Published.Settings, gdptest.Graph(t, 30_000, []graph.Edge{{U: 0, V: 1}})
	greedy.CutShare = 0.5
	synthesistest.Refused(t, Published.With(greedy), synthesistest.Session(t, large, gdp.Budget{Epsilon: 1}, 1), "leave nothing")
	for _, mode := range []synthesistest.Mode{Strict, Published} {
		synthesistest.Run(t, large, mode, 1, 1)
	}
	if r, err := NonPrivate.RunOn(t.Context(), &graph.Network{Graph: large}, 1); err != nil || r.Graph.M() > 5 {
		t.Errorf("%v, %v", r, err)
	}
}

// The attacks find part of the proved ε and no more.
func TestAudits(t *testing.T) {
	synthesistest.Audit(t, Method, "strict", 6, 1000, 0.8, 6)
	synthesistest.Audit(t, Method, "published", 4, 1000, 0.8, 4)
}

// The levels' budgets add up to that of the counts, and the number of levels is public.
func TestBudgetsAddUp(t *testing.T) {
	for h := range 31 {
		sum := gdp.Epsilon(0)
		for level := range h + 1 {
			sum += share(level, h)
			if level > 0 && math.Abs(float64(share(level, h)/share(level-1, h))-math.Cbrt(2)) > 1e-12 {
				t.Errorf("the level %d of %d has %v", level, h, share(level, h))
			}
		}
		if math.Abs(float64(sum)-1) > 1e-12 {
			t.Errorf("%d levels have %v together", h, sum)
		}
	}
	// The public code lists the values for 105, 1000 and 6474 nodes; the others come from its loop.
	for _, c := range []struct {
		n    int
		eps  float64
		want int
	}{{2, 1, 1}, {1000, 1, 8}, {105, 1, 4}, {6474, 1, 10}, {4039, 0.25, 9}, {1e6, 1e-3, 12}} {
		if got := height(c.n, c.eps); got != c.want {
			t.Errorf("%d levels for %d nodes at ε = %v, want %d", got, c.n, c.eps, c.want)
		}
	}
	claim.Holds(t, "der", "The budgets of all levels add up to that of counts, where an edge is in one region of a level")
}

// Pairs of regions are counted and numbered consistently with a listing.
func TestRegions(t *testing.T) {
	const n = 7
	for i := range int32(n * n * n * n) {
		r := region{rows: span{i % n, i / n % n}, cols: span{i / n / n % n, i / n / n / n}}
		if r.rows.from > r.rows.to || r.cols.from > r.cols.to {
			continue
		}
		count := int64(0)
		for row := r.rows.from; row < r.rows.to; row++ {
			for col := max(r.cols.from, row+1); col < r.cols.to; col++ {
				if a, b := r.pair(count); r.cell(row, col) != count || a != row || b != col {
					t.Fatalf("of %v the pair %d, %d is number %d, want %d; back %d, %d", r, row, col, r.cell(row, col), count, a, b)
				}
				count++
			}
		}
		if r.capacity() != count {
			t.Fatalf("%v has %d pairs, want %d", r, r.capacity(), count)
		}
	}
}

// The leaves partition all pairs, wherever cuts are, and an order contains all nodes.
func TestLeavesHaveAllPairs(t *testing.T) {
	const n = 23
	r := rand.New(rand.NewPCG(3, 1))
	var order []int32
	for _, u := range r.Perm(n) {
		order = append(order, int32(u))
	}
	for range 20 {
		tr := newTree(order)
		for range 12 {
			list := tr.leaves()
			leaf := list[r.IntN(len(list))]
			if x := tr.regions[leaf]; x.rows.length() > 1 && x.cols.length() > 1 {
				tr.cut(leaf, x.rows.from+1+r.Int32N(int32(x.rows.length()-1)), x.cols.from+1+r.Int32N(int32(x.cols.length()-1)))
			}
		}
		found := map[int32]int64{}
		for u := range int32(n) {
			for v := range u {
				leaf, row, col := tr.leafOf(u, v)
				if x := tr.regions[leaf]; row >= col || tr.node[row]+tr.node[col] != u+v || x.cell(row, col) < 0 || x.cell(row, col) >= x.capacity() || len(x.parts) > 0 {
					t.Fatalf("the pair %d, %d is at %d, %d of %v", u, v, row, col, x)
				}
				found[leaf]++
			}
		}
		for _, leaf := range tr.leaves() {
			if found[leaf] != tr.regions[leaf].capacity() {
				t.Errorf("%v has %d pairs", tr.regions[leaf], found[leaf])
			}
		}
	}
}

// neighbours calls check with every graph of n nodes and every graph with one edge more.
func neighbours(t *testing.T, n int, check func(a, b *gdp.Data)) {
	t.Helper()
	worlds := synthesistest.Graphs(t, n)
	for world, a := range worlds {
		for bit := 1; bit < len(worlds); bit *= 2 {
			if world&bit == 0 {
				check(&gdp.Data{Network: &graph.Network{Graph: a}}, &gdp.Data{Network: &graph.Network{Graph: worlds[world|bit]}})
			}
		}
	}
}

// apart returns the largest change of a score in a row, given the earlier choices.
func apart(t *testing.T, q gdp.InTurn, a, b *gdp.Data, before [][]int32) (most float64, rows int) {
	t.Helper()
	var of [2]func(int, []int32) (gdp.Entries, error)
	for i, d := range []*gdp.Data{a, b} {
		of[i] = must.Get(q.Begin(d))(t)
	}
	for row, list := range before {
		change := make([]float64, q.Length)
		for i, sign := range []float64{1, -1} {
			e := must.Get(of[i](row, list))(t)
			for k, at := range e.At {
				change[at] += sign * e.Values[k]
			}
		}
		x := max(slices.Max(change), -slices.Min(change))
		if most = max(most, x); x > 0 {
			rows++
		}
	}
	return most, rows
}

// Over all graphs of five nodes and all choices in the first two of three rounds, an edge changes
// gains by less than 1, and by nearly 1. A gain is the reduction of distances.
func TestGains(t *testing.T) {
	l := labelling{order: []int32{3, 0, 4, 1, 2}, rounds: 3, sets: 4, seed: 8}
	q, most := l.scores(gdp.EdgeLevel), 0.0
	neighbours(t, 5, func(a, b *gdp.Data) {
		for first := range int32(4) {
			for second := range int32(4) {
				x, _ := apart(t, q, a, b, [][]int32{nil, {first}, {first, second}})
				most = max(most, x)
			}
		}
	})
	if most > float64(q.Bound) || most < 0.4 || q.Affected != q.Rows {
		t.Errorf("an edge moves gains by %v, stated %v in %d rounds of %d", most, q.Bound, q.Affected, q.Rows)
	}
	w := synthesistest.Communities(t, 10).Graph
	distance := func(order []int32) (sum float64) {
		tr := newTree(order)
		for u, v := range w.Edges() {
			sum += far(int(tr.position[u]), w.N()) + far(int(tr.position[v]), w.N())
		}
		return sum
	}
	order := identity(w.N())
	l = labelling{order: order, rounds: 1, sets: 5, seed: 1}
	for set := range l.sets {
		swapped := slices.Clone(order)
		apply(swapped, l.swaps(0, set))
		if got, want := gain(w.Degrees(), order, l.swaps(0, set)), distance(order)-distance(swapped); math.Abs(got-want) > 1e-9 || set > 0 && want == 0 {
			t.Errorf("a gain of %v, want %v", got, want)
		}
	}
	if far(0, 6)+far(5, 6) != 1 {
		t.Errorf("the ends have %v", far(0, 6)+far(5, 6))
	}
}

// The search for labels uses distances to the middle, which depend only on degrees: for four
// cliques every order is equally good, with dense regions or without.
func TestLabelsSeeDegreesAlone(t *testing.T) {
	var edges []graph.Edge
	for u := range int32(40) {
		for v := range u {
			if u%4 == v%4 {
				edges = append(edges, graph.Edge{U: v, V: u})
			}
		}
	}
	g := gdptest.Graph(t, 40, edges)
	l := labelling{order: identity(40), rounds: 30, sets: 30, seed: 1}
	for round := range l.rounds {
		for set := range l.sets {
			if x := gain(g.Degrees(), l.order, l.swaps(round, set)); x != 0 {
				t.Fatalf("a set of swaps gains %v", x)
			}
		}
	}
	claim.Fails(t, "der", "Labels near the middle make edges form dense clusters: of disjoint cliques every labelling has the same quality")
}

// Over all graphs of five nodes an edge changes the scores of one region by at most 1, and 1 is
// attained.
func TestCuts(t *testing.T) {
	tr := newTree([]int32{1, 4, 0, 2, 3})
	tr.cut(0, 2, 3)
	for name, c := range map[string]struct {
		tr   *tree
		list []int32
	}{"all pairs": {newTree(identity(5)), []int32{0}}, "parts": {tr, tr.leaves()}} {
		q, most := c.tr.cuts(gdp.EdgeLevel, c.list, 4), 0.0
		neighbours(t, 5, func(a, b *gdp.Data) {
			x, rows := apart(t, q, a, b, make([][]int32, len(c.list)))
			if most = max(most, x); rows > q.Affected {
				t.Fatalf("%s: an edge moves %d rows", name, rows)
			}
		})
		if most > float64(q.Bound)+1e-12 || most < 0.99 {
			t.Errorf("%s: an edge moves scores by %v, stated %v", name, most, q.Bound)
		}
	}
	// Against direct counts, in a region on the diagonal and one beside it.
	g := synthesistest.Communities(t, 8).Graph
	for _, r := range []region{{rows: span{0, 32}, cols: span{0, 32}}, {rows: span{3, 14}, cols: span{14, 31}}} {
		var edges [][2]int32
		for u, v := range g.Edges() {
			if u >= r.rows.from && u < r.rows.to && v >= r.cols.from && v < r.cols.to {
				edges = append(edges, [2]int32{u, v})
			}
		}
		const count = 5
		rows, high := lines(r.rows, count)
		cols, wide := lines(r.cols, count)
		got := make([]float64, count*count)
		e := r.scores(edges, count)
		for k, at := range e.At {
			got[at] = e.Values[k]
		}
		for i, row := range rows {
			for j, col := range cols {
				var of []float64
				for _, a := range []span{{r.rows.from, row}, {row, r.rows.to}} {
					for _, b := range []span{{r.cols.from, col}, {col, r.cols.to}} {
						count := 0.0
						for _, p := range edges {
							if p[0] >= a.from && p[0] < a.to && p[1] >= b.from && p[1] < b.to {
								count++
							}
						}
						of = append(of, count/float64(a.length()*b.length()))
						if a.length() < high || b.length() < wide {
							t.Errorf("a part of %v by %v, want a quarter", a, b)
						}
					}
				}
				if want := (slices.Max(of) - slices.Min(of)) * float64(high*wide); math.Abs(got[i*count+j]-want) > 1e-8*want+1e-9 {
					t.Errorf("the cut at %d, %d scores %v, want %v", row, col, got[i*count+j], want)
				}
			}
		}
	}
}

// Departures of a public code of the method: it counts in the full matrix, where an edge is in two
// regions, with noise for one; it compares the exact edge count with a threshold; and it makes
// parts four times as small as its noise assumes.
func TestPublicCode(t *testing.T) {
	whole := func(edges ...[2]int) (counts [4]float64) { // of the quarters of a matrix of four nodes
		for _, e := range edges {
			counts[e[0]/2*2+e[1]/2]++
			counts[e[1]/2*2+e[0]/2]++
		}
		return counts
	}
	moved := 0.0
	for i, x := range whole([2]int{0, 3}) {
		moved += math.Abs(x - whole()[i])
	}
	if moved != 2 {
		t.Errorf("an edge moves counts by %v", moved)
	}
	claim.Fails(t, "der", "Public code: noise for one region of a level, where the whole matrix has an edge in two")
	const n, h = 2, 1
	if least := dense * n * n / math.Pow(4, h); !(0 < least && 2 > least) || height(n, 1) != h {
		t.Errorf("without an edge nothing is below %v, with one 2 is", least)
	}
	claim.Fails(t, "der", "Public code is private: a graph without edges stays so with certainty, as the first count has no noise, and one with an edge need not")
	area := 16.0 * 16
	if stated, smallest := 4/area, area/16; 1/smallest != 4*stated {
		t.Errorf("an edge moves the density of the smallest part by %v, stated %v", 1/smallest, stated)
	}
	claim.Fails(t, "der", "Public code: an edge moves the score of a cut of level l by 4^(l+1)/n², where parts may have n²/4^(l+2) cells")
}

// Consistent counts are the least-squares solution: checked against the closed form for one region
// with parts that were asked twice. Clipped excess goes to the other parts.
func TestFitted(t *testing.T) {
	tr := newTree(identity(20))
	tr.cut(0, 10, 10)
	set := func(i int, count, weight float64) { tr.regions[i].count, tr.regions[i].weight = count, weight }
	set(0, 60, 2)
	set(1, 10, 1)
	set(2, 25, 0.5)
	set(3, 20, 4)
	// Minimise 2(a+b+c-60)² + (a-10)² + (b-25)²/2 + 4(c-20)²: each differs by 2(60 - sum)/weight.
	spread := 1.0 + 2 + 0.25
	rest := (60.0 - 55) * 2 / (1 + 2*spread)
	want := []float64{55 + rest*spread, 10 + rest, 25 + rest*2, 20 + rest/4}
	for i, x := range tr.fitted() {
		if math.Abs(x-want[i]) > 1e-9 {
			t.Errorf("the region %d has %v, want %v", i, x, want[i])
		}
	}
	set(1, -30, 1)
	set(3, 500, 1)
	got := tr.fitted()
	if got[1] != 0 || got[3] > 45 || math.Abs(got[1]+got[2]+got[3]-got[0]) > 1e-6 {
		t.Errorf("%v", got)
	}
	// On average the fitted counts are nearer to the truth than the noisy ones.
	r := rand.New(rand.NewPCG(1, 1))
	var plain, fitted float64
	for range 2000 {
		truth := []float64{60, 10, 30, 20}
		for i, x := range truth {
			set(i, x+3*r.NormFloat64(), 1./9)
			plain += (tr.regions[i].count - x) * (tr.regions[i].count - x)
		}
		for i, x := range tr.fitted() {
			fitted += (x - truth[i]) * (x - truth[i])
		}
	}
	if fitted > 0.8*plain { // 3 of 4 dimensions
		t.Errorf("what fits is off by %v, answers by %v", fitted, plain)
	}
}

// Dense regions are recovered: of communities without noise and with little, and by the published
// mode with a large ε for arrangements. Its labels alone do not find them.
func TestRegionsAreFound(t *testing.T) {
	w := synthesistest.Communities(t, 60)
	plain := must.Get(NonPrivate.RunOn(t.Context(), w, 1))(t)
	strict, _ := synthesistest.Run(t, w.Graph, Strict, 8, 1)
	paper, _ := synthesistest.Run(t, w.Graph, Published, 60, 1)
	less, _ := synthesistest.Run(t, w.Graph, Published, 8, 1)
	synthesistest.Modularity(t, w, "nonprivate", plain.Graph, 0.85, 1.1, 0.15)
	synthesistest.Modularity(t, w, "strict", strict.Graph, 0.8, 1.1, 0.15)
	synthesistest.Modularity(t, w, "published", paper.Graph, 0.95, 1.05, 0.15)
	synthesistest.Modularity(t, w, "published at ε = 8", less.Graph, 0, 0.8, 0.15)
}

// A leaf gets its fitted number of edges, at the nodes that lack them, and all pairs if it is full.
func TestDraw(t *testing.T) {
	degrees := slices.Repeat([]float64{2}, 60)
	for u := range 10 {
		degrees[u] = 20
	}
	o := ordered(degrees, make([]int32, 60))
	for _, m := range []float64{0, 90, 1770, 900} {
		o.edges = []float64{m}
		g, err := o.draw(rand.New(rand.NewPCG(1, 1)))
		if err != nil || g.M() != int(m) {
			t.Fatalf("%d edges, want %v, %v", g.M(), m, err)
		}
		ends := 0
		for _, d := range g.Degrees()[:10] {
			ends += int(d)
		}
		off := 0.0
		for u, d := range g.Degrees() {
			off += (float64(d) - degrees[u]*m/150) * (float64(d) - degrees[u]*m/150) / (degrees[u] * m / 150) / 60
		}
		if m == 90 && off > 0.6 { // 1 on average for random ends
			t.Errorf("degrees are off by a variance of %v times their own", off)
		}
		if x := float64(ends) / (2 * m); m == 90 && (x < 0.5 || x > 0.75) { // 2/3 but for repeated pairs
			t.Errorf("a share of %v of the ends is at those that have most", x)
		}
	}
}

// Over all graphs of five nodes an edge changes the count of one region by 1. Regions that are not
// listed count nothing, and other relations have no bound.
func TestPairCounts(t *testing.T) {
	tr := newTree([]int32{1, 4, 0, 2, 3})
	tr.cut(0, 2, 3)
	for _, list := range [][]int32{{0}, tr.leaves(), tr.leaves()[:1]} {
		q := tr.pairCounts(gdp.EdgeLevel, list)
		worst, err := smallworld.World{Relation: gdp.EdgeLevel, Nodes: 5}.Worst(q.Eval)
		if err != nil || worst.L1.Change > float64(q.Bound()) || q.Bound() != 1 {
			t.Errorf("%d regions: %v, bound %v, %v", len(list), worst.L1, q.Bound(), err)
		}
		if q := tr.pairCounts(gdp.NodeLevel, list); q.Bound() > 0 {
			t.Errorf("a node moves it by %v", q.Bound())
		}
	}
	all, err := tr.pairCounts(gdp.EdgeLevel, tr.leaves()).Eval(&gdp.Data{Network: &graph.Network{Graph: gdptest.Graph(t, 5, []graph.Edge{{U: 0, V: 1}, {U: 2, V: 3}, {U: 1, V: 4}})}})
	sum := 0.0
	for _, x := range all {
		sum += x
	}
	if err != nil || sum != 3 {
		t.Errorf("three edges are %v, %v", all, err)
	}
}
