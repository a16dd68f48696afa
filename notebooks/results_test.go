package notebooks_test

import (
	"cmp"
	"context"
	"errors"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models"
	"github.com/graphdp/graphdp/models/eval/exhibit"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
)

// Stored results belong to existing modes and settings. Those of modes without training equal the
// results of today's code: for each protocol and mode, the fastest trial on the smallest data set
// is repeated.
func TestKeptResults(t *testing.T) {
	folders, err := filepath.Glob("*/results")
	if err != nil || len(folders) == 0 {
		t.Fatalf("no folder of results: %v", err)
	}
	quickest := map[trial.Trial]trial.Result{}
	for _, folder := range folders {
		results, err := trial.Read(folder)
		if err != nil || len(results) == 0 {
			t.Fatalf("%s: %d results: %v", folder, len(results), err)
		}
		for _, r := range results {
			if err := exists(r.Trial); err != nil {
				t.Errorf("%s: %v: %v", folder, r.Trial, err)
			}
			kind := trial.Trial{Protocol: r.Protocol, Method: r.Method, Mode: r.Mode}
			if q, ok := quickest[kind]; !ok || cmp.Or(cmp.Compare(nodes(r.Data), nodes(q.Data)), cmp.Compare(r.Seconds, q.Seconds)) < 0 {
				quickest[kind] = r
			}
		}
	}
	for _, kept := range quickest {
		p := must.Get(trial.ProtocolOf(kept.Protocol))(t)
		// A network that measures is not the same on all processors either.
		networks := []string{trial.GraphClasses, trial.DrawnMembership}
		if slices.Contains(untrained[kept.Method], kept.Mode) && !slices.Contains(networks, kept.Protocol) && !p.IsAudit() {
			again(t, kept)
		}
	}
}

// Every stored result has its version, settings, edition, data, machine, and the reason if nothing
// is proved. Its mode has the same release today. It has two more seeds, if a minute suffices for
// them.
func TestKeptResultsComeAgain(t *testing.T) {
	folders, err := filepath.Glob("*/results")
	if err != nil || len(folders) == 0 {
		t.Fatalf("no folder of results: %v", err)
	}
	for _, folder := range folders {
		results := must.Get(trial.Read(folder))(t)
		cells := map[trial.Trial][]trial.Result{}
		for _, r := range results {
			if why := lacks(t, r); why != "" {
				t.Errorf("%s: %v: %s; gdp sweep --again makes it again", folder, r.Trial, why)
			}
			cell := r.Trial
			cell.Seed = 0
			cells[cell] = append(cells[cell], r)
		}
		for cell, of := range cells {
			quick := !slices.ContainsFunc(of, func(r trial.Result) bool { return r.Seconds >= 60 })
			if quick && len(of) < 3 && cell.Data != trial.Worlds && !seedless(cell) {
				t.Errorf("%s: %v: %d seeds, want three", folder, cell, len(of))
			}
		}
	}
}

// seedless reports whether a trial draws nothing: a statistic that is counted, or one of a graph
// that is generated once.
func seedless(x trial.Trial) bool { return x.Protocol == trial.Answers && x.Epsilon == 0 }

// studying are the notebooks with studies of their own, beside the exhibits of methods.
var studying = []string{"03_private_training", "05_asking", "15_node_classification", "40_ablations"}

// Every stored result with special settings is in a table or a figure; one with a mode's own
// settings is on the board.
func TestKeptResultsAreShown(t *testing.T) {
	methods, shown := append(models.Methods(), trial.Originals), map[trial.Trial]bool{}
	name := func(x trial.Trial) trial.Trial {
		m := must.Get(method.Find(methods, x.Method))(t)
		return x.Canonical(m)
	}
	for _, m := range models.Methods() {
		for _, e := range m.Exhibits {
			p := must.Get(exhibit.Plan(methods, m, e))(t)
			for _, x := range p.Trials {
				shown[name(x)] = true
			}
		}
	}
	folders := must.Get(filepath.Glob("*/results"))(t)
	for _, folder := range folders {
		results := must.Get(trial.Read(folder))(t)
		for _, r := range results {
			if x := name(r.Trial); x.Variant != "" && !shown[x] && !slices.Contains(studying, filepath.Dir(folder)) {
				t.Errorf("%s: %v is in no table", folder, x)
			}
		}
	}
}

// lacks returns the missing fields of a result.
func lacks(t *testing.T, r trial.Result) string {
	switch age := trial.AgeOf(append(models.Methods(), trial.Originals), r); {
	case age != trial.Today:
		return string(age)
	case r.Made.Version == "" || r.Made.Backend == "" || r.Made.Data == "" && r.Data != trial.Worlds:
		return "no version, backend or checksum of the data"
	case math.IsInf(r.Proved, 1) && r.Reason == "":
		return "no reason why nothing is proved"
	}
	return ""
}

// nodes returns the number of nodes of a data set. The time of a trial does not measure it, since
// joint trials share data and fits.
func nodes(name string) int {
	e, err := data.Lookup(name)
	if err != nil {
		return math.MaxInt
	}
	return e.Nodes
}

// untrained are the modes whose results are the same on all processors.
var untrained = map[string][]string{
	"dpar":       {"null"},
	"dpgs":       {"strict", "null"},
	"dpggan":     {"strict", "null", "null-matched"},
	"dpppr":      {"strict"},
	"features":   {"strict", "null"},
	"gapemb":     {"strict"},
	"privdpr":    {"strict", "null", "null-matched"},
	"seprivgemb": {"strict", "control", "null"},
	"vote":       {"strict", "null", "nonprivate"},
}

// exists reports why no mode runs a trial.
func exists(t trial.Trial) error {
	m, err := method.Find(append(models.Methods(), trial.Originals), t.Method)
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
	m := must.Get(method.Find(models.Methods(), kept.Method))(t)
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
