package lab

import (
	"cmp"
	"crypto/rand"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data/file"
)

// lesson is a notebook of the course with its questions.
type lesson struct {
	name      string
	imports   map[string]string // paths by name
	questions []question
}

// question is the call of a check in a lesson's cell, such as
//
//	exercise.BoundFor(NodeInSum, func(n int) float64 { return exercise.Blank })
//
// in which functions, blanks and local variables stand in the place of an answer.
type question struct {
	exercise string // such as 51.3
	call     *ast.CallExpr
	text     string // of the call, with … for the answer
}

// exerciseFunc is the name of a cell with a question.
var exerciseFunc = regexp.MustCompile(`^exercise(\d+)$`)

// lessons reads the questions of all notebooks of the checkout.
func (e *Env) lessons() (list []lesson, _ error) {
	sources, err := filepath.Glob(filepath.Join(e.Notebooks, "*", "[0-9]*.go"))
	if err != nil {
		return nil, fmt.Errorf("lab: %w", err)
	}
	for _, path := range sources {
		name := filepath.Base(filepath.Dir(path))
		if filepath.Base(path) != name+".go" {
			continue
		}
		text, err := file.Read(path)
		if err != nil {
			return nil, fmt.Errorf("lab: %w", err)
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, fmt.Errorf("lab: %w", err)
		}
		l := lesson{name: name, imports: importsOf(parsed)}
		number, _, _ := strings.Cut(name, "_")
		for _, d := range parsed.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || !exerciseFunc.MatchString(f.Name.Name) {
				continue
			}
			for _, call := range checks(f.Body) {
				q := question{exercise: number + "." + exerciseFunc.FindStringSubmatch(f.Name.Name)[1], call: call}
				q.text = l.write(call, nil, "", "")
				l.questions = append(l.questions, q)
			}
		}
		if len(l.questions) > 0 {
			list = append(list, l)
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("lab: no notebook with exercises in %s", e.Notebooks)
	}
	return list, nil
}

// checks returns the calls of functions of package exercise, without calls nested in others.
func checks(in ast.Node) (calls []*ast.CallExpr) {
	ast.Inspect(in, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if ok {
			if s, isSelector := call.Fun.(*ast.SelectorExpr); isSelector && fmt.Sprint(s.X) == "exercise" && s.Sel.Name != "Singled" {
				calls = append(calls, call)
				return false
			}
		}
		return true
	})
	return calls
}

// hole reports whether an expression of a question is a placeholder for an answer.
func hole(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.FuncLit:
		return true
	case *ast.Ident:
		return !e.IsExported()
	case *ast.SelectorExpr:
		return e.Sel.Name == "Blank"
	}
	return false
}

// matches reports whether a student's expression asks the question: the two agree except for the
// answer.
func matches(asked, given ast.Expr) bool {
	if hole(asked) {
		return true
	}
	switch a := asked.(type) {
	case *ast.CallExpr:
		g, ok := given.(*ast.CallExpr)
		if !ok || !matches(a.Fun, g.Fun) || len(g.Args) < len(a.Args) {
			return false
		}
		for i := range a.Args {
			if !matches(a.Args[i], g.Args[i]) {
				return false
			}
		}
		return true
	case *ast.SelectorExpr:
		g, ok := given.(*ast.SelectorExpr)
		return ok && a.Sel.Name == g.Sel.Name && fmt.Sprint(a.X) == fmt.Sprint(g.X)
	case *ast.Ident:
		return fmt.Sprint(given) == a.Name
	case *ast.BasicLit:
		g, ok := given.(*ast.BasicLit)
		return ok && a.Value == g.Value
	}
	return false
}

