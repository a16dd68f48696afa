package privhrg

import (
	"math"
	"math/rand/v2"
)

// window is the number of steps between two checks for equilibrium.
const window = 1 << 16

// settle runs the chain until the mean log-likelihood of windows hardly changes, for between
// least and most steps per node.
func (d *dendrogram) settle(sharp float64, least, most int, r *rand.Rand) (steps int) {
	const windows, stable, unstable = 5, 0.02, 0.05 // of the change per node
	var changes []float64
	before := math.Inf(-1)
	for {
		sum := 0.0
		for range window {
			d.step(sharp, r)
			sum += d.total
		}
		steps += window
		changes = append(changes, math.Abs(sum/window-before)/float64(d.n))
		before = sum / window
		few, last := 0, changes[max(len(changes)-windows, 0):]
		for _, x := range last {
			if x < stable {
				few++
			}
			if x > unstable {
				few = -windows
			}
		}
		if len(last) == windows && few >= windows-1 && steps > least*d.n || steps > most*d.n { // [PRIVHRG14] Equilibrium
			return steps
		}
	}
}

// sample returns a dendrogram from a chain at equilibrium, as the authors' code does.
func (d *dendrogram) sample(sharp float64, r *rand.Rand) [][2]int32 {
	const settled, apart = 100, 0.25 // steps per node: before sampling, and on average between samples
	for range int((settled + apart*r.ExpFloat64()) * float64(d.n)) {
		d.step(sharp, r)
	}
	return d.children()
}
