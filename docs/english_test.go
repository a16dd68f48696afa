package docs_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// unrevised are the documents that are not written in plain English yet. The list may only shrink.
var unrevised = regexp.MustCompile(`^(proofs|benchmarks|examples)/|` +
	`^papers/(dcsbm|der|dgg|dpar|dpdk|dpgcn|dpggan|dpgnn|dpne|dpppr|eclipse|gap|graphrnn|ldpgen|lpgnet|netgan|privgraph|privhrg|privskg|progap|tmf)\.md$`)

// longest is the number of words of the longest sentence of a revised document.
const longest = 25

// homemade are phrases that the field has a term for, and the term.
var homemade = map[string]string{
	`\bpeers?\b`:              "baseline",
	`\bkept (trials|runs)\b`:  "stored runs",
	`\b(made|make)s? up\b`:    "generated",
	`\bof which\b`:            "two sentences",
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
		if unrevised.MatchString(path) {
			continue
		}
		revised++
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range sentences(string(text)) {
			if words := len(strings.Fields(s)); words > longest {
				t.Errorf("%s has a sentence of %d words, want at most %d: %s", path, words, longest, s)
			}
			for phrase, term := range homemade {
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

// The README is read in a few minutes.
func TestTheReadmeIsShort(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
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
