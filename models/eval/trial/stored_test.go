package trial

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// steps returns a method whose only mode takes so many steps, in an edition.
func steps(n, edition int) method.Method {
	type config struct{ Steps int }
	return method.Method{Name: "m", Releases: release.KindGraph, Modes: []method.Mode{
		method.NewPlain("m", method.Mode{Name: "plain", Edition: edition}, config{n}, func(context.Context, *graph.Network, config, uint64, *method.Watch) (r toyResult, err error) { return }).Mode,
	}}
}

// A result is of today if its mode has the same settings in the same edition. Of the results of a
// trial the first such counts, then a failure; others are left out, and counted.
func TestCurrent(t *testing.T) {
	m := steps(8, 2)
	of := func(seed uint64, x float64, change func(r *Result)) Result {
		r := Result{Trial: Trial{Protocol: GraphStatistics, Method: "m", Mode: "plain", Data: "a", Seed: seed}, Measured: Measured{Values: map[string]float64{"x": x}}}
		r.Made = Provenance{Config: ConfigKey(m, r.Trial), Edition: 2}
		if change != nil {
			change(&r)
		}
		return r
	}
	for want, list := range map[Age][]Result{
		Today:        {of(1, 0, nil), of(1, 0, func(r *Result) { r.Error, r.Made = "no", Provenance{} })},
		OtherEdition: {of(1, 0, func(r *Result) { r.Made.Edition = 1 }), of(1, 0, func(r *Result) { r.Made.Config = ConfigKey(steps(9, 2), r.Trial) }), of(1, 0, func(r *Result) { r.Made = Provenance{} })},
		NoMode:       {of(1, 0, func(r *Result) { r.Method = "n" }), of(1, 0, func(r *Result) { r.Mode = "n" }), of(1, 0, func(r *Result) { r.Variant = "Width=1" })},
	} {
		for _, r := range list {
			if got := AgeOf([]method.Method{m}, r); got != want {
				t.Errorf("%+v is %q, want %q", r, got, want)
			}
		}
	}
	failed := func(seed uint64) Result { return of(seed, 0, func(r *Result) { r.Error = "no" }) }
	old := of(1, 9, func(r *Result) { r.Made.Edition = 1 })
	list, left := Current([]method.Method{m}, []Result{old, failed(1), of(1, 0.5, nil), of(1, 9, nil), failed(2), of(3, 0.25, nil), of(4, 9, func(r *Result) { r.Mode = "n" })})
	if len(list) != 3 || list[0].Values["x"] != 0.5 || list[1].Error != "no" || list[2].Values["x"] != 0.25 || len(left) != 2 {
		t.Errorf("%+v, left %v", list, left)
	}
}

// A folder without trials, one of a newer version and a file are refused, each with the reason. A
// missing ε is NaN.
func TestReadStores(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(folder, name, "results.jsonl")
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o777))
		must.Do(t, os.WriteFile(path, []byte(text), 0o666))
		return filepath.Join(folder, name)
	}
	const old = `{"protocol":"classification","method":"features","mode":"strict","data":"cora","epsilon":1,"seed":1,"values":{"accuracy":0.5,"x":"NaN"}}` + "\n"
	good := write("good/results", old)
	for _, path := range []string{good, filepath.Dir(good)} {
		stores, err := ReadStores(path)
		if err != nil || len(stores) != 1 || len(stores[0].Results) != 1 {
			t.Fatalf("%s: %v, %v", path, stores, err)
		}
		if r := stores[0].Results[0]; !math.IsNaN(r.Claimed) || !math.IsNaN(r.Proved) {
			t.Errorf("an old line says of ε %v and %v", r.Claimed, r.Proved)
		}
	}
	for path, want := range map[string]string{
		filepath.Join(folder, "missing"):                        "no such file",
		write("empty", ""):                                      "no trials",
		t.TempDir():                                             "it has no results.jsonl",
		filepath.Join(good, "results.jsonl"):                    "is a file",
		write("newer", old+`{"format":99}`+"\n"):                "line 2: results of a newer version",
		write("damaged", old+`{"protocol":1}`+"\n"):             "line 2",
		write("nested/results/results", old) + "/../../nothing": "no such file",
	} {
		if _, err := ReadStores(path); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "trial: ") {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
	if _, err := ReadStores(); !errors.Is(err, ErrEmpty) {
		t.Errorf("no folder: %v", err)
	}
	if _, err := ReadCheckout(folder); !errors.Is(err, ErrEmpty) {
		t.Errorf("a checkout without notebooks: %v", err)
	}
}
