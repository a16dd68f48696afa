package graphio

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph"
)

// The suffixes of the files of a TU data set.
const (
	tuEdges       = "_A.txt"               // "u, v": nodes of all graphs, counted from 1
	tuIndicator   = "_graph_indicator.txt" // line u: the graph of node u, from 1
	tuGraphLabels = "_graph_labels.txt"    // line g: the class of graph g
	tuNodeLabels  = "_node_labels.txt"     // line u: the class of node u
	tuNodeAttrs   = "_node_attributes.txt" // line u: numbers, separated by commas
	tuReadOff     = "_read_off.txt"        // of this package: the word "nodes" if nodes were read off edges
)

// IsCollection reports whether a path looks like a collection: a folder or a .zip file.
func IsCollection(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir() || strings.HasSuffix(strings.ToLower(path), ".zip")
}

// ReadCollection reads a TU data set from a folder or a .zip file, or a folder with one file per
// graph, ordered by name. For a TU data set only the option Direction is used. Labels of graphs and
// nodes become classes in ascending order; labels and attributes of edges are ignored.
func ReadCollection(path string, o Options) (*graph.Collection, graph.Report, error) {
	if info, err := os.Stat(path); err != nil {
		return nil, graph.Report{}, fmt.Errorf("graphio: %w", err)
	} else if info.IsDir() {
		return ReadCollectionFS(file.Dir(path), path, o)
	}
	f, err := file.Regular(path, os.O_RDONLY, 0)
	if err != nil {
		return nil, graph.Report{}, fmt.Errorf("graphio: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, graph.Report{}, wrap(path, err)
	}
	z, err := zip.NewReader(f, info.Size())
	if err != nil {
		return nil, graph.Report{}, wrap(path, err)
	}
	return ReadCollectionFS(z, path, o)
}

// ReadCollectionFS is like [ReadCollection] for any file system; name is used in errors.
func ReadCollectionFS(fsys fs.FS, name string, o Options) (*graph.Collection, graph.Report, error) {
	if fsys == nil {
		return nil, graph.Report{}, &Error{File: name, Reason: "no file system"}
	}
	var found []string
	for _, pattern := range []string{"*" + tuEdges, "*/*" + tuEdges} {
		matches, err := fs.Glob(fsys, pattern)
		if err != nil {
			return nil, graph.Report{}, wrap(name, err)
		}
		found = append(found, matches...)
	}
	if o.Occurring { // where file names are private: a graph may have such a name
		found = slices.DeleteFunc(found, func(path string) bool {
			_, err := fs.Stat(fsys, strings.TrimSuffix(path, tuEdges)+tuIndicator)
			return err != nil
		})
	}
	if len(found) == 0 {
		return readFolder(fsys, name, o)
	}
	if len(found) > 1 {
		return nil, graph.Report{}, &Error{File: name, Reason: fmt.Sprintf("want one file NAME%s of a collection in TU format, found %d", tuEdges, len(found))}
	}
	t := &tuSet{fsys: fsys, name: name, prefix: strings.TrimSuffix(found[0], tuEdges)}
	c, report, err := t.read(o)
	if err != nil {
		return nil, graph.Report{}, err
	}
	if err := c.Check(); err != nil {
		return nil, graph.Report{}, wrap(name, err)
	}
	return c, report, nil
}

// tuSet is a TU data set being read.
type tuSet struct {
	fsys   fs.FS
	name   string  // folder name, for errors
	prefix string  // path of the files up to their suffixes
	graph  []int32 // graph of each node
	local  []int32 // index of each node in its graph
	sizes  []int   // number of nodes of each graph
}

// lines calls f with the lines of a file; the error for a missing one is fs.ErrNotExist.
func (t *tuSet) lines(suffix string, f func(line int, text []byte) error) error {
	file, err := t.fsys.Open(t.prefix + suffix)
	if err != nil {
		return wrap(t.name, err)
	}
	defer file.Close()
	return eachLine(file, path.Join(t.name, t.prefix+suffix), f)
}

func (t *tuSet) read(o Options) (*graph.Collection, graph.Report, error) {
	c := new(graph.Collection)
	var report graph.Report
	var err error
	if c.Labels, c.Classes, err = t.labels(tuGraphLabels); err != nil {
		return nil, report, err
	}
	c.ReadOff.Classes = c.Labels != nil
	if err := t.readIndicator(c.Labels); err != nil {
		return nil, report, err
	}
	nodeLabels, nodeClasses, err := t.labels(tuNodeLabels)
	if err != nil {
		return nil, report, err
	}
	if nodeLabels != nil && len(nodeLabels) != len(t.graph) {
		return nil, report, &Error{File: t.name, Reason: fmt.Sprintf("%d node labels for %d nodes", len(nodeLabels), len(t.graph))}
	}
	edges, err := t.readEdges()
	if err != nil {
		return nil, report, err
	}
	attrs, err := t.readAttrs()
	if err != nil {
		return nil, report, err
	}

	var readOff graph.ReadOff
	if err := t.lines(tuReadOff, func(_ int, text []byte) error {
		readOff = readOff.Or(readOffIn(strings.Fields(string(text))))
		return nil
	}); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, report, err
	}

	members := make([][]int32, len(t.sizes)) // nodes of each graph, as numbered in the file
	for u, g := range t.graph {
		members[g] = append(members[g], int32(u))
	}
	for i, size := range t.sizes {
		w := &graph.Network{ReadOff: graph.ReadOff{Nodes: readOff.Nodes}}
		var dropped graph.Report
		if w.Graph, dropped, err = fromMatrix(size, edges[i], o.Direction.directed(false)); err != nil {
			return nil, report, wrap(t.name, err)
		}
		report.Add(dropped)
		if nodeLabels != nil {
			w.Classes, w.ReadOff.Classes = nodeClasses, true
			w.Labels = make([]int32, size)
			for j, u := range members[i] {
				w.Labels[j] = nodeLabels[u]
			}
		}
		if attrs != nil {
			if w.Attrs, err = attrs.Select(members[i]); err != nil {
				return nil, report, wrap(t.name, err)
			}
		}
		if readOff.Nodes {
			if w, err = o.spread(w); err != nil {
				return nil, report, wrap(t.name, err)
			}
		}
		c.Graphs = append(c.Graphs, w)
	}
	return c, report, nil
}

