package dpgs

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
)

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
