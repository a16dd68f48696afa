package trial

import (
	"fmt"
	"math"
)

// minimise finds the minimum of a smooth convex function from x on, by L-BFGS
// (Nocedal and Wright, Algorithm 7.4) with ten remembered steps and backtracking,
// until the gradient is shorter than tolerance. f also writes the gradient.
func minimise(f func(gradient, x []float64) float64, x []float64, tolerance float64, rounds int) error {
	n := len(x)
	g, nextG, next, direction := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	type memory struct {
		s, y []float64 // steps, and what they changed of the gradient
		rho  float64   // 1/(y·s)
	}
	var remembered []memory
	value := f(g, x)
	for range rounds {
		if math.Sqrt(product(g, g)) <= tolerance {
			return nil
		}
		copy(direction, g)
		alpha := make([]float64, len(remembered))
		for i := len(remembered) - 1; i >= 0; i-- {
			m := remembered[i]
			alpha[i] = m.rho * product(m.s, direction)
			addScaled(direction, -alpha[i], m.y)
		}
		scale := 1 / max(1, math.Sqrt(product(g, g)))
		if k := len(remembered); k > 0 {
			last := remembered[k-1]
			scale = 1 / (last.rho * product(last.y, last.y))
		}
		for i := range direction {
			direction[i] *= scale
		}
		for i, m := range remembered {
			addScaled(direction, alpha[i]-m.rho*product(m.y, direction), m.s)
		}
		slope := product(g, direction) // of the value along -direction, negated
		step, nextValue := 1.0, 0.0
		for {
			copy(next, x)
			addScaled(next, -step, direction)
			if nextValue = f(nextG, next); nextValue <= value-1e-4*step*slope {
				break
			}
			if step /= 2; step < 1e-12 {
				return nil // as low as rounding allows
			}
		}
		m := memory{s: make([]float64, n), y: make([]float64, n)}
		for i := range x {
			m.s[i], m.y[i] = next[i]-x[i], nextG[i]-g[i]
		}
		if ys := product(m.y, m.s); ys > 1e-300 {
			m.rho = 1 / ys
			if len(remembered) == 10 {
				remembered = remembered[1:]
			}
			remembered = append(remembered, m)
		}
		copy(x, next)
		copy(g, nextG)
		if value = nextValue; math.IsNaN(value) {
			return fmt.Errorf("trial: minimising: the value is no number")
		}
	}
	return nil
}

func product(x, y []float64) float64 {
	sum := 0.0
	for i, v := range x {
		sum += v * y[i]
	}
	return sum
}

func addScaled(x []float64, by float64, y []float64) {
	for i, v := range y {
		x[i] += by * v
	}
}
