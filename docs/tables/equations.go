package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/gdp/claim"
)

// paper is a paper whose equations docs/equations.md lists.
type paper struct {
	name, key, folder, notebook string
	statements                  []statement
}

// statement is a numbered equation, a theorem or an algorithm of a paper, in the paper's order.
type statement struct {
	label, says string
	derived     bool // no function computes it: a cell and a test derive it
}

// function is a function with the comments that may carry tags, and its string literals.
type function struct {
	file, name string
	test, cell bool
	doc        string   // its comment
	code       []string // comments on lines of its body that hold code
	lines      []string // comments on lines of their own
	literals   []string
}

// kinds are the ways to write the kinds of labels.
var kinds = map[string]string{
	"Eq.": `Eqs?\.`, "Theorem": `(?:Theorems?|Thms?)`, "Lemma": `Lemmas?`, "Algorithm": `Alg(?:\.|orithms?)`, "Corollary": `Corollary`, "Example": `Example`,
}

// mentions reports whether a text has a label: alone or in a list such as "Eqs. 5, 7 and 8", but
// not as the beginning of a range.
func mentions(text, label string) bool {
	kind, number, _ := strings.Cut(label, " ")
	pattern := regexp.QuoteMeta(label)
	if known := kinds[kind]; known != "" {
		pattern = known + ` (?:[\d.]+(?:, | and | or ))*` + regexp.QuoteMeta(number)
	}
	for _, at := range regexp.MustCompile(`(?:^|\W)`+pattern).FindAllStringIndex(text, -1) {
		if !regexp.MustCompile(`^(?:\d|\.\d| to \d)`).MatchString(text[at[1]:]) {
			return true
		}
	}
	return false
}

// carries reports whether a comment of the function has the tag. Outside tests an equation's tag
// must be on a line of code.
func (f function) carries(key, label string) bool {
	comments := f.code
	if !strings.HasPrefix(label, "Eq. ") || f.test {
		comments = slices.Concat(f.code, f.lines, []string{strings.ReplaceAll(f.doc, "\n", " ")})
	}
	return slices.ContainsFunc(comments, func(c string) bool {
		return mentions(tagOf(c, key), label)
	})
}

// tagOf returns the text of a comment from a key to the next one.
func tagOf(comment, key string) string {
	_, tag, _ := strings.Cut(comment, "["+key+"]")
	tag, _, _ = strings.Cut(tag, "[")
	return tag
}

// functionsIn returns the functions of a file; methods are called "type.name".
func functionsIn(file, source string) (list []function, err error) {
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	text := strings.Split(source, "\n")
	for _, d := range parsed.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		x := function{file: file, name: f.Name.Name, test: strings.HasSuffix(file, "_test.go"), doc: f.Doc.Text()}
		x.cell = strings.HasPrefix(file, "notebooks/") && f.Type.Params.NumFields() == 0 && f.Type.Results.NumFields() == 0
		if f.Recv != nil {
			of := f.Recv.List[0].Type
			if star, ok := of.(*ast.StarExpr); ok {
				of = star.X
			}
			x.name = fmt.Sprint(of) + "." + x.name
		}
		for _, group := range parsed.Comments {
			for _, c := range group.List {
				if c.Pos() < f.Body.Pos() || c.Pos() > f.Body.End() {
					continue
				}
				at := set.Position(c.Pos())
				if strings.TrimSpace(text[at.Line-1][:at.Column-1]) == "" {
					x.lines = append(x.lines, c.Text)
				} else {
					x.code = append(x.code, c.Text)
				}
			}
		}
		ast.Inspect(f.Body, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if s, err := strconv.Unquote(lit.Value); err == nil {
					x.literals = append(x.literals, s)
				}
			}
			return true
		})
		list = append(list, x)
	}
	return list, nil
}