// write writes a question, with a prefix on the names of the lesson and of its imports. The answer
// is copied from a student's call; without a call it is an ellipsis.
func (l lesson) write(asked ast.Expr, given ast.Expr, source, prefix string) string {
	if hole(asked) {
		if given == nil {
			return "…"
		}
		return source[given.Pos()-1 : given.End()-1]
	}
	switch a := asked.(type) {
	case *ast.CallExpr:
		g, _ := given.(*ast.CallExpr)
		var args []string
		for i, arg := range a.Args {
			var from ast.Expr
			if g != nil {
				from = g.Args[i]
			}
			args = append(args, l.write(arg, from, source, prefix))
		}
		more := ""
		if g != nil {
			for _, arg := range g.Args[len(a.Args):] {
				args = append(args, source[arg.Pos()-1:arg.End()-1])
			}
			if g.Ellipsis.IsValid() {
				more = "..."
			}
		}
		return l.write(a.Fun, a.Fun, source, prefix) + "(" + strings.Join(args, ", ") + more + ")"
	case *ast.SelectorExpr:
		return prefix + fmt.Sprint(a.X) + "." + a.Sel.Name
	case *ast.BasicLit:
		return a.Value
	}
	if prefix == "" {
		return fmt.Sprint(asked)
	}
	return prefix + "lesson." + fmt.Sprint(asked)
}

// notebook is a submission: its cells, in their order.
type notebook struct {
	cells []cell
	shown string // all outputs, as they are stored
}

// cell is a cell of a submission.
type cell struct {
	source string // a Go file
	file   *ast.File
	main   *ast.FuncDecl // nil if it only declares
}

// add parses the source of a cell as GoNB reads it: below %% stands the body of main. A cell that
// is no Go is left out.
func (n *notebook) add(source string) {
	var declared, body strings.Builder
	to := &declared
	for line := range strings.Lines(source + "\n") {
		switch {
		case strings.HasPrefix(line, "%%") || strings.HasPrefix(line, "%main"):
			to = &body
		case !strings.HasPrefix(line, "%") && !strings.HasPrefix(line, "!"):
			to.WriteString(line)
		}
	}
	c := cell{source: "package main\n" + declared.String()}
	if to == &body {
		c.source += "func main() {\n" + body.String() + "\n}\n"
	}
	var err error
	if c.file, err = parser.ParseFile(token.NewFileSet(), "", c.source, parser.SkipObjectResolution); err != nil {
		return
	}
	for _, d := range c.file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "main" {
			c.main = f
		}
	}
	n.cells = append(n.cells, c)
}

// answer is where a notebook asks a question: the last cell that does.
type answer struct {
	cell
	calls []*ast.CallExpr
}

// lesson finds the lesson of most of the notebook's questions, and where it asks them.
func (n notebook) lesson(lessons []lesson) (of lesson, most map[string]answer) {
	for _, l := range lessons {
		found := map[string]answer{}
		for _, q := range l.questions {
			for _, c := range n.cells {
				if c.main == nil {
					continue
				}
				a := answer{cell: c}
				for _, call := range checks(c.main) {
					if matches(q.call, call) {
						a.calls = append(a.calls, call)
					}
				}
				if len(a.calls) > 0 {
					found[q.exercise] = a
				}
			}
		}
		if len(found) > len(most) {
			of, most = l, found
		}
	}
	return of, most
}

// harness begins the program that checks an answer. Its names have a random prefix, so that an
// answer cannot name them. An answer cannot reach file 3.
const harness = `package main

import (
	Qjson "encoding/json"
	Qos "os"

	Qexercise "` + Module + `/notebooks/exercise"
%s)

var _ = Qexercise.Fresh(%d)

var Qfile = Qos.NewFile(3, "verdict")

func Qreport(v Qexercise.Verdict) Qexercise.Verdict {
	if err := Qjson.NewEncoder(Qfile).Encode(map[string]any{"State": int(v.State), "Says": v.Says}); err != nil {
		panic(err)
	}
	return v
}

`

