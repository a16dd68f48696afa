package backend

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/gomlx/gomlx/core/tensors"
)

// Speed is what [Measure] measures. Machines are shared and noisy: compare two
// backends by the ratio of their figures from one call each, made in turn.
type Speed struct {
	Product time.Duration `json:"product_ns"` // one float32 product of two 1024 x 1024 matrices
	GFLOPS  float64       `json:"gflops"`     // of that product: 2 x 1024^3 operations
	Step    time.Duration `json:"step_ns"`    // one plain gradient step of a 1433-32-7 network, 256 examples
}

// Measure times a large product and a small training step on the named
// backend: the best of several runs each, after one that compiles.
func Measure(name string) (Speed, error) {
	b, err := Open(name)
	if err != nil {
		return Speed{}, err
	}
	product, err := best(b, 5, func(x, y *Node) *Node { return MatMul(x, y) },
		random(1024, 1024), random(1024, 1024))
	if err != nil {
		return Speed{}, fmt.Errorf("backend: measuring the product on %q: %w", name, err)
	}
	const in, hidden, out, batch = 1433, 32, 7, 256
	step, err := best(b, 20, trainingStep, random(batch, in), random(batch, out), random(in, hidden), random(hidden, out))
	if err != nil {
		return Speed{}, fmt.Errorf("backend: measuring a training step on %q: %w", name, err)
	}
	return Speed{Product: product, GFLOPS: 2 * 1024 * 1024 * 1024 / product.Seconds() / 1e9, Step: step}, nil
}

// trainingStep returns one gradient step on the squared error of a network with one
// hidden layer.
func trainingStep(x, target, w1, w2 *Node) (*Node, *Node) {
	h := MaxScalar(MatMul(x, w1), 0)
	loss := ReduceAllMean(Square(Sub(MatMul(h, w2), target)))
	grads := Gradient(loss, w1, w2)
	return Sub(w1, MulScalar(grads[0], 0.1)), Sub(w2, MulScalar(grads[1], 0.1))
}

// best returns the shortest of n runs of fn. Inputs and results stay where the
// backend keeps them; a call returns when the computation has ended.
func best[F ExecGraphFn](b compute.Backend, n int, fn F, args ...any) (time.Duration, error) {
	exec, err := NewExec(b, fn)
	if err != nil {
		return 0, err
	}
	defer exec.Finalize()
	var times []time.Duration
	for range n + 1 {
		start := time.Now()
		outputs, err := exec.Call(args...)
		if err != nil {
			return 0, err
		}
		times = append(times, time.Since(start))
		for _, o := range outputs {
			if err := o.FinalizeAll(); err != nil {
				return 0, err
			}
		}
	}
	return slices.Min(times[1:]), nil // the first run compiles
}

// works multiplies two matrices whose product is known.
func works(b compute.Backend) error {
	got, err := CallOnce(b, func(x *Node) *Node { return MatMul(x, x) }, [][]float32{{1, 2}, {3, 4}})
	if err != nil {
		return err
	}
	if want := tensors.FromValue([][]float32{{7, 10}, {15, 22}}); !got.InDelta(want, 1e-6) {
		return fmt.Errorf("the square of [[1 2] [3 4]] came out as %v", got.Value())
	}
	return nil
}

// random makes a fixed matrix: what is measured does not depend on its values.
func random(rows, cols int) *tensors.Tensor {
	rng := rand.New(rand.NewPCG(1, 2))
	data := make([]float32, rows*cols)
	for i := range data {
		data[i] = float32(rng.NormFloat64())
	}
	return tensors.FromFlatDataAndDimensions(data, rows, cols)
}
