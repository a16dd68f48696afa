package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// Measures have two digits or more after their point, and settings mostly fewer.
var (
	measure   = regexp.MustCompile(`(?:^|[^\w.§])\d{0,3}\.\d\d+\b`)
	unmarked  = regexp.MustCompile("(?s)```.*?```|`[^`]*`|\\$[^$]*\\$|\\]\\([^)]*\\)")
	generated = regexp.MustCompile(`(?s)<!-- table of [^\n]*\n.*?<!-- end of the table -->`)
	section   = regexp.MustCompile(`(?m)^#+ `)
	between   = regexp.MustCompile(`\n\s*\n|\n(?:- |\d+\. )`)
	source    = regexp.MustCompile("\\bTest[A-Z]\\w*|_test\\.go`|go run \\./|[`\n](?:[A-Z_]+=\\S+ )*(?:gdp|go|docs/\\S+\\.sh) |" +
		`/benchmarks/\w+\.md|/notebooks/\d\d_\w+|\bprint(?:ed|s)\b|(?:in the|public|authors') code\b|\b[Nn]o record\b`)
)

// Each measure of a paper's page is one of a block that go run ./docs/tables writes from kept
// trials, or it stands in or after a paragraph, a list's item or a table that says where it comes
// from: a command, a test, a page of benchmarks, a notebook, what the paper printed, its code, or
// "no record" where the run was not kept.
func TestMeasuresHaveASource(t *testing.T) {
	pages, err := filepath.Glob("papers/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal(pages, err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range unsourced(string(text)) {
			t.Errorf("%s has measures without a source:\n%s", page, block)
		}
	}
}

// unsourced returns the blocks of a page with measures that neither they nor the blocks before them
// have a source of.
func unsourced(page string) (bad []string) {
	for _, part := range section.Split(generated.ReplaceAllString(page, "go run ./docs/tables"), -1) {
		before := false
		for _, block := range between.Split(part, -1) {
			has := source.MatchString(block)
			if !has && !before && measure.MatchString(unmarked.ReplaceAllString(block, "")) {
				bad = append(bad, block)
			}
			before = has
		}
	}
	return bad
}

func TestUnsourcedMeasuresAreSeen(t *testing.T) {
	for text, want := range map[string]int{
		"Cora has .81.": 1,
		"It has 0.815, a rate of .1 and ε = 3.5.":                                                  1,
		"A rate of .1 and ε = 3.5, $x = .815$.":                                                    0,
		"`gdp run x` gives\n\n| a |\n| .815 |":                                                     0,
		"`gdp run x` gives\n\nit:\n\n| a |\n| .815 |":                                              1,
		"It has\n- .81, `TestX`,\n- and .815\n- and .816":                                          1,
		"## A\n\n`TestX`\n\n## B\n\n.815":                                                          1,
		"<!-- table of x Table 1, by go run -->\n.815\n<!-- end of the table -->\n\nThat is .815.": 0,
		"No record was kept: .815.":                                                                0,
		"By §4.32 and v0.6.01 it is so.":                                                           0,
		"as [there](../benchmarks/a.md), .815":                                                     0,
	} {
		if got := unsourced(text); len(got) != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}
