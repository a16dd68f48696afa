package app

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

// world holds the files of one of two neighbours by name: a text, or a network to write.
type world map[string]any

// Commands on two files that are neighbours under the run's relation have the same exit status and
// messages, and results of the same shape. Public data are declared, never inferred. Each row of
// the table in docs/threat-model.md has a test.
func TestNeighboursLookAlike(t *testing.T) {
	const friends = "# nodes 6\n0 1\n1 2\n"
	for row, c := range neighbours(t, friends) {
		t.Run(row, func(t *testing.T) {
			for _, args := range c.runs {
				a, b := seen(t, args, c.a), seen(t, args, c.b)
				if a != b {
					t.Errorf("gdp %s\none world shows\n%s\nthe other\n%s", args, a, b)
				}
				if status := fmt.Sprintf("status %d", c.status); !strings.HasPrefix(a, status) {
					t.Errorf("gdp %s: want %s: %s", args, status, a)
				}
				if !strings.Contains(a, c.shows) {
					t.Errorf("gdp %s: want %q in %s", args, c.shows, a)
				}
			}
		})
	}
}

// The table of public data names exactly the tests above.
func TestTableOfWhatIsPublic(t *testing.T) {
	text := contents(t, "../../docs/threat-model.md")
	var named []string
	_, section, _ := strings.Cut(string(text), "## What is public is declared")
	section, _, _ = strings.Cut(section, "\n## ")
	for _, row := range regexp.MustCompile(`(?m)^\|[^|\n]*\|[^|\n]*\|[^|\n]*\|([^|\n]*)\|$`).FindAllStringSubmatch(section, -1) {
		for _, name := range regexp.MustCompile("`([^`]*)`").FindAllStringSubmatch(row[1], -1) {
			named = append(named, name[1])
		}
	}
	if known := slices.Sorted(maps.Keys(neighbours(t, ""))); !slices.Equal(slices.Sorted(slices.Values(named)), known) {
		t.Errorf("docs/threat-model.md names %q, the tests are %q", named, known)
	}
}

// pair is two neighbours, and command lines that they look alike to.
type pair struct {
	a, b   world
	runs   []string
	status int
	shows  string // what both show
}

