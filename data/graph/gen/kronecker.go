package gen

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
)

// Initiator is the symmetric initiator matrix {A, B}, {B, C} of a stochastic Kronecker graph.
type Initiator struct{ A, B, C float64 }

// Kronecker samples a stochastic Kronecker graph of 2^power nodes: two different nodes are joined,
// independently of other pairs, with the product over the binary digits of their numbers of the
// matrix entries of both digits. It takes time linear in nodes and edges, times the power: pairs
// with equal numbers of common zeros and common ones have the same probability, and are sampled
// together.
func (w *Watch) Kronecker(power int, m Initiator, r *rand.Rand) (*graph.Graph, error) {
	if power < 0 || power > 26 {
		return nil, fmt.Errorf("gen: a Kronecker power of %d, want 0 … 26", power)
	}
	n := 1 << power
	if err := check(n, r); err != nil {
		return nil, err
	}
	for _, p := range []float64{m.A, m.B, m.C} {
		if err := probability("an entry of the initiator", p); err != nil {
			return nil, err
		}
	}
	var edges []graph.Edge
	w.Begin("drawing edges")
	for differ := 1; differ <= power; differ++ {
		for zeros := 0; zeros <= power-differ; zeros++ {
			ones := power - differ - zeros
			p := math.Pow(m.A, float64(zeros)) * math.Pow(m.B, float64(differ)) * math.Pow(m.C, float64(ones))
			if p == 0 {
				continue
			}
			// Choose the differing digits; the zeros among the others; and, for each differing
			// digit but the first, the node that has the one.
			places, rest := choices(power, differ), choices(power-differ, zeros)
			all := places * rest << (differ - 1)
			for i := skip(p, all, r); i < all && !w.Ended(0, 0); i += 1 + skip(p, all, r) {
				which := i & (1<<(differ-1) - 1)
				i := i >> (differ - 1)
				edges = append(edges, digits(power, differ, zeros, i/rest, i%rest, which))
			}
		}
	}
	return w.Graph(n, edges)
}

// digits returns the pair of nodes of a class by its index among the choices.
func digits(power, differ, zeros int, place, rest, which int64) graph.Edge {
	different, others := chosen(power, differ, place), chosen(power-differ, zeros, rest)
	var u, v, other, bit int
	for at := range power {
		switch {
		case different>>at&1 == 1:
			if bit == 0 || which>>(bit-1)&1 == 0 {
				u |= 1 << at
			} else {
				v |= 1 << at
			}
			bit++
		default:
			if others>>other&1 == 0 { // the digit is one in both
				u |= 1 << at
				v |= 1 << at
			}
			other++
		}
	}
	return ordered(int32(u), int32(v))
}

// choices returns the binomial coefficient n over k.
func choices(n, k int) int64 {
	c := int64(1)
	for i := range k {
		c = c * int64(n-i) / int64(i+1)
	}
	return c
}

// chosen returns the choice of k of n with an index below [choices], as bits.
func chosen(n, k int, number int64) (bits int) {
	for n--; n >= 0 && k > 0; n-- {
		if c := choices(n, k); number >= c {
			number -= c
			bits |= 1 << n
			k--
		}
	}
	return bits
}
