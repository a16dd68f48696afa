package degrees

import (
	"math"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// NewLaplace returns the release of the degree of every node at edge level with discrete
// Laplace noise, which is ε-DP without a δ. For δ up to at least 10⁻³ it is smaller than
// the Gaussian noise of the same ε.
func NewLaplace(s *gdp.Session, label string, eps gdp.Epsilon) gdp.Release[[]int64] {
	return gdp.NewDiscreteLaplace(label, query.Degrees[gdp.L1](s.Relation(), s.Public().Nodes), eps)
}

// Laplace draws [NewLaplace].
func Laplace(s *gdp.Session, label string, eps gdp.Epsilon) (*Noisy, error) {
	noisy, err := NewLaplace(s, label, eps).Draw(s)
	if err != nil {
		return nil, err
	}
	r := &Noisy{Degrees: make([]float64, len(noisy)), SD: laplaceSD(2 / float64(eps)), Multiplier: 1 / float64(eps)}
	for i, d := range noisy {
		r.Degrees[i] = float64(d)
	}
	return r, nil
}

// laplaceSD is the standard deviation of discrete Laplace noise, √(2a)/(1-a), a = exp(-1/scale).
func laplaceSD(scale float64) float64 {
	return math.Sqrt(2*math.Exp(-1/scale)) / -math.Expm1(-1/scale)
}
