package release

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parquet"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/method/split"
)

// path is a path of three nodes, and a node without edges.
func path(t *testing.T) Graph {
	t.Helper()
	return Graph{Network: &graph.Network{Graph: gdptest.Graph(t, 4, []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}})}}
}

func matrix(t *testing.T, rows ...[]float32) *embed.Matrix {
	t.Helper()
	return must.Get(embed.FromRows(rows))(t)
}

func ids(t *testing.T, names ...string) *graph.IDs {
	t.Helper()
	return must.Get(graph.StringIDs(names))(t)
}

type weights struct {
	W []float32 `json:"w"`
}

// Scores implements [Model].
func (weights) Scores(*graph.Network, int32) ([]float32, error) { return []float32{0, 1}, nil }

// Statistics are JSON, also compressed.
func TestStatistics(t *testing.T) {
	s := Statistics{"edges": {3, 0.1}, "nodes": {4}}
	var plain, zipped bytes.Buffer
	must.Do(t, errors.Join(s.Write(&plain, "S.JSON"), s.Write(&zipped, "s.json.gz")))
	z := must.Get(gzip.NewReader(&zipped))(t)
	text, err := io.ReadAll(z)
	if want := `{"edges":[3,0.1],"nodes":[4]}` + "\n"; err != nil || string(text) != want || plain.String() != want {
		t.Errorf("%s, %s, %v, want %s", text, plain.String(), err, want)
	}
}

