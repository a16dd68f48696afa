package nb

import (
	"math"

	tables "github.com/graphdp/graphdp/data/table"
)

// Derivation is a table of statements, with both sides as numbers and whether each holds.
type Derivation struct{ tables.Table }

// Derive begins a derivation.
//
//	d := nb.Derive("Cauchy-Schwarz")
//	d.AtMost("(x + y)² ≤ 2(x² + y²)", (x+y)*(x+y), 2*(x*x+y*y))
//	nb.Show(d)
func Derive(caption string) *Derivation {
	return &Derivation{tables.Table{Caption: caption, Header: []string{"step", "left side", "", "right side", "holds"}}}
}

// Equal states that two numbers are equal to nine digits.
func (d *Derivation) Equal(says string, left, right float64) {
	d.state(says, left, "=", right, apart(left, right) <= 1e-9)
}

// Near states that two numbers agree to half a percent, as printed or sampled numbers do.
func (d *Derivation) Near(says string, left, right float64) {
	d.state(says, left, "≈", right, apart(left, right) <= 5e-3)
}

// AtMost states that a number is at most another one, rounding aside.
func (d *Derivation) AtMost(says string, left, right float64) {
	d.state(says, left, "≤", right, left <= right || apart(left, right) <= 1e-9)
}

func (d *Derivation) state(says string, left float64, sign string, right float64, holds bool) {
	word := "yes"
	if !holds {
		word = "no"
	}
	d.Rows = append(d.Rows, []any{says, left, sign, right, word})
}

// apart returns the distance of two numbers, relative to the larger one. It is 0 within rounding of
// 0, and NaN if one of them is NaN.
func apart(x, y float64) float64 {
	if math.Abs(x-y) <= 1e-15 {
		return 0
	}
	return math.Abs(x-y) / max(math.Abs(x), math.Abs(y))
}
