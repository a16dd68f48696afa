package coarsen

import (
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the four coarsenings and their control.
var Method = method.Method{
	Name: "coarsen", About: "graphs sampled from a coarsened graph (non-private baselines)", Releases: release.KindGraph, Called: []string{"SSumM", "LVN", "Kron", "AD"},
	Modes: []method.Mode{
		method.PlainOld[Config](method.NonPrivate, "ssumm", "SSumM: merges nodes and drops superedges by minimum description length", Ssumm(), RunPlain),
		method.PlainOld[Config](method.NonPrivate, "lvn", "LVN: contracts neighbourhoods of least local variation", Lvn(), RunPlain),
		method.PlainOld[Config](method.NonPrivate, "kron", "Kron: Kron reduction to a subset of the nodes", Kron(), RunPlain),
		method.PlainOld[Config](method.NonPrivate, "ad", "AD: contracts edges of smallest algebraic distance", Ad(), RunPlain),
		method.PlainOld[Config](method.Control, "chance", "control for the coarsening: random supernodes, exact edge counts between them", Chance(), RunPlain),
	},
}
