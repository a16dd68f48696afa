package graphrnn

import (
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Method is the method.
var Method = method.Method{
	Name: "graphrnn", About: "synthetic graphs by recurrent networks, a peer without privacy", Paper: "GRAPHRNN18", Releases: release.KindGraphs,
	Modes: []method.Mode{
		method.PlainCollection(method.NonPrivate, "nonprivate", "GraphRNN, a network for each graph", NonPrivate(), RunPlain),
	},
}
