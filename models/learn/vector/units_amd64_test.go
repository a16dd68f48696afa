//go:build goexperiment.simd

package vector

import (
	"os"
	"simd/archsimd"
	"strings"
	"testing"
)

// GODEBUG can disable CPU features: continuous integration repeats the arithmetic tests that way.
// Pure Go's matrix products also check archsimd.X86.
func TestUnitsSwitchedOff(t *testing.T) {
	x := archsimd.X86
	t.Logf("AVX %v, AVX2 %v, FMA %v, AVX-512 %v", x.AVX(), x.AVX2(), x.FMA(), x.AVX512())
	for _, setting := range strings.Split(os.Getenv("GODEBUG"), ",") {
		switch {
		case setting == "cpu.avx512f=off" && x.AVX512():
			t.Errorf("%s, and AVX-512 is on", setting)
		case setting == "cpu.all=off" && (x.AVX() || x.AVX2() || x.FMA() || x.AVX512()):
			t.Errorf("%s, and vector units are on", setting)
		}
	}
}
