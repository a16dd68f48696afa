package gap

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/gdp/graph/gen"
	"github.com/graphdp/graphdp/models/aggregate"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/checkpoint/checkpointtest"
	"github.com/graphdp/graphdp/models/release"
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

func protect(t testing.TB, net *graph.Network, rel gdp.Relation, eps gdp.Epsilon, options ...gdp.Option) *gdp.Session {
	t.Helper()
	if rel == gdp.NodeUnbounded {
		options = append(options, gdp.Nodes(net.Graph.N()))
	}
	s, err := gdp.Protect(net, rel, gdp.Budget{Epsilon: eps, Delta: 1e-5}, append(options, gdp.Seed(3))...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func quick(l Layers) Layers {
	l.Backend, l.EncoderEpochs, l.Epochs = "go", 60, 80
	return l
}

func accuracy(t testing.TB, r *Result, net *graph.Network) float64 {
	t.Helper()
	x, err := trial.Classify(r.Outcome().Release.(release.Classifier), net)
	if err != nil {
		t.Fatal(err)
	}
	return x.Accuracy
}

// Neighbours tell what words do not: exact sums and those of a large budget score far above
// features alone, and under the noise of a tiny one they say nothing.
func TestSumsHelp(t *testing.T) {
	net := blocks(t, 200, 0.08, 0.008, 1)
	got := map[string]float64{}
	alone, err := Alone(t.Context(), protect(t, net, gdp.EdgeLevel, 1), quick(Null()), nil)
	if err != nil {
		t.Fatal(err)
	}
	got["null"] = accuracy(t, alone, net)
	exact, err := Train(t.Context(), net, Exact{quick(tuned()), 1}, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	got["exact"] = accuracy(t, exact, net)
	for name, eps := range map[string]gdp.Epsilon{"much": 30, "little": 0.05} {
		r, err := RunStrict(t.Context(), protect(t, net, gdp.EdgeLevel, eps), ByEdge{quick(tuned()), 1}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if g := r.Guarantee; math.Abs(float64(g.Proved/eps)-1) > 1e-6 || g.Claimed != g.Proved {
			t.Errorf("ε = %v: claimed %v, proved %v", eps, g.Claimed, g.Proved)
		}
		got[name] = accuracy(t, r, net)
	}
	t.Log(got)
	if got["exact"] < 0.95 || got["much"] < got["null"]+0.1 || got["little"] > got["null"]+0.1 {
		t.Errorf("accuracies %v", got)
	}
}

// The paper's way to count claims the budget and proves that of noise smaller by √2.
func TestPublishedClaimsAnArc(t *testing.T) {
	net := blocks(t, 40, 0.2, 0.05, 1)
	for hops, eps := range map[int]gdp.Epsilon{1: 1, 3: 8} {
		c := ByArc{quick(paper()), hops}
		c.EncoderEpochs, c.Epochs = 2, 2
		r, err := Run(t.Context(), protect(t, net, gdp.EdgeLevel, eps), c, nil)
		if err != nil {
			t.Fatal(err)
		}
		mean, err := gauss.Mean(gdp.Budget{Epsilon: eps, Delta: 1e-5})
		if err != nil {
			t.Fatal(err)
		}
		want := gauss.Epsilon(math.Sqrt2*mean, 1e-5)
		if g := r.Guarantee; math.Abs(float64(g.Claimed/eps)-1) > 1e-6 || math.Abs(float64(g.Proved/want)-1) > 1e-4 {
			t.Errorf("%d hops: claimed %v of %v, proved %v, want %v", hops, g.Claimed, eps, g.Proved, want)
		}
		if math.Abs(r.Multiplier*mean/math.Sqrt(float64(hops))-1) > 1e-6 || len(r.Model.Sums) != hops {
			t.Errorf("%d hops: multiplier %v, %d sums", hops, r.Multiplier, len(r.Model.Sums))
		}
	}
}

// Sums carry noise of the size that is said, in every hop: those of a graph without edges are
// noise alone. Of 4800 squares the mean is off by 7 % with a probability below 10⁻⁵.
func TestEveryHopHasItsNoise(t *testing.T) {
	net := blocks(t, 150, 0, 0, 1)
	c := ByEdge{quick(tuned()), 3}
	c.EncoderEpochs, c.Epochs = 2, 2
	r, err := RunStrict(t.Context(), protect(t, net, gdp.EdgeLevel, 1), c, nil)
	if err != nil {
		t.Fatal(err)
	}
	for h, sums := range r.Model.Sums {
		squares := 0.0
		for _, x := range sums {
			squares += float64(x) * float64(x)
		}
		sd := math.Sqrt(squares / float64(len(sums)))
		if math.Abs(sd/(math.Sqrt2*r.Multiplier)-1) > 0.035 {
			t.Errorf("hop %d: noise of %v, want %v", h+1, sd, math.Sqrt2*r.Multiplier)
		}
	}
}

// Hops follow one another: the sums of the second are of the first one's, scaled.
func TestHopsFollow(t *testing.T) {
	net := blocks(t, 60, 0.1, 0.02, 1)
	c := Exact{quick(paper()), 2}
	c.EncoderEpochs, c.Epochs = 3, 3
	r, err := Train(t.Context(), net, c, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	x, err := encode(r.Model.Encoder, net.Attrs, c.Unit)
	if err != nil {
		t.Fatal(err)
	}
	for h, sums := range r.Model.Sums {
		if want := float32s(x.Sum(net.Graph)); !slices.Equal(sums, want) {
			t.Errorf("hop %d is not the sum of the rows before it", h+1)
		}
		x = aggregate.Unit(c.Hidden, x.Sum(net.Graph))
	}
	// A node is classified by its features and by the sums over its own neighbours.
	scores, err := r.Model.Scores(net, 7)
	if err != nil {
		t.Fatal(err)
	}
	for i := range c.Hidden {
		r.Model.Sums[1][7*c.Hidden+i] *= -1
	}
	if moved, err := r.Model.Scores(net, 7); err != nil || slices.Equal(moved, scores) {
		t.Errorf("the second sum of a node says nothing of its class (%v)", err)
	}
}

// A run that was interrupted after any step, or killed, ends with the same bits and pays once.
func TestInterruptedRunsGoOn(t *testing.T) {
	net := blocks(t, 40, 0.2, 0.05, 1)
	c := Published()
	c.Layers = quick(c.Layers)
	c.EncoderEpochs, c.Epochs = 3, 8
	n := PublishedNDP()
	n.Backend, n.EncoderEpochs, n.Epochs, n.Batch = "go", 4, 4, 30
	for name, run := range map[string]func(ctx context.Context, s *gdp.Session, w *checkpoint.Watch) (*Result, error){
		"published": func(ctx context.Context, s *gdp.Session, w *checkpoint.Watch) (*Result, error) {
			return Run(ctx, s, c, w)
		},
		"ndp": func(ctx context.Context, s *gdp.Session, w *checkpoint.Watch) (*Result, error) {
			return RunNDP(ctx, s, n, w)
		},
	} {
		t.Run(name, func(t *testing.T) {
			rel, steps, options := gdp.EdgeLevel, 8, []gdp.Option(nil)
			if name == "ndp" {
				rel, steps, options = gdp.NodeUnbounded, 24, []gdp.Option{gdp.Nodes(80)}
			}
			checkpointtest.Exact(t, steps, func(ctx context.Context, dir string, progress func(step, steps int)) (*Result, error) {
				s, err := gdp.Protect(net, rel, gdp.Budget{Epsilon: 2, Delta: 1e-3}, append(options, gdp.Seed(4), gdp.Journal(filepath.Join(dir, "journal")))...)
				if err != nil {
					t.Fatal(err)
				}
				return run(ctx, s, &checkpoint.Watch{Progress: progress, Checkpoint: filepath.Join(dir, "checkpoint")})
			})
		})
	}
}

// At node level both trainings and every hop have one noise multiplier, the budget is spent,
// and nothing is proved.
func TestPublishedNDP(t *testing.T) {
	net := blocks(t, 60, 0.1, 0.02, 1)
	c := PublishedNDP()
	c.Backend, c.EncoderEpochs, c.Epochs, c.Batch, c.MaxDegree = "go", 2, 2, 30, 4
	s := protect(t, net, gdp.NodeUnbounded, 2)
	r, err := RunNDP(t.Context(), s, c, nil)
	if err != nil {
		t.Fatal(err)
	}
	if g := r.Guarantee; g.Claimed > 2 || g.Claimed < 1.98 || !math.IsInf(float64(g.Proved), 1) {
		t.Errorf("claimed %v, proved %v", g.Claimed, g.Proved)
	}
	l, err := s.Ledger()
	if err != nil {
		t.Fatal(err)
	}
	var bounds []string
	for _, e := range l.Entries {
		bounds = append(bounds, e.Bound)
	}
	slices.Sort(bounds)
	if got := fmt.Sprint(bounds); got != "[ℓ2 ≤ 1 ℓ2 ≤ 1 ℓ2 ≤ 2 ℓ2 ≤ 2]" {
		t.Errorf("the ledger has the bounds %s", got)
	}
	if len(r.Model.Sums) != 2 || len(r.Model.Sums[0]) != 120*16 {
		t.Errorf("%d hops", len(r.Model.Sums))
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
	naked := with(func(n *graph.Network) { n.Labels = slices.Repeat([]int32{graph.Unlabeled}, 60) })
	strict := func(change func(c *ByEdge)) ByEdge {
		c := Strict()
		c.Backend = "go"
		change(&c)
		return c
	}
	for name, c := range map[string]struct {
		net    *graph.Network
		rel    gdp.Relation
		budget gdp.Budget
		config ByEdge
	}{
		"no features":     {net: with(func(n *graph.Network) { n.Attrs = nil })},
		"no labels":       {net: with(func(n *graph.Network) { n.Labels = nil })},
		"nobody's label":  {net: naked},
		"no class names":  {net: with(func(n *graph.Network) { n.Classes = nil })},
		"one class":       {config: strict(func(c *ByEdge) { c.Classes = 1 })},
		"node level":      {rel: gdp.NodeLevel},
		"δ = 0":           {budget: gdp.Budget{Epsilon: 1}},
		"no hops":         {config: strict(func(c *ByEdge) { c.Hops = 0 })},
		"no layers":       {config: strict(func(c *ByEdge) { c.BaseLayers = 0 })},
		"no epochs":       {config: strict(func(c *ByEdge) { c.Epochs = 0 })},
		"no width":        {config: strict(func(c *ByEdge) { c.Hidden = 0 })},
		"a rate of NaN":   {config: strict(func(c *ByEdge) { c.Rate = math.NaN() })},
		"no activation":   {config: strict(func(c *ByEdge) { c.Activation = "" })},
		"half a split":    {config: strict(func(c *ByEdge) { c.Split.Share = 0 })},
		"an empty config": {config: ByEdge{Hops: 1}},
	} {
		if c.net == nil {
			c.net = net
		}
		if c.rel == 0 {
			c.rel = gdp.EdgeLevel
		}
		if c.budget == (gdp.Budget{}) {
			c.budget = gdp.Budget{Epsilon: 1, Delta: 1e-5}
		}
		if reflect.DeepEqual(c.config, ByEdge{}) {
			c.config = strict(func(*ByEdge) {})
		}
		s, err := gdp.Protect(c.net, c.rel, c.budget, gdp.Seed(1))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := RunStrict(t.Context(), s, c.config, nil); err == nil || !strings.HasPrefix(err.Error(), "gap: ") {
			t.Errorf("%s: %v", name, err)
		}
		if l, err := s.Ledger(); err != nil || len(l.Entries) != 0 {
			t.Errorf("%s: the ledger is %v, %v", name, l, err)
		}
	}
	for name, change := range map[string]func(c *ByNode){
		"no batch": func(c *ByNode) { c.Batch = 0 }, "no clip": func(c *ByNode) { c.Clip = 0 }, "no degree": func(c *ByNode) { c.MaxDegree = 0 },
		"no hops": func(c *ByNode) { c.Hops = -1 }, "NaN": func(c *ByNode) { c.Clip = math.NaN() },
	} {
		c := PublishedNDP()
		change(&c)
		if _, err := RunNDP(t.Context(), protect(t, net, gdp.NodeUnbounded, 1), c, nil); err == nil || !strings.HasPrefix(err.Error(), "gap: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
