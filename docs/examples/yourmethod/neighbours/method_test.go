package neighbours

import (
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest/smallworld"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/classification/classificationtest"
	"github.com/graphdp/graphdp/models/method/methodtest"
)

// One edge moves two counts by one each: no graph of five nodes exceeds ℓ1 ≤ 2, and one attains it.
func TestOneEdgeMovesTwoCounts(t *testing.T) {
	q := query(&classification.Data{Nodes: 5, Classes: 2, Network: &graph.Network{Labels: []int32{0, 1, 0, 1, 1}}, Known: []int32{0, 1, 2, 3}})
	worst, err := smallworld.World{Relation: gdp.EdgeLevel, Nodes: 5}.Worst(q.Eval)
	if err != nil || worst.L1.Change != float64(q.Bound()) {
		t.Errorf("%v, %v", worst.L1, err)
	}
}

// Neighbours predict the classes of nodes if there is budget, and the method satisfies the
// contract.
func TestConformance(t *testing.T) {
	net := classificationtest.Blocks(100, 0.3, 0.03, 0.5, 1)
	r, err := Strict.Run(t.Context(), classificationtest.Protect(t, net, gdp.EdgeLevel, gdp.Budget{Epsilon: 4}))
	if err != nil || classificationtest.Accuracy(r.Outcome(), net) < 0.9 {
		t.Errorf("%+v, %v", r, err)
	}
	methodtest.Run(t, Method, methodtest.Options{})
}
