package ask

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// AttributeSum is the sum of an attribute over the nodes of each class: of a column, from 0 on,
// whose values are cut to a public range. Its name has all three: attribute-sum:COLUMN:LOW:HIGH.
func AttributeSum(column int, low, high float64) Statistic {
	of := attributeOf(column, low, high)
	return of.statistic("attribute-sum", "the sum over each class of "+of.text(), of.byClass(func(values []float64) Value {
		sum := 0.0
		for _, x := range values {
			sum += x
		}
		return single(sum, 0)
	}, func(q question) ([]Value, error) {
		asked := query.AttributeSums[gdp.L1](q.s.Relation(), q.of.Nodes, len(q.classNames()), of.Attribute)
		x, off, err := q.real("attribute sums", asked, q.eps, q.miss)
		if err != nil {
			return nil, err
		}
		var values []Value
		for _, sum := range x {
			values = append(values, single(sum, off+of.slack(q, 0)).times(of.Unit()).within(nodes(q)*min(of.Low, 0), nodes(q)*max(of.High, 0)))
		}
		return values, nil
	}))
}

// AttributeMean is the mean of an attribute over the nodes of each class: see [AttributeSum].
func AttributeMean(column int, low, high float64) Statistic {
	of := attributeOf(column, low, high)
	return of.statistic("attribute-mean", "the mean over each class of "+of.text(), of.byClass(func(values []float64) Value {
		if len(values) == 0 {
			return of.mean(Value{Value: shared(0, 0), High: 1})
		}
		sum := 0.0
		for _, x := range values {
			sum += x
		}
		return single(sum/float64(len(values)), 0)
	}, func(q question) ([]Value, error) {
		asked := query.AttributeWeights[gdp.L1](q.s.Relation(), q.of.Nodes, len(q.classNames()), of.Attribute)
		x, _, err := q.real("attribute weights", asked, q.eps, q.miss)
		if err != nil {
			return nil, err
		}
		scale, miss := laplaceScale(float64(asked.Bound()), q.eps), q.miss/float64(len(x)/2)
		var values []Value
		for i := 0; i+1 < len(x); i += 2 {
			share := Value{Value: shared(x[i], x[i+1])}
			share.Low, share.High = shareOf(x[i], x[i+1], 1, scale, of.slack(q, scale), miss)
			values = append(values, of.mean(share))
		}
		return values, nil
	}))
}

// attribute is a column and a range, of which there are statistics.
type attribute struct{ query.Attribute }

func attributeOf(column int, low, high float64) attribute {
	return attribute{query.Attribute{Column: column, Low: low + 0, High: high + 0}} // no −0, which has another name
}

func (of attribute) text() string {
	return fmt.Sprintf("column %d of the attributes, its values cut to %v … %v", of.Column, of.Low, of.High)
}

func (of attribute) cutting() string {
	return fmt.Sprintf("values are cut to %v … %v, so that a node adds no more", of.Low, of.High)
}

func (of attribute) statistic(kind, about string, mechanisms []mechanism) Statistic {
	x := Statistic{Name: fmt.Sprintf("%s:%d:%v:%v", kind, of.Column, of.Low, of.High), About: about, mechanisms: mechanisms}
	if strings.HasSuffix(kind, "by-degree") {
		x.refusals = map[gdp.Relation]string{gdp.NodeLevel: degreesShift, gdp.NodeUnbounded: degreesShift}
	}
	return x
}

const unclassedInNone = "; nodes without a class are in none"

// byClass are the mechanisms of a value of each class: of public values, and of private ones.
func (of attribute) byClass(exact func(values []float64) Value, ask func(q question) ([]Value, error)) []mechanism {
	unfit := func(q question) string { return cmp.Or(of.lacking(q), q.undeclared()) }
	named := func(q question, values []Value) []Value {
		for i, name := range q.classNames() {
			values[i].Of = name
		}
		return values
	}
	return []mechanism{
		{
			name: "no noise", relations: edgeLevel, unfit: unfit,
			why: "the relation makes attributes and classes public, and what is computed of them says nothing of edges; " + of.cutting() + unclassedInNone,
			ask: func(q question) ([]Value, []string, error) {
				groups := make([][]float64, len(q.classNames()))
				for u, x := range q.cut(of) {
					if c := q.of.Labels[u]; c >= 0 {
						groups[c] = append(groups[c], x)
					}
				}
				var values []Value
				for _, g := range groups {
					values = append(values, exact(g))
				}
				return named(q, values), nil, nil
			},
		},
		{
			name: "Laplace noise", relations: nodeLevel, unfit: unfit,
			why: of.cutting() + unclassedInNone,
			ask: func(q question) ([]Value, []string, error) {
				values, err := ask(q)
				if err != nil {
					return nil, nil, err
				}
				return named(q, values), nil, nil
			},
		},
	}
}

// lacking says that there is no such attribute.
func (of attribute) lacking(q question) string {
	if err := of.Check(); err != nil {
		return err.Error()
	}
	switch columns := q.of.Columns; {
	case columns == 0:
		return "the nodes have no attributes"
	case of.Column >= columns:
		return fmt.Sprintf("the attributes have no column %d: they are the columns 0 … %d", of.Column, columns-1)
	}
	return ""
}

// undeclared says that no classes are declared, or more than can matter.
func (q question) undeclared() string {
	switch classes := len(q.classNames()); {
	case !q.of.Labelled || classes == 0:
		return "the nodes have no classes, or none that are declared: a file of nodes, or a data set, gives them"
	case classes > q.of.Nodes:
		return fmt.Sprintf("%d classes of %d nodes: most are empty", classes, q.of.Nodes)
	}
	return ""
}

// cut are the public values of all nodes, in their range.
func (q question) cut(of attribute) (values []float64) {
	for u := range int32(q.of.Nodes) {
		values = append(values, of.Cut(q.of.Attrs.At(u, int32(of.Column))))
	}
	return values
}

// slack is how far noisy numbers are off beside Laplace noise of a scale, since values are rounded
// to steps, and noise to a lattice: see laplaceQuantile.
func (of attribute) slack(q question, scale float64) float64 {
	return nodes(q)*of.Step(q.of.Nodes) + scale*0x1p-29
}

// shared is a/(a+b) of two numbers with noise, and a half where they are nothing.
func shared(a, b float64) float64 {
	if a, b = max(a, 0), max(b, 0); a+b > 0 {
		return a / (a + b)
	}
	return 0.5
}

// mean is that of values of which the high end of the range has a share, and the low end the rest.
func (of attribute) mean(share Value) Value {
	v := share.times(of.High - of.Low)
	off := of.Unit() * 0x1p-50 // for rounding of doubles
	return Value{Value: of.Low + v.Value, Low: of.Low + v.Low - off, High: of.Low + v.High + off}.within(of.Low, of.High).raced()
}
