package method

import (
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// Declared refuses a graph whose nodes or classes were read from private edges or labels, if the
// relation makes them public. name is the data set, nodes the declaration of a study. The error is
// for the curator only; it explains how the file can declare them.
func Declared(name, nodes string, rel gdp.Relation, c *graph.Collection) error {
	if c == nil {
		return fmt.Errorf("method: no graphs in %s", name)
	}
	if (rel == gdp.NodeLevel || rel == gdp.NodeUnbounded) && len(c.Graphs) == 1 && c.Graphs[0].ReadOff.Classes {
		return fmt.Errorf("%s declares no classes, and labels are private under the relation %v: a class with one node would reveal that node. "+
			"Give --classes A,B,… with all possible classes, or --classes none to run without labels; gdp convert %[1]s FILE.npz --classes A,B,… declares them in a file", name, rel)
	}
	i := slices.IndexFunc(c.Graphs, func(w *graph.Network) bool { return w.ReadOff.Nodes })
	if rel.OfGraphs() || nodes != "" || i < 0 {
		return nil
	}
	each := ""
	if len(c.Graphs) > 1 {
		each = " in each graph"
	}
	return fmt.Errorf("%s declares no nodes, and edges are private under the relation %v: a node that occurs in one edge would reveal that edge. "+
		"Declare the nodes%s: %s; or give --nodes %s if the list of occurring nodes is public, in which case nothing is proved", name, rel, each, howToDeclare(c.Graphs[i]), graph.Occurring)
}

// howToDeclare returns how the nodes of a graph can be declared.
func howToDeclare(w *graph.Network) string {
	n := w.Graph.N()
	list, whole := w.IDs.Integers()
	switch {
	case n == 0:
		return "--nodes N, or a file of ids"
	case w.IDs == nil:
		return fmt.Sprintf("ids 0 to %d: --nodes %d, if that is public", n-1, n)
	case whole && slices.Max(list) >= graph.MaxNodes:
		return fmt.Sprintf("ids %d to %d: --nodes FILE, with an id in each line", slices.Min(list), slices.Max(list))
	case whole:
		return fmt.Sprintf("ids %d to %d: --nodes %d, if that is public, or a file with an id in each line", slices.Min(list), slices.Max(list), slices.Max(list)+1)
	}
	return "ids are names: --nodes FILE, with one in each line"
}

// DeclaredNodes returns session options that declare the nodes of a graph: none if the graph
// declares them, otherwise the nodes that occur, or under node-unbounded a universe of n ids. It
// declares no universe of 0 nodes.
func DeclaredNodes(rel gdp.Relation, nodes string, n int, ids *graph.IDs) []gdp.Option {
	switch {
	case nodes == graph.Occurring:
		return []gdp.Option{gdp.NodesThatOccur()}
	case rel != gdp.NodeUnbounded || n == 0:
		return nil
	case ids != nil:
		return []gdp.Option{gdp.NodesOf(ids)}
	}
	return []gdp.Option{gdp.Nodes(n)}
}
