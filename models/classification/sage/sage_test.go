package sage

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/classification/classificationtest"
	"github.com/graphdp/graphdp/models/learn/perceptron"
	"github.com/graphdp/graphdp/models/learn/train"
)

func quick(n Net) Net {
	n.Backend, n.Batch = "go", 80
	return n
}

// Neighbours are informative, words are not: on the graph itself, and if almost all responses are
// true. If few are, neighbours carry no information.
func TestNeighboursHelp(t *testing.T) {
	net := classificationtest.Blocks(200, 0.08, 0.008, 0.62, 1)
	alone := must.Get(Null.With(quick(plain)).Run(t.Context(), classificationtest.Protect(t, net, gdp.EdgeLevel, gdp.Budget{Epsilon: 1})))(t)
	exact := must.Get(NonPrivate.With(Exact{quick(plain), 10}).RunOn(t.Context(), net, 2))(t)
	got := map[string]float64{"null": classificationtest.Accuracy(alone.Outcome(), net), "exact": classificationtest.Accuracy(exact.Outcome(), net)}
	for name, eps := range map[string]gdp.Epsilon{"much": 12, "little": 0.1} {
		r := must.Get(Strict.With(Responses{quick(plain), 10, 0.1}).Run(t.Context(), classificationtest.Protect(t, net, gdp.EdgeLevel, gdp.Budget{Epsilon: eps})))(t)
		if g := r.Guarantee; math.Abs(float64(g.Proved/eps)-1) > 1e-6 {
			t.Errorf("ε = %v: proved %v", eps, g.Proved)
		}
		got[name] = classificationtest.Accuracy(r.Outcome(), net)
	}
	t.Log(got)
	if got["exact"] < 0.9 || got["much"] < got["null"]+0.1 || got["little"] > got["null"]+0.1 {
		t.Errorf("accuracies %v", got)
	}
}

// Predictions use the trained model: the loss of a step is that of its scores.
func TestScoresAreWhatIsTrained(t *testing.T) {
	net := classificationtest.Blocks(30, 0.2, 0.05, 0.62, 2)
	for _, k := range []int{0, 3} {
		c := quick(plain)
		c.HeadLayers, c.Unit = 2, k == 0
		n := network{c, 20, 2, k}
		var lists [][]int32
		if k > 0 {
			lists = bounded(net.Graph, k, 4)
		}
		all := graph.Nodes(60)
		f := n.fit(all)
		f.Shuffle = nil
		first := n.first(rand.New(rand.NewPCG(1, 1)))
		m := n.trained(first)
		m.Neighbours = lists
		want := 0.0
		for u, label := range net.Labels {
			scores := must.Get(m.Scores(net, int32(u)))(t)
			want += (math.Log(math.Exp(float64(scores[0]))+math.Exp(float64(scores[1]))) - float64(scores[label])) / 60
		}
		tr := must.Get(train.New(f.Config(), first))(t)
		defer func() { _ = tr.Close() }()
		b := must.Get(f.Batches(perceptron.Data{Rows: rows{perceptron.Features(net.Attrs, c.Unit), lists, k}, Labels: net.Labels}))(t)
		defer b.Close()
		batch := must.Get(b.Of(all))(t)
		must.Do(t, tr.Step(t.Context(), batch[0]))
		if got := tr.UnreleasedLoss(); math.Abs(got-want) > 1e-5 {
			t.Errorf("%d neighbours: loss %v, by scores %v", k, got, want)
		}
	}
}

// No node has more than k neighbours, all are neighbours in the graph, both ways, and none is left
// out if both have room.
func TestBounded(t *testing.T) {
	net := classificationtest.Blocks(40, 0.2, 0.1, 0.62, 3)
	for _, k := range []int{1, 4, 100} {
		lists := bounded(net.Graph, k, 7)
		for u, list := range lists {
			if len(list) > k {
				t.Errorf("node %d has %d neighbours, want at most %d", u, len(list), k)
			}
			for _, v := range list {
				if !net.Graph.HasEdge(int32(u), v) || !slices.Contains(lists[v], int32(u)) {
					t.Errorf("%d-%d is no edge, or one way", u, v)
				}
			}
		}
		for u, v := range net.Graph.Edges() {
			if len(lists[u]) < k && len(lists[v]) < k && !slices.Contains(lists[u], v) {
				t.Errorf("%d-%d is left out", u, v)
			}
		}
	}
}

