package file

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// openers lists functions that open whatever a path leads to, or read without a bound.
var openers = map[string]bool{
	"os.Open": true, "os.OpenFile": true, "os.OpenInRoot": true, "os.OpenRoot": true, "os.ReadFile": true, "os.DirFS": true, "os.CopyFS": true,
	"io.ReadAll": true, "ioutil.ReadAll": true, "ioutil.ReadFile": true, "zip.OpenReader": true,
}

// elsewhere lists the calls of openers outside this package, by file, with reasons.
var elsewhere = map[string]string{
	"gdp/internal/journal/file.go os.Open": "a folder, to be synced",
	"models/app/lab/golang.go os.CopyFS":   "copies what package file reads",
	"notebooks/nb/load.go os.OpenFile":     "makes an empty file, and reads none",
}

// Only this package opens files, except packages for tests, whose names end in test.
func TestFilesAreOpenedHere(t *testing.T) {
	const root = "../.."
	files, used := 0, map[string]bool{}
	for _, dir := range []string{"gdp", "data", "models", "notebooks/nb"} {
		must.Do(t, filepath.WalkDir(filepath.Join(root, dir), func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (strings.HasSuffix(path, "test") || path == filepath.Join(root, "data", "file")):
				return fs.SkipDir
			case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
				return nil
			}
			files++
			syntax, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			name, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			ast.Inspect(syntax, func(n ast.Node) bool {
				s, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				pkg, ok := s.X.(*ast.Ident)
				if !ok || !openers[pkg.Name+"."+s.Sel.Name] {
					return true
				}
				call := filepath.ToSlash(name) + " " + pkg.Name + "." + s.Sel.Name
				if used[call] = true; elsewhere[call] == "" {
					t.Errorf("%s: files are opened by package file", call)
				}
				return true
			})
			return nil
		}))
	}
	for call := range elsewhere {
		if !used[call] {
			t.Errorf("%s is allowed, and is not there", call)
		}
	}
	if files < 200 {
		t.Errorf("only %d files found", files)
	}
}
