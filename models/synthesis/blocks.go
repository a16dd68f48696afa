package synthesis

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// Blocks cuts nodes into groups of like degree, each one larger than the least degree in it. Those
// of less than two neighbours are in none. Of like degrees, nodes are in the order of the list,
// which it sorts.
func Blocks(degrees []float64, nodes []int32) (blocks [][]int32, err error) {
	for _, u := range nodes {
		if u < 0 || int(u) >= len(degrees) || math.IsNaN(degrees[u]) {
			return nil, fmt.Errorf("drawn: node %d has no degree among %d", u, len(degrees))
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

// Profile is the clustering of nodes by degree d: Scale·d^-Power, and 1 at most.
type Profile struct{ Scale, Power float64 }

// At is the clustering of nodes of a degree.
func (p Profile) At(degree float64) float64 { return min(p.Scale*math.Pow(degree, -p.Power), 1) }

// steepest is the power of the degree by which clustering may fall.
const steepest = 8

// ProfileOf returns the profile with which nodes of these degrees have so many triangles and, as
// far as a power from -1 allows, that sum of local clustering: the steeper, the fewer triangles go
// with it.
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

// bisect returns where below, which is true of small numbers, ends to be so.
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

// firstReach over ε is the reach of the first rung of a ladder.
const firstReach = 20

// clusteringNoise is the noise in the average clustering, at least, where a cap loses little.
const clusteringNoise = 0.005

// Clustering releases the sum of local clustering over all nodes, in which no edge counts for more
// than makes the noise of the average 0.005, or for more than 1.
func Clustering(s *gdp.Session, eps gdp.Epsilon) (float64, error) {
	n := s.Public().Nodes
	cap := int(min(max(clusteringNoise*float64(n)*float64(eps), 1), query.MostClustered))
	sum, err := gdp.Laplace(s, "clustering", query.Clustering[gdp.L1](s.Relation(), n, cap), eps)
	if err != nil {
		return 0, err
	}
	return min(max(sum[0], 0), float64(n)), nil
}

// faint is the noise in a number of triangles that is of no matter, as a share of how many there
// could be.
const faint = 0.002

// Triangles releases the number of triangles of a graph whose degrees are about those that are
// given: a packing in which no edge is in more triangles than it has room for. That is the mean
// degree at the end of an edge; or, where all pairs of neighbours would make that many, as much as
// noise allows that is no more than a five-hundredth of them. Where noise of local sensitivity is
// less than that of so much room, it is asked for.
func Triangles(s *gdp.Session, degrees []float64, eps gdp.Epsilon) (float64, error) {
	n, room := s.Public().Nodes, Room(degrees, float64(eps))
	if first := math.Ceil(firstReach / float64(eps)); first < float64(room) {
		x, err := gdp.NewLadder("triangles", query.LocalTriangles(n), int64(first), eps).Draw(s)
		return max(float64(x), 0), err
	}
	packed, err := gdp.Laplace(s, "triangles", query.EdgePackings[gdp.L1](s.Relation(), []int{n}, []int{room}), eps)
	if err != nil {
		return 0, err
	}
	return max(packed[0]*float64(room), 0), nil
}

// Room is how many triangles of an edge are of use to be counted, of a graph whose degrees are
// about those that are given, where the count has the noise of one room over ε.
func Room(degrees []float64, eps float64) int {
	sum, squares := 0.0, 0.0
	for _, d := range degrees {
		d = max(d, 0)
		sum, squares = sum+d, squares+d*d
	}
	all := max(squares-sum, 0) / 6 // triangles, if all neighbours of a node were joined
	return int(math.Ceil(min(max(squares/max(sum, 1), faint*all*eps, 1), float64(max(len(degrees)-2, 1)), 1<<16)))
}
