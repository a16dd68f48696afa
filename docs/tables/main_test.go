package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/all"
	"github.com/graphdp/graphdp/models/method"
)

// The tables in the documents are what the methods declare.
func TestTablesAreUpToDate(t *testing.T) {
	const root = "../.."
	texts, err := generated(root)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range texts {
		got, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("%s is stale: run go run ./docs/tables", name)
		}
		for _, m := range all.Methods() {
			if (name == "README.md" || name == "docs/architecture.md") && !strings.Contains(want, "| `"+m.Name+"` |") {
				t.Errorf("%s has no row of %s", name, m.Name)
			}
		}
	}
}

func TestFill(t *testing.T) {
	methods := []method.Method{{
		Name: "count", About: "the number of edges", Releases: "statistics", Paper: "KEY",
		Modes: []method.Mode{
			{Role: method.Strict, Name: "strict", About: "with noise", Relation: gdp.EdgeLevel, Also: []gdp.Relation{gdp.NodeLevel}},
			{Role: method.Other, Name: "capped", About: "with a cap", Relation: gdp.NodeLevel, Needs: []string{"Cap"}},
			{Role: method.Published, Name: "published", About: "as printed", Relation: gdp.EdgeLevel, Unproved: "of |E|"},
			{Role: method.NonPrivate, Name: "nonprivate", About: "exactly", Plain: true},
		},
	}}
	page := func(key string) string { return link("| [KEY] | A paper: [its page](papers/a.md) |\n", "docs/", key) }
	const methodsHead, modesHead = "<!-- table of methods, by go run ./docs/tables -->\n", "<!-- table of modes, by go run ./docs/tables -->\n"
	got, err := fill("above\n"+methodsHead+"stale\n"+end+"between\n"+modesHead+end+"below\n", methods, page, nil)
	want := "above\n" + methodsHead + `| method | what it is | releases | modes with a proof | other modes | paper |
| --- | --- | --- | --- | --- | --- |
| ` + "`count`" + ` | the number of edges | statistics | edge: strict; node: capped | published, nonprivate | [KEY](docs/papers/a.md) |
` + end + "between\n" + modesHead + `| method | mode | role | what it is | relation | also under | proved |
| --- | --- | --- | --- | --- | --- | --- |
| ` + "`count` | `strict`" + ` | strict | with noise | edge | node | yes |
| ` + "`count` | `capped`" + ` | other | with a cap; needs Cap | node |  | yes |
| ` + "`count` | `published`" + ` | published | as printed | edge |  | no: of \|E\| |
| ` + "`count` | `nonprivate`" + ` | nonprivate | exactly | none |  | no: the data are read in the clear |
` + end + "below\n"
	if err != nil || got != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
	for key, want := range map[string]string{"": "–", "OTHER": "[OTHER](docs/notation.md#keys-of-papers)"} {
		if got := page(key); got != want {
			t.Errorf("%q: %s, want %s", key, got, want)
		}
	}
	for _, bad := range []string{"no table\n", methodsHead + "without an end\n"} {
		if got, err := fill(bad, methods, page, nil); err == nil {
			t.Errorf("%q is filled: %q", bad, got)
		}
	}
}
