package dpggan

import (
	"fmt"

	"github.com/graphdp/graphdp/gdp"
)

// known is what is public of a collection at edge level.
type known struct {
	sizes   []int // the number of nodes of each graph
	labels  []int32
	classes []string
	// names of the graphs' streams of coins; nil: their places, where these are public.
	names []string
}

// public returns what is public of a session's graphs; one graph is a collection of one.
func public(s *gdp.Session) (known, error) {
	p := s.Public()
	k := known{sizes: p.Sizes, labels: p.GraphLabels, classes: p.GraphClasses}
	if k.sizes == nil {
		k.sizes = []int{p.Nodes}
	}
	return k, k.check()
}

// check refuses a graph that has no nodes, and graphs that have no pair of nodes among them.
func (k known) check() error {
	most := 0
	for i, n := range k.sizes {
		if n == 0 {
			return fmt.Errorf("dpggan: graph %d has no nodes", i)
		}
		most = max(most, n)
	}
	if most < 2 {
		return fmt.Errorf("dpggan: %d graphs, of which none has two nodes", len(k.sizes))
	}
	return nil
}

// pairs returns the number of pairs of n nodes.
func pairs(n int) int64 { return int64(n) * int64(n-1) / 2 }

// nodes returns the number of nodes of all graphs.
func (k known) nodes() (total int) {
	for _, n := range k.sizes {
		total += n
	}
	return total
}
