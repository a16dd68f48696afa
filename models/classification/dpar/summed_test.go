package dpar

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification/features"
)

// What is learned is of the nodes to learn from, and of their own features: neither edges nor what
// test nodes are changes a bit of it, and one training node's label does. The ledger has one sum, of
// the bound that the section of the proof gives.
func TestStrictLearnsFromItsNodesAlone(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 1))
	net, other := randomNetwork(t, rng, 60, 90, 6, false), randomNetwork(t, rng, 60, 90, 6, false)
	for rel, bound := range map[gdp.Relation]string{gdp.NodeLevel: "ℓ2 ≤ 1.414", gdp.NodeUnbounded: "ℓ2 ≤ 1"} {
		learn := func(net *graph.Network) *Result {
			t.Helper()
			s := protect(t, net, rel, gdp.Budget{Epsilon: 3, Delta: 1e-5})
			r, err := Run(t.Context(), s, Strict(), nil)
			if err != nil {
				t.Fatal(err)
			}
			l, err := s.Ledger()
			if err != nil || len(l.Entries) != 1 || !strings.HasPrefix(l.Entries[0].Bound, bound) {
				t.Errorf("%v: the ledger is %v (%v), want the bound %s", rel, l, err, bound)
			}
			return r
		}
		want := learn(net)
		changed := keptRows(t, net, other, want.Split.Train)
		if got := learn(changed); !reflect.DeepEqual(got.Beliefs, want.Beliefs) {
			t.Errorf("%v: nodes that are not learned from, or edges, change what is learned", rel)
		}
		u := want.Split.Train[0]
		changed.Labels[u] = (net.Labels[u] + 1) % 3
		if got := learn(changed); reflect.DeepEqual(got.Beliefs, want.Beliefs) {
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
	x, err := graph.NewAttributes(net.Attrs.Cols(), offsets, columns, values)
	if err != nil {
		t.Fatal(err)
	}
	return &graph.Network{Graph: other.Graph, Attrs: x, Labels: labels, Classes: net.Classes}
}

// On random trees of test nodes scores are those of Bayes' rule, by the sum over all classes of all
// nodes. Nodes that are none to test on say nothing, and without hops no other node does.
func TestBeliefsAreBayes(t *testing.T) {
	const n, classes, columns, homophily, dependence = 6, 3, 4, 0.7, 0.3
	rng := rand.New(rand.NewPCG(32, 1))
	for trial := range 20 {
		var edges []graph.Edge
		for u := int32(1); u < n; u++ {
			edges = append(edges, graph.Edge{U: u, V: rng.Int32N(u)})
		}
		tree := all(n)
		edges = append(edges, graph.Edge{U: n, V: 0}, graph.Edge{U: n, V: 1}) // n is no test node
		net := network(t, rng, n+1, edges, columns, false)
		m := &Beliefs{Homophily: homophily, Dependence: dependence, reach: reach{n, n + 1, tree}, Words: &features.Words{Classes: classes}}
		shares := []float64{.5, .3, .2}
		for _, p := range shares {
			m.Words.Prior = append(m.Words.Prior, float32(math.Log(p)))
		}
		for range classes * columns {
			m.Words.Evidence = append(m.Words.Evidence, float32(rng.NormFloat64()))
		}
		var evidence [n][classes]float64 // what is left of it
		for u := range evidence {
			own, err := m.Words.Scores(net, int32(u))
			if err != nil {
				t.Fatal(err)
			}
			best, mean := math.Inf(-1), 0.0
			for c := range classes {
				evidence[u][c] = float64(own[c]) - math.Log(shares[c])
				best, mean = max(best, evidence[u][c]), mean+evidence[u][c]/classes
			}
			for c := range classes {
				evidence[u][c] /= 1 + dependence*(best-mean)/2
			}
		}
		var want [n][classes]float64 // probabilities, up to a constant
		for code := range int(math.Pow(classes, n)) {
			var class [n]int
			for u := range class {
				class[u], code = code%classes, code/classes
			}
			p := shares[class[0]]
			for _, e := range edges[:n-1] {
				step := (1 - homophily) * shares[class[e.U]]
				if class[e.U] == class[e.V] {
					step += homophily
				}
				p *= step
			}
			for u, c := range class {
				p *= math.Exp(evidence[u][c])
			}
			for u, c := range class {
				want[u][c] += p
			}
		}
		for u := range int32(n + 1) {
			got, err := m.Scores(net, u)
			if err != nil {
				t.Fatal(err)
			}
			for c := range classes {
				apart := float64(got[c] - got[0])
				if u < n {
					apart -= math.Log(want[u][c] / want[u][0])
				} else if alone, err := m.Words.Scores(net, u); err != nil || got[c] != alone[c] {
					t.Errorf("trial %d: a node that is none to test on hears of others (%v)", trial, err)
					continue
				}
				if u < n && math.Abs(apart) > 1e-4 {
					t.Errorf("trial %d: node %d, class %d: off by %v", trial, u, c, apart)
				}
			}
		}
		m.Hops = 0
		got, err := m.Scores(net, 2)
		if alone, failed := m.Words.Scores(net, 2); err != nil || failed != nil || !slices.Equal(got, alone) {
			t.Errorf("trial %d: without hops %v, want %v (%v, %v)", trial, got, alone, err, failed)
		}
	}
	if _, err := new(Beliefs).Scores(nil, 0); err == nil {
		t.Error("no graph, and no error")
	}
}

// The guarantee says what whoever predicts reads, and the control that it reads no edge.
func TestGuaranteeSaysWhatIsRead(t *testing.T) {
	for want, c := range map[string]Config{"up to 2 edges away": Strict(), "reads its features as they are": OwnRow()} {
		r, err := Run(t.Context(), protect(t, plainNetwork(t, 60), gdp.NodeLevel, gdp.Budget{Epsilon: 1, Delta: 1e-5}), c, nil)
		if err != nil {
			t.Fatal(err)
		}
		if text := r.Guarantee.String(); !strings.Contains(text, "In the clear: ") || !strings.Contains(text, want) {
			t.Errorf("%s: want %q", text, want)
		}
	}
}
