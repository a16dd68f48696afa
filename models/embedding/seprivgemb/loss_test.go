package seprivgemb

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/gdp/claim"
)

func TestGradientByFiniteDifferences(t *testing.T) {
	claim.Holds(t, "seprivgemb", "Eqs. 5, 7 and 8: the weighted loss and its gradients")
	if got := loss(.5, []float32{.1, .2}, [][]float32{{.3, -.1}, {-.2, .4}, {.5, .5}}); math.Abs(got-1.0913569) > 5e-8 { // by hand
		t.Errorf("loss %v", got)
	}
	r := rand.New(rand.NewPCG(3, 4))
	rows := make([][]float32, 6)
	for i := range rows {
		rows[i] = make([]float32, 7)
		for j := range rows[i] {
			rows[i][j] = float32(r.NormFloat64())
		}
	}
	v, out := rows[0], rows[1:]
	byV, c := make([]float32, 7), make([]float32, 5)
	gradient(.7, v, out, byV, c)
	for i, row := range rows {
		for j := range row {
			const h = 1.0 / 64
			old := row[j]
			row[j] = old + h
			up := loss(.7, v, out)
			row[j] = old - h
			down := loss(.7, v, out)
			row[j] = old
			want := float64(byV[j])
			if i > 0 {
				want = float64(c[i-1] * v[j])
			}
			if got := (up - down) / (2 * h); math.Abs(got-want) > 1e-4 {
				t.Errorf("row %d, entry %d: difference %v, gradient %v", i, j, got, want)
			}
		}
	}
}

func TestClip(t *testing.T) {
	claim.Holds(t, "seprivgemb", "Eq. 3: clipping scales a gradient to norm C, and leaves a shorter one")
	for _, c := range []struct {
		x, want []float32
	}{{[]float32{3, 4}, []float32{1.2, 1.6}}, {[]float32{.3, .4}, []float32{.3, .4}}, {[]float32{0, 2}, []float32{0, 2}}} {
		if f := clipFactor(math.Sqrt(dot64(c.x, c.x)), 2); f > 1 {
			t.Errorf("factor %v of %v", f, c.x)
		}
		clip(c.x, 2)
		for i := range c.x {
			if math.Abs(float64(c.x[i]-c.want[i])) > 1e-7 {
				t.Errorf("clipped to %v, want %v", c.x, c.want)
			}
		}
	}
}

// The minimum over x of -a·ln σ(x) - b·ln σ(-x).
func TestOptimumOfOneEntry(t *testing.T) {
	claim.Holds(t, "seprivgemb", "Lemma under Thm 3: -a ln σ(x) - b ln σ(-x) is least at x = ln(a/b), and has no finite minimum if a or b is 0")
	f := func(a, b, x float64) float64 { return a*softplus(-x) + b*softplus(x) }
	for _, c := range [][2]float64{{1, 1}, {.2, 3}, {5, .01}} {
		best := math.Log(c[0] / c[1])
		for x := -12.0; x < 12; x += 0.01 {
			if f(c[0], c[1], x) < f(c[0], c[1], best) {
				t.Errorf("a %v, b %v: x = %v is better than %v", c[0], c[1], x, best)
			}
		}
	}
	for x := -20.0; x < 20; x++ {
		if f(1, 0, x+1) >= f(1, 0, x) || f(0, 1, x-1) >= f(0, 1, x) {
			t.Errorf("a minimum at %v", x)
		}
	}
}
