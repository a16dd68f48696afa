package vote

import (
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/scalar"
)

// What noisy votes say about a node's class. The noisy counts of edges between classes tell what
// votes a neighbour of a node of each class gives on average, and how these spread. Neighbours
// take after a node's features, too: a share of their classes is spread as the node's prediction
// says, whatever its class. The sum of d votes has d times the mean; and as neighbours
// of one node are alike, by a concentration κ as of a Dirichlet law, it has the variance of one
// vote times d (d + κ)/(1 + κ), and that of the noise. The law of degrees and concentrations is
// the one under which the noisy votes are most likely; the share of features, and the power that
// likelihoods are raised to, are those under which the labels are most likely of the nodes of known
// classes that got votes.

// voteModel is that model.
type voteModel struct {
	*aims
	predictions []float64 // logarithms of probabilities
	votes       []float64 // with noise, a row for each node
	variance    float64   // of the noise
	degrees     []float64 // of classes, on average
	one         []moments // of one vote, by node and class
	kinds       []kind
	law         []float64 // of kinds
	features    float64   // the share of neighbours that go by features
	power       float64
}

// moments are those of a vote: its mean, and the mean of its squared norm.
type moments struct {
	mean   point
	square float64
}

// kind is how the neighbours of a node are: how many, over the mean of its class, and κ.
type kind struct{ degree, concentration float64 }

var (
	concentrations = []float64{0.3, 3, 30}
	featureShares  = []float64{0, 0.2, 0.4, 0.6, 0.8}
	powers         = []float64{0, 0.25, 0.5, 0.75, 1, 1.25}
)

// learn fits the model to the noisy answer.
func (a *aims) learn(predictions, noisy []float64, sd float64, labels, known []int32) *voteModel {
	e := &voteModel{
		aims: a, predictions: predictions, votes: noisy[a.cells():], variance: sd * sd,
		degrees: make([]float64, a.classes), kinds: []kind{{0, 1}},
	}
	rates, sizes := a.mixing(noisy), make([]float64, a.classes)
	for i, p := range a.ballots {
		sizes[i%a.classes] += p
	}
	for c, row := range rates {
		for k, x := range row {
			e.degrees[c] += x * sizes[k]
		}
	}
	e.average(rates)
	for _, concentration := range concentrations {
		for degree := 0.1; degree < 60; degree *= 1.5 {
			e.kinds = append(e.kinds, kind{degree, concentration})
		}
	}
	e.learnLaw(10)
	e.choose(labels, known[:min(mostLabelled, len(known))])
	return e
}

// mostVoters is how many nodes stand for all in averages.
const mostVoters = 300

// average computes the moments of a vote, over nodes that are taken at equal distances.
func (e *voteModel) average(rates matrix) {
	n := len(e.asked)
	var voters []int32
	for w := 0; w < n; w += max(1, n/mostVoters) {
		voters = append(voters, int32(w))
	}
	weights, all := make([]float64, len(voters)*e.classes), make([]float64, e.classes)
	for i, w := range voters {
		for c := range all {
			for k, p := range e.row(w) {
				weights[i*e.classes+c] += rates[c][k] * p
			}
			all[c] += weights[i*e.classes+c]
		}
	}
	e.one = make([]moments, n*e.classes)
	parallel.Blocks(n, 64, func(_, lo, hi int) {
		for u := int32(lo); u < int32(hi); u++ {
			if e.asked[u] == nil {
				continue
			}
			for i, w := range voters {
				if w == u {
					continue
				}
				x, _ := e.edge(u, w)
				for c := range e.classes {
					weight, m := weights[i*e.classes+c]/max(all[c], 1e-300), &e.one[int(u)*e.classes+c]
					m.mean.add(weight, x)
					m.square += weight * x.dot(x)
				}
			}
		}
	})
}

func (e *voteModel) prediction(u int32) []float64 {
	return e.predictions[int(u)*e.classes:][:e.classes]
}

