package graphio

import (
	"bufio"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/lists"
)

// parsedBlock is the result of parsing a block of lines.
type parsedBlock struct {
	edges  []graph.Edge // by the worker's numbering
	worker int
	lines  int
}

// readEdgeList reads blocks of lines in parallel. Each worker numbers the ids it meets; once all
// ids are known, nodes are numbered by rank.
func readEdgeList(r *bufio.Reader, file string, o Options) (*graph.Network, graph.Report, error) {
	d, body, err := readHead(r, file, o)
	if err != nil {
		return nil, graph.Report{}, err
	}
	parsers := make([]*edgeParser, runtime.GOMAXPROCS(0))
	for w := range parsers {
		parsers[w] = newEdgeParser(d)
	}
	for _, id := range d.extra {
		if _, err := parsers[0].id([]byte(id)); err != nil {
			return nil, graph.Report{}, &Error{File: file, Text: "# node " + id, Reason: err.Error()}
		}
	}

	var mu sync.Mutex
	var blocks []parsedBlock
	err = eachBlock(body, len(parsers), func(w, index int, data []byte) error {
		edges, lines, err := parsers[w].parse(data)
		mu.Lock()
		defer mu.Unlock()
		blocks = append(blocks, make([]parsedBlock, max(0, index+1-len(blocks)))...)
		blocks[index] = parsedBlock{edges, w, lines}
		if err != nil {
			return &lineError{err, index}
		}
		return nil
	})
	if err != nil {
		return nil, graph.Report{}, placeError(err, file, d.lines, blocks)
	}

	if err := noEdges(d, blocks, o); err != nil {
		return nil, graph.Report{}, &Error{File: file, Reason: err.Error()}
	}
	ids, n, err := number(d, parsers, blocks, o)
	if err != nil {
		return nil, graph.Report{}, wrap(file, err)
	}
	if d.names && loneFirst(blocks) {
		return nil, graph.Report{}, &Error{File: file, Line: d.lines + 1, Reason: "the ids of the first line occur nowhere else: give the option header=yes if they name the columns, else the option header=no"}
	}
	var report graph.Report
	chunks := lists.Map(blocks, func(b parsedBlock) []graph.Edge { return b.edges })
	report.Header, report.Columns = d.header, d.shape()
	for _, p := range parsers {
		report.WeightsDropped += p.weights
		report.AttributesDropped += p.attributes
	}
	order := seen(n, chunks) // before sorting the edges
	g, dropped, err := graph.FromChunks(n, chunks, graph.Options{Directed: o.Direction.directed(d.directed)})
	if err != nil {
		return nil, graph.Report{}, wrap(file, err)
	}
	report.Add(dropped)
	readOff := graph.ReadOff{Nodes: d.nodes < 0 || d.declared && n > sparseNodes}
	return &graph.Network{Graph: g, IDs: ids, Seen: order, ReadOff: readOff}, report, nil
}

// seen returns when each node is first named; nodes without an edge come last.
func seen(n int, chunks [][]graph.Edge) []int32 {
	list, next := make([]int32, n), int32(0)
	name := func(u int32) {
		if list[u] == 0 {
			next++
			list[u] = next
		}
	}
	for _, chunk := range chunks {
		for _, e := range chunk {
			name(e.U)
			name(e.V)
		}
	}
	for u := range list {
		name(int32(u))
		list[u]--
	}
	return list
}

// loneFirst reports whether the ids of the first of several edges occur in no other edge.
func loneFirst(blocks []parsedBlock) bool {
	if len(blocks[0].edges) == 0 || blocks[0].edges[0].U == blocks[0].edges[0].V {
		return false
	}
	first, edges := blocks[0].edges[0], -1
	for _, b := range blocks {
		edges += len(b.edges)
	}
	is := func(u int32) bool { return u == first.U || u == first.V }
	for i, b := range blocks {
		for j, e := range b.edges {
			if (is(e.U) || is(e.V)) && i+j > 0 {
				return false
			}
		}
	}
	return edges > 0
}

