package metric

import (
	"math"
	"testing"
)

// [DPGS] Eq. 10 with the floor of PrivGraph's code, worked out in the project's
// sheet on that paper: (½,½,0) to (¼,½,¼), and back.
func TestKLOfAWorkedPair(t *testing.T) {
	a, b := []int64{2, 2}, []int64{1, 2, 1}
	within(t, "KL", KL(a, b), 0.3465736, 5e-8)
	within(t, "KL", KL(b, a), 8.4910530, 5e-8)
	near(t, "KL of equals", KL(a, []int64{7, 7, 0, 0}), 0)
	if !math.IsNaN(KL(nil, a)) || !math.IsNaN(KL(a, []int64{0})) {
		t.Error("KL with an empty histogram is a number")
	}
}

func TestKSOfAWorkedPair(t *testing.T) {
	a, b := []int64{1, 2, 1}, []int64{0, 1, 0, 1}
	// Cumulative: ¼ ¾ 1 1 and 0 ½ ½ 1.
	near(t, "KS", KS(a, b), 0.5)
	near(t, "KS", KS(b, a), 0.5)
	near(t, "KS of equals", KS(a, []int64{10, 20, 10}), 0)
	near(t, "KS of disjoint", KS([]int64{3}, []int64{0, 0, 1}), 1)
	if !math.IsNaN(KS(a, nil)) || !math.IsNaN(KS(nil, a)) {
		t.Error("KS with an empty histogram is a number")
	}
}
