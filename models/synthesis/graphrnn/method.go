package graphrnn

import (
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the method.
var Method = method.Method{
	Name: "graphrnn", About: "synthetic graphs by an autoregressive recurrent network (non-private baseline)", Paper: "GRAPHRNN18", Releases: release.KindGraphs,
	Modes: []method.Mode{
		method.PlainCollectionOld(method.NonPrivate, "nonprivate", "GraphRNN, one network per graph", NonPrivate(), RunPlain),
	},
}
