package ask

import (
	"fmt"
	"math"
	"strconv"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// Histogram is the number of nodes of each degree.
var Histogram = Statistic{
	Name: "histogram", About: "degree histogram: number of nodes of each degree",
	exact: listed(0, degreesOf),
	mechanisms: distributed(func(b band) (values []Value) {
		for k := range b.upTo {
			v := b.upTo[k]
			if k > 0 {
				v = v.minus(b.upTo[k-1])
			}
			v.Of = strconv.Itoa(k)
			values = append(values, v.within(0, b.nodes.High))
		}
		return values
	}),
}

// CCDF is the number of nodes of at least each degree.
var CCDF = Statistic{
	Name: "ccdf", About: "cumulative degree histogram: nodes of at least each degree",
	exact: listed(0, atLeast),
	mechanisms: distributed(func(b band) (values []Value) {
		for k := range b.upTo {
			v := b.nodes
			if k > 0 {
				v = v.minus(b.upTo[k-1])
			}
			v.Of = strconv.Itoa(k)
			values = append(values, v.within(0, b.nodes.High))
		}
		return values
	}),
}

// Sequence is the degree sequence, ascending.
var Sequence = Statistic{
	Name: "sequence", About: "degree sequence in ascending order, without node ids",
	exact: listed(1, ascendingDegrees),
	mechanisms: []mechanism{
		{
			name: "noisy degree sequence and noisy cumulative histogram, ε/2 each", relations: edgeLevel,
			why: "both have sensitivity 2; the sequence is accurate for high degrees, the histogram for common ones",
			ask: func(q question) ([]Value, []string, error) {
				q = q.half()
				if err := q.affords("cumulated degrees", q.eps, q.eps); err != nil {
					return nil, nil, err
				}
				b, err := q.degrees(q.of.Nodes - 1)
				if err != nil {
					return nil, nil, err
				}
				list, err := q.list()
				if err != nil {
					return nil, nil, err
				}
				return joint(b.sequence(), list), nil, nil
			},
		},
		boundedDegrees(band.sequence),
	},
}

// half returns the question with half of ε and half of the failure probability.
func (q question) half() question {
	q.eps, q.miss = q.eps/2, q.miss/2
	return q
}

// list returns the ascending list of all degrees.
func (q question) list() (values []Value, err error) {
	n := q.of.Nodes
	noisy, off, err := q.whole("ascending degrees", query.DegreeSequence[gdp.L1](q.s.Relation(), n), q.eps, q.miss)
	if err != nil {
		return nil, err
	}
	return ascending(noisy, off, single(float64(n-1), 0)), nil
}

// joint intersects two lists of intervals with separate failure probabilities. If two intervals are
// disjoint, one list has failed, and the second interval is the answer: its error is of the order
// of its noise, while a single wrong count can change a degree by any amount.
func joint(counts, list []Value) []Value {
	values := make([]Value, len(counts))
	for i, v := range counts {
		w := list[i]
		if v.Low > w.High || w.Low > v.High {
			values[i] = Value{v.Of, w.Value, w.Low, w.High}
			continue
		}
		if w.High-w.Low < v.High-v.Low {
			v.Value = w.Value
		}
		v.Low, v.High = max(v.Low, w.Low), min(v.High, w.High)
		values[i] = v.raced()
	}
	return values
}

// sequence turns counts of nodes into the degree of each node.
func (b band) sequence() (values []Value) {
	at := func(pick func(Value) float64, i int, k *int) float64 { // a lower bound on the smallest degree that i + 1 nodes have
		for *k < len(b.upTo) && pick(b.upTo[*k]) < float64(i+1) {
			*k++
		}
		if *k == len(b.upTo) {
			return float64(b.most)
		}
		return float64(*k)
	}
	var value, low, high int
	for i := range int(math.Round(b.nodes.Value)) {
		v := Value{Of: strconv.Itoa(i + 1)}
		v.Low = at(func(v Value) float64 { return v.High }, i, &low)
		v.High = at(func(v Value) float64 { return v.Low }, i, &high)
		if v.Value = at(func(v Value) float64 { return math.Round(v.Value) }, i, &value); value == len(b.upTo) {
			v.Value = float64(len(b.upTo)) // the cap: higher degrees are not counted
		}
		values = append(values, v.raced())
	}
	return values
}

// minus returns the difference.
func (v Value) minus(w Value) Value {
	return Value{v.Of, v.Value - w.Value, v.Low - w.High, v.High - w.Low}
}

// band holds bounds on the number of nodes of at most each degree.
type band struct {
	upTo  []Value // at most 0, 1 …
	nodes Value
	most  int // largest possible degree
}

// distributed returns the mechanisms for functions of a band.
func distributed(values func(band) []Value) []mechanism {
	return []mechanism{
		{
			name: "noisy cumulative histogram after isotonic regression", relations: edgeLevel,
			why: "one edge changes two cumulative counts by 1, against four counts of a histogram",
			ask: func(q question) ([]Value, []string, error) {
				b, err := q.degrees(q.of.Nodes - 1)
				if err != nil {
					return nil, nil, err
				}
				return values(b), nil, nil
			},
		},
		boundedDegrees(values),
	}
}

// boundedDegrees returns the mechanism at node level.
func boundedDegrees(values func(band) []Value) mechanism {
	return mechanism{
		name: "noisy cumulative histogram of a degree-bounded graph after isotonic regression", relations: nodeLevel,
		why: "edges beyond a degree cap are dropped in a public order [DLL16], so one node changes each count by 1; degrees can only shrink, so intervals are one-sided",
		ask: func(q question) ([]Value, []string, error) {
			cap := query.DegreeCap(q.of.Nodes, q.eps)
			b, err := q.degrees(cap)
			if err != nil {
				return nil, nil, err
			}
			return values(b), []string{fmt.Sprintf("degrees are counted up to %s", Number(float64(cap)))}, nil
		},
	}
}

// ascending returns intervals for noisy numbers whose exact values ascend, up to last: each is at
// least all before it, and at most all after it. If one interval fails, so may all after it. The
// values, on which all noise acts together, still lie in their intervals.
func ascending(noisy []float64, off float64, last Value) []Value {
	values, low, high := make([]Value, len(noisy)), 0.0, last.High
	for i, x := range noisy {
		low = max(low, x-off)
		values[i].Low = low
	}
	level := query.Isotonic(noisy)
	for i := len(noisy) - 1; i >= 0; i-- {
		high = min(high, noisy[i]+off)
		v := Value{Value: level[i], Low: min(values[i].Low, level[i]), High: max(high, level[i])}
		values[i] = v.within(0, last.High)
	}
	return values
}

// degrees asks for the number of nodes of at most each degree, up to a cap.
func (q question) degrees(cap int) (band, error) {
	rel := q.s.Relation()
	noisy, off, err := q.whole("cumulated degrees", query.CumulativeDegrees[gdp.L1](rel, q.of.Nodes, cap), q.eps, q.miss)
	if err != nil {
		return band{}, err
	}
	return newBand(rel, q.of.Nodes, cap, noisy, off), nil
}

// newBand returns the band of noisy cumulative degree counts with errors of at most off.
func newBand(rel gdp.Relation, n, cap int, noisy []float64, off float64) band {
	b := band{nodes: single(float64(n), 0), most: n - 1}
	if last := len(noisy) - 1; rel == gdp.NodeUnbounded {
		b.nodes = single(noisy[last], off).within(0, float64(n))
		noisy = noisy[:last]
	}
	b.upTo = ascending(noisy, off, b.nodes)
	if rel != gdp.EdgeLevel { // dropping edges only increases the number of nodes of low degree
		for k := range b.upTo {
			b.upTo[k].Low = 0
		}
	}
	if cap >= b.most { // all degrees are counted, the last by the total
		b.upTo = append(b.upTo, b.nodes)
	}
	return b
}
