package exercise

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/figure"
)

// Over is the range of a variable.
type Over struct {
	Name     string
	From, To float64
}

// Statement is an inequality without its right side.
type Statement struct {
	Exercise string
	Over     []Over // one to three variables
	Whole    bool   // variables are whole numbers
	Left     func(x []float64) float64
	Within   float64 // largest ratio of the right side to the left one; 0: any
}

// Inequality checks a right side: on a grid, at random points, and near the worst point.
func Inequality(s Statement, right func(x []float64) float64) Verdict {
	return judged(s.Exercise, func() Verdict {
		if len(s.Over) < 1 || len(s.Over) > 3 {
			return Verdict{State: Failed, Says: fmt.Sprintf("%d variables, want one to three", len(s.Over))}
		}
		worst, loosest := point{by: math.Inf(-1)}, point{by: math.Inf(-1)}
		tried := 0
		try := func(x []float64) (bad Verdict, isBad bool) {
			left, yours := s.Left(x), right(x)
			if bad, isBad = unusable(yours); isBad {
				if bad.State == Failed {
					bad.Says += ", at " + s.at(x)
				}
				return bad, true
			}
			tried++
			if by := left - yours - 1e-9*max(1, math.Abs(left)); by > worst.by {
				worst = point{append([]float64(nil), x...), left, yours, by}
			}
			if by := yours / max(left, 1e-300); by > loosest.by {
				loosest = point{append([]float64(nil), x...), left, yours, by}
			}
			return bad, false
		}
		for x := range s.points(func() []float64 { return worst.x }) {
			if v, bad := try(x); bad {
				return v
			}
		}
		switch {
		case worst.by > 0:
			left, yours := apartBy(worst.left, worst.yours)
			v := wrong("at %s the left side is %s and yours is %s, which is smaller", s.at(worst.x), left, yours)
			v.Picture = s.picture(worst.x, right)
			return v
		case s.Within > 0 && loosest.by > s.Within:
			yours, left := apartBy(loosest.yours, loosest.left)
			return Verdict{State: Loose, Picture: s.picture(loosest.x, right),
				Says: fmt.Sprintf("at %s yours is %s, but %s is enough", s.at(loosest.x), yours, left)}
		}
		return Verdict{State: Right, Picture: s.picture(worst.x, right),
			Says: fmt.Sprintf("it holds at %d points and is tightest at %s, where %s ≤ %s; all other points need a proof", tried, s.at(worst.x), number(worst.left), number(worst.yours))}
	})
}

// point is a comparison of the two sides.
type point struct {
	x           []float64
	left, yours float64
	by          float64
}

// points returns a grid with its corners, random points, and some near the worst one. If all
// variables are integers, it returns all points.
func (s Statement) points(worst func() []float64) func(yield func([]float64) bool) {
	return func(yield func([]float64) bool) {
		steps, all := make([]int, len(s.Over)), 1
		for i, o := range s.Over {
			steps[i] = []int{0, 1000, 60, 20}[min(len(s.Over), 3)]
			if s.Whole {
				steps[i] = int(o.To - o.From)
			}
			all *= steps[i] + 1
		}
		x := make([]float64, len(s.Over))
		for k := range all {
			for i, o := range s.Over {
				x[i] = o.From + (o.To-o.From)*float64(k%(steps[i]+1))/float64(max(steps[i], 1))
				k /= steps[i] + 1
			}
			if s.round(x); !yield(x) {
				return
			}
		}
		r := Source(1, 1)
		for k := 0; k < 10_000 && !s.Whole; k++ {
			for i, o := range s.Over {
				x[i] = o.From + (o.To-o.From)*r.Float64()
				if near := worst(); k%2 == 1 && near != nil {
					x[i] = min(max(near[i]+(o.To-o.From)*0.01*r.NormFloat64(), o.From), o.To)
				}
			}
			if !yield(x) {
				return
			}
		}
	}
}

// round rounds integer variables, which a grid may miss by rounding errors.
func (s Statement) round(x []float64) {
	for i := range x {
		if s.Whole {
			x[i] = math.Round(x[i])
		}
	}
}

// at formats a point.
func (s Statement) at(x []float64) string {
	var list []string
	for i, o := range s.Over {
		list = append(list, o.Name+" = "+number(x[i]))
	}
	return strings.Join(list, ", ")
}

// picture draws both sides along the first variable, through a point.
func (s Statement) picture(through []float64, right func(x []float64) float64) *figure.Figure {
	sides := []figure.Series{{Name: "left side", Role: figure.Strict}, {Name: "yours", Role: figure.Published}}
	x, o := append([]float64(nil), through...), s.Over[0]
	for k := range 201 {
		x[0] = o.From + (o.To-o.From)*float64(k)/200
		s.round(x)
		for i, y := range []float64{s.Left(x), right(x)} {
			if _, bad := unusable(y); !bad {
				sides[i].X, sides[i].Y = append(sides[i].X, x[0]), append(sides[i].Y, y)
			}
		}
	}
	low, high := math.Inf(1), 0.0
	for _, y := range slices.Concat(sides[0].Y, sides[1].Y) {
		low, high = min(low, y), max(high, y)
	}
	title := "Both sides"
	if len(x) > 1 {
		title += " at " + Statement{Over: s.Over[1:]}.at(through[1:])
	}
	return figure.Lines(figure.LinesStyle{Title: title, XLabel: o.Name, YLabel: "value", LogY: low > 0 && high > 30*low, Legend: figure.Beside}, sides...).Sized(6, 3)
}
