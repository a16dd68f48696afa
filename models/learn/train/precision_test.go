package train

import (
	"errors"
	"math"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/learn/backend"
)

// The backends here multiply in float32; one that rounds its inputs to the 10 bits
// of TF32, on one side or both, is refused.
func TestProductsAreFloat32(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		b := must.Get(backend.Open(name))(t)
		for range 2 {
			must.Do(t, checkPrecision(b))
		}
	})
	tf32 := func(x float32) float32 { return math.Float32frombits((math.Float32bits(x) + 1<<12) &^ (1<<13 - 1)) }
	same := func(x float32) float32 { return x }
	for name, round := range map[string][2]func(float32) float32{"left": {tf32, same}, "right": {same, tf32}, "both": {tf32, tf32}, "none": {same, same}} {
		err := checkProducts(func(x, y []float32, n int) ([]float32, error) {
			out := make([]float32, n*n)
			for i := range n {
				for k := range n {
					if a := round[0](x[i*n+k]); a != 0 {
						for j := range n {
							out[i*n+j] += a * round[1](y[k*n+j])
						}
					}
				}
			}
			return out, nil
		})
		if errors.Is(err, ErrPrecision) != (name != "none") {
			t.Errorf("rounding %s: %v", name, err)
		}
	}
	failed := errors.New("no device")
	if err := checkProducts(func([]float32, []float32, int) ([]float32, error) { return nil, failed }); !errors.Is(err, failed) {
		t.Error(err)
	}
}
