package models

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/statistics/ask"
)

// homeMade are phrases for which the field has a term: docs/glossary.md.
var homeMade = regexp.MustCompile(`(?i)\b(never saw|of which|as many as|like degrees?|made up|made-up|the law|draw(n|s)?|rows that|a row of numbers|commonest|hidden (edges?|from)|hides?|in the clear|the same|kept trials?|divisions?|shares? of|moves? (it|by)|heard?|worlds?|peers?|cumulated|ascend|perceptrons?|found at|taken off|is there or not|what (it|pairs|noise)|sums of neighbours)\b`)

// short reports a description that is empty, longer than most words, or has a home-made phrase.
func short(t *testing.T, of, text string, most int) {
	t.Helper()
	if n := len(strings.Fields(text)); n == 0 || n > most {
		t.Errorf("%s: %d words, at most %d: %q", of, n, most, text)
	}
	if phrase := homeMade.FindString(text); phrase != "" {
		t.Errorf("%s: %q is not a term of the field: %q", of, phrase, text)
	}
}

// Every description that help, tables, Python and the board show is short and in the field's terms.
func TestDescriptions(t *testing.T) {
	for _, m := range Methods() {
		short(t, m.Name, m.About, 15)
		for _, x := range m.Modes {
			of := m.Name + " " + x.Name
			short(t, of, x.About, 12)
			if x.From != "" {
				short(t, of+", sources", x.From, 12)
			}
			for _, text := range []string{x.Caution, x.Unproved, x.Unshown} {
				for sentence := range strings.SplitSeq(text, "; ") {
					if text != "" {
						short(t, of, sentence, 25)
					}
				}
			}
		}
	}
	for _, x := range ask.All() {
		short(t, x.Name, x.About, 12)
	}
	for _, p := range trial.Protocols() {
		short(t, p.Name, p.About, 12)
		for _, v := range p.Values {
			short(t, p.Name+", "+v.Name, v.About, 12)
		}
	}
}

// The page of a paper names, in its first lines, the sources of modes that do not follow the
// paper's text.
func TestPagesNameTheirSources(t *testing.T) {
	const docs = "../docs/"
	notation := must.Get(os.ReadFile(docs + "notation.md"))(t)
	for _, m := range Methods() {
		page := "papers/" + m.Name + ".md"
		if _, err := os.Stat(docs + page); err != nil {
			row := regexp.MustCompile(`(?m)^\| \[` + regexp.QuoteMeta(m.Paper) + `\] .*\[its page\]\((.+)\)`).FindSubmatch(notation)
			if m.Paper == "" || row == nil {
				continue
			}
			page = string(row[1])
		}
		text := must.Get(os.ReadFile(docs + page))(t)
		first, _, _ := strings.Cut(string(text), "\n## ")
		_, source, _ := strings.Cut(first, "\n**Source.** ")
		for _, x := range m.Modes {
			if x.From != "" && !strings.Contains(source, x.From) {
				t.Errorf("%s: %s %s was made from %s; the page has %q", page, m.Name, x.Name, x.From, source)
			}
		}
	}
}

// The description of a null control states its knowledge, or that it is trained on nothing.
func TestNullControlsStateWhatTheyKnow(t *testing.T) {
	for _, m := range Methods() {
		for _, x := range m.Modes {
			if x.Role == method.Null && !regexp.MustCompile(`\bknows\b`).MatchString(x.About) {
				t.Errorf("%s %s: %q", m.Name, x.Name, x.About)
			}
		}
	}
}
