package vote

import (
	"cmp"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/scalar"
)

// A node asks its neighbours about the two to four classes that its features leave open. Each of
// them is a corner of a regular simplex about 0, and a vote is a mean of corners: two classes are
// 2 apart, where those of a histogram are √2.

// point is a vote, in the terms of the node that gets it.
type point [3]float64

func (p *point) add(weight float64, q point) {
	for i := range p {
		p[i] += weight * q[i]
	}
}

func (p point) dot(q point) float64 { return p[0]*q[0] + p[1]*q[1] + p[2]*q[2] }

// simplices are by their number of corners, which have norm 1.
var simplices = [][]point{
	2: {{1}, {-1}},
	3: {{1}, {-1. / 2, math.Sqrt(3. / 4)}, {-1. / 2, -math.Sqrt(3. / 4)}},
	4: {{1}, {-1. / 3, math.Sqrt(8. / 9)}, {-1. / 3, -math.Sqrt(2. / 9), math.Sqrt(2. / 3)}, {-1. / 3, -math.Sqrt(2. / 9), -math.Sqrt(2. / 3)}},
}

// aims are what is public of the votes.
type aims struct {
	classes int
	unit    float64
	ballots []float64 // of each node, a row of probabilities, cut to multiples of the unit
	asked   [][]int32 // the classes that a node asks about; none where it gets no votes
	worth   []float64 // of a vote for a node
}

// mostLabelled is how many nodes of known classes get votes, too: they show how far to trust these.
const mostLabelled = 500

// newAims aims votes by the logarithms of the probabilities of nodes' classes, which are all
// that some nodes know of their labels.
func newAims(classes int, predictions []float64, labels, known []int32) *aims {
	n := len(predictions) / classes
	a := &aims{classes, resolution(n), make([]float64, len(predictions)), make([][]int32, n), make([]float64, n)}
	for i, x := range predictions {
		a.ballots[i] = a.cut(scalar.Exp(x))
	}
	order, silent := make([]int32, classes), known[min(mostLabelled, len(known)):]
	for _, u := range complement(silent, n) {
		p := a.row(u)
		for k := range order {
			order[k] = int32(k)
		}
		slices.SortStableFunc(order, func(i, j int32) int { return cmp.Compare(p[j], p[i]) })
		a.ask(u, order[:min(classes, len(simplices)-1)])
	}
	for _, u := range known {
		clear(a.row(u))
		a.row(u)[labels[u]] = 1
	}
	return a
}

func (a *aims) row(u int32) []float64 { return a.ballots[int(u)*a.classes:][:a.classes] }

// cut cuts a number towards 0 to a multiple of the unit.
func (a *aims) cut(x float64) float64 { return math.Trunc(x/a.unit) * a.unit }

// ask makes a node ask about as many of its likeliest classes as a faint vote tells most of: the
// sum over pairs of classes of both probabilities and the square of how far apart they are. A
// node that is sure of its class asks about none.
func (a *aims) ask(u int32, likeliest []int32) {
	p, pairs, before := a.row(u), 0.0, 0.0
	for i, k := range likeliest {
		pairs, before = pairs+before*p[k], before+p[k]
		if worth := pairs * float64(i+1) / float64(max(i, 1)); worth > a.worth[u] {
			a.worth[u], a.asked[u] = worth, slices.Clone(likeliest[:i+1])
		}
	}
}

// vote is what a node says to another.
func (a *aims) vote(by, to int32) (p point) {
	votes := a.row(by)
	for i, k := range a.asked[to] {
		p.add(votes[k], simplices[len(a.asked[to])][i])
	}
	return p
}

// What an edge moves is shared: the count of edges between classes gets an eighth, and votes the
// rest. The squares sum to less than 1, by more than is rounded before numbers are cut.
const (
	mixingShare = 0.125
	votesShare  = 0.992
)

// edge is what an edge {u,w} adds to the votes for its ends, in proportion to what they are worth
// there. A faint vote counts as much as a firm one: together they have the norm that they may have.
func (a *aims) edge(u, w int32) (toU, toW point) {
	forU, forW := a.vote(w, u), a.vote(u, w)
	x, y := a.worth[u], a.worth[w]
	size := math.Sqrt(x*x*forU.dot(forU) + y*y*forW.dot(forW))
	if size == 0 {
		return toU, toW
	}
	for i := range toU {
		toU[i], toW[i] = a.cut(votesShare*x*forU[i]/size), a.cut(votesShare*y*forW[i]/size)
	}
	return toU, toW
}