// lineError is an error in the last line that a block's worker has read.
type lineError struct {
	error
	block int
}

func (e *lineError) Unwrap() error { return e.error }

// placeError adds the line of the file to an error; above is the number of lines before the first
// block.
func placeError(err error, file string, above int, blocks []parsedBlock) error {
	line := above
	var bad *lineError
	if errors.As(err, &bad) {
		blocks = blocks[:bad.block+1]
	}
	for _, b := range blocks {
		line += b.lines
	}
	switch {
	case bad != nil:
		return at(file, line, nil, bad.error)
	case errors.Is(err, errLongLine):
		return &Error{File: file, Line: line + 1, Reason: err.Error()}
	}
	return wrap(file, truncated(err))
}

// noEdges returns an error if there are no edges and the nodes are not declared.
func noEdges(d *dialect, blocks []parsedBlock, o Options) error {
	for _, b := range blocks {
		if len(b.edges) > 0 {
			return nil
		}
	}
	switch {
	case d.nodes >= 0 || len(d.extra) > 0 || o.declares() || o.Occurring:
		return nil
	case d.header != "":
		return fmt.Errorf("no edges below the header %q; if the header is an edge, give the option header=no", quote(d.header))
	}
	return errors.New("no edges and no line \"# nodes N\": the number of nodes is unknown")
}

// number replaces the workers' numbers in blocks by nodes, and returns the number of nodes and
// their ids.
func number(d *dialect, parsers []*edgeParser, blocks []parsedBlock, o Options) (*graph.IDs, int, error) {
	edges := 0
	for _, b := range blocks {
		edges += len(b.edges)
	}
	if d.nodes >= 0 {
		if !d.declared {
			return nil, d.nodes, nil
		}
		return nil, d.nodes, o.believed(d.nodes, edges, "edges")
	}

	small := &parsers[0].seen
	var large []int64
	var names []string
	for i, p := range parsers {
		if i > 0 {
			small.union(&p.seen)
		}
		large = append(large, p.large.list...)
		names = append(names, p.names.list...)
	}
	small.index()
	slices.Sort(large)
	large = slices.Compact(large)
	slices.Sort(names)
	names = slices.Compact(names)
	if o.IDs == AutoIDs && !d.ours && !d.known {
		if err := oneForm(names); err != nil {
			return nil, 0, err
		}
	}
	n := small.count + len(large) + len(names)
	if n > graph.MaxNodes {
		return nil, 0, fmt.Errorf("%d nodes: must be at most %d", n, graph.MaxNodes)
	}
	if n == small.count && small.dense() {
		return nil, n, nil
	}

	// Number ^i of a worker is the i-th in its list: build lists of nodes from these.
	nodes := make([][]int32, len(parsers))
	for w, p := range parsers {
		nodes[w] = append(ranks(p.large.list, large), ranks(p.names.list, names)...)
		for i := range nodes[w] {
			nodes[w][i] += int32(small.count)
		}
	}
	parallel.Blocks(len(blocks), 1, func(_, i, _ int) {
		own := nodes[blocks[i].worker]
		node := func(id int32) int32 {
			if id < 0 {
				return own[^id]
			}
			return small.rank(id)
		}
		for j, e := range blocks[i].edges {
			blocks[i].edges[j] = graph.Edge{U: node(e.U), V: node(e.V)}
		}
	})
	if d.strings {
		ids, err := graph.StringIDs(names)
		return ids, n, err
	}
	ids, err := graph.IntIDs(append(small.members(), large...))
	return ids, n, err
}

// ranks returns the index in all, which is sorted, of each value in some.
func ranks[T int64 | string](some, all []T) []int32 {
	list := make([]int32, len(some))
	for i, x := range some {
		r, _ := slices.BinarySearch(all, x)
		list[i] = int32(r)
	}
	return list
}
