package dpar

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric/ppr"
	"github.com/graphdp/graphdp/gdp"
)

// rootRows computes approximate PageRank rows of roots, on the subgraph induced by public nodes.
// Columns are indices into the list of nodes.
type rootRows struct {
	walk  Walk
	nodes []int32
	roots int // the first roots nodes
}

// of computes the rows, with a self-loop at every node.
func (a rootRows) of(g *graph.Graph) ([]ppr.Row, error) {
	sub, err := g.Undirected().Induced(a.nodes)
	if err != nil {
		return nil, err
	}
	roots := graph.Nodes(a.roots)
	return ppr.Rows(sub, true, ppr.ISTA(a.walk), roots)
}

// entries returns the rows after clipping.
func (a rootRows) entries(g *graph.Graph, clip func(row []float64)) ([]gdp.Entries, error) {
	rows, err := a.of(g)
	if err != nil {
		return nil, err
	}
	list := make([]gdp.Entries, len(rows))
	for i, r := range rows {
		clip(r.Values)
		list[i] = gdp.Entries{At: r.Nodes, Values: r.Values}
	}
	return list, nil
}

// clipped returns the rows with each entry at most C₂: [DPAR24] Algorithm 1, line 6.
func (a rootRows) clipped(g *graph.Graph, clip float64) ([]gdp.Entries, error) {
	return a.entries(g, func(row []float64) {
		for k := range row {
			row[k] = min(row[k], clip)
		}
	})
}

// scaled returns the rows with norm at most C₁: Algorithm 3.
func (a rootRows) scaled(g *graph.Graph, clip float64) ([]gdp.Entries, error) {
	return a.entries(g, func(row []float64) { clipNorm(row, clip) })
}

// matrix is the matrix Π of mixing weights, row by row, over indices into a list of nodes.
type matrix []ppr.Row

// equal returns a row with weight 1/K at each of K places.
func equal(places []int32) ppr.Row {
	r := ppr.Row{Nodes: slices.Sorted(slices.Values(places))}
	for range places {
		r.Values = append(r.Values, 1/float64(len(places)))
	}
	return r
}

// uniform returns rows of k places drawn at random from n.
func uniform(rng *rand.Rand, rows, k, n int) matrix {
	m := make(matrix, rows)
	for i := range m {
		var places []int32
		for _, u := range rng.Perm(n)[:min(k, n)] {
			places = append(places, int32(u))
		}
		m[i] = equal(places)
	}
	return m
}

// identity appends rows with a 1 on the diagonal, up to n rows.
func (m matrix) identity(n int) matrix {
	for i := len(m); i < n; i++ {
		m = append(m, ppr.Row{Nodes: []int32{int32(i)}, Values: []float64{1}})
	}
	return m
}

// columns returns the ℓ1 norms of n columns.
func (m matrix) columns(n int) []float64 {
	norms := make([]float64, n)
	for _, r := range m {
		for k, u := range r.Nodes {
			norms[u] += max(r.Values[k], -r.Values[k])
		}
	}
	return norms
}

// boundColumns divides each column by max(1, its ℓ1 norm over τ): [DPAR24] Algorithm 2, line 3.
// With up, smaller columns are scaled up to τ too.
func (m matrix) boundColumns(n int, tau float64, up bool) {
	norms := m.columns(n)
	for _, r := range m {
		for k, u := range r.Nodes {
			if f := norms[u] / tau; f > 1 || up && f > 0 {
				r.Values[k] /= f
			}
		}
	}
}

// limitColumns keeps the largest `most` off-diagonal entries of each column, ties by row.
func (m matrix) limitColumns(n, most int) {
	type entry struct {
		row   int
		value float64
	}
	columns := make([][]entry, n)
	for i, r := range m {
		for k, u := range r.Nodes {
			if int(u) != i {
				columns[u] = append(columns[u], entry{i, r.Values[k]})
			}
		}
	}
	for u, list := range columns {
		slices.SortStableFunc(list, func(a, b entry) int { return cmp.Compare(b.value, a.value) })
		for _, e := range list[min(most, len(list)):] {
			r := &m[e.row]
			at, _ := slices.BinarySearch(r.Nodes, int32(u))
			r.Nodes, r.Values = slices.Delete(r.Nodes, at, at+1), slices.Delete(r.Values, at, at+1)
		}
	}
}

// example returns row i as an example of its root's class, with places replaced by nodes.
func (m matrix) example(i int, nodes []int32, class int32) example {
	e := example{class: class, weights: m[i].Values}
	for _, at := range m[i].Nodes {
		e.nodes = append(e.nodes, nodes[at])
	}
	return e
}
