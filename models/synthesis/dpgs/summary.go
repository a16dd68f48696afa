package dpgs

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/release"
)

// SummaryGraph is the summary of a graph. In a private mode only its public parts are exact.
type SummaryGraph struct {
	Clusters []int32    `json:"clusters"`           // of each node
	Sizes    []int      `json:"sizes"`              // number of nodes of each cluster
	Cells    []gen.Cell `json:"cells"`              // superedges: pairs of clusters with edge counts
	Rest     float64    `json:"rest"`               // edges placed uniformly
	Features []float64  `json:"features,omitempty"` // of clusters, row by row
}

// summaryOf returns the summary of noisy counts with noise of standard deviation sd: see [kept].
func summaryOf(clusters []int32, k int, noisy []float64, sd, total float64) *SummaryGraph {
	s := &SummaryGraph{Clusters: clusters, Sizes: sizesOf(clusters, k)}
	s.Cells, s.Rest = kept(noisy, s.Sizes, sd, total)
	return s
}

// drawn draws a graph and returns the result of a run that releases only the summary and the graph.
func (s *SummaryGraph) drawn(run *checkpoint.Run, sd float64) (r *Result, err error) {
	r = &Result{Summary: s, Noise: sd}
	if r.Graph, err = s.draw(run.Drawing(), run.Stream("graph")); err != nil || run.Session() == nil {
		return r, err
	}
	g, err := run.Session().Guarantee()
	r.Guarantee = &g
	return r, err
}

// Edges returns the expected number of edges of a drawn graph.
func (s *SummaryGraph) Edges() float64 {
	if s == nil {
		return 0
	}
	sum := s.Rest
	for _, c := range s.Cells {
		sum += c.Edges
	}
	return sum
}

// Draw draws a graph; all pairs in a cell are equally likely.
func (s *SummaryGraph) Draw(r *rand.Rand) (*graph.Graph, error) { return s.draw(nil, r) }

func (s *SummaryGraph) draw(w *gen.Watch, r *rand.Rand) (*graph.Graph, error) {
	if s == nil {
		return nil, fmt.Errorf("dpgs: no summary")
	}
	return w.Cells(s.Clusters, len(s.Sizes), s.Cells, s.Rest, r)
}

// statistics returns the summary as named numbers: the cluster of each node, and for each superedge
// its clusters and its edge count.
func (s *SummaryGraph) statistics() release.Statistics {
	t := release.Statistics{"cluster": make([]float64, len(s.Clusters)), "rest": {s.Rest}}
	for u, c := range s.Clusters {
		t["cluster"][u] = float64(c)
	}
	for _, c := range s.Cells {
		t["from"], t["to"], t["edges"] = append(t["from"], float64(c.A)), append(t["to"], float64(c.B)), append(t["edges"], c.Edges)
	}
	if s.Features != nil {
		t["features"] = s.Features
	}
	return t
}

// densities returns the weights of the summary, k × k and symmetric: [DPGS] Alg. 2. Negative counts
// become 0; cells without node pairs have weight 0.
func densities(noisy []float64, sizes []int) [][]float64 {
	k := len(sizes)
	w := make([][]float64, k)
	for a := range w {
		w[a] = make([]float64, k)
	}
	for a := range k {
		for b := a; b < k; b++ {
			if c := capacity(sizes, a, b); c > 0 {
				w[a][b] = max(0, noisy[cellOf(k, int32(a), int32(b))]) / c // 2 E(u,u) over |u| (|u|-1) within
				w[b][a] = w[a][b]
			}
		}
	}
	return w
}

// tally holds how edges between clusters are counted.
type tally struct {
	nodes, k int
	from     string  // identifies the clusters
	noise    float64 // multiplier of each cell
	edges    float64 // multiplier of the separate edge count; 0: the sum of all cells
}

// cells releases all cells.
func (t tally) cells(clusters []int32) gdp.Release[[]float64] {
	return gdp.NewGaussianMultiplier("counts", countQuery(t.from, clusters, t.k), t.noise)
}

// total releases the edge count.
func (t tally) total() gdp.Release[[]float64] {
	return gdp.NewGaussianMultiplier("edges", query.EdgeCount[gdp.L2](gdp.EdgeLevel, t.nodes, t.nodes), t.edges)
}

// spends returns all releases.
func (t tally) spends() []gdp.Spend {
	list := []gdp.Spend{t.cells(make([]int32, t.nodes))}
	if t.edges > 0 {
		list = append(list, t.total())
	}
	return list
}

