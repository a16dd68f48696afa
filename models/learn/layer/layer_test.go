package layer

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/graphdp/graphdp/models/learn/vector"
)

// A layer's outputs and gradients are those of its formula, number by number.
func TestAffineByHand(t *testing.T) {
	l := NewAffine(2, 3, true, rand.New(rand.NewPCG(1, 1)))
	for _, w := range l.Weights.Value.Data {
		if bound := float32(math.Sqrt(6. / 5)); w == 0 || w < -bound || w > bound {
			t.Errorf("a first weight of %v", w)
		}
	}
	copy(l.Weights.Value.Data, []float32{1, -1, 2, 0, 3, -2})
	copy(l.Bias.Value.Data, []float32{0.5, 0, -1})
	x := vector.Dense([]float32{1, 2, -1, 1}, 2)
	y := l.Forward(x)
	if want := []float32{1.5, 5, 0, 0, 4, 0}; !reflect.DeepEqual(y.Data, want) {
		t.Errorf("outputs %v, want %v", y.Data, want)
	}
	dx := l.Backward(x, y, vector.Dense([]float32{1, 2, 3, 4, 5, 6}, 3)) // of which 3, 4 and 6 do not pass the ReLU
	for what, c := range map[string][2][]float32{
		"rows": {dx.Data, {-1, 6, -5, 15}}, "weights": {l.Weights.Gradient.Data, {1, -3, 0, 2, 9, 0}}, "bias": {l.Bias.Gradient.Data, {1, 7, 0}},
	} {
		if !reflect.DeepEqual(c[0], c[1]) {
			t.Errorf("gradient by the %s %v, want %v", what, c[0], c[1])
		}
	}
	before := l.Weights.Value.Data[0]
	l.Weights.Step(1, 0.25) // Adam's first step goes by the rate, against the sign of the gradient
	if moved := before - l.Weights.Value.Data[0]; math.Abs(float64(moved)-0.25) > 1e-5 || l.Weights.Value.Data[2] != 2 {
		t.Errorf("the first step moves a weight by %v, and one without a gradient to %v", moved, l.Weights.Value.Data[2])
	}
}