// likelihoods sets out to the logarithms of a node's likelihoods by class, a row each, and kind.
func (e *voteModel) likelihoods(u int32, out []float64) {
	y, one, dims := point(e.votes[len(point{})*int(u):]), e.one[int(u)*e.classes:][:e.classes], float64(max(len(e.asked[u])-1, 1))
	var any moments
	for c, p := range e.prediction(u) {
		any.mean.add(scalar.Exp(p), one[c].mean)
		any.square += scalar.Exp(p) * one[c].square
	}
	for c := range one {
		var m point
		m.add(1-e.features, one[c].mean)
		m.add(e.features, any.mean)
		mm, my := m.dot(m), m.dot(y)
		spread := max((1-e.features)*one[c].square+e.features*any.square-mm, 0) / dims // of an entry
		for i, k := range e.kinds {
			d := k.degree * e.degrees[c]
			variance := e.variance + spread*d*(d+k.concentration)/(1+k.concentration) + 1e-4
			out[c*len(e.kinds)+i] = -(y.dot(y)-2*d*my+d*d*mm)/2/variance - dims/2*math.Log(variance)
		}
	}
}

// learnLaw finds the law of kinds by some rounds of the EM algorithm, from one whose degrees have a
// single peak at the mean.
func (e *voteModel) learnLaw(rounds int) {
	e.law = make([]float64, len(e.kinds))
	for i, k := range e.kinds {
		e.law[i] = k.degree * scalar.Exp(-k.degree)
	}
	e.law[0] = 0.15
	scale(e.law)
	first, n := slices.Clone(e.law), len(e.asked)
	table := make([]float64, n*len(e.law))
	parallel.Blocks(n, 64, func(_, lo, hi int) {
		logs := make([]float64, e.classes*len(e.law))
		for u := lo; u < hi; u++ {
			if e.asked[u] == nil {
				continue
			}
			e.likelihoods(int32(u), logs)
			for i, x := range logs {
				logs[i] = x + e.prediction(int32(u))[i/len(e.law)]
			}
			top := slices.Max(logs)
			for i, x := range logs {
				table[u*len(e.law)+i%len(e.law)] += scalar.Exp(x - top)
			}
		}
	})
	for range rounds {
		next := make([]float64, len(e.law))
		for i, p := range first {
			next[i] = 20 * p // as if so many nodes were known to be as in the first law
		}
		for u, asked := range e.asked {
			if asked == nil {
				continue
			}
			row, all := table[u*len(e.law):][:len(e.law)], 0.0
			for i, p := range e.law {
				all += p * row[i]
			}
			for i, p := range e.law {
				next[i] += p * row[i] / max(all, 1e-300)
			}
		}
		scale(next)
		e.law = next
	}
}

// scale makes numbers sum to 1.
func scale(x []float64) {
	all := sum(x)
	for i := range x {
		x[i] /= all
	}
}

// likelihood sets out to the logarithms of a node's likelihoods by class, up to a constant.
func (e *voteModel) likelihood(u int32, out []float64) {
	logs := make([]float64, e.classes*len(e.kinds))
	e.likelihoods(u, logs)
	for c := range out {
		row := logs[c*len(e.kinds):][:len(e.kinds)]
		for i, p := range e.law {
			row[i] += math.Log(p)
		}
		out[c] = logSum(row)
	}
}

// choose finds the share of features and the power.
func (e *voteModel) choose(labels, known []int32) {
	rows, scores := make([]float64, len(known)*e.classes), make([]float64, e.classes)
	features, power, most := 0.0, 0.0, math.Inf(-1)
	for _, e.features = range featureShares {
		parallel.Blocks(len(known), 16, func(_, lo, hi int) {
			for i := lo; i < hi; i++ {
				e.likelihood(known[i], rows[i*e.classes:][:e.classes])
			}
		})
		for _, x := range powers {
			fit := 0.0
			for i, u := range known {
				for c, p := range e.prediction(u) {
					scores[c] = p + x*rows[i*e.classes+c]
				}
				fit += scores[labels[u]] - logSum(scores)
			}
			if fit > most {
				most, features, power = fit, e.features, x
			}
		}
	}
	e.features, e.power = features, power
}

// logSum is ln Σ e^x.
func logSum(x []float64) float64 {
	top, all := slices.Max(x), 0.0
	for _, v := range x {
		all += scalar.Exp(v - top)
	}
	return top + math.Log(all)
}

func sum(x []float64) (all float64) {
	for _, v := range x {
		all += v
	}
	return all
}
