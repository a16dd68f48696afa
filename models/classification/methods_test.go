package classification_test

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
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
	"github.com/graphdp/graphdp/models/method/release"
)

var classifiers = []method.Method{
	dpar.Method, dpgcn.Method, dpgnn.Method, eclipse.Method, features.Method, gap.Method, gcn.Method, lpgnet.Method, mlp.Method, progap.Method,
	sage.Method, vote.Method,
}

// set changes settings that are there.
func set(t *testing.T, config any, texts ...string) any {
	t.Helper()
	return must.Get(method.Set(config, texts...))(t)
}

// A budget without δ is refused before anything is spent, or spends no δ.
func TestWithoutDelta(t *testing.T) {
	net, refused := classificationtest.Blocks(40, 0.1, 0.02, 0.62, 1), 0
	for _, m := range classifiers {
		for _, mode := range m.Modes {
			if mode.Plain {
				continue
			}
			s := classificationtest.Protect(t, net, mode.Relation, gdp.Budget{Epsilon: 1})
			_, err := mode.Run(t.Context(), s, quick(t, mode), nil)
			l := must.Get(s.Ledger())(t)
			if err != nil {
				refused++
			}
			if err != nil && (!strings.HasPrefix(err.Error(), m.Name+": ") || !strings.Contains(err.Error(), "δ") || len(l.Entries) != 0) || err == nil && l.Cost().Delta != 0 {
				t.Errorf("%s %s: %v, the ledger is %v", m.Name, mode.Name, err, l)
			}
		}
	}
	if refused < 10 {
		t.Errorf("%d modes need δ", refused)
	}
}

// quick holds settings for fast runs, those that a mode has.
func quick(t *testing.T, mode method.Mode, more ...string) any {
	t.Helper()
	config := mode.Config()
	all := must.Get(method.Settings(config))(t)
	for _, text := range append([]string{"Backend=go", "EncoderEpochs=2", "Epochs=2", "Steps=2", "Batch=30", "Hidden=4", "Latent=4", "Rank=4", "Folds=2"}, more...) {
		name, _, _ := strings.Cut(text, "=")
		if slices.ContainsFunc(all, func(s method.Setting) bool { return s.Name == name }) {
			config = set(t, config, text)
		}
	}
	return config
}

// Repeating a run returns the stored release at no cost; another run is refused once the budget is
// spent.
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
			before := must.Get(s.Ledger())(t)
			again, err := mode.Run(t.Context(), s, config, nil)
			if err != nil || !reflect.DeepEqual(again, o) {
				t.Errorf("%s: the same run again is not the kept one: %v", name, err)
			}
			_, err = mode.Run(t.Context(), s, set(t, config, "Split.Seed=9"), nil)
			if spent := len(before.Entries) > 0; spent != (err != nil) {
				t.Errorf("%s: another run after %d spends: %v", name, len(before.Entries), err)
			}
			// Claimed reads, such as a split by the edges, precede refused steps.
			if after, err := s.Ledger(); err != nil || mode.Unproved == "" && len(after.Entries) != len(before.Entries) {
				t.Errorf("%s: %d entries, and %d after other runs, %v", name, len(before.Entries), len(after.Entries), err)
			}
		}
	}
}

// A network trained as a GoMLX graph gives the same scores as one trained on its kernel, up to
// rounding. Different last bits show that not both ran on the kernel.
func TestNetworksRunAsGraphs(t *testing.T) {
	net := classificationtest.Blocks(40, 0.1, 0.02, 0.62, 1)
	scores := func(mode method.Mode, backend string) (all []float32) {
		t.Setenv("GOMLX_BACKEND", backend)
		config := quick(t, mode, "Backend=") // by GOMLX_BACKEND
		var o method.Outcome
		var err error
		if mode.Plain {
			o, err = mode.RunPlain(t.Context(), net, config, 1, nil)
		} else {
			o, err = mode.Run(t.Context(), classificationtest.Protect(t, net, mode.Relation, gdp.Budget{Epsilon: 4, Delta: 1e-5}), config, nil)
		}
		for u := int32(0); int(u) < net.Graph.N() && err == nil; u++ {
			var row []float32
			row, err = o.Release.(release.Classifier).Scores(net, u)
			all = append(all, row...)
		}
		if err != nil {
			t.Fatal(mode.Name, err)
		}
		return all
	}
	graphs := 0
	for _, m := range classifiers {
		apart := 0.0
		for _, mode := range m.Modes {
			kernel, graph := scores(mode, "kernels"), scores(mode, "go")
			largest := float64(max(slices.Max(kernel), -slices.Min(kernel)))
			for i, k := range kernel {
				d := math.Abs(float64(k - graph[i]))
				if apart = max(apart, d); !(d <= 1e-5*largest) {
					t.Errorf("%s %s: a score is %v on the kernels and %v as a graph", m.Name, mode.Name, k, graph[i])
				}
			}
		}
		if apart > 0 {
			graphs++
		}
	}
	if graphs < 8 { // the others have no kernel
		t.Errorf("%d methods ran as graphs", graphs)
	}
}
