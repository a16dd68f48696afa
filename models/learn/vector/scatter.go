package vector

// AddGathered adds Σ weights[i]·m.Row(rows[i]) to dst, which is as wide as m. It sums in list order
// and then adds. The bits are those of [AddProduct] with a row that has these weights in these
// columns and zeros elsewhere.
func AddGathered(dst, weights []float32, m Matrix, rows []int32) {
	if m.Cols > 0 {
		addGathered(dst[:m.Cols], weights[:len(rows)], m, rows)
	}
}

// AddScattered adds weights[i]·x to m.Row(rows[i]) for all i, in order; x is as wide as m. Repeated
// calls on a zero matrix give the bits of [AddTransposeProduct].
func AddScattered(m Matrix, rows []int32, weights, x []float32) {
	if m.Cols > 0 {
		addScattered(m, rows, weights[:len(rows)], x[:m.Cols])
	}
}

func addGatheredGo(dst, weights []float32, m Matrix, rows []int32) {
	for i, r := range rows {
		addScaledGo(dst, weights[i], m.Row(int(r)))
	}
}

func addScatteredGo(m Matrix, rows []int32, weights, x []float32) {
	for i, r := range rows {
		addScaledGo(m.Row(int(r)), weights[i], x)
	}
}
