package method

// Holds returns how many bytes a run with this configuration holds at least beside a graph, which
// has so many nodes and edges: what a configuration says that has such a method, and 0 for others.
func Holds(config any, nodes, edges int) int64 {
	if c, ok := config.(interface{ Holds(nodes, edges int) int64 }); ok {
		return c.Holds(nodes, edges)
	}
	return 0
}
