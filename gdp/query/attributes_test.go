package query

import (
	"math"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/gdp/gdptest/smallworld"
)

// owning are nodes with each of some values in the second column, and each of some labels.
func owning(labels []int32, values ...float32) (all []smallworld.Own) {
	for _, label := range labels {
		for _, x := range values {
			all = append(all, smallworld.Own{Attrs: []float32{7, x}, Label: label})
		}
	}
	return all
}

// byClasses and byDegrees are the families of either kind of sum, of an attribute.
func byClasses(classes int, of Attribute) (sums, weights family) {
	return family{
			func(rel gdp.Relation, n, _ int) gdp.Bounded[gdp.L1] {
				return AttributeSums[gdp.L1](rel, n, classes, of)
			},
			func(rel gdp.Relation, n, _ int) gdp.Bounded[gdp.L2] {
				return AttributeSums[gdp.L2](rel, n, classes, of)
			},
			func(rel gdp.Relation, n, _ int) gdp.Bounded[gdp.LInf] {
				return AttributeSums[gdp.LInf](rel, n, classes, of)
			},
		}, family{
			func(rel gdp.Relation, n, _ int) gdp.Bounded[gdp.L1] {
				return AttributeWeights[gdp.L1](rel, n, classes, of)
			},
			func(rel gdp.Relation, n, _ int) gdp.Bounded[gdp.L2] {
				return AttributeWeights[gdp.L2](rel, n, classes, of)
			},
			func(rel gdp.Relation, n, _ int) gdp.Bounded[gdp.LInf] {
				return AttributeWeights[gdp.LInf](rel, n, classes, of)
			},
		}
}

func byDegrees(of Attribute) (sums, weights family) {
	return family{
			func(rel gdp.Relation, n, _ int) gdp.Bounded[gdp.L1] { return AttributeSumsByDegree[gdp.L1](rel, n, of) },
			func(rel gdp.Relation, n, _ int) gdp.Bounded[gdp.L2] { return AttributeSumsByDegree[gdp.L2](rel, n, of) },
			func(rel gdp.Relation, n, _ int) gdp.Bounded[gdp.LInf] {
				return AttributeSumsByDegree[gdp.LInf](rel, n, of)
			},
		}, family{
			func(rel gdp.Relation, n, _ int) gdp.Bounded[gdp.L1] {
				return AttributeWeightsByDegree[gdp.L1](rel, n, of)
			},
			func(rel gdp.Relation, n, _ int) gdp.Bounded[gdp.L2] {
				return AttributeWeightsByDegree[gdp.L2](rel, n, of)
			},
			func(rel gdp.Relation, n, _ int) gdp.Bounded[gdp.LInf] {
				return AttributeWeightsByDegree[gdp.LInf](rel, n, of)
			},
		}
}

// All nodes with values within the range and beyond its ends, of two classes and of none. A value
// of the size of the unit comes into another class than it was in; sums move by as much in the
// other norms where both ends of the range have that size.
func TestAttributeSums(t *testing.T) {
	for _, c := range []struct {
		of     Attribute
		values []float32
	}{
		{Attribute{Column: 1, Low: 0, High: 1}, []float32{-3, 0.3, 9}},
		{Attribute{Column: 1, Low: -2, High: 2}, []float32{-5, 0.1, 5}},
		{Attribute{Column: 1, Low: -3, High: -1}, []float32{-7, -2.5, 0}},
		{Attribute{Column: 1, Low: 10.1, High: 11.3}, []float32{0, 10.7, 11}},
	} {
		sums, weights := byClasses(2, c.of)
		for _, rel := range []gdp.Relation{gdp.NodeLevel, gdp.NodeUnbounded} {
			symmetric := c.of.Low == -c.of.High || rel == gdp.NodeUnbounded
			attained := slices.ContainsFunc(c.values, func(x float32) bool { return math.Abs(c.of.Cut(x)) == c.of.Unit() })
			for n := 2; n <= 3; n++ {
				w := smallworld.World{Relation: rel, Nodes: n, Own: owning([]int32{-1, 0, 1}, c.values...)}
				sums.exhaust(t, w, []int{n - 1}, func(int) (bool, bool) { return attained, attained && symmetric })
				weights.exhaust(t, w, []int{n - 1}, func(int) (bool, bool) { return true, attained && c.of.Low != 10.1 })
			}
		}
		for _, f := range []family{sums, weights} {
			if q := f.l1(gdp.EdgeLevel, 3, 2); q.Bound() > 0 {
				t.Errorf("%s: the bound is %v", q.Name(), q.Bound())
			}
		}
	}
	// Values that steps do not divide do not move sums of many nodes by more than their bound.
	const n = 4000
	of := Attribute{Low: 0, High: 0.3}
	answer := func(last float32) float64 {
		offsets, columns, values := []int64{0}, []int32{}, []float32{}
		for u := range n {
			x := float32(u%7) / 33
			if u == n/2 {
				x = last
			}
			columns, values = append(columns, 0), append(values, x)
			offsets = append(offsets, int64(len(columns)))
		}
		attrs := must.Get(graph.NewAttributes(1, offsets, columns, values))(t)
		x := must.Get(AttributeSums[gdp.L1](gdp.NodeLevel, n, 1, of).Eval(&gdp.Data{Network: &graph.Network{Graph: gdptest.Graph(t, n, nil), Attrs: attrs, Labels: make([]int32, n)}}))(t)
		return x[0]
	}
	if d := answer(1) - answer(0); d != 1 {
		t.Errorf("a node moves a sum by %v of its unit", d)
	}
}

