package percent

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strings"
)

const marker = "// %%"

// Parse reads the source of a notebook. Errors name the file and the line.
func Parse(filename string, source []byte) ([]Cell, error) {
	text := strings.ReplaceAll(string(source), "\r\n", "\n")
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, filename, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("percent: %w", err)
	}
	f := &file{name: filename, fset: fset, tree: tree, text: text, lines: strings.Split(text, "\n")}
	cells, err := f.cells()
	if err != nil {
		return nil, fmt.Errorf("percent: %w", err)
	}
	return cells, nil
}

// A file is the source as text and as a syntax tree. Lines count from 1.
type file struct {
	name  string
	fset  *token.FileSet
	tree  *ast.File
	text  string
	lines []string
}

func (f *file) line(pos token.Pos) int   { return f.fset.PositionFor(pos, false).Line }
func (f *file) offset(pos token.Pos) int { return f.fset.PositionFor(pos, false).Offset }

func (f *file) errorf(line int, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", f.name, line, fmt.Sprintf(format, args...))
}

// A span is the part of the file between one marker and the next.
type span struct {
	markdown bool
	marker   int // the line of the marker
	end      int // the line after the last one
	decls    []ast.Decl
}

// cells divides the file and renders each part.
func (f *file) cells() ([]Cell, error) {
	spans, err := f.spans()
	if err != nil {
		return nil, err
	}
	var cells []Cell
	var names []string
	declared := make([]string, len(spans))
	imports, first, left := false, true, f.specs()
	for i, s := range spans {
		c := Cell{Line: s.marker}
		if s.markdown {
			c.Source, err = f.markdown(s)
		} else {
			c.Kind, c.Source, err = f.code(s)
			if err == nil && c.Kind != Imports {
				c.Source = f.imports(s.decls, left) + c.Source
				if first {
					c.Source, first = "%noautoget\n"+c.Source, false // GoNB shall not call go get
				}
			}
		}
		if err != nil {
			return nil, err
		}
		if !s.markdown {
			declared[i] = firstName(s.decls)
		}
		switch c.Kind {
		case Imports:
			imports = true
			continue // each cell has its own
		case Run:
			c.Func = declared[i]
		}
		if c.Kind != Markdown && !imports {
			return nil, f.errorf(s.marker, "the first code cell must hold the imports")
		}
		cells, names = append(cells, c), append(names, declared[i])
	}
	assignIDs(cells, names)
	return cells, f.checkCalls(cells)
}

// imports takes the imports that code is the first to use out of left, and returns them as Go.
func (f *file) imports(decls []ast.Decl, left map[string]string) string {
	var standard, others []string
	for _, decl := range decls {
		ast.Inspect(decl, func(n ast.Node) bool {
			if selector, ok := n.(*ast.SelectorExpr); ok {
				if name, ok := selector.X.(*ast.Ident); ok && left[name.Name] != "" {
					if spec := left[name.Name]; strings.Contains(spec, ".") {
						others = append(others, spec)
					} else {
						standard = append(standard, spec)
					}
					delete(left, name.Name)
				}
			}
			return true
		})
	}
	slices.Sort(standard)
	slices.SortFunc(others, func(a, b string) int { return cmp.Compare(a[strings.Index(a, `"`):], b[strings.Index(b, `"`):]) })
	switch all := slices.Concat(standard, others); {
	case len(all) == 0:
		return ""
	case len(all) == 1:
		return "import " + all[0] + "\n\n"
	case len(standard) > 0 && len(others) > 0:
		standard = append(standard, "")
	}
	lines := slices.Concat(standard, others)
	for i, line := range lines {
		if line != "" {
			lines[i] = "\t" + line
		}
	}
	return "import (\n" + strings.Join(lines, "\n") + "\n)\n\n"
}

