package degrees

import (
	"math"
	"slices"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

const (
	room  = 1.5 // over the largest degree that was seen, for those that are counted
	clear = 8   // nodes of highest degree, over the noise's scale in a count, that counts say little of
)

// List releases the degrees of all nodes in ascending order at edge level; which node has which is
// not told. Half of ε asks for that list, which is made to ascend [HLMJ09]: it says most of high
// degrees, which few nodes have. The other half counts the nodes of at most each degree, which says
// most of the degrees that many have; what lies within its noise is smooth.
func List(s *gdp.Session, label string, eps gdp.Epsilon) ([]float64, error) {
	n, half := s.Public().Nodes, eps/2
	noisy, err := gdp.DiscreteLaplace(s, label, query.DegreeSequence[gdp.L1](s.Relation(), n), half)
	if err != nil {
		return nil, err
	}
	list := make([]float64, n)
	for i, d := range noisy {
		list[i] = float64(d)
	}
	list = level(query.Isotonic(list), laplaceSD(2/float64(half)))
	for i, d := range list {
		list[i] = math.Round(min(max(d, 0), float64(n-1)))
	}
	counted, err := Distribution(s, label+", counted", min(int(room*list[n-1])+2, n-1), half)
	if err != nil {
		return nil, err
	}
	few := list[:n-int(min(clear/float64(half), float64(n)))]
	for i := range few {
		few[i] = float64(counted[i])
	}
	spread(few, int(min(2/float64(half), float64(n))))
	slices.Sort(list)
	return list, nil
}

// spread gives each place of an ascending list the mean of those up to so many places from it, as
// near to the ends as to the place, in whole numbers that keep the sum. Counts with noise leave
// steps where few nodes have each degree.
func spread(list []float64, places int) {
	sums := make([]float64, len(list)+1)
	for i, d := range list {
		sums[i+1] = sums[i] + d
	}
	sum, rounded := 0.0, 0.0
	for i := range list {
		near := min(places, i, len(list)-1-i)
		sum += (sums[i+near+1] - sums[i-near]) / float64(2*near+1)
		list[i] = math.Round(sum) - rounded
		rounded += list[i]
	}
}

// level flattens the top of an ascending list where what rises there is noise of some standard
// deviation: the highest, the next one, the next two, four and so on are each compared with all
// below down to where they differ, and have the mean of both where it is less than three standard
// errors below theirs.
func level(list []float64, sd float64) []float64 {
	const errors = 2
	type run struct {
		from, to int
		sum      float64
	}
	var runs []run // from the top
	for to, size := len(list), 1; to > 0; {
		from := max(to-size, 0)
		r := run{from: from, to: to}
		for _, d := range list[from:to] {
			r.sum += d
		}
		runs = append(runs, r)
		if to < len(list) {
			size *= 2
		}
		to = from
	}
	for i := len(runs) - 1; i > 0; i-- { // upwards
		below, above := &runs[i], &runs[i-1]
		a, b := float64(below.to-below.from), float64(above.to-above.from)
		if above.sum/b-below.sum/a >= errors*sd*math.Sqrt(1/a+1/b) {
			continue
		}
		*above = run{below.from, above.to, below.sum + above.sum}
		for j := above.from; j < above.to; j++ {
			list[j] = above.sum / (a + b)
		}
	}
	return list
}
