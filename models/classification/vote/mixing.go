package vote

// matrix is a square matrix.
type matrix [][]float64

func newMatrix(n int) matrix {
	m := make(matrix, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	return m
}

func (m matrix) transposed() matrix {
	out := newMatrix(len(m))
	for i, row := range m {
		for j, v := range row {
			out[j][i] = v
		}
	}
	return out
}

func (m matrix) times(x matrix) matrix {
	out := newMatrix(len(m))
	for i, row := range m {
		for k, v := range row {
			for j, w := range x[k] {
				out[i][j] += v * w
			}
		}
	}
	return out
}

// mixing estimates the rates of edges between nodes of each two classes from the noisy edge counts.
// Unknown classes are guessed, so that edges are partly counted for the wrong classes, by a known
// confusion matrix. Richardson-Lucy iterations correct for this: they start from equal rates, and
// scale rates by the ratio of the observed to the expected counts.
func (a *aims) mixing(cells []int64) matrix {
	counts, taken, ones := newMatrix(a.classes), newMatrix(a.classes), newMatrix(a.classes)
	at := 0
	for i := range counts {
		for j := range i + 1 {
			x := max(float64(cells[at]), 1)
			counts[i][j] += x
			counts[j][i] += x // twice for one class: its pairs have two orders
			ones[i][j], ones[j][i] = 1, 1
			at++
		}
	}
	for u := range int32(len(a.asked)) {
		for j, q := range a.belief(u) {
			taken[a.guess[u]][j] += q
		}
	}
	back := taken.transposed()
	all := back.times(ones).times(taken)
	edges, pairs := 0.0, 0.0
	for i := range counts {
		edges, pairs = edges+sum(counts[i]), pairs+sum(all[i])
	}
	rates := newMatrix(a.classes)
	for i := range rates {
		for j := range rates {
			rates[i][j] = edges / pairs
		}
	}
	for range 30 {
		ratio := taken.times(rates).times(back)
		for i, row := range ratio {
			for j, x := range row {
				row[j] = counts[i][j] / max(x, 1e-12)
			}
		}
		for i, row := range back.times(ratio).times(taken) {
			for j, x := range row {
				rates[i][j] *= x / max(all[i][j], 1e-12)
			}
		}
	}
	return rates
}
