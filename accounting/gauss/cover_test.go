package gauss

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/scalar"
)

// law is a pair of laws with finitely many losses; x is a loss, p its
// probability under P.
type law []struct{ x, p float64 }

// curve returns H(x) by its definition; reverse exchanges P and Q.
func (l law) curve(x float64, reverse bool) float64 {
	var sum float64
	for _, a := range l {
		p, q := a.p, a.p*scalar.Exp(-a.x)
		if reverse {
			p, q = q, p
		}
		sum += max(0, p-scalar.Exp(x)*q)
	}
	return sum
}

// excess returns the most by which the law exceeds the cover (d, mean) at
// points all over the line, negative ones too, and in both directions.
func (l law) excess(mean, d float64) float64 {
	most := math.Inf(-1)
	for i := range 3001 {
		x := 8 * (float64(i)/1500 - 1)
		cover := d + (1-d)*scalar.Exp(LogDelta(mean, x))
		most = max(most, l.curve(x, false)-cover, l.curve(x, true)-cover)
	}
	return most
}

func randomised(eps float64) law {
	p := 1 / (1 + scalar.Exp(-eps))
	return law{{eps, p}, {-eps, 1 - p}}
}

// Every ε-DP mechanism is below its cover everywhere, and randomised response
// exceeds a cover with a mean that is a ten-thousandth less.
func TestPureCoversAndIsLeast(t *testing.T) {
	for _, eps := range []float64{0.01, 0.3, 1, 2.5, 5} {
		for _, d := range []float64{0, 1e-8, 1e-3, 0.1} {
			mean := Pure(accounting.Epsilon(eps), accounting.Delta(d))
			if e := randomised(eps).excess(mean, d); e > 1e-12 {
				t.Errorf("ε=%v d=%v: mean %v is exceeded by %g", eps, d, mean, e)
			}
			if mean > 0 {
				// The trade-off functions meet at the corner: e^x is the ratio there.
				less := mean * (1 - 1e-4)
				c := 1 / (1 + scalar.Exp(eps))
				if (1-d)*tradeoff(less, c/(1-d)) <= c {
					t.Errorf("ε=%v d=%v: a mean of %v would do", eps, d, less)
				}
			}
		}
	}
	for _, eps := range []float64{0.02, 1, 30, 600} { // at d = 0 by the quantile
		c := 1 / (1 + scalar.Exp(eps))
		if got := tradeoff(Pure(accounting.Epsilon(eps), 0), c); math.Abs(got/c-1) > 1e-10 {
			t.Errorf("ε=%v: the corner %v is met at %v", eps, c, got)
		}
	}
	for _, c := range []struct {
		eps  accounting.Epsilon
		d    accounting.Delta
		want float64
	}{{0, 0, 0}, {0.1, 0.5, 0}, {accounting.Epsilon(math.Inf(1)), 0, math.Inf(1)}, {accounting.Epsilon(math.Inf(1)), 0.3, math.Inf(1)}} {
		if got := Pure(c.eps, c.d); got != c.want {
			t.Errorf("ε=%v d=%v: %v, want %v", c.eps, c.d, got, c.want)
		}
	}
}

// A Gaussian release needs its own mean, from tiny to large ones.
func TestCoverOfGaussianIsItsMean(t *testing.T) {
	for _, mu := range []float64{1e-6, 0.01, 0.3, 2, 6} {
		for _, d := range []accounting.Delta{1e-30, 1e-8, 1e-3} {
			curve := func(x float64) float64 { return scalar.Exp(LogDelta(mu, x)) }
			got := Cover(curve, float64(Epsilon(mu, d)), d)
			if float64(d) > 0.1*mu { // all of it may be revealed
				if got != 0 {
					t.Errorf("μ=%v d=%v: cover %v, want 0", mu, d, got)
				}
				continue
			}
			if low := mu - 3*float64(d); got < low*(1-1e-6) || got > mu*(1+1e-3) {
				t.Errorf("μ=%v d=%v: cover %v", mu, d, got)
			}
		}
	}
}

// Random laws of a few losses, whose curves have kinks: the cover holds on all
// of the line, and a mean half a percent less does not.
func TestCoverOfRandomLaws(t *testing.T) {
	draw := rand.New(rand.NewPCG(8, 9))
	for trial := range 100 {
		l := make(law, 1+draw.IntN(5))
		var p, q float64
		for i := range l {
			l[i].x, l[i].p = 4*draw.Float64()-2, scalar.Pow(draw.Float64(), 3)
			p, q = p+l[i].p, q+l[i].p*scalar.Exp(-l[i].x)
		}
		// Two more losses make both laws sum to 1.
		a, b := 0.1+3*draw.Float64(), -0.1-3*draw.Float64()
		scale := 0.8 * draw.Float64() / max(p, q)
		for i := range l {
			l[i].p *= scale
		}
		p, q = 1-p*scale, 1-q*scale
		upper := (q - p*scalar.Exp(-b)) / (scalar.Exp(-a) - scalar.Exp(-b))
		if upper < 0 || upper > p {
			continue
		}
		l = append(l, law{{a, upper}, {b, p - upper}}...)
		worst := func(x float64) float64 { return max(l.curve(x, false), l.curve(x, true)) * (1 + 1e-14) }
		for _, d := range []float64{1e-12, 1e-3, 0.05} {
			mean := Cover(worst, 3.2, accounting.Delta(d))
			if e := l.excess(mean, d); e > 1e-13 {
				t.Errorf("trial %d: mean %v at d=%v is exceeded by %g", trial, mean, d, e)
			}
			if mean > 0 && l.excess(mean*(1-5e-3), d) <= 0 {
				t.Errorf("trial %d: at d=%v a mean half a percent below %v would do", trial, d, mean)
			}
		}
	}
}

// Between two nodes the chord of H can exceed the cover though the nodes do
// not: that H_μ is convex must be used, and no more than that.
func TestCoveredToIsNoMoreThanTheChord(t *testing.T) {
	const mean, d = 0.5, 1e-9
	at := func(x, share float64) node { return node{x, d + (1-d)*share*scalar.Exp(LogDelta(mean, x))} }
	if at(0, 1-1e-6).coveredTo(at(1, 1-1e-6), mean, d) {
		t.Error("the chord over a long interval is said to be covered")
	}
	if !at(0.3, 1-1e-5).coveredTo(at(0.301, 1-1e-5), mean, d) {
		t.Error("the chord over a short interval is said not to be covered")
	}
	for _, share := range []float64{1.001, 1 + 1e-9} {
		if at(0.3, share).coveredTo(at(0.301, 0.9), mean, d) || at(0.3, 0.9).coveredTo(at(0.301, share), mean, d) {
			t.Error("a node above the cover is said to be covered")
		}
	}
}

// There is no cover where the curve does not fall to d.
func TestNoCover(t *testing.T) {
	if got := Cover(func(float64) float64 { return 1 }, 3, 1e-5); !math.IsInf(got, 1) {
		t.Errorf("no privacy: cover %v", got)
	}
	if got := Cover(func(x float64) float64 { return scalar.Exp(-x) }, math.Inf(1), 1e-5); !math.IsInf(got, 1) {
		t.Errorf("no end: cover %v", got)
	}
	if got := Cover(func(float64) float64 { return 1e-6 }, 3, 1e-5); got != 0 {
		t.Errorf("nothing to cover: %v", got)
	}
}
