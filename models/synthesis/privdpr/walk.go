package privdpr

import (
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
)

// pair is a training pair of Algorithm 2: a start node and a node that a walk from it visited. Most
// pairs are not edges.
type pair struct{ i, j int32 }

// walkPairs samples walks from each start node. Each move goes to a uniform successor; a walk ends
// after length moves or at a node without successors: [PRIVDPR25] Alg. 2, lines 4 to 7.
func walkPairs(pairs []pair, g *graph.Graph, starts []int32, walks, length int, r *rand.Rand) []pair {
	for _, start := range starts {
		for range walks {
			at := start
			for range length {
				next := g.Neighbors(at)
				if len(next) == 0 {
					break
				}
				at = next[r.IntN(len(next))]
				pairs = append(pairs, pair{start, at})
			}
		}
	}
	return pairs
}
