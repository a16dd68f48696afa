package train

import (
	"errors"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/gdp"
)

// Source draws the samples and the noise of training steps: [gdp.Fused] does.
type Source interface {
	// Sample begins a step: it returns those of the records that take part.
	Sample(records []int32) ([]int32, error)
	// Noise adds independent N(0, sd²) to every entry. Each call is a step's, in order; calls may
	// come from another goroutine than the trainer's, never from two at once.
	Noise(dst []float32) error
	// Paid returns what this is enough for.
	Paid() gdp.Paid
}

// drawer draws the noise of the next step while the device works on this one.
// It has two arrays: one that the device reads, one that is being filled.
type drawer struct {
	source  Source
	left    int // steps whose noise has not been begun
	arrays  [2]*tensors.Tensor
	current int
	filled  chan error // of the other array; nil when nothing is being drawn
}

// newDrawer draws for a number of steps, of which the first has its noise already where
// pending is given.
func newDrawer(b compute.Backend, source Source, entries int, pending []float32, steps int) (*drawer, error) {
	d := &drawer{source: source, left: steps}
	for i := range d.arrays {
		var err error
		if d.arrays[i], err = tensors.FromShapeForBackend(b, 0, shapes.Make(dtypes.Float32, entries)); err != nil {
			return nil, err
		}
	}
	if pending == nil {
		return d, nil
	}
	d.left--
	d.filled = make(chan error, 1)
	d.filled <- nil
	return d, tensors.AssignFlatData(d.arrays[1-d.current], pending)
}

// start draws into the array that the device does not read.
func (d *drawer) start() {
	if d.left == 0 || d.filled != nil {
		return
	}
	d.left--
	d.filled = make(chan error, 1)
	array, filled := d.arrays[1-d.current], d.filled
	go func() {
		var drawn error
		err := tensors.MutableFlatData(array, func(flat []float32) {
			clear(flat)
			drawn = d.source.Noise(flat)
		})
		filled <- errors.Join(err, drawn)
	}()
}

// wait ends what start began; the noise stays in the other array.
func (d *drawer) wait() error {
	if d.filled == nil {
		return nil
	}
	err := <-d.filled
	d.filled <- err
	return err
}

// next returns the noise of this step. The array is the caller's until the call
// after the next.
func (d *drawer) next() (*tensors.Tensor, error) {
	d.start()
	if d.filled == nil {
		return nil, errors.New("the noise of all steps is drawn")
	}
	if err := d.wait(); err != nil {
		return nil, err
	}
	d.filled = nil
	d.current = 1 - d.current
	return d.arrays[d.current], nil
}

// pending returns noise that is drawn and not used, or nil.
func (d *drawer) pending() ([]float32, error) {
	if err := d.wait(); err != nil || d.filled == nil {
		return nil, err
	}
	return tensors.CopyFlatData[float32](d.arrays[1-d.current])
}

func (d *drawer) close() error {
	err := d.wait()
	d.left = 0
	for _, a := range d.arrays {
		if e := a.FinalizeAll(); err == nil {
			err = e
		}
	}
	return err
}
