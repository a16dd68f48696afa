package graphio

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/graphdp/graphdp/data/graph"
)

// readMETIS reads the format of METIS: a line "n m [fmt [ncon]]", then for each
// node a line of its neighbours, counted from 1; lines that begin with % are
// comments. Weights and sizes of nodes are checked and not kept, weights of
// edges counted. As METIS demands, each edge must be in the lists of both its
// ends, without loops and repetitions, and m must be right.
func readMETIS(r io.Reader, file string, o Options) (*graph.Network, graph.Report, error) {
	m := new(metisReader)
	err := eachLine(r, file, m.line)
	if err != nil {
		return nil, graph.Report{}, err
	}
	if m.node < m.nodes || !m.headed {
		return nil, graph.Report{}, &Error{File: file, Reason: fmt.Sprintf("file is cut short: the head says %d nodes, but there are lines for %d", m.nodes, m.node)}
	}
	g, dropped, err := graph.FromEdges(m.nodes, m.arcs, graph.Options{Directed: true})
	if err != nil {
		return nil, graph.Report{}, wrap(file, err)
	}
	both := g.Undirected()
	switch {
	case dropped.DuplicatesDropped > 0:
		err = fmt.Errorf("%d neighbours are listed twice", dropped.DuplicatesDropped)
	case g.M() != 2*both.M():
		err = fmt.Errorf("%d edges are listed at one end only: list each edge at both ends", 2*both.M()-g.M())
	case both.M() != m.edges:
		err = fmt.Errorf("the header declares %d edges, found %d", m.edges, both.M())
	}
	if err != nil {
		return nil, graph.Report{}, wrap(file, err)
	}
	if !o.Direction.directed(false) {
		g = both
	}
	return &graph.Network{Graph: g, ReadOff: graph.ReadOff{Nodes: m.readOff.Nodes}}, graph.Report{WeightsDropped: m.weights / 2}, nil
}

type metisReader struct {
	headed       bool // the head was read
	nodes, edges int  // as it says
	sizes        bool // each node has a size
	nodeWeights  int  // number of weights of each node
	edgeWeights  bool
	node         int // nodes whose line was read
	arcs         []graph.Edge
	weights      int // arcs with a weight other than 1
	values       []int
	readOff      graph.ReadOff
}

func (m *metisReader) line(_ int, text []byte) error {
	if len(text) > 0 && text[0] == '%' {
		m.readOff = m.readOff.Or(readOffOf(text))
		return nil
	}
	if err := m.parse(text); err != nil {
		return err
	}
	if !m.headed {
		return m.head()
	}
	if m.node == m.nodes {
		if len(m.values) > 0 {
			return fmt.Errorf("more than %d lines of nodes", m.nodes)
		}
		return nil
	}
	m.node++
	return m.neighbours()
}

// parse reads the integers of a line.
func (m *metisReader) parse(text []byte) error {
	m.values = m.values[:0]
	for i := 0; i < len(text); {
		if text[i] == ' ' || text[i] == '\t' {
			i++
			continue
		}
		x, end := 0, i
		for ; end < len(text) && text[end]-'0' <= 9 && x <= graph.MaxNodes; end++ {
			x = 10*x + int(text[end]-'0')
		}
		if end == i || end < len(text) && text[end] != ' ' && text[end] != '\t' {
			return &Error{Text: quote(text[i:]), Reason: fmt.Sprintf("must be integers in [0, %d]", graph.MaxNodes)}
		}
		m.values = append(m.values, x)
		i = end
	}
	return nil
}

func (m *metisReader) head() error {
	v := m.values
	if len(v) < 2 || len(v) > 4 {
		return errors.New("the header must be: n m [fmt [ncon]]")
	}
	m.headed, m.nodes, m.edges = true, v[0], v[1]
	if len(v) > 2 {
		format := v[2]
		if format%10 > 1 || format/10%10 > 1 || format/100 > 1 {
			return errors.New("fmt must be up to three digits 0 or 1")
		}
		m.edgeWeights, m.sizes = format%10 == 1, format/100 == 1
		m.nodeWeights = format / 10 % 10
	}
	if len(v) > 3 {
		if m.nodeWeights == 0 && v[3] > 0 {
			return errors.New("ncon is given, but fmt declares no node weights")
		}
		m.nodeWeights = v[3]
	}
	return nil
}

func (m *metisReader) neighbours() error {
	list := m.values
	skip := m.nodeWeights
	if m.sizes {
		skip++
	}
	if len(list) < skip {
		return fmt.Errorf("must have %d numbers before the neighbours", skip)
	}
	list = list[skip:]
	step := 1
	if m.edgeWeights {
		step = 2
	}
	if len(list)%step != 0 {
		return errors.New("a neighbour has no weight")
	}
	for i := 0; i < len(list); i += step {
		v := list[i]
		if v < 1 || v > m.nodes || v == m.node {
			return fmt.Errorf("neighbour %d of node %d: must be another node in [1, %d]", v, m.node, m.nodes)
		}
		if m.edgeWeights && list[i+1] != 1 {
			m.weights++
		}
		m.arcs = append(m.arcs, graph.Edge{U: int32(m.node - 1), V: int32(v - 1)})
	}
	return nil
}

// writeMETIS writes an undirected graph; the format holds nothing else.
func writeMETIS(out io.Writer, w *graph.Network) error {
	if w.Graph.Directed() {
		return errors.New("METIS cannot hold directions: write .npz, or an undirected graph")
	}
	bw := bufio.NewWriterSize(out, 1<<16)
	g := w.Graph
	if w.ReadOff.Nodes {
		bw.WriteString(readOffComment + readOffNodes + "\n")
	}
	fmt.Fprintf(bw, "%d %d\n", g.N(), g.M())
	for u := range int32(g.N()) {
		for i, v := range g.Neighbors(u) {
			if i > 0 {
				bw.WriteByte(' ')
			}
			bw.Write(strconv.AppendInt(bw.AvailableBuffer(), int64(v)+1, 10))
		}
		bw.WriteByte('\n')
	}
	return bw.Flush()
}
