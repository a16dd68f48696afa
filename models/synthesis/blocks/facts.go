package blocks

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/synthesis"
)

// facts are the statistics from which the graph is generated.
type facts struct {
	degrees     []float64
	communities int
	of          []int32    // community of each node
	counts      []float64  // edge counts within and between communities, by cell
	triangles   gen.Target // negative if unknown
	clustering  gen.Target // sum of local clustering; of infinite error if unknown: then all nodes have the same
}

const (
	drafts = 4  // of the graph; each corrects the densities of the one before
	fills  = 4  // attempts per draft to add missing edges
	fits   = 50 // iterations of the fit of edge rates to degrees
)

// classes is the number of degree classes; class k has the degrees from 2^(k-1) to 2^k - 1.
const classes = 64

func classOf(d float64) int {
	_, power := math.Frexp(max(d, 1))
	return power
}

// shares returns the clustering of each degree class, the share of pairs of neighbours that are
// joined, for a number of triangles.
func (f facts) shares(triangles float64) (class [classes]float64) {
	var all [classes]float64
	pairs := 0.0
	for _, d := range f.degrees {
		all[classOf(d)] += d * max(d-1, 0) / 2
		pairs += d * max(d-1, 0) / 2
	}
	p := synthesis.Profile{Scale: min(max(3*triangles/max(pairs, 1), 0), 1)}
	if f.clustered() {
		p = synthesis.ProfileOf(f.degrees, triangles, f.clustering.Value)
	}
	for _, d := range f.degrees {
		class[classOf(d)] += p.At(max(d, 1)) * d * max(d-1, 0) / 2
	}
	for i := range class {
		class[i] /= max(all[i], 1)
	}
	return class
}

// clustered reports whether the clustering is known.
func (f facts) clustered() bool { return !math.IsInf(f.clustering.Error, 1) }

// draw drafts the graph until each degree class has about its clustering. Edge swaps then bring the
// graph closer to its numbers of triangles and its clustering.
func (f facts) draw(r *rand.Rand) (*graph.Graph, error) {
	wanted := f.triangles.Value
	class := f.shares(wanted)
	members := make([][]int32, f.communities)
	for _, u := range r.Perm(len(f.of)) { // nodes of equal degree in random order
		members[f.of[u]] = append(members[f.of[u]], int32(u))
	}
	var blocks [][]int32
	for _, list := range members {
		some, err := synthesis.Blocks(f.degrees, list)
		if err != nil {
			return nil, err
		}
		blocks = append(blocks, some...)
	}
	var cubes [classes]float64 // cubed block densities: the clustering that a block adds
	var g *graph.Graph
	for range drafts {
		var err error
		if g, err = f.draft(blocks, cubes, r); err != nil {
			return nil, err
		}
		count, triangles := metric.Triangles(g)
		if over := float64(count) - f.triangles.Value; f.clustered() && over > 0 { // hubs have some at random
			wanted = max(wanted-over, wanted/2)
			class = f.shares(wanted)
		}
		var closed, all [classes]float64
		for u, d := range g.Degrees() {
			i := classOf(f.degrees[u])
			closed[i] += float64(triangles[u])
			all[i] += float64(d) * float64(d-1) / 2
		}
		for i := range cubes {
			if all[i] > 0 {
				cubes[i] = min(max(cubes[i]+class[i]-closed[i]/all[i], 0), 1) // [KPPS14] Densities
			}
		}
	}
	g, err := f.fill(g, r)
	if err != nil || f.triangles.Value < 0 {
		return g, err
	}
	return gen.Match(g, f.triangles, f.clustering, f.of, r)
}

// draft draws the blocks, then edges of the block model for the remaining degrees. It redraws edges
// that were drawn twice.
func (f facts) draft(blocks [][]int32, cubes [classes]float64, r *rand.Rand) (*graph.Graph, error) {
	n, left := len(f.of), slices.Clone(f.degrees)
	var edges []graph.Edge
	for _, nodes := range blocks {
		density := math.Cbrt(cubes[classOf(f.degrees[nodes[0]])])
		block, err := gen.GNP(len(nodes), density, r) // [KPPS14] Blocks
		if err != nil {
			return nil, err
		}
		for i, j := range block.Edges() {
			edges = append(edges, graph.Edge{U: nodes[i], V: nodes[j]})
		}
		for _, u := range nodes {
			left[u] = max(left[u]-density*float64(len(nodes)-1), 0)
		}
	}
	within, _, err := graph.FromEdges(n, edges, graph.Options{})
	if err != nil {
		return nil, err
	}
	g := within
	for range fills {
		more, err := gen.DegreeCorrectedSBM(f.of, left, f.rates(edges, left), r) // [KPPS14] Excess
		if err != nil {
			return nil, err
		}
		edges = append(edges, edgesOf(more.Graph)...)
		if g, _, err = graph.FromEdges(n, edges, graph.Options{}); err != nil {
			return nil, err
		}
		edges = edgesOf(g)
		missing, ends := -2*float64(g.M()), 0.0
		for u, d := range f.degrees {
			missing += d
			left[u] = max(d-float64(g.Degree(int32(u))), 0)
			ends += left[u]
		}
		if missing <= 0 || ends == 0 {
			break
		}
		for u := range left { // some nodes exceed their degree
			left[u] *= min(missing/ends, 1)
		}
	}
	return f.settle(g, within, r)
}