func neighbours(t *testing.T, friends string) map[string]pair {
	const (
		edge   = "--relation edge --epsilon 1 --delta 1e-5 "
		node   = "--relation node --epsilon 1 --delta 1e-5 "
		graphs = "run dpggan --mode null-graph-level --relation graph-unbounded --epsilon 1 --set Graphs=2 --force --out graphs.zip --graph many"
	)
	graphML := `<?xml version="1.0"?><graphml><key id="c" for="node" attr.name="class" attr.type="string"/><graph edgedefault="undirected"><node id="0">%s</node><node id="1"/><node id="2"/><edge source="0" target="1"/>%s</graph></graphml>`
	const xy, xClass = `<edge source="1" target="2"/>`, `<data key="c">x</data>`
	folder := func(texts ...string) world {
		w := world{"many/": ""}
		for i, text := range texts {
			w[fmt.Sprintf("many/g%d.txt", i)] = text
		}
		return w
	}
	return map[string]pair{
		"nodes by the file": {
			a: world{"g.txt": friends + "3 4\n"}, b: world{"g.txt": friends},
			runs: []string{
				"run dpgs --mode null --out out.npz --graph g.txt " + edge, "run seprivgemb --mode strict --set Dim=4 --out rows.txt --graph g.txt " + edge,
				"run dpgs --mode random-clusters --set Clusters=2 --out out.npz --graph g.txt " + edge, "trial seprivgemb --protocol StrucEqu --mode null --graph g.txt --epsilon 1",
			},
		},
		"nodes by their number": {
			a: world{"g.txt": "0 1\n1 2\n3 4\n"}, b: world{"g.txt": "0 1\n1 2\n"},
			runs: []string{
				"run dpgs --mode null --nodes 12 --out out.npz --graph g.txt " + edge, "run seprivgemb --mode strict --set Dim=4 --nodes 12 --out rows.txt --graph g.txt " + edge,
				"run privdpr --mode strict --nodes 12 --out out.npz --graph g.txt " + node,
			},
			shows: "11",
		},
		"nodes by a list, in its order": {
			a: world{"g.txt": "ann bob\ncat dan\n", "list": "eve\ndan\n7\ncat\nbob\nann\n"}, b: world{"g.txt": "ann bob\n", "list": "eve\ndan\n7\ncat\nbob\nann\n"},
			runs:  []string{"run dpgs --mode null --nodes list --out out.npz --graph g.txt " + edge, "run seprivgemb --mode null --nodes list --out rows.txt --graph g.txt " + edge},
			shows: "[eve dan 7 cat bob ann]",
		},
		"nodes of other formats": {
			a:    world{"g.mtx": edgesOf(t, 5, 0, 1, 3, 4), "g.parquet": edgesOf(t, 5, 0, 1, 3, 4), "g.graphml": fmt.Sprintf(graphML, "", xy)},
			b:    world{"g.mtx": edgesOf(t, 5, 0, 1), "g.parquet": edgesOf(t, 5, 0, 1), "g.graphml": fmt.Sprintf(graphML, "", "")},
			runs: []string{"run seprivgemb --mode strict --set Dim=4 --out rows.txt --graph g.mtx " + edge, "run dpgs --mode null --out out.npz --graph g.parquet " + edge, "run dpgs --mode null --classes none --out out.npz --graph g.graphml " + edge},
		},
		"nodes that nothing declares": {
			a: world{"g.txt": "0 1\n", "many.txt": "# nodes 4194368\n0 1\n"}, b: world{"g.txt": "", "many.txt": "# nodes 4194368\n"},
			runs:   []string{"run dpgs --mode null --graph g.txt " + edge, "run privdpr --mode null --graph g.txt " + node, "trial seprivgemb --protocol StrucEqu --mode null --graph g.txt --epsilon 1", "run dpgs --mode null --graph many.txt " + edge, "trial dpgs --protocol statistics --mode null --graph many.txt --epsilon 1"},
			status: 2, shows: "declares its nodes",
		},
		"nodes that there can be": {
			a:    world{"g.txt": "0 1\n1 2\n3 4\n", "g.npz": labelled(t, 6, 0, 1, 2, 0, 1, 2), "list": "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n", "names.txt": "ann bob\ncat bob\n", "names": "cat\nbob\nann\n"},
			b:    world{"g.txt": "0 1\n1 2\n", "g.npz": labelled(t, 5, 0, 1, 2, 0, 1), "list": "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n", "names.txt": "ann bob\n", "names": "cat\nbob\nann\n"},
			runs: []string{"run seprivgemb --mode null --nodes 10 --out rows.txt --relation node-unbounded --epsilon 1 --graph g.txt", "run seprivgemb --mode null --nodes list --out rows.txt --relation node-unbounded --epsilon 1 --graph g.npz", "run seprivgemb --mode null --nodes names --out rows.txt --relation node-unbounded --epsilon 1 --graph names.txt", "run features --mode dp-sgd --set Epochs=1 --nodes 10 --out model.json --relation node-unbounded --epsilon 1 --delta 1e-5 --graph g.npz"},
		},
		"ids, numbers or names": {
			a: world{"g.txt": "5 ann\n5 7\n", "list": "ann\n5\n7\n"}, b: world{"g.txt": "5 7\n", "list": "ann\n5\n7\n"},
			runs: []string{"run dpgs --mode null --nodes list --out out.npz --graph g.txt " + edge},
		},
		"the header of an edge list": {
			a: world{"g.csv": "source,target\n0,1\n", "h.csv": "source,ann\nann,bob\n", "list": "source\nann\nbob\n"}, b: world{"g.csv": "source,target\n", "h.csv": "ann,bob\n", "list": "source\nann\nbob\n"},
			runs: []string{"run dpgs --mode null --nodes 3 --out out.npz --graph g.csv " + edge, "run seprivgemb --mode null --nodes list --out rows.txt --graph h.csv " + edge},
		},
		"weights, and what is not kept": {
			a:    world{"g.txt": friends + "3 4\n4 3\n5 5\n", "w.txt": "# nodes 3\n0 1 2\n1 0 2\n2 0 1\n", "p.txt": "# nodes 3\n# directed\n0 1\n1 0\n"},
			b:    world{"g.txt": friends + "3 4\n", "w.txt": "# nodes 3\n0 1 2\n1 0 2\n", "p.txt": "# nodes 3\n# directed\n0 1\n"},
			runs: []string{"run dpgs --mode null --out out.npz --graph g.txt " + edge, "run seprivgemb --mode null --out rows.txt --graph w.txt " + edge, "run dpgs --mode null --out out.npz --graph p.txt " + edge},
		},
		"no edge at all": {
			a: world{"g.txt": "0 1\n"}, b: world{"g.txt": ""},
			runs: []string{"run dpgs --mode null --nodes 3 --out out.npz --graph g.txt " + edge, "run seprivgemb --mode null --nodes 3 --out rows.txt --graph g.txt " + edge, "run privdpr --mode null --nodes 3 --out out.npz --graph g.txt " + node},
		},
		"attributes": {
			a: world{"g.npz": labelled(t, 6, 0, 1, 2, 0, 1, 2)}, b: world{"g.npz": labelled(t, 6, 0, 1, 2, 0, 1, 1)},
			runs: []string{"run features --mode dp-sgd --set Epochs=1 --out model.json --graph g.npz " + node, "run features --mode null --out model.json --graph g.npz " + node},
		},
		"edges of a classifier": {
			a: world{"g.npz": labelled(t, 6, 0, 1, 2, 0, 1, 2)}, b: world{"g.npz": fewerEdges(t, labelled(t, 6, 0, 1, 2, 0, 1, 2))},
			runs: []string{"run vote --mode strict --out model.json --graph g.npz " + edge, "run gcn --mode null --set Epochs=2 --out model.json --graph g.npz " + edge},
		},
		"classes that are declared": {
			a: world{"g.graphml": fmt.Sprintf(graphML, xClass, "")}, b: world{"g.graphml": fmt.Sprintf(graphML, "", "")},
			runs: []string{"run privdpr --mode null --classes x,y --out out.npz --graph g.graphml " + node, "run privdpr --mode null --classes none --out out.npz --graph g.graphml " + node, "run seprivgemb --mode null --classes y,x --nodes 3 --out rows.txt --relation node-unbounded --epsilon 1 --graph g.graphml"},
		},
		"classes that nothing declares": {
			a:      world{"g.graphml": fmt.Sprintf(graphML, xClass, "")},
			b:      world{"g.graphml": fmt.Sprintf(graphML, "", "")},
			runs:   []string{"run privdpr --mode null --graph g.graphml " + node, "trial privdpr --protocol statistics --mode null --epsilon 1 --graph g.graphml", "sweep --methods privdpr --modes null --protocols statistics --epsilons 1 --folder results --dry-run --data ./g.graphml"},
			status: 2, shows: "--classes none",
		},
		"nodes of each graph": {
			a: folder(friends, "# nodes 3\n0 1\n"), b: folder(friends, "# nodes 3\n"),
			runs:  []string{"run dpggan --mode null --force --out graphs.zip --graph many " + edge, "run dpggan --mode strict --force --out graphs.zip --graph many " + edge},
			shows: "nodes:9",
		},
		"nodes of each graph that nothing declares": {
			a: folder(friends, "0 1\n"), b: folder(friends, ""),
			runs: []string{"run dpggan --mode null --graph many " + edge}, status: 2, shows: "declares its nodes",
		},
		"how many graphs, of two": {a: folder(friends, "0 1\n"), b: folder("0 1\n"), runs: []string{graphs}},
		"how many graphs, of one": {a: folder("ann bob\n"), b: folder(), runs: []string{graphs}},
		"names of files, and the order of graphs": {
			a: world{"many/a.txt": friends, "many/z.csv": "0,1\n"}, b: world{"many/z.csv": "0,1\n", "many/zz.txt": friends, "many/a.graphml": fmt.Sprintf(graphML, xClass, "")}, runs: []string{graphs},
		},
		"names of files that TU has": {a: world{"many/team_A.txt": friends, "many/b_A.txt": friends}, b: world{"many/team_A.txt": friends}, runs: []string{graphs}},
		"what is in a graph": {
			a: folder(friends, "1 2\n2 3\n"), b: folder(friends, ""),
			runs: []string{graphs, "run dpggan --mode graph-level --relation graph-unbounded --epsilon 1 --delta 1e-5 --set Graphs=2 --set Steps=2 --force --out graphs.zip --graph many"},
		},
		"classes of graphs": {
			a:    world{"many/X_A.txt": "1, 2\n", "many/X_graph_indicator.txt": "1\n1\n2\n", "many/X_graph_labels.txt": "3\n5\n", "many/X_node_labels.txt": "0\n1\n2\n"},
			b:    world{"many/X_A.txt": "1, 2\n", "many/X_graph_indicator.txt": "1\n1\n", "many/X_graph_labels.txt": "3\n", "many/X_node_labels.txt": "0\n1\n"},
			runs: []string{graphs},
		},
	}
}

