package graphio

import (
	"archive/zip"
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
)

// The members of an archive, each NAME.npy. The adj_ and attr_ arrays are the compressed sparse
// rows of SciPy, as in the archives of shchur/gnn-benchmark.
const (
	adjData, adjIndices, adjIndptr, adjShape     = "adj_data", "adj_indices", "adj_indptr", "adj_shape"
	attrData, attrIndices, attrIndptr, attrShape = "attr_data", "attr_indices", "attr_indptr", "attr_shape"
	attrMatrix                                   = "attr_matrix" // dense, instead of the four
	npzLabels                                    = "labels"
	npzClasses                                   = "class_names"
	npzIDs                                       = "node_names"
	npzDirected                                  = "directed"   // written by this package if true
	edgeIndex                                    = "edge_index" // two rows of ends, instead of the adj_ arrays
)

// otherNames maps other authors' names of the sparse rows.
var otherNames = map[string]string{
	"adj_matrix.data": adjData, "adj_matrix.indices": adjIndices, "adj_matrix.indptr": adjIndptr, "adj_matrix.shape": adjShape,
	"attr_matrix.data": attrData, "attr_matrix.indices": attrIndices, "attr_matrix.indptr": attrIndptr, "attr_matrix.shape": attrShape,
}

// torchNames maps PyTorch Geometric's names of the arrays next to an edge_index.
var torchNames = map[string]string{"x": attrMatrix, "y": npzLabels}

// readNPZ reads an archive of arrays. Members with other names are ignored.
func readNPZ(r *bufio.Reader, file string, o Options) (*graph.Network, graph.Report, error) {
	raw, err := whole(r, "PK")
	if err != nil {
		return nil, graph.Report{}, wrap(file, truncated(err))
	}
	return readNPZAt(bytes.NewReader(raw), int64(len(raw)), file, o)
}

// readNPZAt is readNPZ for files that need not be in memory.
func readNPZAt(r io.ReaderAt, size int64, file string, o Options) (*graph.Network, graph.Report, error) {
	a, err := openArchive(r, size, file)
	if err != nil {
		return nil, graph.Report{}, err
	}
	if a.has(edgeIndex) && !a.has(adjShape) {
		for name, ours := range torchNames {
			if a.has(name) && !a.has(ours) {
				a.members[ours] = a.members[name]
			}
		}
	}
	w, report, err := a.network(o)
	if err != nil {
		return nil, graph.Report{}, wrap(file, err)
	}
	return w, report, nil
}

func openArchive(r io.ReaderAt, size int64, file string) (*archive, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, &Error{File: file, Reason: err.Error() + ", or it is cut short"}
	}
	a := &archive{size: size, members: map[string]*zip.File{}}
	for _, m := range z.File {
		name := strings.TrimSuffix(m.Name, ".npy")
		if other, ok := otherNames[name]; ok {
			name = other
		}
		if a.members[name] != nil {
			return nil, &Error{File: file, Reason: "two members have the same name", Text: quote(m.Name)}
		}
		a.members[name] = m
	}
	return a, nil
}

// archive finds members by name, without .npy.
type archive struct {
	size    int64 // file name
	members map[string]*zip.File
}

func (a *archive) has(name string) bool { return a.members[name] != nil }

// load reads a member with one of the functions of npy.go.
func load[T any](a *archive, name string, read func(*npyArray) (T, error)) (T, error) {
	var none T
	m := a.members[name]
	if m == nil {
		return none, fmt.Errorf("there is no array %s", name)
	}
	f, err := m.Open()
	if err != nil {
		return none, fmt.Errorf("%s: %w", name, err)
	}
	defer f.Close()
	array, err := openNPY(f)
	if err != nil {
		return none, fmt.Errorf("%s: %w", name, err)
	}
	if m.Method == zip.Store {
		array.sure = int(min(uint64(a.size), m.UncompressedSize64, uint64(array.count)*uint64(array.width)))
	}
	list, err := read(array)
	if err != nil {
		return none, fmt.Errorf("%s: %w", name, err)
	}
	return list, nil
}

// matrix holds the positions of the entries of a sparse matrix in an archive, checked.
type matrix struct {
	rows, cols int
	indptr     []int64
	indices    []int32
}