func edgesOf(g *graph.Graph) (edges []graph.Edge) {
	for u, v := range g.Edges() {
		edges = append(edges, graph.Edge{U: u, V: v})
	}
	return edges
}

// settle moves ends of edges outside the blocks from nodes above their degree to nodes below
// theirs, first within a community, then anywhere.
func (f facts) settle(g, within *graph.Graph, r *rand.Rand) (*graph.Graph, error) {
	more := make([]int, g.N())
	edges := edgesOf(g)
	r.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
	for u, d := range f.degrees {
		more[u] = g.Degree(int32(u)) - int(math.Round(d))
	}
	for _, of := range [][]int32{f.of, make([]int32, g.N())} {
		lacking := make([][]int32, f.communities)
		for u, x := range more {
			for range -x {
				lacking[of[u]] = append(lacking[of[u]], int32(u))
			}
		}
		hand := func(from, other int32) int32 {
			list := lacking[of[from]]
			if more[from] <= 0 || len(list) == 0 {
				return from
			}
			i := r.IntN(len(list))
			to := list[i]
			if to == other || g.HasEdge(to, other) {
				return from
			}
			list[i] = list[len(list)-1]
			lacking[of[from]] = list[:len(list)-1]
			more[from]--
			more[to]++
			return to
		}
		for i, e := range edges {
			if !within.HasEdge(e.U, e.V) {
				u := hand(e.U, e.V)
				edges[i] = graph.Edge{U: u, V: hand(e.V, u)}
			}
		}
		var err error
		if g, _, err = graph.FromEdges(g.N(), edges, graph.Options{}); err != nil {
			return nil, err
		}
		edges = edgesOf(g)
	}
	return g, nil
}

// fill joins nodes below their degree until the graph has all edges of its degrees: within dense
// communities some nodes found no partner.
func (f facts) fill(g *graph.Graph, r *rand.Rand) (*graph.Graph, error) {
	var lacking []int32
	missing := -2 * float64(g.M())
	for u, d := range f.degrees {
		missing += d
		for range int(math.Round(d)) - g.Degree(int32(u)) {
			lacking = append(lacking, int32(u))
		}
	}
	r.Shuffle(len(lacking), func(i, j int) { lacking[i], lacking[j] = lacking[j], lacking[i] })
	left := make([]int32, g.N())
	for _, u := range lacking[:min(len(lacking), max(int(missing), 0))] {
		left[u]++
	}
	return new(gen.Watch).Beside(edgesOf(g), left, r)
}

// spare weights each cell by its degrees alone, so that edges fit somewhere when the counts are
// full.
const spare = 0.05

// rates returns the rates of the block model that fit the remaining degrees and the missing edge
// counts, as nearly as both allow. It scales rows and columns in turn.
func (f facts) rates(edges []graph.Edge, left []float64) [][]float64 {
	k := f.communities
	lacks, ends, all := slices.Clone(f.counts), make([]float64, k), 0.0
	for _, e := range edges {
		lacks[query.BlockCell(f.of[e.U], f.of[e.V])]--
	}
	for u, d := range left {
		ends[f.of[u]] += d
		all += d
	}
	wanted, scale := make([][]float64, k), slices.Repeat([]float64{1}, k)
	for a := range int32(k) {
		for b := range int32(k) {
			x := max(lacks[query.BlockCell(a, b)], 0)
			if a == b {
				x *= 2 // both ends of an edge
			}
			wanted[a] = append(wanted[a], x+spare*ends[a]*ends[b]/max(all, 1))
		}
	}
	for range fits {
		for a := range k {
			sum := 0.0
			for b, x := range wanted[a] {
				sum += x * scale[b]
			}
			if sum > 0 {
				scale[a] = math.Sqrt(scale[a] * ends[a] / sum)
			}
		}
	}
	for a := range k {
		for b := range a + 1 {
			rate := 0.0
			if x := ends[a] * ends[b]; x > 0 {
				rate = scale[a] * scale[b] * wanted[a][b] / x
			}
			wanted[a][b], wanted[b][a] = rate, rate
		}
	}
	return wanted
}
