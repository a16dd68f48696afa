package study_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/method/study"
)

func read(t *testing.T, text string) (study.Study, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s.yaml")
	must.Do(t, os.WriteFile(path, []byte(text), 0o666))
	return study.Read(path)
}

// A file is parsed as written: lists or single values, ranges of seeds, the mode called null, and
// axes in their order.
func TestRead(t *testing.T) {
	got, err := read(t, `
methods:  [dpar, features]   # two
modes:
  - strict
  - null
data:     cora-ml
protocols: [link prediction, audit 4000]
variants: ["", "Epochs=5,Clip=2"]
nodes:    5
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
		Variants: []string{"", "Epochs=5,Clip=2"}, Nodes: "5",
		Vary: []study.Axis{{Setting: "Split.Kind", Values: []string{"METIS"}}, {Setting: "Clip", Values: []string{"0.5", "1"}}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
}

// Faults of a file are reported with their line, and with the intended name.
func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"methods: dpar\nepsilon: 1":           `s.yaml, line 2: unknown field "epsilon"; did you mean "epsilons"`,
		"methods: dpar\nmethods: gap":         "line 2: methods is given twice",
		"methods: dpar\n\nepsilons: one":      `line 3: epsilons: "one" is not a number`,
		"methods: []":                         "line 1: methods: the list is empty",
		"methods:":                            "line 1: methods: want a value",
		"methods: {a: b}":                     "line 1: methods: want a value",
		"methods: [[a]]":                      "line 1: methods: want a value",
		"vary: [Clip]":                        "line 1: want lines such as",
		"vary:\n  Clip: 1\n  clip: 2":         "line 3: vary: clip is given twice",
		"vary:\n  Clip: {a: 1}":               "line 2: Clip: want a value",
		`modes: ["", a]`:                      "line 1: modes: want a value",
		"nodes: [5, 6]":                       "line 1: nodes: want one of a number",
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
