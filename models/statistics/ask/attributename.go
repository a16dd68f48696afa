package ask

import (
	"fmt"
	"strconv"
	"strings"
)

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
