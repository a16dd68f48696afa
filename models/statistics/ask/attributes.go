package ask

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// AttributeSum is the sum of an attribute over the nodes of each class. The attribute is a column,
// counted from 0, clipped to a public range. Its name is attribute-sum:COLUMN:LOW:HIGH.
func AttributeSum(column int, low, high float64) Statistic {
	of := attributeOf(column, low, high)
	return of.statistic("attribute-sum", "sum per class of "+of.text(), of.sum, of.byClass(of.sum, func(q question) ([]Value, error) {
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
	return of.statistic("attribute-mean", "mean per class of "+of.text(), of.average, of.byClass(of.average, func(q question) ([]Value, error) {
		asked := query.AttributeWeights[gdp.L1](q.s.Relation(), q.of.Nodes, len(q.classNames()), of.Attribute)
		x, _, err := q.real("attribute weights", asked, q.eps, q.miss)
		if err != nil {
			return nil, err
		}
		scale, miss := laplaceScale(float64(asked.Bound()), q.eps, len(x)), q.miss/float64(len(x)/2)
		var values []Value
		for i := 0; i+1 < len(x); i += 2 {
			share := Value{Value: shared(x[i], x[i+1])}
			share.Low, share.High = shareOf(x[i], x[i+1], 1, scale, of.slack(q, scale), miss)
			values = append(values, of.mean(share))
		}
		return values, nil
	}))
}

// attribute is a column and a range.
type attribute struct{ query.Attribute }

func attributeOf(column int, low, high float64) attribute {
	return attribute{query.Attribute{Column: column, Low: low + 0, High: high + 0}} // turns −0 into 0: one name per statistic
}

func (of attribute) text() string {
	return fmt.Sprintf("attribute column %d, clipped to [%v, %v]", of.Column, of.Low, of.High)
}

func (of attribute) cutting() string {
	return fmt.Sprintf("values are clipped to [%v, %v], which bounds the contribution of a node", of.Low, of.High)
}

func (of attribute) statistic(kind, about string, exact func(values []float64) Value, mechanisms []mechanism) Statistic {
	x := Statistic{Name: fmt.Sprintf("%s:%d:%v:%v", kind, of.Column, of.Low, of.High), About: about, mechanisms: mechanisms, exact: of.exactly(of.classes, exact)}
	if strings.HasSuffix(kind, "by-degree") {
		x.exact = of.exactly(of.degrees, exact)
		x.refusals = ofNodes(degreesShift)
	}
	return x
}

// sum returns the sum of the values of a group.
func (attribute) sum(values []float64) Value {
	sum := 0.0
	for _, x := range values {
		sum += x
	}
	return single(sum, 0)
}

// average returns the mean of the values of a group; that of an empty group is arbitrary.
func (of attribute) average(values []float64) Value {
	if len(values) == 0 {
		return of.mean(Value{Value: shared(0, 0), High: 1})
	}
	return of.sum(values).times(1 / float64(len(values)))
}

// groups returns the names of the groups, and a function that maps a node to its group's index, or
// to a negative number.
type groups func(q question, g *graph.Graph) (names []string, of func(u int32) int)

func (of attribute) classes(q question, _ *graph.Graph) ([]string, func(u int32) int) {
	if q.of.Labels == nil {
		return nil, nil
	}
	return q.classNames(), func(u int32) int { return int(q.of.Labels[u]) }
}

func (of attribute) degrees(q question, g *graph.Graph) (names []string, in func(u int32) int) {
	for i := range query.DegreeRange(g.N()-1) + 1 {
		names = append(names, rangeOfDegrees(i, g.N()-1))
	}
	return names, func(u int32) int { return query.DegreeRange(g.Degree(u)) }
}

// exactly computes a value for each group in the clear.
func (of attribute) exactly(by groups, value func(values []float64) Value) counting {
	return func(net *graph.Network) (values []Value, err error) {
		q := question{of: gdp.Public{Nodes: net.Graph.N(), Attrs: net.Attrs, Labels: net.Labels, Labelled: net.Labels != nil, Classes: net.Classes}}
		if net.Attrs != nil {
			q.of.Columns = net.Attrs.Cols()
		}
		why := of.lacking(q)
		names, in := by(q, net.Graph)
		if len(names) == 0 {
			why = cmp.Or(why, q.undeclared())
		}
		if why != "" {
			return nil, fmt.Errorf("ask: %s", why)
		}
		return of.grouped(q, names, in, value), nil
	}
}

// grouped computes a value for each group from public data, or in the clear.
func (of attribute) grouped(q question, names []string, in func(u int32) int, value func(values []float64) Value) (values []Value) {
	lists := make([][]float64, len(names))
	for u, x := range q.cut(of) {
		if i := in(int32(u)); i >= 0 {
			lists[i] = append(lists[i], x)
		}
	}
	for i, list := range lists {
		v := value(list)
		v.Of = names[i]
		values = append(values, v)
	}
	return values
}

const unclassedInNone = "; nodes without a class count in none"

// byClass returns the mechanisms for one value per class, for public and for private attributes.
func (of attribute) byClass(exact func(values []float64) Value, ask func(q question) ([]Value, error)) []mechanism {
	unfit := func(q question) string { return cmp.Or(of.lacking(q), q.undeclared()) }
	return []mechanism{
		{
			name: "no noise", relations: edgeLevel, unfit: unfit,
			why: "attributes and classes are public under this relation and reveal nothing about edges; " + of.cutting() + unclassedInNone,
			ask: func(q question) ([]Value, []string, error) {
				names, in := of.classes(q, nil)
				return of.grouped(q, names, in, exact), nil, nil
			},
		},
		{
			name: "Laplace noise", relations: nodeLevel, unfit: unfit,
			why: of.cutting() + unclassedInNone,
			ask: func(q question) ([]Value, []string, error) {
				values, err := ask(q)
				for i := range values {
					values[i].Of = q.classNames()[i]
				}
				return values, nil, err
			},
		},
	}
}

// lacking returns an error text if the attribute does not exist.
func (of attribute) lacking(q question) string {
	if err := of.Check(); err != nil {
		return err.Error()
	}
	switch columns := q.of.Columns; {
	case columns == 0:
		return "the nodes have no attributes"
	case of.Column >= columns:
		return fmt.Sprintf("no attribute column %d: columns are 0 to %d", of.Column, columns-1)
	}
	return ""
}

// undeclared returns an error text if no classes are declared, or too many.
func (q question) undeclared() string {
	switch classes := len(q.classNames()); {
	case !q.of.Labelled || classes == 0:
		return "no class names are declared; declare them by a file of nodes"
	case classes > q.of.Nodes:
		return fmt.Sprintf("%d classes of %d nodes: most are empty", classes, q.of.Nodes)
	}
	return ""
}

// cut returns the public attribute values of all nodes, clipped to the range.
func (q question) cut(of attribute) (values []float64) {
	for u := range int32(q.of.Nodes) {
		values = append(values, of.Cut(q.of.Attrs.At(u, int32(of.Column))))
	}
	return values
}

// slack bounds the errors besides Laplace noise: values are rounded to steps, and noise to a
// lattice; see laplaceQuantile.
func (of attribute) slack(q question, scale float64) float64 {
	return nodes(q)*of.Step(q.of.Nodes) + scale*0x1p-29
}

// shared returns a/(a+b) of two noisy numbers, or 1/2 if both are 0.
func shared(a, b float64) float64 {
	if a, b = max(a, 0), max(b, 0); a+b > 0 {
		return a / (a + b)
	}
	return 0.5
}

// mean returns the mean of values, given the share of the range's high end; the low end has the
// rest.
func (of attribute) mean(share Value) Value {
	v := share.times(of.High - of.Low)
	off := of.Unit() * 0x1p-50 // floating-point rounding
	return Value{Value: of.Low + v.Value, Low: of.Low + v.Low - off, High: of.Low + v.High + off}.within(of.Low, of.High).raced()
}

// ofAttributes maps the names of attribute statistics to their constructors.
var ofAttributes = map[string]func(column int, low, high float64) Statistic{
	"attribute-sum": AttributeSum, "attribute-mean": AttributeMean,
	"attribute-sum-by-degree": AttributeSumByDegree, "attribute-mean-by-degree": AttributeMeanByDegree,
}

// findAttribute returns the statistic with a name such as attribute-sum:0:−1:1, if it is an
// attribute statistic.
func findAttribute(name string) (x Statistic, is bool, err error) {
	parts := strings.Split(name, ":")
	of, is := ofAttributes[parts[0]]
	if !is {
		return x, false, nil
	}
	wrong := func(why any) error {
		return fmt.Errorf("ask: %s: %v; use %s:COLUMN:LOW:HIGH, such as %[3]s:0:-1:1 for the first column clipped to [-1, 1]", name, why, parts[0])
	}
	if len(parts) != 4 {
		return x, true, wrong("a column and a range are missing")
	}
	column, err := strconv.Atoi(parts[1])
	if err != nil {
		return x, true, wrong(fmt.Sprintf("%q is not a column", parts[1]))
	}
	var ends [2]float64
	for i, text := range parts[2:] {
		if ends[i], err = strconv.ParseFloat(text, 64); err != nil {
			return x, true, wrong(fmt.Sprintf("%q is not a number", text))
		}
	}
	a := attributeOf(column, ends[0], ends[1])
	if err := a.Check(); err != nil {
		return x, true, wrong(err)
	}
	return of(a.Column, a.Low, a.High), true, nil
}
