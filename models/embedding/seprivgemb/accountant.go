package seprivgemb

import (
	"errors"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/rdp"
	"github.com/graphdp/graphdp/gdp"
)

// Accountant selects how a mode counts its steps. Both count one noisy gradient of sensitivity S
// and noise S·σ per step, on a sample of B of |E| edges. This is the paper's accounting; its
// assumptions do not hold.
type Accountant int

const (
	// Theorem4 is the paper's: sampling without replacement by the bound of Thm 4, composition by
	// Thm 5, conversion by Thm 1.
	Theorem4 Accountant = iota + 1
	// PoissonCode is the authors' code: the Poisson-sampled Gaussian, although samples have fixed
	// size, with a tighter conversion.
	PoissonCode
)

// theorem4 returns the bound of [SE-PrivGEmb] Thm 4 for the Gaussian mechanism with noise
// multiplier sigma: the Rényi divergence of integer order a ≥ 2 of a step with sampling rate gamma.
func theorem4(gamma, sigma float64, a int) float64 {
	e := func(j float64) float64 { return j / (2 * sigma * sigma) } // ε(j); ε(∞) = ∞
	binomial := 0.0                                                 // ln C(a,j), for j = 2, 3 …
	next := func(j int) float64 { binomial += math.Log(float64(a-j+1) / float64(j)); return binomial }
	next(1)
	// ln of the terms of 1 + γ²C(a,2)·min{4(e^ε(2)-1), 2e^ε(2)} + Σ_j 2γʲC(a,j)·e^((j-1)ε(j))
	terms := []float64{0, 2*math.Log(gamma) + next(2) + math.Log(min(4*math.Expm1(e(2)), 2*math.Exp(e(2))))}
	for j := 3; j <= a; j++ {
		terms = append(terms, float64(j)*math.Log(gamma)+next(j)+float64(j-1)*e(float64(j))+math.Ln2)
	}
	top := 0.0
	for _, t := range terms {
		top = max(top, t)
	}
	sum := 0.0
	for _, t := range terms[1:] {
		sum += math.Exp(t - top)
	}
	// ln(e^-top + sum) + top, which keeps a small sum next to 1
	if top == 0 {
		return math.Log1p(sum) / float64(a-1)
	}
	return (top + math.Log(math.Exp(-top)+sum)) / float64(a-1)
}

// curve holds a step's Rényi divergence at the accountant's orders, and the terms that the
// conversion to ε adds.
type curve struct{ divergence, extra []float64 }

// curveOf returns the curve of a step at the given δ.
func (a Accountant) curveOf(gamma, sigma float64, delta gdp.Delta) (curve, error) {
	if !(gamma > 0 && gamma <= 1) || !(sigma > 0) || !(delta > 0 && delta < 1) {
		return curve{}, fmt.Errorf("seprivgemb: invalid rate %v, noise multiplier %v or δ = %v", gamma, sigma, float64(delta))
	}
	var c curve
	add := func(order, divergence, extra float64) {
		c.divergence, c.extra = append(c.divergence, divergence), append(c.extra, extra)
	}
	inverse := -math.Log(float64(delta))
	switch a {
	case Theorem4:
		for order := 2; order <= 512; order++ {
			add(float64(order), theorem4(gamma, sigma, order), inverse/float64(order-1)) // [SE-PrivGEmb] Thm 1
		}
		return c, nil
	case PoissonCode:
		accountant, err := rdp.New(accounting.AddRemove)
		if err != nil {
			return c, err
		}
		step := accounting.PoissonSampled{Rate: gamma, Event: accounting.Gaussian{NoiseMultiplier: sigma}}
		for _, order := range codeOrders() {
			d, err := accountant.Divergence(step, order)
			if err != nil {
				return c, fmt.Errorf("seprivgemb: %w", err)
			}
			add(order, d, (inverse-math.Log(order))/(order-1)+math.Log1p(-1/order))
		}
		return c, nil
	}
	return c, errors.New("seprivgemb: no accountant: use Theorem4 or PoissonCode")
}

// Epsilon returns ε of a number of steps with sampling rate γ and noise multiplier σ.
func (a Accountant) Epsilon(gamma, sigma float64, steps int, delta gdp.Delta) (gdp.Epsilon, error) {
	c, err := a.curveOf(gamma, sigma, delta)
	if err != nil {
		return 0, err
	}
	return gdp.Epsilon(c.epsilon(steps)), nil
}

// codeOrders returns 1.1, 1.2 … 10.9 and 12, 13 … 63.
func codeOrders() (orders []float64) {
	for x := 1; x < 100; x++ {
		orders = append(orders, 1+float64(x)/10)
	}
	for x := 12; x < 64; x++ {
		orders = append(orders, float64(x))
	}
	return orders
}

// epsilon returns ε of a number of steps.
func (c curve) epsilon(steps int) float64 {
	best := math.Inf(1)
	for i, d := range c.divergence {
		best = min(best, float64(steps)*d+c.extra[i]) // [SE-PrivGEmb] Thm 5
	}
	return max(best, 0)
}

// most returns the largest number of steps that cost less than eps: [SE-PrivGEmb] Alg. 2, line 8.
func (c curve) most(eps float64) float64 {
	best := 0.0
	for i, d := range c.divergence {
		best = max(best, math.Ceil((eps-c.extra[i])/d)-1)
	}
	return best
}

// steps returns the number of updates of Algorithm 2, at most limit. Its test follows the update,
// so the update that exceeds the budget is released too, unless early is set.
func (c curve) steps(limit int, eps float64, early bool) int {
	n := c.most(eps)
	if !early {
		n++
	}
	return int(min(float64(limit), n))
}
