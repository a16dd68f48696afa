package gdptest

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/gdp"
)

// CheckProofs checks every [gdp.Proof] that the Go files of a module name. The program must know
// its document ([gdp.RegisterProofs]), the section must name the test, and the test must be in the
// package that names the proof. The calling test must import the packages that register the
// documents.
//
// The folder dir is the module's, such as "." or "..". Other modules in it, folders that begin with
// a dot and test files are skipped. It is an error if no file names a proof.
func CheckProofs(t testing.TB, dir string) {
	t.Helper()
	if err := checkProofs(dir); err != nil {
		t.Error(err)
	}
}

// named collects the tests and the proofs that files name.
type named struct {
	tests  map[place]bool
	proofs map[token.Position]gdp.Proof // by position
	faults []error
	files  *token.FileSet
}

// place is a test and the folder of its package.
type place struct{ dir, test string }

func checkProofs(dir string) error {
	n := named{map[place]bool{}, map[token.Position]gdp.Proof{}, nil, token.NewFileSet()}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != dir && (strings.HasPrefix(d.Name(), ".") || isModule(path)):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go"):
			return nil
		}
		return n.read(path)
	})
	if err != nil {
		return err
	}
	if len(n.proofs) == 0 {
		n.faults = append(n.faults, fmt.Errorf("gdptest: no Go file in %s names a proof", dir))
	}
	for at, p := range n.proofs {
		if !p.Known() {
			n.faults = append(n.faults, fmt.Errorf("%v: no registered document has the section %s, or it does not name %s", at, p.Doc, p.Test))
		}
		if !n.tests[place{filepath.Dir(at.Filename), p.Test}] {
			n.faults = append(n.faults, fmt.Errorf("%v: the package has no test %s", at, p.Test))
		}
	}
	return errors.Join(n.faults...)
}

func isModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

// read collects the tests and proofs of a file.
func (n *named) read(path string) error {
	file, err := parser.ParseFile(n.files, path, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	isTest := strings.HasSuffix(path, "_test.go")
	ast.Inspect(file, func(node ast.Node) bool {
		switch x := node.(type) {
		case *ast.FuncDecl:
			if isTest && x.Recv == nil {
				n.tests[place{filepath.Dir(path), x.Name.Name}] = true
			}
		case *ast.CompositeLit:
			if p, ok := n.proof(x); ok && !isTest {
				n.proofs[n.files.Position(x.Pos())] = p
			}
		}
		return true
	})
	return nil
}

// proof parses a literal such as gdp.Proof{Doc: "…", Test: "…"}.
func (n *named) proof(lit *ast.CompositeLit) (p gdp.Proof, ok bool) {
	switch kind := lit.Type.(type) {
	case *ast.Ident:
		ok = kind.Name == "Proof"
	case *ast.SelectorExpr:
		ok = kind.Sel.Name == "Proof"
	}
	if !ok || len(lit.Elts) == 0 {
		return p, false
	}
	words := []*string{&p.Doc, &p.Test}
	for i, e := range lit.Elts {
		if pair, keyed := e.(*ast.KeyValueExpr); keyed {
			if i = 0; pair.Key.(*ast.Ident).Name == "Test" {
				i = 1
			}
			e = pair.Value
		}
		basic, isBasic := e.(*ast.BasicLit)
		if !isBasic {
			n.faults = append(n.faults, fmt.Errorf("%v: a proof named by an expression, want a text", n.files.Position(e.Pos())))
			return p, false
		}
		*words[i], _ = strconv.Unquote(basic.Value)
	}
	return p, true
}
