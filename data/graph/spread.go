package graph

import (
	"fmt"
	"slices"
)

// Spread moves the nodes of a network to the positions of their ids among n ids: those listed in
// ids, or 0 … n-1 if ids is nil. The id of a node is that of the network's IDs, or its number if
// there are none. The other positions get isolated nodes, without attributes and labels and seen
// last; present tells the two apart. The nodes of the result are declared: [ReadOff]. The result is
// w itself if nothing changes. No error reveals which node has no position.
func (w *Network) Spread(n int, ids *IDs) (wide *Network, present []bool, err error) {
	if err := w.Check(); err != nil {
		return nil, nil, err
	}
	if n < 0 {
		return nil, nil, fmt.Errorf("graph: %d ids, want at least 0", n)
	}
	if ids != nil && ids.Len() != n {
		return nil, nil, fmt.Errorf("graph: %d names for %d ids", ids.Len(), n)
	}
	at := make([]int32, w.Graph.N()) // new position of each node
	present = make([]bool, n)
	same := w.Graph.N() == n && ids.Equal(w.IDs)
	for u := range at {
		place, err := w.IDs.place(int32(u), n, ids)
		if err != nil {
			return nil, nil, err
		}
		at[u], present[place] = place, true
		same = same && place == int32(u)
	}
	if same && !w.ReadOff.Nodes {
		return w, present, nil
	}
	if same {
		copied := *w
		copied.ReadOff.Nodes = false
		return &copied, present, nil
	}
	edges := make([]Edge, 0, w.Graph.M())
	for u, v := range w.Graph.Edges() {
		edges = append(edges, Edge{U: at[u], V: at[v]})
	}
	wide = &Network{IDs: ids, Classes: w.Classes, Seen: spreadOrder(w.Seen, at, n), ReadOff: ReadOff{Classes: w.ReadOff.Classes}}
	if wide.Graph, _, err = FromEdges(n, edges, Options{Directed: w.Graph.Directed()}); err != nil {
		return nil, nil, err
	}
	if w.Labels != nil {
		wide.Labels = make([]int32, n)
		for i := range wide.Labels {
			wide.Labels[i] = Unlabeled
		}
		for u, place := range at {
			wide.Labels[place] = w.Labels[u]
		}
	}
	if w.Attrs != nil {
		wide.Attrs = w.Attrs.spread(at, n)
	}
	return wide, present, nil
}

// place returns the position of node u among n ids.
func (ids *IDs) place(u int32, n int, among *IDs) (int32, error) {
	if among != nil {
		place, ok := among.Node(ids.Name(u))
		if !ok {
			return 0, fmt.Errorf("graph: a node has an id that is not among the %d declared", n)
		}
		return place, nil
	}
	id := int64(u)
	if list, whole := ids.Integers(); whole {
		id = list[u]
	} else if ids != nil {
		return 0, fmt.Errorf("graph: nodes have names, but the ids 0 … %d are declared: declare a list of names", n-1)
	}
	if id >= int64(n) {
		return 0, fmt.Errorf("graph: a node has an id above %d, the last declared", n-1)
	}
	return int32(id), nil
}

// spreadOrder returns the order in which nodes were seen for n positions: added nodes come last.
func spreadOrder(seen []int32, at []int32, n int) []int32 {
	if seen == nil {
		return nil
	}
	order := slices.Repeat([]int32{-1}, n)
	for u, place := range at {
		order[place] = seen[u]
	}
	next := int32(len(at))
	for i, x := range order {
		if x < 0 {
			order[i] = next
			next++
		}
	}
	return order
}

// spread returns a matrix of n rows whose row at[u] is row u of a; the others are empty.
func (a *Attributes) spread(at []int32, n int) *Attributes {
	from := slices.Repeat([]int32{-1}, n)
	for u, place := range at {
		from[place] = int32(u)
	}
	s := &Attributes{cols: a.cols, offsets: make([]int64, 1, n+1)}
	for _, u := range from {
		if u >= 0 {
			cols, values := a.Row(u)
			s.indices = append(s.indices, cols...)
			s.values = append(s.values, values...)
		}
		s.offsets = append(s.offsets, int64(len(s.indices)))
	}
	return s
}
