package netgan

import (
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the method.
var Method = method.Method{
	Name: "netgan", About: "synthetic graphs by a GAN over random walks (non-private baseline)", Paper: "NETGAN18", Releases: release.KindGraphs,
	Modes: []method.Mode{
		method.PlainCollectionOld(method.NonPrivate, "nonprivate", "NetGAN, one generator and one critic per graph", NonPrivate(), RunPlain),
	},
}
