package figure

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// ticks marks an axis at round numbers: multiples of 1, 2 or 5 times a power
// of ten, four to ten of them.
type ticks struct{}

// Ticks lists the marks from lo to hi.
func (ticks) Ticks(lo, hi float64) []plot.Tick {
	if !(hi > lo) {
		return []plot.Tick{{Value: lo, Label: strconv.FormatFloat(lo, 'g', 4, 64)}}
	}
	step := math.Pow(10, math.Floor(math.Log10(hi-lo)))
	for _, finer := range []float64{1, 2, 5, 10} {
		if (hi-lo)/(step/finer) >= 3 {
			step /= finer
			break
		}
	}
	digits := max(0, int(math.Ceil(-math.Log10(step)-1e-9)))
	var marks []plot.Tick
	for i := math.Ceil(lo/step - 1e-9); i*step <= hi+1e-9*step; i++ {
		marks = append(marks, plot.Tick{Value: i * step, Label: strconv.FormatFloat(i*step+0, 'f', digits, 64)})
	}
	return marks
}
