package train

import (
	"errors"
	"math"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/gdp"
)

// Source supplies the samples and the noise of training steps; [gdp.Fused] implements it.
type Source interface {
	// Sample begins a step and returns the sampled records.
	Sample(records []int32) ([]int32, error)
	// Noise adds independent N(0, sd²) to every entry. It is called once per step, in order,
	// possibly from another goroutine than the trainer's but never concurrently.
	Noise(dst []float32) error
	// Paid returns the plan that was paid for.
	Paid() gdp.Paid
}

// drawer draws the noise of the next step while the device computes this one. It alternates between
// two arrays: the device reads one while the other is filled.
type drawer struct {
	source  Source
	left    int // steps whose noise is still to be drawn
	arrays  [2]*tensors.Tensor
	current int
	filled  chan error // result for the other array; nil while nothing is being drawn
}

// newDrawer returns a drawer for a number of steps. If pending is given, it is the noise of the
// first one.
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

// start draws noise into the array that the device is not reading.
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

// wait waits for the noise that start began to draw.
func (d *drawer) wait() error {
	if d.filled == nil {
		return nil
	}
	err := <-d.filled
	d.filled <- err
	return err
}

// next returns the noise of this step, valid until the call after the next.
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

// pending returns noise drawn but not yet used, or nil.
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

// Batch is the content of a batch's Config.Batch places. Trainers only read it; data transferred to
// the device stay there.
type Batch struct {
	Inputs []*tensors.Tensor
	// Rows replaces Inputs[0], which is then ignored, for a trainer that takes sparse rows
	// ([Trainer.Sparse]).
	Rows []Row
	// Present reports for each place whether it holds an example. Otherwise the place is a hole,
	// which adds nothing to a sum. The arrays of a hole may hold any finite values; private steps
	// need them finite only with [Tape.Squares].
	Present []bool
	// Records are the public ids of the examples by place, holes included. Dropout derives its
	// masks from them; models without dropout ignore them.
	Records []int32
}

// PoissonPlaces returns a batch capacity for Poisson samples of n records at rate q: at least four
// standard deviations above the mean. A larger sample takes two pieces; it would need three with
// probability below 10⁻³⁰.
func PoissonPlaces(n int, q float64) int {
	const rare = 30 * math.Ln10
	mean := float64(n) * q
	often := mean + 4*math.Sqrt(mean*(1-q)) + 1
	// Bernstein's inequality: a sample exceeds mean + t with probability at most exp(-t²/(2(mean +
	// t/3))), which is e^-rare for this t.
	most := mean + rare/3 + math.Sqrt(rare*rare/9+2*rare*mean)
	return max(1, min(n, int(math.Ceil(max(often, most/pieces)))))
}
