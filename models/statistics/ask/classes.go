package ask

import (
	"fmt"
	"math"
	"slices"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// cutOfNodes counts edges between classes at node level, where classes are private.
var cutOfNodes = mechanism{
	name: "race to the top over degree caps", relations: nodeLevel, unfit: question.undeclared,
	why: "one node changes the count by its degree; several degree caps are tried at once [DFYTM22], and the largest also bounds the number of edges; class names are public, memberships private",
	ask: func(q question) ([]Value, []string, error) {
		rel, n, classes := q.s.Relation(), q.of.Nodes, len(q.of.Classes)
		return q.racedEdges("cut", func(cap int) gdp.Bounded[gdp.L1] { return query.CutOfClasses[gdp.L1](rel, n, classes, cap) })
	},
}

// mixingOfNodes counts edges within and between classes at node level. Each round of one race asks
// for all counts, since a node has one class and changes few of them.
var mixingOfNodes = mechanism{
	name: "race to the top over degree caps", relations: nodeLevel, unfit: question.undeclared,
	why: "one node changes the counts of its class by its degree; several degree caps are tried at once [DFYTM22], and the largest also bounds the number of edges; class names are public, memberships private",
	ask: func(q question) ([]Value, []string, error) {
		rel, n, classes := q.s.Relation(), q.of.Nodes, len(q.of.Classes)
		names := append(slices.Clone(q.of.Classes), "no class") // whether any node has no class is private
		caps, cells := RaceCaps(n-1), query.BlockCells(len(names))
		centre := max(0, middle(len(caps))-1) // each count has a part of a node's edges, and noise for the sum
		miss := q.miss / float64(2*cells)
		if err := failing("mixing", miss); err != nil {
			return nil, nil, err
		}
		rounds, answers, err := askRounds(q.s, "mixing", caps, func(cap int) gdp.Bounded[gdp.L1] { return query.MixingOfClasses[gdp.L1](rel, n, classes, cap) }, cells, q.eps, division{centre, 2})
		if err != nil {
			return nil, nil, err
		}
		values := make([]Value, cells)
		var like [3][]int // within classes, between classes, and without a class
		for b := range names {
			for a := range b + 1 {
				cell, kind := query.BlockCell(int32(a), int32(b)), 1
				if b == classes {
					kind = 2
				} else if a == b {
					kind = 0
				}
				like[kind] = append(like[kind], cell)
				values[cell] = finish(rounds, answers, cell, miss, noiseWins, centre).between(miss).within(0, q.pairs())
				values[cell].Of = cellName(names, a, b)
			}
		}
		var facts []string
		for i, alike := range like {
			if len(alike) > 0 {
				won := pool(values, rounds, answers, alike)
				facts = append(facts, fmt.Sprintf("cap %s won %s", Number(float64(caps[won])), [3]string{"within classes", "between classes", "for nodes without a class"}[i]))
			}
		}
		return values, facts, nil
	},
}

// pool answers each group of similar cells from the round whose sum is the largest beyond doubt. It
// shrinks the values to their mean, and the mean to 0, by the share of noise in their differences
// (James-Stein); anything within four standard deviations counts as noise. Each value stays in its
// interval.
func pool(values []Value, rounds []Round, answers [][]float64, cells []int) (won int) {
	k, best, mean := float64(len(cells)), math.Inf(-1), 0.0
	for i, r := range rounds {
		sum := 0.0
		for _, c := range cells {
			sum += answers[i][c]
		}
		if sure := sum - 4*math.Sqrt(2*k)*r.Scale; sure > best {
			won, best, mean = i, sure, sum/k
		}
	}
	noise, spread := 2*rounds[won].Scale*rounds[won].Scale, 0.0
	for _, c := range cells {
		spread += (answers[won][c] - mean) * (answers[won][c] - mean) / k
	}
	// Relative to the noise's variance, a squared sample has variance 5.
	kept := max(0, spread-noise*(1+4*math.Sqrt(5/k))) / max(spread, noise)
	centre := max(0, mean-16*noise/k/max(mean, math.SmallestNonzeroFloat64))
	for _, c := range cells {
		v := &values[c]
		v.Value = min(max(centre+(answers[won][c]-mean)*kept, v.Low), v.High)
	}
	return won
}
