package degrees

import (
	"math"
	"slices"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

const (
	room  = 1.5 // number of counts over the largest degree seen
	clear = 8   // counts say little about this many nodes of highest degree, over the noise scale of a count
)

// List releases the ascending list of degrees at edge level, without the nodes. Half of ε pays for
// the list, made monotone [HLMJ09], which is accurate for the rare high degrees. The other half
// pays for cumulative counts of nodes by degree. These are accurate for frequent degrees, and for
// all degrees if the noise hides the highest ones. Differences within the noise are smoothed.
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
	if len(few) > 0 && few[len(few)-1] == list[n-1] { // no node stands out
		few = list
	}
	for i := range few {
		few[i] = float64(counted[i])
	}
	spread(few, int(min(2/float64(half), float64(n))))
	slices.Sort(list)
	return list, nil
}

// spread smooths an ascending list: each entry becomes the mean of a symmetric window, rounded so
// that the sum stays. Noisy counts leave steps where few nodes share a degree.
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

// level flattens the top of an ascending list where its rise is explained by noise of the given
// standard deviation. Groups of the highest one, one, two, four, … entries are compared with the
// entries below, and replaced by the common mean if the difference is less than two standard
// errors.
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
