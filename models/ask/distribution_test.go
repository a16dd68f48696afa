package ask

import (
	"math"
	"testing"
)

// One interval that fails moves the ends of all after it, and no value: a value is what all noise
// says together.
func TestOneFailureMovesNoValue(t *testing.T) {
	const n, off = 1000, 20.
	noisy := make([]float64, n)
	for i := range noisy {
		noisy[i] = 100
	}
	noisy[n-1] = 100 - off - 50
	values := ascending(noisy, off, single(200, 0))
	for i, v := range values {
		if math.Abs(v.Value-100) > 0.1 || v.Low > v.Value || v.High < v.Value {
			t.Fatalf("value %d is %+v, want about 100", i, v)
		}
	}
	if v := values[0]; v.High > 101 {
		t.Errorf("the failure at the end moves no end: %+v", v)
	}
}