// readIndicator reads the graph of each node. There are as many graphs as labels or, without
// labels, as the largest number, each with at least one node.
func (t *tuSet) readIndicator(labels []int32) error {
	err := t.lines(tuIndicator, func(line int, text []byte) error {
		g, err := strconv.Atoi(string(text))
		if err != nil || g < 1 || g > graph.MaxNodes || labels != nil && g > len(labels) {
			return errors.New("must be the number of a graph, counted from 1")
		}
		if len(t.graph) == graph.MaxNodes {
			return fmt.Errorf("more than %d nodes", graph.MaxNodes)
		}
		t.graph = append(t.graph, int32(g-1))
		return nil
	})
	if err != nil {
		return err
	}
	count := len(labels)
	if labels == nil && len(t.graph) > 0 {
		count = int(slices.Max(t.graph)) + 1
		if count > len(t.graph) {
			return &Error{File: t.name, Reason: fmt.Sprintf("%d graphs, but only %d nodes", count, len(t.graph))}
		}
	}
	t.sizes = make([]int, count)
	t.local = make([]int32, len(t.graph))
	for u, g := range t.graph {
		t.local[u] = int32(t.sizes[g])
		t.sizes[g]++
	}
	if empty := slices.Index(t.sizes, 0); empty >= 0 && labels == nil {
		return &Error{File: t.name, Reason: fmt.Sprintf("graph %d has no node in %s", empty+1, t.prefix+tuIndicator)}
	}
	return nil
}

func (t *tuSet) readEdges() ([][]graph.Edge, error) {
	edges := make([][]graph.Edge, len(t.sizes))
	var f fields
	err := t.lines(tuEdges, func(line int, text []byte) error {
		if len(text) == 0 {
			return nil
		}
		if err := f.split(text, ','); err != nil {
			return err
		}
		if len(f.list) != 2 {
			return errors.New("must be two nodes separated by a comma")
		}
		var ends [2]int
		for i := range ends {
			var err error
			if ends[i], err = strconv.Atoi(string(f.list[i])); err != nil || ends[i] < 1 || ends[i] > len(t.graph) {
				return fmt.Errorf("must be two nodes in [1, %d]", len(t.graph))
			}
		}
		u, v := ends[0]-1, ends[1]-1
		g := t.graph[u]
		if t.graph[v] != g {
			return fmt.Errorf("edge between graphs %d and %d", g+1, t.graph[v]+1)
		}
		edges[g] = append(edges[g], graph.Edge{U: t.local[u], V: t.local[v]})
		return nil
	})
	return edges, err
}

// labels reads a file of one integer per line, or returns nil if there is no file.
func (t *tuSet) labels(suffix string) (labels []int32, classes []string, err error) {
	labels = []int32{}
	var values []int
	err = t.lines(suffix, func(line int, text []byte) error {
		x, err := strconv.Atoi(string(text))
		if err != nil {
			return errors.New("must be one integer, the label")
		}
		values = append(values, x)
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	distinct := map[int]int32{}
	for _, x := range values {
		distinct[x] = 0
	}
	classes = []string{}
	for i, x := range slices.Sorted(maps.Keys(distinct)) {
		distinct[x] = int32(i)
		classes = append(classes, strconv.Itoa(x))
	}
	for _, x := range values {
		labels = append(labels, distinct[x])
	}
	return labels, classes, nil
}

// readAttrs returns nil if there is no file.
func (t *tuSet) readAttrs() (*graph.Attributes, error) {
	cols := 0
	var dense []float32
	rows := 0
	err := t.lines(tuNodeAttrs, func(line int, text []byte) error {
		row := bytes.Split(text, []byte{','})
		if line == 1 {
			cols = len(row)
		}
		if len(row) != cols {
			return fmt.Errorf("%d attributes: must be %d as above", len(row), cols)
		}
		for _, field := range row {
			x, err := strconv.ParseFloat(string(bytes.TrimSpace(field)), 32)
			if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
				return fmt.Errorf("attribute %q is not a finite number", quote(field))
			}
			dense = append(dense, float32(x))
		}
		rows++
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if rows != len(t.graph) {
		return nil, &Error{File: t.name, Reason: fmt.Sprintf("%d rows of attributes for %d nodes", rows, len(t.graph))}
	}
	attrs, err := fromDense(rows, cols, dense)
	return attrs, wrap(t.name, err)
}
