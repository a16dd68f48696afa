package results_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

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

func open(t *testing.T, folders ...string) *results.DB {
	t.Helper()
	db, err := results.Open(methods(1), folders...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// Questions in SQL are answered from all results, and failures; means are over what no column
// tells apart.
func TestQuestions(t *testing.T) {
	folder := store(t)
	db := open(t, folder)
	got, err := db.Means(t.Context(), `method = "m" AND epsilon <= 1 AND protocol = 'p'`, []string{"mode", "epsilon"}, []string{"delta"})
	want := [][]any{
		{"strict", 0.5, "p", "m", "a", "", "x", 1.5, 1.0, int64(3), int64(3)},
		{"strict", 0.5, "p", "m", "a", "", "y", math.Inf(1), nil, int64(3), int64(3)}, // infinite less infinite is no number
		{"strict", 0.5, "p", "m", "a", "", "z", nil, nil, int64(0), int64(0)},
	}
	if err != nil || !reflect.DeepEqual(got.Rows, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	if got, err := db.List(t.Context(), "value = 'x' AND seed = 2 -- the last"); err != nil || len(got.Rows) != 2 || got.Rows[0][slices.Index(got.Header, "x")] != 2.5 || got.Rows[0][slices.Index(got.Header, "delta")] != 1e-5 {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := db.List(t.Context(), ""); err != nil || len(got.Rows) != 21 {
		t.Errorf("%d rows, %v", len(got.Rows), err)
	}
	if got, err := db.Failed(t.Context(), "epsilon = 1 OR epsilon = 2"); err != nil || len(got.Rows) != 1 || got.Rows[0][len(got.Header)-1] != "boom" {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := db.Select(t.Context(), "SELECT audited FROM trials WHERE audited IS NOT NULL"); err != nil || len(got.Rows) != 1 || got.Rows[0][0] != 0.25 {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := db.Select(t.Context(), "SELECT count(*) FROM trials WHERE proved > 1e300 AND error IS NULL"); err != nil || got.Rows[0][0] != int64(7) {
		t.Errorf("%v, %v", got, err)
	}
	both := open(t, folder, store(t))
	if got, err := both.Select(t.Context(), "SELECT count(DISTINCT folder), count(*) FROM trials"); err != nil || !reflect.DeepEqual(got.Rows[0], []any{int64(2), int64(16)}) {
		t.Errorf("%v, %v", got, err)
	}
}

// A trial without a budget has none in SQL, so that no bound on ε takes it in; means are not over
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
	if err := os.WriteFile(filepath.Join(folder, trial.File), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	db := open(t, folder)
	for question, want := range map[string]any{
		"SELECT count(*) FROM trials WHERE epsilon <= 1":                              int64(4),
		"SELECT mode FROM trials WHERE epsilon IS NULL AND delta IS NULL":             "nonprivate",
		"SELECT count(*) FROM trials WHERE delta = 1e-5":                              int64(2),
		"SELECT count(*) FROM results WHERE value = 'x' AND NOT coalesce(epsilon, 0)": int64(1),
	} {
		if got, err := db.Select(t.Context(), question); err != nil || len(got.Rows) != 1 || got.Rows[0][0] != want {
			t.Errorf("%s: %v, %v, want %v", question, got.Rows, err, want)
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
		got, err := db.Means(t.Context(), "epsilon <= 1", []string{"epsilon"}, x.over)
		if err != nil || !reflect.DeepEqual(got.Rows, x.want) {
			t.Errorf("over %v: %v, %v, want %v", x.over, got, err, x.want)
		}
	}
}

// What is asked wrongly is said with the name that was meant; nothing is changed by a question.
func TestWrongQuestions(t *testing.T) {
	folder := store(t)
	db := open(t, folder)
	for question, want := range map[string]func() error{
		`there is no column "modes"; did you mean "mode"`:                           func() error { _, err := db.List(t.Context(), "modes = 1"); return err },
		`there is no column "epsilom" to group by; did you mean`:                    func() error { _, err := db.Means(t.Context(), "", []string{"epsilom"}, nil); return err },
		`there is no column "x" to group by`:                                        func() error { _, err := db.Means(t.Context(), "", []string{"x"}, nil); return err },
		`means over "seed": want columns of protocol, method, data, variant, delta`: func() error { _, err := db.Means(t.Context(), "", nil, []string{"seed"}); return err },
		"syntax error":         func() error { _, err := db.List(t.Context(), "epsilon <= "); return err },
		"readonly":             func() error { _, err := db.Select(t.Context(), "DELETE FROM trials RETURNING id"); return err },
		"no folder of results": func() error { _, err := results.Open(methods(1)); return err },
		filepath.Join(folder, "none") + " is not a folder of results": func() error { _, err := results.Open(methods(1), filepath.Join(folder, "none")); return err },
		"is there already": func() error { return db.Export(filepath.Join(folder, trial.File)) },
		"and no other file": func() error {
			_, err := db.Select(t.Context(), "ATTACH '"+filepath.Join(folder, "other")+"' AS other")
			return err
		},
		"results: a question reads results": func() error {
			_, err := db.Select(t.Context(), "VACUUM INTO '"+filepath.Join(folder, "other")+"'")
			return err
		},
		"want one statement": func() error {
			_, err := db.List(t.Context(), "TRUE); PRAGMA query_only = 0; DELETE FROM trials; --")
			return err
		},
	} {
		if err := want(); err == nil || !strings.Contains(err.Error(), question) || !strings.HasPrefix(err.Error(), "results: ") {
			t.Errorf("%v, want %s", err, question)
		}
	}
	if _, err := db.Select(t.Context(), "PRAGMA query_only = 0"); err != nil {
		t.Error(err)
	}
	if _, err := db.Select(t.Context(), "DELETE FROM trials RETURNING id"); err == nil || !strings.Contains(err.Error(), "readonly") {
		t.Errorf("after a PRAGMA: %v", err)
	}
	if _, err := os.Stat(filepath.Join(folder, "other")); err == nil {
		t.Error("a question made a file")
	}
	for _, question := range []string{"SELECT count(*) FROM trials;", "SELECT count(*) -- a; b\n FROM trials /* ; c */", "SELECT count(*) FROM trials WHERE ';x' <> \"mode\" ; "} {
		if got, err := db.Select(t.Context(), question); err != nil || got.Rows[0][0] != int64(8) {
			t.Errorf("%s: %v, %v", question, got, err)
		}
	}
	if got, err := db.Select(t.Context(), "SELECT count(*) FROM trials"); err != nil || got.Rows[0][0] != int64(8) {
		t.Errorf("%v, %v", got, err)
	}
}

// The column age compares a run with the program.
func TestAges(t *testing.T) {
	db := open(t, store(t))
	got, err := db.Select(t.Context(), "SELECT DISTINCT age FROM trials WHERE error IS NULL")
	if err != nil || len(got.Rows) != 1 || got.Rows[0][0] != string(trial.OtherEdition) { // they do not say of which settings they are
		t.Errorf("%v, %v", got, err)
	}
}

// What is exported is a database with the same tables.
func TestExport(t *testing.T) {
	db := open(t, store(t))
	path := filepath.Join(t.TempDir(), "results.sqlite")
	if err := db.Export(path); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil || !strings.HasPrefix(string(text), "SQLite format 3") {
		t.Errorf("%.20q, %v", text, err)
	}
	if _, err := db.Select(t.Context(), "DELETE FROM trials RETURNING id"); err == nil {
		t.Error("an export leaves the results open to changes")
	}
}

// A question that never ends is stopped when the context ends and when the limit is over, and the
// next one is answered.
func TestEndlessQuestionsAreStopped(t *testing.T) {
	db := open(t, store(t))
	for _, endless := range []string{
		"WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c", // without a row
		"WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c",        // with many
	} {
		for name, c := range map[string]struct{ stop, limit time.Duration }{"context canceled": {100 * time.Millisecond, time.Minute}, "takes more than 100ms": {time.Minute, 100 * time.Millisecond}} {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(c.stop, cancel)
			begun := time.Now()
			db.Limit = c.limit
			if _, err := db.Select(ctx, endless); err == nil || !strings.Contains(err.Error(), name) || errors.Is(err, context.Canceled) != (name == "context canceled") {
				t.Errorf("%s: %v, want %q", endless, err, name)
			}
			if took := time.Since(begun); took > 20*time.Second {
				t.Errorf("%s, %s: stopped after %v", endless, name, took)
			}
			cancel()
		}
	}
	if got, err := db.Select(t.Context(), "SELECT count(*) FROM trials"); err != nil || got.Rows[0][0] != int64(8) {
		t.Error(got, err)
	}
}