// specs returns the imports of the file by the names of their packages.
func (f *file) specs() map[string]string {
	specs := map[string]string{}
	for _, spec := range f.tree.Imports {
		dir, name := path.Split(strings.Trim(spec.Path.Value, `"`))
		if len(name) > 1 && name[0] == 'v' && strings.Trim(name[1:], "0123456789") == "" {
			name = path.Base(dir) // math/rand/v2 is package rand
		}
		if spec.Name != nil {
			specs[spec.Name.Name] = spec.Name.Name + " " + spec.Path.Value
		} else {
			specs[name] = spec.Path.Value
		}
	}
	return specs
}

// spans finds the markers and assigns each declaration to its span.
func (f *file) spans() ([]span, error) {
	var spans []span
	for _, group := range f.tree.Comments {
		for _, c := range group.List {
			line := f.line(c.Pos())
			if !strings.HasPrefix(c.Text, marker) || f.fset.PositionFor(c.Pos(), false).Column != 1 {
				if c.Pos() > f.tree.Name.End() && len(spans) == 0 {
					return nil, f.errorf(line, "a comment before the first %s is in no cell", marker)
				}
				continue
			}
			if c.Pos() < f.tree.Name.End() {
				return nil, f.errorf(line, "%s before the package clause", marker)
			}
			if strings.TrimSpace(f.lines[line-2]) != "" {
				return nil, f.errorf(line, "%s needs an empty line before it", marker)
			}
			s := span{marker: line}
			switch kind := strings.TrimPrefix(c.Text, marker); kind {
			case "":
			case " [markdown]":
				s.markdown = true
			default:
				return nil, f.errorf(line, "unknown cell type %q, want %q or %q", c.Text, marker, marker+" [markdown]")
			}
			if len(spans) > 0 {
				spans[len(spans)-1].end = line
			}
			spans = append(spans, s)
		}
	}
	if len(spans) == 0 {
		return nil, f.errorf(f.line(f.tree.Name.Pos()), "no cells: no line begins with %s", marker)
	}
	spans[len(spans)-1].end = len(f.lines) + 1

	i := -1 // the span that the declaration is in
	for _, decl := range f.tree.Decls {
		line := f.line(decl.Pos())
		for i+1 < len(spans) && spans[i+1].marker < line {
			i++
		}
		if i < 0 {
			return nil, f.errorf(line, "code before the first %s", marker)
		}
		if f.line(decl.End()) >= spans[i].end {
			return nil, f.errorf(spans[i].end, "%s inside a declaration", marker)
		}
		spans[i].decls = append(spans[i].decls, decl)
	}
	return spans, nil
}

// markdown returns the text of a Markdown cell.
func (f *file) markdown(s span) (string, error) {
	var lines []string
	for n := s.marker + 1; n < s.end; n++ {
		line := strings.TrimRight(f.lines[n-1], " \t")
		text, comment := strings.CutPrefix(line, "//")
		if line != "" && !comment {
			return "", f.errorf(n, "code in a Markdown cell: begin a code cell with %s", marker)
		}
		lines = append(lines, strings.TrimPrefix(text, " "))
	}
	text := strings.Trim(strings.Join(lines, "\n"), "\n")
	if text == "" {
		return "", f.errorf(s.marker, "empty cell")
	}
	return text, nil
}