// program returns the program that checks an answer. It contains the lesson's question, the
// student's answer, and the student's declarations that the answer needs.
func (n notebook) program(l lesson, q question, at answer, seed uint64) (string, error) {
	prefix := "q" + strings.ToLower(rand.Text())
	body, last := "", at.main.Body.Lbrace
	seen := []ast.Node{at.main.Body} // the student's code: main without the question
	for _, call := range at.calls {
		body += at.source[last:call.Pos()-1] + prefix + "report(" + l.write(q.call, call, at.source, prefix) + ")"
		last = call.End() - 1
		seen = append(seen, answers(q.call, call)...)
	}
	body += at.source[last : at.main.Body.Rbrace-1]
	used := map[string]bool{}
	names(used, at.calls, seen...)
	declared, imports, err := n.needed(l, used)
	if err != nil {
		return "", err
	}
	for _, name := range q.own() {
		if used[name] {
			return "", fmt.Errorf("the answer reads %s, which is the question", name)
		}
	}
	list := ""
	for name, path := range imports {
		list += fmt.Sprintf("\t%s %q\n", name, path)
	}
	for name, path := range l.imports { // of the question, such as gdp.EdgeLevel
		if strings.Contains(body, prefix+name+".") && name != "exercise" {
			list += fmt.Sprintf("\t%s%s %q\n", prefix, name, path)
		}
	}
	if strings.Contains(body, prefix+"lesson.") {
		list += fmt.Sprintf("\t%slesson %q\n", prefix, Module+"/notebooks/"+l.name)
	}
	return fmt.Sprintf(strings.ReplaceAll(harness, "Q", prefix), list, seed) + declared + "\nfunc main() {" + body + "}\n", nil
}

// answers returns the parts of a student's call that are answers.
func answers(asked, given ast.Expr) (list []ast.Node) {
	if hole(asked) {
		return []ast.Node{given}
	}
	if a, ok := asked.(*ast.CallExpr); ok {
		g := given.(*ast.CallExpr) // matches says so
		for i, arg := range g.Args {
			if i < len(a.Args) {
				list = append(list, answers(a.Args[i], arg)...)
			} else {
				list = append(list, arg)
			}
		}
	}
	return list
}

// own returns the names of the lesson in a question whose answer is a function. Such an answer
// could return the value that the check computes.
func (q question) own() (list []string) {
	function := false
	ast.Inspect(q.call, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.FuncLit:
			function = true
			return false
		case *ast.SelectorExpr:
			return false
		case *ast.Ident:
			list = append(list, x.Name)
		}
		return true
	})
	if !function {
		return nil
	}
	return list
}

// names records the names that nodes use, except those of fields, methods and local variables. It
// skips the given calls.
func names(used map[string]bool, skip []*ast.CallExpr, nodes ...ast.Node) {
	here, local := map[string]bool{}, map[string]bool{}
	define := func(list ...ast.Expr) {
		for _, x := range list {
			if id, ok := x.(*ast.Ident); ok {
				local[id.Name] = true
			}
		}
	}
	var walk func(x ast.Node) bool
	walk = func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.CallExpr:
			return !slices.Contains(skip, x)
		case *ast.SelectorExpr:
			ast.Inspect(x.X, walk)
			return false
		case *ast.Field:
			for _, id := range x.Names {
				define(id)
			}
		case *ast.ValueSpec:
			for _, id := range x.Names {
				define(id)
			}
		case *ast.RangeStmt:
			if x.Tok == token.DEFINE {
				define(x.Key, x.Value)
			}
		case *ast.AssignStmt:
			if x.Tok == token.DEFINE {
				define(x.Lhs...)
			}
		case *ast.Ident:
			here[x.Name] = true
		}
		return true
	}
	for _, x := range nodes {
		ast.Inspect(x, walk)
	}
	for name := range here {
		if !local[name] {
			used[name] = true
		}
	}
}