// draw counts the edges and summarises the counts.
func (t tally) draw(s *gdp.Session, clusters []int32) (*SummaryGraph, error) {
	total := math.NaN()
	if t.edges > 0 {
		noisy, err := t.total().Draw(s)
		if err != nil {
			return nil, err
		}
		total = noisy[0]
	}
	noisy, err := t.cells(clusters).Draw(s)
	if err != nil {
		return nil, err
	}
	return summaryOf(clusters, t.k, noisy, t.noise, total), nil
}

// cellCount returns the number of unordered pairs of clusters, self-pairs included.
func cellCount(k int) int { return k * (k + 1) / 2 }

// cellOf returns the index of the cell of clusters a and b.
func cellOf(k int, a, b int32) int {
	a, b = min(a, b), max(a, b)
	return int(a)*k - int(a)*(int(a)-1)/2 + int(b-a)
}

// counts returns the number of edges in each cell: [DPGS] Alg. 2, E(u,v).
func counts(g *graph.Graph, clusters []int32, k int) []float64 {
	cells := make([]float64, cellCount(k))
	for u, v := range g.Edges() {
		cells[cellOf(k, clusters[u], clusters[v])]++
	}
	return cells
}

// countQuery counts the edges of each cell. Clusters are public or were released; from identifies
// them.
func countQuery(from string, clusters []int32, k int) gdp.Bounded[gdp.L2] {
	return countOn(gdp.Proof{Doc: "proofs/dpgs.md#counts", Test: "TestAnEdgeIsInOneCell"}, from, clusters, k)
}

// countOn is countQuery on another basis.
func countOn(basis gdp.Basis, from string, clusters []int32, k int) gdp.Bounded[gdp.L2] {
	name := fmt.Sprintf("edges between %d clusters from %s", k, from)
	return gdp.Query(name, gdp.EdgeLevel, gdp.L2(1), basis, func(d *gdp.Data) ([]float64, error) {
		return counts(d.Network.Graph.Undirected(), clusters, k), nil
	}).OnNodes(len(clusters))
}

// digest identifies clusters.
func digest(clusters []int32) string {
	h := sha256.New()
	_ = binary.Write(h, binary.LittleEndian, clusters) // a hash does not fail
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// sizesOf returns the number of nodes in each of k clusters.
func sizesOf(clusters []int32, k int) []int {
	sizes := make([]int, k)
	for _, c := range clusters {
		sizes[c]++
	}
	return sizes
}

// capacity returns the number of node pairs between two clusters, or within one.
func capacity(sizes []int, a, b int) float64 {
	if a == b {
		return float64(sizes[a]) * float64(sizes[a]-1) / 2
	}
	return float64(sizes[a]) * float64(sizes[b])
}

// threshold returns a level that noise of the given standard deviation rarely exceeds in any cell.
func threshold(sd float64, cells int) float64 {
	if cells < 2 {
		return 0
	}
	return sd * math.Sqrt(2*math.Log(float64(cells)))
}

// kept returns the cells whose noisy counts exceed the threshold of noise sd, and the rest of the
// total: edges anywhere else. It ignores cells without node pairs. If total is NaN, it uses the sum
// of all counts.
func kept(noisy []float64, sizes []int, sd, total float64) (cells []gen.Cell, rest float64) {
	filled, several, nodes := 0, 0, 0
	for _, size := range sizes {
		nodes += size
		if size > 0 {
			filled++
		}
		if size > 1 {
			several++
		}
	}
	t, sum, all := threshold(sd, cellCount(filled)-filled+several), 0.0, 0.0
	for a := range sizes {
		for b := a; b < len(sizes); b++ {
			c, count := capacity(sizes, a, b), noisy[cellOf(len(sizes), int32(a), int32(b))]
			if c <= 0 {
				continue
			}
			all += count
			if x := min(count, c); x > t {
				cells = append(cells, gen.Cell{A: int32(a), B: int32(b), Edges: x})
				sum += x
			}
		}
	}
	if math.IsNaN(total) {
		total = all
	}
	return scaled(cells, sum, min(max(total, 0), float64(nodes)*float64(nodes-1)/2))
}

// scaled returns the cells, scaled down if their sum exceeds the total, and the rest of the total.
func scaled(cells []gen.Cell, sum, total float64) ([]gen.Cell, float64) {
	if sum <= total {
		return cells, total - sum
	}
	for i := range cells {
		cells[i].Edges *= total / sum
	}
	return cells, 0
}
