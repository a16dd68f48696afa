package docs_test

import (
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// The page of each package that a newcomer opens has an example that runs.
func TestCorePackagesHaveAnExample(t *testing.T) {
	dirs := strings.Fields("gdp data/figure data/metric data/graph data/graph/graphio data/graph/gen gdp/query gdp/audit data/table models/eval/trial models/method/release models/method/split models/method")
	for _, kind := range []string{"synthesis", "embedding", "classification"} {
		methods, err := filepath.Glob("../models/" + kind + "/*/method.go")
		if err != nil || len(methods) == 0 {
			t.Fatalf("%s: %v, %v", kind, methods, err)
		}
		for _, dir := range methods {
			dirs = append(dirs, strings.TrimPrefix(filepath.ToSlash(filepath.Dir(dir)), "../"))
		}
	}
	for _, dir := range dirs {
		tests := must.Get(filepath.Glob("../" + dir + "/*_test.go"))(t)
		runs := 0
		for _, path := range tests {
			f := must.Get(parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments))(t)
			for _, e := range doc.Examples(f) {
				if e.Output != "" {
					runs++
				}
			}
		}
		if runs == 0 {
			t.Errorf("%s has no example with an output", dir)
		}
	}
}
