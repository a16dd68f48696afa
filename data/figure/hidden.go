package figure

import (
	"math"

	"gonum.org/v1/plot/plotter"
)

// near is the distance below which two curves coincide, as a share of the plot's height.
const near = 0.01

// hidden counts, for each curve, the later curves that hide it: they coincide with it at half of
// its points or more. A broken line does not hide a solid one.
func hidden(curves []plotter.XYs, looks []Look) []int {
	low, high := math.Inf(1), math.Inf(-1)
	for _, c := range curves {
		for _, p := range c {
			low, high = min(low, p.Y), max(high, p.Y)
		}
	}
	depth := make([]int, len(curves))
	for i, lower := range curves {
		for j, upper := range curves[i+1:] {
			seen := looks[i].dashes == nil && looks[i+1+j].dashes != nil
			if len(lower) > 0 && !seen && hides(upper, lower, near*(high-low)) {
				depth[i]++
			}
		}
	}
	return depth
}

// hides reports whether the upper curve is within the distance at half of the lower one's points or
// more.
func hides(upper, lower plotter.XYs, distance float64) bool {
	passed := 0
	for _, p := range lower {
		if y, ok := at(upper, p.X); ok && math.Abs(y-p.Y) <= distance {
			passed++
		}
	}
	return 2*passed >= len(lower)
}

// at returns the height of a curve at x, if it is defined there.
func at(curve plotter.XYs, x float64) (y float64, ok bool) {
	for i, p := range curve {
		if p.X == x {
			return p.Y, true
		}
		if i == 0 {
			continue
		}
		if q := curve[i-1]; (q.X < x) != (p.X < x) {
			return q.Y + (p.Y-q.Y)*(x-q.X)/(p.X-q.X), true
		}
	}
	return 0, false
}
