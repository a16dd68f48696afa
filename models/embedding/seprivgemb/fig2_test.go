package seprivgemb

import (
	"math"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/claim"
	"gonum.org/v1/gonum/floats"
)

// The printed numbers of Fig. 2: W_in before a step of rate 0.1, its gradient, which has one
// row, and W_in after it with noise on all rows and with noise on that row.
var (
	fig2Before = [][]float64{
		{-.078, .018, .033}, {.068, .170, -.109}, {-.158, -.081, -.151}, {.150, .064, .145},
		{-.097, -.055, .188}, {.036, .071, .059}, {.168, -.060, -.058}, {.098, .015, .096},
	}
	fig2Gradient = []float64{.046, .049, .069}
	fig2All      = [][]float64{
		{.413, .471, .459}, {.132, .457, .155}, {-.402, -.014, -.464}, {-.221, .303, .349},
		{.046, -.358, .434}, {.457, -.078, .178}, {.464, .415, .258}, {-.342, .292, .243},
	}
	fig2NonZero = []float64{.629, .811, -.746}
)

// With the noise that Fig. 2 drew, a step gives its two matrices: (c) with noise on all rows and
// (d), where seven of eight rows are those from before, with noise on the row of the gradient.
func TestFigure2(t *testing.T) {
	claim.Holds(t, "seprivgemb", "Fig. 2: a step of Eq. 6 and a step of Eq. 9 on its 8 × 3 example give the printed matrices. Its noise has the size S = B·C, 6.1 in units of the gradient, and seven rows of eight of (d) are printed as they were")
	const row, other = 1, 6
	want := make([][]float64, len(fig2Before))
	for i := range want {
		want[i] = fig2Before[i]
	}
	want[row] = fig2NonZero
	for mode, want := range map[Noise][][]float64{All: fig2All, NonZero: want} {
		c := printed
		c.Dim, c.Batch, c.Negatives, c.Noise, c.Proximity = 3, 1, 0, mode, Uniform
		g := build(t, 8, graph.Edge{U: row, V: other})
		a := begun(t, c, g)
		for u, values := range fig2Before {
			for i, x := range values {
				a.tables.In(int32(u))[i] = float32(x)
			}
		}
		// The other end's row is minus the gradient, and the edge as heavy as makes that the
		// gradient.
		inner := 0.0
		for i, x := range fig2Gradient {
			a.tables.Out(other)[i] = float32(-x)
			inner -= x * fig2Before[row][i]
		}
		a.list[0].weight = 1 / (1 - sigmoid(inner))
		var drawn []float64 // of W_in, in units of the gradient
		rows := len(fig2Before)
		if mode == NonZero {
			rows = 1
		}
		a.noise = func(sums []float32) error {
			if got := len(sums) / c.Dim; got < rows || mode == NonZero && got > rows+1 { // and the other end's of W_out
				t.Errorf("%v: noise on %d rows, %d of them of W_in", mode, got, rows)
			}
			for k := range rows {
				u := k
				if mode == NonZero {
					u = row
				}
				for i := range c.Dim {
					gradient := 0.0
					if u == row {
						gradient = fig2Gradient[i]
					}
					if math.Abs(float64(sums[k*c.Dim+i])-gradient) > 1e-6 {
						t.Errorf("%v: the gradient of row %d is %v", mode, u, sums[k*c.Dim:][:c.Dim])
					}
					noise := (fig2Before[u][i]-want[u][i])/c.Rate - gradient
					drawn = append(drawn, noise)
					sums[k*c.Dim+i] += float32(noise)
				}
			}
			return nil
		}
		before := slices.Clone(a.tables.Values())
		must.Do(t, a.step([]int32{0}))
		for u := range want {
			kept := slices.Equal(a.tables.In(int32(u)), before[u*c.Dim:][:c.Dim])
			if kept != (mode == NonZero && u != row) {
				t.Errorf("%v: row %d stays: %v", mode, u, kept)
			}
			for i, x := range want[u] {
				if got := float64(a.tables.In(int32(u))[i]); math.Abs(got-x) > 5e-4 {
					t.Errorf("%v: row %d becomes %v, printed %v", mode, u, a.tables.In(int32(u)), want[u])
					break
				}
			}
		}
		// The noise that was drawn is of S = B·C, standard deviation Cσ = 10 for the mean, and not
		// of S = C, .078 for the B = 128 of the paper.
		close(t, "the noise's size", floats.Norm(drawn, 2)/math.Sqrt(float64(len(drawn))), map[Noise]float64{All: 3.083, NonZero: 6.149}[mode], 1e-3)
	}
}
