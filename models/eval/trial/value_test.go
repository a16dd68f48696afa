package trial

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
)

// Every protocol has a task and declares its values, each once.
func TestProtocolsDeclareValues(t *testing.T) {
	for _, p := range Protocols() {
		seen := map[string]bool{}
		for _, v := range p.Values {
			if v.Name == "" || seen[v.Name] || p.Value(v.Name) != v {
				t.Errorf("%s: %+v", p.Name, v)
			}
			seen[v.Name] = true
		}
		if len(seen) == 0 || p.Task == "" || p.Value("nothing") != (Value{Name: "nothing"}) {
			t.Errorf("%+v", p)
		}
	}
	for d, want := range map[Direction][2]bool{Larger: {true, false}, Smaller: {false, true}, Neither: {false, false}} {
		if got := [2]bool{d.Prefers(2, 1), d.Prefers(1, 2)}; got != want || d.Prefers(1, 1) {
			t.Errorf("direction %d: %v", d, got)
		}
	}
}

// A protocol reports the missing parts of the data.
func TestUnfit(t *testing.T) {
	plain, labelled := graph.CollectionOf(&graph.Network{}), graph.CollectionOf(&graph.Network{Labels: []int32{0}})
	full := graph.CollectionOf(&graph.Network{Labels: []int32{0}, Attrs: &graph.Attributes{}})
	graphs, classed := &graph.Collection{}, &graph.Collection{Labels: []int32{0}}
	for _, c := range []struct {
		protocol string
		data     *graph.Collection
		want     string // empty: it can measure
	}{
		{GraphStatistics, plain, ""}, {GraphStatistics, graphs, "is a collection, and statistics is about one graph"},
		{CollectionStatistics, graphs, ""}, {CollectionStatistics, plain, ""},
		{GraphClasses, classed, ""}, {GraphClasses, graphs, "is no collection of graphs with classes"}, {GraphClasses, full, "is no collection of graphs with classes"},
		{NodeClasses, labelled, ""}, {NodeClasses, plain, "has nodes without labels"}, {NodeClasses, classed, "is a collection"},
		{Classification, full, ""}, {Classification, labelled, "has nodes without features"}, {TrainingMembership, plain, "has nodes without features and without labels"},
		{Classification, classed, "is a collection"},
	} {
		p := must.Get(ProtocolOf(c.protocol))(t)
		if got := p.Unfit(c.data); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.protocol, got, c.want)
		}
	}
}

// Every value of every protocol has a meaning, with a function that exists.
func TestEveryValueHasAMeaning(t *testing.T) {
	declared := map[string]map[string]bool{}
	for pkg, dir := range map[string]string{"metric": "../../../data/metric", "trial": ".", "gin": "../gin", "method": "../../method"} {
		declared[pkg] = map[string]bool{}
		files, err := filepath.Glob(filepath.Join(filepath.FromSlash(dir), "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s has no files: %v", dir, err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file := must.Get(parser.ParseFile(token.NewFileSet(), name, nil, 0))(t)
			for _, d := range file.Decls {
				switch d := d.(type) {
				case *ast.FuncDecl:
					declared[pkg][d.Name.Name] = d.Recv == nil
				case *ast.GenDecl:
					for _, s := range d.Specs {
						if s, ok := s.(*ast.TypeSpec); ok {
							declared[pkg][s.Name.Name] = true
						}
					}
				}
			}
		}
	}
	for _, p := range Protocols() {
		for _, v := range p.Values {
			pkg, function, _ := strings.Cut(v.By, ".")
			if v.About == "" || v.Range == "" || !declared[pkg][function] {
				t.Errorf("%s: %+v", p.Name, v)
			}
			if about := strings.Contains(v.About, "relative error"); about != strings.HasPrefix(v.Unit, "relative error") && p.Name != Answers && !strings.HasPrefix(v.Name, "RE(") {
				t.Errorf("%s, %s is %q, and its unit %q", p.Name, v.Name, v.About, v.Unit)
			}
		}
	}
}
