package graphio

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
)

// An assembly collects the nodes and edges of a document that names them by ids:
// GraphML. Nodes are numbered in the order in which they appear.
type assembly struct {
	directed   bool             // the document says so
	index      map[string]int32 // node by id
	names      []string         // id by node
	declared   []bool           // node by node: has it an element
	first      []int            // line where each node was first named
	edges      []graph.Edge
	classes    map[int32]string // node to class
	labelled   bool             // the document says that nodes have classes before any has one
	numbers    bool             // classes are integers
	weights    int              // other than 1
	attributes int              // not kept
	readOff    graph.ReadOff    // as the document says
}

// node returns the number of the node with this id, a new one if need be.
func (a *assembly) node(id string, line int) (int32, error) {
	if id == "" {
		return 0, errors.New("a node has no id, or an edge has no source or target: add the attribute")
	}
	u, ok := a.index[id]
	if !ok {
		if a.index == nil {
			a.index = map[string]int32{}
		}
		u = int32(len(a.names))
		a.index[id] = u
		a.names = append(a.names, id)
		a.declared = append(a.declared, false)
		a.first = append(a.first, line)
	}
	return u, nil
}

// declare returns node for the element of a node, which occurs once.
func (a *assembly) declare(id string, line int) (int32, error) {
	u, err := a.node(id, line)
	if err != nil {
		return 0, err
	}
	if a.declared[u] {
		return 0, &Error{Text: quote(id), Reason: "two nodes with one id"}
	}
	a.declared[u] = true
	return u, nil
}

func (a *assembly) edge(source, target string, line int) error {
	u, err := a.node(source, line)
	if err != nil {
		return err
	}
	v, err := a.node(target, line)
	if err != nil {
		return err
	}
	a.edges = append(a.edges, graph.Edge{U: u, V: v})
	return nil
}

// weight checks the weight of an edge, and counts it.
func (a *assembly) weight(text string) error {
	x, err := weight([]byte(strings.TrimSpace(text)))
	if err != nil {
		return &Error{Text: quote(text), Reason: err.Error()}
	}
	if x != 1 {
		a.weights++
	}
	return nil
}

// class notes the class of a node. Classes are numbers where the document says so.
func (a *assembly) class(u int32, text string) error {
	if a.classes == nil {
		a.classes = map[int32]string{}
	}
	if a.numbers {
		text = strings.TrimSpace(text)
		x, err := strconv.ParseInt(text, 10, 32)
		if err != nil || x < 0 {
			return &Error{Text: quote(text), Reason: "class that is not an integer of 0 or more"}
		}
		text = strconv.FormatInt(x, 10)
	}
	a.classes[u] = text
	return nil
}

// network makes the network when all is read.
func (a *assembly) network(o Options) (*graph.Network, graph.Report, error) {
	if u := slices.Index(a.declared, false); u >= 0 {
		return nil, graph.Report{}, &Error{Line: a.first[u], Text: quote(a.names[u]), Reason: "edge of a node that is not in the graph"}
	}
	w := new(graph.Network)
	var report graph.Report
	var err error
	if w.Graph, report, err = graph.FromEdges(len(a.names), a.edges, graph.Options{Directed: o.Direction.directed(a.directed)}); err != nil {
		return nil, report, err
	}
	report.WeightsDropped, report.AttributesDropped = a.weights, a.attributes
	if w.IDs, err = idsOf(a.names); err != nil {
		return nil, report, err
	}
	a.labels(w)
	return w, report, w.Check()
}

// labels turns classes into labels: numbers as they are, others by their rank.
func (a *assembly) labels(w *graph.Network) {
	w.ReadOff = a.readOff.Or(graph.ReadOff{Classes: a.labelled && !a.numbers})
	if a.classes == nil && !a.labelled {
		return
	}
	if !a.numbers {
		w.Classes = slices.Compact(slices.Sorted(maps.Values(a.classes)))
	}
	w.Labels = make([]int32, len(a.names))
	for u := range w.Labels {
		class, ok := a.classes[int32(u)]
		var label int
		switch {
		case !ok:
			label = graph.Unlabeled
		case a.numbers:
			label, _ = strconv.Atoi(class) // a.class checked it
		default:
			label, _ = slices.BinarySearch(w.Classes, class)
		}
		w.Labels[u] = int32(label)
	}
}

// idsOf makes ids of names: integers if all are, and none if node u is known as u.
func idsOf(names []string) (*graph.IDs, error) {
	ints, same := integers(names)
	switch {
	case ints == nil:
		return graph.StringIDs(names)
	case same:
		return nil, nil
	}
	return graph.IntIDs(ints)
}

// integers reads names as integers of 0 or more, in the spelling of strconv; nil
// when one is something else. same reports whether they are 0, 1, 2 …
func integers(names []string) (ints []int64, same bool) {
	ints, same = make([]int64, len(names)), true
	for u, name := range names {
		x, err := strconv.ParseInt(name, 10, 64)
		if err != nil || x < 0 || strconv.FormatInt(x, 10) != name {
			return nil, false
		}
		ints[u] = x
		same = same && x == int64(u)
	}
	return ints, same
}

// checkNames refuses strings as ids that would be read back as integers.
func checkNames(ids *graph.IDs) error {
	if _, ok := ids.Integers(); ok || ids.Len() == 0 {
		return nil
	}
	names := make([]string, ids.Len())
	for u := range names {
		names[u] = ids.Name(int32(u))
	}
	if ints, _ := integers(names); ints != nil {
		return errors.New("ids are strings that look like integers, which GraphML does not tell apart: write an edge list or .npz")
	}
	return nil
}

// class returns the class of a node in a document, "" when it has none.
func class(w *graph.Network, u int) (name string, ok bool) {
	if w.Labels == nil || w.Labels[u] == graph.Unlabeled {
		return "", false
	}
	if w.Classes != nil {
		return w.Classes[w.Labels[u]], true
	}
	return strconv.Itoa(int(w.Labels[u])), true
}
