package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models"
	"github.com/spf13/cobra"
)

// statistics runs one of the commands on graphs with --json and decodes the
// document.
func statistics(t *testing.T, command func(*app) *cobra.Command, args ...string) (map[string]any, error) {
	t.Helper()
	var out, progress bytes.Buffer
	a := &app{out: &out, err: &progress, json: true}
	c := command(a)
	c.SetArgs(args)
	c.SilenceErrors, c.SilenceUsage = true, true
	if err := c.ExecuteContext(t.Context()); err != nil {
		return nil, err
	}
	return document(t, out.String()), nil
}

// A triangle with a tail, ids 5, 7, 30 and 9.
const paw = "5 7\n7 30\n30 5\n30 9\n"

func TestStatsOfAFile(t *testing.T) {
	s := must.Get(statistics(t, (*app).stats, graphFile(t, "paw.txt", paw)))(t)
	for name, want := range map[string]any{
		"nodes": 4., "edges": 4., "triangles": 1., "wedges": 5., "claws": 1., "global_clustering": 0.6,
		"diameter": 2., "lcc": 4., "components": 1., "degeneracy": 2., "max_degree": 3., "seed": 1.,
	} {
		if s[name] != want {
			t.Errorf("%s = %v, want %v", name, s[name], want)
		}
	}
	top := s["pagerank"].(map[string]any)["top"].([]any)[0].(map[string]any)
	if top["id"] != "30" {
		t.Errorf("the node of highest PageRank is %v, want the one with id 30", top)
	}
}

func TestStatsOfADataSet(t *testing.T) {
	s := must.Get(statistics(t, (*app).stats, "karate", "--seed", "3"))(t)
	if s["nodes"] != 34. || s["edges"] != 78. || s["triangles"] != 45. || s["seed"] != 3. {
		t.Errorf("karate: %v", s)
	}
	if _, err := statistics(t, (*app).stats, "no-such-graph"); err == nil || !strings.Contains(err.Error(), "no file no-such-graph") {
		t.Errorf("error %v", err)
	}
}

func TestStatsOfACollection(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{ // two graphs: a triangle with an isolated node, and a path of four
		"X_A.txt":               "1, 2\n2, 1\n2, 3\n3, 2\n1, 3\n3, 1\n5, 6\n6, 5\n6, 7\n7, 6\n7, 8\n8, 7\n",
		"X_graph_indicator.txt": "1\n1\n1\n1\n2\n2\n2\n2\n",
	} {
		put(t, filepath.Join(folder, name), text)
	}
	s := must.Get(statistics(t, (*app).stats, folder))(t)
	mean := s["dpggan_mean"].(map[string]any)
	if s["graphs"] != 2. || mean["lcc"] != 3.5 || mean["tc"] != 0.5 {
		t.Errorf("collection: %v", s)
	}
}

func TestCompareFiles(t *testing.T) {
	original := graphFile(t, "paw.txt", paw)
	// The same graph, its edges and ends in another order, the tail moved to node 5.
	released := graphFile(t, "moved.txt", "9 5\n30 7\n5 30\n7 5\n")
	c := must.Get(statistics(t, (*app).compare, original, released))(t)
	field := func(metric, name string) any { return c[metric].(map[string]any)[name] }
	if field("triangles", "original") != 1. || field("triangles", "released") != 1. || field("triangles", "error") != 0. {
		t.Errorf("triangles: %v", c["triangles"])
	}
	if field("ks_degree", "released") != 0. || field("eigenvector_overlap", "released") != 0. {
		t.Errorf("the most central node moved: %v", c["eigenvector_overlap"])
	}
	c = must.Get(statistics(t, (*app).compare, original, graphFile(t, "others.txt", "1 2\n2 3\n3 1\n3 4\n")))(t)
	if field("nmi_communities", "released") != nil || field("gini", "error") != 0. {
		t.Errorf("graphs with other ids: %v and %v", c["nmi_communities"], c["gini"])
	}
}

// openFile reads a graph as the commands do.
func openFile(t *testing.T, path string) *data.Dataset {
	t.Helper()
	return must.Get(new(app).open(path, reading{}, graphio.Undirected))(t)
}

