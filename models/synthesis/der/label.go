package der

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// labelling searches for an order of nodes in rounds. Each round chooses among public sets of
// position swaps.
type labelling struct {
	order  []int32 // initial order
	rounds int
	sets   int // per round; set 0 swaps nothing
	seed   uint64
}

// swaps returns the pairs of positions that a set exchanges in a round: a tenth of all positions.
func (l labelling) swaps(round, set int) (pairs [][2]int) {
	n := len(l.order)
	if set == 0 || n < 2 {
		return nil
	}
	p := rand.New(rand.NewPCG(l.seed, uint64(round*l.sets+set))).Perm(n)
	for i := range max(n/20, 1) {
		pairs = append(pairs, [2]int{p[2*i], p[2*i+1]})
	}
	return pairs
}

// far returns a position's distance from the middle, scaled so that an edge's two ends have a sum
// of less than 1.
func far(i, n int) float64 { return math.Abs(float64(i)-float64(n-1)/2) / float64(n-1) }

// gain returns by how much the swaps reduce the sum of distances from the middle over all edges.
func gain(degrees, order []int32, swaps [][2]int) (sum float64) {
	n := len(order)
	for _, s := range swaps {
		more := degrees[order[s[0]]] - degrees[order[s[1]]]
		sum += float64(more) * (far(s[0], n) - far(s[1], n)) // [DER14] Labelling
	}
	return sum
}

func apply(order []int32, swaps [][2]int) {
	for _, s := range swaps {
		order[s[0]], order[s[1]] = order[s[1]], order[s[0]]
	}
}

// scores returns the gains of all sets, each in the order after the rounds before. An edge changes
// each gain by less than 1, in every round.
func (l labelling) scores(rel gdp.Relation) gdp.InTurn {
	return gdp.InTurn{
		Name: fmt.Sprintf("gains of %d sets of swaps in turn %d, %s", l.sets, l.seed, newTree(l.order).name("order", nil)), Relation: rel, Bound: 1,
		Basis: gdp.Proof{Doc: "papers/der.md#gains", Test: "TestGains"}, Rows: l.rounds, Length: l.sets, Affected: l.rounds,
		Begin: func(d *gdp.Data) (func(int, []int32) (gdp.Entries, error), error) {
			order, degrees := append([]int32(nil), l.order...), d.Network.Graph.Degrees()
			return func(round int, before []int32) (e gdp.Entries, err error) {
				if round > 0 {
					apply(order, l.swaps(round-1, int(before[round-1])))
				}
				for set := range l.sets {
					e.At, e.Values = append(e.At, int32(set)), append(e.Values, gain(degrees, order, l.swaps(round, set)))
				}
				return e, nil
			}, nil
		},
	}
}

// label returns the order after all rounds.
func (c Paper) label(run *checkpoint.Run, eps gdp.Epsilon) ([]int32, error) {
	s, r := run.Session(), run.Stream("labels")
	l := labelling{rounds: c.Rounds, sets: c.Sets, seed: r.Uint64()}
	for _, u := range r.Perm(s.Public().Nodes) {
		l.order = append(l.order, int32(u))
	}
	chosen, err := gdp.NewNoisyMaxInTurn("labels", l.scores(s.Relation()), eps/gdp.Epsilon(c.Rounds)).Draw(s)
	if err != nil {
		return nil, err
	}
	for round, set := range chosen {
		apply(l.order, l.swaps(round, int(set)))
	}
	return l.order, nil
}
