package gen

import (
	"testing"

	"github.com/graphdp/graphdp/data/graph"
)

// product is the probability of a pair by its digits.
func product(m Initiator, power, u, v int) float64 {
	p := 1.0
	for at := range power {
		p *= [3]float64{m.A, m.B, m.C}[u>>at&1+v>>at&1]
	}
	return p
}

func TestKroneckerLaw(t *testing.T) {
	m, r := Initiator{0.9, 0.6, 0.3}, source(31)
	right := independent(4, func(u, v int) float64 { return product(m, 2, u, v) })
	wrong := independent(4, func(u, v int) float64 { return product(Initiator{0.9, 0.5, 0.3}, 2, u, v) })
	right.check(t, 20000, wrong, func() (*graph.Graph, error) { return free.Kronecker(2, m, r) })
}

// Every pair is of one class and one number there: with a matrix of ones the graph is complete.
func TestKroneckerHasAllPairs(t *testing.T) {
	for power := range 8 {
		g, err := free.Kronecker(power, Initiator{1, 1, 1}, source(1))
		if n := 1 << power; err != nil || int64(g.M()) != pairs(n) {
			t.Errorf("power %d: %d edges, %v", power, g.M(), err)
		}
	}
	for _, c := range []struct {
		power int
		m     Initiator
	}{{-1, Initiator{}}, {27, Initiator{}}, {3, Initiator{A: 1.1}}, {3, Initiator{B: -0.1}}} {
		if _, err := free.Kronecker(c.power, c.m, source(1)); err == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
	if _, err := free.Kronecker(3, Initiator{}, nil); err == nil {
		t.Error("no source is accepted")
	}
	if g, err := free.Kronecker(16, Initiator{0.99, 0.45, 0.25}, source(2)); err != nil || g.M() < 90_000 || g.M() > 105_000 {
		t.Errorf("%v, %v", g, err)
	}
}
