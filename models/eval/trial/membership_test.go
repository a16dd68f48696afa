package trial

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/classification/features"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/split"
)

// rows is a classifier of two classes whose scores of each node are given.
type rows [][]float32

func (r rows) Scores(_ *graph.Network, u int32) ([]float32, error) { return r[u], nil }

// A classifier that is surer of every training node than of any test node reveals all of them; one
// without information reveals none. Scores count up to a constant per node.
func TestMembershipOf(t *testing.T) {
	nodes := split.Nodes{Train: []int32{0, 1}, Test: []int32{2, 3}}
	net := &graph.Network{Graph: data.MustLoad("karate").Graph, Labels: []int32{0, 1, 0, 1}}
	for name, c := range map[string]struct {
		scores    rows
		auc, rare float64
	}{
		"all":         {rows{{3, 0}, {0, 3}, {1, 0}, {0, 1}}, 1, 1},
		"up to scale": {rows{{103, 100}, {-100, -97}, {51, 50}, {0, 1}}, 1, 1},
		"none":        {rows{{1, 0}, {0, 1}, {1, 0}, {0, 1}}, 0.5, 0},
		"half":        {rows{{3, 0}, {0, 1}, {2, 0}, {0, 2}}, 0.5, 0.5},
	} {
		m, err := MembershipOf(release.Classifier{Model: c.scores, Classes: 2, Split: nodes}, net)
		if err != nil || math.Abs(m.AUC-c.auc) > 1e-12 || math.Abs(m.Rare-c.rare) > 1e-12 {
			t.Errorf("%s: %+v, %v, want %v and %v", name, m, err, c.auc, c.rare)
		}
	}
	c := release.Classifier{Model: rows{{1, 0}, {0, 1}, {1, 0}, {0, 1}}, Classes: 2, Split: nodes}
	for name, bad := range map[string]func() (Membership, error){
		"no network":     func() (Membership, error) { return MembershipOf(c, nil) },
		"a third class":  func() (Membership, error) { return MembershipOf(c, &graph.Network{Labels: []int32{2, 2, 2, 2}}) },
		"no known label": func() (Membership, error) { return MembershipOf(c, &graph.Network{Labels: []int32{-1, -1, 0, 1}}) },
		"few labels":     func() (Membership, error) { return MembershipOf(c, &graph.Network{Labels: []int32{0}}) },
	} {
		if _, err := bad(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// The attack finds the nodes that a network learned by heart; one that was trained with
// noise at ε = 1 gives it no more than chance. Seeds are fixed; AUC of 150 against 150 nodes
// that are alike has a standard deviation of .033.
func TestMembershipIsFound(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	net := must.Get(gen.SBM([]int{100, 100, 100}, [][]float64{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, r))(t)
	net.Attrs = must.Get(gen.Words(net.Labels, 3, gen.Vocabulary{Columns: 300, PerNode: 8, OwnShare: 0.4}, r))(t)
	net.Classes = []string{"a", "b", "c"}
	auc := func(mode string, eps float64, variant string) float64 {
		t.Helper()
		m := must.Get(Evaluate(t.Context(), features.Method, Trial{
			Protocol: TrainingMembership, Method: "features", Mode: mode, Data: "words", Epsilon: eps, Seed: 1, Variant: "Split.Share=0.5" + variant,
		}, graph.CollectionOf(net), nil))(t)
		return m.Values["attack AUC"]
	}
	if found := auc("nonprivate", 0, ",Epochs=60,Rate=0.02"); found < 0.9 {
		t.Errorf("AUC %v against a network that learned its nodes by heart", found)
	}
	if found := auc("strict", 1, ""); math.Abs(found-0.5) > 0.15 {
		t.Errorf("AUC %v against a release with ε = 1", found)
	}
}
