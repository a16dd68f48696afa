package best

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/scalar"
)

// extreme draws events of every kind with numbers from all over float64 and int.
type extreme struct{ *rand.Rand }

func (x extreme) float() float64 {
	switch x.IntN(6) {
	case 0:
		return []float64{0, 5e-324, 1e-310, 1e-300, 1e-160, 1e-20, 1, 1e20, 1e160, 1e300, math.MaxFloat64}[x.IntN(11)]
	case 1:
		return scalar.Pow(10, 600*x.Float64()-300)
	default:
		return scalar.Pow(10, 8*x.Float64()-4)
	}
}

func (x extreme) share() float64 {
	switch x.IntN(5) {
	case 0:
		return []float64{0, 5e-324, 1e-300, 1e-20, 1e-9, 0.5, 1 - 1e-9, 1 - 0x1p-53, 1}[x.IntN(9)]
	case 1:
		return 1 - scalar.Pow(10, -16*x.Float64())
	default:
		return scalar.Pow(10, -8*x.Float64())
	}
}

func (x extreme) int() int {
	switch x.IntN(4) {
	case 0:
		return []int{0, 1, 2, 1 << 10, 1 << 31, 1 << 53, 1<<53 + 1, math.MaxInt - 1, math.MaxInt}[x.IntN(9)]
	case 1:
		return int(scalar.Pow(10, 18*x.Float64()))
	default:
		return int(scalar.Pow(10, 4*x.Float64()))
	}
}

func (x extreme) event(depth int) accounting.Event {
	kinds := 15
	if depth == 0 {
		kinds = 10
	}
	switch x.IntN(kinds) {
	case 0:
		return accounting.Gaussian{NoiseMultiplier: x.float()}
	case 1:
		return accounting.Laplace{NoiseMultiplier: x.float()}
	case 2:
		return accounting.DiscreteGaussian{Scale: x.float(), Sensitivity: x.int()}
	case 3:
		return accounting.DiscreteLaplace{Scale: x.float(), Sensitivity: x.int()}
	case 4:
		return accounting.ExponentialMechanism{Epsilon: x.float()}
	case 5:
		return accounting.RandomisedResponse{Categories: x.int(), Truth: x.share()}
	case 6:
		return accounting.ApproxDP{Epsilon: x.float(), Delta: x.share()}
	case 7:
		return accounting.ZeroConcentrated{Rho: x.float()}
	case 8:
		p := x.share()
		return accounting.MixtureOfGaussians{NoiseMultiplier: x.float(), Sensitivities: []float64{0, x.float(), x.float()}, Probabilities: []float64{1 - p, p / 3, p - p/3}}
	case 9:
		return accounting.PoissonSampled{Rate: x.share(), Event: accounting.Gaussian{NoiseMultiplier: x.float()}}
	case 10:
		return accounting.Compose{x.event(depth - 1), x.event(depth - 1)}
	case 11:
		return accounting.SelfCompose{Event: x.event(depth - 1), Count: x.int()}
	case 12:
		return accounting.PoissonSampled{Rate: x.share(), Event: x.event(depth - 1)}
	case 13:
		return accounting.FixedSizeSampled{Population: x.int(), Sample: x.int(), Event: x.event(depth - 1)}
	default:
		return accounting.Group{Size: x.int(), Event: x.event(depth - 1)}
	}
}

// Whatever the numbers, an answer is a bound or an error, soon, and never NaN.
func TestExtremeNumbers(t *testing.T) {
	const events, limit = 150, time.Minute // on a machine that does other things too
	draw := extreme{rand.New(rand.NewPCG(11, 12))}
	served := 0
	for range events {
		a, err := New(accounting.Relation(1 + draw.IntN(3)))
		if err != nil {
			t.Fatal(err)
		}
		e := draw.event(2)
		d, eps := accounting.Delta(draw.share()), accounting.Epsilon(draw.float())
		for what, ask := range map[string]func() (float64, error){
			"ε":     func() (float64, error) { x, err := a.Epsilon(e, d); return float64(x), err },
			"δ":     func() (float64, error) { return a.Delta(e, eps) },
			"cover": func() (float64, error) { return a.Cover(e, d) },
		} {
			start := time.Now()
			x, err := ask()
			if took := time.Since(start); took > limit {
				t.Errorf("%s of %v under %v at δ = %v, ε = %v takes %v", what, e, a.Relation(), d, eps, took)
			}
			switch {
			case err != nil && !errors.Is(err, accounting.ErrInvalid) && !unsupported(err):
				t.Errorf("%s of %v: %v", what, e, err)
			case err == nil && !(x >= 0), err == nil && what == "δ" && x > 1:
				t.Errorf("%s of %v under %v at δ = %v, ε = %v is %v", what, e, a.Relation(), d, eps, x)
			case err == nil:
				served++
			}
		}
	}
	if served < events {
		t.Errorf("only %d answers", served)
	}
}
