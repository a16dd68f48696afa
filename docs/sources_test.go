package docs_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
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

var (
	keyRow = regexp.MustCompile(`(?m)^\| \[([^\]]+)\] \|`)
	// A tag is a key with a year, or any name before an equation, section or the like.
	tagWithYear   = regexp.MustCompile(`\[([A-Z][A-Za-z-]*\d\d)(?:\]|, )`)
	tagBeforePart = regexp.MustCompile(`\[([A-Z][\w-]+)\] (?:Eq\.|Sec\.|Alg\.|Thm|Prop\.|Cor\.|Fig\.|Table|§)`)
)

// keysIn returns the keys of papers that a text uses as tags.
func keysIn(text string) (keys []string) {
	for _, tag := range []*regexp.Regexp{tagWithYear, tagBeforePart} {
		for _, m := range tag.FindAllStringSubmatch(text, -1) {
			if m[1] != "KEY" { // stands for any key
				keys = append(keys, m[1])
			}
		}
	}
	return keys
}

// The table of notation.md has each key once that pages and Go comments use, and no other.
func TestKeysOfPapersAreInTheTable(t *testing.T) {
	notation, err := os.ReadFile("notation.md")
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, m := range keyRow.FindAllStringSubmatch(string(notation), -1) {
		if _, twice := used[m[1]]; twice {
			t.Errorf("notation.md has [%s] twice", m[1])
		}
		used[m[1]] = false
	}
	err = filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if path != ".." && strings.HasPrefix(d.Name(), ".") || path == filepath.Join("..", "lab") {
				return filepath.SkipDir
			}
			return nil
		}
		if ext := filepath.Ext(path); ext != ".go" && ext != ".md" || path == filepath.Join("..", "docs", "notation.md") || path == filepath.Join("..", "docs", "sources_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, key := range keysIn(string(text)) {
			if _, ok := used[key]; !ok {
				t.Errorf("%s has the tag [%s], which is not in the table of notation.md: add a line", path, key)
			}
			used[key] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for key, is := range used {
		if !is {
			t.Errorf("notation.md has [%s], which nothing uses", key)
		}
	}
}

func TestKeysAreSeen(t *testing.T) {
	got := keysIn("[KW17] Eq. 2, [DRS22, Cor. 3.3], [DPGS] Sec. 4.2, x[A], [SE-PrivGEmb] Alg. 2, [KEY] Eq. 1, [Edmonds71]; [KS] is no key")
	slices.Sort(got)
	got = slices.Compact(got)
	if want := []string{"DPGS", "DRS22", "Edmonds71", "KW17", "SE-PrivGEmb"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
