package ask

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/gdp"
)

// Answer is the answer to a question.
type Answer struct {
	Statistic string       `json:"statistic"`
	Values    []Value      `json:"values"`
	Level     float64      `json:"level"` // joint confidence level of all intervals
	Mechanism string       `json:"mechanism"`
	Why       string       `json:"why"`             // why this mechanism, by public facts
	Facts     []string     `json:"facts,omitempty"` // other released facts
	Relation  gdp.Relation `json:"-"`
	Epsilon   gdp.Epsilon  `json:"epsilon"` // cost; the session's guarantee states what is proved
}

// Value is a number with its confidence interval. If a statistic has many values, Of says which one
// it is.
type Value struct {
	Of    string  `json:"of,omitempty"`
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Low and High are suffixes: they name the lists of interval ends of a statistic.
const (
	Low  = ", low"
	High = ", high"
)

// within clamps a value and its interval to the range possible for a graph.
func (v Value) within(least, most float64) Value {
	cut := func(x float64) float64 { return min(max(x, least), most) }
	return Value{v.Of, cut(v.Value), cut(v.Low), cut(v.High)}
}

// times returns the value in another unit.
func (v Value) times(f float64) Value { return Value{v.Of, v.Value * f, v.Low * f, v.High * f} }

// over returns the ratio of two non-negative values, which is at most most.
func (v Value) over(w Value, most float64) Value {
	ratio := func(a, b, none float64) float64 {
		if b <= 0 {
			return none
		}
		return a / b
	}
	return Value{v.Of, ratio(v.Value, w.Value, 0), ratio(v.Low, w.High, 0), ratio(v.High, w.Low, most)}.within(0, most).raced()
}

// String returns the answer on one line, or on one line per value with some values omitted.
func (a *Answer) String() string {
	if a == nil {
		return "no answer"
	}
	var b strings.Builder
	if len(a.Values) == 1 {
		fmt.Fprintf(&b, "%s: %s", a.Statistic, a.Values[0])
	} else {
		list := shown(len(a.Values))
		fmt.Fprintf(&b, "%s: %d values, %d shown\n", a.Statistic, len(a.Values), len(list))
		for _, i := range list {
			fmt.Fprintf(&b, "%s, %s: %s\n", a.Statistic, a.Values[i].Of, a.Values[i])
		}
	}
	fmt.Fprintf(&b, " at level %g, by %s, for ε = %.4g", a.Level, a.Mechanism, float64(a.Epsilon))
	return b.String()
}

// shown returns the indices of the values that String prints: the first ones, then increasingly
// few.
func shown(n int) (list []int) {
	for i := 0; i < n; i = max(i+1, i*6/5) {
		list = append(list, i)
	}
	if n > 0 && list[len(list)-1] != n-1 {
		list = append(list, n-1)
	}
	return list
}

// String returns a text such as "1,612,010, from 1,610,441 to 1,613,579".
func (v Value) String() string {
	switch {
	case v.Low == v.High:
		return Number(v.Value)
	case math.IsInf(v.High, 1):
		return fmt.Sprintf("%s, at least %s", Number(v.Value), Number(v.Low))
	}
	return fmt.Sprintf("%s, from %s to %s", Number(v.Value), Number(v.Low), Number(v.High))
}

// Number formats a number: integers with commas, others with four digits.
func Number(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) || math.Abs(x) < 1000 && x != math.Trunc(x) {
		return strconv.FormatFloat(x, 'g', 4, 64)
	}
	text, sign := strconv.FormatFloat(math.Abs(math.Round(x)), 'f', 0, 64), ""
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	if x < 0 {
		sign = "−"
	}
	return sign + text
}

// Reasons for refusing statistics at node level.
const (
	openWedges  = "one node can have more wedges than all others together, none closed, so the interval would reach nearly 0; ask for triangles and wedges instead"
	oneHub      = "one node can dominate its sums of degree powers, so the interval would cover nearly all of [-1, 1]"
	unpacked    = "one node can be in most 4-cycles; degree caps do not help, because the edges that they keep can change far from that node, and there are too many cycles to pack"
	unprojected = "one node changes the degrees of all its neighbours and so all their edges; degree caps do not help, because the edges that they keep can change far from that node"
)

// ofNodes returns a reason for both relations at node level.
func ofNodes(why string) map[gdp.Relation]string {
	return map[gdp.Relation]string{gdp.NodeLevel: why, gdp.NodeUnbounded: why}
}