// Ids are matched by name, and a graph without ids has its numbers.
func TestMatchByID(t *testing.T) {
	a := openFile(t, graphFile(t, "a.txt", "x y\ny z\n"))
	b := openFile(t, graphFile(t, "b.txt", "z y\nz x\n"))
	g, ok := match(a.Network, b.Network)
	if !ok {
		t.Fatal("x, y, z and z, y, x were not matched")
	}
	x, _ := a.IDs.Node("x")
	y, _ := a.IDs.Node("y")
	z, _ := a.IDs.Node("z")
	if !g.HasEdge(z, y) || !g.HasEdge(z, x) || g.HasEdge(x, y) {
		t.Error("matched, but to the wrong nodes")
	}
	numbered := openFile(t, graphFile(t, "c.txt", "# nodes 3\n0 1\n"))
	if _, ok := match(a.Network, numbered.Network); ok {
		t.Error("letters were matched with numbers")
	}
	sparse := openFile(t, graphFile(t, "d.txt", "0 1\n1 2\n"))
	if g, ok := match(sparse.Network, numbered.Network); !ok || !g.HasEdge(0, 1) {
		t.Error("0, 1, 2 in a file and the numbers of a graph were not matched")
	}
}

// Statistics are chosen by name, and graphs come from standard input too, in any format.
func TestStatsChosen(t *testing.T) {
	run := func(stdin string, args ...string) (status int, stdout, stderr string) {
		var out, err bytes.Buffer
		status = Run(t.Context(), args, strings.NewReader(stdin), &out, &err)
		return status, out.String(), err.String()
	}
	for _, c := range []struct {
		stdin, args, want string // the names of the statistics
	}{
		{"", "stats karate --only triangles,diameter", "diameter seed triangles"},
		{paw, "stats - --only nodes --only edges", "edges nodes seed"},
		{paw, "stats - --only nodes,lcc --without lcc", "nodes seed"},
		{"a,b\n1,2\n", "stats - --only nodes --format csv --header yes", "nodes seed"},
		{paw, "compare - karate --only nodes,ks_degree", "ks_degree nodes"},
	} {
		status, stdout, stderr := run(c.stdin, append(strings.Fields(c.args), "--json")...)
		if status != 0 {
			t.Errorf("%s: status %d, %s", c.args, status, stderr)
			continue
		}
		if got := strings.Join(slices.Sorted(maps.Keys(document(t, stdout))), " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.args, got, c.want)
		}
	}
	_, whole, _ := run("", "stats", "karate", "--json")
	_, less, _ := run("", "stats", "karate", "--json", "--without", "cpl")
	if a, b := document(t, whole), document(t, less); len(b) != len(a)-1 || b["cpl"] != nil || a["cpl"] == nil {
		t.Errorf("without cpl: %s", less)
	}
	// Advice about a file names an option.
	for stdin, want := range map[string]string{
		"caf\xe9 b\n": "latin1", "source target\n": "--header no", "": "no edges",
	} {
		if status, _, stderr := run(stdin, "stats", "-"); status != 1 || !strings.Contains(stderr, want) || strings.Contains(stderr, "Options") {
			t.Errorf("%q: status %d, %s", stdin, status, stderr)
		}
	}
}

// A diameter that takes more than the effort is given by bounds, which say so.
func TestBoundedDiameter(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var edges strings.Builder
	for range 4000 {
		fmt.Fprintln(&edges, r.IntN(2000), r.IntN(2000))
	}
	file := graphFile(t, "random.txt", edges.String())
	status, stdout, stderr := call(t, "stats", file, "--only", "diameter", "--effort", "0")
	if status != 0 || !strings.Contains(stdout, "bounds") {
		t.Errorf("status %d, %s%s", status, stdout, stderr)
	}
	_, stdout, _ = call(t, "stats", file, "--only", "diameter", "--effort", "0", "--json")
	d := document(t, stdout)
	most := d["estimates"].(map[string]any)["diameter"].(map[string]any)["at_most"].(float64)
	_, stdout, _ = call(t, "stats", file, "--only", "diameter", "--json")
	if exact := document(t, stdout)["diameter"].(float64); d["diameter"].(float64) > exact || most < exact || most == d["diameter"] {
		t.Errorf("between %v and %v, and is %v", d["diameter"], most, exact)
	}
}

