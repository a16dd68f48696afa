package lists_test

import (
	"slices"
	"strconv"
	"testing"

	"github.com/graphdp/graphdp/data/lists"
)

func TestLists(t *testing.T) {
	if got := lists.Map([]int{3, 1}, strconv.Itoa); !slices.Equal(got, []string{"3", "1"}) {
		t.Errorf("Map: %v", got)
	}
	if got := lists.Map([]int(nil), strconv.Itoa); got != nil {
		t.Errorf("Map of nil: %#v", got)
	}
	if got := lists.Filter([]int{3, 1, 2}, func(x int) bool { return x > 1 }); !slices.Equal(got, []int{3, 2}) {
		t.Errorf("Filter: %v", got)
	}
	if got := lists.Convert[float32]([]int64{2, -1}); !slices.Equal(got, []float32{2, -1}) {
		t.Errorf("Convert: %v", got)
	}
	if got := lists.Sum([]float64{0.5, 2, -1}); got != 1.5 {
		t.Errorf("Sum: %v, want 1.5", got)
	}
	if got := lists.Upto[int32](3); !slices.Equal(got, []int32{0, 1, 2}) {
		t.Errorf("Upto: %v", got)
	}
}
