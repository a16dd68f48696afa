// Package nbnet shows networks in notebooks: their declarations as GoMLX graphs, and a training on
// each backend.
package nbnet

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/models/learn/backend"
	_ "github.com/graphdp/graphdp/models/learn/backend/xla" // plugins are tried
	"github.com/graphdp/graphdp/notebooks/nb"
)

// Source returns functions of a file of the checkout as a block of code. A method is named
// "Type.method". Outside the checkout it names the file alone.
func Source(file string, functions ...string) nb.Markdown {
	path := find(file)
	if path == "" {
		return nb.Markdown(fmt.Sprintf("The declaration is in `%s`.", file))
	}
	set := token.NewFileSet()
	tree := nb.Must(parser.ParseFile(set, path, nil, parser.ParseComments))
	declared := map[string]*ast.FuncDecl{}
	for _, d := range tree.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			declared[nameOf(f)] = f
		}
	}
	var code bytes.Buffer
	for i, name := range functions {
		f := declared[name]
		if f == nil {
			nb.Check(fmt.Errorf("nbnet: %s has no function %s", file, name))
		}
		if i > 0 {
			code.WriteString("\n\n")
		}
		nb.Check((&printer.Config{Mode: printer.UseSpaces | printer.TabIndent, Tabwidth: 8}).Fprint(&code, set, &printer.CommentedNode{Node: f, Comments: tree.Comments}))
	}
	return nb.Markdown(fmt.Sprintf("`%s`:\n\n```go\n%s\n```", file, strings.TrimSpace(code.String())))
}

// nameOf returns the name of a function, with its type where it is a method.
func nameOf(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	of := f.Recv.List[0].Type
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	if name, ok := of.(*ast.Ident); ok {
		return name.Name + "." + f.Name.Name
	}
	return f.Name.Name
}

// find returns the path of a file in the checkout that this package was compiled in, or that holds
// the working directory. It returns "" without a checkout.
func find(file string) string {
	_, here, _, _ := runtime.Caller(0)
	wd, _ := os.Getwd()
	for _, dir := range []string{filepath.Dir(here), wd} {
		for filepath.IsAbs(dir) {
			path := filepath.Join(dir, filepath.FromSlash(file))
			if _, err := os.Stat(path); err == nil {
				return path
			}
			parent := filepath.Dir(dir)
			if parent == dir {
				break
			}
			dir = parent
		}
	}
	return ""
}

// Train trains a network by its kernel, where it has one, and as a GoMLX graph on every backend of
// this machine. train returns the compared value, such as a loss or an accuracy. The times are
// shown as live lines.
func Train(what string, train func() float64) figure.Table {
	before, set := os.LookupEnv(backend.EnvBackend)
	defer func() {
		if set {
			os.Setenv(backend.EnvBackend, before)
		} else {
			os.Unsetenv(backend.EnvBackend)
		}
	}()
	present, err := backend.Present()
	if err != nil {
		nb.Live("%v", err)
	}
	t := figure.Table{Header: []string{"network runs", what}}
	for _, c := range present {
		nb.Check(os.Setenv(backend.EnvBackend, c.Name))
		how := "as a GoMLX graph on " + c.Name
		if c.Kernels {
			how = "by its kernel"
		}
		start := time.Now()
		value := train()
		nb.Live("%s: %.2f s", how, time.Since(start).Seconds())
		t.Rows = append(t.Rows, []any{how, value})
	}
	return t
}
