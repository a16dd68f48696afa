package ppr

import (
	"errors"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
)

// Capped is a push in rounds in which no node passes on more than Cap per edge in total:
// PushFlowCap of [DPPPR22]. Adding or removing one edge changes a row by at most 2·Cap, whatever
// the row's size.
type Capped struct {
	Alpha  float64 // teleport probability of the lazy walk
	Rounds int     // in each of which every node passes on as much as permitted
	Cap    float64
	Own    bool // exempts the root, which passes on everything
}

func (c Capped) check() error {
	switch {
	case !(c.Alpha > 0 && c.Alpha < 1):
		return fmt.Errorf("ppr: teleport probability %v: must be in (0, 1)", c.Alpha)
	case c.Rounds < 1:
		return fmt.Errorf("ppr: %d rounds, want at least 1", c.Rounds)
	case !(c.Cap > 0):
		return fmt.Errorf("ppr: cap %v per edge: must be positive", c.Cap)
	}
	return nil
}

// block is the number of roots whose rows are computed together.
const block = 16

// Dense returns the rows of all roots, one after the other, each with a number for every node:
// [DPPPR22] PushFlowCap. A node that has received x in total has passed on min(x, d·Cap), whatever
// came in which round, so a round only needs the totals of the previous one.
func (c Capped) Dense(g *graph.Graph) ([]float64, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if g == nil {
		return nil, errors.New("ppr: no graph")
	}
	n := g.N()
	rows := make([]float64, n*n)
	parallel.Blocks(n, block, func(_, lo, hi int) {
		k := hi - lo
		received, passed := make([]float64, n*k), make([]float64, n*k)
		for i := range k {
			received[(lo+i)*k+i] = 1
		}
		for round := 1; ; round++ {
			c.pass(g, lo, k, received, passed)
			if round == c.Rounds {
				break
			}
			c.receive(g, lo, k, received, passed)
		}
		for u := range n {
			for i := range k {
				rows[(lo+i)*n+u] = c.Alpha * passed[u*k+i]
			}
		}
	})
	return rows, nil
}

// pass computes what each node has passed on, for k roots from first on.
func (c Capped) pass(g *graph.Graph, first, k int, received, passed []float64) {
	for u := range g.N() {
		d := float64(g.Degree(int32(u)))
		for i := range k {
			most := d * c.Cap // [DPPPR22] Cap
			if c.Own && u == first+i && d > 0 {
				most = math.Inf(1)
			}
			passed[u*k+i] = min(received[u*k+i], most)
		}
	}
}

// receive computes what each node has received: half of the walking mass stays, and the other half
// goes to neighbours.
func (c Capped) receive(g *graph.Graph, first, k int, received, passed []float64) {
	half := (1 - c.Alpha) / 2
	share := make([]float64, g.N())
	for u := range share {
		share[u] = half / float64(max(1, g.Degree(int32(u))))
	}
	for u := range g.N() {
		row, own := received[u*k:][:k], passed[u*k:][:k]
		for i := range row {
			row[i] = half * own[i]
		}
		if u >= first && u < first+k {
			row[u-first]++
		}
		for _, v := range g.Neighbors(int32(u)) {
			s := share[v]
			for i, x := range passed[int(v)*k:][:k] {
				row[i] += s * x
			}
		}
	}
}
