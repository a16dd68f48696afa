package models

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/eval/trial"
	"github.com/graphdp/graphdp/models/eval/worker"
)

// some returns values of a type that a program may pass by mistake, the zero value first,
// and one that is right where a wrong one beside it would not be reached without it.
func some(t reflect.Type) (list []reflect.Value) {
	list = append(list, reflect.Zero(t))
	add := func(x any) {
		if v := reflect.ValueOf(x); v.Type().ConvertibleTo(t) {
			list = append(list, v.Convert(t))
		}
	}
	g, _, err := graph.FromEdges(4, []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}}, graph.Options{})
	if err != nil {
		panic(err)
	}
	switch t {
	case reflect.TypeFor[*graph.Graph]():
		add(g)
		add(new(graph.Graph))
	case reflect.TypeFor[*graph.Network]():
		add(&graph.Network{Graph: g})
		add(new(graph.Network))
	case reflect.TypeFor[*rand.Rand]():
		add(rand.New(rand.NewPCG(1, 2)))
	case reflect.TypeFor[*gdp.Session]():
		s, err := gdp.Protect(&graph.Network{Graph: g}, gdp.EdgeLevel, gdp.Budget{Epsilon: 1, Delta: 1e-5}, gdp.Seed(1))
		if err != nil {
			panic(err)
		}
		add(s)
		add(new(gdp.Session))
	default:
		list = append(list, someOfKind(t)...)
	}
	return list
}

func someOfKind(t reflect.Type) (list []reflect.Value) {
	number := func(x any) { list = append(list, reflect.ValueOf(x).Convert(t)) }
	switch t.Kind() {
	case reflect.Interface:
		for _, x := range []any{context.Background(), io.Writer(new(bytes.Buffer)), accounting.Gaussian{NoiseMultiplier: 1}, "x"} {
			if v := reflect.ValueOf(x); v.Type().AssignableTo(t) {
				list = append(list, v)
			}
		}
	case reflect.Int, reflect.Int32, reflect.Int64:
		number(-1)
		number(3)
	case reflect.Float64, reflect.Float32:
		number(math.NaN())
		number(1.)
	case reflect.String:
		number("x")
	case reflect.Pointer:
		list = append(list, reflect.New(t.Elem()))
	case reflect.Slice:
		list = append(list, reflect.MakeSlice(t, 1, 1))
	case reflect.Func:
		list = append(list, reflect.MakeFunc(t, func([]reflect.Value) (out []reflect.Value) {
			for i := range t.NumOut() {
				out = append(out, reflect.Zero(t.Out(i)))
			}
			return out
		}))
	}
	return list
}

// mostCalls bounds the calls of one function.
const mostCalls = 300

// misuse calls f with every combination of such values and reports what panics.
func misuse(t *testing.T, name string, f reflect.Value) {
	t.Helper()
	var pool [][]reflect.Value
	for i := range f.Type().NumIn() {
		pool = append(pool, some(f.Type().In(i)))
	}
	at := make([]int, len(pool))
	for range mostCalls {
		args := make([]reflect.Value, len(pool))
		for i := range pool {
			args[i] = pool[i][at[i]]
		}
		if fault := attempt(f, args); fault != "" {
			t.Errorf("%s, the arguments %v of each list of values: %s", name, at, fault)
			return
		}
		i := 0
		for ; i < len(at); i++ {
			if at[i]++; at[i] < len(pool[i]) {
				break
			}
			at[i] = 0
		}
		if i == len(at) {
			return
		}
	}
}

// attempt returns the fault of one call.
func attempt(f reflect.Value, args []reflect.Value) string {
	done := make(chan string, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				done <- fmt.Sprintf("%v\n%s", r, debug.Stack())
			}
			close(done)
		}()
		if f.Type().IsVariadic() {
			f.CallSlice(args)
		} else {
			f.Call(args)
		}
	}()
	select {
	case fault := <-done:
		return fault
	case <-time.After(time.Minute):
		return "no end"
	}
}

// exported are the exported functions of packages, by name. An overlay fills it: see [list].
var exported map[string]any

// apart are the packages and functions that the test leaves out.
var apart = map[string]string{
	"models/app": "commands", "data/web": "downloads", "data.MustLoad": "panics by its name", "worker.Limit": "bounds this process", "models/eval/sandbox": "starts processes", "data/must": "for tests", "graph.Nodes": "allocates as make does",
	"graphio.Write": "writes files", "graphio.WriteCollection": "writes files",
	// Code of methods, which is called after the arguments were checked.
	"data/file": "", "data/graph/npy": "", "data/graph/parallel": "", "gdp/claim": "", "models/method/checkpoint": "",
	"models/learn/vector": "", "models/learn/sparse": "", "models/learn/train": "", "models/learn/perceptron": "", "models/learn/backend": "",
	"models/estimate/aggregate": "",
	"models/estimate/posterior": "", "models/embedding/seprivgemb/skipgram": "", "models/synthesis/dpggan/allpairs": "", "models/synthesis/dpggan/facts": "",
	"gcn.FitStages": "", "gcn.TaskOf": "", "rdp.At": "", "rdp.AtEpsilon": "", "rdp.Cover": "",
}