// Two isolated nodes of the largest value are joined, and pass on to the next range.
func TestAttributeSumsByDegree(t *testing.T) {
	for _, c := range []struct {
		of     Attribute
		values []float32
	}{
		{Attribute{Column: 1, Low: 0, High: 1}, []float32{-3, 0.3, 9}},
		{Attribute{Column: 1, Low: -3, High: 1}, []float32{-4, 2}},
	} {
		sums, weights := byDegrees(c.of)
		for _, f := range []family{sums, weights} {
			both := func(int) (bool, bool) { return true, true }
			for n := 2; n <= 4; n++ {
				f.exhaust(t, smallworld.World{Relation: gdp.EdgeLevel, Nodes: n, Own: owning([]int32{0}, c.values...)}, []int{n - 1}, both)
			}
			f.exhaust(t, smallworld.World{Relation: gdp.EdgeLevel, Nodes: 5, Own: owning([]int32{0}, c.values[:2]...)}, []int{4}, func(int) (bool, bool) { return len(c.values) == 2, len(c.values) == 2 })
			f.exhaust(t, smallworld.World{Relation: gdp.EdgeLevel, Nodes: 3, Directed: true, Own: owning([]int32{0}, c.values...)}, []int{2}, both)
			for _, rel := range []gdp.Relation{gdp.NodeLevel, gdp.NodeUnbounded} {
				if q := f.l1(rel, 5, 4); q.Bound() > 0 {
					t.Errorf("%s, %v: the bound is %v", q.Name(), rel, q.Bound())
				}
			}
		}
	}
}

// On a small graph the sums equal those computed by hand.
func TestAttributesByHand(t *testing.T) {
	attrs := must.Get(graph.NewAttributes(2, []int64{0, 1, 2, 2, 3, 5}, []int32{1, 1, 1, 0, 1}, []float32{4, -1, 2, 9, 1}))(t)
	net := &graph.Network{
		Graph: gdptest.Graph(t, 5, []graph.Edge{{U: 0, V: 1}, {U: 0, V: 2}, {U: 0, V: 3}, {U: 1, V: 2}}),
		Attrs: attrs, Labels: []int32{0, 2, 0, -1, 2}, // values of the column: 4, −1, none, 2, 1
	}
	of := Attribute{Column: 1, Low: -0.5, High: 2} // cut: 2, −0.5, 0, 2, 1
	for _, c := range []struct {
		query   gdp.Bounded[gdp.L1]
		present []bool
		want    []float64
	}{
		{AttributeSums[gdp.L1](gdp.NodeLevel, 5, 3, of), nil, []float64{1, 0, 0.25}},
		{AttributeSums[gdp.L1](gdp.NodeUnbounded, 5, 3, of), []bool{true, true, true, true, false}, []float64{1, 0, -0.25}},
		{AttributeWeights[gdp.L1](gdp.NodeLevel, 5, 3, of), nil, []float64{1.2, 0.8, 0, 0, 0.6, 1.4}},
		// degrees 3, 2, 2, 1 and 0
		{AttributeSumsByDegree[gdp.L1](gdp.EdgeLevel, 5, of), nil, []float64{0.5, 1.5, 2.25}},
		{AttributeWeightsByDegree[gdp.L1](gdp.EdgeLevel, 5, of), nil, []float64{0.6, 0.4, 1.6, 0.4, 2.8, 2.2}},
	} {
		got, err := c.query.Eval(&gdp.Data{Network: net, Present: c.present})
		if err != nil || len(got) != len(c.want) {
			t.Fatalf("%s: %v (%v), want %v", c.query.Name(), got, err, c.want)
		}
		for i := range got {
			if math.Abs(got[i]-c.want[i]) > 2*of.Step(5)*5 {
				t.Errorf("%s: %v, want %v", c.query.Name(), got, c.want)
			}
		}
	}
}

// Ranges and columns that there cannot be have no bound, and no answer.
func TestAttributesThatAreNone(t *testing.T) {
	net := &graph.Network{Graph: gdptest.Graph(t, 3, nil), Labels: make([]int32, 3)}
	nan, inf := math.NaN(), math.Inf(1)
	for _, of := range []Attribute{{0, 1, 1}, {0, 2, 1}, {0, nan, 1}, {0, 0, nan}, {0, 0, inf}, {0, -inf, 0}, {0, -1e39, 0}, {-1, 0, 1}, {}} {
		if of.Check() == nil {
			t.Errorf("%+v passes", of)
		}
		for _, q := range []gdp.Bounded[gdp.L1]{AttributeSums[gdp.L1](gdp.NodeLevel, 3, 2, of), AttributeWeightsByDegree[gdp.L1](gdp.EdgeLevel, 3, of)} {
			if _, err := q.Eval(&gdp.Data{Network: net}); err == nil || q.Bound() > 0 {
				t.Errorf("%+v has the bound %v", of, q.Bound())
			}
		}
	}
	of := Attribute{0, 0, 1}
	for _, classes := range []int{0, -3} {
		if q := AttributeSums[gdp.L1](gdp.NodeLevel, 3, classes, of); q.Bound() > 0 {
			t.Errorf("%d classes have the bound %v", classes, q.Bound())
		}
	}
	for _, cols := range []int{-1, 0} {
		if cols == 0 {
			net.Attrs, _ = graph.NewAttributes(0, make([]int64, 4), nil, nil)
		}
		if _, err := AttributeSums[gdp.L1](gdp.NodeLevel, 3, 2, of).Eval(&gdp.Data{Network: net}); err == nil {
			t.Error("a column that is not there has sums")
		}
	}
}