// matrix reads a matrix, and calls take with the value of each entry.
func (a *archive) matrix(shapeName, indptr, indices, data string, take func(x float32) error) (m matrix, err error) {
	shape, err := load(a, shapeName, readInts[int64])
	if err != nil {
		return m, err
	}
	if m.indptr, err = load(a, indptr, readInts[int64]); err != nil {
		return m, err
	}
	if m.indices, err = load(a, indices, readInts[int32]); err != nil {
		return m, err
	}
	entries, err := load(a, data, func(array *npyArray) (n int, err error) {
		err = array.floats(func(x float64) error {
			n++
			return take(float32(x))
		})
		return n, err
	})
	if err != nil {
		return m, err
	}
	switch {
	case len(shape) != 2 || shape[0] < 0 || shape[1] < 0 || shape[0] > graph.MaxNodes || shape[1] > math.MaxInt32:
		return m, fmt.Errorf("%s is %v: must be rows and columns", shapeName, shape)
	case int64(len(m.indptr)) != shape[0]+1:
		return m, fmt.Errorf("%s has %d entries, but %s declares %d rows", indptr, len(m.indptr), shapeName, shape[0])
	case len(m.indices) != entries:
		return m, fmt.Errorf("%s has %d entries and %s has %d", indices, len(m.indices), data, entries)
	case m.indptr[0] != 0 || m.indptr[shape[0]] != int64(len(m.indices)) || !slices.IsSorted(m.indptr):
		return m, fmt.Errorf("%s does not ascend from 0 to %d, the number of entries", indptr, len(m.indices))
	}
	for i, c := range m.indices {
		if c < 0 || int64(c) >= shape[1] {
			return m, fmt.Errorf("%s: entry %d is %d: must be in [0, %d]", indices, i, c, shape[1]-1)
		}
	}
	m.rows, m.cols = int(shape[0]), int(shape[1])
	return m, nil
}

// adjacency reads the adjacency matrix, and counts entries other than 1.
func (a *archive) adjacency() (adj matrix, weights int, err error) {
	place := -1
	adj, err = a.matrix(adjShape, adjIndptr, adjIndices, adjData, func(x float32) error {
		place++
		switch x {
		case 0:
			return fmt.Errorf("entry %d is 0, which is ambiguous: remove it or give it another value", place)
		case 1:
		default:
			weights++
		}
		return nil
	})
	if err == nil && adj.rows != adj.cols {
		err = fmt.Errorf("%s is %d by %d: must be square", adjShape, adj.rows, adj.cols)
	}
	return adj, weights, err
}

// edges returns the positions of the entries.
func (m matrix) edges() []graph.Edge {
	edges := make([]graph.Edge, len(m.indices))
	for u := range m.rows {
		for i := m.indptr[u]; i < m.indptr[u+1]; i++ {
			edges[i] = graph.Edge{U: int32(u), V: m.indices[i]}
		}
	}
	return edges
}

// ends reads the edges of an edge_index. Attributes, labels or the options determine the number of
// nodes; the edges do not.
func (a *archive) ends(o Options) (n int, edges []graph.Edge, err error) {
	var shape []int
	list, err := load(a, edgeIndex, func(array *npyArray) ([]int32, error) {
		shape = array.shape
		return readInts[int32](array)
	})
	if err != nil {
		return 0, nil, err
	}
	if len(shape) != 2 || shape[0] != 2 {
		return 0, nil, fmt.Errorf("%s has the shape %v: must have two rows, as pairs.T has", edgeIndex, shape)
	}
	rows := func(array *npyArray) (int, error) {
		if len(array.shape) == 0 || array.shape[0] > graph.MaxNodes {
			return 0, fmt.Errorf("the shape is %v: must have one row for each node", array.shape)
		}
		return array.shape[0], nil
	}
	switch {
	case a.has(attrMatrix):
		n, err = load(a, attrMatrix, rows)
	case a.has(npzLabels):
		n, err = load(a, npzLabels, rows)
	case o.Nodes > 0:
		n = o.Nodes
	default:
		err = fmt.Errorf("the number of nodes is unknown: %s has neither x nor y; give the option nodes", edgeIndex)
	}
	if err == nil {
		err = o.believed(n, shape[1], "edges") // a shape may declare a million empty rows
	}
	if err != nil {
		return 0, nil, err
	}
	for i := range list {
		if list[i] < 0 || int(list[i]) >= n {
			return 0, nil, fmt.Errorf("%s: node %d: must be in [0, %d]", edgeIndex, list[i], n-1)
		}
	}
	edges = make([]graph.Edge, shape[1])
	for i := range edges {
		edges[i] = graph.Edge{U: list[i], V: list[shape[1]+i]}
	}
	return n, edges, nil
}

