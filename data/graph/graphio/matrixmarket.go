package graphio

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
)

// matrixMarket is the first word of a Matrix Market file.
const matrixMarket = "%%MatrixMarket"

func isMatrixMarket(text []byte) bool {
	return len(text) >= len(matrixMarket) && strings.EqualFold(string(text[:len(matrixMarket)]), matrixMarket)
}

// readMatrixMarket reads an adjacency matrix in coordinate format: pattern, integer or real,
// general or symmetric. The graph of a general matrix is directed: entry (i, j) is an arc from i to
// j. With the option Undirected it is half of an edge. Values other than 1 are counted as weights.
func readMatrixMarket(r *bufio.Reader, file string, o Options) (*graph.Network, graph.Report, error) {
	m := new(matrixMarketReader)
	if err := eachLine(r, file, m.line); err != nil {
		return nil, graph.Report{}, err
	}
	switch {
	case !m.sized:
		return nil, graph.Report{}, &Error{File: file, Reason: "file is cut short: no line of sizes"}
	case len(m.entries) < m.count:
		return nil, graph.Report{}, &Error{File: file, Reason: fmt.Sprintf("file is cut short: %d entries, but the sizes say %d", len(m.entries), m.count)}
	}
	if err := o.believed(m.nodes, m.count, "entries"); err != nil {
		return nil, graph.Report{}, wrap(file, err)
	}
	directed := o.Direction.directed(!m.symmetric)
	edges := m.entries
	if m.symmetric && directed { // the other half
		for _, e := range m.entries {
			if e.U != e.V {
				edges = append(edges, graph.Edge{U: e.V, V: e.U})
			}
		}
	}
	build := fromMatrix
	if m.symmetric {
		build = func(n int, edges []graph.Edge, directed bool) (*graph.Graph, graph.Report, error) {
			return graph.FromEdges(n, edges, graph.Options{Directed: directed})
		}
	}
	g, report, err := build(m.nodes, edges, directed)
	if err != nil {
		return nil, graph.Report{}, wrap(file, err)
	}
	report.WeightsDropped = m.weights
	m.readOff.Nodes = m.readOff.Nodes || m.nodes > sparseNodes
	return &graph.Network{Graph: g, ReadOff: graph.ReadOff{Nodes: m.readOff.Nodes}}, report, nil
}

type matrixMarketReader struct {
	headed, sized bool // banner and sizes have been read
	values        bool // entries have values
	symmetric     bool // each entry also means its mirror image
	nodes, count  int  // number of entries declared
	entries       []graph.Edge
	weights       int // entries other than 1
	readOff       graph.ReadOff
}

func (m *matrixMarketReader) line(_ int, text []byte) error {
	switch {
	case !m.headed:
		m.headed = true
		return m.banner(strings.Fields(strings.ToLower(string(text))))
	case len(text) == 0 || text[0] == '%':
		m.readOff = m.readOff.Or(readOffOf(text))
		return nil
	}
	words := strings.Fields(string(text))
	if !m.sized {
		m.sized = true
		return m.sizes(words)
	}
	return m.entry(words)
}

// banner parses the first line: the kind of matrix.
func (m *matrixMarketReader) banner(words []string) error {
	if len(words) != 5 || words[0] != strings.ToLower(matrixMarket) || words[1] != "matrix" {
		return errors.New("the first line must be like: " + matrixMarket + " matrix coordinate pattern symmetric")
	}
	for i, known := range [][]string{2: {"coordinate"}, 3: {"pattern", "integer", "real"}, 4: {"general", "symmetric"}} {
		if known != nil && !slices.Contains(known, words[i]) {
			return &Error{Text: quote(words[i]), Reason: "unsupported kind of matrix: must be " + strings.Join(known, " or ")}
		}
	}
	m.values, m.symmetric = words[3] != "pattern", words[4] == "symmetric"
	return nil
}

func (m *matrixMarketReader) sizes(words []string) error {
	var sizes [3]int
	if len(words) != len(sizes) {
		return errors.New("must be the sizes: rows columns entries")
	}
	for i, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || i < 2 && n > graph.MaxNodes {
			return errors.New("must be the sizes: rows columns entries")
		}
		sizes[i] = n
	}
	if sizes[0] != sizes[1] {
		return fmt.Errorf("%d rows and %d columns: an adjacency matrix must be square", sizes[0], sizes[1])
	}
	m.nodes, m.count = sizes[0], sizes[2]
	return nil
}

func (m *matrixMarketReader) entry(words []string) error {
	want := 2
	if m.values {
		want = 3
	}
	if len(words) != want {
		return fmt.Errorf("%d numbers: must be %d", len(words), want)
	}
	var place [2]int
	for i := range place {
		n, err := strconv.Atoi(words[i])
		if err != nil || n < 1 || n > m.nodes {
			return &Error{Text: quote(words[i]), Reason: fmt.Sprintf("want a row and a column of 1 … %d", m.nodes)}
		}
		place[i] = n - 1
	}
	if m.values {
		x, err := weight([]byte(words[2]))
		switch {
		case err != nil:
			return err
		case x == 0:
			return errors.New("entry 0 is ambiguous: remove it or give it another value")
		case x != 1:
			m.weights++
		}
	}
	if len(m.entries) == m.count {
		return fmt.Errorf("more than %d entries", m.count)
	}
	m.entries = append(m.entries, graph.Edge{U: int32(place[0]), V: int32(place[1])})
	return nil
}

// writeMatrixMarket writes the pattern of the adjacency matrix: the lower triangle if it is
// symmetric.
func writeMatrixMarket(out io.Writer, w *graph.Network, _ byte) error {
	bw := bufio.NewWriterSize(out, 1<<16)
	g := w.Graph
	kind := "symmetric"
	if g.Directed() {
		kind = "general"
	}
	fmt.Fprintf(bw, "%s matrix coordinate pattern %s\n", matrixMarket, kind)
	if w.ReadOff.Nodes {
		bw.WriteString(readOffComment + readOffNodes + "\n")
	}
	fmt.Fprintf(bw, "%d %d %d\n", g.N(), g.N(), g.M())
	for u, v := range g.Edges() {
		if !g.Directed() {
			u, v = v, u // row > column
		}
		bw.Write(strconv.AppendInt(bw.AvailableBuffer(), int64(u)+1, 10))
		bw.WriteByte(' ')
		bw.Write(append(strconv.AppendInt(bw.AvailableBuffer(), int64(v)+1, 10), '\n'))
	}
	return bw.Flush()
}
