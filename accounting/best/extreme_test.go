package best

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/must"
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

// event draws an event. Its fields are drawn by their types, and by their names where they are
// probabilities.
func (x extreme) event(depth int) accounting.Event {
	kinds := []accounting.Event{
		accounting.Gaussian{}, accounting.Laplace{}, accounting.DiscreteGaussian{}, accounting.DiscreteLaplace{}, accounting.ExponentialMechanism{},
		accounting.RandomisedResponse{}, accounting.ApproxDP{}, accounting.ZeroConcentrated{}, accounting.MixtureOfGaussians{},
		accounting.PoissonSampled{}, accounting.SelfCompose{}, accounting.FixedSizeSampled{}, accounting.Group{}, accounting.Compose{},
	}
	if depth == 0 {
		kinds = kinds[:9]
	}
	kind := kinds[x.IntN(len(kinds))]
	switch kind.(type) {
	case accounting.Compose:
		return accounting.Compose{x.event(depth - 1), x.event(depth - 1)}
	case accounting.MixtureOfGaussians:
		p := x.share()
		return accounting.MixtureOfGaussians{NoiseMultiplier: x.float(), Sensitivities: []float64{0, x.float(), x.float()}, Probabilities: []float64{1 - p, p / 3, p - p/3}}
	}
	e := reflect.New(reflect.TypeOf(kind)).Elem()
	for i := range e.NumField() {
		switch f := e.Field(i); {
		case f.Kind() == reflect.Int:
			f.SetInt(int64(x.int()))
		case f.Kind() == reflect.Interface:
			f.Set(reflect.ValueOf(x.event(depth - 1)))
		case strings.Contains("Rate Truth Delta", e.Type().Field(i).Name):
			f.SetFloat(x.share())
		default:
			f.SetFloat(x.float())
		}
	}
	return e.Interface().(accounting.Event)
}

// Whatever the numbers, an answer is a bound or an error, soon, and never NaN.
func TestExtremeNumbers(t *testing.T) {
	const events, limit = 150, time.Minute // on a machine that does other things too
	draw := extreme{rand.New(rand.NewPCG(11, 12))}
	served := 0
	for range events {
		a := must.Get(New(accounting.Relation(1 + draw.IntN(3))))(t)
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
