package synthesis

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// Blocks groups nodes by degree: each block has one node more than its smallest degree. Nodes of
// degree below 2 are in no block. It sorts nodes by degree, stably.
func Blocks(degrees []float64, nodes []int32) (blocks [][]int32, err error) {
	for _, u := range nodes {
		if u < 0 || int(u) >= len(degrees) || math.IsNaN(degrees[u]) {
			return nil, fmt.Errorf("synthesis: node %d: want a node below %d whose degree is not NaN", u, len(degrees))
		}
	}
	slices.SortStableFunc(nodes, func(u, v int32) int { return cmp.Compare(degrees[u], degrees[v]) })
	degree := func(u int32) int { return int(math.Round(min(degrees[u], float64(len(degrees))))) }
	for len(nodes) > 0 && degree(nodes[0]) < 2 {
		nodes = nodes[1:]
	}
	for len(nodes) > 0 {
		size := min(degree(nodes[0])+1, len(nodes)) // [SKP12] Blocks
		blocks = append(blocks, nodes[:size])
		nodes = nodes[size:]
	}
	return blocks, nil
}

// Profile is local clustering as a function of the degree d: Scale·d^-Power, at most 1.
type Profile struct{ Scale, Power float64 }

// At returns the clustering of nodes of the given degree.
func (p Profile) At(degree float64) float64 { return min(p.Scale*math.Pow(degree, -p.Power), 1) }

// steepest is the largest power with which clustering may decrease with the degree.
const steepest = 8

// ProfileOf returns the profile under which nodes of these degrees have the given triangle count
// and, as nearly as powers from -1 to steepest allow, the given sum of local clustering. A larger
// power gives more clustering for the same number of triangles.
func ProfileOf(degrees []float64, triangles, clustering float64) Profile {
	count := map[float64]float64{}
	for _, d := range degrees {
		if d > 1 {
			count[d]++
		}
	}
	distinct := slices.Sorted(maps.Keys(count))
	sum := func(p Profile, weight func(d float64) float64) (all float64) {
		for _, d := range distinct {
			all += count[d] * weight(d) * p.At(d)
		}
		return all
	}
	of := func(power float64) Profile {
		scale := bisect(-10, 10+power*math.Log(float64(len(degrees))), func(x float64) bool {
			return sum(Profile{math.Exp(x), power}, func(d float64) float64 { return d * (d - 1) / 6 }) < triangles
		})
		return Profile{math.Exp(scale), power}
	}
	return of(bisect(-1, steepest, func(power float64) bool {
		return sum(of(power), func(float64) float64 { return 1 }) < clustering
	}))
}

// bisect returns the point where below, true for small numbers, becomes false.
func bisect(low, high float64, below func(x float64) bool) float64 {
	for range 30 {
		if x := (low + high) / 2; below(x) {
			low = x
		} else {
			high = x
		}
	}
	return low
}

// firstReach is ε times the reach of a ladder's first rung.
const firstReach = 20

// clusteringNoise is a noise scale of the average clustering at which clipping loses little.
const clusteringNoise = 0.005

// Clustering releases the sum of local clustering over all nodes. Each edge's contribution is
// clipped to at least 1 and, on large graphs, so that the average has noise of scale 0.005.
func Clustering(s *gdp.Session, eps gdp.Epsilon) (gen.Target, error) {
	n := s.Public().Nodes
	cap := int(min(max(clusteringNoise*float64(n)*float64(eps), 1), query.MostClustered))
	asked := query.Clustering[gdp.L1](s.Relation(), n, cap)
	sum, err := gdp.Laplace(s, "clustering", asked, eps)
	if err != nil {
		return gen.Target{}, err
	}
	return gen.Target{Value: min(max(sum[0], 0), float64(n)), Error: float64(asked.Bound()) / float64(eps)}, nil
}

// negligible is a noise scale of the triangle count, relative to the largest possible count, that
// does not matter.
const negligible = 0.002

// Triangles releases the triangle count of a graph with about the given degrees. It releases a
// packing in which each edge is in at most Room triangles. Where the local sensitivity has less
// noise, it uses a ladder instead.
func Triangles(s *gdp.Session, degrees []float64, eps gdp.Epsilon) (t gen.Target, err error) {
	n, room := s.Public().Nodes, Room(degrees, float64(eps))
	first := math.Ceil(firstReach / float64(eps))
	t.Error = max(min(first, float64(room))/float64(eps), 1)
	if first < float64(room) {
		x, err := gdp.NewLadder("triangles", query.LocalTriangles(n), int64(first), eps).Draw(s)
		t.Value = max(float64(x), 0)
		return t, err
	}
	packed, err := gdp.Laplace(s, "triangles", query.EdgePackings[gdp.L1](s.Relation(), []int{n}, []int{room}), eps)
	if err != nil {
		return t, err
	}
	t.Value = max(packed[0]*float64(room), 0)
	return t, nil
}

// Room returns the largest useful number of triangles at an edge, for a graph with about the given
// degrees and noise of scale Room/ε. It is the mean degree at the end of an edge or, if larger,
// where the noise is negligible.
func Room(degrees []float64, eps float64) int {
	sum, squares := 0.0, 0.0
	for _, d := range degrees {
		d = max(d, 0)
		sum, squares = sum+d, squares+d*d
	}
	all := max(squares-sum, 0) / 6 // triangles if all neighbours of each node were joined
	return int(math.Ceil(min(max(squares/max(sum, 1), negligible*all*eps, 1), float64(max(len(degrees)-2, 1)), 1<<16)))
}
