package tableone

import (
	"strings"
	"testing"

	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/synthesis/dpggan"
	"github.com/graphdp/graphdp/models/trial"
)

// Every row is of a mode that there is, with settings and an ε that it has, and no trial is in two rows.
func TestTrialsCanBeMade(t *testing.T) {
	trials, err := trial.List(Methods(), append(Studies(), ClassStudies()...)...)
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, r := range rows() {
		for _, seeds := range r.seeds {
			count += seeds
		}
	}
	if want := count + len(taught()); len(trials) != want {
		t.Errorf("%d trials, want %d", len(trials), want)
	}
	for i, x := range trials[1:] {
		if x.Seed < trials[i].Seed {
			t.Errorf("%v stands after seed %d", x, trials[i].Seed)
		}
		for _, r := range append(rows(), taught()...) {
			if r.method == x.Method && r.mode == x.Mode && r.variant == "" && x.Variant == "" && (r.epsilon == 0) != (x.Epsilon == 0) {
				t.Errorf("%v: a mode without privacy has no ε, and any other one has", x)
			}
		}
	}
}

// What the paper printed stands in the table, all of it and once, under ours.
func TestAllOfThePaperIsShown(t *testing.T) {
	g, _, err := graph.FromEdges(3, []graph.Edge{{U: 0, V: 1}}, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := &graph.Collection{Graphs: []*graph.Network{{Graph: g}}}
	var results []trial.Result
	for _, r := range rows() {
		for _, data := range []string{"dpggan-dblp", "imdb-multi"} {
			values := map[string]float64{}
			for i, v := range Values() {
				values[v] = float64(i) / 8
			}
			at := trial.Trial{Protocol: trial.CollectionStatistics, Method: r.method, Mode: r.mode, Variant: r.variant, Epsilon: r.epsilon, Data: data, Seed: 1}
			results = append(results, trial.Result{Trial: at, Measured: trial.Measured{Values: values}})
		}
	}
	for _, p := range Parts()[:2] {
		table, err := Table(t.Context(), p, c, results)
		if err != nil {
			t.Fatal(err)
		}
		texts := map[string]int{}
		for _, row := range table.Rows {
			for k, cell := range row[3:] {
				if name, ok := row[0].(string); ok && strings.HasPrefix(name, "  paper: ") {
					texts[strings.TrimPrefix(name, "  paper: ")+" "+row[1].(string)+" "+Values()[k]+" "+cell.(string)]++
				}
			}
		}
		for _, q := range dpggan.Method.Quoted {
			eps := "–"
			if q.Epsilon > 0 {
				eps = strings.TrimSpace(epsilons(row{epsilon: q.Epsilon}))
			}
			if key := q.Method + " " + eps + " " + q.Value + " " + short(q.Mean); q.Data == p.Data && texts[key] != 1 {
				t.Errorf("%s: %q is there %d times, want 1", p.Data, key, texts[key])
			}
		}
	}
}

// A cell has the mean over seeds and their standard deviation; a row without results is left out.
func TestCells(t *testing.T) {
	g, _, err := graph.FromEdges(3, []graph.Edge{{U: 0, V: 1}}, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := &graph.Collection{Graphs: []*graph.Network{{Graph: g}, {Graph: g}, {Graph: g}}}
	at := trial.Trial{Protocol: trial.CollectionStatistics, Method: "netgan", Mode: "nonprivate", Variant: "Steps=100", Data: "d", Every: 2}
	var results []trial.Result
	for seed, x := range []float64{10, 14} {
		at.Seed = uint64(seed + 1)
		results = append(results, trial.Result{Trial: at, Measured: trial.Measured{Values: map[string]float64{"LCC": x, "CPL": x / 100}}})
	}
	table, err := Table(t.Context(), Part{"d", 2}, c, results)
	if err != nil {
		t.Fatal(err)
	}
	if len(table.Rows) != 2 || !strings.Contains(table.Caption, "2 graphs: 0, 2, 4 …") {
		t.Fatalf("%v", table)
	}
	if row := table.Rows[1]; row[0] != "NetGAN, 100 steps" || row[2] != 2 || row[3] != "12 (2.828)" || row[4] != "–" || row[5] != "0.1200 (0.0283)" {
		t.Errorf("%v", row)
	}
}

// The table of classes has a row for each trial, and the share of the commonest class once.
func TestClasses(t *testing.T) {
	if got := Classes(nil); len(got.Rows) != 0 {
		t.Errorf("%v of no results", got)
	}
	var results []trial.Result
	trials, err := trial.List(Methods(), ClassStudies()...)
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range trials {
		results = append(results, trial.Result{Trial: x, Measured: trial.Measured{Values: map[string]float64{"accuracy": float64(i) / 8, "majority": 0.25}}})
	}
	got := Classes(results)
	if n := len(got.Rows); n != len(results)+1 || got.Rows[1][2] != "0.1250" || got.Rows[n-1][2] != "0.2500" {
		t.Errorf("%v", got)
	}
}
