package train

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/models/learn/backend"
)

// Compiled is a compiled step of training without privacy, for all trainings of a network.
type Compiled struct {
	network   Network
	optimiser Optimiser
	backend   compute.Backend
	step      *Exec
}

// Descent trains a network without privacy. Weights and the optimiser's arrays stay on the
// device between two steps. It is a value of a checkpoint.
type Descent struct {
	*Compiled
	state []*tensors.Tensor // the weights, then the optimiser's arrays of each
	done  int64
	rate  float64
}

// Compile returns the step on a named backend, or on the chosen one if the name is empty.
func (n Network) Compile(o Optimiser, name string) (*Compiled, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	b, err := backend.Open(name)
	if err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	k, s := len(n.Weights), o.slots()
	all := k + k*s
	step, err := NewExec(b, func(args []*Node) []*Node {
		number, rate, w, arrays, in := args[0], args[1], args[2:2+k], args[2+k:2+all], args[2+all:]
		loss := n.Loss(w, in)
		out, kept := []*Node{loss}, []*Node{}
		for i, g := range Gradient(loss, w...) {
			direction, next := o.direction(g, arrays[i*s:(i+1)*s], ConvertDType(number, g.DType()))
			out, kept = append(out, Sub(w[i], Mul(direction, ConvertDType(rate, g.DType())))), append(kept, next...)
		}
		return append(out, kept...)
	})
	if err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	return &Compiled{n, o, b, step}, nil
}

// Descend starts a training at given weights, []float32 or []float64.
func (c *Compiled) Descend(weights []any) (*Descent, error) {
	d := &Descent{Compiled: c, rate: c.optimiser.rate()}
	for i, w := range weights {
		w, err := tensorOf(w, c.network.Weights[i])
		if err != nil {
			return nil, err
		}
		d.state = append(d.state, w)
	}
	for _, shape := range c.network.Weights {
		for range c.optimiser.slots() {
			d.state = append(d.state, tensors.FromShape(shape))
		}
	}
	return d, nil
}

// Close frees what was compiled. All trainings have to be closed before.
func (c *Compiled) Close() { c.step.Finalize() }

// SetRate changes the learning rate of the steps to come. It is not kept in a checkpoint.
func (d *Descent) SetRate(rate float64) { d.rate = rate }

// Step takes a step and returns the loss before it.
func (d *Descent) Step(in ...any) (loss float64, err error) {
	if d.state == nil {
		return 0, errors.New("train: a step of the training failed, or it is closed")
	}
	in, err = transferred(in, d.backend)
	if err != nil {
		return 0, err
	}
	d.done++
	args := []any{float64(d.done), d.rate}
	for _, s := range d.state {
		given, err := DonateTensorBuffer(s, d.backend, 0)
		if err != nil {
			return 0, fmt.Errorf("train: %w", err)
		}
		args = append(args, given)
	}
	d.state = nil // given away
	out, err := d.step.Call(append(args, in...)...)
	if err != nil {
		return 0, fmt.Errorf("train: %w", err)
	}
	d.state = out[1:]
	defer func() { _ = out[0].FinalizeAll() }()
	return scalarOf(out[0]), nil
}

// Weights returns copies of the weights, []float32 or []float64.
func (d *Descent) Weights() ([]any, error) {
	all, err := d.arrays()
	if err != nil {
		return nil, err
	}
	return all[:len(d.network.Weights)], nil
}

// Inputs returns the weights as inputs of another graph on the same backend. They are valid until
// the next step.
func (d *Descent) Inputs() (list []any) {
	for _, t := range d.state[:min(len(d.network.Weights), len(d.state))] {
		list = append(list, t)
	}
	return list
}

func (d *Descent) arrays() (list []any, err error) {
	if d.state == nil {
		return nil, errors.New("train: a step of the training failed, or it is closed")
	}
	for _, t := range d.state {
		var flat any
		if t.DType() == dtypes.Float64 {
			flat, err = tensors.CopyFlatData[float64](t)
		} else {
			flat, err = tensors.CopyFlatData[float32](t)
		}
		if err != nil {
			return nil, fmt.Errorf("train: %w", err)
		}
		list = append(list, flat)
	}
	return list, nil
}

// Close frees what the training holds on its device.
func (d *Descent) Close() {
	for _, t := range d.state {
		_ = t.FinalizeAll()
	}
	d.state = nil
}

// descended is a training between two steps.
type descended struct {
	Done    int64
	Float32 [][]float32
	Float64 [][]float64
}

// MarshalBinary saves where the training stands.
func (d *Descent) MarshalBinary() ([]byte, error) {
	arrays, err := d.arrays()
	if err != nil {
		return nil, err
	}
	saved := descended{Done: d.done}
	for _, a := range arrays {
		if a, ok := a.([]float64); ok {
			saved.Float64 = append(saved.Float64, a)
			continue
		}
		saved.Float32 = append(saved.Float32, a.([]float32))
	}
	var text bytes.Buffer
	err = gob.NewEncoder(&text).Encode(saved)
	return text.Bytes(), err
}

// UnmarshalBinary continues where MarshalBinary stopped.
func (d *Descent) UnmarshalBinary(text []byte) error {
	var saved descended
	if err := gob.NewDecoder(bytes.NewReader(text)).Decode(&saved); err != nil {
		return fmt.Errorf("train: the checkpoint: %w", err)
	}
	var state []*tensors.Tensor
	for _, t := range d.state {
		var flat any
		if t.DType() == dtypes.Float64 && len(saved.Float64) > 0 {
			flat, saved.Float64 = saved.Float64[0], saved.Float64[1:]
		} else if len(saved.Float32) > 0 {
			flat, saved.Float32 = saved.Float32[0], saved.Float32[1:]
		}
		next, err := tensorOf(flat, t.Shape())
		if err != nil {
			return fmt.Errorf("train: the checkpoint is of another network: %w", err)
		}
		state = append(state, next)
	}
	for _, t := range d.state {
		_ = t.FinalizeAll()
	}
	d.state, d.done = state, saved.Done
	return nil
}

func scalarOf(t *tensors.Tensor) float64 {
	if t.DType() == dtypes.Float64 {
		return tensors.ToScalar[float64](t)
	}
	return float64(tensors.ToScalar[float32](t))
}
