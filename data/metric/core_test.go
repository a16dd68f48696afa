package metric

import (
	"slices"
	"testing"
)

// By definition: for each k, remove nodes of degree below k until none is left.
func TestCoresByPeeling(t *testing.T) {
	smallGraphs(t, func(t *testing.T, a matrix) {
		want := make([]int32, len(a))
		in := make([]bool, len(a))
		for k := 1; k < len(a); k++ {
			for u := range in {
				in[u] = true
			}
			for again := true; again; {
				again = false
				for u := range a {
					d := 0
					for v := range a {
						if in[v] && a[u][v] {
							d++
						}
					}
					if in[u] && d < k {
						in[u], again = false, true
					}
				}
			}
			for u := range in {
				if in[u] {
					want[u] = int32(k)
				}
			}
		}
		if got := Cores(a.graph()); !slices.Equal(got, want) {
			t.Errorf("core numbers %v, want %v", got, want)
		}
	})
}
