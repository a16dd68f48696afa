package docs_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sections are the headings of a paper's page, in this order.
var sections = []string{"Guarantee", "Findings", "Modes", "Equations", "Departures from the paper", "Claims", "Results"}

// mostWords is the length of a paper's page without its generated tables.
const mostWords = 2500

// papers lists the pages of papers, without log.md, which holds experiments.
func papers() ([]string, error) {
	pages, err := filepath.Glob("papers/*.md")
	return slices.DeleteFunc(pages, func(page string) bool { return filepath.Base(page) == "log.md" }), err
}

// Every page of a paper has the same sections, and is short.
func TestPapersPagesHaveOneSkeleton(t *testing.T) {
	pages, err := papers()
	if err != nil || len(pages) < 20 {
		t.Fatal(pages, err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, wrong := range misshaped(string(text)) {
			t.Errorf("%s %s", page, wrong)
		}
	}
}

var topHeading = regexp.MustCompile(`(?m)^## +(.*)$`)

// misshaped lists the faults of a page.
func misshaped(page string) (wrong []string) {
	written := generated.ReplaceAllString(page, "")
	var found []string
	for _, m := range topHeading.FindAllStringSubmatch(fenced.ReplaceAllString(written, ""), -1) {
		found = append(found, m[1])
	}
	if !slices.Equal(found, sections) {
		wrong = append(wrong, "has the sections "+strings.Join(found, ", ")+"; want "+strings.Join(sections, ", "))
	}
	if words := len(strings.Fields(written)); words > mostWords {
		wrong = append(wrong, fmt.Sprintf("has %d words, want at most %d: shorten it, or move experiments to log.md", words, mostWords))
	}
	return wrong
}

func TestMisshapedPagesAreSeen(t *testing.T) {
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
}
