package study_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/gdp/graph/graphio"
	"github.com/graphdp/graphdp/models/all"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/study"
	"github.com/graphdp/graphdp/models/synthesis/privdpr"
	"github.com/graphdp/graphdp/models/trial"
)

func bench() *study.Bench {
	return &study.Bench{Methods: all.Methods(), Open: func(name, _ string) (study.Data, error) {
		d, err := data.Open(name, graphio.Options{Direction: graphio.Undirected})
		if err != nil {
			return study.Data{}, err
		}
		return study.Data{Network: &d.Network, Collection: d.Collection}, nil
	}}
}

func read(t *testing.T, text string) (study.Study, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s.yaml")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return study.Read(path)
}

// A file is the study that it says: lists or single values, ranges of seeds, the mode that is called
// null, and axes in their order.
func TestRead(t *testing.T) {
	got, err := read(t, `
methods:  [dpar, features]   # two
modes:
  - strict
  - null
data:     cora-ml
protocols: [link prediction, audit 4000]
epsilons: [0.5, 1]
deltas:   1e-6
seeds:    [7, 1-3]
vary:
  Split.Kind: METIS
  Clip: [0.5, 1]
`)
	want := study.Study{
		Methods: []string{"dpar", "features"}, Modes: []string{"strict", "null"}, Data: []string{"cora-ml"}, Protocols: []string{"link prediction", "audit 4000"},
		Epsilons: []float64{0.5, 1}, Deltas: []float64{1e-6}, Seeds: []uint64{7, 1, 2, 3},
		Vary: []study.Axis{{Setting: "Split.Kind", Values: []string{"METIS"}}, {Setting: "Clip", Values: []string{"0.5", "1"}}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
}

// What is wrong in a file is said with its line, and with the name that was meant.
func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"methods: dpar\nepsilon: 1":           `s.yaml, line 2: unknown field "epsilon"; did you mean "epsilons"`,
		"methods: dpar\nmethods: gap":         "line 2: methods is there twice",
		"methods: dpar\n\nepsilons: one":      `line 3: epsilons: "one" is not a number`,
		"methods: []":                         "line 1: methods: the list is empty",
		"methods:":                            "line 1: methods: want a value",
		"methods: {a: b}":                     "line 1: methods: want a value",
		"methods: [[a]]":                      "line 1: methods: want a value",
		"vary: [Clip]":                        "line 1: want lines such as",
		"vary:\n  Clip: 1\n  clip: 2":         "line 3: vary: clip is there twice",
		"vary:\n  Clip: {a: 1}":               "line 2: Clip: want a value",
		"seeds: 3-1":                          `line 1: seeds: the range "3-1" ends before it begins`,
		"seeds: 0-99999999":                   "more than 1000000 seeds",
		"seeds: 0-18446744073709551615":       "more than 1000000 seeds",
		"methods: dpar\n\tmodes: strict":      "line 2",
		"- methods":                           "line 1: want lines such as",
		"":                                    "line 1: the file is empty",
		"methods: dpar\nmodus: strict\nx: [}": "yaml: line",
	} {
		if _, err := read(t, text); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "study: ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := study.Read(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// The trials of a study: modes in the clear once, controls and private ones at each ε, settings
// where a mode has them, audits once and on no data.
func TestPlan(t *testing.T) {
	s := study.Study{
		Methods: []string{"privdpr"}, Modes: []string{"strict", "nonprivate", "null"}, Data: []string{"karate"}, Protocols: []string{trial.GraphStatistics, trial.Auditing},
		Epsilons: []float64{1, 2}, Deltas: []float64{1e-5, 1e-7}, Seeds: []uint64{1, 2}, Vary: []study.Axis{{Setting: "gamma", Values: []string{".5", "0.25"}}},
	}
	trials, err := s.Plan(bench())
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, x := range trials {
		count[fmt.Sprintf("%s %s %s %g %s", x.Protocol, x.Mode, x.Data, x.Delta, x.Variant)]++
	}
	want := map[string]int{
		"statistics strict karate 0 ": 4, "statistics strict karate 1e-07 ": 4, "statistics null karate 0 ": 4, "statistics null karate 1e-07 ": 4,
		"statistics nonprivate karate 0 Gamma=0.5": 2, "statistics nonprivate karate 0 Gamma=0.25": 2,
		"audit strict worlds 0 ": 2, "audit strict worlds 1e-07 ": 2, "audit null worlds 0 ": 2, "audit null worlds 1e-07 ": 2,
	}
	if !reflect.DeepEqual(count, want) {
		t.Errorf("%v, want %v", count, want)
	}
	// All that fits is measured where no protocol is named.
	trials, err = study.Study{Methods: []string{"seprivgemb", "dpggan"}, Modes: []string{"strict"}, Data: []string{"karate"}, Epsilons: []float64{1}}.Plan(bench())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, x := range trials {
		got = append(got, x.Method+" "+x.Protocol)
	}
	if want := []string{"dpggan collections", "seprivgemb StrucEqu", "seprivgemb communities", "seprivgemb link prediction", "seprivgemb links", "seprivgemb nodes"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A collection is measured by the protocol of collections, in this process as in others, and an
// audit finds a bound that is no larger than the proved ε.
func TestBenchRuns(t *testing.T) {
	s := study.Study{Methods: []string{"dpggan"}, Modes: []string{"strict"}, Data: []string{"karate"}, Protocols: []string{trial.CollectionStatistics, trial.Auditing + " 32"}, Epsilons: []float64{1}}
	b := bench()
	trials, err := s.Plan(b)
	if err != nil || len(trials) != 2 {
		t.Fatal(trials, err)
	}
	results, err := trial.Grid{Trials: trials, Folder: t.TempDir(), Workers: 1, Run: b.Run}.Do(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if r := results[0]; len(r.Values) == 0 || r.Proved > 1 || r.Made.Data == "" || r.Made.Backend == "" || r.Audited != nil {
		t.Errorf("%#v", r)
	}
	if r := results[1]; r.Audited == nil || r.Audited.Trials != 32 || !(float64(r.Audited.Epsilon) <= r.Proved) || r.Proved > 1 || r.Made.Data != "" || r.Values["most"] <= 0 {
		t.Errorf("%#v", r)
	}
}

// A study declares the nodes of the files among its data; where nothing does, a private mode is
// refused before anything is made, and a plain one is not.
func TestNodesOfFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "g.txt")
	if err := os.WriteFile(path, []byte("0 1\n1 2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	b := &study.Bench{Methods: all.Methods(), Open: func(name, nodes string) (study.Data, error) {
		o := graphio.Options{Direction: graphio.Undirected}
		if nodes == "5" {
			o.Nodes = 5
		}
		d, err := data.Open(name, o)
		if err != nil {
			return study.Data{}, err
		}
		return study.Data{Network: &d.Network, Collection: d.Collection, File: d.Entry.Name == ""}, nil
	}}
	s := study.Study{Methods: []string{"dpgs"}, Modes: []string{"null"}, Data: []string{path, "karate"}, Protocols: []string{trial.GraphStatistics}, Epsilons: []float64{1}}
	if _, err := s.Plan(b); err == nil || !strings.Contains(err.Error(), "does not say which nodes") {
		t.Errorf("no nodes: %v", err)
	}
	s.Modes = []string{"nonprivate"}
	if _, err := s.Plan(b); err != nil {
		t.Errorf("without privacy: %v", err)
	}
	s.Modes = []string{"null"}
	for nodes, proved := range map[string]bool{"5": true, trial.Occurring: false} {
		s.Nodes = nodes
		trials, err := s.Plan(b)
		if err != nil || len(trials) != 2 || trials[0].Nodes != nodes || trials[1].Nodes != "" || !strings.Contains(trials[0].String(), nodes) {
			t.Fatalf("%s: %v, %v", nodes, trials, err)
		}
		for _, x := range trials {
			found, err := b.Run(context.Background(), x)
			if err != nil || math.IsInf(found.Proved, 1) == (proved || x.Nodes == "") {
				t.Errorf("%v: proved %v, %v", x, found.Proved, err)
			}
		}
	}
	s.Nodes, s.Data = "5", []string{"karate"}
	if _, err := s.Plan(b); err == nil {
		t.Error("nodes of a data set are declared")
	}
	got, err := read(t, "methods: dpgs\ndata: g.txt\nnodes: 5\n")
	if err != nil || got.Nodes != "5" {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := read(t, "methods: dpgs\ndata: g.txt\nnodes: [5, 6]\n"); err == nil {
		t.Error("two numbers of nodes")
	}
}

func TestBytes(t *testing.T) {
	for text, want := range map[string]int64{"4GiB": 4 << 30, "500MB": 500e6, "0.5G": 1 << 29, "1 TiB": 1 << 40} {
		if got, err := study.Bytes(text); err != nil || got != want {
			t.Errorf("%s is %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "4", "GiB", "-1GiB", "NaNGiB", "1e30TiB", "1MiB", "4 gigs"} {
		if got, err := study.Bytes(text); err == nil {
			t.Errorf("%q is %d", text, got)
		}
	}
}

// Without modes, a method is run in the first mode of each role by which methods are compared, whatever
// its name.
func TestPlanByRoles(t *testing.T) {
	outside := privdpr.Method
	outside.Name, outside.Modes = "outside", slices.Clone(outside.Modes)
	want := map[string]bool{}
	seen := map[method.Role]bool{method.AsCoded: true, method.Other: true}
	for i, m := range outside.Modes {
		outside.Modes[i].Name = fmt.Sprintf("way-%d", i)
		if !seen[m.Role] {
			seen[m.Role], want[outside.Modes[i].Name] = true, true
		}
	}
	b := bench()
	b.Methods = []method.Method{outside}
	trials, err := study.Study{Methods: []string{"outside"}, Data: []string{"karate"}, Protocols: []string{trial.GraphStatistics}, Epsilons: []float64{1}}.Plan(b)
	if err != nil || len(want) != 4 || len(trials) != 4 {
		t.Fatalf("%v of %v: %v", trials, want, err)
	}
	for _, x := range trials {
		if !want[x.Mode] {
			t.Errorf("%s is run", x.Mode)
		}
	}
}
