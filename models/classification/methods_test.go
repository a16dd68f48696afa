package classification_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

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

// set changes settings that are there.
func set(t *testing.T, config any, texts ...string) any {
	t.Helper()
	c, err := method.Set(config, texts...)
	if err != nil {
		t.Fatal(err)
	}
	return c
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
			l, failed := s.Ledger()
			if failed != nil {
				t.Fatal(failed)
			}
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
