package allpairs

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// On Cora with a tenth of the edges hidden, and a twentieth left out as the
// paper's validation set, [VGAE16] Table 1 has an area under the ROC curve of
// 91.0 ± 0.02 % for hidden edges against as many pairs that are not linked. A
// single split must come close.
func TestCoraAsInThePaper(t *testing.T) {
	d := cora(t)
	rng := rand.New(rand.NewPCG(21, 0))
	var edges []graph.Edge
	for u, v := range d.Graph.Edges() {
		edges = append(edges, graph.Edge{U: u, V: v})
	}
	rng.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
	hidden := edges[:len(edges)/10]
	g := gdptest.Graph(t, d.Graph.N(), edges[len(edges)*3/20:])
	a, err := New(g, d.Attrs, Paper(g, false), rng)
	if err != nil {
		t.Fatal(err)
	}
	for range 200 {
		if _, err := a.Step(); err != nil {
			t.Fatal(err)
		}
	}
	z := vector.Dense(a.Codes(), 16)
	type scored struct {
		score float32
		edge  bool
	}
	var list []scored
	add := func(u, v int32, edge bool) {
		list = append(list, scored{vector.Dot(z.Row(int(u)), z.Row(int(v))), edge})
	}
	for _, e := range hidden {
		add(e.U, e.V, true)
	}
	for len(list) < 2*len(hidden) {
		if u, v := rng.Int32N(int32(g.N())), rng.Int32N(int32(g.N())); u != v && !d.Graph.HasEdge(u, v) {
			add(u, v, false)
		}
	}
	slices.SortFunc(list, func(x, y scored) int { return cmp.Compare(x.score, y.score) })
	below, pairs := 0, 0
	for _, s := range list {
		if s.edge {
			pairs += below
		} else {
			below++
		}
	}
	auc := float64(pairs) / float64(len(hidden)) / float64(len(hidden))
	t.Logf("area under the curve %.3f", auc)
	if auc < 0.88 || auc > 0.94 {
		t.Errorf("area under the curve %.3f; the paper has 0.910", auc)
	}
}
