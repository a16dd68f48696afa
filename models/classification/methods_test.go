package classification_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification/classificationtest"
	"github.com/graphdp/graphdp/models/classification/dpar"
	"github.com/graphdp/graphdp/models/classification/dpgcn"
	"github.com/graphdp/graphdp/models/classification/dpgnn"
	"github.com/graphdp/graphdp/models/classification/eclipse"
	"github.com/graphdp/graphdp/models/classification/features"
	"github.com/graphdp/graphdp/models/classification/gap"
	"github.com/graphdp/graphdp/models/classification/gcn"
	"github.com/graphdp/graphdp/models/classification/lpgnet"
	"github.com/graphdp/graphdp/models/classification/mlp"
	"github.com/graphdp/graphdp/models/classification/progap"
	"github.com/graphdp/graphdp/models/classification/sage"
	"github.com/graphdp/graphdp/models/classification/vote"
	"github.com/graphdp/graphdp/models/method"
)

var classifiers = []method.Method{
	dpar.Method, dpgcn.Method, dpgnn.Method, eclipse.Method, features.Method, gap.Method, gcn.Method, lpgnet.Method, mlp.Method, progap.Method,
	sage.Method, vote.Method,
}

// pure are the modes that need no δ, beside the controls.
var pure = []string{"mlp published", "dpgcn published", "dpgcn edge-rand", "lpgnet published", "sage strict"}

// featureless are the modes that do without features.
var featureless = []string{"dpar null", "dpgcn *", "eclipse *", "gcn *"}

// among reports whether a mode is in a list.
func among(list []string, m method.Method, mode method.Mode) bool {
	return slices.Contains(list, m.Name+" "+mode.Name) || slices.Contains(list, m.Name+" *")
}

// wrong is what a run cannot be on.
type wrong struct {
	name   string
	net    *graph.Network
	rel    gdp.Relation
	delta  gdp.Delta
	config any
	says   string
}

// set changes settings that are there.
func set(t *testing.T, config any, texts ...string) any {
	t.Helper()
	c, err := method.Set(config, texts...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// wrongs lists what is wrong for every mode, and what is wrong for some.
func wrongs(t *testing.T, m method.Method, mode method.Mode) []wrong {
	t.Helper()
	net, rel, config := classificationtest.Blocks(30, 0.1, 0.02, 0.62, 1), mode.Relation, mode.Config()
	with := func(change func(n *graph.Network)) *graph.Network {
		other := *net
		change(&other)
		return &other
	}
	const delta = 1e-5
	all := []wrong{
		{"no labels", with(func(n *graph.Network) { n.Labels, n.Classes = nil, nil }), rel, delta, config, "without labels"},
		{"one class", net, rel, delta, set(t, config, "Classes=1"), "lasses"},
		{"half a split", net, rel, delta, set(t, config, "Split.Share=0"), "Share=0: must be"},
		{"no settings", net, rel, delta, nil, "configuration"},
	}
	if rel != gdp.EdgeLevel && !mode.Plain { // else they are counted
		all = append(all, wrong{"no class names", with(func(n *graph.Network) { n.Classes = nil }), rel, delta, config, "classes"})
	}
	if !among(featureless, m, mode) {
		all = append(all, wrong{"no features", with(func(n *graph.Network) { n.Attrs = nil }), rel, delta, config, "without features"})
	}
	if mode.Plain && m.Name != "dpar" || rel == gdp.EdgeLevel {
		all = append(all, wrong{"nobody's label", with(func(n *graph.Network) { n.Labels = slices.Repeat([]int32{graph.Unlabeled}, 60) }), rel, delta, config, "label"})
	}
	if mode.Plain {
		return append(all, wrong{"no network", nil, rel, delta, config, "graph"}, wrong{"no graph", &graph.Network{}, rel, delta, config, "graph"})
	}
	for _, other := range []gdp.Relation{gdp.EdgeLevel, gdp.NodeLevel, gdp.NodeUnbounded} {
		if !slices.Contains(mode.Relations(), other) {
			all = append(all, wrong{"another relation", net, other, delta, config, other.String()})
		}
	}
	if mode.Role != method.Null && !among(pure, m, mode) {
		all = append(all, wrong{"δ = 0", net, rel, 0, config, "δ"})
	}
	return all
}

// Bad input is an error that names the method and says what is wrong, and costs nothing.
func TestBadInputIsAnError(t *testing.T) {
	for _, m := range classifiers {
		for _, mode := range m.Modes {
			for _, x := range wrongs(t, m, mode) {
				name := fmt.Sprintf("%s %s: %s", m.Name, mode.Name, x.name)
				refused := func(err error) {
					if err == nil || !strings.HasPrefix(err.Error(), m.Name+": ") || !strings.Contains(err.Error(), x.says) {
						t.Errorf("%s: %v", name, err)
					}
				}
				if mode.Plain {
					_, err := mode.RunPlain(t.Context(), x.net, x.config, 1, nil)
					refused(err)
					continue
				}
				s := classificationtest.Protect(t, x.net, x.rel, gdp.Budget{Epsilon: 1, Delta: x.delta})
				_, err := mode.Run(t.Context(), s, x.config, nil)
				refused(err)
				if l, err := s.Ledger(); err != nil || len(l.Entries) != 0 {
					t.Errorf("%s: the ledger is %v, %v", name, l, err)
				}
			}
		}
	}
}

// quick are settings under which modes run in a moment, those of them that a mode has.
func quick(t *testing.T, mode method.Mode) any {
	t.Helper()
	config := mode.Config()
	all, err := method.Settings(config)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"Backend=go", "EncoderEpochs=2", "Epochs=2", "Steps=2", "Batch=30", "Hidden=4", "Latent=4", "Rank=4", "Folds=2"} {
		name, _, _ := strings.Cut(text, "=")
		if slices.ContainsFunc(all, func(s method.Setting) bool { return s.Name == name }) {
			config = set(t, config, text)
		}
	}
	return config
}

// The same run again is given the kept release, at no cost; another one is refused where the budget
// is spent.
func TestABudgetIsSpentOnce(t *testing.T) {
	net := classificationtest.Blocks(40, 0.1, 0.02, 0.62, 1)
	for _, m := range classifiers {
		for _, mode := range m.Modes {
			if mode.Plain {
				continue
			}
			name := m.Name + " " + mode.Name
			s, config := classificationtest.Protect(t, net, mode.Relation, gdp.Budget{Epsilon: 2, Delta: 1e-5}), quick(t, mode)
			o, err := mode.Run(t.Context(), s, config, nil)
			if err != nil {
				t.Fatal(name, err)
			}
			before, err := s.Ledger()
			if err != nil {
				t.Fatal(err)
			}
			again, err := mode.Run(t.Context(), s, config, nil)
			if err != nil || !reflect.DeepEqual(again, o) {
				t.Errorf("%s: the same run again is not the kept one: %v", name, err)
			}
			_, err = mode.Run(t.Context(), s, set(t, config, "Split.Seed=9"), nil)
			if spent := len(before.Entries) > 0; spent != (err != nil) {
				t.Errorf("%s: another run after %d spends: %v", name, len(before.Entries), err)
			}
			// What is read on a claim, as a division by the edges is, goes before what is refused.
			if after, err := s.Ledger(); err != nil || mode.Unproved == "" && len(after.Entries) != len(before.Entries) {
				t.Errorf("%s: %d entries, and %d after other runs, %v", name, len(before.Entries), len(after.Entries), err)
			}
		}
	}
}