// tagged returns the functions whose comments have a tag of a key of notation.md, including those
// of notebooks.
func tagged(root, notation string) (list []function, err error) {
	var keys []string
	for _, m := range regexp.MustCompile(`(?m)^\| \[([^\]]+)\] \|`).FindAllStringSubmatch(notation, -1) {
		keys = append(keys, "["+m[1]+"]")
	}
	tree := os.DirFS(root)
	err = fs.WalkDir(tree, ".", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && file != "." && (d.Name()[0] == '.' || file == "lab" || d.Name() == "testdata"):
			return fs.SkipDir
		case d.IsDir() || path.Ext(file) != ".go" || strings.HasPrefix(file, "docs/"):
			return nil
		}
		text, err := fs.ReadFile(tree, file)
		if err != nil {
			return err
		}
		source := string(text)
		if strings.HasPrefix(file, "notebooks/") || slices.ContainsFunc(keys, func(k string) bool { return strings.Contains(source, k) }) {
			functions, err := functionsIn(file, source)
			list = append(list, functions...)
			return err
		}
		return nil
	})
	return list, err
}

// places returns the places where a statement is computed, tested and shown.
func (p paper) places(s statement, functions []function, claims []claim.Claim) (code, tests, cells []string, err error) {
	link := func(file, name string) string { return fmt.Sprintf("[`%s`](../%s)", name, file) }
	tested := map[string]string{}
	for _, c := range claims {
		if c.Key == path.Base(p.folder) && mentions(c.Statement, s.label) {
			tested[c.Test] = c.File
		}
	}
	for _, f := range functions {
		name := f.name
		if dir := path.Dir(f.file); dir != p.folder {
			name = path.Base(dir) + "." + name
		}
		switch carries := f.carries(p.key, s.label); {
		case f.test && carries && strings.HasPrefix(f.name, "Test"):
			tested[f.name] = f.file
		case f.test:
		case f.cell && path.Base(path.Dir(f.file)) == p.notebook && slices.ContainsFunc(f.literals, func(x string) bool { return mentions(x, s.label) }):
			cells = append(cells, link(strings.TrimSuffix(f.file, ".go")+".ipynb", f.name))
		case carries && !strings.HasPrefix(f.file, "notebooks/"):
			code = append(code, link(f.file, name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(tested)) {
		tests = append(tests, link(tested[name], name))
	}
	if s.derived && len(code) == 0 {
		code = []string{"derived in the cell"}
	} else if s.derived {
		err = fmt.Errorf("[%s] %s is said to be derived alone, and %s computes it", p.key, s.label, code[0])
	}
	for what, list := range map[string][]string{"function": code, "test": tests, "cell": cells} {
		if len(list) == 0 {
			err = errors.Join(err, fmt.Errorf("no %s has the tag [%s] %s", what, p.key, s.label))
		}
	}
	return code, tests, cells, err
}

// unlisted returns the labels in tags of the paper that are not among its statements.
func (p paper) unlisted(functions []function) (list []string) {
	label := regexp.MustCompile(`(?:` + strings.Join(slices.Sorted(maps.Values(kinds)), "|") + `) (?:[\d.]+(?:, | and | or ))*\d+(?:\.\d+)?`)
	for _, f := range functions {
		for _, c := range slices.Concat(f.code, f.lines, []string{strings.ReplaceAll(f.doc, "\n", " ")}) {
			tag := tagOf(c, p.key)
			if first := label.FindStringIndex(tag); first != nil && first[0] <= 1 &&
				!slices.ContainsFunc(p.statements, func(s statement) bool { return mentions(tag[:first[1]], s.label) }) {
				list = append(list, fmt.Sprintf("%s: %s has the tag [%s]%s, which docs/tables/papers.go does not list", f.file, f.name, p.key, tag[:first[1]]))
			}
		}
	}
	return list
}

// writeEquations writes where the statements of the papers are computed, tested and shown.
func writeEquations(f *facts, out *strings.Builder, _ string) error {
	var missing error
	for _, p := range papers {
		name := path.Base(p.folder)
		fmt.Fprintf(out, "\n## %s\n\n`[%s]`, [its page](papers/%s.md).\n\n", p.name, p.key, name)
		head(out, "paper", "what it says", "function", "test", "cell")
		for _, s := range p.statements {
			code, tests, cells, err := p.places(s, f.functions, f.claims)
			missing = errors.Join(missing, err)
			row(out, s.label, s.says, strings.Join(code, ", "), strings.Join(tests, ", "), strings.Join(cells, ", "))
		}
		for _, u := range p.unlisted(f.functions) {
			missing = errors.Join(missing, errors.New(u))
		}
	}
	return missing
}
