package ask

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/estimate/degrees"
)

// A histogram of degrees under the public cap errs by less than one under the largest degree,
// though that is read off the graph and costs nothing: means over ten seeds of the ℓ1 distance a
// node.
func TestTheLargestDegreeIsNoBetterCap(t *testing.T) {
	const n = 3000
	for _, attach := range []int{3, 10} {
		g, err := gen.BarabasiAlbert(n, attach, rand.New(rand.NewPCG(4, 4)))
		if err != nil {
			t.Fatal(err)
		}
		largest, truth := 0, make([]float64, n)
		for _, d := range g.Degrees() {
			truth[d]++
			largest = max(largest, int(d))
		}
		for _, eps := range []gdp.Epsilon{1, 2} {
			off := func(cap int) (sum float64) {
				for seed := range uint64(10) {
					list, err := degrees.Distribution(opened(t, g, gdp.NodeLevel, float64(eps), seed), "degrees", cap, eps)
					if err != nil {
						t.Fatal(err)
					}
					h := make([]float64, n)
					for _, d := range list {
						h[d]++
					}
					for d, x := range h {
						sum += math.Abs(x-truth[d]) / n / 10
					}
				}
				return sum
			}
			public, private := off(query.DegreeCap(n, eps)), off(largest)
			t.Logf("ε = %v, largest degree %d: %.3f under the public cap, %.3f under the largest degree", eps, largest, public, private)
			if public > 0.95*private {
				t.Errorf("ε = %v: %v under the public cap, %v under the largest degree %d", eps, public, private, largest)
			}
		}
	}
}
