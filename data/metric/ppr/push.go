package ppr

import "fmt"

// Push computes PageRank of the standard walk by pushing the residual mass of nodes to their
// neighbours. Entries are at most the exact ones p*, and p*_u - p_u ≤ ε d_u.
type Push struct {
	Alpha   float64 // teleport probability of the standard walk
	Epsilon float64 // largest residual mass of a node, per edge
}

func (c Push) check() error {
	switch {
	case !(c.Alpha > 0 && c.Alpha < 1):
		return fmt.Errorf("ppr: teleport probability %v: must be in (0, 1)", c.Alpha)
	case !(c.Epsilon >= 1e-9 && c.Epsilon <= 1):
		return fmt.Errorf("ppr: residual %v per edge, want 1e-9 … 1", c.Epsilon)
	}
	return nil
}

// Row returns the row of a root.
func (c Push) Row(w *Walker, root int32) (Row, error) {
	if err := c.check(); err != nil {
		return Row{}, err
	}
	if err := w.begin(root); err != nil {
		return Row{}, err
	}
	// g is α times the residual mass of a node, and p α times the mass that has arrived.
	w.at[0].g = c.Alpha
	least := c.Alpha * c.Epsilon
	if c.Alpha >= least*w.at[0].d {
		w.queue = append(w.queue, 0)
	}
	for len(w.queue) > 0 {
		i := w.queue[len(w.queue)-1]
		w.queue = w.queue[:len(w.queue)-1]
		links := w.neighbours(i)
		at := w.at
		mass := at[i].g
		at[i].p += mass
		at[i].g = 0
		share := (1 - c.Alpha) * mass / at[i].d
		for _, j := range links {
			x := &at[j]
			limit := least * x.d
			before := x.g
			if x.g += share; x.g >= limit && before < limit {
				w.queue = append(w.queue, j)
			}
		}
	}
	return w.row(), nil
}
