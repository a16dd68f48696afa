package logistic

import "gonum.org/v1/gonum/blas/blas64"

// lanes is the number of entries added at once. Rows are padded to multiples of this number.
const lanes = 8

// padded returns a zero matrix with each row padded to a multiple of [lanes].
func padded(rows, columns int) blas64.General {
	m := matrix(rows, (columns+lanes-1)/lanes*lanes)
	m.Cols = columns
	return m
}

// sumInto adds Σ_k values[k] · w[columns[k]] to out; w is padded.
func sumInto(out []float64, w blas64.General, columns []int32, values []float64) {
	for j := 0; j < len(out); j += lanes {
		var sum [lanes]float64
		copy(sum[:], out[j:])
		sumRows(&sum, w.Data[j:], w.Stride, columns, values)
		copy(out[j:], sum[:])
	}
}

// addTo adds values[k] · z to row columns[k] of w, for each k; w is padded.
func addTo(w blas64.General, columns []int32, values, z []float64) {
	for j := 0; j < len(z); j += lanes {
		var some [lanes]float64
		copy(some[:], z[j:])
		addToRows(w.Data[j:], w.Stride, columns, values, &some)
	}
}

// sumRows adds Σ_k values[k] · w[columns[k]] to sum; rows are stride apart. It is [sumRowsGo], or a
// faster function with the same result to the bit.
var sumRows = sumRowsGo

// addToRows adds values[k] · z to row columns[k] of w, for each k. It is [addToRowsGo], or a faster
// function with the same result to the bit.
var addToRows = addToRowsGo

func sumRowsGo(sum *[lanes]float64, w []float64, stride int, columns []int32, values []float64) {
	for k, c := range columns {
		row := (*[lanes]float64)(w[int(c)*stride:])
		for j, x := range row {
			sum[j] += values[k] * x
		}
	}
}

func addToRowsGo(w []float64, stride int, columns []int32, values []float64, z *[lanes]float64) {
	for k, c := range columns {
		row := (*[lanes]float64)(w[int(c)*stride:])
		for j, x := range z {
			row[j] += values[k] * x
		}
	}
}
