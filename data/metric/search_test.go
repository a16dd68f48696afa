package metric

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A search pushes where few edges leave its front and pulls where many do: on graphs of every
// density, connected and not, both give the distances of the Floyd-Warshall algorithm.
func TestSearchByFloydWarshall(t *testing.T) {
	rng := rand.New(rand.NewPCG(61, 62))
	smallGraphs(t, func(t *testing.T, a matrix) {
		if len(a) == 0 {
			return
		}
		s, all := newSearch(a.graph()), a.distances()
		for range 3 { // the scratch of one run is that of the next
			from := rng.IntN(len(a))
			s.run(int32(from))
			reached := 0
			for v, d := range all[from] {
				want := int32(-1)
				if d <= float64(len(a)) {
					want = int32(d)
					reached++
				}
				if s.distance[v] != want {
					t.Fatalf("distance from %d to %d: %d, want %d", from, v, s.distance[v], want)
				}
			}
			queue := slices.Clone(s.queue)
			if !slices.IsSortedFunc(queue, func(u, v int32) int { return int(s.distance[u] - s.distance[v]) }) || s.distance[queue[len(queue)-1]] != s.eccentricity {
				t.Fatalf("nodes %v are not by distance up to %d", queue, s.eccentricity)
			}
			if slices.Sort(queue); len(slices.Compact(queue)) != reached || len(s.queue) != reached {
				t.Fatalf("%d nodes %v, want %d that differ", len(s.queue), s.queue, reached)
			}
		}
	})
}
