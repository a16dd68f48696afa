package pairs

import (
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the method and its control.
var Method = method.Method{
	Name: "pairs", About: "synthetic graphs by randomised response on all node pairs", Releases: release.KindGraphs, Also: []release.Kind{release.KindGraph}, Attack: &onOnePair,
	Modes: []method.Mode{Strict.Mode, Plain.Mode, Null.Mode},
}

// The modes.
var (
	Strict = newMode(method.Mode{
		Role: method.Strict, Name: "strict", About: "randomised response; noisy edges kept up to a noisy edge count", Edition: 1,
	}, Counted{CountShare: 0.02}, Counted.draw)
	Plain = newMode(method.Mode{
		Role: method.Other, Name: "plain", About: "randomised response; all noisy edges kept", Edition: 1,
	}, AsTheyCome{}, AsTheyCome.draw)
	Null = newMode(method.Mode{
		Role: method.Null, Name: "null", About: "uniform random graph; knows the node set and a noisy edge count", Edition: 1,
	}, Uniform{}, Uniform.draw)
)
