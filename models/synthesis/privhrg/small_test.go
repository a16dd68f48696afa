package privhrg

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/gdp/gdptest/smallworld"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
	"github.com/graphdp/graphdp/models/synthesis/synthesistest"
)

const alpha = 1e-9 // correct code fails once in 10⁹ tests

// shape is a dendrogram as sets of leaves, implemented independently.
type shape struct {
	leaves      uint
	left, right *shape // nil for a leaf
}

func joined(x, y *shape) *shape {
	if bits.TrailingZeros(x.leaves) > bits.TrailingZeros(y.leaves) {
		x, y = y, x
	}
	return &shape{x.leaves | y.leaves, x, y}
}

func (x *shape) String() string {
	if x.left == nil {
		return fmt.Sprint(bits.TrailingZeros(x.leaves))
	}
	return "(" + x.left.String() + x.right.String() + ")"
}

// shapes returns all dendrograms over leaves.
func shapes(leaves uint) (all []*shape) {
	if bits.OnesCount(leaves) == 1 {
		return []*shape{{leaves: leaves}}
	}
	low := leaves & -leaves
	for left := leaves; left > 0; left = (left - 1) & leaves {
		if left&low == 0 || left == leaves {
			continue
		}
		for _, x := range shapes(left) {
			for _, y := range shapes(leaves &^ left) {
				all = append(all, joined(x, y))
			}
		}
	}
	return all
}

// score returns the log-likelihood by its definition.
func (x *shape) score(g *graph.Graph) (sum float64) {
	if x.left == nil {
		return 0
	}
	edges, pairs := 0.0, float64(bits.OnesCount(x.left.leaves)*bits.OnesCount(x.right.leaves))
	for u, v := range g.Edges() {
		a, b := uint(1)<<u, uint(1)<<v
		if x.left.leaves&a != 0 && x.right.leaves&b != 0 || x.left.leaves&b != 0 && x.right.leaves&a != 0 {
			edges++
		}
	}
	for _, e := range []float64{edges, pairs - edges} {
		if e > 0 {
			sum += e * math.Log(e/pairs)
		}
	}
	return sum + x.left.score(g) + x.right.score(g)
}

// others returns the dendrograms that one step can reach, each by one of 2(n-2) choices.
func (x *shape) others() (all []*shape) {
	if x.left == nil {
		return nil
	}
	for _, side := range [2][2]*shape{{x.left, x.right}, {x.right, x.left}} {
		low, u := side[0], side[1]
		if low.left != nil {
			all = append(all, joined(joined(low.left, u), low.right), joined(joined(low.right, u), low.left))
		}
		for _, y := range low.others() {
			all = append(all, joined(y, u))
		}
	}
	return all
}

// shapeOf returns the shape of the chain's dendrogram.
func (d *dendrogram) shapeOf(v int32) *shape {
	if int(v) < d.n {
		return &shape{leaves: 1 << v}
	}
	left, right := d.below(v)
	return joined(d.shapeOf(left), d.shapeOf(right))
}

// One edge changes the log-likelihood of a dendrogram by at most the effect of the first edge
// between two halves, which is attained: over all graphs of up to five nodes and all dendrograms.
func TestSensitivity(t *testing.T) {
	for n, many := range map[int]int{3: 3, 4: 15, 5: 105} {
		all := shapes(1<<n - 1)
		if len(all) != many {
			t.Fatalf("%d dendrograms of %d nodes, want %d", len(all), n, many)
		}
		worst, err := smallworld.World{Relation: gdp.EdgeLevel, Nodes: n}.Worst(func(d *gdp.Data) (scores []float64, err error) {
			for _, x := range all {
				scores = append(scores, x.score(d.Network.Graph))
			}
			return scores, nil
		})
		if err != nil || math.Abs(worst.LInf.Change-sensitivity(n)) > 1e-12 {
			t.Errorf("%d nodes: %v, want %v, %v", n, worst.LInf, sensitivity(n), err)
		}
	}
	// On larger graphs, over all edge counts between any two sides.
	for n := 2; n < 60; n++ {
		most := 0.0
		for a := 1; a < n; a++ {
			for e := range a * (n - a) {
				pairs := float64(a * (n - a))
				most = max(most, math.Abs(logL(float64(e+1), pairs)-logL(float64(e), pairs)))
			}
		}
		if math.Abs(most-sensitivity(n)) > 1e-9 {
			t.Errorf("%d nodes: %v, want %v", n, most, sensitivity(n))
		}
	}
	claim.Holds(t, "privhrg", "The log-likelihood of a dendrogram moves by no more than the first edge between two halves moves it, and by that")
}

// nodes is the number of nodes of the graphs.
const nodes = 4

