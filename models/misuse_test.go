package models

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"math"
	"math/rand/v2"
	"path"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
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

// attempt is what goes wrong in one call.
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

// No exported function of the packages that notebooks and programs use panics, whatever it
// is called with.
func TestFunctionsDoNotPanic(t *testing.T) {
	t.Chdir(t.TempDir()) // some write files of any name
	for name, f := range exported {
		misuse(t, name, reflect.ValueOf(f))
	}
}

// Nor does a method of what may be nil or zero: a function that failed returned it.
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

// generic functions, which have instances in the list, and those that need not be there.
var apart = map[string]string{
	"audit.Enumerate": "generic", "audit.PairOf": "generic", "method.Plain": "generic", "method.PlainCollection": "generic", "method.Private": "generic",
	"data.MustLoad": "panics by its name", "graphio.Write": "writes files", "graphio.WriteCollection": "writes files",
	"worker.Limit": "bounds this process",
}

// The list has every exported function.
func TestExportedListIsComplete(t *testing.T) {
	for _, dir := range []string{
		"models/synthesis/dpggan", "models/synthesis/dpgs", "models/synthesis/graphrnn", "models/synthesis/netgan", "models/synthesis/privdpr", "models/embedding/seprivgemb", "models/embedding/dpne", "models/embedding/dpppr", "models/embedding/gapemb",
		"gdp", "gdp/query", "data/metric", "data/metric/ppr", "data/graph", "data/graph/gen", "data/graph/graphio", "data/graph/partition", "data/figure", "gdp/audit", "data/table", "data/graph/parquet",
		"models/method/release", "models/eval/trial", "models/eval/exhibit", "models/eval/board", "models/method/study", "models/eval/worker", "models/method", "models/method/ranges", "data/embed", "models/method/split", "models/estimate/null", "models/estimate/degrees", "models/learn/logistic", "models/statistics/ask", "models/estimate/surrogate",
	} {
		files, err := filepath.Glob(filepath.Join("..", dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", dir, len(files), err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range parsed.Decls {
				f, ok := d.(*ast.FuncDecl)
				if !ok || f.Recv != nil || !f.Name.IsExported() {
					continue
				}
				name := path.Base(dir) + "." + f.Name.Name
				if _, listed := exported[name]; !listed && apart[name] == "" {
					t.Errorf("%s is not in the list of misuse_list_test.go", name)
				}
			}
		}
	}
}
