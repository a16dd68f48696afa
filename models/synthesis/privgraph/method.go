package privgraph

import (
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis"
)

// Method is the method, and its control.
var Method = method.Method{
	Name: "privgraph", About: "synthetic graphs from noisy communities, degrees within them and edge counts between", Paper: "PRIVGRAPH23", Releases: release.KindGraph, Attack: &synthesis.OnTwoNodes, Called: map[string]string{"PrivGraph": "published"},
	Exhibits: synthesis.Queries("privgraph", []string{"published", "strict", "nonprivate", "null"}),
	Modes:    []method.Mode{Strict.Mode, Published.Mode, Author.Mode, NonPrivate.Mode, Null.Mode},
}

// The modes.
var (
	Strict = synthesis.NewPrivate("privgraph", method.Mode{
		Role: method.Strict, Name: "strict", About: "published with tight sensitivity of community moves, and denoised degrees",
	}, Even{thirds}, Even.draw)
	Published = synthesis.NewPrivate("privgraph", method.Mode{
		Role: method.Published, Name: "published", About: "random groups, Louvain, exponential-mechanism moves, noisy degrees and counts; ε/3 each",
		From: "the authors' code",
	}, Paper{thirds}, Paper.draw)
	Author = synthesis.NewPrivate("privgraph", method.Mode{
		Role: method.AsCoded, Name: "author", About: "authors' code: published with all inter-community edges at the last community",
	}, AsCoded{thirds}, AsCoded.draw)
	NonPrivate = synthesis.NewPlain("privgraph", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "Louvain communities, exact degrees and edge counts",
	}, Exact{}, Exact.draw)
	Null = synthesis.NewNull("privgraph")
)
