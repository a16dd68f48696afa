package vote

import (
	"cmp"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/scalar"
)

// A node asks its neighbours about its classes, 16 at most, the likeliest ones first. The first two
// are the sides of its first coordinate, the next two of its second one, and so on. An edge adds ±1
// to one coordinate of one of its ends: the vote of the other end.
const (
	sides       = 16
	coordinates = sides / 2
)

// aims are what directs votes: public numbers, and rates of edges that were paid for.
type aims struct {
	classes   int
	predicted []float64 // of each node, a row of probabilities of classes by features
	beliefs   []float64 // the same, with the labels that are known
	guess     []int32   // of each node, its likeliest class by beliefs
	asked     [][]int32 // the classes that a node asks about; none where it gets no votes
	rates     []float64 // of each node, a row: the rate of its edges to a node of each class
}

// mostLabelled is how many nodes of known classes get votes, too: they show how far to trust these.
const mostLabelled = 500

// newAims takes the logarithms of the probabilities of nodes' classes, which are all that some
// nodes know of their labels.
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
	for _, u := range complement(known[min(mostLabelled, len(known)):], n) {
		for k := range order {
			order[k] = int32(k)
		}
		p := a.row(a.predicted, u)
		slices.SortStableFunc(order, func(i, j int32) int { return cmp.Compare(p[j], p[i]) })
		a.asked[u] = slices.Clone(order[:min(classes, sides)])
	}
	return a
}

// row is a node's row of one number for each class.
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

// vote is the end of an edge that gets its vote, and the side: 2i for +1 and 2i+1 for -1 at its
// coordinate i. The side is -1 where there is no vote.
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

// gain is how much an edge to another node tells of a node's class, by Bayes' rule and as a
// divergence of Kullback and Leibler, and the side of that node's likeliest class.
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
