package dpggan_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/synthesis/dpggan"
)

// Graphs of a graph-level release do not correspond to originals, and are not compared one by one.
func TestNewGraphsAreNotComparedOneByOne(t *testing.T) {
	g := must.Get(gen.GNM(4, 3, rand.New(rand.NewPCG(1, 1))))(t)
	c := &graph.Collection{Graphs: []*graph.Network{{Graph: g}, {Graph: g}}}
	at := trial.Trial{Protocol: trial.CollectionStatistics, Method: "dpggan", Mode: "null-graph-level", Variant: "Graphs=2", Epsilon: 1, Seed: 1}
	if _, err := trial.Evaluate(t.Context(), dpggan.Method, at, c, nil); err == nil || !strings.Contains(err.Error(), "stand for none") {
		t.Error(err)
	}
	at.Mode, at.Variant = "null", ""
	must.Get(trial.Evaluate(t.Context(), dpggan.Method, at, c, nil))(t)
}
