// Package walks embeds nodes by random walks (DeepWalk, node2vec, NetMF), without privacy. They are
// baselines of private embeddings.
//
//	relation  none: the data are read in the clear, except by the null control
//	releases  a row of numbers for each node; skip-grams have a second one, of contexts
//
// Walks are uniform [DEEPWALK14] or of second order [NODE2VEC16] (walk.go), and train a skip-gram
// with negative samples (skipgram.go). The matrix that such a skip-gram factorises in the limit of
// many walks is known; its largest singular vectors are NetMF [NETMF18] (netmf.go). The plain
// spectrum is that of one step of a walk (spectral.go).
//
//	[Deepwalk]  uniform walks
//	[Node2vec]  walks that return with weight 1/p, and leave the neighbourhood with 1/q
//	[Netmf]     the matrix of DeepWalk, without a walk
//	[Spectral]  eigenvectors of D^(-1/2) A D^(-1/2)
//	[Null]      random rows: the null control, at no cost
//
// Directions and weights of edges are not used. A node without edges keeps the row that it began
// with, or zeros. What is taken from which paper, and where it differs:
// docs/benchmarks/embeddings.md.
package walks

import (
	"context"
	"errors"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/null"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the embeddings and their null control.
var Method = method.Method{
	Name: "walks", About: "node embeddings by random walks (non-private baselines)", Releases: release.KindEmbedding,
	Called: map[string]string{"DeepWalk": "deepwalk", "node2vec": "node2vec", "NetMF": "netmf"}, Small: []string{"Walks=1", "Length=10"},
	Modes: []method.Mode{Deepwalk.Mode, Node2vec.Mode, Netmf.Mode, Spectral.Mode, Null.Mode},
}

// usual are the settings that papers after node2vec compare by, with the rate of word2vec.
var usual = SkipGram{Dim: 128, Walks: 10, Length: 80, Window: 10, Negatives: 5, Rate: 0.025}

// The modes.
var (
	Deepwalk = plain("deepwalk", "DeepWalk: skip-gram on uniform random walks", Uniform{usual}, Uniform.embed)
	// Node2vec has walks that stay near their start.
	Node2vec = plain("node2vec", "node2vec: skip-gram on biased second-order random walks", SecondOrder{usual, 1, 0.5}, SecondOrder.embed)
	// Netmf has the window of the others.
	Netmf    = plain("netmf", "NetMF: truncated SVD of the matrix that DeepWalk factorises", Factorised{Dim: usual.Dim, Window: usual.Window, Negatives: 1}, Factorised.embed)
	Spectral = plain("spectral", "leading eigenvectors of the normalised adjacency matrix", Eigenvectors{Dim: usual.Dim}, Eigenvectors.embed)
	Null     = method.NewPrivate("walks", method.Mode{
		Role: method.Null, Name: "null", About: "random embeddings, independent of the graph; knows only the node set",
		Relation: gdp.EdgeLevel, Also: []gdp.Relation{gdp.NodeLevel, gdp.NodeUnbounded},
	}, null.Untrained{Dim: usual.Dim}, null.Rows)
)

// plain returns a mode without privacy.
func plain[C any](name, about string, settings C, embed func(c C, ctx context.Context, run *checkpoint.Run, g *graph.Graph) (*Result, error)) method.PlainMode[C, *Result] {
	m := method.Mode{Role: method.NonPrivate, Name: name, About: about}
	return method.NewPlain("walks", m, settings, func(ctx context.Context, net *graph.Network, c C, seed uint64, w *method.Watch) (*Result, error) {
		if net.Graph.M() == 0 {
			return nil, errors.New("walks: the graph has no edges")
		}
		return checkpoint.Plain(ctx, net, "walks", c, seed, w, func(run *checkpoint.Run) (*Result, error) {
			return embed(c, ctx, run, net.Graph.Undirected())
		})
	})
}

// SkipGram holds the settings of walks and of the skip-gram that learns from them.
type SkipGram struct {
	Dim       int     `range:"[1,65536]"` // of a row
	Walks     int     `range:"[1,4096]"`  // from each node
	Length    int     `range:"[2,65536]"` // of a walk, in nodes
	Window    int     `range:"[1,1024]"`  // the largest; a centre draws its own, 1 … Window
	Negatives int     `range:"[1,1024]"`  // k, of a centre, for all contexts in its window
	Rate      float64 `range:"(0,10]"`    // of the first step; it falls to 0 with the walks
}

// Uniform are the settings of DeepWalk.
type Uniform struct{ SkipGram }

// SecondOrder are the settings of node2vec.
type SecondOrder struct {
	SkipGram
	P float64 `range:"[1e-6,1e6]"` // of a walk that goes back
	Q float64 `range:"[1e-6,1e6]"` // of one that goes to where the last node has no edge
}

// Factorised are the settings of NetMF.
type Factorised struct {
	Dim       int     `range:"[1,65536]"`
	Window    int     `range:"[1,1024]"` // T
	Negatives float64 `range:"(0,1024]"` // b
}

// Eigenvectors are the settings of plain eigenvectors.
type Eigenvectors struct {
	Dim int `range:"[1,65536]"`
}
