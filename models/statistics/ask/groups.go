package ask

import (
	"fmt"
	"math"
	"slices"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// Mixing is the number of edges within and between public classes.
var Mixing = Statistic{
	Name: "mixing", About: "number of edges within and between public classes",
	exact: inClasses(func(mixed []Value, _ int) []Value { return mixed }),
	mechanisms: []mechanism{{
		name: "discrete Laplace noise", why: "each edge is in exactly one count", relations: edgeLevel, unfit: unclassed,
		ask: func(q question) ([]Value, []string, error) {
			values, _, err := q.mixing()
			return values, nil, err
		},
	}, mixingOfNodes},
}

// Cut is the number of edges between public classes.
var Cut = Statistic{
	Name: "cut", About: "number of edges between different public classes",
	exact: inClasses(between),
	mechanisms: []mechanism{{
		name: "discrete Laplace noise", why: "each edge counts at most once", relations: edgeLevel, unfit: unclassed,
		ask: func(q question) ([]Value, []string, error) {
			of, _ := q.classes()
			return q.one("cut", query.CutSize[gdp.L1](q.s.Relation(), of), 0, q.pairs())
		},
	}, cutOfNodes},
}

// Modularity is the modularity of the public classes: the excess of edges within classes over a
// random graph with the same degrees.
var Modularity = Statistic{
	Name: "modularity", About: "modularity of the public classes",
	exact: inClasses(func(mixed []Value, classes int) []Value { return []Value{modularity(mixed, classes)} }),
	mechanisms: []mechanism{{
		name: "noisy edge counts within and between classes", why: "it is a function of these counts, and each edge is in exactly one", relations: edgeLevel, unfit: unclassed,
		ask: func(q question) ([]Value, []string, error) {
			values, classes, err := q.mixing()
			if err != nil {
				return nil, nil, err
			}
			return []Value{modularity(values, classes)}, nil, nil
		},
	}},
	refusals: ofNodes(noModularity),
}

// unclassed returns an error text if no classes are public.
func unclassed(q question) string {
	if of, _ := q.classes(); of == nil {
		return "no public classes; declare them by a file of nodes"
	}
	return ""
}

const noModularity = "it is a ratio to the number of edges, which one node can dominate, so the interval would cover nearly all possible values; ask for mixing, the counts behind it"

// classes returns the public class of each node. Nodes without a class form a class of their own.
func (q question) classes() (of []int32, names []string) {
	if q.of.Labels == nil {
		return nil, nil
	}
	names = q.classNames()
	none := int32(-1)
	for _, c := range q.of.Labels {
		if c < 0 {
			if none < 0 {
				none = int32(len(names))
				names = append(names, "no class")
			}
			c = none
		}
		of = append(of, c)
	}
	return of, names
}

// classNames returns the class names; a class without a name has its number.
func (q question) classNames() []string {
	names := slices.Clone(q.of.Classes)
	for _, c := range q.of.Labels {
		for int(c) >= len(names) {
			names = append(names, fmt.Sprint("class ", len(names)))
		}
	}
	return names
}

// mixing asks for all edge counts within and between classes, ordered by [query.BlockCell].
func (q question) mixing() (values []Value, count int, err error) {
	of, classes := q.classes()
	x, off, err := q.whole("edges of classes", query.BlockCounts[gdp.L1](q.s.Relation(), of, len(classes)), q.eps, q.miss)
	if err != nil {
		return nil, 0, err
	}
	size := make([]float64, len(classes))
	for _, c := range of {
		size[c]++
	}
	for b := range classes {
		for a := range b + 1 {
			most := size[a] * size[b]
			if a == b {
				most = size[a] * (size[a] - 1) / 2
			}
			v := single(x[len(values)], off).within(0, most)
			v.Of = cellName(classes, a, b)
			values = append(values, v)
		}
	}
	return values, len(classes), nil
}

// cellName names the edges between two classes, or within one.
func cellName(classes []string, a, b int) string {
	if a == b {
		return "within " + classes[a]
	}
	return classes[a] + " – " + classes[b]
}

// modularity returns Σ e/m - (d/2m)² over classes, with an interval that covers it if those of the
// counts do.
func modularity(counts []Value, classes int) Value {
	at := func(pick func(Value) float64) (e, d []float64, m float64) {
		e, d = make([]float64, classes), make([]float64, classes)
		for b := range int32(classes) {
			for a := range b + 1 {
				x := pick(counts[query.BlockCell(a, b)])
				m += x
				d[a] += x
				d[b] += x
				if a == b {
					e[a] += x
				}
			}
		}
		return e, d, m
	}
	e, d, m := at(func(v Value) float64 { return v.Value })
	eLow, dLow, mLow := at(func(v Value) float64 { return v.Low })
	eHigh, dHigh, mHigh := at(func(v Value) float64 { return v.High })
	if m <= 0 || mLow <= 0 {
		v := Value{Low: -0.5, High: 1}
		if m > 0 {
			for c := range classes {
				v.Value += e[c]/m - d[c]*d[c]/(4*m*m)
			}
		}
		return v
	}
	within := func(e []float64) (sum float64) {
		for _, x := range e {
			sum += x
		}
		return sum
	}
	// In the first sum, edges within a class and edges between classes act in opposite ways.
	inside := func(in, all, inOther, allOther float64) (low, high float64) {
		return in / (in + allOther - inOther), inOther / (inOther + all - in)
	}
	low, high := inside(within(eLow), mLow, within(eHigh), mHigh)
	v := Value{Value: within(e) / m, Low: low, High: high}
	for c := range classes {
		v.Value -= math.Pow(d[c]/(2*m), 2)
		v.Low -= math.Pow(min(dHigh[c]/(2*mLow), 1), 2)
		v.High -= math.Pow(dLow[c]/(2*mHigh), 2)
	}
	return v.within(-0.5, 1)
}
