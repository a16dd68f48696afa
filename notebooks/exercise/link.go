package exercise

import (
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph"
)

// Embedded is a graph with a released embedding.
type Embedded struct {
	Exercise string
	Graph    *graph.Graph
	Rows     [][]float64
	Need     float64 // required share of right comparisons of an edge with a non-edge: the AUC
	// Fresh is another embedded graph, on which an attack that memorised the first one fails. It
	// may be nil.
	Fresh *Embedded
}

// Link checks a link inference attack, which scores two nodes by their rows: how often an edge has
// a larger score than a non-edge.
func Link(e Embedded, score func(x, y []float64) float64) Verdict {
	return judged(e.Exercise, func() Verdict {
		var joined, apart []float64
		for u := range int32(e.Graph.N()) {
			for v := range u {
				x := score(e.Rows[u], e.Rows[v])
				if w, bad := unusable(x); bad {
					return w
				}
				if e.Graph.HasEdge(u, v) {
					joined = append(joined, x)
				} else {
					apart = append(apart, x)
				}
			}
		}
		if len(joined) == 0 || len(apart) == 0 {
			return Verdict{State: Failed, Says: "a graph with no edges, or with all edges, cannot be attacked"}
		}
		right := 0.0
		for _, x := range joined {
			for _, y := range apart {
				switch {
				case x > y:
					right++
				case x == y:
					right += 0.5
				}
			}
		}
		right /= float64(len(joined) * len(apart))
		slices.Sort(joined)
		slices.Sort(apart)
		v := Verdict{State: Right, Picture: ranks(joined, apart), Says: fmt.Sprintf("an edge has a larger score than a non-edge in %.1f %% of all cases", 100*right)}
		switch {
		case right < e.Need:
			v.State = Wrong
			v.Says += fmt.Sprintf(", but %.0f %% is possible", 100*e.Need)
		case e.Fresh != nil:
			if other := Link(*e.Fresh, score); other.State != Right {
				other.Says = "on a graph that you have not seen: " + other.Says
				return other
			}
		}
		return v
	})
}

// ranks draws the shares of edges and of non-edges with at least each score.
func ranks(joined, apart []float64) *figure.Figure {
	all := slices.Sorted(slices.Values(slices.Concat(joined, apart)))
	curve := figure.Series{Name: "your score", Role: figure.Strict}
	chance := figure.Series{Name: "random guess", Role: figure.Null, X: []float64{5, 35, 65, 95}, Y: []float64{5, 35, 65, 95}}
	atLeast := func(list []float64, x float64) float64 {
		i, _ := slices.BinarySearch(list, x)
		return 100 * float64(len(list)-i) / float64(len(list))
	}
	curve.X, curve.Y = []float64{0}, []float64{0}
	for i := len(all) - 1; i >= 0; i-- {
		if x, y := atLeast(apart, all[i]), atLeast(joined, all[i]); x != curve.X[len(curve.X)-1] || y != curve.Y[len(curve.Y)-1] {
			curve.X, curve.Y = append(curve.X, x), append(curve.Y, y)
		}
	}
	return figure.Lines(figure.LinesStyle{Title: "Edges found by your score", XLabel: "false-positive rate, %", YLabel: "true-positive rate, %", Legend: figure.Beside}, chance, curve).Sized(5, 3.4)
}
