package netgan

import (
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Method is the method.
var Method = method.Method{
	Name: "netgan", About: "synthetic graphs by random walks of an adversarial network, a peer without privacy", Paper: "NETGAN18", Releases: release.KindGraphs,
	Modes: []method.Mode{
		method.PlainCollection(method.NonPrivate, "nonprivate", "NetGAN, a pair of networks for each graph", NonPrivate(), RunPlain),
	},
}
