package ask

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/gdp"
)

// Answer is what a question was answered.
type Answer struct {
	Statistic string       `json:"statistic"`
	Values    []Value      `json:"values"`
	Level     float64      `json:"level"` // at which all intervals hold together
	Mechanism string       `json:"mechanism"`
	Why       string       `json:"why"`             // this mechanism, by public facts
	Facts     []string     `json:"facts,omitempty"` // what was released on the way
	Relation  gdp.Relation `json:"-"`
	Epsilon   gdp.Epsilon  `json:"epsilon"` // what it cost; the session's guarantee says what is proved of that
}

// Value is a number with its interval; of statistics of many numbers, with what it is the number
// of.
type Value struct {
	Of    string  `json:"of,omitempty"`
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Low and High are what lists of the ends of intervals are called, after the name of the statistic
// of whose values there is a list.
const (
	Low  = ", low"
	High = ", high"
)

// within cuts a value and its interval to what a graph can have.
func (v Value) within(least, most float64) Value {
	cut := func(x float64) float64 { return min(max(x, least), most) }
	return Value{v.Of, cut(v.Value), cut(v.Low), cut(v.High)}
}

// times is a value in another unit.
func (v Value) times(f float64) Value { return Value{v.Of, v.Value * f, v.Low * f, v.High * f} }

// over is a ratio of what is not negative; where the second can be 0, it can be as large as most.
func (v Value) over(w Value, most float64) Value {
	ratio := func(a, b, none float64) float64 {
		if b <= 0 {
			return none
		}
		return a / b
	}
	return Value{v.Of, ratio(v.Value, w.Value, 0), ratio(v.Low, w.High, 0), ratio(v.High, w.Low, most)}.within(0, most).raced()
}

// String says the answer in a line; of many values, in a line each, of which some are left out.
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

// shown are the places of the values that a text has of an answer: the first ones, and less and
// less of those after them.
func shown(n int) (list []int) {
	for i := 0; i < n; i = max(i+1, i*6/5) {
		list = append(list, i)
	}
	if n > 0 && list[len(list)-1] != n-1 {
		list = append(list, n-1)
	}
	return list
}

// String is such as "1,612,010, from 1,610,441 to 1,613,579".
func (v Value) String() string {
	switch {
	case v.Low == v.High:
		return Number(v.Value)
	case math.IsInf(v.High, 1):
		return fmt.Sprintf("%s, at least %s", Number(v.Value), Number(v.Low))
	}
	return fmt.Sprintf("%s, from %s to %s", Number(v.Value), Number(v.Low), Number(v.High))
}

// Number writes a number for people: whole ones with commas, others with four digits.
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

// Why some statistics are refused where nodes are hidden.
const (
	openWedges  = "one node can have more wedges than all others together, none closed, so the interval would reach nearly 0; ask for triangles and wedges instead"
	oneHub      = "one node can dominate its sums of degree powers, so the interval would cover nearly all of [-1, 1]"
	unpacked    = "one node can be in most 4-cycles; degree caps do not help, because the edges that they keep can change far from that node, and there are too many cycles to pack"
	unprojected = "one node changes the degrees of all its neighbours and so all their edges; degree caps do not help, because the edges that they keep can change far from that node"
)

// ofNodes are the reasons of both relations that hide nodes.
func ofNodes(why string) map[gdp.Relation]string {
	return map[gdp.Relation]string{gdp.NodeLevel: why, gdp.NodeUnbounded: why}
}
