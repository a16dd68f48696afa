package ask

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
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
			values = append(values, of.sum(single(sum, off+of.slack(q, 0)), nodes(q)))
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

// AttributeSumByDegree is the sum of an attribute over the nodes of the degrees 0, 1, 2 – 3, 4 – 7
// and so on: see [AttributeSum].
func AttributeSumByDegree(column int, low, high float64) Statistic {
	of := attributeOf(column, low, high)
	return of.statistic("attribute-sum-by-degree", "the sum over each range of degrees of "+of.text(), of.byDegree(func(q question) ([]Value, error) {
		asked := query.AttributeSumsByDegree[gdp.L1](q.s.Relation(), q.of.Nodes, of.Attribute)
		x, _, err := q.real("attribute sums by degree", asked, q.eps, q.miss)
		if err != nil {
			return nil, err
		}
		all := 0.0
		for _, x := range q.cut(of) {
			all += x / of.Unit()
		}
		scale, miss := laplaceScale(float64(asked.Bound()), q.eps), q.miss/float64(len(x)+1)
		off := [...]float64{1: scale * math.Log(1/miss), 2: scale * quantileOfTwo(miss)}
		var values []Value
		for _, r := range rangesOf(x, all, of.Low >= 0) {
			v := single(r.noisy, off[r.terms]+of.slack(q, scale))
			v.Value = r.value
			values = append(values, of.sum(v, nodes(q)))
		}
		return values, nil
	}))
}

// AttributeMeanByDegree is the mean over such nodes.
func AttributeMeanByDegree(column int, low, high float64) Statistic {
	of := attributeOf(column, low, high)
	return of.statistic("attribute-mean-by-degree", "the mean over each range of degrees of "+of.text(), of.byDegree(func(q question) ([]Value, error) {
		asked := query.AttributeWeightsByDegree[gdp.L1](q.s.Relation(), q.of.Nodes, of.Attribute)
		x, _, err := q.real("attribute weights by degree", asked, q.eps, q.miss)
		if err != nil {
			return nil, err
		}
		var all [2]float64
		for _, x := range q.cut(of) {
			high := (x - of.Low) / (of.High - of.Low)
			all[0], all[1] = all[0]+high, all[1]+1-high
		}
		var sums [2][]ranged
		for side := range sums {
			var own []float64
			for i := side; i < len(x); i += 2 {
				own = append(own, x[i])
			}
			sums[side] = rangesOf(own, all[side], true)
		}
		scale, miss := laplaceScale(float64(asked.Bound()), q.eps), q.miss/float64(len(sums[0]))
		var values []Value
		for i, a := range sums[0] {
			b := sums[1][i]
			share := Value{Value: shared(a.value, b.value)}
			share.Low, share.High = shareOf(a.noisy, b.noisy, a.terms, scale, of.slack(q, scale), miss)
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

const degreesShift = "a node that is joined to all others takes each of them whose degree is one below a power of two to the next range of degrees: an interval that holds with that node and without it says nothing"

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
			why: "the relation makes attributes and classes public, and what is computed of them says nothing of edges; " + of.cutting(),
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
			why: of.cutting() + "; nodes without a class are in none",
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

// byDegree is the mechanism of a value of each range of degrees.
func (of attribute) byDegree(ask func(q question) ([]Value, error)) []mechanism {
	return []mechanism{{
		name: "sums up to each range of degrees, with Laplace noise", relations: edgeLevel, unfit: of.lacking,
		why: "an edge takes two nodes to the next range at most, and so moves two of these numbers, where it moves four of those of each range; the relation makes the last of them public, and " + of.cutting(),
		ask: func(q question) ([]Value, []string, error) {
			values, err := ask(q)
			for i := range values {
				values[i].Of = rangeOfDegrees(i, q.of.Nodes-1)
			}
			return values, nil, err
		},
	}}
}

// rangeOfDegrees names the i-th of the ranges up to a largest degree: see [query.DegreeRange].
func rangeOfDegrees(i, most int) string {
	if i < 2 {
		return strconv.Itoa(i)
	}
	low, high := 1<<(i-1), min(1<<i-1, most)
	if low == high {
		return strconv.Itoa(low)
	}
	return fmt.Sprintf("%d – %d", low, high)
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

// sum is a sum over n nodes at most, of one in units.
func (of attribute) sum(v Value, n float64) Value {
	return v.times(of.Unit()).within(n*min(of.Low, 0), n*max(of.High, 0)).raced()
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

// ranged is what a range of degrees adds to a sum: the difference of noisy numbers, one or two of
// them, and a better value.
type ranged struct {
	noisy, value float64
	terms        int
}

// rangesOf takes sums up to each range apart. The last, of all, is public. Sums may be known to
// ascend.
func rangesOf(sums []float64, all float64, ascend bool) (list []ranged) {
	level := sums
	if ascend {
		level = nil
		for _, x := range query.Isotonic(sums) {
			level = append(level, min(max(x, 0), all))
		}
	}
	for i := range len(sums) + 1 {
		r := ranged{noisy: all, value: all, terms: 1}
		if i < len(sums) {
			r.noisy, r.value = sums[i], level[i]
		}
		if i > 0 {
			r.noisy, r.value = r.noisy-sums[i-1], r.value-level[i-1]
		}
		if i > 0 && i < len(sums) {
			r.terms = 2
		}
		list = append(list, r)
	}
	return list
}

// ofAttributes are the statistics that are named with a column and a range.
var ofAttributes = map[string]func(column int, low, high float64) Statistic{
	"attribute-sum": AttributeSum, "attribute-mean": AttributeMean,
	"attribute-sum-by-degree": AttributeSumByDegree, "attribute-mean-by-degree": AttributeMeanByDegree,
}

// findAttribute returns the statistic of a name such as attribute-sum:0:−1:1, if it is one of an
// attribute.
func findAttribute(name string) (x Statistic, is bool, err error) {
	parts := strings.Split(name, ":")
	of, is := ofAttributes[parts[0]]
	if !is {
		return x, false, nil
	}
	wrong := func(why any) error {
		return fmt.Errorf("ask: %s: %v; want %s:COLUMN:LOW:HIGH, such as %[3]s:0:-1:1 for the first column and values cut to −1 … 1", name, why, parts[0])
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
