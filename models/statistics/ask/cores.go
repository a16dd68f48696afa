package ask

import (
	"fmt"
	"math"
	"strconv"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
)

const (
	coresWhy = "noisy peeling at ascending levels: an edge affects only its two ends while both remain, so one ε pays for all sweeps [DLL23]; most errors are at most 4/ε, and intervals hold for all nodes at once"
	oneNode  = "one node can raise the core numbers of all others; ask for degeneracy, the largest core number, instead"
)

// hiddenCores are the refusals at node level.
var hiddenCores = ofNodes(oneNode)

// CoreNumbers is the core number of each node: the largest k such that the node is in a subgraph of
// minimum degree k.
var CoreNumbers = Statistic{
	Name: "core-numbers", About: "core number of each node",
	exact: func(net *graph.Network) (values []Value, err error) {
		for _, k := range metric.Cores(net.Graph) {
			values = append(values, single(float64(k), 0))
		}
		return question{of: gdp.Public{IDs: net.IDs}}.named(values), nil
	},
	mechanisms: peelings(question.named),
	refusals:   hiddenCores,
}

// peelings returns the mechanism for functions of the core numbers.
func peelings(of func(q question, cores []Value) []Value) []mechanism {
	return []mechanism{{
		name: "peeling", why: coresWhy, relations: edgeLevel,
		ask: func(q question) ([]Value, []string, error) {
			p := peeling(q.of.Nodes, q.eps)
			peeled, err := gdp.NewPeel(coresLabel, p, q.eps).Draw(q.s)
			if err != nil {
				return nil, nil, err
			}
			return of(q, coresOf(p, peeled, q.eps, q.miss)), swept(peeled), nil
		},
	}}
}

// CoreSizes is the number of nodes of at least each core number.
var CoreSizes = Statistic{
	Name: "core-sizes", About: "number of nodes of at least each core number",
	exact:      listed(1, ofCoresFrom1),
	mechanisms: peelings(func(_ question, cores []Value) []Value { return sizes(cores) }),
	refusals:   hiddenCores,
}

// coresLabel is the label of the release of core numbers.
const coresLabel = "cores"

// named labels each value with its node.
func (q question) named(values []Value) []Value {
	for u := range values {
		values[u].Of = q.of.IDs.Name(int32(u))
	}
	return values
}

// swept describes the progress of a peeling.
func swept(peeled gdp.Peeled) []string {
	last := len(peeled.Sweeps) - 1
	if last < 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s sweeps at levels up to %s", Number(float64(last+1)), Number(float64(peeled.Sweeps[last].Level)))}
}

// peeling returns the public schedule for peeling n nodes with ε. Levels are spaced by little
// relative to the noise, or to the level. With noise, there are few sweeps per level, since the
// noise of each removes some nodes too early; with hardly any, as many as needed.
func peeling(n int, eps gdp.Epsilon) gdp.Peeling {
	e := float64(eps)
	most := float64(max(n-1, 1))
	p := gdp.Peeling{Few: int(min(2/e, most)), Sweeps: int(max(6, min(e*e, most)))}
	for k := 1.0; k < most; k += max(1, math.Round(1/e), math.Floor(k/(8*max(4, e)))) {
		p.Levels = append(p.Levels, int(k))
	}
	p.Levels = append(p.Levels, int(most))
	return p
}

// coresOf returns core numbers from a peeling, with intervals that hold jointly except with
// probability miss: docs/proofs/ask.md#core-numbers.
func coresOf(p gdp.Peeling, peeled gdp.Peeled, eps gdp.Epsilon, miss float64) []Value {
	n := float64(len(peeled.By))
	node, sweep := gdp.PeelScales(eps)
	once := geometricAbove(node, miss*2/3/n) // of all numbers that nodes draw once
	each := miss / 3 / float64(len(p.Levels)*p.Sweeps)
	// A node that no sweep before the i-th removes has a core number of at least low[i]; one that
	// the i-th removes has one of at most high[i].
	low, high := []float64{0}, []float64{}
	left, most := n, 0.0
	for i, s := range peeled.Sweeps {
		level, removed := float64(s.Level), float64(s.Removed)
		most = max(most, level-1+geometricAbove(sweep, each/left))
		high = append(high, most)
		low = append(low, max(low[i], level-once-removed))
		left -= removed
	}
	values := make([]Value, len(peeled.By))
	for u, by := range peeled.By {
		v := Value{Value: n, Low: low[by], High: n}
		if int(by) < len(high) {
			v.Value, v.High = math.Round(float64(peeled.Sweeps[by].Level)-1+0.5/float64(eps)), high[by]
		}
		values[u] = v.within(0, n-1).raced()
	}
	return values
}

// geometricAbove returns the smallest w such that a geometric X has P(X > w) = exp(-(w+1)/scale) ≤
// miss.
func geometricAbove(scale, miss float64) float64 {
	return max(0, math.Ceil(scale*math.Log(1/miss)-1))
}

// sizes counts nodes by core number.
func sizes(cores []Value) (values []Value) {
	n := len(cores)
	count := make([]Value, n+1) // of each core number
	for _, v := range cores {
		count[int(v.Value)].Value++
		count[int(v.Low)].Low++
		count[int(v.High)].High++
	}
	for k := n - 2; k >= 1; k-- {
		count[k].Value += count[k+1].Value
		count[k].Low += count[k+1].Low
		count[k].High += count[k+1].High
	}
	for k := 1; k < n; k++ {
		count[k].Of = strconv.Itoa(k)
		values = append(values, count[k])
	}
	return values
}
