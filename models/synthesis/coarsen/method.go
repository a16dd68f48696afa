package coarsen

import (
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the four coarsenings and their control.
var Method = method.Method{
	Name: "coarsen", About: "graphs sampled from a coarsened graph (non-private baselines)", Releases: release.KindGraph, Called: map[string]string{"SSumM": "ssumm", "LVN": "lvn", "Kron": "kron", "AD": "ad"},
	Modes: []method.Mode{Ssumm.Mode, Lvn.Mode, Kron.Mode, Ad.Mode, Chance.Mode},
}

// The modes.
var (
	Ssumm  = newMode(method.NonPrivate, "ssumm", "SSumM: merges nodes and drops superedges by minimum description length", Merged{usual})
	Lvn    = newMode(method.NonPrivate, "lvn", "LVN: contracts neighbourhoods of least local variation", Neighbourhoods{usual})
	Kron   = newMode(method.NonPrivate, "kron", "Kron: Kron reduction to a subset of the nodes", Reduced{usual})
	Ad     = newMode(method.NonPrivate, "ad", "AD: contracts edges of smallest algebraic distance", Matched{usual})
	Chance = newMode(method.Control, "chance", "control for the coarsening: random supernodes, exact edge counts between them", Scattered{usual})
)
