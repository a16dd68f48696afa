package train

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/models/learn/backend"
)

// Measure times a large product and a small training step on the named backend: the best of several
// runs each, after a first one that compiles.
func Measure(name string) (backend.Speed, error) {
	var s backend.Speed
	b, err := backend.Open(name)
	if err != nil {
		return s, err
	}
	product, err := NewExec(b, func(x, y *Node) *Node { return MatMul(x, y) })
	if err != nil {
		return s, fmt.Errorf("train: measuring the product on %q: %w", name, err)
	}
	defer product.Finalize()
	const n = 1024
	x, y := random(n, n), random(n, n)
	s.Product, err = best(5, func() error {
		out, err := product.Call(x, y)
		if err != nil {
			return err
		}
		return out[0].FinalizeAll()
	})
	if err != nil {
		return s, fmt.Errorf("train: measuring the product on %q: %w", name, err)
	}
	s.GFLOPS = 2 * n * n * n / s.Product.Seconds() / 1e9

	const in, hidden, classes, batch, steps = 1433, 32, 7, 256, 20
	c := Config{
		Model: measured(in, hidden, classes), Optimiser: SGD{Rate: 0.1}, Steps: steps + 1, Batch: batch, Divisor: batch, Backend: name,
		Inputs: []shapes.Shape{shapes.Make(dtypes.Float32, batch, in), shapes.Make(dtypes.Int32, batch)},
	}
	t, err := New(c, c.Model.Glorot(rand.New(rand.NewPCG(1, 2))))
	if err != nil {
		return s, fmt.Errorf("train: measuring a training step on %q: %w", name, err)
	}
	defer t.Close()
	one := Batch{Present: make([]bool, batch), Inputs: []*tensors.Tensor{random(batch, in), tensors.FromShape(c.Inputs[1])}}
	for i := range one.Present {
		one.Present[i] = true
	}
	s.Step, err = best(steps, func() error { return t.Step(context.Background(), one) })
	if err != nil {
		return s, fmt.Errorf("train: measuring a training step on %q: %w", name, err)
	}
	return s, nil
}

// measured is the benchmark's net, with one hidden layer.
func measured(in, hidden, classes int) Model {
	return Model{
		Weights: [][]int{{in, hidden}, {hidden}, {hidden, classes}, {classes}},
		Loss: func(t *Tape, x []*Node) *Node {
			h := MaxScalar(t.Bias(1, t.Linear(0, x[0])), 0)
			return CrossEntropy(t.Bias(3, t.Linear(2, h)), x[1])
		},
		Chain: &Chain{Layers: []Layer{{Weight: 0, Bias: 1, Active: ReLU}, {Weight: 2, Bias: 3}}},
	}
}

// best returns the shortest of n runs, after a first one that compiles.
func best(n int, run func() error) (time.Duration, error) {
	var times []time.Duration
	for range n + 1 {
		start := time.Now()
		if err := run(); err != nil {
			return 0, err
		}
		times = append(times, time.Since(start))
	}
	return slices.Min(times[1:]), nil
}

// random returns a fixed matrix; its values do not affect the timing.
func random(rows, cols int) *tensors.Tensor {
	rng := rand.New(rand.NewPCG(1, 2))
	data := make([]float32, rows*cols)
	for i := range data {
		data[i] = float32(rng.NormFloat64())
	}
	return tensors.FromFlatDataAndDimensions(data, rows, cols)
}
