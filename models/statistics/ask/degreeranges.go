package ask

import (
	"fmt"
	"math"
	"strconv"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// AttributeSumByDegree is the sum of an attribute over the nodes of degrees 0, 1, 2 – 3, 4 – 7 and
// so on: see [AttributeSum].
func AttributeSumByDegree(column int, low, high float64) Statistic {
	of := attributeOf(column, low, high)
	return of.statistic("attribute-sum-by-degree", "sum per degree range of "+of.text(), of.sum, of.byDegree(func(q question) ([]Value, error) {
		asked := query.AttributeSumsByDegree[gdp.L1](q.s.Relation(), q.of.Nodes, of.Attribute)
		x, _, err := q.real("attribute sums by degree", asked, q.eps, q.miss)
		if err != nil {
			return nil, err
		}
		least, most := 0.0, 0.0 // possible range over any set of nodes
		for _, x := range q.cut(of) {
			least, most = least+min(x/of.Unit(), 0), most+max(x/of.Unit(), 0)
		}
		scale, miss := laplaceScale(float64(asked.Bound()), q.eps, len(x)), q.miss/float64(len(x)+1)
		off := [...]float64{1: scale * math.Log(1/miss), 2: scale * quantileOfTwo(miss)}
		var values []Value
		for _, r := range rangesOf(x, least+most, of.Low >= 0) {
			v := single(r.noisy, off[r.terms]+of.slack(q, scale))
			v.Value = r.value
			values = append(values, v.within(least, most).raced().times(of.Unit()))
		}
		return values, nil
	}))
}

// AttributeMeanByDegree is the mean over the same groups.
func AttributeMeanByDegree(column int, low, high float64) Statistic {
	of := attributeOf(column, low, high)
	return of.statistic("attribute-mean-by-degree", "mean per degree range of "+of.text(), of.average, of.byDegree(func(q question) ([]Value, error) {
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
		scale, miss := laplaceScale(float64(asked.Bound()), q.eps, len(x)), q.miss/float64(len(sums[0]))
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

const degreesShift = "one node joined to all others can move many nodes to the next degree range, so no useful interval exists"

// byDegree returns the mechanism for one value per degree range.
func (of attribute) byDegree(ask func(q question) ([]Value, error)) []mechanism {
	return []mechanism{{
		name: "Laplace noise on cumulative sums over degree ranges", relations: edgeLevel, unfit: of.lacking,
		why: "one edge moves at most two nodes to the next degree range and changes two cumulative sums, against four sums per range; the total is public, and " + of.cutting(),
		ask: func(q question) ([]Value, []string, error) {
			values, err := ask(q)
			for i := range values {
				values[i].Of = rangeOfDegrees(i, q.of.Nodes-1)
			}
			return values, nil, err
		},
	}}
}

// rangeOfDegrees names the i-th degree range, for a given maximum degree: see [query.DegreeRange].
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

// ranged is the contribution of a degree range to a sum: the difference of one or two noisy
// numbers, and a better estimate.
type ranged struct {
	noisy, value float64
	terms        int
}

// rangesOf returns the differences of cumulative sums. The last sum, the total, is public. ascend
// states that the exact sums ascend.
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
