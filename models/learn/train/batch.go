package train

import (
	"math"

	"github.com/gomlx/gomlx/core/tensors"
)

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