// chainOf returns the transition matrix of the chain, over all dendrograms in the order of shapes.
func chainOf(all []*shape, g *graph.Graph, sharp float64) [][]float64 {
	place := map[string]int{}
	scores := make([]float64, len(all))
	for i, x := range all {
		place[x.String()], scores[i] = i, x.score(g)
	}
	m := make([][]float64, len(all))
	for i, x := range all {
		m[i] = make([]float64, len(all))
		to := x.others()
		for _, y := range to {
			j := place[y.String()]
			p := min(1, math.Exp(sharp*(scores[j]-scores[i]))) / float64(len(to))
			m[i][j] += p
			m[i][i] -= p
		}
		m[i][i]++
	}
	return m
}

func times(law []float64, m [][]float64) []float64 {
	next := make([]float64, len(law))
	for i, p := range law {
		for j, q := range m[i] {
			next[j] += p * q
		}
	}
	return next
}

// starts returns two initial distributions of the chain: one dendrogram, and random cuts.
func starts(all []*shape) (fixed, cut []float64) {
	fixed, cut = make([]float64, len(all)), make([]float64, len(all))
	fixed[0] = 1
	for i, x := range all {
		// Three of the 15 are balanced, and come from the middle cut with probability 1/3.
		if cut[i] = 2. / 3 / 12; bits.OnesCount(x.left.leaves) == 2 {
			cut[i] = 1. / 3 / 3
		}
	}
	return fixed, cut
}

// After any number of steps the chain has the distribution of the matrix, from the stated initial
// distribution.
func TestChainLaw(t *testing.T) {
	const runs, sharp = 20_000, 0.7
	all, graphs := shapes(1<<nodes-1), synthesistest.Graphs(t, nodes)
	_, cut := starts(all)
	r := rand.New(rand.NewPCG(7, 1))
	for _, world := range []int{0b000011, 0b110101} {
		g := graphs[world]
		m, law := chainOf(all, g, sharp), cut
		for steps := range 4 {
			counts := make([]int, len(all))
			for range runs {
				d := newDendrogram(random(nodes, r), &counted{g: g})
				for range steps {
					d.step(sharp, r)
				}
				got := d.shapeOf(nodes)
				counts[slices.IndexFunc(all, func(x *shape) bool { return x.String() == got.String() })]++
			}
			if !stattest.ChiSquare(counts, law, alpha) {
				t.Errorf("graph %b, %d steps: %v, want %v", world, steps, counts, law)
			}
			law = times(law, m)
		}
	}
}

// furthest returns the largest ε between the distributions of neighbours after the given number of
// steps.
func furthest(t *testing.T, all []*shape, start []float64, eps float64, steps int) (worst float64) {
	t.Helper()
	graphs := synthesistest.Graphs(t, nodes)
	laws := make([][]float64, len(graphs))
	for world, g := range graphs {
		m := chainOf(all, g, eps/2/sensitivity(nodes))
		laws[world] = start
		for range steps {
			laws[world] = times(laws[world], m)
		}
	}
	for world, law := range laws {
		for k := range 6 {
			for i, p := range laws[world^1<<k] {
				if law[i] > 0 {
					worst = max(worst, math.Log(law[i]/p))
				}
			}
		}
	}
	return worst
}

// Over all graphs of four nodes and all dendrograms: at equilibrium the chain keeps to ε, even to
// ε/2. After few steps from a fixed dendrogram it does not: after one step it cannot stay where all
// moves lead up; after three it has 0.198 at ε = 0.1. From random dendrograms no number of steps
// exceeds ε.
func TestChainOfFourNodes(t *testing.T) {
	all := shapes(1<<nodes - 1)
	fixed, cut := starts(all)
	for _, eps := range []float64{0.1, 0.5, 1, 4} {
		if got := furthest(t, all, fixed, eps, 1); !math.IsInf(got, 1) {
			t.Errorf("ε = %v, one step from a known dendrogram: %v", eps, got)
		}
		if got := furthest(t, all, fixed, eps, 3); eps < 1 && got < eps*1.1 {
			t.Errorf("ε = %v, three steps from a known dendrogram: %v", eps, got)
		}
		for _, steps := range []int{1, 2, 3, 4, 8, 16, 200} {
			if got := furthest(t, all, cut, eps, steps); got > 0.65*eps || got < eps/5 {
				t.Errorf("ε = %v, %d steps from random dendrograms: %v", eps, steps, got)
			}
		}
		for _, start := range [][]float64{fixed, cut} {
			if got := furthest(t, all, start, eps, 200); got > eps/2+1e-9 || got < 0.45*eps {
				t.Errorf("ε = %v, at equilibrium: %v", eps, got)
			}
		}
	}
	claim.Fails(t, "privhrg", "A chain that is stopped is ε-DP: of four nodes, one step from a dendrogram that is known makes a release impossible of a neighbour, and three have .198 at ε = .1")
	claim.Holds(t, "privhrg", "A chain at equilibrium is ε-DP, over all graphs of four nodes: .471 at ε = 1, and from random dendrograms after any number of steps")
}
