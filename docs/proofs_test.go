package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

// Every proof that the code names is written down, and its test is in the package that
// names it.
func TestProofsExist(t *testing.T) { gdptest.CheckProofs(t, "..") }

// eachGoFile parses every Go file of the module. Paths begin with "..".
func eachGoFile(t *testing.T, look func(path string, file *ast.File)) {
	t.Helper()
	must.Do(t, goFiles(os.DirFS(".."), func(name string, text []byte) error {
		path := filepath.Join("..", name)
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution|parser.ParseComments)
		if err == nil {
			look(path, file)
		}
		return err
	}))
}
