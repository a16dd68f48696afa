package der

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

const (
	dense       = 0.8     // a region is cut only below this density and above this share of a bottom leaf's pairs
	smallest    = 5       // μ: edges wanted in a leaf beyond its noise
	mostRegions = 1 << 20 // in a tree
	mostEdges   = 1 << 24 // in a graph
)

// height returns the number of levels below the root from the number of nodes and the ε of counts.
func height(n int, eps float64) int {
	most := (math.Cbrt(2) - 1) * float64(n) * float64(n) * eps / (2 * math.Sqrt2 * smallest)
	for h := 1; ; h++ {
		if math.Cbrt(2)*math.Pow(4, float64(h))-math.Pow(2, 5*float64(h)/3) > most || h > 30 { // [DER14] Height
			return h
		}
	}
}

// share returns a level's share of the counts' ε: each level gets ∛2 times the share of the level
// above, and the shares sum to 1.
func share(level, h int) gdp.Epsilon {
	return gdp.Epsilon(math.Exp2(float64(level)/3) * (math.Cbrt(2) - 1) / (math.Exp2(float64(h+1)/3) - 1)) // [DER14] Budgets
}

// lines returns the positions at which a span may be cut; at least a quarter is left on each side.
func lines(s span, count int) (at []int32, quarter int64) {
	quarter = (s.length() + 3) / 4
	for i := range count {
		at = append(at, s.from+int32(quarter+int64(i)*(s.length()-2*quarter)/int64(max(count-1, 1))))
	}
	return at, quarter
}

// cuts scores the cuts of each listed region into four: the range of the four densities, times the
// smallest area that a part can have. An edge changes the scores of one region, each by at most 1.
func (t *tree) cuts(rel gdp.Relation, list []int32, count int) gdp.InTurn {
	return gdp.InTurn{
		Name: fmt.Sprintf("%s, by %d lines", t.name("cuts", list), count), Relation: rel, Bound: 1,
		Basis: gdp.Proof{Doc: "papers/der.md#cuts", Test: "TestCuts"}, Rows: len(list), Length: count * count, Affected: 1,
		Begin: func(d *gdp.Data) (func(int, []int32) (gdp.Entries, error), error) {
			rank, edges := t.ranks(list), make([][][2]int32, len(list))
			for u, v := range d.Network.Graph.Edges() {
				leaf, row, col := t.leafOf(u, v)
				if i := rank[leaf]; i >= 0 {
					edges[i] = append(edges[i], [2]int32{row, col})
				}
			}
			return func(i int, _ []int32) (gdp.Entries, error) {
				return t.regions[list[i]].scores(edges[i], count), nil
			}, nil
		},
	}
}

// rounded scales scores down so that rounding cannot push their sensitivity above 1.
const rounded = 1 - 0x1p-28

func (r region) scores(edges [][2]int32, count int) (e gdp.Entries) {
	if len(edges) == 0 {
		return e
	}
	rows, high := lines(r.rows, count)
	cols, wide := lines(r.cols, count)
	before := make([][]float64, count+1) // edges in each grid cell, then cumulative
	for i := range before {
		before[i] = make([]float64, count+1)
	}
	after := func(at []int32, x int32) int { return sort.Search(len(at), func(i int) bool { return at[i] > x }) }
	for _, p := range edges {
		before[after(rows, p[0])][after(cols, p[1])]++
	}
	for i := range before {
		for j := range before[i] {
			if i > 0 {
				before[i][j] += before[i-1][j]
			}
			if j > 0 {
				before[i][j] += before[i][j-1]
			}
			if i > 0 && j > 0 {
				before[i][j] -= before[i-1][j-1]
			}
		}
	}
	all := before[count][count]
	for i, row := range rows {
		up, down := before[i][count], all-before[i][count]
		above, below := float64(row-r.rows.from), float64(r.rows.to-row)
		for j, col := range cols {
			left, right := float64(col-r.cols.from), float64(r.cols.to-col)
			first, third := before[i][j], before[count][j]-before[i][j]
			of := []float64{first / (above * left), (up - first) / (above * right), third / (below * left), (down - third) / (below * right)}
			if x := (slices.Max(of) - slices.Min(of)) * float64(high*wide) * rounded; x > 0 { // [DER14] Cuts
				e.At, e.Values = append(e.At, int32(i*count+j)), append(e.Values, x)
			}
		}
	}
	return e
}

// goesOn reports whether a region is cut further: it is neither dense, nor as empty as a bottom
// leaf, nor one position wide.
func (t *tree) goesOn(i int32, h int) bool {
	r, n := t.regions[i], float64(len(t.node))
	return r.count < dense*float64(r.capacity()) && r.count >= dense*n*n/math.Pow(4, float64(h)) && // [DER14] Stops
		r.rows.length() > 1 && r.cols.length() > 1
}

// explore cuts regions by noisy scores while their noisy counts justify it.
func (c Paper) explore(s *gdp.Session, t *tree, counting, cutting gdp.Epsilon) error {
	h := height(len(t.node), float64(counting))
	for level, list := 0, []int32{0}; ; level++ {
		noisy, err := t.counts(s, fmt.Sprintf("counts %d", level), list, counting*share(level, h)) // [DER14] Counts
		if err != nil {
			return err
		}
		var further []int32
		for i, r := range list {
			t.regions[r].count = min(max(noisy[i], 0), float64(t.regions[r].capacity()))
			if level < h && t.goesOn(r, h) && len(t.regions)+4*len(further) < mostRegions-4 {
				further = append(further, r)
			}
		}
		if len(further) == 0 {
			return nil
		}
		chosen, err := gdp.NewNoisyMaxInTurn(fmt.Sprintf("cuts %d", level), t.cuts(s.Relation(), further, c.Lines), cutting/gdp.Epsilon(h)).Draw(s)
		if err != nil {
			return err
		}
		first := int32(len(t.regions))
		for i, r := range further {
			rows, _ := lines(t.regions[r].rows, c.Lines)
			cols, _ := lines(t.regions[r].cols, c.Lines)
			t.cut(r, rows[int(chosen[i])/c.Lines], cols[int(chosen[i])%c.Lines])
		}
		list = nil
		for i := first; i < int32(len(t.regions)); i++ {
			list = append(list, i)
		}
	}
}

// arrange places each leaf's noisy number of edges in it.
func (t *tree) arrange(s *gdp.Session, eps gdp.Epsilon) (*graph.Graph, error) {
	list := t.leaves()
	rank, starts, room := t.ranks(list), []int64{0}, int64(mostEdges)
	a := gdp.Arrangement{Name: t.name("arrangements", list)}
	for _, i := range list {
		r := t.regions[i]
		full := min(int64(r.count), room)
		room -= full
		a.Sizes, a.Full = append(a.Sizes, r.capacity()), append(a.Full, full)
		starts = append(starts, starts[len(starts)-1]+r.capacity())
	}
	a.Of = func(u, v int32) int64 {
		leaf, row, col := t.leafOf(u, v)
		return starts[rank[leaf]] + t.regions[leaf].cell(row, col)
	}
	cells, err := gdp.NewArrangement("arrangement", a, eps).Draw(s) // [DER14] Arrangement
	if err != nil {
		return nil, err
	}
	edges := make([]graph.Edge, 0, len(cells))
	for _, c := range cells {
		i := sort.Search(len(list), func(i int) bool { return starts[i+1] > c })
		row, col := t.regions[list[i]].pair(c - starts[i])
		edges = append(edges, graph.Edge{U: t.node[row], V: t.node[col]})
	}
	g, _, err := graph.FromEdges(len(t.node), edges, graph.Options{})
	return g, err
}
