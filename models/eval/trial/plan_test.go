package trial_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/learn/backend"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/study"
	"github.com/graphdp/graphdp/models/synthesis/privdpr"
)

func bench() *trial.Bench {
	return &trial.Bench{Methods: models.Methods(), Open: func(from trial.Source) (*graph.Collection, bool, error) {
		d, err := data.Open(from.Data, graphio.Options{Direction: graphio.Undirected})
		if err != nil {
			return nil, false, err
		}
		return d.Graphs(), false, nil
	}}
}

// The trials of a study: modes in the clear once, controls and private ones at each ε, settings
// where a mode has them, audits once and on no data.
func TestPlan(t *testing.T) {
	s := study.Study{
		Methods: []string{"privdpr"}, Modes: []string{"strict", "nonprivate", "null"}, Data: []string{"karate"}, Protocols: []string{trial.GraphStatistics, trial.Auditing},
		Epsilons: []float64{1, 2}, Deltas: []float64{1e-5, 1e-7}, Seeds: []uint64{1, 2}, Vary: []study.Axis{{Setting: "gamma", Values: []string{".5", "0.25"}}},
	}
	trials := must.Get(bench().Plan(s))(t)
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
	trials = must.Get(bench().Plan(study.Study{Methods: []string{"seprivgemb", "dpggan"}, Modes: []string{"strict"}, Data: []string{"karate"}, Epsilons: []float64{1}}))(t)
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
	trials, err := b.Plan(s)
	if err != nil || len(trials) != 2 {
		t.Fatal(trials, err)
	}
	results := must.Get(trial.Grid{Trials: trials, Folder: t.TempDir(), Workers: 1, Run: b.Run}.Do(context.Background()))(t)
	if r := results[0]; len(r.Values) == 0 || r.Proved > 1 || r.Made.Data == "" || r.Made.Backend == "" || r.Audited != nil {
		t.Errorf("%#v", r)
	}
	if r := results[1]; r.Audited == nil || r.Audited.Trials != 32 || !(float64(r.Audited.Epsilon) <= r.Proved) || r.Proved > 1 || r.Made.Data != "" || r.Values["most"] <= 0 {
		t.Errorf("%#v", r)
	}
}

// A result records the backend: the setting, else the choice of the machine. A mode without
// the setting ran in Go.
func TestBackendOfATrial(t *testing.T) {
	t.Setenv(backend.EnvBackend, "elsewhere")
	for _, x := range []struct{ protocol, method, variant, want string }{
		{"classification", "mlp", "Backend=go,Epochs=1", "go"},
		{"classification", "mlp", "Epochs=1", ""}, // cannot run
		{"statistics", "privskg", "", "go"},
	} {
		r, err := bench().Run(t.Context(), trial.Trial{Protocol: x.protocol, Method: x.method, Mode: "nonprivate", Data: "made-up", Variant: x.variant, Seed: 1})
		if r.Made.Backend != x.want || (err == nil) != (x.want != "") {
			t.Errorf("%s %q: ran on %q, want %q; %v", x.method, x.variant, r.Made.Backend, x.want, err)
		}
	}
}

// A study declares the nodes of the files among its data; where nothing does, a private mode is
// refused before anything is made, and a plain one is not.
func TestNodesOfFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "g.txt")
	must.Do(t, os.WriteFile(path, []byte("0 1\n1 2\n"), 0o600))
	b := &trial.Bench{Methods: models.Methods(), Open: func(from trial.Source) (*graph.Collection, bool, error) {
		o := graphio.Options{Direction: graphio.Undirected}
		if from.Nodes == "5" {
			o.Nodes = 5
		}
		d, err := data.Open(from.Data, o)
		if err != nil {
			return nil, false, err
		}
		return d.Graphs(), d.Entry.Name == "", nil
	}}
	s := study.Study{Methods: []string{"dpgs"}, Modes: []string{"null"}, Data: []string{path, "karate"}, Protocols: []string{trial.GraphStatistics}, Epsilons: []float64{1}}
	if _, err := b.Plan(s); err == nil || !strings.Contains(err.Error(), "declares no nodes") {
		t.Errorf("no nodes: %v", err)
	}
	s.Modes = []string{"strict-nonprivate"}
	if _, err := b.Plan(s); err != nil {
		t.Errorf("without privacy: %v", err)
	}
	s.Modes = []string{"null"}
	for nodes, proved := range map[string]bool{"5": true, study.Occurring: false} {
		s.Nodes = nodes
		trials, err := b.Plan(s)
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
	if _, err := b.Plan(s); err == nil {
		t.Error("nodes of a data set are declared")
	}
}

// Without modes, a method is run in the first mode of each role by which methods are compared,
// whatever its name.
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
	trials, err := b.Plan(study.Study{Methods: []string{"outside"}, Data: []string{"karate"}, Protocols: []string{trial.GraphStatistics}, Epsilons: []float64{1}})
	if err != nil || len(want) != 4 || len(trials) != 4 {
		t.Fatalf("%v of %v: %v", trials, want, err)
	}
	for _, x := range trials {
		if !want[x.Mode] {
			t.Errorf("%s is run", x.Mode)
		}
	}
}

// Variants combine joint settings with all combinations of the varied ones. Settings that a mode
// lacks are left out, and duplicates are removed.
func TestVariants(t *testing.T) {
	s := study.Study{
		Methods: []string{"dpar"}, Modes: []string{"author", "null"}, Data: []string{"no such data"}, Protocols: []string{trial.Classification}, Epsilons: []float64{1},
		Variants: []string{"", "Rows=EM1,split.kind=Random"}, Vary: []study.Axis{{Setting: "Hops", Values: []string{"0", "1"}}},
	}
	trials := must.Get(trial.List(models.Methods(), s))(t)
	var got []string
	for _, x := range trials {
		got = append(got, x.Mode+" "+x.Variant)
	}
	want := []string{"author Hops=0", "author Hops=1", "author Rows=EM1,Split.Kind=Random,Hops=0", "author Rows=EM1,Split.Kind=Random,Hops=1", "null ", "null Split.Kind=Random"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for _, wrong := range [][]string{{"Rows"}, {"Rose=EM1"}, {"Rows=EM1,rows=GM"}, {"Hops=1"}, {"Rows=EM9"}, {"", ""}, {"Rows=EM1,"}} {
		s.Variants = wrong
		if _, err := trial.List(models.Methods(), s); err == nil {
			t.Errorf("variants %q are listed", wrong)
		}
	}
}

// Of studies that are planned together, the first seeds of all come before the second ones, a trial
// of two studies is there once, and each study has its own seeds.
func TestStudiesTogether(t *testing.T) {
	a := study.Study{Methods: []string{"privdpr"}, Modes: []string{"null"}, Data: []string{"a"}, Protocols: []string{trial.GraphStatistics}, Epsilons: []float64{1}, Seeds: []uint64{1, 2, 3}}
	b := a
	b.Data, b.Seeds = []string{"b", "a"}, []uint64{1, 9}
	trials, err := trial.List(models.Methods(), a, b)
	var got []string
	for _, x := range trials {
		got = append(got, fmt.Sprint(x.Data, x.Seed))
	}
	if want := []string{"a1", "b1", "a2", "b9", "a9", "a3"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	if _, err := trial.List(models.Methods()); err == nil {
		t.Error("no study is listed")
	}
}
