package train

import (
	"fmt"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/models/learn/backend"
)

// Network is a network with its loss, declared as a GoMLX graph. Automatic differentiation gives
// the gradients on every backend. Random numbers, such as dropout masks, are inputs.
type Network struct {
	// Weights holds the shapes of the weights, float32 or float64.
	Weights []shapes.Shape
	// Loss builds the scalar loss from the weights and the inputs.
	Loss func(w, in []*Node) *Node
}

// Vectors returns shapes of float32 arrays.
func Vectors(dimensions ...[]int) (list []shapes.Shape) {
	for _, d := range dimensions {
		list = append(list, shapes.Make(dtypes.Float32, d...))
	}
	return list
}

// Executor computes the loss of a network and its gradients on a backend. It compiles once for each
// combination of input shapes.
type Executor struct {
	network Network
	backend compute.Backend
	exec    *Exec
}

// Open returns an executor if networks run as GoMLX graphs ([backend.Graphs]), or nil if they run
// on their hand-written kernels.
func (n Network) Open() (*Executor, error) {
	graphs, err := backend.Graphs()
	if err != nil || !graphs {
		return nil, err
	}
	return n.On("")
}

// On returns an executor on the named backend, or on the default one if name is empty.
func (n Network) On(name string) (*Executor, error) {
	b, err := backend.Open(name)
	if err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	exec, err := NewExec(b, func(args []*Node) []*Node {
		w := args[:len(n.Weights)]
		loss := n.Loss(w, args[len(n.Weights):])
		return append([]*Node{loss}, Gradient(loss, w...)...)
	})
	if err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	return &Executor{n, b, exec}, nil
}

// Function compiles a function of weights and inputs, such as predictions, on the named backend.
func (n Network) Function(name string, f func(w, in []*Node) []*Node) (*Exec, error) {
	b, err := backend.Open(name)
	if err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	return NewExec(b, func(args []*Node) []*Node { return f(args[:len(n.Weights)], args[len(n.Weights):]) })
}

// Gradient returns the loss at the weights and stores its gradients in slices, skipping nil ones.
// Weights and gradients are []float32 or []float64; inputs are Go values or tensors. A tensor
// passed repeatedly is transferred to the device once.
func (x *Executor) Gradient(weights, gradients []any, in ...any) (loss float64, err error) {
	args := make([]any, 0, len(weights)+len(in))
	for i, w := range weights {
		t, err := tensorOf(w, x.network.Weights[i])
		if err != nil {
			return 0, err
		}
		defer func() { _ = t.FinalizeAll() }()
		args = append(args, t)
	}
	in, err = transferred(in, x.backend)
	if err != nil {
		return 0, err
	}
	out, err := x.exec.Call(append(args, in...)...)
	if err != nil {
		return 0, fmt.Errorf("train: %w", err)
	}
	defer func() {
		for _, t := range out {
			_ = t.FinalizeAll()
		}
	}()
	for i, g := range gradients {
		if err := copyTo(g, out[1+i]); err != nil {
			return 0, fmt.Errorf("train: gradient %d: %w", i, err)
		}
	}
	return scalarOf(out[0]), nil
}

// Close frees the executor's device memory.
func (x *Executor) Close() {
	if x != nil {
		x.exec.Finalize()
	}
}

// tensorOf returns a tensor of a flat slice.
func tensorOf(flat any, shape shapes.Shape) (*tensors.Tensor, error) {
	switch flat := flat.(type) {
	case []float32:
		if shape.DType == dtypes.Float32 && len(flat) == shape.Size() {
			return tensors.FromFlatDataAndDimensions(flat, shape.Dimensions...), nil
		}
	case []float64:
		if shape.DType == dtypes.Float64 && len(flat) == shape.Size() {
			return tensors.FromFlatDataAndDimensions(flat, shape.Dimensions...), nil
		}
	}
	return nil, fmt.Errorf("train: a weight of type %T, want %s", flat, shape)
}

// transferred returns inputs with flat slices transferred to the device. GoMLX itself infers the
// shape of a slice by reflection on each entry: 5 ms for 50,000 entries (docs/upstream).
func transferred(in []any, b compute.Backend) ([]any, error) {
	list := slices.Clone(in)
	for i, x := range in {
		var t *tensors.Tensor
		switch x := x.(type) {
		case []float32:
			t = tensors.FromFlatDataAndDimensions(x, len(x))
		case []float64:
			t = tensors.FromFlatDataAndDimensions(x, len(x))
		case []int32:
			t = tensors.FromFlatDataAndDimensions(x, len(x))
		case []uint32:
			t = tensors.FromFlatDataAndDimensions(x, len(x))
		case []bool:
			t = tensors.FromFlatDataAndDimensions(x, len(x))
		default:
			continue
		}
		var err error
		if list[i], err = DonateTensorBuffer(t, b, 0); err != nil {
			return nil, fmt.Errorf("train: input %d: %w", i, err)
		}
	}
	return list, nil
}

// copyTo copies a tensor to a flat slice, or does nothing if dst is nil.
func copyTo(dst any, t *tensors.Tensor) error {
	switch dst := dst.(type) {
	case nil:
		return nil
	case []float32:
		return tensors.ConstFlatData(t, func(flat []float32) { copy(dst, flat) })
	case []float64:
		return tensors.ConstFlatData(t, func(flat []float64) { copy(dst, flat) })
	}
	return fmt.Errorf("a slice of type %T", dst)
}
