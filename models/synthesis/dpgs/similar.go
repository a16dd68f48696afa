package dpgs

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/similar"
	"github.com/graphdp/graphdp/models/method/ranges"
)

// Pairs says which kinds of pairs of nodes there are.
type Pairs struct {
	Near   int  `range:"[1,4096]"` // nodes that are near to a node by their features, a power of two
	Common int  `range:"[2,∞)"`    // a feature that more nodes have says nothing of who is near
	Labels bool // pairs of one class are of another kind than pairs of two
}

// Similar is a graph drawn from noisy degrees, numbers of edges of each kind of pair, a number of
// triangles, and, where ε is enough for it, what each pair answered. Shares are of the budget as
// zero-concentrated privacy counts it where no pair is asked, and sum to 1.
type Similar struct {
	Pairs
	Low           int     `range:"[1,65536]"` // how many nodes have at most 0, 1, … Low-1 neighbours is counted
	DegreeShare   float64 `range:"(0,1]"`     // for the degree of every node
	LowShare      float64 `range:"(0,1]"`     // for the numbers of nodes of low degrees
	KindShare     float64 `range:"(0,1]"`     // for the numbers of edges of each kind
	TriangleShare float64 `range:"(0,1]"`     // for the number of triangles
	Counts        float64 `range:"(0,1e3]"`   // ε for all of these where pairs are asked; the rest is for pairs
	Least         float64 `range:"(0,1e3]"`   // ε for pairs, below which none is asked
	Turned        float64 `range:"[0,1e9]"`   // turned answers of a node, on average, beyond which none is asked
}

// Known is the same without noise.
type Known struct{ Pairs }

// Holds returns how many bytes about as many drawn edges take, the neighbours of their ends, and
// the half-edges, of all nodes and by class.
func (c Similar) Holds(_, edges int) int64 { return 32 * int64(edges) }

// Check reports a setting that no run can have.
func (c Pairs) Check() error {
	if err := ranges.Check("dpgs", c); err != nil {
		return err
	}
	if bits.OnesCount(uint(c.Near)) != 1 {
		return fmt.Errorf("dpgs: Near is %d, want a power of two", c.Near)
	}
	return nil
}

// Check reports a setting that no run can have.
func (c Similar) Check() error {
	return cmp.Or(ranges.Check("dpgs", c), checkSum(c.DegreeShare, c.LowShare, c.KindShare, c.TriangleShare))
}

// kinds returns what is public of pairs: which nodes are near, and classes.
func (c Pairs) kinds(nodes int, x *graph.Attributes, labels []int32) *likeness {
	l := &likeness{most: c.Near, near: make([][]int32, nodes), class: make([]int32, nodes)}
	if x != nil {
		l.near = nearest(x, c.Near, c.Common)
	}
	if c.Labels {
		copy(l.class, labels) // none: all nodes are of one class
	}
	return l
}

// parts divides ε into that for numbers and that which pairs are asked with, 0 for none. They are
// functions of what is public.
func (c Similar) parts(p gdp.Public, eps gdp.Epsilon) (numbers, pairs gdp.Epsilon) {
	const mostAnswers = 1 << 26 // that are turned into an edge
	numbers = gdp.Epsilon(c.Counts)
	rest := eps - numbers
	n := float64(p.Nodes)
	turned := n * flipOf(rest)
	if p.Directed || float64(rest) < c.Least || turned > c.Turned || turned*n/2 > mostAnswers {
		return eps, 0
	}
	return numbers, rest
}

// flipOf is the probability that an answer is turned.
func flipOf(eps gdp.Epsilon) float64 { return 1 / (1 + math.Exp(float64(eps))) }

// multipliers are the noise of the four releases, over their sensitivities.
type multipliers struct{ degree, low, kind, triangle float64 }

// at returns the noise of which all four together cost what one Gaussian release with the
// multiplier costs.
func (c Similar) at(multiplier float64) multipliers {
	of := func(share float64) float64 { return multiplier / math.Sqrt(share) }
	return multipliers{of(c.DegreeShare), of(c.LowShare), of(c.KindShare), of(c.TriangleShare)}
}

// calibrate returns the least noise that a session's budget allows.
func (c Similar) calibrate(s *gdp.Session) (multipliers, error) {
	m, err := multiplier(s, func(m float64) accounting.Event {
		all := c.at(m)
		return accounting.Compose{accounting.Gaussian{NoiseMultiplier: all.degree}, accounting.Gaussian{NoiseMultiplier: all.low},
			accounting.Gaussian{NoiseMultiplier: all.kind}, accounting.Gaussian{NoiseMultiplier: all.triangle}}
	})
	return c.at(m), err
}

// nearest lists for every node the most others whose features are like its own, the most
// alike first: by the cosine of their rows, in which a feature weighs more the fewer nodes have
// it. Features that more than common nodes have weigh nothing, so that the time is at most that
// of common steps for each entry of x. It reads nothing but x.
func nearest(x *graph.Attributes, most, common int) [][]int32 {
	lists := make([][]int32, x.Rows())
	for u, near := range similar.Nearest(rare(x, common), x.Cols(), most) {
		for _, v := range near {
			lists[u] = append(lists[u], v.Row)
		}
	}
	return lists
}

// rare returns the rows of x at norm 1, after each feature was multiplied by the logarithm of n
// over the number of nodes that have it. Those that one node has alone, or more than common,
// are left out.
func rare(x *graph.Attributes, common int) [][]similar.Entry[float32] {
	n := x.Rows()
	users := make([]int, x.Cols())
	for u := range int32(n) {
		columns, values := x.Row(u)
		for i, c := range columns {
			if values[i] != 0 {
				users[c]++
			}
		}
	}
	largest := 0.0
	for u := range int32(n) {
		_, values := x.Row(u)
		for _, v := range values {
			largest = max(largest, math.Abs(float64(v)))
		}
	}
	rows := make([][]similar.Entry[float32], n)
	for u := range int32(n) {
		columns, values := x.Row(u)
		squares := 0.0
		for i, c := range columns {
			w := float32(math.Log(float64(n)/float64(users[c])) * (float64(values[i]) / largest))
			if w != 0 && users[c] > 1 && users[c] <= common {
				rows[u] = append(rows[u], similar.Entry[float32]{Column: c, Value: w})
				squares += float64(w) * float64(w)
			}
		}
		for i := range rows[u] {
			rows[u][i].Value = float32(float64(rows[u][i].Value) / math.Sqrt(squares))
		}
	}
	return rows
}
