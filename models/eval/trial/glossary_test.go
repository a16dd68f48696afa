package trial

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// Every value of every protocol has a meaning, with a function that there is; and nothing else has.
func TestEveryValueHasAMeaning(t *testing.T) {
	declared := map[string]map[string]bool{}
	for pkg, dir := range map[string]string{"metric": "../../../data/metric", "trial": ".", "gin": "../gin", "method": "../../method"} {
		declared[pkg] = map[string]bool{}
		files, err := filepath.Glob(filepath.Join(filepath.FromSlash(dir), "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s has no files: %v", dir, err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range file.Decls {
				switch d := d.(type) {
				case *ast.FuncDecl:
					declared[pkg][d.Name.Name] = d.Recv == nil
				case *ast.GenDecl:
					for _, s := range d.Specs {
						if s, ok := s.(*ast.TypeSpec); ok {
							declared[pkg][s.Name.Name] = true
						}
					}
				}
			}
		}
	}
	left := map[string]map[string]bool{}
	for name, values := range glossary {
		left[name] = map[string]bool{}
		for v := range values {
			left[name][v] = true
		}
	}
	for _, p := range Protocols() {
		for _, v := range p.Values {
			m := p.Meaning(v.Name)
			pkg, function, _ := strings.Cut(m.By, ".")
			if m.About == "" || m.Range == "" || !declared[pkg][function] || m.String() == "" {
				t.Errorf("%s, %s: %+v", p.Name, v.Name, m)
			}
			if about := strings.Contains(m.About, "relative error"); about != strings.HasPrefix(v.Unit, "relative error") && p.Name != Answers && !strings.HasPrefix(v.Name, "RE(") {
				t.Errorf("%s, %s is %q, and its unit %q", p.Name, v.Name, m.About, v.Unit)
			}
			delete(left[p.Name], v.Name)
		}
		if len(left[p.Name]) > 0 {
			t.Errorf("%s measures none of %v", p.Name, left[p.Name])
		}
		delete(left, p.Name)
	}
	if len(left) > 0 {
		t.Errorf("no protocols: %v", left)
	}
	if m := Protocols()[0].Meaning("no value"); m.String() != "" {
		t.Errorf("what is not measured is %v", m)
	}
}
