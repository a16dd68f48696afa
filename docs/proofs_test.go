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

// Every proof that the code names is written down, and its test exists.
func TestProofsExist(t *testing.T) {
	tests, proofs := map[string]bool{}, map[[2]string]string{}
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
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		isTest := strings.HasSuffix(path, "_test.go")
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if isTest && n.Recv == nil {
					tests[n.Name.Name] = true
				}
			case *ast.CompositeLit:
				if doc, test, ok := proof(n); ok && !isTest {
					proofs[[2]string{doc, test}] = path
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(proofs) < 2 {
		t.Fatalf("only %d proofs found: the test is blind", len(proofs))
	}
	for p, path := range proofs {
		if !(gdp.Proof{Doc: p[0], Test: p[1]}).Known() {
			t.Errorf("%s names the proof docs/%s with %s: that section is not there, or does not name the test", path, p[0], p[1])
		}
		if !tests[p[1]] {
			t.Errorf("%s names the test %s, which is not there", path, p[1])
		}
	}
}

// proof reads a literal such as gdp.Proof{Doc: "…", Test: "…"}.
func proof(lit *ast.CompositeLit) (doc, test string, ok bool) {
	switch kind := lit.Type.(type) {
	case *ast.Ident:
		ok = kind.Name == "Proof"
	case *ast.SelectorExpr:
		ok = kind.Sel.Name == "Proof"
	}
	if !ok || len(lit.Elts) != 2 {
		return "", "", false
	}
	var words [2]string
	for i, e := range lit.Elts {
		if pair, keyed := e.(*ast.KeyValueExpr); keyed {
			if e = pair.Value; pair.Key.(*ast.Ident).Name == "Test" {
				i = 1
			} else {
				i = 0
			}
		}
		basic, isBasic := e.(*ast.BasicLit)
		if !isBasic {
			return "", "", false
		}
		words[i], _ = strconv.Unquote(basic.Value)
	}
	return words[0], words[1], true
}
