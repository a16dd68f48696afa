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
	Name: "histogram", About: "the number of nodes of each degree",
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

// CCDF is the number of nodes of each degree or a larger one.
var CCDF = Statistic{
	Name: "ccdf", About: "the number of nodes of each degree or a larger one",
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

// Sequence is the list of all degrees, ascending.
var Sequence = Statistic{
	Name: "sequence", About: "the degrees of all nodes in ascending order; which node has which is not told",
	mechanisms: distributed(func(b band) (values []Value) {
		at := func(pick func(Value) float64, i int, k *int) float64 { // the least degree that i + 1 nodes have, or less
			for *k < len(b.upTo) && pick(b.upTo[*k]) < float64(i+1) {
				*k++
			}
			return float64(min(*k, b.most))
		}
		var value, low, high int
		for i := range int(math.Round(b.nodes.Value)) {
			v := Value{Of: strconv.Itoa(i + 1)}
			v.Low = at(func(v Value) float64 { return v.High }, i, &low)
			v.Value = max(at(func(v Value) float64 { return math.Round(v.Value) }, i, &value), v.Low)
			v.High = max(at(func(v Value) float64 { return v.Low }, i, &high), v.Value)
			values = append(values, v)
		}
		return values
	}),
}

// minus is a difference.
func (v Value) minus(w Value) Value {
	return Value{v.Of, v.Value - w.Value, v.Low - w.High, v.High - w.Low}
}

// band is what is known of how many nodes have each degree at most.
type band struct {
	upTo  []Value // of 0, 1 …
	nodes Value
	most  int // the largest degree that there can be
}

// distributed are the mechanisms of what follows from it.
func distributed(values func(band) []Value) []mechanism {
	return []mechanism{
		{
			name: "cumulated degrees, made to ascend", relations: edgeLevel,
			why: "an edge moves two of these numbers by one, where it moves four nodes from one number of a histogram to another",
			ask: func(q question) ([]Value, []string, error) {
				b, err := q.degrees(q.of.Nodes - 1)
				if err != nil {
					return nil, nil, err
				}
				return values(b), nil, nil
			},
		},
		{
			name: "cumulated degrees of a graph of bounded degrees, made to ascend", relations: nodeLevel,
			why: "edges beyond a cap are left out in a public order [DLL16], so that a node moves each number by one; a graph has larger degrees than what is left of it, or the same: intervals hold on that side alone",
			ask: func(q question) ([]Value, []string, error) {
				cap := query.DegreeCap(q.of.Nodes, q.eps)
				b, err := q.degrees(cap)
				if err != nil {
					return nil, nil, err
				}
				return values(b), []string{fmt.Sprintf("degrees are counted up to %s", Number(float64(cap)))}, nil
			},
		},
	}
}

// degrees asks how many nodes have each degree at most, none counted beyond a cap.
func (q question) degrees(cap int) (band, error) {
	rel, n := q.s.Relation(), nodes(q)
	noisy, off, err := q.whole("cumulated degrees", query.CumulatedDegrees[gdp.L1](rel, q.of.Nodes, cap), q.eps, q.miss)
	if err != nil {
		return band{}, err
	}
	b := band{nodes: single(n, 0), most: q.of.Nodes - 1}
	if last := len(noisy) - 1; rel == gdp.NodeUnbounded {
		b.nodes = single(noisy[last], off).within(0, n)
		noisy = noisy[:last]
	}
	level := query.Isotonic(noisy)
	low := 0.0
	for k, x := range noisy {
		low = max(low, x-off)
		b.upTo = append(b.upTo, Value{Value: level[k], Low: low, High: x + off})
	}
	high := b.nodes.High
	for k := len(noisy) - 1; k >= 0; k-- {
		high = min(high, b.upTo[k].High)
		b.upTo[k].High = high
		if rel != gdp.EdgeLevel { // fewer nodes have a low degree than when edges are left out
			b.upTo[k].Low = 0
		}
		b.upTo[k] = b.upTo[k].within(0, b.nodes.High)
		b.upTo[k].Value = min(max(b.upTo[k].Value, b.upTo[k].Low), b.upTo[k].High)
	}
	if cap >= b.most { // all degrees are counted, the last by what is left
		b.upTo = append(b.upTo, b.nodes)
	}
	return b, nil
}