// library are the packages that an answer may import beside those of its lesson. None of them
// reads files, starts programs or reaches another computer.
var library = []string{
	"cmp", "container/heap", "errors", "fmt", "iter", "maps", "math", "math/bits", "math/cmplx", "math/rand", "math/rand/v2", "slices", "sort", "strconv", "strings", "unicode",
	"gonum.org/v1/gonum/floats", "gonum.org/v1/gonum/mat", "gonum.org/v1/gonum/stat", "gonum.org/v1/gonum/stat/distuv",
	Module + "/data/graph", Module + "/data/graph/gen", Module + "/data/metric",
}

// needed returns the latest declarations that the names need, and the packages that these import.
// It adds the names that the declarations use.
func (n notebook) needed(l lesson, used map[string]bool) (text string, imports map[string]string, _ error) {
	known, sources, nodes := map[string]string{}, map[string][]string{}, map[string][]ast.Node{}
	for _, path := range library { // GoNB adds imports that are missing
		known[packageName(path)] = path
	}
	for _, c := range n.cells {
		for name, path := range importsOf(c.file) {
			known[name] = path
		}
		for name, list := range declarations(c.file) {
			sources[name], nodes[name] = nil, list
			for _, x := range list {
				sources[name] = append(sources[name], keyword(x)+c.source[x.Pos()-1:x.End()-1])
			}
		}
	}
	done := map[string]bool{}
	imports = map[string]string{}
	for again := true; again; {
		again = false
		for name := range used {
			if done[name] {
				continue
			}
			done[name], again = true, true
			names(used, nil, nodes[name]...)
			for key := range nodes {
				if strings.HasPrefix(key, name+".") { // a method of a type
					used[key] = true
				}
			}
		}
	}
	var written []string
	for name := range used {
		written = append(written, sources[name]...)
		path, ok := known[name]
		if !ok || len(sources[name]) > 0 {
			continue
		}
		if !slices.Contains(library, path) && !slices.Contains(slices.Collect(maps.Values(l.imports)), path) {
			return "", nil, fmt.Errorf("the answer imports %q, which a graded answer may not; it may import %s", path, strings.Join(library, ", "))
		}
		imports[name] = path
	}
	slices.Sort(written)
	return strings.Join(slices.Compact(written), "\n\n") + "\n", imports, nil
}

// declarations returns the declarations of a file by name; methods by type and name.
func declarations(f *ast.File) map[string][]ast.Node {
	all := map[string][]ast.Node{}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil && len(d.Recv.List) == 1 {
				receiver := d.Recv.List[0].Type
				if p, ok := receiver.(*ast.StarExpr); ok {
					receiver = p.X
				}
				name = fmt.Sprint(receiver) + "." + name
			}
			if name != "main" {
				all[name] = []ast.Node{d}
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					all[s.Name.Name] = []ast.Node{s}
				case *ast.ValueSpec:
					for _, name := range s.Names {
						all[name.Name] = []ast.Node{s}
						if d.Tok == token.CONST {
							all[name.Name] = []ast.Node{d} // with iota
						}
					}
				}
			}
		}
	}
	return all
}

// keyword returns the keyword that begins a declaration of this part alone.
func keyword(x ast.Node) string {
	switch x.(type) {
	case *ast.TypeSpec:
		return "type "
	case *ast.ValueSpec:
		return "var "
	}
	return ""
}

// importsOf returns the import paths of a file by local name.
func importsOf(f *ast.File) map[string]string {
	paths := map[string]string{}
	for _, s := range f.Imports {
		path, _ := strconv.Unquote(s.Path.Value) // which the parser checked
		name := packageName(path)
		if s.Name != nil {
			name = s.Name.Name
		}
		paths[name] = path
	}
	return paths
}

// version matches a version suffix of an import path.
var version = regexp.MustCompile(`/v\d+$`)

// packageName returns the name of the package with an import path, for the packages that lessons
// import.
func packageName(path string) string {
	return cmp.Or(filepath.Base(version.ReplaceAllString(path, "")), path)
}
