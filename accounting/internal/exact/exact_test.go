package exact

import (
	"math"
	"testing"
)

// Digits from standard tables: e, and 1 - Φ(10) = 7.61985302416052606597334325...e-24.
func TestKnownDigits(t *testing.T) {
	e := Exp(float(1)).Text('f', 50)
	if want := "2.71828182845904523536028747135266249775724709369996"; e != want {
		t.Errorf("e = %s, want %s", e, want)
	}
	tail := Cdf(float(-10)).Text('e', 24)
	if want := "7.619853024160526065973343e-24"; tail != want {
		t.Errorf("1 - Φ(10) = %s, want %s", tail, want)
	}
	if pi := pi.Text('f', 50); pi != "3.14159265358979323846264338327950288419716939937511" {
		t.Errorf("π = %s", pi)
	}
	if x := LogRatio(Exp(float(-700)), -700); x != 0 {
		t.Errorf("ln of e^-700 over itself: %v", x)
	}
	if d, _ := GaussianDelta(1, 0).Float64(); math.Abs(d-0.38292492254802624) > 1e-15 { // 2Φ(1/2) - 1
		t.Errorf("δ(0) at μ = 1: %v", d)
	}
}
