package ppr

import (
	"fmt"
	"math"
)

// Standard is the teleport probability of the standard walk that gives the same PageRank as
// the lazy walk with alpha: 2α/(1+α).
func Standard(alpha float64) float64 { return 2 * alpha / (1 + alpha) }

// ISTA is iterative shrinkage for PageRank of the lazy walk with an ℓ1 penalty. It minimises
//
//	½ qᵀQq - α sᵀD^-½q + ρα |D^½q|₁,  Q = D^-½ (D - (1-α)/2 (D+A)) D^-½,  s = e_v,
//
// and returns the row p = D^½ q. Entries are at most the exact ones p*, and p*_u - p_u ≤ (1+γ)ρ
// d_u.
type ISTA struct {
	Alpha float64 // teleport probability of the lazy walk, α
	Rho   float64 // penalty, ρ
	Gamma float64 // tolerance of the stopping rule, γ
}

// maxSweeps is the number of sweeps after which a tolerance counts as too small for float64.
const maxSweeps = 1_000_000

func (c ISTA) check() error {
	switch {
	case !(c.Alpha > 0 && c.Alpha < 1):
		return fmt.Errorf("ppr: teleport probability %v: must be in (0, 1)", c.Alpha)
	case !(c.Rho >= 1e-9 && c.Rho <= 1):
		return fmt.Errorf("ppr: penalty %v, want 1e-9 … 1", c.Rho)
	case !(c.Gamma >= 1e-12 && c.Gamma <= 1):
		return fmt.Errorf("ppr: tolerance %v, want 1e-12 … 1", c.Gamma)
	}
	return nil
}

// Row returns the row of a root. It is empty for a root of degree at least 1/((1+γ)ρ).
func (c ISTA) Row(w *Walker, root int32) (Row, error) {
	_, err := c.sweep(w, root)
	if err != nil {
		return Row{}, err
	}
	return w.row(), nil
}

// sweep computes the row in w, and returns the number of sweeps.
func (c ISTA) sweep(w *Walker, root int32) (int, error) {
	if err := c.check(); err != nil {
		return 0, err
	}
	if err := w.begin(root); err != nil {
		return 0, err
	}
	// g is the gradient times the degree, which avoids divisions by neighbours' degrees.
	w.at[0].g = -c.Alpha
	threshold, stop := c.Rho*c.Alpha, (1+c.Gamma)*c.Rho*c.Alpha
	for sweeps := range maxSweeps {
		done := true
		w.queue, w.step = w.queue[:0], w.step[:0]
		for i := range w.at {
			x := &w.at[i]
			done = done && math.Abs(x.g) <= stop*x.d
			if x.p-x.g >= threshold*x.d {
				w.queue, w.step = append(w.queue, int32(i)), append(w.step, -(x.g+threshold*x.d))
			}
		}
		if done {
			return sweeps, nil
		}
		for k, i := range w.queue {
			links, step := w.neighbours(i), w.step[k]
			at := w.at
			at[i].p += step
			at[i].g += (1 + c.Alpha) / 2 * step
			share := (1 - c.Alpha) / 2 * step / at[i].d
			for _, j := range links {
				at[j].g -= share
			}
		}
	}
	return 0, fmt.Errorf("ppr: ISTA has not stopped after %d sweeps; a tolerance of %v is too small for penalty %v", maxSweeps, c.Gamma, c.Rho)
}
