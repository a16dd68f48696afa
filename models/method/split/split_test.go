package split

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

func TestOf(t *testing.T) {
	a, err := Config{Share: 0.8, Seed: 3}.Of(101)
	b, err2 := Config{Share: 0.8, Seed: 3}.Of(101)
	c, err3 := Config{Share: 0.8, Seed: 4}.Of(101)
	if err != nil || err2 != nil || err3 != nil || len(a.Train) != 81 || len(a.Test) != 20 || fmt.Sprint(a) != fmt.Sprint(b) || fmt.Sprint(a) == fmt.Sprint(c) {
		t.Errorf("%v, %v, %v", a, b, c)
	}
	all := slices.Concat(a.Train, a.Test)
	slices.Sort(all)
	for u, v := range all {
		if u != int(v) {
			t.Fatalf("node %d is in no part", u)
		}
	}
	given, err := Config{Train: []int32{2, 0}, Test: []int32{1}}.Of(3)
	if err != nil || fmt.Sprint(given) != "{[2 0] [1]}" {
		t.Errorf("%v, %v", given, err)
	}
	if few, err := (Config{Share: 1e-9}).Of(2); err != nil || len(few.Train) != 1 || len(few.Test) != 1 {
		t.Errorf("%v, %v", few, err)
	}
	if all, err := (Config{Share: 1}).Of(3); err != nil || len(all.Train) != 3 || len(all.Test) != 0 {
		t.Errorf("%v, %v", all, err)
	}
	for _, bad := range []Config{
		{}, {Share: 1.5}, {Share: -1}, {Test: []int32{0}}, {Train: []int32{0, 0}}, {Train: []int32{0}, Test: []int32{0}}, {Train: []int32{3}}, {Train: []int32{-1}},
	} {
		if s, err := bad.Of(3); err == nil {
			t.Errorf("%+v is accepted: %v", bad, s)
		}
	}
	for _, try := range []func() error{
		func() error { _, err := (Config{Share: 0.5}).Of(1); return err },
		func() error { _, err := AtRandom(5, 0.5, nil); return err },
	} {
		if try() == nil {
			t.Error("bad input is accepted")
		}
	}
}

// A division by METIS tests on one community and trains on all others but one. On a private graph
// it is a claimed read, without a proof.
func TestMETIS(t *testing.T) {
	var edges []graph.Edge
	const cliques, size = Parts, 12
	for c := range int32(cliques) {
		for i := range int32(size) {
			for j := range i {
				edges = append(edges, graph.Edge{U: c*size + i, V: c*size + j})
			}
		}
		edges = append(edges, graph.Edge{U: c * size, V: (c + 1) % cliques * size})
	}
	g := gdptest.Graph(t, cliques*size, edges)
	c, before := Config{Kind: METIS, Seed: 2}, Nodes{}
	s := must.Get(c.On(g))(t)
	if err := s.check(g.N()); err != nil || len(s.Test) != size || len(s.Train) != (cliques-2)*size {
		t.Errorf("%d to learn from, %d to test on: %v", len(s.Train), len(s.Test), err)
	}
	for _, u := range s.Test {
		if u/size != s.Test[0]/size {
			t.Errorf("test nodes of two communities: %v", s.Test)
			break
		}
	}
	if _, err := c.Of(g.N()); err == nil {
		t.Error("a division by METIS of a number of nodes")
	}
	// Each part is tested on in turn, the fifth where none is named, and the next one is left out.
	tested := make([][]int32, Parts+1)
	for p := 1; p <= Parts; p++ {
		part := must.Get(Config{Kind: METIS, Seed: 2, Part: p}.On(g))(t)
		tested[p] = part.Test
		if p > 1 && slices.Contains(before.Train, part.Test[0]) {
			t.Errorf("part %d is learned from where part %d is tested on", p, p-1)
		}
		if before = part; p == 5 && fmt.Sprint(part) != fmt.Sprint(s) {
			t.Errorf("the fifth part is %v, and %v is tested on", part.Test, s.Test)
		}
	}
	if all := slices.Concat(tested...); len(all) != g.N() || len(slices.Compact(slices.Sorted(slices.Values(all)))) != g.N() {
		t.Errorf("the parts have %d nodes of %d", len(all), g.N())
	}
	for _, p := range []int{-1, Parts + 1} {
		if _, err := (Config{Kind: METIS, Part: p}).On(g); err == nil {
			t.Errorf("part %d is accepted", p)
		}
	}
	if _, err := (Config{Kind: 7, Share: 0.5}).On(g); err == nil {
		t.Error("an unknown kind is accepted")
	}
	net := &graph.Network{Graph: g}
	for kind, claimed := range map[Kind]int{METIS: 1, Random: 0} {
		session := must.Get(gdp.Protect(net, gdp.NodeLevel, gdp.Budget{Epsilon: 1}, gdp.Seed(1)))(t)
		within := must.Get((Config{Kind: kind, Share: 0.8, Seed: 2}).Within(session))(t)
		if kind == METIS && fmt.Sprint(within) != fmt.Sprint(s) {
			t.Errorf("%v, want %v", within, s)
		}
		l, err := session.Ledger()
		if err != nil || len(l.Entries) != claimed {
			t.Errorf("%v: %v, %v", kind, l, err)
		}
		if guarantee, err := session.Guarantee(); err != nil || math.IsInf(float64(guarantee.Proved), 1) != (claimed > 0) {
			t.Errorf("%v: %v, %v", kind, guarantee, err)
		}
	}
}