// A classifier is written with the likeliest class and the scores of each node, by id, in four
// formats; where the features that it reads are private it is written as a model alone.
func TestClassifierIsATable(t *testing.T) {
	net := &graph.Network{Graph: path(t).Graph, Classes: []string{"x", "y,z"}}
	c := Classifier{Model: weights{[]float32{0.1}}, Classes: 2, IDs: ids(t, "a", "b", "c", "d"), Public: net}
	write := func(c Classifier, name string) string {
		t.Helper()
		var b bytes.Buffer
		must.Do(t, c.Write(&b, name))
		return b.String()
	}
	for _, x := range []struct {
		c         Classifier
		csv, json string
	}{
		{
			c, "node,predicted,s0,s1\na,\"y,z\",0,1\nb,\"y,z\",0,1\nc,\"y,z\",0,1\nd,\"y,z\",0,1\n",
			`{"classes":2,"class_names":["x","y,z"],"ids":["a","b","c","d"],"shape":[4,2],"predicted":[1,1,1,1],"scores":[0,1,0,1,0,1,0,1],"model_of":"release.weights","model":{"w":[0.1]}}`,
		},
		{
			Classifier{Model: &Scores{Classes: 2, Values: []float32{1, 2, 4, 3}}, Classes: 2}, "node,predicted,s0,s1\n0,1,1,2\n1,0,4,3\n",
			`{"classes":2,"shape":[2,2],"predicted":[1,0],"scores":[1,2,4,3]}`,
		},
	} {
		if got := write(x.c, "c.csv"); got != x.csv {
			t.Errorf("%s, want %s", got, x.csv)
		}
		if got := write(x.c, "c.json"); got != x.json+"\n" {
			t.Errorf("%s, want %s", got, x.json)
		}
		table, err := parquet.Open([]byte(write(x.c, "c.parquet")))
		if err != nil || !slices.Equal(table.Columns(), []string{"node", "predicted", "s0", "s1"}) {
			t.Errorf("%v", err)
		}
	}
	text := write(c, "c.npz")
	z := must.Get(zip.NewReader(strings.NewReader(text), int64(len(text))))(t)
	var names []string
	for _, f := range z.File {
		names = append(names, f.Name)
	}
	if want := []string{"predicted.npy", "scores.npy", "ids.npy", "class_names.npy"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
	c.Public = nil
	for _, name := range []string{"c.csv", "c.npz", "c.parquet"} {
		if err := c.Write(io.Discard, name); !errors.Is(err, ErrNoTable) {
			t.Errorf("private features as %s: %v", name, err)
		}
	}
	if got := write(c, "c.json"); got != `{"classes":2,"model_of":"release.weights","model":{"w":[0.1]}}`+"\n" {
		t.Error(got)
	}
	c.Public, c.IDs = net, ids(t, "a")
	if err := c.Write(io.Discard, "c.json"); err == nil {
		t.Error("one id for four nodes")
	}
}

// Writable checks the output before there is anything to write.
func TestWritable(t *testing.T) {
	releases := map[Kind]Release{
		KindGraph: path(t), KindEmbedding: Embedding{Matrix: matrix(t, []float32{1})},
		KindClassifier: Classifier{Model: &Scores{Classes: 1, Values: []float32{1}}, Classes: 1}, KindStatistics: Statistics{},
	}
	for kind, r := range releases {
		if r.Kind() != kind {
			t.Errorf("a %T is of kind %s, want %s", r, r.Kind(), kind)
		}
		if !slices.Contains(kind.Extensions(), kind.Extension()) {
			t.Errorf("%s is written to %s, which is none of %v", kind, kind.Extension(), kind.Extensions())
		}
		for _, name := range append([]string{"x.doc", "x", "x.adjlist", "x.json", "x.txt"}, kind.Extensions()...) {
			says, does := kind.Writable("a"+name), r.Write(new(bytes.Buffer), "a"+name)
			if (says == nil) != (does == nil) {
				t.Errorf("%s to %s: announced %v, and is %v", kind, name, says, does)
			}
		}
		for _, e := range kind.Extensions() {
			if err := kind.Writable("a" + strings.ToUpper(e)); err != nil {
				t.Errorf("%s to %s: %v", kind, e, err)
			}
		}
	}
}

func TestSummary(t *testing.T) {
	for _, c := range []struct {
		release    Release
		text, json string
	}{
		{path(t), "a graph of 4 nodes and 2 edges", `{"nodes":4,"edges":2}`},
		{Embedding{Matrix: matrix(t, []float32{1, 2}, []float32{1, 2}, []float32{1, 2})}, "3 rows of 2 numbers", `{"nodes":3,"dim":2}`},
		{
			Classifier{Classes: 2, Split: split.Nodes{Train: []int32{0, 1, 2}, Test: []int32{3}}},
			"a classifier of 2 classes, trained on 3 nodes", `{"classes":2,"train_nodes":3,"test_nodes":1}`,
		},
		{Statistics{"a": {1, 2}, "b": nil}, "2 statistics", `{"a":2,"b":0}`},
	} {
		s := c.release.Summary()
		if text, err := json.Marshal(s); err != nil || string(text) != c.json || s.String() != c.text {
			t.Errorf("%s, %s (%v); want %s, %s", s, text, err, c.text, c.json)
		}
	}
}

// Ids are given to a release that has none.
func TestNamed(t *testing.T) {
	mine, theirs := ids(t, "a", "b", "c", "d"), ids(t, "p", "q", "r", "s")
	idsOf := func(r Release) *graph.IDs {
		switch x := r.(type) {
		case Graph:
			return x.IDs
		case Embedding:
			return x.IDs
		case Classifier:
			return x.IDs
		}
		return nil
	}
	bare, known := path(t), path(t)
	known.IDs = theirs
	m := matrix(t, []float32{1})
	for _, x := range []struct {
		r    Release
		want *graph.IDs
	}{
		{bare, mine}, {known, theirs}, {Embedding{Matrix: m}, mine}, {Embedding{Matrix: m, IDs: theirs}, theirs}, {Classifier{}, mine}, {Classifier{IDs: theirs}, theirs}, {Statistics{"a": {1}}, nil},
	} {
		if got := idsOf(Named(x.r, mine)); got != x.want {
			t.Errorf("%s has the ids %v, want %v", x.r.Kind(), got, x.want)
		}
	}
	if bare.IDs != nil || idsOf(Named(bare, nil)) != nil {
		t.Error("the release itself is named")
	}
}

// Pairs have the scores of the formula in [Pairs]; other nodes are refused.
func TestScore(t *testing.T) {
	e := Embedding{Matrix: matrix(t, []float32{1, 2}, []float32{3, 4}), Other: matrix(t, []float32{10, 0}, []float32{0, 100})}
	if got := e.Both(0, 1); got != 230 {
		t.Errorf("%v, want 2·100 + 3·10", got)
	}
	least := 0.5
	for want, p := range map[float64]*Pairs{
		11:  nil,                       // 1·3 + 2·4
		6:   {Weight: []float64{2, 3}}, // 2·3
		-7:  {Bias: []float64{-3, -5}}, // 1 - 3 - 5
		0.4: {Rows: [][]float64{{1}, {0.4}}},
		0.5: {Rows: [][]float64{{1}, {0.4}}, Least: &least},
		14:  {Block: []int32{1, 0}, Ends: [][]int32{{0, 1}}, Rates: []float64{7}, Weight: []float64{1, 2}},
		9:   {Block: []int32{1, 0}, Other: 9},
		8:   {Block: []int32{1, 0}, Other: 9, Listed: [][]int32{{1, 0}}, ListedRates: []float64{8}},
	} {
		e.Pairs = p
		score, err := e.Scores()
		if err != nil || score(0, 1) != want || score(1, 0) != want {
			t.Errorf("%+v: %v, want %v", p, err, want)
		}
	}
	for _, p := range []*Pairs{{Weight: []float64{1}}, {Block: []int32{0, 0}, Rates: []float64{1}}, {Listed: [][]int32{{1}}, ListedRates: []float64{1}}} {
		e.Pairs = p
		if _, err := e.Scores(); err == nil {
			t.Errorf("%+v scores pairs of two nodes", p)
		}
	}
}

// Nodes that are not there have no scores.
func TestScores(t *testing.T) {
	s := &Scores{Classes: 2, Values: []float32{1, 2, 3, 4}}
	if row, err := s.Scores(nil, 1); err != nil || len(row) != 2 || row[0] != 3 || row[1] != 4 {
		t.Errorf("%v, %v", row, err)
	}
	for _, u := range []int32{-1, 2} {
		if _, err := s.Scores(nil, u); err == nil {
			t.Errorf("node %d has scores", u)
		}
	}
	if _, err := new(Scores).Scores(nil, 0); err == nil {
		t.Error("scores of no classes")
	}
}