// edgesOf is a graph of n nodes with edges between pairs of them.
func edgesOf(t *testing.T, n int, ends ...int32) *graph.Network {
	t.Helper()
	var edges []graph.Edge
	for i := 0; i < len(ends); i += 2 {
		edges = append(edges, graph.Edge{U: ends[i], V: ends[i+1]})
	}
	return &graph.Network{Graph: gdptest.Graph(t, n, edges)}
}

// labelled is a path of n nodes with labels of three classes; the attribute of a node is its class.
func labelled(t *testing.T, n int, labels ...int32) *graph.Network {
	t.Helper()
	var ends []int32
	offsets, values := []int64{0}, []float32(nil)
	for u := range n {
		if u > 0 {
			ends = append(ends, int32(u-1), int32(u))
		}
		offsets, values = append(offsets, int64(u+1)), append(values, 1)
	}
	w := edgesOf(t, n, ends...)
	w.Attrs = must.Get(graph.NewAttributes(4, offsets, slices.Clone(labels), values))(t)
	w.Labels, w.Classes = labels, []string{"x", "y", "z"}
	return w
}

// fewerEdges is the network without its last edge.
func fewerEdges(t *testing.T, w *graph.Network) *graph.Network {
	t.Helper()
	var ends []int32
	for u, v := range w.Graph.Edges() {
		ends = append(ends, u, v)
	}
	w.Graph = edgesOf(t, w.Graph.N(), ends[:len(ends)-2]...).Graph
	return w
}

