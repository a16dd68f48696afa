package degrees

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Degrees are dealt by the order of the means, and quantiles have the law.
func TestDealtDegrees(t *testing.T) {
	list := Quantiles([]float64{0.5, 0, 0.25, 0.25}, 8)
	if want := []float64{0, 0, 0, 0, 2, 2, 3, 3}; !slices.Equal(list, want) {
		t.Errorf("%v, want %v", list, want)
	}
	dealt, err := Deal([]float64{5, 1, 9, 2, 2, 2, 7, 0}, list, rand.New(rand.NewPCG(1, 1)))
	if err != nil || dealt[2] != 3 || dealt[6] != 3 || dealt[0] != 2 || dealt[7] != 0 || dealt[1] != 0 || dealt[3]+dealt[4]+dealt[5] != 2 {
		t.Errorf("%v", dealt)
	}
	if list := Quantiles(nil, 2); !slices.Equal(list, []float64{0, 0}) {
		t.Errorf("%v", list)
	}
	for _, r := range []*rand.Rand{nil, rand.New(rand.NewPCG(1, 1))} {
		if dealt, err := Deal([]float64{1, 2}, list[:1], r); err == nil {
			t.Errorf("%v", dealt)
		}
	}
}
