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

// Batch is what the places of a batch hold, Config.Batch of them. A trainer only reads
// it, and what was once on the device stays there.
type Batch struct {
	Inputs []*tensors.Tensor
	// Rows are the rows of the places in the place of Inputs[0], which is not read then: for a
	// trainer that takes them ([Trainer.Sparse]).
	Rows []Row
	// Present says for each place whether it holds an example. Where it does not, the
	// place is a hole: it adds nothing to a sum. What its arrays hold does not matter, as
	// long as it is finite; private steps need that for [Tape.Squares] alone.
	Present []bool
	// Records are the public names of the examples in the places, holes included, which
	// dropout makes its masks from: needed for models with dropout alone.
	Records []int32
}

// PoissonPlaces returns a number of places for Poisson samples of n records at a rate q: at
// least four standard deviations above the mean. A larger sample goes in two pieces;
// three would be needed with a probability below 10⁻³⁰.
func PoissonPlaces(n int, q float64) int {
	const rare = 30 * math.Ln10
	mean := float64(n) * q
	often := mean + 4*math.Sqrt(mean*(1-q)) + 1
	// Bernstein's inequality: a sample exceeds mean + t with a probability of at most
	// exp(-t²/(2(mean + t/3))), which is e^-rare for this t.
	most := mean + rare/3 + math.Sqrt(rare*rare/9+2*rare*mean)
	return max(1, min(n, int(math.Ceil(max(often, most/pieces)))))
}
