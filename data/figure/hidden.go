package figure

import (
	"math"

	"gonum.org/v1/plot/plotter"
)

// near is how far apart two curves are seen as one: a share of the height of the plot.
const near = 0.01

// hidden counts, for each curve, the later ones that hide it: they run over half of its points or
// more, and a broken line hides no solid one.
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

// hides reports whether the upper curve passes half of the points of the lower one, or
// more, no further than that.
func hides(upper, lower plotter.XYs, distance float64) bool {
	passed := 0
	for _, p := range lower {
		if y, ok := at(upper, p.X); ok && math.Abs(y-p.Y) <= distance {
			passed++
		}
	}
	return 2*passed >= len(lower)
}

// at is the height of a curve at x, if it is there at all.
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
