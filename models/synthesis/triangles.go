package synthesis

import (
	"math"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

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
