package ppr

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
)

// Row is a sparse row: the non-zero entries, by ascending node.
type Row struct {
	Nodes  []int32
	Values []float64
}

// At returns the entry of a node.
func (r Row) At(u int32) float64 {
	if i, ok := slices.BinarySearch(r.Nodes, u); ok {
		return r.Values[i]
	}
	return 0
}

// Top returns the k largest entries, ties by node, or all if there are fewer.
func (r Row) Top(k int) Row {
	order := lists.Upto[int](len(r.Nodes))
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(r.Values[j], r.Values[i]) })
	order = order[:max(0, min(k, len(order)))]
	slices.Sort(order)
	var top Row
	for _, i := range order {
		top.Nodes, top.Values = append(top.Nodes, r.Nodes[i]), append(top.Values, r.Values[i])
	}
	return top
}

// Walker computes rows one after the other. It stores the part of the graph that a row has reached,
// with local numbers, and reads each list of neighbours once per row. It is not safe for concurrent
// use.
type Walker struct {
	graph *graph.Graph
	loops bool

	table table // from nodes to their local numbers
	nodes []int32
	at    []place
	links []int32 // local numbers
	queue []int32
	step  []float64 // of the nodes in the queue
	order []uint64
}

// place is the state of a node that a row has reached.
type place struct {
	p, g     float64 // entry of the row, and residual
	d        float64 // degree
	from, to int32   // its neighbours in links; to is 0 before they are read
}

// NewWalker returns a walker on a graph. With loops every node is a neighbour of itself; without,
// only isolated nodes are, which have no other edge to follow.
func NewWalker(g *graph.Graph, loops bool) (*Walker, error) {
	if g == nil {
		return nil, errors.New("ppr: no graph")
	}
	if g.Directed() {
		return nil, errors.New("ppr: the graph is directed: use Undirected")
	}
	return &Walker{graph: g, loops: loops, table: newTable(g.N())}, nil
}

// begin resets the walker for a new root.
func (w *Walker) begin(root int32) error {
	if root < 0 || int(root) >= w.graph.N() {
		return fmt.Errorf("ppr: root %d is not one of the %d nodes", root, w.graph.N())
	}
	w.table.clear(w.nodes)
	w.nodes, w.at, w.links, w.queue = w.nodes[:0], w.at[:0], w.links[:0], w.queue[:0]
	w.local(root)
	return nil
}

// degree returns the number of edges of a node, its loop included.
func (w *Walker) degree(u int32) float64 {
	degree := w.graph.Degree(u)
	if w.loops || degree == 0 {
		degree++
	}
	return float64(degree)
}

// local returns the local number of a node.
func (w *Walker) local(u int32) int32 {
	if i := *w.table.find(u, w.nodes); i != 0 {
		return i - 1
	}
	return w.enter(u)
}

// enter assigns a local number to a node.
func (w *Walker) enter(u int32) int32 {
	slot := w.table.find(u, w.nodes)
	w.nodes = append(w.nodes, u)
	w.at = append(w.at, place{d: w.degree(u)})
	*slot = int32(len(w.nodes))
	w.table.grow(w.nodes)
	return int32(len(w.nodes)) - 1
}

// neighbours returns the local numbers of a node's neighbours, including itself if it has a loop.
// They are valid until the next call.
func (w *Walker) neighbours(i int32) []int32 {
	if w.at[i].to == 0 {
		w.read(i)
	}
	return w.links[w.at[i].from:w.at[i].to]
}

// read adds the neighbours of a node to links.
func (w *Walker) read(i int32) {
	list := w.graph.Neighbors(w.nodes[i])
	from := len(w.links)
	links := slices.Grow(w.links, len(list)+1)
	if w.loops || len(list) == 0 {
		links = append(links, i)
	}
	if slots := w.table.slots; w.table.shift == 0 {
		for _, v := range list {
			k := slots[v] - 1
			if k < 0 {
				k = w.enter(v)
			}
			links = append(links, k)
		}
	} else {
		for _, v := range list {
			links = append(links, w.local(v))
		}
	}
	w.links = links
	w.at[i].from, w.at[i].to = int32(from), int32(len(links))
}

// row returns the row stored in p.
func (w *Walker) row() Row {
	w.order = w.order[:0] // a node in the upper bits, its local number in the lower ones
	for i := range w.at {
		if w.at[i].p != 0 {
			w.order = append(w.order, uint64(w.nodes[i])<<32|uint64(i))
		}
	}
	slices.Sort(w.order)
	r := Row{make([]int32, len(w.order)), make([]float64, len(w.order))}
	for k, x := range w.order {
		r.Nodes[k], r.Values[k] = int32(x>>32), w.at[uint32(x)].p
	}
	return r
}

// table maps nodes to local numbers: by an array if there are few nodes, else by an open-addressing
// hash table.
type table struct {
	slots []int32 // local number plus 1; 0 if free
	shift uint    // of hashes; 0 for an array
}

// fewNodes is the largest number of nodes for an array.
const fewNodes = 1 << 16

func newTable(n int) table {
	if n <= fewNodes {
		return table{slots: make([]int32, n)}
	}
	return hashTable(8)
}

func hashTable(bits uint) table { return table{make([]int32, 1<<bits), 32 - bits} }

func (t *table) hash(u int32) uint32 { return uint32(u) * 0x9e3779b1 >> t.shift }

// find returns the slot of a node, which is 0 if it is not among nodes.
func (t *table) find(u int32, nodes []int32) *int32 {
	if t.shift == 0 {
		return &t.slots[u]
	}
	mask := uint32(len(t.slots) - 1)
	for at := t.hash(u); ; at = (at + 1) & mask {
		if i := t.slots[at]; i == 0 || nodes[i-1] == u {
			return &t.slots[at]
		}
	}
}

// grow keeps half of the hash table's slots free.
func (t *table) grow(nodes []int32) {
	if t.shift == 0 || 2*len(nodes) <= len(t.slots) {
		return
	}
	*t = hashTable(32 - t.shift + 2)
	for i, u := range nodes {
		*t.find(u, nodes[:i]) = int32(i + 1)
	}
}

// clear empties a table that holds the given nodes.
func (t *table) clear(nodes []int32) {
	if t.shift == 0 {
		for _, u := range nodes {
			t.slots[u] = 0
		}
		return
	}
	clear(t.slots)
}
