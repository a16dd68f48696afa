package docs_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// formal are the documents whose sentences may be long: proofs, and pages of measurements.
var formal = regexp.MustCompile(`^(proofs|benchmarks|examples)/`)

// longest is the number of words of the longest sentence of a revised document.
const longest = 25

const ofWhich = `\bof which\b`

// homemade are phrases that the field has a term for, and the term.
var homemade = map[string]string{
	`\bpeers?\b`:              "baseline",
	`\bkept (trials|runs)\b`:  "stored runs",
	`\b(made|make)s? up\b`:    "generated",
	ofWhich:                   "two sentences",
	`\bperceptrons?\b`:        "MLP",
	`\bcommonest\b`:           "majority",
	`\bby chance\b`:           "at random",
	`\b(a|the) law of\b`:      "distribution",
	`\btwo worlds\b`:          "two neighbouring graphs",
	`\bmost memory\b`:         "peak memory",
	`(^|[^\d.])\.\d`:          "0. before a fraction",
	`\bnever saw the graph\b`: "independent of the graph",
	`\bexchanged? for an`:     "replace",
}

var (
	fenced   = regexp.MustCompile("(?ms)^ *```.*?^ *```$")
	notProse = regexp.MustCompile(`(?m)^(\||#|<|\s*\[[^]]*\]: ).*$`)
	linked   = regexp.MustCompile(`!?\[([^]]*)\]\([^)]*\)`)
	quoted   = regexp.MustCompile("`[^`]*`|\\$[^$]*\\$")
	item     = regexp.MustCompile(`(?m)\n\s*\n|^\s*(?:- |\d+\. )`)
	stop     = regexp.MustCompile(`[.!?:;](?:[*"”)]*)\s`)
)

// sentences returns the sentences of a page, without code, tables, headings and addresses.
func sentences(page string) (list []string) {
	page = notProse.ReplaceAllString(fenced.ReplaceAllString(page, "\n\n"), "\n")
	page = quoted.ReplaceAllString(linked.ReplaceAllString(page, "$1"), "X")
	for _, paragraph := range item.Split(page, -1) {
		for _, s := range stop.Split(paragraph+" ", -1) {
			if s = strings.Join(strings.Fields(s), " "); s != "" {
				list = append(list, s)
			}
		}
	}
	return list
}

// Revised documents have short sentences and the field's terms.
func TestDocumentsAreInPlainEnglish(t *testing.T) {
	revised := 0
	for _, path := range documents(t) {
		if !formal.MatchString(path) {
			revised++
		}
		text := must.Get(os.ReadFile(path))(t)
		for _, s := range sentences(string(text)) {
			if words := len(strings.Fields(s)); words > longest && !formal.MatchString(path) {
				t.Errorf("%s has a sentence of %d words, want at most %d: %s", path, words, longest, s)
			}
			for phrase, term := range homemade {
				if phrase == ofWhich && formal.MatchString(path) {
					continue
				}
				if found := regexp.MustCompile(phrase).FindString(s); found != "" {
					t.Errorf("%s: %q, want %s: %s", path, strings.TrimSpace(found), term, s)
				}
			}
		}
	}
	if revised < 6 {
		t.Errorf("only %d documents are revised", revised)
	}
}

// inCode are the phrases of [homemade] that comments avoid, too, and words of a dialect.
var inCode = []string{
	`\bpeers?\b`, `\bkept (trials|runs)\b`, `\b(made|make)s? up\b`, `\bcommonest\b`, `\bby chance\b`, `\b(a|the) law of\b`, `\bmost memory\b`, `\bnever saw the graph\b`,
	`\bexchanged? for an`, `\bcumulated\b`, `\bstubs\b`, `\bheard\b`, `\bdearer\b`, `\bballots?\b`, `\bwood\b`, `[^e] perceptrons?\b[^.]`,
}

var comment = regexp.MustCompile(`(?m)(?:^|[^:"` + "`" + `])//([^\n]*)`)

// Comments, and the texts of notebooks, use the field's terms.
func TestCommentsUseTheFieldsTerms(t *testing.T) {
	phrases := regexp.MustCompile(strings.Join(inCode, "|"))
	must.Do(t, goFiles(os.DirFS(".."), func(name string, text []byte) error {
		for _, c := range comment.FindAllSubmatch(text, -1) {
			if found := phrases.Find(c[1]); found != nil && !strings.HasSuffix(name, "english_test.go") {
				t.Errorf("%s: %q in a comment:%s", name, found, c[1])
			}
		}
		return nil
	}))
	if !phrases.MatchString("drawn from the law of X") || phrases.MatchString("// Row implements [perceptron.Rows].") {
		t.Error("the phrases are not found")
	}
}

// The README is read in a few minutes.
func TestTheReadmeIsShort(t *testing.T) {
	text := must.Get(os.ReadFile("../README.md"))(t)
	if lines := strings.Count(string(text), "\n"); lines > 170 {
		t.Errorf("the README has %d lines, want at most 170", lines)
	}
}

func TestSentencesAreFound(t *testing.T) {
	got := sentences("# A heading. Not prose\n\nOne sentence, with `code. here`. Another [one](page.md)!\n\n| a. b | c |\n\n- An item: two parts\n- next\n```\nx. y\n```\n")
	want := []string{"One sentence, with X", "Another one", "An item", "two parts", "next"}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("%q, want %q", got, want)
	}
}
