package figure_test

import (
	"bytes"
	"fmt"

	"github.com/graphdp/graphdp/data/figure"
)

// A figure is a value that renders itself in the formats of notebooks and papers. Invalid figures
// report an error when rendered.
func Example() {
	epsilon, auc := []float64{0.5, 1, 2, 4}, []float64{0.51, 0.55, 0.63, 0.74}
	style := figure.LinesStyle{Title: "link prediction", XLabel: "ε", YLabel: "AUC", LogX: true, Dots: true}
	f := figure.Lines(style, figure.Series{Name: "strict", X: epsilon, Y: auc})
	svg, err := f.SVG()
	fmt.Println(f, bytes.Contains(svg, []byte("<svg")), err)
	_, err = figure.Lines(style, figure.Series{Name: "strict", X: []float64{0, 1}, Y: []float64{0.5, 0.5}}).SVG()
	fmt.Println(err)
	// Output:
	// link prediction true <nil>
	// figure: series "strict": point 1 is (0, 0.5), want finite numbers, and x above 0: its axis is logarithmic
}
