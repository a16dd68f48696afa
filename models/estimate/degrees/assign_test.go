package degrees

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Degrees are assigned by the order of the means, and quantiles have the law.
func TestDealtDegrees(t *testing.T) {
	list := Quantiles([]float64{0.5, 0, 0.25, 0.25}, 8)
	if want := []float64{0, 0, 0, 0, 2, 2, 3, 3}; !slices.Equal(list, want) {
		t.Errorf("%v, want %v", list, want)
	}
	assigned, err := Assign([]float64{5, 1, 9, 2, 2, 2, 7, 0}, list, rand.New(rand.NewPCG(1, 1)))
	if err != nil || assigned[2] != 3 || assigned[6] != 3 || assigned[0] != 2 || assigned[7] != 0 || assigned[1] != 0 || assigned[3]+assigned[4]+assigned[5] != 2 {
		t.Errorf("%v", assigned)
	}
	if list := Quantiles(nil, 2); !slices.Equal(list, []float64{0, 0}) {
		t.Errorf("%v", list)
	}
	for _, r := range []*rand.Rand{nil, rand.New(rand.NewPCG(1, 1))} {
		if assigned, err := Assign([]float64{1, 2}, list[:1], r); err == nil {
			t.Errorf("%v", assigned)
		}
	}
}
