package dpggan

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/claim"
)

// One edge moves the sum of the clipped gradients by 242 clips on 177 nodes, and by more
// on more: it moves the codes of all neighbours of its ends, and each has a gradient.
func TestClippingByNodeBoundsNoEdge(t *testing.T) {
	claim.Fails(t, "dpggan", "Eq. 5: clipping each node's gradient to norm C bounds what one edge moves by C (242 C on 177 nodes: G1)")
	for n, want := range map[int]float64{13: 13.47, 50: 65.55, 177: 242.28} {
		x := must.Get(ClipCounterexample(n))(t)
		t.Logf("N = %d: %.3f", n, x.Moved)
		if math.Abs(x.Moved-want) > 0.005*want {
			t.Errorf("N = %d: one edge moves the sum by %.3f C, want %.2f", n, x.Moved, want)
		}
		if x.Without.N() != n || x.With.N() != n || x.Without.HasEdge(0, 1) || !x.With.HasEdge(0, 1) || x.With.M() != x.Without.M()+1 {
			t.Errorf("N = %d: the graphs do not differ in the edge 0–1 alone", n)
		}
	}
	for _, n := range []int{-1, 0, 2, 1001} {
		if x, err := ClipCounterexample(n); err == nil {
			t.Errorf("%d nodes: %+v", n, x)
		}
	}
}
