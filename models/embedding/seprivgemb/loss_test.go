package seprivgemb

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/gdp/claim"
)

// [SE-PrivGEmb] Eqs. 2, 5, 7 and 8, against a loss worked by hand and its differences.
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

// [SE-PrivGEmb] Eq. 1: the gradient of -p(v_j|v_i) by a score is p(p_n - 1[n=j]) for the softmax
// p_n, a sum over all nodes. It moves all rows of W_out, where Eq. 2 moves k + 1; and as the
// logarithm is left out, it vanishes for an edge that is not learned at all.
func TestSoftmaxMovesAllRows(t *testing.T) {
	claim.Fails(t, "seprivgemb", "Eq. 1: -p(v_j|v_i) is skip-gram's loss (DeepWalk's is -ln p; without the logarithm the gradient of an edge that is not learned vanishes)")
	softmax := func(scores []float64) []float64 {
		p, all := make([]float64, len(scores)), 0.0
		for _, x := range scores {
			all += math.Exp(x)
		}
		for n, x := range scores {
			p[n] = math.Exp(x) / all
		}
		return p
	}
	const h, j = 1e-5, 1
	for _, own := range []float64{-12, 0.3} {
		scores := []float64{0.2, own, -0.4, 1.1}
		p := softmax(scores)
		for n := range scores {
			moved := func(by float64) float64 {
				x := append([]float64{}, scores...)
				x[n] += by
				return softmax(x)[j]
			}
			delta := 0.0
			if n == j {
				delta = 1
			}
			slope, logarithm := p[j]*(p[n]-delta), p[n]-delta
			close(t, "gradient of -p", slope, -(moved(h)-moved(-h))/(2*h), 1e-9)
			close(t, "gradient of -ln p", logarithm, -(math.Log(moved(h))-math.Log(moved(-h)))/(2*h), 1e-8)
			if slope == 0 || own < 0 && (math.Abs(slope) > 1e-4 || math.Abs(logarithm) < 0.1) {
				t.Errorf("score %v, node %d: gradients %v and %v", own, n, slope, logarithm)
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
