package embed

import (
	"fmt"
	"math"
)

// Debiased scales noisy rows so that a square norm is on average what it would be without the
// noise, of which sd is the standard deviation.
func Debiased(noisy []float64, dim int, sd float64) []float64 {
	out := make([]float64, len(noisy))
	for at := 0; dim > 0 && at+dim <= len(noisy); at += dim {
		square := 0.0
		for _, x := range noisy[at : at+dim] {
			square += x * x
		}
		factor := 0.0
		if want := square - float64(dim)*sd*sd; want > 0 {
			factor = math.Sqrt(want / square)
		}
		for i, x := range noisy[at : at+dim] {
			out[at+i] = factor * x
		}
	}
	return out
}

// FromValues returns the embedding of rows of dim numbers, one after the other.
func FromValues(values []float64, dim int) (*Matrix, error) {
	if dim < 1 || len(values)%dim != 0 {
		return nil, fmt.Errorf("embed: %d numbers: must be a multiple of the dimension %d, which must be positive", len(values), dim)
	}
	m, err := New(len(values)/dim, dim)
	if err != nil {
		return nil, err
	}
	for i, x := range values {
		m.values[i] = float32(x)
	}
	return m, nil
}
