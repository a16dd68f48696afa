package ask

import "github.com/graphdp/graphdp/gdp"

// Why some statistics are refused where nodes are hidden.
const (
	openWedges  = "one node can have more wedges than all others together, none of them closed, and no private number says that none has: the interval would reach down to nearly 0. Triangles and wedges can be asked"
	oneHub      = "it is a ratio of sums of powers of degrees, to which one node can add more than all others together: the interval would be nearly all from -1 to 1"
	unpacked    = "a node can be in most of all cycles. Leaving out edges beyond a cap bounds what it moves of degrees, but the edges that are left can change far from it; and a packing of cycles, as of triangles, is of more than can be packed"
	unprojected = "a node moves the degrees of all its neighbours, and so all of their edges. Leaving out edges beyond a cap bounds what it moves of degrees, but the edges that are left can change far from it"
)

// ofNodes are the reasons of both relations that hide nodes.
func ofNodes(why string) map[gdp.Relation]string {
	return map[gdp.Relation]string{gdp.NodeLevel: why, gdp.NodeUnbounded: why}
}
