package dpgs

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method/release"
)

// The number of pairs of each kind agrees with counting them one by one.
func TestPairs(t *testing.T) {
	r := source(11)
	for range 20 {
		l := alike(t, 2+r.IntN(40), 1<<r.IntN(4), r)
		want := make([]float64, l.kinds())
		for u := range int32(len(l.class)) {
			for v := range u {
				want[l.kind(u, v)]++
			}
		}
		for k, x := range l.pairs() {
			if x != want[k] {
				t.Fatalf("%v pairs of kind %d, want %v", x, k, want[k])
			}
		}
	}
}

// On a graph whose edges depend on classes and degrees, a release of the remaining graph predicts
// hidden edges; with little noise nearly as well as without.
func TestLinks(t *testing.T) {
	net := blocks(t, 4, 100, 0.1, 0.004, 1)
	hidden := must.Get(trial.SplitLinks(net.Graph, 0.2, source(3)))(t)
	rest := *net
	rest.Graph = hidden.Train
	auc := func(d *Result, err error) float64 {
		if err != nil {
			t.Fatal(err)
		}
		score := must.Get(d.Outcome().Release.(release.Graph).Scores())(t)
		return must.Get(hidden.AUC(score))(t)
	}
	exact := auc(StrictNonPrivate.RunOn(t.Context(), &rest, 1))
	noisy := auc(Strict.Run(t.Context(), protect(t, &rest, 8)))
	if exact < 0.83 || math.Abs(exact-noisy) > 0.03 { // classes alone reach .82: 89 % of the edges and a quarter of the pairs are within classes
		t.Errorf("AUC %v without noise, %v with noise", exact, noisy)
	}
	d := must.Get(StrictNonPrivate.RunOn(t.Context(), net, 1))(t)
	for name, bad := range map[string]*Result{
		"nothing": nil, "no kinds": {Degrees: d.Degrees, Kinds: d.Kinds}, "no degrees": {Kinds: d.Kinds, kinds: d.kinds},
		"other nodes": {Degrees: d.Degrees[:3], Kinds: d.Kinds, kinds: d.kinds}, "other kinds": {Degrees: d.Degrees, Kinds: d.Kinds[:2], kinds: d.kinds},
	} {
		if _, err := bad.Links(); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// The sheet's T11: two triangles with a bridge, the triangles as clusters, alpha 1 and beta 1/2.
// Feature columns are divided by their norms, here both √3, which does not affect cosines.
func TestScoresOfAllPairs(t *testing.T) {
	x := must.Get(graph.NewAttributes(2, []int64{0, 1, 2, 3, 4, 5, 6}, []int32{0, 0, 1, 1, 1, 0}, []float32{1, 1, 1, 1, 1, 1}))(t)
	s := &SummaryGraph{Clusters: []int32{0, 0, 0, 1, 1, 1}, Sizes: []int{3, 3}, Cells: []gen.Cell{{A: 0, B: 0, Edges: 3}, {A: 0, B: 1, Edges: 1}, {A: 1, B: 1, Edges: 3}}}
	score := must.Get(s.Scores(x, 1, 0.5))(t)
	for _, c := range []struct {
		u, v int32
		want float64
	}{{0, 1, .555556}, {3, 5, .555556}, {0, 5, .486173}, {4, 2, .486173}} {
		if got := score(c.u, c.v); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("score of %d and %d: %v, want %v", c.u, c.v, got, c.want)
		}
	}
	far := &SummaryGraph{Clusters: []int32{0, 0, 0, 0, 0, 2}, Sizes: []int{6}}
	outside := &SummaryGraph{Clusters: make([]int32, 6), Sizes: []int{6}, Cells: []gen.Cell{{A: 0, B: 1}}}
	for i, wrong := range []struct {
		s           *SummaryGraph
		x           *graph.Attributes
		alpha, beta float64
	}{
		{nil, x, 1, 0.5}, {new(SummaryGraph), x, 1, 0.5}, {s, nil, 1, 0.5}, {s, x, 0, 0.5}, {s, x, math.NaN(), 0.5},
		{s, x, 1, 1.5}, {s, x, 1, math.NaN()}, {far, x, 1, 0.5}, {outside, x, 1, 0.5},
	} {
		if f, err := wrong.s.Scores(wrong.x, wrong.alpha, wrong.beta); f != nil || err == nil {
			t.Errorf("case %d: no error", i)
		}
	}
}
