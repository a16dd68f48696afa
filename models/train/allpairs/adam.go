package allpairs

import (
	"math"

	"github.com/graphdp/graphdp/models/train"
	"github.com/graphdp/graphdp/models/train/vector"
)

// moments is the state of Adam for one matrix of weights.
type moments struct{ first, second []float32 }

func newMoments(w vector.Matrix) moments {
	return moments{make([]float32, len(w.Data)), make([]float32, len(w.Data))}
}

// step is step number t, from 1, of Adam on w: Kingma and Ba (2015), Algorithm
// 1. It is [train.Adam.Step] for slices.
func (m moments) step(a train.Adam, t int, w, gradient vector.Matrix) {
	b1, b2 := float32(a.Beta1), float32(a.Beta2)
	rate := float32(a.Rate / (1 - math.Pow(a.Beta1, float64(t))))
	unbias := float32(1 / (1 - math.Pow(a.Beta2, float64(t))))
	epsilon := float32(a.Epsilon)
	vector.Blocks(len(w.Data), 4096, func(lo, hi int) {
		w, g, m, v := w.Data[lo:hi], gradient.Data[lo:hi], m.first[lo:hi], m.second[lo:hi]
		for i, g := range g {
			m[i] = b1*m[i] + (1-b1)*g
			v[i] = b2*v[i] + (1-b2)*g*g
			w[i] -= rate * m[i] / (float32(math.Sqrt(float64(unbias*v[i]))) + epsilon)
		}
	})
}