// What a file holds and a graph does not, and a file that may be read in two ways, are not
// passed over in silence.
func TestWhatAFileHoldsIsNoted(t *testing.T) {
	for text, want := range map[string]string{
		"0 1 0.5\n1 0 2\n1 1 1\n1 2 1\n": "dropped 1 loop, 1 duplicate, 2 weights",
		"source,target\n0,1\n1,2\n":      "header: source,target",
		"0 1\n1 2\n":                     "",
	} {
		path := graphFile(t, "g.txt", text)
		for _, args := range []string{"stats " + path + " --only nodes", "compare karate " + path + " --only nodes", "run privdpr --mode nonprivate --set Batch=2 --graph " + path} {
			status, _, stderr := call(t, strings.Fields(args)...)
			if status != 0 || !strings.Contains(stderr, want) || strings.Contains(stderr, path) != (want != "") {
				t.Errorf("gdp %s: status %d, %q, want %q", args, status, stderr, want)
			}
		}
		// What was dropped is private under a session; which line is the header is not.
		if want != "" && !strings.Contains(want, "header") {
			want = ""
		}
		status, _, stderr := call(t, strings.Fields("run privdpr --mode strict --epsilon 1 --nodes 3 --graph "+path)...)
		if status != 0 || !strings.Contains(stderr, want) || strings.Contains(stderr, path) != (want != "") {
			t.Errorf("a session on %q: status %d, %q, want %q", text, status, stderr, want)
		}
	}
	path := graphFile(t, "g.csv", "person,friend\nanna,bert\nbert,carl\n")
	says(t, 1, "--header yes if they name the columns, else --header no", "stats", path)
	shown(t, "nodes  3", "stats", path, "--only", "nodes", "--header=yes")
}

// Two embeddings are compared by the ids of their rows, in any order. Embeddings of different nodes
// are refused.
func TestEmbeddingsAreCompared(t *testing.T) {
	rows := []string{"a 1 0", "b 0.9 0.1", "c 0 1", "d -1 0.2"}
	one := graphFile(t, "one.emb", strings.Join(rows, "\n")+"\n")
	slices.Reverse(rows)
	other := graphFile(t, "other.emb", strings.Join(rows, "\n")+"\n")
	stdout, _ := calls(t, "", "compare", one, other, "--json")
	if got := document(t, stdout); got["nodes"] != 4. || got["neighbours"].(float64) < 0.999 || got["residual"].(float64) > 1e-6 {
		t.Errorf("an embedding and itself: %v", got)
	}
	for _, bad := range []string{"karate", graphFile(t, "less.emb", "a 1 0\nb 1 1\nc 0 1\n"), graphFile(t, "none.emb", "a b\n")} {
		if status, _, stderr := call(t, "compare", one, bad); status == 0 || stderr == "" {
			t.Errorf("compared with %s", bad)
		}
	}
}

// An embedding is compared with its graph by its rows and by the scores in its file. Rows of the
// null control carry no information.
func TestAnEmbeddingIsComparedWithItsGraph(t *testing.T) {
	auc := map[string]float64{}
	for _, mode := range []string{"control", "null"} {
		path := filepath.Join(t.TempDir(), mode+".npz")
		calls(t, "", "run", "seprivgemb", "--mode", mode, "--graph", "karate", "--epsilon", "50", "--seed", "1", "--out", path)
		stdout, _ := calls(t, "", "compare", "karate", path, "--json")
		got := document(t, stdout)
		if auc[mode] = got["auc"].(float64); got["nodes"] != 34. || mode == "control" && got["strucequ"].(float64) < 0.8 {
			t.Errorf("%s: %v", mode, got)
		}
		shown(t, "columns                      128 and 128", "compare", path, path)
	}
	if auc["control"] < 0.75 || math.Abs(auc["null"]-0.5) > 0.2 {
		t.Errorf("AUC %v", auc)
	}
	says(t, 2, "the original graph comes first", "compare", graphFile(t, "x.emb", "a 1 0\nb 0 1\nc 1 1\n"), "karate")
	says(t, 1, "different nodes", "compare", "karate", graphFile(t, "y.emb", "a 1 0\nb 0 1\nc 1 1\n"))
}

// An interrupted command prints its results so far.
func TestInterruptedStatsPrintWhatThereIs(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out bytes.Buffer
	a := &app{methods: models.Methods(), out: &out, err: io.Discard}
	root := a.root()
	root.SetArgs([]string{"stats", "karate", "--json"})
	if _, err := root.ExecuteContextC(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
	if s := out.String(); !strings.Contains(s, `"edges": 78`) || strings.Contains(s, "pagerank") {
		t.Errorf("%s is printed, want what takes no time", s)
	}
}