// leftOut reports whether the test leaves out a package or function.
func leftOut(name string) bool {
	_, out := apart[name]
	return out
}

// No exported function that a program or a notebook can call panics, whatever it is called with.
func TestFunctionsDoNotPanic(t *testing.T) {
	if exported == nil {
		dir := t.TempDir()
		file, overlay := filepath.Join(dir, "list.go"), filepath.Join(dir, "overlay.json")
		here := must.Get(filepath.Abs("misuse_list_test.go"))(t)
		replace := must.Get(json.Marshal(map[string]any{"Replace": map[string]string{here: file}}))(t)
		must.Do(t, errors.Join(os.WriteFile(file, list(t), 0o600), os.WriteFile(overlay, replace, 0o600)))
		if out, err := exec.CommandContext(t.Context(), "go", "test", "-overlay", overlay, ".", "-run", "^TestFunctionsDoNotPanic$").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	t.Chdir(t.TempDir()) // some write files of any name
	for name, f := range exported {
		misuse(t, name, reflect.ValueOf(f))
	}
}

// list returns a test file that sets exported to all functions of the module that are not generic.
func list(t *testing.T) []byte {
	t.Helper()
	var imports, body bytes.Buffer
	for _, root := range []string{"../gdp", "../data", "../accounting", "."} {
		must.Do(t, filepath.WalkDir(root, func(dir string, d fs.DirEntry, err error) error {
			pkg := strings.TrimPrefix(filepath.ToSlash(filepath.Join("models", dir)), "../")
			switch {
			case err != nil || !d.IsDir():
				return err
			case leftOut(pkg) || strings.HasSuffix(pkg, "test") || slices.Contains([]string{"internal", "cmd", "testdata", "python"}, d.Name()):
				return fs.SkipDir
			case pkg == "models":
				return nil
			}
			functions, err := functionsOf(dir)
			if len(functions) > 0 {
				alias := strings.NewReplacer("/", "_").Replace(pkg)
				fmt.Fprintf(&imports, "\t%s %q\n", alias, "github.com/graphdp/graphdp/"+pkg)
				for _, f := range functions {
					if name := path.Base(pkg) + "." + f; !leftOut(name) {
						fmt.Fprintf(&body, "\t\t%q: %s.%s,\n", name, alias, f)
					}
				}
			}
			return err
		}))
	}
	return fmt.Appendf(nil, "package models\n\nimport (\n%s)\n\nfunc init() {\n\texported = map[string]any{\n%s\t}\n}\n", &imports, &body)
}

// functionsOf lists the exported functions of the package in a folder that are not generic.
func functionsOf(dir string) (names []string, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		if built, err := build.Default.MatchFile(dir, filepath.Base(file)); err != nil || !built || strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			return nil, err
		}
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.IsExported() && f.Type.TypeParams == nil && parsed.Name.Name != "main" {
				names = append(names, f.Name.Name)
			}
		}
	}
	return names, nil
}

// nilable are types whose nil pointers programs may meet, but for methods that take the number
// of a node, which is out of range, as in a slice.
var nilable = []struct {
	of  any
	but string
}{
	{of: (*gdp.Session)(nil)}, {of: (*gdp.Training)(nil)}, {of: (*graph.Network)(nil)}, {of: (*graph.Collection)(nil)},
	{(*graph.Graph)(nil), "Degree InDegree HasEdge Neighbors InNeighbors"}, {(*graph.Attributes)(nil), "Row At"}, {(*graph.IDs)(nil), "Name"},
	{of: (*metric.Stats)(nil)}, {of: (*metric.Comparison)(nil)}, {of: (*figure.Figure)(nil)}, {of: (*figure.Slider)(nil)}, {(*embed.Matrix)(nil), "Row Dot"},
	{(*trial.Links)(nil), ""}, {of: (*trial.Bench)(nil)}, {of: (*worker.Pool)(nil)},
}

// Methods of nil or zero values, such as results of failed functions, do not panic either.
func TestMethodsOfNilDoNotPanic(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, x := range nilable {
		v := reflect.Zero(reflect.TypeOf(x.of))
		for i := range v.NumMethod() {
			name := v.Type().Method(i).Name
			if strings.Contains(" Format UnmarshalJSON "+x.but+" ", " "+name+" ") {
				continue
			}
			misuse(t, fmt.Sprintf("nil %v.%s", v.Type(), name), v.Method(i))
			misuse(t, fmt.Sprintf("zero %v.%s", v.Type(), name), reflect.New(v.Type().Elem()).Method(i))
		}
	}
}
