package results_test

import (
	"context"
	"errors"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/eval/results"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

type config struct{ Clip float64 }

type nothing struct{}

func (nothing) Outcome() method.Outcome { return method.Outcome{} }

// methods has one of one mode.
func methods(clip float64) []method.Method {
	return []method.Method{{Name: "m", About: "nothing", Releases: release.KindGraph, Modes: []method.Mode{
		method.NewPrivate("m", method.Mode{Role: method.Strict, Name: "strict", About: "nothing", Relation: gdp.EdgeLevel}, config{clip}, func(context.Context, *gdp.Session, config, *method.Watch) (nothing, error) { return nothing{}, nil }).Mode,
	}}}
}

// store makes a folder of results: x is ε plus the seed, y is infinite, z is no number; one trial
// fails and one is an audit.
func store(t *testing.T) string {
	t.Helper()
	g := trial.Grid{Folder: t.TempDir(), Workers: 1, Run: func(_ context.Context, x trial.Trial) (trial.Measured, error) {
		if x.Protocol == "fails" {
			return trial.Measured{}, errors.New("boom")
		}
		m := trial.Measured{Values: map[string]float64{"x": x.Epsilon + float64(x.Seed), "y": math.Inf(1), "z": math.NaN()}, Claimed: x.Epsilon, Proved: math.Inf(1)}
		if x.Protocol == trial.Auditing {
			m.Audited = &gdp.Audited{Epsilon: 0.25, Confidence: 0.95, Trials: 100}
		}
		return m, nil
	}}
	for seed := range uint64(3) {
		for _, eps := range []float64{0.5, 2} {
			g.Trials = append(g.Trials, trial.Trial{Protocol: "p", Method: "m", Mode: "strict", Data: "a", Epsilon: eps, Seed: seed})
		}
	}
	g.Trials = append(g.Trials, trial.Trial{Protocol: "fails", Method: "m", Mode: "strict", Data: "a", Epsilon: 1}, trial.Trial{Protocol: trial.Auditing, Method: "m", Mode: "strict", Data: trial.Worlds, Epsilon: 1})
	if _, err := g.Do(t.Context()); err == nil {
		t.Fatal("nothing failed")
	}
	return g.Folder
}

func open(t *testing.T, folders ...string) results.Runs {
	t.Helper()
	return must.Get(results.Open(methods(1), folders...))(t)
}

// Runs of several folders are listed, with failures. Means are over runs that agree in all columns;
// ages compare runs with the program.
func TestQuestions(t *testing.T) {
	folder := store(t)
	runs := open(t, folder)
	got, err := runs.Means(`method = "m" AND epsilon <= 1 AND protocol = 'p'`, []string{"mode", "epsilon"}, []string{"delta"})
	want := [][]any{
		{"strict", 0.5, "p", "m", "a", "", "x", 1.5, 1.0, int64(3), int64(3)},
		{"strict", 0.5, "p", "m", "a", "", "y", math.Inf(1), nil, int64(3), int64(3)}, // infinite less infinite is no number
		{"strict", 0.5, "p", "m", "a", "", "z", nil, nil, int64(0), int64(0)},
	}
	if err != nil || !reflect.DeepEqual(got.Rows, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	if got, err := runs.List("value = 'x' AND seed = 2"); err != nil || len(got.Rows) != 2 || got.Rows[0][slices.Index(got.Header, "x")] != 2.5 || got.Rows[0][slices.Index(got.Header, "delta")] != 1e-5 {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := runs.Failed("epsilon = 1 OR epsilon = 2"); err != nil || len(got.Rows) != 1 || got.Rows[0][len(got.Header)-1] != "boom" {
		t.Errorf("%v, %v", got, err)
	}
	if got := runs.Ages(); !maps.Equal(got, map[trial.Age]int{trial.OtherEdition: 7}) { // their settings are unknown
		t.Errorf("%v", got)
	}
	if got, err := open(t, folder, store(t)).Means("value = 'x'", []string{"folder"}, results.Apart); err != nil || len(got.Rows) != 2 || got.Rows[1][4] != int64(7) {
		t.Errorf("%v, %v", got, err)
	}
}

// Conditions choose rows as in SQL, where NULL equals nothing.
func TestConditions(t *testing.T) {
	runs := open(t, store(t)) // x, y and z of seven trials
	for condition, want := range map[string]int{
		"": 21, " \t\n": 21,
		"seed = 0": 9, "seed != 0": 12, "seed<>0": 12, "seed < 1": 9, "seed <= 1": 15, "seed > 1": 6, "seed >= 1": 12, "seed > 0.5": 12, "seed >= -1": 21,
		"x IS NULL": 7, "x is not null": 14, "x = 0": 0, "x != 0.5": 13, "x > 1e300": 7, "x = +Inf": 7, "delta = 1e-5": 21,
		"audited = .25": 3, "audited != 0.25": 0, "audited IS NOT NULL AND x IS NOT NULL": 2,
		"value = 'x' OR value = 'y' AND seed = 1": 9, "(value = 'x' OR value = 'y') AND seed = 1": 4, "seed=1 AND((value='x')OR(value='y'))": 4,
		"VALUE > \"x\" and Mode <= 'strict'": 14, `data = "a'b" OR data = 'a"b' OR data = 'a''b' OR data = 'or (' OR data = ''`: 0,
		"value = 'x' OR value = 'y' OR value = 'z'": 21, "value = 'x' AND seed = 1 AND epsilon > 1": 1,
	} {
		if got, err := runs.List(condition); err != nil || len(got.Rows) != want {
			t.Errorf("%s: %d rows, %v, want %d", condition, len(got.Rows), err, want)
		}
	}
	for condition, want := range map[string]string{
		"modes = 1":                           `character 1 of the condition: there is no column "modes"; did you mean "mode"? There are folder, protocol, `,
		"data = 'é' AND (x < 1 or epsilom>1)": `character 26 of the condition: there is no column "epsilom"; did you mean "epsilon"`,
		"epsilon <= ":                         "character 12 of the condition: want a number, found the end",
		"epsilon":                             "want =, !=, <, <=, >, >= or IS, found the end",
		"epsilon == 1":                        `character 10 of the condition: want a number, found "="`,
		"epsilon = NULL":                      `want a number, found "NULL"`,
		"epsilon = nan":                       `want a number, found "nan"`,
		"epsilon < 1x":                        `want a number, found "1x"`,
		"epsilon IS 1":                        `want NULL, found "1"`,
		"mode = strict":                       `character 8 of the condition: want text in quotes, found "strict"`,
		"mode = 'strict":                      `want text in quotes, found "'strict"`,
		"mode = 1":                            `want text in quotes, found "1"`,
		"seed = 1 seed = 2":                   `character 10 of the condition: want AND, OR or the end, found "seed"`,
		"seed = 1 AND":                        "character 13 of the condition: want a column (folder, protocol, ",
		"1 = seed":                            "character 1 of the condition: want a column (folder, protocol, ",
		"(seed = 1":                           "want AND, OR or ), found the end",
		"seed = 1)":                           `want AND, OR or the end, found ")"`,
		"()":                                  `want a column (folder, `,
		"seed = 1; DELETE":                    `want AND, OR or the end, found ";"`,
	} {
		if _, err := runs.List(condition); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "results: ") {
			t.Errorf("%s: %v, want %s", condition, err, want)
		}
	}
}

// A trial without a budget has none, so that no bound on ε takes it in; means are not over
// protocols, methods, data, variants and δ unless that is asked for.
func TestBudgetsAndVariants(t *testing.T) {
	folder := t.TempDir()
	text := ""
	for _, x := range []string{
		`"mode":"nonprivate","epsilon":0,"seed":1,"values":{"x":9}`,
		`"mode":"strict","epsilon":1,"seed":1,"values":{"x":1}`,
		`"mode":"strict","epsilon":1,"seed":1,"variant":"Clip=2","values":{"x":2}`,
		`"mode":"strict","epsilon":1,"seed":1,"delta":0.001,"values":{"x":3}`,
		`"mode":"strict","epsilon":1,"seed":2,"delta":0.001,"values":{"x":5}`,
	} {
		text += `{"format":2,"protocol":"statistics","method":"m","data":"a",` + x + "}\n"
	}
	must.Do(t, os.WriteFile(filepath.Join(folder, trial.File), []byte(text), 0o666))
	runs := open(t, folder)
	for condition, want := range map[string]int{"epsilon <= 1": 4, "epsilon IS NULL AND delta IS NULL": 1, "delta = 1e-5": 2, "epsilon != 1": 0} {
		if got, err := runs.List(condition); err != nil || len(got.Rows) != want {
			t.Errorf("%s: %v, %v, want %d rows", condition, got.Rows, err, want)
		}
	}
	for _, x := range []struct {
		over []string
		want [][]any
	}{
		{nil, [][]any{{1.0, "statistics", "m", "a", "", 1e-5, "x", 1.0, nil, int64(1), int64(1)}, {1.0, "statistics", "m", "a", "", 1e-3, "x", 4.0, math.Sqrt2, int64(2), int64(2)}, {1.0, "statistics", "m", "a", "Clip=2", 1e-5, "x", 2.0, nil, int64(1), int64(1)}}},
		{[]string{"variant", "delta"}, [][]any{{1.0, "statistics", "m", "a", "x", 2.75, math.Sqrt(8.75 / 3), int64(4), int64(2)}}},
		{results.Apart, [][]any{{1.0, "x", 2.75, math.Sqrt(8.75 / 3), int64(4), int64(2)}}},
	} {
		got, err := runs.Means("epsilon <= 1", []string{"epsilon"}, x.over)
		if err != nil || !reflect.DeepEqual(got.Rows, x.want) {
			t.Errorf("over %v: %v, %v, want %v", x.over, got, err, x.want)
		}
	}
}

// A mistyped question has an error with the nearest name.
func TestWrongQuestions(t *testing.T) {
	folder := store(t)
	runs := open(t, folder)
	for question, want := range map[string]func() error{
		`there is no column "epsilom" to group by; did you mean`:                    func() error { _, err := runs.Means("", []string{"epsilom"}, nil); return err },
		`there is no column "x" to group by`:                                        func() error { _, err := runs.Means("", []string{"x"}, nil); return err },
		`means over "seed": want columns of protocol, method, data, variant, delta`: func() error { _, err := runs.Means("", nil, []string{"seed"}); return err },
		"no folder of results":                                                      func() error { _, err := results.Open(methods(1)); return err },
		filepath.Join(folder, "none") + " is not a folder of results":               func() error { _, err := results.Open(methods(1), filepath.Join(folder, "none")); return err },
	} {
		if err := want(); err == nil || !strings.Contains(err.Error(), question) || !strings.HasPrefix(err.Error(), "results: ") {
			t.Errorf("%v, want %s", err, question)
		}
	}
}
