package main

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// candidates are the caps that a private choice is made among.
var candidates = []int{6, 12, 24, 48, 96, 192}

// paid returns the expected criterion where a share of the budget pays for choosing among
// the candidates, by the exponential mechanism for scores of unequal sensitivities (Raskhodnikova
// and Smith 2016), and the rest for the degrees; and what it would be if the share
// bought the best candidate.
//
// The score of a cap θ is the number of edges that it leaves out, M - F_θ, plus the mean
// absolute noise in the number of edges, √(4/π)·θ^1.5/ε: the sum of θ answers, each with Laplace
// noise of scale 2θ/ε, halved. A node moves F_θ by θ at most (docs/proofs/queries.md,
// "Edge count"), and M drops out of (L_i - L_j)/(θ_i + θ_j), of which the largest
// over j is then moved by 1 at most. (Their offset for errors of all scores at once, and no
// leaning to the public rule, were tried: both are worse on generated graphs.)
func paid(x named, eps gdp.Epsilon, share float64, seeds int) (expected, least float64, err error) {
	forChoice, rest := float64(eps)*share, eps*gdp.Epsilon(1-share)
	middle := float64(query.DegreeCap(x.g.N(), rest)) // what is public: the choice leans to it
	var scores, loss []float64
	for _, cap := range candidates {
		counted, err := weight(x.g, cap)
		if err != nil {
			return 0, 0, err
		}
		theta := float64(cap)
		scores = append(scores, -counted+math.Sqrt(4/math.Pi)*math.Pow(theta, 1.5)/float64(rest))
		l, err := ofDegrees(x, cap, rest, seeds)
		if err != nil {
			return 0, 0, err
		}
		loss = append(loss, l)
	}
	least = math.Inf(1)
	total := 0.0
	for i := range candidates {
		worst := 0.0
		for j := range candidates {
			worst = max(worst, (scores[i]-scores[j])/float64(candidates[i]+candidates[j]))
		}
		z := math.Log(float64(candidates[i])/middle) / 0.5
		p := math.Exp(-worst*forChoice/2 - z*z/2)
		total, expected, least = total+p, expected+p*loss[i], min(least, loss[i])
	}
	return expected / total, least, nil
}

// paidOn returns the means of [paid] over graphs and budgets.
func paidOn(graphs []named, share float64, seeds int) (expected, least float64, err error) {
	for _, x := range graphs {
		for _, eps := range budgets {
			e, l, err := paid(x, eps, share, seeds)
			if err != nil {
				return 0, 0, fmt.Errorf("caps: %s: %w", x.name, err)
			}
			expected += e / float64(len(graphs)*len(budgets))
			least += l / float64(len(graphs)*len(budgets))
		}
	}
	return expected, least, nil
}
