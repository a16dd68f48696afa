package vote

import (
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/scalar"
)

// The likelihood of noisy votes given a node's class. The noisy edge counts between classes give
// the mean number of votes for each side of a coordinate. A share of the neighbours follows the
// node's prediction by features instead of its class. Nodes differ in degree and in clustering, the
// similarity of their neighbours; the distribution of both is fitted to the noisy votes by maximum
// likelihood. The share of features, and the exponent of the likelihoods, maximise the likelihood
// of the labels of labelled nodes that got votes.

// voteModel is the model of votes.
type voteModel struct {
	*aims
	predictions []float64 // log-probabilities
	votes       []int64   // noisy, one row per node
	rates       []float64 // of votes, by node, class and side
	kinds       []kind
	laws        []laws    // by clustering
	law         []float64 // of kinds
	features    float64   // share of neighbours that follow the features
	power       float64
}

// kind describes the neighbours of a node: their number relative to the mean of the class, in
// steps, and their clustering.
type kind struct{ degree, clustering int }

const (
	without   = -1000 // degree of an isolated node
	maxDegree = 10    // of other nodes
)

var (
	clusterings   = []float64{0, 0.5, 2} // θ
	featureShares = []float64{0, 0.2, 0.4, 0.6, 0.8}
	powers        = []float64{0, 0.25, 0.5, 0.75, 1, 1.25}
)

// learn fits the model to noisy votes.
func (a *aims) learn(predictions []float64, votes []int64, alpha float64, labels, known []int32) *voteModel {
	e := &voteModel{aims: a, predictions: predictions, votes: votes, kinds: []kind{{without, 0}}}
	e.average()
	places := placeOf(slices.Max(e.rates)) + stepsEach*maxDegree + 1
	for i, theta := range clusterings {
		e.laws = append(e.laws, newLaws(theta, alpha, places))
		for degree := -6; degree <= maxDegree; degree++ {
			e.kinds = append(e.kinds, kind{degree, i})
		}
	}
	e.learnLaw(10)
	e.choose(labels, known[:min(maxLabelled, len(known))])
	return e
}

// maxVoters is the number of nodes in averages, and maxLearned the number for learning the
// distribution of kinds.
const (
	maxVoters  = 300
	maxLearned = 3000
)

// some returns at most `most` nodes, equally spaced.
func some[T any](nodes []T, most int) (list []T) {
	for i := 0; i < len(nodes); i += (len(nodes) + most - 1) / most {
		list = append(list, nodes[i])
	}
	return list
}

// average computes the rates of votes, over a subset of voters.
func (e *voteModel) average() {
	all := complement(nil, len(e.asked))
	voters := some(all, maxVoters)
	each := float64(len(all)) / float64(len(voters))
	e.rates = make([]float64, len(all)*e.classes*sides)
	parallel.Blocks(len(all), 64, func(_, lo, hi int) {
		for u := int32(lo); u < int32(hi); u++ {
			if e.asked[u] == nil {
				continue
			}
			for _, w := range voters {
				if w == u {
					continue
				}
				if to, side := e.vote(u, w); to == u && side >= 0 {
					for c, x := range e.row(e.aims.rates, w) {
						e.rates[(int(u)*e.classes+c)*sides+side] += each * x
					}
				}
			}
		}
	})
}

func (e *voteModel) prediction(u int32) []float64 { return e.row(e.predictions, u) }

// likelihoods stores a node's likelihoods in out, one row per class, by kind.
func (e *voteModel) likelihoods(u int32, out []float64) {
	rates, used := e.rates[int(u)*e.classes*sides:][:e.classes*sides], len(e.asked[u])
	votes, mean, places := e.votes[coordinates*int(u):][:coordinates], [sides]float64{}, [sides]int{}
	for c, p := range e.row(e.predicted, u) {
		for s := range used {
			mean[s] += p * rates[c*sides+s]
		}
	}
	for c := range e.classes {
		for s := range used {
			places[s] = placeOf((1-e.features)*rates[c*sides+s] + e.features*mean[s])
		}
		for i, k := range e.kinds {
			p, more := 1.0, stepsEach*k.degree
			for s := 0; s < used; s += 2 {
				negative := 0
				if s+1 < used {
					negative = places[s+1] + more
				}
				p *= e.laws[k.clustering].at(int(votes[s/2]), places[s]+more, negative)
			}
			out[c*len(e.kinds)+i] = p
		}
	}
}

// learnLaw estimates the distribution of kinds by the EM algorithm, starting from one with a single
// peak of the degrees at the mean.
func (e *voteModel) learnLaw(rounds int) {
	e.law = make([]float64, len(e.kinds))
	for i, k := range e.kinds {
		degree := scalar.Pow(degreeStep, float64(k.degree))
		e.law[i] = degree * scalar.Exp(-degree)
	}
	e.law[0] = 0.15
	scale(e.law)
	var asking []int32
	for u, asked := range e.asked {
		if asked != nil {
			asking = append(asking, int32(u))
		}
	}
	asking = some(asking, maxLearned)
	first, table := slices.Clone(e.law), make([]float64, len(asking)*len(e.law))
	parallel.Blocks(len(asking), 16, func(_, lo, hi int) {
		all := make([]float64, e.classes*len(e.law))
		for at, u := range asking[lo:hi] {
			e.likelihoods(u, all)
			row := table[(lo+at)*len(e.law):][:len(e.law)]
			for i, x := range all {
				row[i%len(row)] += e.row(e.predicted, u)[i/len(row)] * x
			}
		}
	})
	for range rounds {
		next := make([]float64, len(e.law))
		for i, p := range first {
			next[i] = 20 * p // pseudo-count of nodes of the first distribution
		}
		for at := range asking {
			row, all := table[at*len(e.law):][:len(e.law)], 0.0
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

// scale normalises x to sum 1.
func scale(x []float64) {
	all := sum(x)
	for i := range x {
		x[i] /= all
	}
}

// likelihood stores the log-likelihoods of a node's classes in out.
func (e *voteModel) likelihood(u int32, out []float64) {
	all := make([]float64, e.classes*len(e.kinds))
	e.likelihoods(u, all)
	for c := range out {
		out[c] = 0
		for i, p := range e.law {
			out[c] += p * all[c*len(e.kinds)+i]
		}
		out[c] = math.Log(out[c])
	}
}

// choose selects the share of features and the exponent.
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

// logSum returns ln Σ e^x.
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
