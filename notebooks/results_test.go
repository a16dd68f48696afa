package notebooks_test

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/models/all"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/trial"
)

// The kept results are of modes and settings that there are, and those of modes that do not
// train are what the code gives today: of each protocol and mode the quickest trial is made
// again.
func TestKeptResults(t *testing.T) {
	folders, err := filepath.Glob("*/results")
	if err != nil || len(folders) == 0 {
		t.Fatalf("no folder of results: %v", err)
	}
	for _, folder := range folders {
		t.Run(filepath.Dir(folder), func(t *testing.T) {
			results, err := trial.Read(folder)
			if err != nil || len(results) == 0 {
				t.Fatalf("%d results: %v", len(results), err)
			}
			quickest := map[trial.Trial]trial.Result{}
			for _, r := range results {
				if err := exists(r.Trial); err != nil {
					t.Errorf("%v: %v", r.Trial, err)
				}
				kind := trial.Trial{Protocol: r.Protocol, Method: r.Method, Mode: r.Mode}
				if q, ok := quickest[kind]; !ok || r.Seconds < q.Seconds {
					quickest[kind] = r
				}
			}
			for _, kept := range quickest {
				// A network that measures is not the same on all processors either.
				p, err := trial.ProtocolOf(kept.Protocol)
				if err != nil {
					t.Fatal(err)
				}
				networks := []string{trial.GraphClasses, trial.DrawnMembership}
				if slices.Contains(untrained[kept.Method], kept.Mode) && !slices.Contains(networks, kept.Protocol) && !p.IsAudit() {
					again(t, kept)
				}
			}
		})
	}
}

// untrained are the modes whose results are the same on all processors.
var untrained = map[string][]string{
	"dpar":       {"null"},
	"dpgs":       {"strict", "null"},
	"dpggan":     {"strict", "null", "null-matched"},
	"features":   {"strict", "null"},
	"privdpr":    {"strict", "null", "null-matched"},
	"seprivgemb": {"strict", "control", "null"},
	"vote":       {"strict", "null", "nonprivate"},
}

// exists reports why no mode runs a trial.
func exists(t trial.Trial) error {
	m, err := method.Find(append(all.Methods(), trial.Originals), t.Method)
	if err != nil {
		return err
	}
	mode, err := m.Mode(t.Mode)
	if err != nil || t.Variant == "" {
		return err
	}
	_, err = method.Set(mode.Config(), strings.Split(t.Variant, ",")...)
	return err
}

// again makes a trial again.
func again(t *testing.T, kept trial.Result) {
	m, err := method.Find(all.Methods(), kept.Method)
	if err != nil {
		t.Fatal(err)
	}
	d, err := data.Load(kept.Data)
	if errors.Is(err, data.ErrNotFound) {
		t.Logf("%v: %v", kept.Trial, err)
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	got, err := trial.Evaluate(context.Background(), m, kept.Trial, d.Graphs(), nil)
	if err != nil {
		t.Errorf("%v: %v", kept.Trial, err)
	}
	for name, want := range kept.Values {
		if x, ok := got.Values[name]; !ok || !(math.Abs(x-want) <= 1e-6) {
			t.Errorf("%v: %s is %v, kept is %v", kept.Trial, name, x, want)
		}
	}
}
