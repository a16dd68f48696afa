package gen

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
)

// NoneIsolated leaves no node isolated and gives the requested number of edges; degrees have the
// distribution of one uniform choice each, then uniform pairs.
func TestNoneIsolated(t *testing.T) {
	const n, m, runs = 300, 700, 60
	r, isolated, variance := rand.New(rand.NewPCG(1, 0x6e756c6c)), 0, 0.0
	for range runs {
		g := must.Get(free.NoneIsolated(n, m, r))(t)
		if g.M() != m {
			t.Fatalf("%d edges, want %d", g.M(), m)
		}
		for u := range int32(n) {
			if g.Degree(u) == 0 {
				isolated++
			}
			d := float64(g.Degree(u)) - 2*m/float64(n)
			variance += d * d / (n * runs)
		}
	}
	if isolated > 0 {
		t.Errorf("%d isolated nodes", isolated)
	}
	// Degrees: 1, and a Poisson variable of mean 2m/n - 1 = 3.67. Were all m edges
	// uniform the variance would be 4.67: 25 standard errors away.
	if math.Abs(variance-3.67) > 0.25 {
		t.Errorf("degrees have variance %.3f, want about 3.67", variance)
	}
	if g, err := free.NoneIsolated(50, 0, r); err != nil || g.M() < 25 || g.M() > 50 {
		t.Errorf("no edges asked for: %v, %v", g, err)
	}
	if g, err := free.NoneIsolated(2, 1, r); err != nil || g.M() != 1 {
		t.Errorf("two nodes: %v, %v", g, err)
	}
	for _, bad := range []func() error{
		func() error { _, err := free.NoneIsolated(5, 3, nil); return err },
		func() error { _, err := free.NoneIsolated(1, 0, r); return err },
		func() error { _, err := free.NoneIsolated(5, 11, r); return err },
		func() error { _, err := free.NoneIsolated(5, -1, r); return err },
		func() error { _, _, err := free.WithDegrees([]int32{1, 1}, nil); return err },
		func() error { _, _, err := free.WithDegrees([]int32{2, 1}, r); return err },
		func() error { _, _, err := free.WithDegrees([]int32{-1}, r); return err },
		func() error { _, err := free.Beside(nil, []int32{1, 1}, nil); return err },
		func() error { _, err := free.Beside(nil, []int32{2, 1}, r); return err },
	} {
		if bad() == nil {
			t.Error("bad input is accepted")
		}
	}
}

// Degrees are as requested where that is easy, and missing ones are counted.
func TestWithDegrees(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0x6e756c6c))
	degrees, stubs := make([]int32, 500), 0
	for u := range degrees {
		degrees[u] = int32(1 + 30/(1+u))
		stubs += int(degrees[u])
	}
	g, left := must.Two(free.WithDegrees(degrees, r))(t)
	if left > 1+stubs/100 || 2*g.M()+left != stubs {
		t.Errorf("%d stubs of %d found no partner, the graph has %d edges", left, stubs, g.M())
	}
	short := 0
	for u := range int32(500) {
		if d := int(degrees[u]) - g.Degree(u); d < 0 {
			t.Errorf("node %d has %d neighbours, asked for %d", u, g.Degree(u), degrees[u])
		} else {
			short += d
		}
	}
	if short != left {
		t.Errorf("%d stubs missing, %d counted", short, left)
	}

	// Degrees 1 1 1 1: three pairings, each as likely.
	count := map[int32]int{}
	const runs = 3000
	for range runs {
		g, _ := must.Two(free.WithDegrees([]int32{1, 1, 1, 1}, r))(t)
		count[g.Neighbors(0)[0]]++
	}
	for v, k := range count { // 5.5 standard deviations: a false alarm once in a million
		if math.Abs(float64(k)-runs/3) > 5.5*math.Sqrt(runs*2/9.0) {
			t.Errorf("0 is joined to %d %d times of %d", v, k, runs)
		}
	}
}

// Nodes get their remaining degrees in addition to existing edges: nodes 0 and 1, which are already
// joined, by a swap with nodes 2 and 3; in a clique nobody can have more.
func TestBeside(t *testing.T) {
	clique := []graph.Edge{{U: 1, V: 0}, {U: 0, V: 2}, {U: 2, V: 1}}
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 1))
		if g, err := free.Beside(slices.Clone(clique), []int32{1, 2, 1}, r); err != nil || g.M() != 3 {
			t.Fatalf("%v, %v: want the clique alone", g, err)
		}
		g, err := free.Beside([]graph.Edge{{U: 1, V: 0}, {U: 2, V: 3}}, []int32{1, 1, 0, 0, 1, 1}, r)
		if err != nil || g.M() != 4 || !slices.Equal(g.Degrees(), []int32{2, 2, 1, 1, 1, 1}) {
			t.Errorf("%v, %v", g.Degrees(), err)
		}
	}
}