func (a *archive) network(o Options) (*graph.Network, graph.Report, error) {
	var n, weights int
	var edges []graph.Edge
	var adj matrix
	var err error
	fromEdges := a.has(edgeIndex) && !a.has(adjShape)
	if fromEdges {
		n, edges, err = a.ends(o)
	} else {
		adj, weights, err = a.adjacency()
		n = adj.rows
	}
	if err != nil {
		return nil, graph.Report{}, err
	}
	directed := false
	if a.has(npzDirected) {
		flag, err := load(a, npzDirected, readInts[int32])
		if err != nil {
			return nil, graph.Report{}, err
		}
		directed = slices.Equal(flag, []int32{1})
	}
	w := new(graph.Network)
	var report graph.Report
	directed = o.Direction.directed(directed)
	clean := false
	if !fromEdges && !directed { // as written by this package
		w.Graph, clean = graph.FromSymmetric(adj.indptr, adj.indices)
	}
	if !clean {
		if !fromEdges {
			edges = adj.edges()
		}
		if w.Graph, report, err = fromMatrix(n, edges, directed); err != nil {
			return nil, report, err
		}
	}
	report.WeightsDropped = weights
	w.ReadOff.Nodes = fromEdges && n > sparseNodes

	if w.Attrs, err = a.attributes(n); err != nil {
		return nil, report, err
	}
	if a.has(npzLabels) {
		if w.Labels, err = load(a, npzLabels, readInts[int32]); err != nil {
			return nil, report, err
		}
		if w.Labels == nil {
			w.Labels = []int32{}
		}
	}
	if a.has(npzClasses) {
		// Files of other programs may store class names as objects: ignore these.
		if w.Classes, err = load(a, npzClasses, readStrings); err != nil && !errors.Is(err, errObjects) {
			return nil, report, err
		}
	}
	if w.IDs, err = a.ids(npzIDs); err != nil {
		return nil, report, err
	}
	if a.has(readOffName) {
		words, err := load(a, readOffName, readStrings)
		if err != nil {
			return nil, report, err
		}
		w.ReadOff = w.ReadOff.Or(readOffIn(words))
	}
	return w, report, w.Check()
}

// fromMatrix builds the graph of an adjacency matrix. Entries (u,v) and (v,u) of an undirected
// graph are one edge, not duplicates.
func fromMatrix(n int, entries []graph.Edge, directed bool) (*graph.Graph, graph.Report, error) {
	g, report, err := graph.FromEdges(n, entries, graph.Options{Directed: true})
	if err != nil {
		return nil, report, err
	}
	if !directed {
		g = g.Undirected()
	}
	return g, report, nil
}

func (a *archive) attributes(n int) (*graph.Attributes, error) {
	switch {
	case a.has(attrMatrix):
		var shape []int
		dense, err := load(a, attrMatrix, func(array *npyArray) ([]float32, error) {
			shape = array.shape
			return readFloats(array)
		})
		if err != nil {
			return nil, err
		}
		if len(shape) != 2 || shape[0] != n {
			return nil, fmt.Errorf("%s has the shape %v: must have %d rows", attrMatrix, shape, n)
		}
		return fromDense(shape[0], shape[1], dense)
	case !a.has(attrData) && !a.has(attrShape):
		return nil, nil
	}
	var data []float32
	m, err := a.matrix(attrShape, attrIndptr, attrIndices, attrData, func(x float32) error {
		data = append(data, x)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for u := range m.rows {
		sortRow(m.indices[m.indptr[u]:m.indptr[u+1]], data[m.indptr[u]:m.indptr[u+1]])
	}
	return graph.NewAttributes(m.cols, m.indptr, m.indices, data)
}

// fromDense returns the attributes in the rows of a dense matrix.
func fromDense(rows, cols int, dense []float32) (*graph.Attributes, error) {
	offsets := make([]int64, 1, rows+1)
	var indices []int32
	var values []float32
	for u := range rows {
		for c, x := range dense[u*cols : (u+1)*cols] {
			if x != 0 {
				indices = append(indices, int32(c))
				values = append(values, x)
			}
		}
		offsets = append(offsets, int64(len(indices)))
	}
	return graph.NewAttributes(cols, offsets, indices, values)
}

// sortRow sorts the columns of a row; SciPy leaves them in any order.
func sortRow(cols []int32, values []float32) {
	if slices.IsSorted(cols) {
		return
	}
	type entry struct {
		col   int32
		value float32
	}
	entries := make([]entry, len(cols))
	for i := range cols {
		entries[i] = entry{cols[i], values[i]}
	}
	slices.SortFunc(entries, func(a, b entry) int { return int(a.col) - int(b.col) })
	for i, e := range entries {
		cols[i], values[i] = e.col, e.value
	}
}

func (a *archive) ids(name string) (*graph.IDs, error) {
	if !a.has(name) {
		return nil, nil
	}
	ids, err := load(a, name, func(array *npyArray) (*graph.IDs, error) {
		if array.kind == 'U' || array.kind == 'S' {
			names, err := readStrings(array)
			if err != nil {
				return nil, err
			}
			return graph.StringIDs(names)
		}
		ints, err := readInts[int64](array)
		if err != nil {
			return nil, err
		}
		return graph.IntIDs(ints)
	})
	return ids, err
}
