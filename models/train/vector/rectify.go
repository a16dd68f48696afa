package vector

// Rectify replaces what is negative by 0. A NaN stays one.
func Rectify(x []float32) {
	for i, v := range x {
		x[i] = max(v, 0)
	}
}

// Rectified sets to 0 each d[i] for which y[i] is 0; a y of [Rectify].
func Rectified(y, d []float32) {
	d = d[:len(y)]
	for i, v := range y {
		if !(v > 0) {
			d[i] = 0
		}
	}
}
