package docs_test

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// Stand-ins in the text of a block for what is no text.
const (
	codeSpan = "\x00"
	emphasis = "\x01"
	rawHTML  = "\x02"
)

var (
	escape     = regexp.MustCompile("\\\\[!-/:-@\\[-`{-~]") // backslash and ASCII punctuation
	notHeading = regexp.MustCompile(`(?m)^#{1,6}[^#\s]`)
	notLink    = regexp.MustCompile(`\]\(`)
	notTable   = regexp.MustCompile(`(?m)^ *\|.*\| *$`)
	notNumber  = regexp.MustCompile(`(?:^|[^\pL\pN_.*/])\.\d`)
	marks      = regexp.MustCompile("\\*\\*|`")
)

// inline returns the text of a block as GitHub's rule for formulas sees it: backslashes kept.
func inline(block ast.Node, source []byte) string {
	var b strings.Builder
	for n := block.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Text:
			b.Write(n.Segment.Value(source))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte('\n')
			}
		case *ast.CodeSpan:
			b.WriteString(codeSpan)
		case *ast.RawHTML:
			b.WriteString(rawHTML)
		case *ast.Emphasis, *tables.Strikethrough:
			b.WriteString(emphasis + inline(n, source) + emphasis)
		default:
			b.WriteString(inline(n, source))
		}
	}
	return b.String()
}

// formulas splits text into its inline formulas and the rest. GitHub begins a formula at a $ after
// a blank or a bracket, and ends it at a $ before anything but a letter or a digit.
func formulas(s string) (found []string, rest string, faults []string) {
	for {
		begin := strings.IndexByte(s, '$')
		if begin < 0 {
			return found, rest + s, faults
		}
		if begin > 0 && s[begin-1] == '\\' {
			rest, s = rest+s[:begin-1], s[begin+1:]
			continue
		}
		if begin > 0 && !strings.ContainsRune(" \n(", rune(s[begin-1])) {
			faults = append(faults, fmt.Sprintf("formula after %q", s[max(0, begin-9):begin]))
		}
		rest, s = rest+s[:begin], s[begin+1:]
		end := strings.IndexByte(s, '$')
		if end < 0 {
			return found, rest, append(faults, fmt.Sprintf("$ without an end: %q", s[:min(40, len(s))]))
		}
		found = append(found, s[:end])
		rest += "x"
		if s = s[end+1:]; regexp.MustCompile(`^[\pL\pN]`).MatchString(s) {
			faults = append(faults, fmt.Sprintf("$%s$ ends before a letter or digit", found[len(found)-1]))
		}
	}
}

// broken returns the faults of the text of a block.
func broken(s string) []string {
	found, rest, faults := formulas(s)
	for _, f := range found {
		for what, bad := range map[string]bool{
			"a backslash before punctuation, which Markdown removes":                escape.MatchString(f),
			"a blank at its ends or nothing (a display formula is a block ```math)": f != strings.TrimSpace(f) || f == "",
			"a line break": strings.Contains(f, "\n"),
			"code, emphasis or HTML, or a $ before it has no end": strings.ContainsAny(f, codeSpan+emphasis+rawHTML),
		} {
			if bad {
				faults = append(faults, fmt.Sprintf("$%s$ has %s", f, what))
			}
		}
	}
	rest = escape.ReplaceAllString(rest, "")
	for what, bad := range map[string]*regexp.Regexp{"heading": notHeading, "link": notLink, "table": notTable, "decimal (0.5)": notNumber, "mark": marks} {
		if at := bad.FindStringIndex(rest); at != nil {
			faults = append(faults, fmt.Sprintf("a malformed %s: %q", what, rest[at[0]:min(at[0]+40, len(rest))]))
		}
	}
	return faults
}

// unrendered returns the formulas, links, headings and tables that GitHub would not render as
// intended, with their lines. It skips code and fenced formulas.
func unrendered(page []byte) (faults []string) {
	add := func(at int, fault string) {
		faults = append(faults, fmt.Sprintf("%d: %s", 1+bytes.Count(page[:at], []byte("\n")), fault))
	}
	parser := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser()
	_ = ast.Walk(parser.Parse(text.NewReader(page)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering || n.Type() != ast.TypeBlock || n.FirstChild() == nil {
			return ast.WalkContinue, nil
		}
		if row, ok := n.(*tables.TableRow); ok {
			start := bytes.LastIndexByte(page[:row.FirstChild().Lines().At(0).Start], '\n') + 1
			line, _, _ := strings.Cut(string(page[start:]), "\n")
			cells := strings.Count(strings.Trim(strings.ReplaceAll(line, `\|`, ""), "| "), "|") + 1
			if columns := len(row.Alignments); cells > columns {
				add(start, fmt.Sprintf("%d cells in %d columns", cells, columns))
			}
		}
		if n.Lines().Len() > 0 {
			for _, f := range broken(inline(n, page)) {
				add(n.Lines().At(0).Start, f)
			}
		}
		return ast.WalkContinue, nil
	})
	return faults
}

// everyPage lists the documents and the pages of notebooks.
func everyPage(t *testing.T) []string {
	return append(documents(t), "../notebooks/cells.md", "../notebooks/exercise/hints.md")
}

// GitHub renders every page: no formula loses a brace, no link, heading or table is left as text.
func TestPagesRender(t *testing.T) {
	for _, file := range everyPage(t) {
		page := must.Get(os.ReadFile(file))(t)
		for _, f := range unrendered(page) {
			t.Errorf("%s:%s", file, f)
		}
	}
}

func TestFaultsOfMarkdownAreSeen(t *testing.T) {
	for page, want := range map[string]string{
		"the edge $\\{u, v\\}$":     "backslash before punctuation",
		"# Of $C\\,w$":              "backslash before punctuation",
		"| a |\n| --- |\n| $|x|$ |": "cells in 1 columns",
		"- $x$ and $y":              "without an end",
		"costs $5 and `$x$`":        "without an end",
		"$a*b$ and $c*d$":           "emphasis",
		"$`x`$":                     "code, emphasis or HTML",
		"the $n$th node":            "before a letter",
		"a-$x$ b":                   "formula after",
		"$ x $":                     "a blank at its ends",
		"$$x$$":                     "display formula",
		"$a\nb$":                    "a line break",
		"#Heading":                  "a malformed heading",
		"[a](b c)":                  "a malformed link",
		"a table\n\n| a | b |\n| --- |\n| 1 | 2 |": "a malformed table",
		"| a |\n| --- |\n| 1 | 2 |":                "2 cells in 1 columns",
		"** bold**":                                "a malformed mark",
		"an AUC of .84":                            "a malformed decimal",
	} {
		if got := strings.Join(unrendered([]byte(page)), "; "); !strings.Contains(got, want) {
			t.Errorf("%q has %q, want %q", page, got, want)
		}
	}
	fine := "# A [link](b.md) and $x$\n\n$n$ of ($k$), $\\lbrace a_i, b_i \\rbrace$; \\$5, `$x` and v1.2 of .npz, 0.5, $0.5$, *(p. 3)*.\n\n" +
		"```math\n\\{x\\,y\\}\n```\n\n| a | b \\| c |\n| --- | --- |\n| 1 | `x` |\n"
	if got := unrendered([]byte(fine)); len(got) > 0 {
		t.Errorf("faults where there are none: %q", got)
	}
}
