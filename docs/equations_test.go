package docs_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// function is a function of the module with the tags of equations that it carries.
type function struct {
	file string
	test bool   // it is in a test
	doc  string // its comment
	// code are the comments on lines of its body that hold code, lines those on lines of
	// their own.
	code, lines []string
}

// carries reports whether a comment of the function has the tag. That of an equation has
// to stand on a line of code.
func (f function) carries(key, label string) bool {
	tag := regexp.MustCompile(`\[` + regexp.QuoteMeta(key) + `\].*` + regexp.QuoteMeta(label) + `(?:\D|$)`)
	comments := f.code
	if !strings.HasPrefix(label, "Eq. ") {
		comments = slices.Concat(f.code, f.lines, []string{strings.ReplaceAll(f.doc, "\n", " ")})
	}
	return slices.ContainsFunc(comments, tag.MatchString)
}

// functionsOf returns the functions of a folder; methods are called "type.name".
func functionsOf(t *testing.T, dir string) map[string]function {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]function{}
	for _, path := range paths {
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for name, f := range functionsIn(t, path, string(source)) {
			all[name] = f
		}
	}
	return all
}

func functionsIn(t *testing.T, path, source string) map[string]function {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	all, text := map[string]function{}, strings.Split(source, "\n")
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		name := f.Name.Name
		if f.Recv != nil {
			of := f.Recv.List[0].Type
			if star, ok := of.(*ast.StarExpr); ok {
				of = star.X
			}
			name = fmt.Sprint(of) + "." + name
		}
		x := function{file: path, test: strings.HasSuffix(path, "_test.go"), doc: f.Doc.Text()}
		for _, group := range file.Comments {
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
		all[name] = x
	}
	return all
}

var (
	keyOfPage = regexp.MustCompile(`(?m)^\| \[([^\]]+)\] \|.*\[its page\]\((papers/\w+\.md)\)`)
	folder    = regexp.MustCompile("Here: `(models/[a-z/]+)`")
	row       = regexp.MustCompile("^\\| ([^|`]+) \\| (`[^|]+`) \\|")
	equation  = regexp.MustCompile(`Eq\. \d+`)
)

// Every row of the maps in the papers' pages names functions that are there and carry the
// tag of the row's equation where they compute it; and every tag of an equation in the
// code of the paper's folder is in the map.
func TestEquationMaps(t *testing.T) {
	notation, err := os.ReadFile("notation.md")
	if err != nil {
		t.Fatal(err)
	}
	pages := keyOfPage.FindAllStringSubmatch(string(notation), -1)
	files, err := papers()
	if err != nil || len(pages) != len(files) {
		t.Fatalf("notation.md gives the keys of %d papers, there are %d pages: %v", len(pages), len(files), err)
	}
	packages := map[string]string{}
	for _, p := range folders(t) {
		packages[filepath.Base(p)] = p
	}
	for _, m := range pages {
		key, page := m[1], m[2]
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		where := folder.FindStringSubmatch(string(text))
		_, table, found := strings.Cut(string(text), "## Equations\n")
		if where == nil || !found {
			t.Errorf("%s does not say where its code is, or has no map of equations", page)
			continue
		}
		table, _, _ = strings.Cut(table, "\n## ")
		functions := functionsOf(t, filepath.Join("..", where[1]))
		mapped := map[[2]string]bool{} // label and function
		for line := range strings.Lines(table) {
			cells := row.FindStringSubmatch(line)
			if cells == nil {
				continue
			}
			for name := range strings.SplitSeq(cells[2], ", ") {
				name = strings.Trim(name, "`")
				mapped[[2]string{cells[1], name}] = true
				f, ok := functions[name]
				if pkg, rest, dotted := strings.Cut(name, "."); !ok && dotted && packages[pkg] != "" {
					f, ok = functionsOf(t, packages[pkg])[rest]
				}
				if !ok {
					t.Errorf("%s: %s: there is no function %s", page, cells[1], name)
				} else if !f.carries(key, cells[1]) {
					t.Errorf("%s: %s does not carry the tag [%s] %s where it computes it", page, name, key, cells[1])
				}
			}
		}
		if len(mapped) == 0 {
			t.Errorf("%s: the map of equations has no rows", page)
		}
		for name, f := range functions {
			for _, c := range slices.Concat(f.code, f.lines) {
				if f.test || !strings.Contains(c, "["+key+"]") {
					continue
				}
				for _, label := range equation.FindAllString(c, -1) {
					if !mapped[[2]string{label, name}] {
						t.Errorf("%s: %s has the tag [%s] %s, which the map of %s does not have", f.file, name, key, label, page)
					}
				}
			}
		}
	}
}

// folders lists the folders of the module that hold Go files.
func folders(t *testing.T) (dirs []string) {
	t.Helper()
	eachGoFile(t, func(path string, _ *ast.File) {
		if dir := filepath.Dir(path); !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	})
	return dirs
}

func TestCarries(t *testing.T) {
	f := functionsIn(t, "a.go", `package a

// F is [KEY] Alg. 1, and computes [KEY] Eq. 1.
func (x *T) F() int {
	// [KEY] Eq. 2
	return 1 // [KEY] Eq. 3 or Eq. 4
}
`)["T.F"]
	for label, want := range map[string]bool{"Alg. 1": true, "Eq. 1": false, "Eq. 2": false, "Eq. 3": true, "Eq. 4": true, "Eq. 33": false, "Alg. 2": false} {
		if got := f.carries("KEY", label); got != want {
			t.Errorf("%s: %v, want %v", label, got, want)
		}
	}
	if f.carries("OTHER", "Eq. 3") {
		t.Error("a tag of another paper counts")
	}
}
