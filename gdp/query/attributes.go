package query

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// Attribute is an attribute column, counted from 0, and the public range to which its values are
// clipped. A value that is not stored is 0.
type Attribute struct {
	Column    int
	Low, High float64
}

// Check returns an error if the column or the range is invalid for any data.
func (of Attribute) Check() error {
	switch most := float64(math.MaxFloat32); {
	case of.Column < 0:
		return fmt.Errorf("query: column %d of attributes, want 0 or more", of.Column)
	case !(of.Low < of.High):
		return fmt.Errorf("query: attributes from %v to %v, want a range whose low end is below its high end", of.Low, of.High)
	case of.Low < -most || of.High > most:
		return fmt.Errorf("query: attributes from %v to %v, want ends that a float32 can have", of.Low, of.High)
	}
	return nil
}

// Unit returns the largest absolute value in the range: the unit of [AttributeSums].
func (of Attribute) Unit() float64 { return max(math.Abs(of.Low), math.Abs(of.High)) }

// Cut clips a value to the range.
func (of Attribute) Cut(x float32) float64 { return min(max(float64(x), of.Low), of.High) }

// Step returns the grid to which values are rounded, in units of the answer. It is fine, and coarse
// enough for sums over n nodes to be exact in floating point: inexact sums could move by more than
// the sensitivity.
func (of Attribute) Step(n int) float64 { return 1 / steps(n) }

func steps(n int) float64 { return math.Ldexp(1, min(40, 52-bits.Len(uint(max(n, 0))))) }

// AttributeSums returns the sum of an attribute over the nodes of each class, in units of
// [Attribute.Unit]. Nodes without a class are left out. At edge level attributes and classes are
// public, so it has no bound there.
func AttributeSums[N gdp.Norm](rel gdp.Relation, n, classes int, of Attribute) gdp.Bounded[N] {
	return attributed[N](rel, n, "attribute sums", of.sum(n), byClass(classes), of, norms{2, 2, 2})
}

// AttributeWeights returns two sums for each class. A node splits the weight 1 between the high and
// the low end of the range so that their weighted mean is its value. The first sum adds up the
// weights of the high end, the second those of the low end. Both together give the number of nodes
// and the mean of the attribute.
func AttributeWeights[N gdp.Norm](rel gdp.Relation, n, classes int, of Attribute) gdp.Bounded[N] {
	return attributed[N](rel, n, "attribute weights", of.weights(n), byClass(classes), of, norms{2, root(2), 1})
}

// AttributeSumsByDegree returns the sums of [AttributeSums] over the nodes of degree 0, at most 1,
// at most 3, at most 7 and so on. The last sum, over all nodes, is public and left out.
func AttributeSumsByDegree[N gdp.Norm](rel gdp.Relation, n int, of Attribute) gdp.Bounded[N] {
	return attributed[N](rel, n, "attribute sums", of.sum(n), byDegree(n), of, norms{})
}

// AttributeWeightsByDegree returns the two sums of [AttributeWeights] over the same ranges of
// degrees.
func AttributeWeightsByDegree[N gdp.Norm](rel gdp.Relation, n int, of Attribute) gdp.Bounded[N] {
	return attributed[N](rel, n, "attribute weights", of.weights(n), byDegree(n), of, norms{})
}

// addend maps a node's value to its contribution to the sums of its cell, in steps.
type addend struct {
	width int // the number of sums per cell
	of    func(x float64) [2]int64
}

func (of Attribute) sum(n int) addend {
	unit, steps := of.Unit(), steps(n)
	return addend{1, func(x float64) [2]int64 { return [2]int64{int64(math.Round(x / unit * steps))} }}
}

func (of Attribute) weights(n int) addend {
	steps := steps(n)
	return addend{2, func(x float64) [2]int64 {
		high := math.Round((x - of.Low) / (of.High - of.Low) * steps)
		return [2]int64{int64(high), int64(steps - high)}
	}}
}

// cells divides the nodes into cells with separate sums, or cumulative ones.
type cells struct {
	name       string
	count      int
	cumulative bool
	of         func(g *graph.Graph, net *graph.Network, u int32) int // count or more: in no cell
}

func byClass(classes int) cells {
	return cells{fmt.Sprintf("%d classes", classes), classes, false, func(_ *graph.Graph, net *graph.Network, u int32) int {
		if net.Labels == nil || net.Labels[u] < 0 {
			return classes
		}
		return int(net.Labels[u])
	}}
}

// byDegree returns the cells of degree 0, 1, 2 – 3, 4 – 7 … without the last.
func byDegree(n int) cells {
	return cells{"ranges of degrees", DegreeRange(n - 1), true, func(g *graph.Graph, _ *graph.Network, u int32) int { return DegreeRange(g.Degree(u)) }}
}

// DegreeRange returns the index of a degree's range among 0, 1, 2 – 3, 4 – 7 …
func DegreeRange(degree int) int { return bits.Len(uint(max(degree, 0))) }

// attributed is a query of sums. Replaced is the sensitivity of sums over classes to replacing a
// node.
func attributed[N gdp.Norm](rel gdp.Relation, n int, what string, add addend, by cells, of Attribute, replaced norms) gdp.Bounded[N] {
	bounds, basis := map[gdp.Relation]norms{gdp.NodeLevel: replaced, gdp.NodeUnbounded: one(1)}, gdp.Proof{Doc: "proofs/queries.md#attribute-sums", Test: "TestAttributeSums"}
	if by.cumulative {
		bounds = map[gdp.Relation]norms{gdp.EdgeLevel: one(2)} // two nodes go on to the next range
		basis = gdp.Proof{Doc: "proofs/queries.md#attribute-sums-by-degree", Test: "TestAttributeSumsByDegree"}
	}
	bad := of.Check()
	if bad == nil && by.count < 1 {
		bad = fmt.Errorf("query: %s of %s, want one or more", what, by.name)
	}
	name := fmt.Sprintf("%s of %s, column %d from %v to %v", what, by.name, of.Column, of.Low, of.High)
	if bad != nil {
		bounds = nil
	}
	return bounded[N](rel, definition{
		name: name, n: n, cap: n - 1, basis: basis, bounds: bounds,
		owned: func(g *graph.Graph, net *graph.Network, present []bool) ([]float64, error) {
			switch {
			case bad != nil:
				return nil, bad
			case net.Attrs.Rows() != n || of.Column >= net.Attrs.Cols():
				return nil, fmt.Errorf("query: %s: the nodes have no such column", name)
			case net.Labels != nil && len(net.Labels) != n:
				return nil, fmt.Errorf("query: %s: %d labels for %d nodes", name, len(net.Labels), n)
			}
			sums := make([]int64, add.width*by.count)
			for u := range int32(n) {
				if present != nil && !present[u] {
					continue
				}
				cell := by.of(g, net, u)
				if cell >= by.count {
					continue
				}
				x := add.of(of.Cut(net.Attrs.At(u, int32(of.Column))))
				for i := range add.width {
					sums[add.width*cell+i] += x[i]
				}
			}
			answer := make([]float64, len(sums))
			for i, x := range sums {
				if by.cumulative && i >= add.width {
					x += sums[i-add.width]
					sums[i] = x
				}
				answer[i] = float64(x) * of.Step(n) // exact: steps are a power of two
			}
			return answer, nil
		},
	})
}
