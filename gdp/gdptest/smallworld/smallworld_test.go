package smallworld

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
)

var own = []Own{{[]float32{0, 1}, 0}, {[]float32{1, 0}, 1}}

// worlds of every kind, with the number of pairs from a formula.
var worlds = []struct {
	w     World
	pairs int
}{
	{World{Relation: gdp.EdgeLevel, Nodes: 4}, 1 << 6 * 6 / 2},
	{World{Relation: gdp.EdgeLevel, Nodes: 3, Directed: true}, 1 << 6 * 6 / 2},
	{World{Relation: gdp.EdgeLevel, Nodes: 3, Own: own}, 1 << 3 * 8 * 3 / 2},
	{World{Relation: gdp.NodeLevel, Nodes: 4}, 4 * 8 * (8 * 7 / 2)},
	{World{Relation: gdp.NodeLevel, Nodes: 3, Directed: true}, 3 * 4 * (16 * 15 / 2)},
	{World{Relation: gdp.NodeLevel, Nodes: 3, Own: own}, 3 * 2 * 4 * (8 * 7 / 2)},
	{World{Relation: gdp.NodeUnbounded, Nodes: 4}, 4 * (1 + 3*2 + 3*2*4 + 8*8)},
	{World{Relation: gdp.NodeUnbounded, Nodes: 3, Own: own}, 3 * (1*2 + 2*2*(2*2) + 2*4*(2*4))},
	{World{Relation: gdp.GraphLevel, Nodes: 2, Graphs: 2}, 2 * 3 * 3},
	{World{Relation: gdp.GraphLevel, Nodes: 2, Graphs: 2, Classes: 2}, 2 * 6 * 15},
	{World{Relation: gdp.GraphUnbounded, Nodes: 2, Graphs: 3}, 3 + 2*9 + 3*27},
}

func name(w World) string {
	return fmt.Sprintf("%v level, %d nodes, directed %v, own %d, graphs %d, classes %d", w.Relation, w.Nodes, w.Directed, len(w.Own), w.Graphs, w.Classes)
}

func constant(*gdp.Data) ([]float64, error) { return []float64{1}, nil }

// The pairs compared are those that the relation's words call neighbours, found
// by holding every data set against every other.
func TestPairsAreTheNeighbours(t *testing.T) {
	for _, c := range worlds {
		all := must.Get(c.w.datasets())(t)
		got := map[[2]int]bool{}
		for k, i := range c.w.neighbours(all) {
			got[[2]int{k, i}] = true
		}
		for i := range all {
			for k := range i {
				if want := neighbours(c.w.Relation, all[k].data, all[i].data); got[[2]int{k, i}] != want {
					t.Fatalf("%s: %s and %s: compared %v, neighbours %v", name(c.w), describe(all[k].data), describe(all[i].data), !want, want)
				}
			}
		}
	}
}

// neighbours applies the definition, slowly.
func neighbours(rel gdp.Relation, a, b *gdp.Data) bool {
	switch rel {
	case gdp.EdgeLevel:
		edges := func(d *gdp.Data) (list []string) {
			for u, v := range d.Network.Graph.Edges() {
				list = append(list, fmt.Sprint(u, v))
			}
			return list
		}
		same := a.Network.Attrs.Equal(b.Network.Attrs) && slices.Equal(a.Network.Labels, b.Network.Labels)
		return same && onlyIn(edges(a), edges(b))+onlyIn(edges(b), edges(a)) == 1
	case gdp.NodeLevel, gdp.NodeUnbounded:
		n := a.Network.Graph.N()
		for u := range int32(n) {
			var rest []int32
			same := true
			for v := range int32(n) {
				if v != u {
					rest = append(rest, v)
					same = same && (rel == gdp.NodeLevel || a.Present[v] == b.Present[v])
				}
			}
			if rel == gdp.NodeUnbounded && a.Present[u] == b.Present[u] {
				continue
			}
			x, err1 := a.Network.Induced(rest)
			y, err2 := b.Network.Induced(rest)
			if err1 == nil && err2 == nil && same && x.Equal(y) {
				return true
			}
		}
		return false
	}
	graphs := func(d *gdp.Data) (list []string) {
		for i, net := range d.Collection.Graphs {
			one := &graph.Collection{Graphs: []*graph.Network{net}}
			if d.Collection.Labels != nil {
				one.Labels = d.Collection.Labels[i : i+1]
			}
			list = append(list, describe(&gdp.Data{Collection: one}))
		}
		return list
	}
	x, y := graphs(a), graphs(b)
	if rel == gdp.GraphLevel {
		differ := 0
		for i := range x {
			if x[i] != y[i] {
				differ++
			}
		}
		return differ == 1
	}
	if len(x) < len(y) {
		x, y = y, x
	}
	for i := range x {
		if slices.Equal(slices.Delete(slices.Clone(x), i, i+1), y) {
			return true
		}
	}
	return false
}

func onlyIn(a, b []string) (n int) {
	for _, x := range a {
		if !slices.Contains(b, x) {
			n++
		}
	}
	return n
}

func TestWitness(t *testing.T) {
	edges := func(d *gdp.Data) ([]float64, error) { return []float64{float64(d.Network.Graph.M())}, nil }
	w := must.Get(World{Relation: gdp.NodeUnbounded, Nodes: 2}.Worst(edges))(t)
	if got, want := w.L1.String(), "change 1 from [0] of {2 nodes, without 1} to [1] of {2 nodes 0-1}"; got != want && !strings.Contains(got, "without 0") {
		t.Errorf("witness %q, want %q", got, want)
	}
}

func TestNaNIsTheWorst(t *testing.T) {
	w, err := World{Relation: gdp.EdgeLevel, Nodes: 3}.Worst(func(d *gdp.Data) ([]float64, error) {
		if d.Network.Graph.M() == 3 {
			return []float64{math.NaN()}, nil
		}
		return []float64{float64(d.Network.Graph.M())}, nil
	})
	if err != nil || !math.IsNaN(w.L1.Change) || !math.IsNaN(w.L2.Change) {
		t.Errorf("changes %v and %v, %v; want NaN", w.L1.Change, w.L2.Change, err)
	}
}

func TestRefusals(t *testing.T) {
	bad := errors.New("bad")
	for what, w := range map[string]World{
		"no relation":          {Nodes: 3},
		"no nodes":             {Relation: gdp.EdgeLevel},
		"too many nodes":       {Relation: gdp.EdgeLevel, Nodes: 7},
		"too many arcs":        {Relation: gdp.EdgeLevel, Nodes: 5, Directed: true},
		"no graphs":            {Relation: gdp.GraphLevel, Nodes: 2},
		"a list at node level": {Relation: gdp.NodeLevel, Nodes: 2, Graphs: 2},
		"rows of two lengths":  {Relation: gdp.NodeLevel, Nodes: 2, Own: []Own{{}, {Attrs: []float32{1}}}},
		"own in a list":        {Relation: gdp.GraphLevel, Nodes: 2, Graphs: 2, Own: own},
		"nobody to compare":    {Relation: gdp.EdgeLevel, Nodes: 1},
	} {
		if _, err := w.Worst(constant); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	edge := World{Relation: gdp.EdgeLevel, Nodes: 3}
	if _, err := edge.Worst(func(*gdp.Data) ([]float64, error) { return nil, bad }); !errors.Is(err, bad) {
		t.Errorf("error %v, want %v", err, bad)
	}
	if _, err := edge.Worst(func(d *gdp.Data) ([]float64, error) { return make([]float64, d.Network.Graph.M()), nil }); err == nil {
		t.Error("answers of different lengths were taken")
	}
}
