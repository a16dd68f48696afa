package tmf

import (
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis"
)

const (
	tells = "the number of added pairs is exact: it reveals how many edges passed the threshold"
	twice = tells + "; the threshold passes far more edges than the stated ε allows"
)

// Method is the method, and its control.
var Method = method.Method{
	Name: "tmf", About: "synthetic graphs by the Top-m-Filter: the largest noisy cells of the adjacency matrix", Paper: "TMF15", Releases: release.KindGraph, Attack: &synthesis.OnTwoNodes, Called: map[string]string{"TmF": "published"},
	Exhibits: synthesis.Queries("tmf", []string{"published", "strict", "null"}),
	Modes:    []method.Mode{Strict.Mode, Published.Mode, Pgb.Mode, Null.Mode},
}

// The modes.
var (
	Strict = synthesis.NewPrivate("tmf", method.Mode{
		Role: method.Strict, Name: "strict", About: "randomised response, thinned uniformly to a noisy edge count", Attack: &onBand,
	}, Thinned{CountShare: 0.02}, Thinned.draw)
	Published = synthesis.NewPrivate("tmf", method.Mode{
		Role: method.Published, Name: "published", About: "noisy edges above a threshold, then uniform pairs to a noisy count", Attack: &onClique,
		Unproved: tells,
		From:     "four public implementations",
	}, Filter{CountShare: 0.1}, Filter.draw)
	Pgb = synthesis.NewPrivate("tmf", method.Mode{
		Role: method.AsCoded, Name: "pgb", About: "PGB's code of the filter, with the threshold's two cases swapped", Attack: synthesis.OnSparse(10),
		Unproved: twice,
	}, Benchmark{}, Benchmark.draw)
	Null = synthesis.NewNull("tmf")
)
