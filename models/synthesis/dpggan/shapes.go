package dpggan

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/gdp"
)

// shapes holds two noisy histograms over the graphs of a collection: of the numbers of nodes in the
// bands 1, 2–3, 4–7, …, and of the mean degrees in the bands below ½, below 1, below 2, …. A
// graph-level release uses nothing else of the sizes.
type shapes struct {
	most           int // most nodes; larger graphs count in the last band
	sizes, degrees []float64
}

// sizeBands returns the number of size bands.
func sizeBands(most int) int { return bits.Len(uint(most)) }

// shapeBound is the ℓ1 sensitivity of both histograms: a graph is in one band of each.
func shapeBound(rel gdp.Relation) gdp.L1 {
	return map[gdp.Relation]gdp.L1{gdp.GraphUnbounded: 2, gdp.GraphLevel: 4}[rel]
}

// bandsOf returns the bands of a graph. The last degree band is that of a complete graph on most
// nodes.
func bandsOf(nodes, edges, most int) (size, degree int) {
	size = max(0, sizeBands(min(nodes, most))-1)
	for d := 0.5; degree < sizeBands(most)+1 && nodes > 0 && 2*float64(edges)/float64(nodes) >= d; d *= 2 {
		degree++
	}
	return size, degree
}

// askShapes releases both histograms.
func askShapes(rel gdp.Relation, most int, eps gdp.Epsilon) gdp.Release[[]int64] {
	return gdp.NewDiscreteLaplace("shapes of graphs", shapeQuery(rel, most), eps)
}

// shapeQuery counts the graphs in each band, sizes first.
func shapeQuery(rel gdp.Relation, most int) gdp.Bounded[gdp.L1] {
	first := sizeBands(most)
	return gdp.Query(fmt.Sprintf("graphs by bands of sizes up to %d and of mean degrees", most), rel, shapeBound(rel),
		gdp.Proof{Doc: "proofs/dpggan.md#shapes-of-graphs", Test: "TestOneGraphMovesTwoBands"},
		func(d *gdp.Data) ([]float64, error) {
			counts := make([]float64, 2*first+2)
			for _, w := range d.Graphs() {
				size, degree := bandsOf(w.Graph.N(), w.Graph.Undirected().M(), most)
				counts[size]++
				counts[first+degree]++
			}
			return counts, nil
		})
}

// shapesOf converts noisy counts to shapes. Counts that are plausible under noise alone become 0,
// except the largest.
func shapesOf(noisy []int64, most int, scale float64) shapes {
	kept := func(list []int64) []float64 {
		counts, largest := make([]float64, len(list)), 0
		for i, v := range list {
			if v > list[largest] {
				largest = i
			}
			if float64(v) >= scale*math.Log(float64(len(list))) {
				counts[i] = float64(v)
			}
		}
		counts[largest] = max(1, counts[largest])
		return counts
	}
	first := sizeBands(most)
	return shapes{most, kept(noisy[:first]), kept(noisy[first:])}
}

// draw samples a number of nodes and a number of edges.
func (s shapes) draw(rng *rand.Rand) (nodes, edges int) {
	nodes = min(s.most, int(math.Exp2(float64(pick(s.sizes, rng))+rng.Float64())))
	low, high := 0.0, 0.5
	if band := pick(s.degrees, rng); band > 0 {
		low, high = math.Exp2(float64(band-2)), math.Exp2(float64(band-1))
	}
	edges = int(math.Round((low + (high-low)*rng.Float64()) * float64(nodes) / 2))
	return nodes, int(min(int64(edges), pairs(nodes)))
}

// pick samples an index in proportion to the counts, of which at least one is positive.
func pick(counts []float64, rng *rand.Rand) (at int) {
	total := lists.Sum(counts)
	for left := total * rng.Float64(); at < len(counts)-1 && (left >= counts[at] || counts[at] == 0); at++ {
		left -= counts[at]
	}
	return at
}
