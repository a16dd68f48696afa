package netgan

import (
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the method.
var Method = method.Method{
	Name: "netgan", Called: map[string]string{"NetGAN": "nonprivate"}, About: "synthetic graphs by a GAN over random walks (non-private baseline)", Paper: "NETGAN18", Releases: release.KindGraphs,
	Modes: []method.Mode{NonPrivate.Mode},
}

// NonPrivate has the paper's setting, with a quarter of its width of what is read and of its batch,
// and far fewer steps at a higher rate: see docs/papers/netgan.md.
var NonPrivate = method.NewPlainCollection("netgan", method.Mode{
	Role: method.NonPrivate, Name: "nonprivate", About: "NetGAN, one generator and one critic per graph", Edition: 1,
}, Unprotected{Length: 16, Noise: 16, Hidden: 40, Judge: 30, Down: 32, Batch: 32, Steps: 300, Critics: 3, Rate: 0.002, Penalty: 10, Walks: 2048}, fit)
