package synthesis

import (
	"math"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// faint is the noise in a number of triangles that is of no matter, as a share of how many there
// could be.
const faint = 0.002

// Triangles releases the number of triangles of a graph whose degrees are about those that are
// given: a packing in which no edge is in more triangles than it has room for. That is the mean
// degree at the end of an edge; or, where all pairs of neighbours would make that many, as much as
// noise allows that is no more than a five-hundredth of them.
func Triangles(s *gdp.Session, degrees []float64, eps gdp.Epsilon) (float64, error) {
	n, room := s.Public().Nodes, Room(degrees, float64(eps))
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
