// Package networktest tests that a network declared as a GoMLX graph and its hand-written CPU
// kernel compute the same loss and gradients.
package networktest

import (
	"math"
	"testing"

	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/learn/backend"
	_ "github.com/graphdp/graphdp/models/learn/backend/xla" // registers XLA
	"github.com/graphdp/graphdp/models/learn/train"
)

// Point is a network at given weights and inputs, with the kernel's results there.
type Point struct {
	Network   train.Network
	Weights   []any // []float32 or []float64
	Inputs    []any
	Loss      float64
	Gradients []any // like the weights; nil if the kernel computes none
}

// Agree fails unless the graph and the kernel agree on loss and gradients on every backend of this
// machine. The tolerance is relative: to the loss, and to the largest entry of a gradient.
func Agree(t *testing.T, p Point, tolerance float64) {
	t.Helper()
	present, err := backend.Present()
	if err != nil {
		t.Log(err)
	}
	for _, c := range present {
		if c.Name == "kernels" {
			continue
		}
		x := must.Get(p.Network.On(c.Name))(t)
		defer x.Close()
		var got []any
		for i, w := range p.Weights {
			if p.Gradients[i] == nil {
				got = append(got, nil)
			} else if w, ok := w.([]float64); ok {
				got = append(got, make([]float64, len(w)))
			} else {
				got = append(got, make([]float32, len(p.Weights[i].([]float32))))
			}
		}
		loss, err := x.Gradient(p.Weights, got, p.inputs()...)
		if err != nil {
			t.Fatalf("%s: %v", c.Name, err)
		}
		if !(math.Abs(loss-p.Loss) <= tolerance*math.Abs(p.Loss)) {
			t.Errorf("%s: the loss is %v, the kernel's %v", c.Name, loss, p.Loss)
		}
		for i, want := range p.Gradients {
			if want == nil {
				continue
			}
			apart, largest := distance(floats(got[i]), floats(want))
			if !(apart <= tolerance*largest) || largest == 0 {
				t.Errorf("%s: gradient %d is up to %v from the kernel's, whose largest entry is %v", c.Name, i, apart, largest)
			}
		}
	}
}

// Benchmark times the kernel and the graph on every backend of this machine.
func Benchmark(b *testing.B, p Point, kernel func()) {
	b.Run("kernel", func(b *testing.B) {
		for b.Loop() {
			kernel()
		}
	})
	present, _ := backend.Present()
	for _, c := range present {
		if c.Name == "kernels" {
			continue
		}
		b.Run(c.Name, func(b *testing.B) {
			x := must.Get(p.Network.On(c.Name))(b)
			defer x.Close()
			in := p.inputs()
			step := func() {
				must.Get(x.Gradient(p.Weights, p.Gradients, in...))(b)
			}
			step() // compiles
			for b.Loop() {
				step()
			}
		})
	}
}

// inputs returns copies of the inputs for one backend.
func (p Point) inputs() (list []any) {
	for _, x := range p.Inputs {
		if t, ok := x.(*tensors.Tensor); ok {
			x, _ = t.LocalClone()
		}
		list = append(list, x)
	}
	return list
}

func floats(x any) []float64 {
	if x, ok := x.([]float64); ok {
		return x
	}
	var list []float64
	for _, v := range x.([]float32) {
		list = append(list, float64(v))
	}
	return list
}

// distance returns the largest absolute difference and the largest absolute value of want.
func distance(got, want []float64) (apart, largest float64) {
	for i, w := range want {
		if d := math.Abs(got[i] - w); !(d <= apart) {
			apart = d
		}
		largest = max(largest, math.Abs(w))
	}
	return apart, largest
}
