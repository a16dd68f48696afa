package ask

import "github.com/graphdp/graphdp/gdp"

// Why some statistics are refused where nodes are hidden.
const (
	openWedges  = "one node can have more wedges than all others together, none closed, so the interval would reach nearly 0; ask for triangles and wedges instead"
	oneHub      = "one node can dominate its sums of degree powers, so the interval would cover nearly all of [-1, 1]"
	unpacked    = "one node can be in most 4-cycles; degree caps do not help, because the edges that they keep can change far from that node, and there are too many cycles to pack"
	unprojected = "one node changes the degrees of all its neighbours and so all their edges; degree caps do not help, because the edges that they keep can change far from that node"
)

// ofNodes are the reasons of both relations that hide nodes.
func ofNodes(why string) map[gdp.Relation]string {
	return map[gdp.Relation]string{gdp.NodeLevel: why, gdp.NodeUnbounded: why}
}
