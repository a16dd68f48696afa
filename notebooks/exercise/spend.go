package exercise

import (
	"errors"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// Question is a number that an analyst asks of a graph.
type Question struct {
	Name   string
	Moves  float64 // its sensitivity to one edge
	Within float64 // largest error of nine answers in ten
}

// Spend checks the division of a budget between questions. A session of the trusted base pays for
// each in turn, and answers it often enough to estimate its error.
func Spend(exercise string, budget gdp.Epsilon, questions []Question, shares ...gdp.Epsilon) Verdict {
	return judged(exercise, func() Verdict {
		if len(shares) == 0 {
			return Verdict{State: Missing}
		}
		if len(shares) != len(questions) {
			return Verdict{State: Failed, Says: fmt.Sprintf("%d shares for %d questions", len(shares), len(questions))}
		}
		g, _, err := graph.FromEdges(3, nil, graph.Options{})
		if err != nil {
			return failed(err)
		}
		s, err := gdp.Protect(&graph.Network{Graph: g}, gdp.EdgeLevel, gdp.Budget{Epsilon: budget}, gdp.Seed(1))
		if err != nil {
			return failed(err)
		}
		paid := 0.0
		for i, q := range questions {
			if v, bad := unusable(float64(shares[i])); bad {
				return v
			}
			paid += float64(shares[i])
			if _, err := gdp.Laplace(s, q.Name, query.EdgeCount[gdp.L1](gdp.EdgeLevel, 3, 2), shares[i]); errors.Is(err, gdp.ErrBudget) {
				return wrong("the session refuses %s: the total would be ε = %s, but the budget is %s", q.Name, number(paid), number(float64(budget)))
			} else if err != nil {
				return wrong("the session refuses: %v", err)
			}
		}
		const times = 40
		near := Verdict{State: Right, Says: "the session answers all questions, and nine in ten answers are as close as required"}
		hit, miss := figure.Series{Name: "close enough", Role: figure.Strict, Apart: true}, figure.Series{Name: "too far", Role: figure.Published, Apart: true}
		var rims []figure.Series
		for i, q := range questions {
			off, err := noise(shares[i], uint64(i*times), times)
			if err != nil {
				return failed(err)
			}
			for k, x := range off {
				to := &hit
				if y := x * q.Moves / q.Within; math.Abs(y) > 1 {
					to = &miss
				}
				to.X, to.Y = append(to.X, float64(i)+0.6+0.02*float64(k)), append(to.Y, x*q.Moves/q.Within)
			}
			if reach := math.Ln10 * q.Moves / float64(shares[i]); near.State == Right && above(reach, q.Within) {
				near = wrong("nine in ten answers to %s are within %s of the truth, but %s is required", q.Name, number(reach), number(q.Within))
			}
		}
		for _, y := range []float64{-1, 1} {
			rims = append(rims, figure.Series{Name: "required", Role: figure.NonPrivate, X: []float64{0.5, float64(len(questions)) + 0.5}, Y: []float64{y, y}})
		}
		series := append(rims, hit)
		if len(miss.X) > 0 {
			series = append(series, miss)
		}
		near.Picture = figure.Lines(figure.LinesStyle{Title: "Forty answers to each question", XLabel: "question", YLabel: "error / required error", Legend: figure.Beside}, series...).Sized(7, 3.4)
		return near
	})
}
