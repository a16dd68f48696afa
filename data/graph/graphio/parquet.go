package graphio

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/columnar"
)

// The columns of a table of edges, and the name of its note.
const (
	parquetSource, parquetTarget = "source", "target"
	parquetNote                  = "graphdp"
)

// parquetNotes holds what a table of edges does not contain.
type parquetNotes struct {
	Nodes    *int     `json:"nodes,omitempty"` // nodes are 0 … Nodes-1
	Directed bool     `json:"directed,omitempty"`
	Alone    []string `json:"alone,omitempty"` // ids of nodes without edges
}

// writeParquet writes one row per edge, in ascending order.
func writeParquet(out io.Writer, w *graph.Network, _ byte) error {
	g := w.Graph
	ints, whole := w.IDs.Integers()
	notes := parquetNotes{Directed: g.Directed()}
	whole = whole || w.IDs == nil
	if declaresByNumber(w) {
		n := g.N()
		notes.Nodes = &n
	} else {
		for u := range int32(g.N()) {
			if g.Degree(u)+g.InDegree(u) == 0 {
				notes.Alone = append(notes.Alone, w.IDs.Name(u))
			}
		}
	}
	note, err := json.Marshal(notes)
	if err != nil {
		return err
	}
	var numbers [2][]int64
	var names [2][]string
	for u, v := range g.Edges() {
		for side, x := range [2]int32{u, v} {
			switch {
			case !whole:
				names[side] = append(names[side], w.IDs.Name(x))
			case w.IDs == nil:
				numbers[side] = append(numbers[side], int64(x))
			default:
				numbers[side] = append(numbers[side], ints[x])
			}
		}
	}
	columns := []columnar.Column{{Name: parquetSource, Values: numbers[0]}, {Name: parquetTarget, Values: numbers[1]}}
	if !whole {
		columns[0].Values, columns[1].Values = names[0], names[1]
	}
	return columnar.Parquet.Write(out, map[string]string{parquetNote: string(note)}, columns...)
}

// readParquet reads a table of edges, from this package or another program. Other columns are
// counted.
func readParquet(r *bufio.Reader, file string, o Options) (*graph.Network, graph.Report, error) {
	content, err := whole(r, "PAR1")
	if err != nil {
		return nil, graph.Report{}, wrap(file, truncated(err))
	}
	w, report, err := parquetNetwork(content, o)
	if err != nil {
		return nil, graph.Report{}, wrap(file, err)
	}
	return w, report, nil
}

func parquetNetwork(content []byte, o Options) (*graph.Network, graph.Report, error) {
	var report graph.Report
	f, err := columnar.Parquet.Open(content)
	if err != nil {
		return nil, report, err
	}
	columns := f.Columns()
	ends := [2]string{cmp.Or(o.Columns[0], parquetSource), cmp.Or(o.Columns[1], parquetTarget)}
	for _, name := range ends {
		if !slices.Contains(columns, name) {
			return nil, report, fmt.Errorf("no column %s: found %q; give the option columns with the names of two", name, columns)
		}
	}
	var notes parquetNotes
	note, ours := f.Note(parquetNote)
	if ours {
		if err := json.Unmarshal([]byte(note), &notes); err != nil {
			return nil, report, fmt.Errorf("the metadata %s, %q, is not the JSON of a graph: %w", parquetNote, quote(note), err)
		}
	}
	if !ours && f.Rows() == 0 && !o.declares() && !o.Occurring {
		return nil, report, errors.New("no edges, and the number of nodes is unknown")
	}
	sources, err := f.Read(ends[0])
	if err != nil {
		return nil, report, err
	}
	targets, err := f.Read(ends[1])
	if err != nil {
		return nil, report, err
	}
	var ids *graph.IDs
	var edges []graph.Edge
	n := 0
	switch from := sources.(type) {
	case []int64:
		to, ok := targets.([]int64)
		if !ok {
			return nil, report, errors.New("source has integers and target has text: use one type")
		}
		ids, n, edges, err = numberInts(from, to, notes, o)
	case []string:
		to, ok := targets.([]string)
		if !ok {
			return nil, report, errors.New("source has text and target has integers: use one type")
		}
		if notes.Nodes != nil {
			return nil, report, errors.New("ids are text, but the metadata declares integers")
		}
		var names []string
		if names, edges, err = numbered(from, to, notes.Alone); err == nil {
			n = len(names)
			ids, err = graph.StringIDs(names)
		}
	}
	if err != nil {
		return nil, report, err
	}
	order := seen(n, [][]graph.Edge{edges}) // before sorting the edges
	g, report, err := graph.FromEdges(n, edges, graph.Options{Directed: o.Direction.directed(notes.Directed)})
	if err != nil {
		return nil, report, err
	}
	report.AttributesDropped = (len(columns) - 2) * f.Rows()
	w := &graph.Network{Graph: g, IDs: ids, Seen: order, ReadOff: graph.ReadOff{Nodes: notes.Nodes == nil || n > sparseNodes}}
	return w, report, w.Check()
}

// numberInts numbers the nodes of a table of integers.
func numberInts(from, to []int64, notes parquetNotes, o Options) (*graph.IDs, int, []graph.Edge, error) {
	for i := range from {
		if least := min(from[i], to[i]); least < 0 {
			return nil, 0, nil, fmt.Errorf("row %d: id %d: must be at least 0", i, least)
		}
	}
	if notes.Nodes == nil {
		alone := make([]int64, len(notes.Alone))
		for i, text := range notes.Alone {
			x, err := strconv.ParseInt(text, 10, 64)
			if err != nil || x < 0 {
				return nil, 0, nil, fmt.Errorf("the metadata names the node %q, but ids must be integers of at least 0", quote(text))
			}
			alone[i] = x
		}
		list, edges, err := numbered(from, to, alone)
		if err != nil {
			return nil, 0, nil, err
		}
		if n := len(list); n == 0 || list[n-1] == int64(n-1) {
			return nil, n, edges, nil
		}
		ids, err := graph.IntIDs(list)
		return ids, len(list), edges, err
	}
	n := *notes.Nodes
	if n < 0 || n > graph.MaxNodes {
		return nil, 0, nil, fmt.Errorf("the metadata declares %d nodes: must be in [0, %d]", n, graph.MaxNodes)
	}
	if err := o.believed(n, len(from), "edges"); err != nil {
		return nil, 0, nil, err
	}
	edges := make([]graph.Edge, len(from))
	for i := range from {
		if most := max(from[i], to[i]); most >= int64(n) {
			return nil, 0, nil, fmt.Errorf("row %d: id %d, but the metadata declares %d nodes", i, most, n)
		}
		edges[i] = graph.Edge{U: int32(from[i]), V: int32(to[i])}
	}
	return nil, n, edges, nil
}

// numbered replaces ids by their rank among all ids, which it returns.
func numbered[T int64 | string](from, to, alone []T) ([]T, []graph.Edge, error) {
	all := slices.Concat(from, to, alone)
	slices.Sort(all)
	all = slices.Clip(slices.Compact(all))
	if len(all) > graph.MaxNodes {
		return nil, nil, fmt.Errorf("%d nodes: must be at most %d", len(all), graph.MaxNodes)
	}
	u, v := ranks(from, all), ranks(to, all)
	edges := make([]graph.Edge, len(from))
	for i := range edges {
		edges[i] = graph.Edge{U: u[i], V: v[i]}
	}
	return all, edges, nil
}
