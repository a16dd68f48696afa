package null

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
)

func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x6e756c6c)) }

// Neighbour leaves nobody alone and gives the edges asked for; the law of its
// degrees is that of one uniform choice each and then uniform pairs.
func TestNeighbour(t *testing.T) {
	const n, m, runs = 300, 700, 60
	r, isolated, variance := random(1), 0, 0.0
	for range runs {
		g, err := Neighbour(n, m, r)
		if err != nil {
			t.Fatal(err)
		}
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
	if g, err := Neighbour(50, 0, r); err != nil || g.M() < 25 || g.M() > 50 {
		t.Errorf("no edges asked for: %v, %v", g, err)
	}
	if g, err := Neighbour(2, 1, r); err != nil || g.M() != 1 {
		t.Errorf("two nodes: %v, %v", g, err)
	}
	if g, err := Uniform(10, 7, r); err != nil || g.M() != 7 {
		t.Errorf("uniform: %v, %v", g, err)
	}
	for _, bad := range []func() error{
		func() error { _, err := Neighbour(5, 3, nil); return err },
		func() error { _, err := Neighbour(1, 0, r); return err },
		func() error { _, err := Neighbour(5, 11, r); return err },
		func() error { _, err := Neighbour(5, -1, r); return err },
		func() error { _, _, err := WithDegrees([]int32{1, 1}, nil); return err },
		func() error { _, _, err := WithDegrees([]int32{2, 1}, r); return err },
		func() error { _, _, err := WithDegrees([]int32{-1}, r); return err },
		func() error { _, err := Untrained(3, 2, nil); return err },
		func() error { _, err := Untrained(0, 2, r); return err },
		func() error { _, err := Empty(nil); return err },
	} {
		if bad() == nil {
			t.Error("bad input is accepted")
		}
	}
}

// Degrees come out as asked for where that is easy, and what is short is told.
func TestWithDegrees(t *testing.T) {
	r := random(2)
	degrees, stubs := make([]int32, 500), 0
	for u := range degrees {
		degrees[u] = int32(1 + 30/(1+u))
		stubs += int(degrees[u])
	}
	g, left, err := WithDegrees(degrees, r)
	if err != nil {
		t.Fatal(err)
	}
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
		t.Errorf("%d stubs missing, %d told", short, left)
	}

	// Degrees 1 1 1 1: three pairings, each as likely.
	count := map[int32]int{}
	const runs = 3000
	for range runs {
		g, _, err := WithDegrees([]int32{1, 1, 1, 1}, r)
		if err != nil {
			t.Fatal(err)
		}
		count[g.Neighbors(0)[0]]++
	}
	for v, k := range count { // 5.5 standard deviations: red once in a million
		if math.Abs(float64(k)-runs/3) > 5.5*math.Sqrt(runs*2/9.0) {
			t.Errorf("0 is joined to %d %d times of %d", v, k, runs)
		}
	}
}

func TestUntrainedAndMajority(t *testing.T) {
	x, err := Untrained(1000, 24, random(3))
	if err != nil {
		t.Fatal(err)
	}
	mean, variance := 0.0, 0.0
	for u := range int32(x.N()) {
		for _, v := range x.Row(u) {
			mean += float64(v) / 24000
			variance += float64(v) * float64(v) / 24000
		}
	}
	// 24,000 values of variance 2/1024: five standard errors.
	if math.Abs(mean) > 5*math.Sqrt(2/1024.0/24000) || math.Abs(variance*512-1) > 5*math.Sqrt(2/24000.0) {
		t.Errorf("mean %v, variance %v", mean, variance)
	}
	labels := []int32{2, 2, 1, 1, 0, -1, -1, -1}
	for _, c := range []struct {
		nodes []int32
		want  int32
	}{{[]int32{0, 1, 2, 3, 4, 5, 6, 7}, 1}, {[]int32{0, 1, 2}, 2}, {[]int32{4, 5, 6}, 0}} {
		if got, err := Majority(labels, c.nodes); err != nil || got != c.want {
			t.Errorf("majority of %v is %d, %v; want %d", c.nodes, got, err, c.want)
		}
	}
	for _, nodes := range [][]int32{nil, {5, 6}, {8}, {-1}} {
		if _, err := Majority(labels, nodes); err == nil {
			t.Errorf("the majority of %v exists", nodes)
		}
	}
}

func TestEmpty(t *testing.T) {
	g, _, err := graph.FromEdges(4, []graph.Edge{{U: 0, V: 1}}, graph.Options{Directed: true})
	if err != nil {
		t.Fatal(err)
	}
	w, err := Empty(&graph.Network{Graph: g, Labels: []int32{1, 1, 1, 1}})
	if err != nil {
		t.Fatal(err)
	}
	if w.Graph.N() != 4 || w.Graph.M() != 0 || !w.Graph.Directed() || w.Labels != nil {
		t.Errorf("the empty network is %+v", w)
	}
}

// The control pays for its edge count, all of the budget and nothing else, and
// is near the true count; a public count costs nothing.
func TestRun(t *testing.T) {
	g, err := Uniform(500, 1500, random(4))
	if err != nil {
		t.Fatal(err)
	}
	s, err := gdp.Protect(&graph.Network{Graph: g}, gdp.NodeLevel, gdp.Budget{Epsilon: 1}, gdp.Seed(5))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second run replays the first
		r, err := Run(context.Background(), s, Paper())
		if err != nil {
			t.Fatal(err)
		}
		// Laplace noise of scale 20: beyond 280 once in a million.
		if r.Graph.M() != r.Edges || math.Abs(float64(r.Edges)-1500) > 280 || r.Edges == 1500 {
			t.Errorf("%d edges, aimed at %d", r.Graph.M(), r.Edges)
		}
		if math.Abs(float64(r.Guarantee.Proved)-1) > 1e-9 || math.Abs(float64(r.Guarantee.Claimed)-1) > 1e-9 {
			t.Errorf("%v", r.Guarantee)
		}
	}
	r, err := Run(context.Background(), s, Config{Shape: UniformGraph, Edges: 700})
	if err != nil || r.Graph.M() != 700 || r.Guarantee.Proved != 0 {
		t.Errorf("%v, %v", r, err)
	}
	if l, err := s.Ledger(); err != nil || len(l.Entries) != 1 || math.Abs(float64(l.Spent())-1) > 1e-9 {
		t.Errorf("%v, %v", l, err)
	}
	for _, c := range []Config{{}, {Shape: UniformGraph}, {Shape: UniformGraph, Edges: 1, Theta: 1}, {Shape: 3, Edges: 1}, {Shape: UniformGraph, Edges: -1}} {
		if _, err := Run(context.Background(), s, c); err == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
	for _, m := range []float64{-1e9, 1e9} { // noise never asks for more edges than there are pairs
		tiny, err := gdp.Protect(&graph.Network{Graph: g}, gdp.NodeLevel, gdp.Budget{Epsilon: 1e-5}, gdp.Seed(uint64(m*m)))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := PaidEdges(tiny, "edges", 499, 1e-5); err != nil || got < 250 || got > 500*499/2 {
			t.Errorf("%d edges, %v", got, err)
		}
	}
}