// The claim for a node is false: removing a node at the end of a path, with the same coins, changes
// neighbourhoods far away, besides its own and the one that it was in.
func TestANodeChangesFarNeighbourhoods(t *testing.T) {
	const n, k = 40, 1
	path := func(from int32) *graph.Graph {
		var edges []graph.Edge
		for u := from; u < n-1; u++ {
			edges = append(edges, graph.Edge{U: u, V: u + 1})
		}
		return gdptest.Graph(t, n, edges)
	}
	worst := 0
	for seed := range uint64(2000) {
		a, b := bounded(path(0), k, seed), bounded(path(1), k, seed)
		changed := 0
		for u := 1; u < n; u++ { // others than the node
			if !slices.Equal(a[u], b[u]) {
				changed++
			}
		}
		worst = max(worst, changed)
	}
	if worst <= k+1 {
		t.Errorf("at most %d neighbourhoods change", worst)
	}
	t.Logf("%d neighbourhoods of others change; %d are claimed", worst, k)
}

// After thinning, the responses have as many edges as the noisy count, and no new ones.
func TestThin(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	said := must.Get(gen.GNP(300, 0.2, r))(t)
	for count, want := range map[float64]float64{-5: 0, 0: 0, 1000: 1000, 1e9: float64(said.M())} {
		eps := math.Log(0.8/0.2) - 0.001 // about 1000 of 44850 pairs are edges: a fifth of the answers is positive
		g := must.Get(thin(said, count, eps, r))(t)
		if off := math.Abs(float64(g.M()) - want); off > 0.15*want && want != float64(said.M()) || g.M() > said.M() {
			t.Errorf("count %v: %d of %d edges are left, want %v", count, g.M(), said.M(), want)
		}
	}
}

// At node level the budget is spent on noisy gradients and noisy sums, and nothing is proved.
func TestPublishedNDP(t *testing.T) {
	net := classificationtest.Blocks(60, 0.1, 0.02, 0.62, 1)
	c := PublishedNDP.Settings
	c.Backend, c.Epochs, c.Batch, c.MaxDegree = "go", 2, 30, 4
	s := classificationtest.Protect(t, net, gdp.NodeUnbounded, gdp.Budget{Epsilon: 2, Delta: 1e-5})
	r := must.Get(PublishedNDP.With(c).Run(t.Context(), s))(t)
	if g := r.Guarantee; g.Claimed > 2 || g.Claimed < 1.9 || !math.IsInf(float64(g.Proved), 1) {
		t.Errorf("claimed %v, proved %v", g.Claimed, g.Proved)
	}
	l := must.Get(s.Ledger())(t)
	if len(l.Entries) != 2 || l.Entries[0].Bound != "ℓ2 ≤ 1" || l.Entries[1].Bound != "ℓ2 ≤ 2" || len(r.Model.Sums) != 120*16 || r.Model.Neighbours != nil {
		t.Errorf("the ledger is %v", l)
	}
}

// The preset can be trained, on as many nodes as data sets have: sums of its batches keep to
// the clip.
func TestPublishedNDPFitsItsClip(t *testing.T) {
	c := PublishedNDP.Settings
	c.Backend = "go"
	n := network{c.net(), 30, 3, c.MaxDegree}
	for _, records := range []int{100, 2400, 14000} {
		f := n.fit(make([]int32, records))
		f.Clip = c.Clip
		if err := f.Open(n.first(rand.New(rand.NewPCG(1, 1)))); err != nil {
			t.Errorf("%d nodes: %v", records, err)
		}
		f.Close()
	}
}
