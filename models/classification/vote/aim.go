package vote

import (
	"cmp"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/scalar"
)

// Each node has at most 16 candidate classes, its most likely ones first. The first two are the
// sides of its first coordinate, the next two those of the second, and so on. Each edge adds ±1 to
// one coordinate of one of its ends: the vote of the other end.
const (
	sides       = 16
	coordinates = sides / 2
)

// aims directs the votes, by public numbers and paid-for rates of edges between classes.
type aims struct {
	classes   int
	predicted []float64 // by node, class probabilities from features
	beliefs   []float64 // the same, with known labels
	guess     []int32   // by node, its most likely class by beliefs
	asked     [][]int32 // by node, its candidate classes; nil if it gets no votes
	rates     []float64 // by node, the rate of its edges to a node of each class
}

// maxLabelled is the number of labelled nodes that get votes too, to calibrate the weight of
// votes.
const maxLabelled = 500

// newAims takes the log-probabilities of all nodes' classes; for unlabelled nodes they are all that
// is known.
func newAims(classes int, predictions []float64, labels, known []int32) *aims {
	n := len(predictions) / classes
	a := &aims{classes: classes, predicted: make([]float64, len(predictions)), guess: make([]int32, n), asked: make([][]int32, n)}
	for i, x := range predictions {
		a.predicted[i] = scalar.Exp(x)
	}
	a.beliefs = slices.Clone(a.predicted)
	for _, u := range known {
		clear(a.belief(u))
		a.belief(u)[labels[u]] = 1
	}
	for u := range a.guess {
		p := a.belief(int32(u))
		a.guess[u] = int32(slices.Index(p, slices.Max(p)))
	}
	order := make([]int32, classes)
	for _, u := range complement(known[min(maxLabelled, len(known)):], n) {
		for k := range order {
			order[k] = int32(k)
		}
		p := a.row(a.predicted, u)
		slices.SortStableFunc(order, func(i, j int32) int { return cmp.Compare(p[j], p[i]) })
		a.asked[u] = slices.Clone(order[:min(classes, sides)])
	}
	return a
}

// row returns a node's row, one number per class.
func (a *aims) row(of []float64, u int32) []float64 { return of[int(u)*a.classes:][:a.classes] }

func (a *aims) belief(u int32) []float64 { return a.row(a.beliefs, u) }

// aim directs votes by the rates of edges between nodes of two classes.
func (a *aims) aim(rates matrix) {
	a.rates = make([]float64, len(a.beliefs))
	for u := range int32(len(a.asked)) {
		row := a.row(a.rates, u)
		for k, p := range a.belief(u) {
			for c := range row {
				row[c] += rates[c][k] * p
			}
		}
	}
}

// vote returns the end of an edge that gets the vote, and the side: 2i for +1 and 2i+1 for -1 at
// coordinate i, or -1 for no vote.
func (a *aims) vote(u, w int32) (to int32, side int) {
	x, i := a.gain(u, w)
	y, j := a.gain(w, u)
	switch {
	case max(x, y) < 1e-9:
		return u, -1
	case x > y || x == y && (u < w) == ((u+w)%2 == 0):
		return u, i
	}
	return w, j
}

// gain returns the information about u's class from an edge to by, a Kullback-Leibler divergence by
// Bayes' rule, and the side of by's most likely class.
func (a *aims) gain(u, by int32) (gain float64, side int) {
	p, q, rates, all := a.row(a.predicted, u), a.belief(by), a.row(a.rates, by), 0.0
	for _, k := range a.asked[u] {
		all += rates[k] * p[k]
	}
	for i, k := range a.asked[u] {
		if q[k] > q[a.asked[u][side]] {
			side = i
		}
		if r := rates[k] / all; r > 0 && all > 0 {
			gain += p[k] * r * math.Log(r)
		}
	}
	return gain, side
}
