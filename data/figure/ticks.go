package figure

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
)

// ticks places marks at round numbers: multiples of 1, 2 or 5 times a power of ten, four to ten of
// them.
type ticks struct{}

// Ticks returns the marks from lo to hi.
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

// decades places marks of a logarithmic axis at powers of ten, and at 2, …, 9 times each. The
// latter have no labels, except at 2 and 5 on an axis with few powers.
type decades struct{}

// Ticks returns the marks from lo to hi, both logarithms.
func (decades) Ticks(lo, hi float64) []plot.Tick {
	var marks []plot.Tick
	first, last := int(math.Floor(lo)), int(math.Ceil(hi))
	skip := 1 + (last-first)/7 // label every skip-th decade
	short := hi-lo < 1.6
	for e := first; e <= last; e++ {
		for m := 1; m <= 9; m++ {
			v := float64(e) + math.Log10(float64(m))
			if v < lo-1e-9 || v > hi+1e-9 {
				continue
			}
			mark := plot.Tick{Value: v}
			switch {
			case m == 1 && e%skip == 0:
				mark.Label = powerOfTen(e)
			case (m == 2 || m == 5) && short && -4 <= e && e <= 4:
				mark.Label = strconv.FormatFloat(float64(m)*math.Pow10(e), 'f', max(0, -e), 64)
			}
			marks = append(marks, mark)
		}
	}
	return marks
}

// powerOfTen formats 10^e, written out if that is short.
func powerOfTen(e int) string {
	if -4 <= e && e <= 4 {
		return strconv.FormatFloat(math.Pow10(e), 'f', max(0, -e), 64)
	}
	raised := strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴",
		"5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")
	return "10" + raised.Replace(strconv.Itoa(e))
}
