package noise

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
)

const falseAlarm = 1e-9 // of each call of the suite

// sampler draws n values from a stream.
type sampler func(s *Stream, n int) ([]float64, error)

// passes runs the suite on a sampler, whose stream i is that of place i.
func passes(t *testing.T, name string, draw sampler, score stattest.Score, ties float64) {
	t.Helper()
	base := open(name)
	failed := stattest.Suite(func(i, n int) []float64 {
		x := must.Get(draw(base.At(uint64(i)), n))(t)
		for j := range x {
			x[j] = score(x[j])
		}
		return x
	}, ties, falseAlarm)
	if len(failed) > 0 {
		t.Errorf("%s fails %q", name, failed)
	}
}

// expectedTies returns the expected number of equal pairs of draws on the lattice. square is the
// integral of the squared density, in units of the scale.
func expectedTies(square float64) float64 {
	const n = stattest.SuiteSize
	return n * n / 2 * square * 0x1p-40
}

// Every sampler passes the suite. What the suite catches is shown beside it.
func TestSuite(t *testing.T) {
	const scale = 2.7
	gaussian := func(s *Stream, n int) ([]float64, error) { return s.Gaussian(make([]float64, n), scale) }
	laplace := func(s *Stream, n int) ([]float64, error) { return s.Laplace(make([]float64, n), scale) }
	integers := func(draw func(*Stream, []int64, float64) ([]int64, error)) sampler {
		return func(s *Stream, n int) ([]float64, error) {
			z, err := draw(s, make([]int64, n), scale)
			x := make([]float64, len(z))
			for i := range x {
				x[i] = float64(z[i])
			}
			return x, err
		}
	}
	score := func(weights []float64) stattest.Score {
		return stattest.Discrete(-(len(weights) / 2), weights, open("suite's own").Rand())
	}
	normalTies, laplaceTies := expectedTies(1/(2*math.Sqrt(math.Pi))), expectedTies(0.25)
	none := math.Inf(1) // float32 has ties besides
	for _, c := range []struct {
		name  string
		draw  sampler
		score stattest.Score
		ties  float64
	}{
		{"Gaussian", gaussian, stattest.Normal(scale), normalTies},
		{"Laplace", laplace, stattest.Laplace(scale), laplaceTies},
		{"discrete Laplace", integers((*Stream).DiscreteLaplace), score(laplaceWeights(scale)), none},
		{"geometric", integers(func(s *Stream, x []int64, scale float64) ([]int64, error) { return geometric(s)(x, scale) }), score(geometricWeights(scale)), none},
		{"ziggurat", func(s *Stream, n int) ([]float64, error) {
			x, w := make([]float64, n), newBulk(s.fork()).at([3]uint32{})
			for i := range x {
				x[i] = w.normal()
			}
			return x, nil
		}, stattest.Normal(1), stattest.SuiteSize * 1e-6},
		{"Fill", func(s *Stream, n int) ([]float64, error) {
			z := make([]float32, n)
			err := s.Fill(z, scale)
			return doubles(z), err
		}, stattest.Normal(scale), none},
		{"Fill of rows at their places", func(s *Stream, n int) ([]float64, error) {
			z := make([]float32, n)
			for row := 0; row < n; row += 16 {
				if err := s.At(uint64(row)).Fill(z[row:row+16], scale); err != nil {
					return nil, err
				}
			}
			return doubles(z), nil
		}, stattest.Normal(scale), none},
	} {
		t.Run(c.name, func(t *testing.T) { passes(t, c.name, c.draw, c.score, c.ties) })
	}
}

// normal returns one draw of addNormal, in double precision.
func (w *words) normal() float64 {
	return w.beyond(position(w.next()))
}

func doubles(z []float32) []float64 {
	x := make([]float64, len(z))
	for i := range x {
		x[i] = float64(z[i])
	}
	return x
}

// laplaceWeights returns exp(-|x|/scale).
func laplaceWeights(scale float64) []float64 {
	return weights(int(60*scale)+2, func(x float64) float64 { return scalar.Exp(-math.Abs(x) / scale) })
}

func weights(k int, f func(float64) float64) []float64 {
	w := make([]float64, 2*k+1)
	for i := range w {
		w[i] = f(float64(i - k))
	}
	return w
}
