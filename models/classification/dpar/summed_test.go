package dpar

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification/features"
	"github.com/graphdp/graphdp/models/method"
)

// Training depends only on the training nodes and their features: changing edges or test nodes
// changes no bit, changing one training node's label does. The ledger has one sum, with the bound
// of the proof's section.
func TestStrictLearnsFromItsNodesAlone(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 1))
	net, other := randomNetwork(t, rng, 60, 90, 6, false), randomNetwork(t, rng, 60, 90, 6, false)
	for rel, bound := range map[gdp.Relation]string{gdp.NodeLevel: "ℓ2 ≤ 1.414", gdp.NodeUnbounded: "ℓ2 ≤ 1"} {
		learn := func(net *graph.Network) *Result {
			t.Helper()
			s := protect(t, net, rel, gdp.Budget{Epsilon: 3, Delta: 1e-5})
			r := must.Get(Strict.Run(t.Context(), s))(t)
			l, err := s.Ledger()
			if err != nil || len(l.Entries) != 1 || !strings.HasPrefix(l.Entries[0].Bound, bound) {
				t.Errorf("%v: the ledger is %v (%v), want the bound %s", rel, l, err, bound)
			}
			return r
		}
		want := learn(net)
		changed := keptRows(t, net, other, want.Split.Train)
		if got := learn(changed); !reflect.DeepEqual(got.Mixed, want.Mixed) {
			t.Errorf("%v: nodes that are not learned from, or edges, change what is learned", rel)
		}
		u := want.Split.Train[0]
		changed.Labels[u] = (net.Labels[u] + 1) % 3
		if got := learn(changed); reflect.DeepEqual(got.Mixed, want.Mixed) {
			t.Errorf("%v: the label of a node to learn from changes nothing: the test is blind", rel)
		}
	}
}

// keptRows is a network with the features and labels of net for some nodes, and all else of other.
func keptRows(t *testing.T, net, other *graph.Network, nodes []int32) *graph.Network {
	t.Helper()
	offsets, columns, values := []int64{0}, []int32{}, []float32{}
	labels := slices.Clone(other.Labels)
	for u := range int32(net.Graph.N()) {
		from := other
		if slices.Contains(nodes, u) {
			from, labels[u] = net, net.Labels[u]
		}
		c, v := from.Attrs.Row(u)
		columns, values = append(columns, c...), append(values, v...)
		offsets = append(offsets, int64(len(columns)))
	}
	x := must.Get(graph.NewAttributes(net.Attrs.Cols(), offsets, columns, values))(t)
	return &graph.Network{Graph: other.Graph, Attrs: x, Labels: labels, Classes: net.Classes}
}

// Log-probabilities of test nodes are mixed, with a lower bound: by hand, on a path whose last node
// is no test node. Without hops they are the node's own scores.
func TestScoresOfWordsAreMixed(t *testing.T) {
	rng := rand.New(rand.NewPCG(32, 1))
	net := network(t, rng, 4, []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 2, V: 3}}, 4, false)
	m := &Mixed{&features.Words{Classes: 3, Prior: []float32{-1, -2, -.5}}, mixing{0.25, 1, 4, []int32{0, 1, 2}}}
	for range 3 * 4 {
		m.Words.Evidence = append(m.Words.Evidence, float32(12*rng.NormFloat64()))
	}
	score := func(of interface {
		Scores(*graph.Network, int32) ([]float32, error)
	}, u int32) []float32 {
		t.Helper()
		return must.Get(of.Scores(net, u))(t)
	}
	raw, own, cut := score(m.Words, 1), make([][]float32, 4), 0
	for u := range own {
		own[u] = score(m.Words, int32(u))
		all := 0.0
		for _, x := range own[u] {
			all += math.Exp(float64(x))
		}
		for k, x := range own[u] {
			if x -= float32(math.Log(all)); x < -9.2103404 {
				x, cut = -9.2103404, cut+1
			}
			own[u][k] = x
		}
	}
	if cut == 0 {
		t.Error("no class is less likely than one of 10,000")
	}
	for k := range 3 {
		for u, want := range []float32{
			.75*(own[0][k]+own[1][k])/2 + .25*own[0][k],
			.75*(own[0][k]+own[1][k]+own[2][k])/3 + .25*own[1][k],
			.75*(own[1][k]+own[2][k])/2 + .25*own[2][k],
			own[3][k],
		} {
			if got := score(m, int32(u))[k]; math.Abs(float64(got-want)) > 1e-5 {
				t.Errorf("node %d, class %d: %v, want %v", u, k, got, want)
			}
		}
	}
	m.Hops = 0
	if got := score(m, 1); !slices.Equal(got, raw) {
		t.Errorf("without hops %v, want %v", got, raw)
	}
	net.Attrs = nil
	if _, err := m.Scores(net, 1); err == nil {
		t.Error("no features, and no error")
	}
}

// The guarantee states the data that predictions read; for the control, that they read no edge.
func TestGuaranteeSaysWhatIsRead(t *testing.T) {
	for want, mode := range map[string]method.PrivateMode[Summed, *Result]{"up to 2 edges away": Strict, "reads its features as they are": OwnRow} {
		r := must.Get(mode.Run(t.Context(), protect(t, plainNetwork(t, 60), gdp.NodeLevel, gdp.Budget{Epsilon: 1, Delta: 1e-5})))(t)
		if text := r.Guarantee.String(); !strings.Contains(text, "In the clear: ") || !strings.Contains(text, want) {
			t.Errorf("%s: want %q", text, want)
		}
	}
}
