package privdpr

import (
	"fmt"

	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/gdp"
)

// DepthFigure plots a step's signal-to-noise ratio on a graph of n nodes against the depth L: as
// the paper claims it, equal for all depths, and as bounded for sigmoid networks. More depth does
// not add privacy: it drowns the signal.
func DepthFigure(c DeepPageRank, n int, b gdp.Budget, depth int) *figure.Figure {
	promised := figure.Series{Name: "by Eq. 13: (S/T)/noise", Role: figure.Paper}
	bound := figure.Series{Name: "bound: 2 B M_t (1/4s)^(L+1)/noise"}
	for l := range depth + 1 {
		promised.X, promised.Y = append(promised.X, float64(l)), append(promised.Y, 1/SplitMultiplier(c.Steps(n), b))
		bound.X, bound.Y = append(bound.X, float64(l)), append(bound.Y, c.SignalToNoise(n, b, l))
	}
	return figure.Lines(figure.LinesStyle{
		Title:  fmt.Sprintf("Signal over noise, N = %d, ε = %g: L = %d by Eq. 13", n, float64(b.Epsilon), c.Depth(n)),
		XLabel: "layers L", YLabel: "signal / noise", LogY: true, Dots: true, Legend: figure.BottomLeft,
	}, promised, bound)
}
