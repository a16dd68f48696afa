package sage

import (
	"context"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/gdp/graph/gen"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/checkpoint/checkpointtest"
	"github.com/graphdp/graphdp/models/perceptron"
	"github.com/graphdp/graphdp/models/release"
	"github.com/graphdp/graphdp/models/train"
	"github.com/graphdp/graphdp/models/trial"
)

// blocks is a graph of two classes whose nodes are mostly joined to their class, with words
// that hardly tell it.
func blocks(t testing.TB, each int, inside, across float64, seed uint64) *graph.Network {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 5))
	net, err := gen.SBM([]int{each, each}, [][]float64{{inside, across}, {across, inside}}, r)
	if err != nil {
		t.Fatal(err)
	}
	if net.Attrs, err = gen.Words(net.Labels, 2, gen.Vocabulary{Columns: 20, PerNode: 4, OwnShare: 0.62}, r); err != nil {
		t.Fatal(err)
	}
	net.Classes = []string{"a", "b"}
	return net
}

func protect(t testing.TB, net *graph.Network, rel gdp.Relation, b gdp.Budget) *gdp.Session {
	t.Helper()
	options := []gdp.Option{gdp.Seed(3)}
	if rel == gdp.NodeUnbounded {
		options = append(options, gdp.Nodes(net.Graph.N()))
	}
	s, err := gdp.Protect(net, rel, b, options...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func quick(n Net) Net {
	n.Backend, n.Batch = "go", 80
	return n
}

func accuracy(t testing.TB, r *Result, net *graph.Network) float64 {
	t.Helper()
	x, err := trial.Classify(r.Outcome().Release.(release.Classifier), net)
	if err != nil {
		t.Fatal(err)
	}
	return x.Accuracy
}

// Neighbours tell what words do not: on the graph itself, and where almost all responses are
// true; where few are, they say nothing.
func TestNeighboursHelp(t *testing.T) {
	net := blocks(t, 200, 0.08, 0.008, 1)
	alone, err := Alone(t.Context(), protect(t, net, gdp.EdgeLevel, gdp.Budget{Epsilon: 1}), quick(Null()), nil)
	if err != nil {
		t.Fatal(err)
	}
	exact, err := Train(t.Context(), net, Exact{quick(plain()), 10}, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{"null": accuracy(t, alone, net), "exact": accuracy(t, exact, net)}
	for name, eps := range map[string]gdp.Epsilon{"much": 12, "little": 0.1} {
		r, err := Run(t.Context(), protect(t, net, gdp.EdgeLevel, gdp.Budget{Epsilon: eps}), Responses{quick(plain()), 10, 0.1}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if g := r.Guarantee; math.Abs(float64(g.Proved/eps)-1) > 1e-6 {
			t.Errorf("ε = %v: proved %v", eps, g.Proved)
		}
		got[name] = accuracy(t, r, net)
	}
	t.Log(got)
	if got["exact"] < 0.9 || got["much"] < got["null"]+0.1 || got["little"] > got["null"]+0.1 {
		t.Errorf("accuracies %v", got)
	}
}

// What a model predicts is what was trained: the loss of a step is that of its scores.
func TestScoresAreWhatIsTrained(t *testing.T) {
	net := blocks(t, 30, 0.2, 0.05, 2)
	for _, k := range []int{0, 3} {
		c := quick(plain())
		c.HeadLayers, c.Unit = 2, k == 0
		n, err := c.network(20, 2, k)
		if err != nil {
			t.Fatal(err)
		}
		var lists [][]int32
		if k > 0 {
			lists = bounded(net.Graph, k, 4)
		}
		all := make([]int32, 60)
		for u := range all {
			all[u] = int32(u)
		}
		f := n.fit(all)
		f.Shuffle = nil
		first := n.first(rand.New(rand.NewPCG(1, 1)))
		m := n.trained(first)
		m.Neighbours = lists
		want := 0.0
		for u, label := range net.Labels {
			scores, err := m.Scores(net, int32(u))
			if err != nil {
				t.Fatal(err)
			}
			want += (math.Log(math.Exp(float64(scores[0]))+math.Exp(float64(scores[1]))) - float64(scores[label])) / 60
		}
		tr, err := train.New(f.Config(), first)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = tr.Close() }()
		b, err := f.Batches(perceptron.Data{Rows: rows{perceptron.Features(net.Attrs, c.Unit), lists, k}, Labels: net.Labels})
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		batch, err := b.Of(all)
		if err != nil {
			t.Fatal(err)
		}
		if err := tr.Step(t.Context(), batch[0]); err != nil {
			t.Fatal(err)
		}
		if got := tr.UnreleasedLoss(); math.Abs(got-want) > 1e-5 {
			t.Errorf("%d neighbours: loss %v, by scores %v", k, got, want)
		}
	}
}

// No node has more than k neighbours, all are neighbours in the graph, both ways, and none is
// left out for whom both have room.
func TestBounded(t *testing.T) {
	net := blocks(t, 40, 0.2, 0.1, 3)
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

// The claim for a node is false: with a node at the end of a path gone, under the same coins,
// neighbourhoods far away change, more than the one that it was in and its own.
func TestANodeChangesFarNeighbourhoods(t *testing.T) {
	const n, k = 40, 1
	path := func(from int32) *graph.Graph {
		var edges []graph.Edge
		for u := from; u < n-1; u++ {
			edges = append(edges, graph.Edge{U: u, V: u + 1})
		}
		g, _, err := graph.FromEdges(n, edges, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return g
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

// As many edges are left of the responses as there are, by the noisy count, and no more than
// were said.
func TestThin(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	said, err := gen.GNP(300, 0.2, r)
	if err != nil {
		t.Fatal(err)
	}
	for count, want := range map[float64]float64{-5: 0, 0: 0, 1000: 1000, 1e9: float64(said.M())} {
		eps := math.Log(0.8/0.2) - 0.001 // of 44850 pairs, some 1000 are edges: a fifth is said to be one
		g, err := thin(said, count, eps, r)
		if err != nil {
			t.Fatal(err)
		}
		if off := math.Abs(float64(g.M()) - want); off > 0.15*want && want != float64(said.M()) || g.M() > said.M() {
			t.Errorf("count %v: %d of %d edges are left, want %v", count, g.M(), said.M(), want)
		}
	}
}

// At node level the budget is spent on noisy gradients and noisy sums, and nothing is proved.
func TestPublishedNDP(t *testing.T) {
	net := blocks(t, 60, 0.1, 0.02, 1)
	c := PublishedNDP()
	c.Backend, c.Epochs, c.Batch, c.MaxDegree = "go", 2, 30, 4
	s := protect(t, net, gdp.NodeUnbounded, gdp.Budget{Epsilon: 2, Delta: 1e-5})
	r, err := RunNDP(t.Context(), s, c, nil)
	if err != nil {
		t.Fatal(err)
	}
	if g := r.Guarantee; g.Claimed > 2 || g.Claimed < 1.9 || !math.IsInf(float64(g.Proved), 1) {
		t.Errorf("claimed %v, proved %v", g.Claimed, g.Proved)
	}
	l, err := s.Ledger()
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Entries) != 2 || l.Entries[0].Bound != "ℓ2 ≤ 1" || l.Entries[1].Bound != "ℓ2 ≤ 2" || len(r.Model.Sums) != 120*16 || r.Model.Neighbours != nil {
		t.Errorf("the ledger is %v", l)
	}
}

// The preset can be trained, on as many nodes as data sets have: sums of its batches keep to
// the clip.
func TestPublishedNDPFitsItsClip(t *testing.T) {
	c := PublishedNDP()
	c.Backend = "go"
	n, err := c.net().network(30, 3, c.MaxDegree)
	if err != nil {
		t.Fatal(err)
	}
	for _, records := range []int{100, 2400, 14000} {
		f := n.fit(make([]int32, records))
		f.Clip = c.Clip
		if err := f.Open(n.first(rand.New(rand.NewPCG(1, 1)))); err != nil {
			t.Errorf("%d nodes: %v", records, err)
		}
		f.Close()
	}
}

// A run that was interrupted after any step, or killed, ends with the same bits and pays once.
func TestInterruptedRunsGoOn(t *testing.T) {
	net := blocks(t, 40, 0.2, 0.05, 1)
	c, n := Strict(), PublishedNDP()
	c.Backend, c.Epochs, c.Batch = "go", 3, 30
	n.Backend, n.Epochs, n.Batch = "go", 3, 30
	for name, run := range map[string]func(ctx context.Context, s *gdp.Session, w *checkpoint.Watch) (*Result, error){
		"strict": func(ctx context.Context, s *gdp.Session, w *checkpoint.Watch) (*Result, error) {
			return Run(ctx, s, c, w)
		},
		"ndp": func(ctx context.Context, s *gdp.Session, w *checkpoint.Watch) (*Result, error) {
			return RunNDP(ctx, s, n, w)
		},
	} {
		t.Run(name, func(t *testing.T) {
			rel, options := gdp.EdgeLevel, []gdp.Option(nil)
			if name == "ndp" {
				rel, options = gdp.NodeUnbounded, []gdp.Option{gdp.Nodes(80)}
			}
			checkpointtest.Exact(t, 9, func(ctx context.Context, dir string, progress func(step, steps int)) (*Result, error) {
				s, err := gdp.Protect(net, rel, gdp.Budget{Epsilon: 4, Delta: 1e-3}, append(options, gdp.Seed(4), gdp.Journal(filepath.Join(dir, "journal")))...)
				if err != nil {
					t.Fatal(err)
				}
				return run(ctx, s, &checkpoint.Watch{Progress: progress, Checkpoint: filepath.Join(dir, "checkpoint")})
			})
		})
	}
}

// Bad input is an error that names the method, and costs nothing.
func TestBadInputIsAnError(t *testing.T) {
	net := blocks(t, 30, 0.1, 0.02, 1)
	with := func(change func(n *graph.Network)) *graph.Network {
		other := *net
		change(&other)
		return &other
	}
	strict := func(change func(c *Responses)) Responses {
		c := Strict()
		c.Backend = "go"
		change(&c)
		return c
	}
	for name, c := range map[string]struct {
		net    *graph.Network
		rel    gdp.Relation
		config Responses
	}{
		"no features":    {net: with(func(n *graph.Network) { n.Attrs = nil })},
		"no labels":      {net: with(func(n *graph.Network) { n.Labels = nil })},
		"nobody's label": {net: with(func(n *graph.Network) { n.Labels = slices.Repeat([]int32{graph.Unlabeled}, 60) })},
		"no class names": {net: with(func(n *graph.Network) { n.Classes = nil })},
		"node level":     {rel: gdp.NodeLevel},
		"one class":      {config: strict(func(c *Responses) { c.Classes = 1 })},
		"no neighbours":  {config: strict(func(c *Responses) { c.MaxDegree = 0 })},
		"no layers":      {config: strict(func(c *Responses) { c.BaseLayers = 0 })},
		"no epochs":      {config: strict(func(c *Responses) { c.Epochs = 0 })},
		"no batch":       {config: strict(func(c *Responses) { c.Batch = 0 })},
		"no width":       {config: strict(func(c *Responses) { c.Hidden = 0 })},
		"a rate of NaN":  {config: strict(func(c *Responses) { c.Rate = math.NaN() })},
		"no activation":  {config: strict(func(c *Responses) { c.Activation = "" })},
		"no count":       {config: strict(func(c *Responses) { c.CountShare = 0 })},
		"half a split":   {config: strict(func(c *Responses) { c.Split.Share = 0 })},
	} {
		if c.net == nil {
			c.net = net
		}
		if c.rel == 0 {
			c.rel = gdp.EdgeLevel
		}
		if reflect.DeepEqual(c.config, Responses{}) {
			c.config = strict(func(*Responses) {})
		}
		s := protect(t, c.net, c.rel, gdp.Budget{Epsilon: 1, Delta: 1e-5})
		if _, err := Run(t.Context(), s, c.config, nil); err == nil || !strings.HasPrefix(err.Error(), "sage: ") {
			t.Errorf("%s: %v", name, err)
		}
		if l, err := s.Ledger(); err != nil || len(l.Entries) != 0 {
			t.Errorf("%s: the ledger is %v, %v", name, l, err)
		}
	}
	for name, change := range map[string]func(c *ByNode){
		"no batch": func(c *ByNode) { c.Batch = 0 }, "no clip": func(c *ByNode) { c.Clip = 0 }, "no degree": func(c *ByNode) { c.MaxDegree = 0 },
		"NaN": func(c *ByNode) { c.Clip = math.NaN() },
	} {
		c := PublishedNDP()
		change(&c)
		if _, err := RunNDP(t.Context(), protect(t, net, gdp.NodeUnbounded, gdp.Budget{Epsilon: 1, Delta: 1e-5}), c, nil); err == nil || !strings.HasPrefix(err.Error(), "sage: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