var digits = regexp.MustCompile(`[-+]?[0-9]+(\.[0-9]+)?(e[-+][0-9]+)?`)

// seen returns the output of a command line on a world, without sampled numbers: status, messages,
// text, fields of the document, and the shape of the release.
func seen(t *testing.T, line string, w world) string {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, content := range w {
		must.Do(t, os.MkdirAll(filepath.Dir(name), 0o777))
		var err error
		switch content := content.(type) {
		case string:
			if !strings.HasSuffix(name, "/") {
				err = os.WriteFile(name, []byte(content), 0o666)
			}
		case *graph.Network:
			err = graphio.Write(name, content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	args := strings.Fields(line)
	if args[0] == "run" {
		args = append(args, "--seed", "7")
	}
	status, stdout, stderr := call(t, args...)
	if strings.Contains(stderr, " declares no nodes, ") { // in words of the file, for its curator
		return fmt.Sprintf("status %d: refused by what declares its nodes", status)
	}
	all := []string{fmt.Sprintf("status %d", status), stderr, digits.ReplaceAllString(stdout, "#")}
	if _, stdout, _ = call(t, append(args, "--json")...); stdout != "" {
		d := document(t, stdout)
		kept := map[string]any{}
		for _, field := range []string{"error", "relation", "claimed", "proved", "proved_reason", "caution", "config"} {
			kept[field] = d[field]
		}
		if output, ok := d["output"].(map[string]any); ok {
			kept["fields"] = slices.Sorted(maps.Keys(output))
			kept["graphs"], kept["classes"] = output["graphs"], output["classes"]
			if d["relation"] != "graph-unbounded" { // under which nodes are drawn
				kept["nodes"] = output["nodes"]
			}
		}
		all = append(all, fmt.Sprint(kept))
	}
	for _, out := range []string{"out.npz", "rows.txt", "model.json", "graphs.zip"} {
		if text, err := os.ReadFile(out); err == nil {
			all = append(all, out, released(t, out, text))
		}
	}
	return strings.Join(all, "\n")
}

// released is the shape of a release: the nodes of a graph, the ids of rows, the sizes of a model,
// the graphs of a collection.
func released(t *testing.T, name string, text []byte) string {
	t.Helper()
	switch name {
	case "rows.txt":
		var ids []string
		for line := range strings.Lines(string(text)) {
			ids = append(ids, strings.Fields(line)[0])
		}
		return fmt.Sprint(ids)
	case "out.npz":
		net, _ := must.Two(graphio.Read(name, graphio.Options{}))(t)
		var ids []string
		for u := range int32(net.Graph.N()) {
			ids = append(ids, net.IDs.Name(u))
		}
		return fmt.Sprint(ids)
	case "graphs.zip":
		c, _ := must.Two(graphio.ReadCollection(name, graphio.Options{}))(t)
		return fmt.Sprint(len(c.Graphs), " graphs, ", c.Classes)
	}
	var document map[string]any
	must.Do(t, json.Unmarshal(text, &document))
	var sizes []string
	for _, key := range slices.Sorted(maps.Keys(document)) {
		size := 1
		if list, ok := document[key].([]any); ok {
			size = len(list)
		}
		sizes = append(sizes, fmt.Sprint(key, " ", size))
	}
	return fmt.Sprint(sizes)
}
