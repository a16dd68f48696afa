package main

import (
	"math"
	"slices"

	"github.com/graphdp/graphdp/gdp"
)

// table holds the losses of one graph: of each budget, those of the caps of [ladder].
type table struct {
	name   string
	n      int
	losses [][]float64
}

// measure tabulates the losses of a graph.
func measure(x named, loss func(cap int, eps gdp.Epsilon) (float64, error)) (table, error) {
	t := table{name: x.name, n: x.g.N()}
	for _, eps := range budgets {
		row := make([]float64, len(ladder))
		for i, cap := range ladder {
			var err error
			if row[i], err = loss(cap, eps); err != nil {
				return t, err
			}
		}
		t.losses = append(t.losses, row)
	}
	return t, nil
}

// at returns the loss of a cap between two of the ladder, on the line between theirs over the
// cap's logarithm.
func (t table) at(budget int, cap float64) float64 {
	place := 2 * math.Log2(max(cap, 1)/float64(ladder[0]))
	place = min(max(place, 0), float64(len(ladder)-1))
	i := min(int(place), len(ladder)-2)
	f := place - float64(i)
	return (1-f)*t.losses[budget][i] + f*t.losses[budget][i+1]
}

// form is a family of rules: factor·(n^byNodes · ε)^power.
type form struct {
	name    string
	byNodes float64
	powers  []float64
}

// forms are the families that compete, the simplest first.
var forms = []form{
	{"c √ε", 0, []float64{0.5}},
	{"c √(n ε)", 1, []float64{0.5}},
	{"c ε^p", 0, steps(0.1, 1, 0.05)},
	{"c (n ε)^p", 1, steps(0.1, 1, 0.05)},
}

func steps(from, to, by float64) (list []float64) {
	for x := from; x < to+by/2; x += by {
		list = append(list, x)
	}
	return list
}

// rule is a member of a form.
type rule struct {
	form          form
	factor, power float64
}

func (r rule) cap(n int, eps gdp.Epsilon) float64 {
	return r.factor * math.Pow(math.Pow(float64(n), r.form.byNodes)*float64(eps), r.power)
}

// mean returns a rule's criterion: the mean of its losses over graphs and budgets.
func mean(tables []table, cap func(n int, eps gdp.Epsilon) float64) float64 {
	sum := 0.0
	for _, t := range tables {
		for b, eps := range budgets {
			sum += t.at(b, cap(t.n, eps)) / float64(len(tables)*len(budgets))
		}
	}
	return sum
}

// best returns the rule of a form that loses least.
func (f form) best(tables []table) (found rule) {
	least := math.Inf(1)
	for _, power := range f.powers {
		for factor := 0.01; factor < 1000; factor *= 1.04 {
			r := rule{f, factor, power}
			if loss := mean(tables, r.cap); loss < least {
				found, least = r, loss
			}
		}
	}
	return found
}

// oracle returns the loss of the best cap of the ladder for each graph and budget.
func oracle(tables []table) float64 {
	sum := 0.0
	for _, t := range tables {
		for b := range budgets {
			sum += slices.Min(t.losses[b]) / float64(len(tables)*len(budgets))
		}
	}
	return sum
}
