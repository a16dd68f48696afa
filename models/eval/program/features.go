package program

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// failure is the release of a failed run, which reveals the failure.
type failure struct{ why string }

func (failure) Kind() release.Kind            { return "failure" }
func (f failure) Summary() fmt.Stringer       { return f }
func (f failure) String() string              { return f.why }
func (failure) Write(io.Writer, string) error { return nil }

// written is a graph with the file that the program wrote, whose order is released too.
type written struct {
	release.Graph
	file []byte
}

// empty holds the releases that replace those of failed runs in an attack.
var empty = map[release.Kind]release.Release{
	release.KindGraph: release.Graph{Network: &graph.Network{Graph: new(graph.Graph)}}, release.KindGraphs: release.Graphs{Collection: new(graph.Collection)},
	release.KindEmbedding: release.Embedding{Matrix: new(embed.Matrix)}, release.KindClassifier: release.Classifier{Model: &release.Scores{Classes: 1}}, release.KindStatistics: release.Statistics{},
}

// features are the named numbers of a release that an attack uses.
type features struct {
	names  []string
	values []float64
}

func (f *features) add(name string, x float64) {
	if math.IsNaN(x) {
		x = -1e30
	}
	f.names, f.values = append(f.names, name), append(f.values, min(max(x, -1e30), 1e30))
}

// of returns the features of a release of a kind. The nodes u and v are those that differ most
// between the two graphs.
func of(r release.Release, kind release.Kind, u, v int32) (f features) {
	failed, _ := r.(failure)
	if f.add("whether the run fails", map[bool]float64{true: 1}[failed.why != ""]); failed.why != "" {
		r = empty[kind]
	}
	switch r := r.(type) {
	case release.Graph:
		f.graph(r.Graph, u, v)
		f.order(nil, u, v)
	case written:
		f.graph(r.Graph.Graph, u, v)
		f.order(r.file, u, v)
	case release.Graphs:
		f.add("the number of graphs", float64(len(r.Graphs)))
		all, first := 0, new(graph.Graph)
		for i, w := range r.Graphs {
			all += w.Graph.M()
			if i == 0 {
				first = w.Graph
			}
		}
		f.add("the number of edges of all graphs", float64(all))
		f.graph(first, u, v)
	case release.Embedding:
		f.rows(r.N(), r.Dim(), r.Row, u, v)
	case release.Classifier:
		s := r.Model.(*release.Scores)
		f.rows(len(s.Values)/s.Classes, s.Classes, func(u int32) []float32 { return s.Values[int(u)*s.Classes:][:s.Classes] }, u, v)
	case release.Statistics:
		var all []float64
		for _, name := range slices.Sorted(maps.Keys(r)) {
			all = append(all, r[name]...)
		}
		total := lists.Sum(all)
		f.add("how many numbers there are", float64(len(all)))
		f.add("the sum of the numbers", total)
		f.entries("number", all, 32)
	}
	return f
}

// entries adds the first n numbers of a list, 0 for those that are missing.
func (f *features) entries(name string, list []float64, n int) {
	for i := range n {
		x := 0.0
		if i < len(list) {
			x = list[i]
		}
		f.add(fmt.Sprintf("%s %d", name, i+1), x)
	}
}

// graph adds the features of a graph.
func (f *features) graph(g *graph.Graph, u, v int32) {
	g = g.Undirected()
	isolated, leaves, largest, squares := 0, 0, 0, 0
	for _, d := range g.Degrees() {
		largest, squares = max(largest, int(d)), squares+int(d)*int(d)
		switch d {
		case 0:
			isolated++
		case 1:
			leaves++
		}
	}
	degree := func(w int32) float64 {
		if int(w) >= g.N() {
			return -1
		}
		return float64(g.Degree(w))
	}
	joined, common := 0., 0.
	if int(max(u, v)) < g.N() {
		for _, w := range g.Neighbors(u) {
			switch {
			case w == v:
				joined = 1
			case g.HasEdge(w, v):
				common++
			}
		}
	}
	triangles, _ := metric.Triangles(g)
	f.add("the number of nodes", float64(g.N()))
	f.add("the number of edges", float64(g.M()))
	f.add("the number of isolated nodes", float64(isolated))
	f.add("the number of nodes of degree 1", float64(leaves))
	f.add("the largest degree", float64(largest))
	f.add("the sum of squared degrees", float64(squares))
	f.add("the number of triangles", float64(triangles))
	f.add("the number of components", float64(g.Components().Count()))
	f.add(fmt.Sprintf("the degree of node %d", u), degree(u))
	f.add(fmt.Sprintf("the degree of node %d", v), degree(v))
	f.add(fmt.Sprintf("the edge between nodes %d and %d", u, v), joined)
	f.add(fmt.Sprintf("the common neighbours of nodes %d and %d", u, v), common)
}

// order adds the relative position of a pair of nodes in a file of edges.
func (f *features) order(file []byte, u, v int32) {
	place, lines := -1., bytes.Split(file, []byte("\n"))
	a, b := strconv.Itoa(int(u)), strconv.Itoa(int(v))
	for i, line := range lines {
		if x := strings.Fields(string(line)); len(x) > 1 && (x[0] == a && x[1] == b || x[0] == b && x[1] == a) {
			place = float64(i) / float64(len(lines))
			break
		}
	}
	f.add(fmt.Sprintf("the place in the file of the edge between nodes %d and %d", u, v), place)
}

// rows adds the features of a row of numbers for each node.
func (f *features) rows(n, columns int, row func(int32) []float32, u, v int32) {
	total, largest := 0., 0.
	of := map[int32][]float64{}
	for w := range int32(n) {
		for _, x := range row(w) {
			total, largest = total+float64(x), max(largest, math.Abs(float64(x)))
			if w == u || w == v {
				of[w] = append(of[w], float64(x))
			}
		}
	}
	norm := func(x []float64) (sum float64) {
		for _, y := range x {
			sum += y * y
		}
		return sum
	}
	product := 0.
	for i, x := range of[u] {
		if y := of[v]; i < len(y) {
			product += x * y[i]
		}
	}
	f.add("the number of rows", float64(n))
	f.add("the number of columns", float64(columns))
	f.add("the sum of all entries", total)
	f.add("the largest entry", largest)
	f.add(fmt.Sprintf("the squared norm of row %d", u), norm(of[u]))
	f.add(fmt.Sprintf("the squared norm of row %d", v), norm(of[v]))
	f.add(fmt.Sprintf("the product of rows %d and %d", u, v), product)
	for _, w := range []int32{u, v} {
		f.entries(fmt.Sprintf("row %d, entry", w), of[w], 8)
	}
}

// look returns the function that computes the features of an outcome.
func (p *Program) look(u, v int32) func(o method.Outcome) ([]float64, error) {
	return func(o method.Outcome) ([]float64, error) { return of(o.Release, p.kind, u, v).values, nil }
}
