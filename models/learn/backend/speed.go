package backend

import (
	"fmt"
	"time"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/gomlx/gomlx/core/tensors"
)

// Speed holds the measurements of a backend. Machines are shared and noisy: compare two backends by
// the ratio of their figures, measured one right after the other.
type Speed struct {
	Product time.Duration `json:"product_ns"` // one float32 product of two 1024 × 1024 matrices
	GFLOPS  float64       `json:"gflops"`     // of that product: 2 · 1024³ operations
	Step    time.Duration `json:"step_ns"`    // one non-private gradient step of a 1433-32-7 network on 256 examples
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
