package coarsen

import (
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Method is the four coarsenings and their control.
var Method = method.Method{
	Name: "coarsen", About: "a graph drawn from one made smaller, a peer without privacy", Releases: release.KindGraph, Called: []string{"SSumM", "LVN", "Kron", "AD"},
	Modes: []method.Mode{
		method.Plain[Config](method.NonPrivate, "ssumm", "SSumM: merges supernodes, and drops superedges, by description length", Ssumm(), RunPlain),
		method.Plain[Config](method.NonPrivate, "lvn", "LVN: contracts neighbourhoods by local variation", Lvn(), RunPlain),
		method.Plain[Config](method.NonPrivate, "kron", "Kron: keeps some nodes, and the conductances that are seen from them", Kron(), RunPlain),
		method.Plain[Config](method.NonPrivate, "ad", "AD: contracts edges that are short by algebraic distance", Ad(), RunPlain),
		method.Plain[Config](method.Control, "chance", "supernodes by chance, and the edges between them: the control for supernodes", Chance(), RunPlain),
	},
}
