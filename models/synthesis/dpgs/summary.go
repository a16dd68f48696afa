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

// SummaryGraph is what is kept of a graph. In one of a private mode nothing is exact but what is
// public.
type SummaryGraph struct {
	Clusters []int32    `json:"clusters"`           // of each node
	Sizes    []int      `json:"sizes"`              // the nodes of each cluster
	Cells    []gen.Cell `json:"cells"`              // pairs of clusters, and edges between them: superedges
	Rest     float64    `json:"rest"`               // edges that are anywhere
	Features []float64  `json:"features,omitempty"` // of clusters, a row for each
}

// summaryOf keeps what stands out of noisy counts, whose noise has the standard deviation sd: see
// [kept].
func summaryOf(clusters []int32, k int, noisy []float64, sd, total float64) *SummaryGraph {
	s := &SummaryGraph{Clusters: clusters, Sizes: sizesOf(clusters, k)}
	s.Cells, s.Rest = kept(noisy, s.Sizes, sd, total)
	return s
}

// drawn is the result of a run that has nothing more to release than the summary and a graph.
func (s *SummaryGraph) drawn(run *checkpoint.Run, sd float64) (r *Result, err error) {
	r = &Result{Summary: s, Noise: sd}
	if r.Graph, err = s.draw(run.Drawing(), run.Stream("graph")); err != nil || run.Session() == nil {
		return r, err
	}
	g, err := run.Session().Guarantee()
	r.Guarantee = &g
	return r, err
}

// Edges is the number of edges that a graph has in the mean.
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

// Draw draws a graph: within a cell all pairs are equally likely.
func (s *SummaryGraph) Draw(r *rand.Rand) (*graph.Graph, error) { return s.draw(nil, r) }

func (s *SummaryGraph) draw(w *gen.Watch, r *rand.Rand) (*graph.Graph, error) {
	if s == nil {
		return nil, fmt.Errorf("dpgs: no summary")
	}
	return w.Cells(s.Clusters, len(s.Sizes), s.Cells, s.Rest, r)
}

// statistics is the summary as numbers with names: the cluster of each node, and for each
// superedge its two clusters and its edges.
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

// densities are the weights of the summary, k x k and symmetric: [DPGS] Alg. 2. A noisy count below
// 0 is 0, and where there are no pairs of nodes there is no weight.
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

// tally is how the edges between clusters are counted.
type tally struct {
	nodes, k int
	from     string  // which clusters they are
	noise    float64 // of each cell
	edges    float64 // of the number of all edges, which is asked for apart; 0: it is the sum of all cells
}

// cells releases all cells.
func (t tally) cells(clusters []int32) gdp.Release[[]float64] {
	return gdp.NewGaussianMultiplier("counts", countQuery(t.from, clusters, t.k), t.noise)
}

// total releases the number of edges.
func (t tally) total() gdp.Release[[]float64] {
	return gdp.NewGaussianMultiplier("edges", query.EdgeCount[gdp.L2](gdp.EdgeLevel, t.nodes, t.nodes), t.edges)
}

// spends are all that is drawn.
func (t tally) spends() []gdp.Spend {
	list := []gdp.Spend{t.cells(make([]int32, t.nodes))}
	if t.edges > 0 {
		list = append(list, t.total())
	}
	return list
}

// draw counts, and keeps what stands out.
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
