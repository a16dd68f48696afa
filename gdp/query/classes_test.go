package query

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest/smallworld"
)

// ofClasses is a query of private classes in all norms.
func ofClasses(
	l1 func(rel gdp.Relation, n, classes, cap int) gdp.Bounded[gdp.L1],
	l2 func(rel gdp.Relation, n, classes, cap int) gdp.Bounded[gdp.L2],
	lInf func(rel gdp.Relation, n, classes, cap int) gdp.Bounded[gdp.LInf], classes int,
) family {
	return family{
		func(rel gdp.Relation, n, cap int) gdp.Bounded[gdp.L1] { return l1(rel, n, classes, cap) },
		func(rel gdp.Relation, n, cap int) gdp.Bounded[gdp.L2] { return l2(rel, n, classes, cap) },
		func(rel gdp.Relation, n, cap int) gdp.Bounded[gdp.LInf] { return lInf(rel, n, classes, cap) },
	}
}

// classed returns worlds whose nodes have one of some classes, or none; classes are as private as
// edges.
func classed(rel gdp.Relation, n, classes int) smallworld.World {
	w := smallworld.World{Relation: rel, Nodes: n, Own: []smallworld.Own{{Label: graph.Unlabeled}}}
	for c := range classes {
		w.Own = append(w.Own, smallworld.Own{Label: int32(c)})
	}
	return w
}

// A node that is replaced gets another class, too: all graphs of four nodes with all classes.
func TestCutOfClasses(t *testing.T) {
	for classes := 1; classes <= 2; classes++ {
		for _, rel := range singles {
			for n := 2; n <= 4; n++ {
				ofClasses(CutOfClasses[gdp.L1], CutOfClasses[gdp.L2], CutOfClasses[gdp.LInf], classes).
					exhaust(t, classed(rel, n, classes), from(1)(n), func(int) (bool, bool) { return true, true })
			}
		}
	}
}

// With a class and none the bound is attained where there are nodes for a full number of each; with
// two classes and none, of no more than four nodes, it is not passed.
func TestMixingOfClasses(t *testing.T) {
	for classes := 1; classes <= 2; classes++ {
		for _, rel := range singles {
			for n := 2; n <= 4; n++ {
				ofClasses(MixingOfClasses[gdp.L1], MixingOfClasses[gdp.L2], MixingOfClasses[gdp.LInf], classes).
					exhaust(t, classed(rel, n, classes), from(1)(n), func(cap int) (bool, bool) {
						return rel == gdp.EdgeLevel || cap == n-1 || n > (classes+1)*cap, rel == gdp.EdgeLevel
					})
			}
		}
	}
}

// Without a cap the numbers are those of edges by the classes of their ends, one by one.
func TestClassesOneByOne(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 21))
	const classes = 2
	for i := range 40 {
		g := drawnGraph(t, 5+r.IntN(20), i, r)
		net := &graph.Network{Graph: g}
		for range g.N() {
			net.Labels = append(net.Labels, int32(r.IntN(4))-1) // 2 is no class that was declared
		}
		if i%8 == 0 {
			net.Labels = nil
		}
		class := func(u int32) int {
			if net.Labels == nil || net.Labels[u] < 0 || net.Labels[u] >= classes {
				return classes
			}
			return int(net.Labels[u])
		}
		cut, want := 0.0, []float64{0, 0, 0, 0, 0, 0}
		for u, v := range g.Undirected().Edges() {
			a, b := min(class(u), class(v)), max(class(u), class(v))
			want[b*(b+1)/2+a]++
			if a != b {
				cut++
			}
		}
		d := &gdp.Data{Network: net}
		got, err := MixingOfClasses[gdp.L1](gdp.NodeLevel, g.N(), classes, g.N()).Eval(d)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("graph %d: %v, %v, want %v", i, got, err, want)
		}
		if got, err := CutOfClasses[gdp.L1](gdp.NodeLevel, g.N(), classes, g.N()).Eval(d); err != nil || got[0] != cut {
			t.Errorf("graph %d: %v, %v, want %v", i, got, err, cut)
		}
	}
	for _, classes := range []int{0, -1} {
		for _, q := range []gdp.Bounded[gdp.L1]{MixingOfClasses[gdp.L1](gdp.NodeLevel, 9, classes, 3), CutOfClasses[gdp.L1](gdp.NodeLevel, 9, classes, 3)} {
			if q.Bound() > 0 {
				t.Error(fmt.Sprint(classes, " classes have the bound ", q.Bound()))
			}
		}
	}
}
