// Command tables writes the generated parts of the documentation.
//
//	go run ./docs/tables
//
// It fills the tables of methods in README.md, docs/methods.md and docs/changelog.md from the list
// of methods (package all), and the tables of papers in docs/papers from stored runs. It draws the
// figure of README.md from stored audits.
//
// A table stands between two comments; the first one names it. A test fails when a file differs
// from what the command would write.
package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/models"
	"github.com/graphdp/graphdp/models/eval/advise"
	"github.com/graphdp/graphdp/models/eval/board"
	"github.com/graphdp/graphdp/models/eval/exhibit"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/method"
)

func main() {
	if err := write("."); err != nil {
		fmt.Fprintln(os.Stderr, "tables:", err)
		os.Exit(1)
	}
}

// files are the documents with tables, and the way from each to the folder docs.
var files = map[string]string{
	"README.md": "docs/", "docs/methods.md": "", "docs/changelog.md": "",
	"docs/papers/dpar.md": "../", "docs/papers/dpggan.md": "../", "docs/papers/dpgs.md": "../",
	"docs/papers/dpgcn.md": "../", "docs/papers/eclipse.md": "../", "docs/papers/lpgnet.md": "../",
	"docs/papers/dcsbm.md": "../", "docs/papers/der.md": "../", "docs/papers/dgg.md": "../", "docs/papers/dpdk.md": "../", "docs/papers/ldpgen.md": "../", "docs/papers/privgraph.md": "../", "docs/papers/privhrg.md": "../", "docs/papers/privskg.md": "../", "docs/papers/tmf.md": "../",
	"docs/papers/privdpr.md": "../", "docs/papers/seprivgemb.md": "../",
}

// write writes the tables of the module at root.
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

// generated returns the documents with the tables that they should have.
func generated(root string) (map[string]string, error) {
	notation, err := os.ReadFile(filepath.Join(root, "docs", "notation.md"))
	if err != nil {
		return nil, err
	}
	stores, err := board.Kept(root)
	if err != nil {
		return nil, err
	}
	var results []trial.Result
	for _, s := range stores {
		results = append(results, s.Results...)
	}
	texts := map[string]string{}
	if err := keep(root, texts, stores); err != nil {
		return nil, err
	}
	claims, err := claim.Scan(root)
	if err != nil {
		return nil, err
	}
	if texts["docs/img/audits.svg"], err = auditsFigure(models.Methods()); err != nil {
		return nil, err
	}
	for name, docs := range files {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return nil, err
		}
		page := func(key string) string { return link(string(notation), docs, key) }
		if texts[name], err = fill(string(text), models.Methods(), page, results, claims); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return texts, nil
}

// keep adds the table of kept trials that is part of every program, the page that is made of it,
// and the glossary.
func keep(root string, texts map[string]string, stores []board.Store) error {
	b, err := board.Of(stores, models.Methods())
	if err != nil {
		return err
	}
	table := advise.Of(b, func(name string) advise.Facts {
		e, err := data.Lookup(name)
		if err != nil {
			return advise.Facts{} // of a graph that somebody made
		}
		return advise.FactsOf(e.Nodes, e.Graphs, e.Attributes, e.Classes)
	})
	if texts["models/eval/advise/kept.json.gz"], err = table.File(); err != nil {
		return err
	}
	choices, err := table.Choices(models.Methods())
	if err != nil {
		return err
	}
	for name, rows := range map[string]string{"docs/choosing.md": choices, "docs/glossary.md": advise.Glossary()} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return err
		}
		head, rest, ok := strings.Cut(string(text), kept)
		_, tail, ended := strings.Cut(rest, end)
		if !ok || !ended {
			return fmt.Errorf("%s: want a line %s and one %s", name, strings.TrimSpace(kept), strings.TrimSpace(end))
		}
		texts[name] = head + kept + rows + end + tail
	}
	return nil
}

// kept begins the tables of docs/choosing.md and docs/glossary.md.
const kept = "<!-- tables, by go run ./docs/tables -->\n"

var begin = regexp.MustCompile(`(?m)^<!-- table of (figure|tasks|evidence|results|methods|modes|editions|[a-z0-9]+ (?:Table|Figure) [0-9A-Za-z]+), by go run \./docs/tables -->\n`)

const end = "<!-- end of the table -->\n"

// fill returns a text with its tables replaced.
func fill(text string, methods []method.Method, page func(key string) string, runs []trial.Result, claims []claim.Claim) (string, error) {
	var out strings.Builder
	for found := 0; ; found++ {
		at := begin.FindStringSubmatchIndex(text)
		if at == nil {
			if found == 0 {
				return "", errors.New("no table: want a comment such as <!-- table of methods, by go run ./docs/tables -->")
			}
			return out.String() + text, nil
		}
		_, rest, ok := strings.Cut(text[at[1]:], end)
		if !ok {
			return "", fmt.Errorf("a table without an end: want %s", strings.TrimSpace(end))
		}
		out.WriteString(text[:at[1]])
		switch name := text[at[2]:at[3]]; name {
		case "methods":
			writeMethods(&out, methods, page)
		case "modes":
			writeModes(&out, methods, page)
		case "tasks":
			writeTasks(&out, methods)
		case "results":
			if err := writeResults(&out, runs); err != nil {
				return "", err
			}
		case "editions":
			writeEditions(&out, methods)
		case "figure":
			rows, err := refuted(methods)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(&out, "<img src=\"docs/img/audits.svg\" width=\"%d\" alt=\"%s\">\n", figureWidth, alternative(rows))
		case "evidence":
			if err := writeEvidence(&out, methods, claims); err != nil {
				return "", err
			}
		default:
			if err := writeExhibit(&out, methods, name, runs); err != nil {
				return "", err
			}
		}
		out.WriteString(end)
		text = rest
	}
}

// writeExhibit writes a table or a figure of a method's paper. The numbers of a figure are folded.
func writeExhibit(out *strings.Builder, methods []method.Method, name string, results []trial.Result) error {
	of, number, _ := strings.Cut(name, " ")
	m, err := method.Find(methods, of)
	if err != nil {
		return err
	}
	e, err := exhibit.Find(m, number)
	if err != nil {
		return err
	}
	p, err := exhibit.Plan(methods, m, e)
	if err != nil {
		return err
	}
	head, rest, _ := strings.Cut(p.Draw(results, data.NotHeld()).Markdown(), "\n")
	text := head + " Values: [glossary](../glossary.md).\n" + rest
	if e.IsFigure() {
		text = fmt.Sprintf("<details><summary>Numbers of %s, %s</summary>\n\n%s\n</details>\n", e.Name, e.About, text)
	}
	out.WriteString(text)
	return nil
}

// link names the paper of a key, with a link to its page, or to the list of keys.
func link(notation, docs, key string) string {
	if key == "" {
		return "–"
	}
	m := regexp.MustCompile(`(?m)^\| \[` + regexp.QuoteMeta(key) + `\] \|.*\[its page\]\(([^)]+)\)`).FindStringSubmatch(notation)
	if m == nil || !fs.ValidPath(m[1]) {
		return fmt.Sprintf("[%s](%snotation.md#keys-of-papers)", key, docs)
	}
	return fmt.Sprintf("[%s](%s%s)", key, docs, m[1])
}
