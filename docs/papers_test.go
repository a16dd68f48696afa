package docs_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// sections are the headings of a paper's page, in this order.
var sections = []string{"Guarantee", "Findings", "Modes", "Equations", "Departures from the paper", "Claims", "Results"}

// mostWords is the length of a paper's page without its generated tables.
const mostWords = 2500

// Measures have two digits or more after their point, and settings mostly fewer.
var (
	measure    = regexp.MustCompile(`(?:^|[^\w.§])\d{0,3}\.\d\d+\b`)
	unmarked   = regexp.MustCompile("(?s)```.*?```|`[^`]*`|\\$[^$]*\\$|\\]\\([^)]*\\)")
	generated  = regexp.MustCompile(`(?s)<!-- table of [^\n]*\n.*?<!-- end of the table -->`)
	topHeading = regexp.MustCompile(`(?m)^## +(.*)$`)
	section    = regexp.MustCompile(`(?m)^#+ `)
	between    = regexp.MustCompile(`\n\s*\n|\n(?:- |\d+\. )`)
	source     = regexp.MustCompile("\\bTest[A-Z]\\w*|_test\\.go`|go run \\./|[`\n](?:[A-Z_]+=\\S+ )*(?:gdp|go|docs/\\S+\\.sh) |" +
		`/benchmarks/\w+\.md|/notebooks/\d\d_\w+|\bprint(?:ed|s)\b|(?:in the|public|authors') code\b|\b[Nn]o record\b`)
)

// Every page of a paper has the same sections and is short; log.md holds experiments. Each measure
// is in a block that go run ./docs/tables writes, or it stands in or after a paragraph, list item
// or table that names its source: a command, a test, a page of benchmarks, a notebook, what the
// paper printed, its code, or "no record" where the run was not kept.
func TestPapersPages(t *testing.T) {
	pages := must.Get(filepath.Glob("papers/*.md"))(t)
	if len(pages) < 20 {
		t.Fatal(pages)
	}
	for _, page := range pages {
		text := string(must.Get(os.ReadFile(page))(t))
		faults := unsourced(text)
		if filepath.Base(page) != "log.md" {
			faults = append(faults, misshaped(text)...)
		}
		for _, fault := range faults {
			t.Errorf("%s %s", page, fault)
		}
	}
}

// misshaped lists the faults in the shape of a page.
func misshaped(page string) (faults []string) {
	written := generated.ReplaceAllString(page, "")
	var found []string
	for _, m := range topHeading.FindAllStringSubmatch(fenced.ReplaceAllString(written, ""), -1) {
		found = append(found, m[1])
	}
	if !slices.Equal(found, sections) {
		faults = append(faults, "has the sections "+strings.Join(found, ", ")+"; want "+strings.Join(sections, ", "))
	}
	if words := len(strings.Fields(written)); words > mostWords {
		faults = append(faults, fmt.Sprintf("has %d words, want at most %d: shorten it, or move experiments to log.md", words, mostWords))
	}
	return faults
}

// unsourced lists the blocks with measures that have no source, and follow none.
func unsourced(page string) (faults []string) {
	for _, part := range section.Split(generated.ReplaceAllString(page, "go run ./docs/tables"), -1) {
		before := false
		for _, block := range between.Split(part, -1) {
			has := source.MatchString(block)
			if !has && !before && measure.MatchString(unmarked.ReplaceAllString(block, "")) {
				faults = append(faults, "has measures without a source:\n"+block)
			}
			before = has
		}
	}
	return faults
}

func TestFaultsOfPapersPagesAreSeen(t *testing.T) {
	whole := "# A\n\n## " + strings.Join(sections, "\n\n### Part\n\n## ") + "\n"
	long := strings.Repeat("word ", mostWords)
	for text, want := range map[string]int{
		whole:               0,
		whole + "## More\n": 1,
		strings.Replace(whole, "## Claims", "## Modes", 1): 1,
		whole + long: 1,
		whole + "<!-- table of a Table 1, by go run ./docs/tables -->\n" + long + "\n<!-- end of the table -->": 0,
	} {
		if got := misshaped(text); len(got) != want {
			t.Errorf("%.200q: %q", text, got)
		}
	}
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

// The table of notation.md has each key once that pages and Go files use, and no other.
func TestKeysOfPapersAreInTheTable(t *testing.T) {
	used := map[string]bool{}
	for _, m := range keyRow.FindAllStringSubmatch(string(must.Get(os.ReadFile("notation.md"))(t)), -1) {
		if _, twice := used[m[1]]; twice {
			t.Errorf("notation.md has [%s] twice", m[1])
		}
		used[m[1]] = false
	}
	use := func(name string, text []byte) error {
		for _, key := range keysIn(string(text)) {
			if _, ok := used[key]; !ok {
				t.Errorf("%s has the tag [%s], which is not in the table of notation.md: add a line", name, key)
			}
			used[key] = true
		}
		return nil
	}
	must.Do(t, goFiles(os.DirFS(".."), func(name string, text []byte) error {
		if name == "docs/papers_test.go" {
			return nil
		}
		return use(name, text)
	}))
	for _, name := range everyPage(t) {
		if name != "notation.md" {
			must.Do(t, use(name, must.Get(os.ReadFile(name))(t)))
		}
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
	if got, want := slices.Compact(got), []string{"DPGS", "DRS22", "Edmonds71", "KW17", "SE-PrivGEmb"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