// code returns the kind and the text of a code cell.
func (f *file) code(s span) (Kind, string, error) {
	if len(s.decls) == 0 {
		return 0, "", f.errorf(s.marker, "a code cell without code")
	}
	imports := 0
	for _, decl := range s.decls {
		switch d := decl.(type) {
		case *ast.GenDecl:
			if d.Tok == token.IMPORT {
				imports++
			}
		case *ast.FuncDecl:
			if d.Recv == nil && (d.Name.Name == "main" || d.Name.Name == "init" || d.Name.Name == "_") {
				return 0, "", f.errorf(f.line(d.Pos()), "a notebook cannot declare func %s", d.Name.Name)
			}
		}
	}
	kind := Declarations
	switch {
	case imports == len(s.decls):
		kind = Imports
	case imports > 0:
		return 0, "", f.errorf(s.marker, "imports and other code share a cell")
	}
	if run, ok := s.decls[0].(*ast.FuncDecl); ok && len(s.decls) == 1 && run.Body != nil &&
		run.Type.TypeParams == nil && run.Type.Params.NumFields() == 0 && run.Type.Results.NumFields() == 0 {
		if run.Recv != nil {
			return 0, "", f.errorf(f.line(run.Pos()), "method %s cannot be run as a cell: make it a function, or join its cell with its type's", run.Name.Name)
		}
		text, err := f.body(s, run)
		return Run, text, err
	}
	lines := f.lines[s.marker : s.end-1]
	return kind, strings.Trim(strings.Join(lines, "\n"), "\n"), f.checkLines(lines, s.marker+1)
}

// body returns the text of a Run cell: the text before the function, then its body without one
// level of indentation.
func (f *file) body(s span, run *ast.FuncDecl) (string, error) {
	for _, group := range f.tree.Comments {
		if line := f.line(group.Pos()); group.Pos() > run.End() && line < s.end {
			return "", f.errorf(line, "a comment after func %s is in no cell", run.Name.Name)
		}
	}
	raw := make(map[int]bool) // lines that begin inside a raw string
	ast.Inspect(run.Body, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok {
			for n := f.line(lit.Pos()) + 1; n <= f.line(lit.End()); n++ {
				raw[n] = true
			}
		}
		return true
	})
	first := f.line(run.Body.Lbrace)
	lines := strings.Split(f.text[f.offset(run.Body.Lbrace)+1:f.offset(run.Body.Rbrace)], "\n")
	for i := range lines {
		if !raw[first+i] {
			lines[i] = strings.TrimPrefix(lines[i], "\t")
		}
	}
	if err := f.checkLines(lines, first); err != nil {
		return "", err
	}
	body := strings.TrimSpace(strings.Join(lines, "\n"))
	if body == "" {
		return "", f.errorf(first, "func %s is empty", run.Name.Name)
	}
	before := f.lines[s.marker : f.line(run.Pos())-1]
	if err := f.checkLines(before, s.marker+1); err != nil {
		return "", err
	}
	doc := strings.TrimSpace(strings.Join(before, "\n"))
	if doc != "" {
		doc += "\n"
	}
	return "%%\n" + doc + body, nil
}

// checkLines refuses the lines that GoNB would not read as Go: it takes a first
// "%" or "!" for a command, even in a string, and drops a line that begins with
// "package". first is the number of the first line.
func (f *file) checkLines(lines []string, first int) error {
	for i, line := range lines {
		for _, prefix := range []string{"%", "!", "//gonb:", "package"} {
			if strings.HasPrefix(line, prefix) {
				return f.errorf(first+i, "GoNB does not read a line that begins with %q as Go", prefix)
			}
		}
	}
	return nil
}

// checkCalls refuses a call of a Run cell's function.
func (f *file) checkCalls(cells []Cell) error {
	runs := make(map[string]bool)
	for _, c := range cells {
		if c.Kind == Run {
			runs[c.Func] = true
		}
	}
	var err error
	ast.Inspect(f.tree, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && err == nil {
			if fun, ok := call.Fun.(*ast.Ident); ok && runs[fun.Name] {
				err = f.errorf(f.line(call.Pos()), "%s is a cell that is run, which the notebook cannot call", fun.Name)
			}
		}
		return err == nil
	})
	return err
}

// firstName returns the first name that decls declare.
func firstName(decls []ast.Decl) string {
	switch d := decls[0].(type) {
	case *ast.FuncDecl:
		return d.Name.Name
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				return s.Name.Name
			case *ast.ValueSpec:
				return s.Names[0].Name
			}
		}
	}
	return ""
}
