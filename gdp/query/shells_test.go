package query

import (
	"math"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/gdp"
)

// An edge is in one count.
func TestShellCounts(t *testing.T) {
	family{
		func(rel gdp.Relation, n, _ int) gdp.Bounded[gdp.L1] { return ShellCounts[gdp.L1](rel, blocksOf[n], 3) },
		func(rel gdp.Relation, n, _ int) gdp.Bounded[gdp.L2] { return ShellCounts[gdp.L2](rel, blocksOf[n], 3) },
		func(rel gdp.Relation, n, _ int) gdp.Bounded[gdp.LInf] {
			return ShellCounts[gdp.LInf](rel, blocksOf[n], 3)
		},
	}.all(t, []gdp.Relation{gdp.EdgeLevel}, uncapped(2), always)
	q := ShellCounts[gdp.L1](gdp.EdgeLevel, []int32{0, 1, 0, 2, 2, 1}, 3)
	got, err := q.Eval(tailed(t)) // block counts 00: 1, 01: 2, 11: 0, 02: 1, 12: 0, 22: 1
	if err != nil || !slices.Equal(got, []float64{4, 0, 1}) {
		t.Errorf("%v, %v", got, err)
	}
	if other := ShellCounts[gdp.L1](gdp.EdgeLevel, []int32{0, 1, 0, 2, 1, 1}, 3); other.Name() == q.Name() {
		t.Errorf("both are called %s", q.Name())
	}
	for _, q := range []gdp.Bounded[gdp.L1]{ShellCounts[gdp.L1](gdp.NodeLevel, []int32{0, 0}, 1), ShellCounts[gdp.L1](gdp.EdgeLevel, []int32{0, 2}, 2), ShellCounts[gdp.L1](gdp.EdgeLevel, nil, 2)} {
		if !math.IsNaN(float64(q.Bound())) {
			t.Errorf("%s has the bound %v", q.Name(), q.Bound())
		}
	}
}
