// Command tables generates the tables of the documentation.
//
//	go run ./docs/tables
//
// It fills the tables of README.md, docs and docs/papers from the list of methods, stored runs and
// stored audits. It also writes the figure of README.md and the board of stored runs that `gdp
// advise` reads.
//
// A table stands between two comments; the first one names it. A test fails when a file differs
// from the command's output.
package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/models"
	"github.com/graphdp/graphdp/models/eval/advise"
	"github.com/graphdp/graphdp/models/eval/board"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
)

func main() {
	if err := write("."); err != nil {
		fmt.Fprintln(os.Stderr, "tables:", err)
		os.Exit(1)
	}
}

// facts are the values that the tables show.
type facts struct {
	methods  []method.Method
	notation string // notation.md, with the keys of papers
	runs     []trial.Result
	board    *board.Board
	advice   *advise.Table
	// tournament compares modes on generated graphs.
	tournament *advise.Table
	claims     []claim.Claim
	functions  []function // with tags of equations
}

// tables writes the tables by their names. All others are tables and figures of papers, such as
// "dpgs Table 2", or lists of a method: "dpgs exhibits", "dpgs audits".
var tables = map[string]func(f *facts, out *strings.Builder, docs string) error{
	"figure":    writeFigure,
	"tasks":     writeTasks,
	"evidence":  writeEvidence,
	"results":   writeResults,
	"regret":    writeTournament,
	"methods":   writeMethods,
	"editions":  writeEditions,
	"equations": writeEquations,
	"choices": func(f *facts, out *strings.Builder, _ string) error {
		text, err := f.advice.Choices(f.methods)
		out.WriteString(text)
		return err
	},
	"glossary": func(_ *facts, out *strings.Builder, _ string) error {
		out.WriteString(advise.Glossary())
		return nil
	},
}

// write writes the generated files of the module at root.
func write(root string) error {
	texts, err := generated(root)
	if err != nil {
		return err
	}
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// generated returns the files as they should be.
func generated(root string) (map[string]string, error) {
	f, err := load(root)
	if err != nil {
		return nil, err
	}
	texts := map[string]string{}
	stored, err := f.board.File()
	if err != nil {
		return nil, err
	}
	texts["models/eval/board/board.json.gz"] = string(stored)
	if texts["docs/img/audits.svg"], err = auditsFigure(f.methods); err != nil {
		return nil, err
	}
	for pattern, docs := range map[string]string{"README.md": "docs/", "docs/*.md": "", "docs/papers/*.md": "../"} {
		pages, err := fs.Glob(os.DirFS(root), pattern)
		if err != nil {
			return nil, err
		}
		for _, name := range pages {
			text, err := os.ReadFile(filepath.Join(root, name))
			if err != nil {
				return nil, err
			}
			if texts[name], err = f.fill(string(text), docs); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return texts, nil
}

// load reads the facts of the module at root.
func load(root string) (*facts, error) {
	f := &facts{methods: models.Methods()}
	notation, err := os.ReadFile(filepath.Join(root, "docs", "notation.md"))
	if err != nil {
		return nil, err
	}
	f.notation = string(notation)
	stores, err := trial.ReadCheckout(root)
	if err != nil {
		return nil, err
	}
	for _, s := range stores {
		f.runs = append(f.runs, s.Results...)
	}
	if f.board, err = board.Of(stores, f.methods); err != nil {
		return nil, err
	}
	f.advice = advise.Of(f.board)
	if stores, err = trial.ReadStores(filepath.Join(root, "docs", "tournament")); err != nil {
		return nil, err
	}
	generated, err := board.Of(stores, f.methods)
	if err != nil {
		return nil, err
	}
	f.tournament = advise.Of(generated)
	if f.claims, err = claim.Scan(root); err != nil {
		return nil, err
	}
	f.functions, err = tagged(root, f.notation)
	return f, err
}

var begin = regexp.MustCompile(`(?m)^<!-- table of ([a-z]+|[a-z0-9]+ (?:exhibits|audits|(?:Table|Figure) [0-9A-Za-z]+(?: at [^>]+)?)), by go run \./docs/tables -->\n`)

const end = "<!-- end of the table -->\n"

// fill returns a page with its tables replaced. docs is the path from the page to the folder docs.
func (f *facts) fill(text, docs string) (string, error) {
	var out strings.Builder
	for {
		at := begin.FindStringSubmatchIndex(text)
		if at == nil {
			return out.String() + text, nil
		}
		name := text[at[2]:at[3]]
		_, rest, ok := strings.Cut(text[at[1]:], end)
		if !ok {
			return "", fmt.Errorf("the table %q has no end: want %s", name, strings.TrimSpace(end))
		}
		out.WriteString(text[:at[1]])
		table := tables[name]
		if table == nil {
			of, kind, _ := strings.Cut(name, " ")
			table = func(f *facts, out *strings.Builder, _ string) error {
				switch kind {
				case "exhibits":
					return writeCoverage(f, out, of)
				case "audits":
					return writeAudits(f, out, of)
				}
				return writeExhibit(f, out, name)
			}
		}
		if err := table(f, &out, docs); err != nil {
			return "", fmt.Errorf("table %q: %w", name, err)
		}
		out.WriteString(end)
		text = rest
	}
}

// page returns a link to the page of a paper, or to the list of keys.
func (f *facts) page(docs, key string) string {
	if key == "" {
		return "–"
	}
	to := "notation.md#keys-of-papers"
	if m := regexp.MustCompile(`(?m)^\| \[` + regexp.QuoteMeta(key) + `\] \|.*\[its page\]\(([^)]+)\)`).FindStringSubmatch(f.notation); m != nil {
		to = m[1]
	}
	return fmt.Sprintf("[%s](%s%s)", key, docs, to)
}
