package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/gdp/gdptest"
)

// Every proof that the code names is written down, and its test is in the package that
// names it.
func TestProofsExist(t *testing.T) { gdptest.CheckProofs(t, "..") }

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
