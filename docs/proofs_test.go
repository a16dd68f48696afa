package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/gdp"
)

// Every proof that the code names is written down, and its test is in the package that
// names it.
func TestProofsExist(t *testing.T) {
	type place struct{ dir, test string }
	tests, proofs := map[place]bool{}, map[gdp.Proof]string{}
	eachGoFile(t, func(path string, file *ast.File) {
		isTest := strings.HasSuffix(path, "_test.go")
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if isTest && n.Recv == nil {
					tests[place{filepath.Dir(path), n.Name.Name}] = true
				}
			case *ast.CompositeLit:
				if isTest || !isProof(n) {
					break
				}
				p, ok := proof(n)
				if !ok {
					t.Errorf("%s: a Proof whose document and test are not string literals", path)
					break
				}
				proofs[p] = path
			}
			return true
		})
	})
	if len(proofs) < 15 {
		t.Fatalf("only %d proofs found: the test is blind", len(proofs))
	}
	for p, path := range proofs {
		if !p.Known() {
			t.Errorf("%s names the proof docs/%s with %s: that section is not there, or does not name the test", path, p.Doc, p.Test)
		}
		if !tests[place{filepath.Dir(path), p.Test}] {
			t.Errorf("%s names the test %s, which is not in its package", path, p.Test)
		}
	}
}

// eachGoFile parses every Go file of the module.
func eachGoFile(t *testing.T, look func(path string, file *ast.File)) {
	t.Helper()
	err := filepath.WalkDir("..", func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && d.Name() != ".." {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			return err
		}
		look(path, file)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// isProof reports whether a literal is of type gdp.Proof.
func isProof(lit *ast.CompositeLit) bool {
	switch kind := lit.Type.(type) {
	case *ast.Ident:
		return kind.Name == "Proof"
	case *ast.SelectorExpr:
		return kind.Sel.Name == "Proof"
	}
	return false
}

// proof reads a literal such as gdp.Proof{Doc: "…", Test: "…"}.
func proof(lit *ast.CompositeLit) (p gdp.Proof, ok bool) {
	fields := []*string{&p.Doc, &p.Test}
	if len(lit.Elts) != len(fields) {
		return p, false
	}
	for i, e := range lit.Elts {
		if pair, keyed := e.(*ast.KeyValueExpr); keyed {
			if e, i = pair.Value, 0; pair.Key.(*ast.Ident).Name == "Test" {
				i = 1
			}
		}
		basic, isBasic := e.(*ast.BasicLit)
		if !isBasic {
			return p, false
		}
		*fields[i], _ = strconv.Unquote(basic.Value)
	}
	return p, p.Doc != "" && p.Test != ""
}
