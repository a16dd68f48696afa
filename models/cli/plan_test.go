package cli

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

// A plan reads nothing that is private: it is the same for a graph without an edge and for one
// with many. It says what is asked, and what is expected of the mode and of its null control.
func TestPlanReadsNothingPrivate(t *testing.T) {
	dir := t.TempDir()
	var plans []string
	for name, edges := range map[string]string{"sparse": "", "dense": "0 1\n0 2\n1 2\n3 4\n5 6\n7 8\n9 10\n"} {
		path := filepath.Join(dir, name+".txt")
		if err := os.WriteFile(path, []byte("# nodes 60\n"+edges), 0o600); err != nil {
			t.Fatal(err)
		}
		status, stdout, stderr := call(t, "run", "seprivgemb", "--plan", "--graph", path, "--epsilon", "2")
		if status != 0 {
			t.Fatal(status, stderr)
		}
		plans = append(plans, stdout)
	}
	if plans[0] != plans[1] {
		t.Errorf("two plans:\n%s\n%s", plans[0], plans[1])
	}
	for _, want := range []string{"nothing paid", "if the mean degree is 20", "release: DiscreteLaplace", "StrucEqu", "null"} {
		if !strings.Contains(plans[0], want) {
			t.Errorf("no %q in\n%s", want, plans[0])
		}
	}
}

// Of what is expected to be worse than the null control there is a warning, and of nothing else.
func TestPlanWarns(t *testing.T) {
	status, stdout, stderr := call(t, "run", "privdpr", "--plan", "--graph", "karate", "--epsilon", "0.01", "--json")
	if status != 0 {
		t.Fatal(status, stderr)
	}
	below := 0
	for _, made := range document(t, stdout)["made"].([]any) {
		for _, e := range made.(map[string]any)["expected"].([]any) {
			e := e.(map[string]any)
			mode, null := e["mode"].(float64), e["null"].(float64)
			if worse := mode > null; worse != e["below_null"].(bool) { // of errors, the smaller is better
				t.Errorf("%v of the mode, %v of the null control: %v", mode, null, e)
			}
			if e["below_null"].(bool) {
				below++
			}
		}
	}
	if below == 0 {
		t.Errorf("nothing is below the null control at ε = 0.01:\n%s", stdout)
	}
	p := planReport{Method: "m", Mode: "strict", Null: "none", Made: []planned{{Expected: []expected{{Value: "AUC", Below: true}}}, {}}}
	var text strings.Builder
	if err := p.write(&text); err != nil || strings.Count(text.String(), "worse than none in AUC") != 1 {
		t.Errorf("%v: %s", err, &text)
	}
}

// A plan is for private modes, of graphs that can be made up, and leaves no file.
func TestPlanUsage(t *testing.T) {
	dir := t.TempDir()
	for _, args := range []string{
		"privdpr --epsilon 1 --journal " + dir + "/j", "privdpr --epsilon 1 --out " + dir + "/o.txt", "privdpr --mode nonprivate",
		"privdpr", "dpggan --epsilon 1 --delta 1e-5 --mode graph-level --set Graphs=3",
	} {
		if status, stdout, stderr := call(t, strings.Fields("run --plan --graph karate "+args)...); status == 0 || stdout != "" {
			t.Errorf("gdp run --plan %s: status %d, %s%s", args, status, stdout, stderr)
		}
	}
	net := &graph.Network{Graph: gdptest.Graph(t, 4, []graph.Edge{{U: 0, V: 1}})}
	many := filepath.Join(t.TempDir(), "many")
	if err := graphio.WriteCollection(many, &graph.Collection{Graphs: []*graph.Network{net, net}}); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := call(t, "run", "seprivgemb", "--plan", "--graph", many, "--epsilon", "1"); status == 0 || !strings.Contains(stderr, "collection") {
		t.Errorf("a collection, for embeddings of one graph: status %d, %s", status, stderr)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 0 {
		t.Errorf("%v, %v", files, err)
	}
}

// Graphs that are made up have the mean degree that they are to have, where there are nodes enough,
// and what is public of the private one.
func TestMadeUp(t *testing.T) {
	labels := make([]int32, 3000)
	for u := range labels {
		labels[u] = int32(u % 3)
	}
	for _, public := range []gdp.Public{{Nodes: 3000}, {Nodes: 3000, Labels: labels, Classes: []string{"a", "b", "c"}}, {Nodes: 3000, Columns: 90, Classes: []string{"a", "b"}}} {
		for _, mean := range []float64{5, 20} {
			made, err := madeUp(public, mean)
			if err != nil {
				t.Fatal(err)
			}
			g := made.Graph
			if got := 2 * float64(g.M()) / float64(g.N()); g.N() != 3000 || math.Abs(got-mean) > 0.15*mean {
				t.Errorf("%d nodes, mean degree %v, want %v", g.N(), got, mean)
			}
			within := 0
			for u, v := range g.Edges() {
				if made.Labels[u] == made.Labels[v] {
					within++
				}
			}
			if share := float64(within) / float64(g.M()); math.Abs(share-0.7) > 0.1 {
				t.Errorf("a share of %v of the edges within classes", share)
			}
			if public.Labels != nil && fmt.Sprint(made.Labels) != fmt.Sprint(labels) || public.Columns > 0 && made.Attrs.Cols() != public.Columns {
				t.Error("other labels, or attributes")
			}
		}
	}
	made, err := madeUp(gdp.Public{Nodes: 9, Sizes: []int{4, 5}}, 80)
	if err != nil || len(made.Collection.Graphs) != 2 || made.Collection.Graphs[1].Graph.N() != 5 {
		t.Errorf("%v: %+v", err, made)
	}
}
