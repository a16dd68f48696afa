package dpgs

import (
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
