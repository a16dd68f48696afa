package metric

import (
	"math/rand/v2"
	"testing"
)

// Balls around up to 64 nodes of a component meet when they have grown by the largest distance
// between two of the nodes: an even or an odd one, 0 of one node.
func TestWidestByFloydWarshall(t *testing.T) {
	rng := rand.New(rand.NewPCG(63, 64))
	smallGraphs(t, func(t *testing.T, a matrix) {
		var component []int32
		in, _ := a.largest()
		for u := range a {
			if in[u] {
				component = append(component, int32(u))
			}
		}
		g, all := a.graph(), a.distances()
		for _, k := range []int{1, 2, 1 + rng.IntN(together), together} {
			if k > len(component) {
				continue
			}
			rng.Shuffle(len(component), func(i, j int) { component[i], component[j] = component[j], component[i] })
			want := 0
			for _, u := range component[:k] {
				for _, v := range component[:k] {
					want = max(want, int(all[u][v]))
				}
			}
			if got := widest(g, component[:k]); got != want {
				t.Fatalf("nodes %v: largest distance %d, want %d", component[:k], got, want)
			}
		}
	})
}
