package train

import (
	"errors"
	"fmt"
	"sync"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/gomlx/gomlx/core/tensors"
)

// ErrPrecision is returned for a backend whose matrix products have less than float32 precision, as
// GPUs may be configured: the margin of the clip would be too small.
var ErrPrecision = errors.New("products are not float32")

var precise sync.Map // by compute.Backend: error or nil

// checkPrecision returns an error if the backend's products are not float32. Each backend is tested
// once.
func checkPrecision(b compute.Backend) error {
	err, asked := precise.Load(b)
	if !asked {
		err = checkProducts(func(x, y []float32, n int) ([]float32, error) {
			out, err := CallOnce(b, func(x, y *Node) *Node { return MatMul(x, y) },
				tensors.FromFlatDataAndDimensions(x, n, n), tensors.FromFlatDataAndDimensions(y, n, n))
			if err != nil {
				return nil, err
			}
			return tensors.CopyFlatData[float32](out)
		})
		precise.Store(b, err)
	}
	if err != nil {
		return err.(error)
	}
	return nil
}

// checkProducts multiplies numbers that use the last bit of a float32 by the identity matrix, from
// either side, and expects them unchanged.
func checkProducts(product func(x, y []float32, n int) ([]float32, error)) error {
	const n = 128 // large enough to use the kernels of large products
	x, one := make([]float32, n*n), make([]float32, n*n)
	for i := range x {
		x[i] = 1 + float32(i+1)*0x1p-23
		if i%(n+1) == 0 {
			one[i] = 1
		}
	}
	for _, sides := range [][2][]float32{{x, one}, {one, x}} {
		got, err := product(sides[0], sides[1], n)
		if err != nil {
			return fmt.Errorf("train: %w", err)
		}
		for i := range x {
			if got[i] != x[i] {
				return fmt.Errorf("train: %w on this backend: 1 x %v came out as %v; on a GPU, GOMLX_BACKEND=xla:cuda,tf32=false asks for float32", ErrPrecision, x[i], got[i])
			}
		}
	}
	return nil
}
