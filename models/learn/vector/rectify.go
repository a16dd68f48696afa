package vector

// Rectify replaces what is negative by 0. A NaN stays one.
func Rectify(x []float32) {
	for i, v := range x {
		if v <= 0 {
			x[i] = 0
		}
	}
}

// Rectified sets to 0 each d[i] for which y[i], of [Rectify], is 0; d is at least as long as y.
func Rectified(y, d []float32) {
	for i, v := range y {
		if !(v > 0) {
			d[i] = 0
		}
	}
}

// Scale multiplies each number by a.
func Scale(x []float32, a float32) {
	for i := range x {
		x[i] *= a
	}
}
