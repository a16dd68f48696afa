package ask

import (
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// cutOfNodes is the number of edges between classes where nodes, and with them their classes, are
// hidden.
var cutOfNodes = mechanism{
	name: "race to the top over degree caps", relations: nodeLevel, unfit: question.undeclared,
	why: "one node changes the count by its degree; several degree caps are tried at once [DFYTM22], and the largest also bounds the number of edges; class names are public, memberships private",
	ask: func(q question) ([]Value, []string, error) {
		rel, n, classes := q.s.Relation(), q.of.Nodes, len(q.of.Classes)
		return q.racedEdges("cut", func(cap int) gdp.Bounded[gdp.L1] { return query.CutOfClasses[gdp.L1](rel, n, classes, cap) })
	},
}

// mixingOfNodes is the number of edges within and between classes where nodes are hidden. All
// numbers are asked in each round of one race: a node moves few of them, as it has one class.
var mixingOfNodes = mechanism{
	name: "race to the top over degree caps", relations: nodeLevel, unfit: question.undeclared,
	why: "one node changes the counts of its class by its degree; several degree caps are tried at once [DFYTM22], and the largest also bounds the number of edges; class names are public, memberships private",
	ask: func(q question) ([]Value, []string, error) {
		rel, n, classes := q.s.Relation(), q.of.Nodes, len(q.of.Classes)
		names := append(slices.Clone(q.of.Classes), "no class") // whether a node has none is private
		caps, cells := RaceCaps(n-1), query.BlockCells(len(names))
		centre := max(0, middle(len(caps))-1) // a number has a part of a node's edges, and all have noise for the sum
		miss := q.miss / float64(2*cells)
		if err := failing("mixing", miss); err != nil {
			return nil, nil, err
		}
		rounds, answers, err := askRounds(q.s, "mixing", caps, func(cap int) gdp.Bounded[gdp.L1] { return query.MixingOfClasses[gdp.L1](rel, n, classes, cap) }, cells, q.eps, division{centre, 2})
		if err != nil {
			return nil, nil, err
		}
		values, winners := make([]Value, cells), make([]int, len(caps))
		for b := range names {
			for a := range b + 1 {
				cell := query.BlockCell(int32(a), int32(b))
				raced := finish(rounds, answers, cell, miss, noiseWins/float64(cells), centre)
				winners[raced.Winner]++
				values[cell] = raced.between(miss).within(0, q.pairs())
				values[cell].Of = cellName(names, a, b)
			}
		}
		var facts []string
		for i, c := range caps {
			if winners[i] > 0 {
				facts = append(facts, fmt.Sprintf("the cap %s won %d of %d times", Number(float64(c)), winners[i], cells))
			}
		}
		return values, facts, nil
	},
}
