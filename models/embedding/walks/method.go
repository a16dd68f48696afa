// Package walks embeds nodes by random walks (DeepWalk, node2vec, NetMF), without privacy, as
// baselines of private embeddings.
//
//	relation  none: the data are read in the clear, except by the null control
//	releases  an embedding of each node; skip-grams have a second one, of contexts
//
// Uniform walks [DEEPWALK14] or second-order walks [NODE2VEC16] (walk.go) train a skip-gram with
// negative samples (skipgram.go). In the limit of many walks, such a skip-gram factorises a known
// matrix, whose largest singular vectors are NetMF [NETMF18] (netmf.go). The plain spectrum is that
// of one step of a walk (spectral.go).
//
//	[Deepwalk]  uniform walks
//	[Node2vec]  walks that return with weight 1/p, and leave the neighbourhood with 1/q
//	[Netmf]     the matrix of DeepWalk, without walks
//	[Spectral]  eigenvectors of D^(-1/2) A D^(-1/2)
//	[Null]      random embeddings: the null control, at no cost
//
// Directions and weights of edges are ignored. An isolated node keeps its initial row, or zeros.
// Sources and differences from the papers: docs/benchmarks/embeddings.md.
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

// usual holds the settings used for comparison since node2vec, with the learning rate of word2vec.
var usual = SkipGram{Dim: 128, Walks: 10, Length: 80, Window: 10, Negatives: 5, Rate: 0.025}

// The modes.
var (
	Deepwalk = plain("deepwalk", "DeepWalk: skip-gram on uniform random walks", Uniform{usual}, Uniform.embed)
	// Node2vec has walks that stay near their start.
	Node2vec = plain("node2vec", "node2vec: skip-gram on biased second-order random walks", SecondOrder{usual, 1, 0.5}, SecondOrder.embed)
	// Netmf has the same window as the others.
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

// SkipGram holds the settings of walks and of the skip-gram trained on them.
type SkipGram struct {
	Dim       int     `range:"[1,65536]"` // dimension
	Walks     int     `range:"[1,4096]"`  // walks from each node
	Length    int     `range:"[2,65536]"` // nodes per walk
	Window    int     `range:"[1,1024]"`  // largest window; each centre draws its own, 1 … Window
	Negatives int     `range:"[1,1024]"`  // k per centre, for all contexts in its window
	Rate      float64 `range:"(0,10]"`    // initial learning rate; it decays to 0 over the walks
}

// Uniform holds the settings of DeepWalk.
type Uniform struct{ SkipGram }

// SecondOrder holds the settings of node2vec.
type SecondOrder struct {
	SkipGram
	P float64 `range:"[1e-6,1e6]"` // return parameter p
	Q float64 `range:"[1e-6,1e6]"` // in-out parameter q
}

// Factorised holds the settings of NetMF.
type Factorised struct {
	Dim       int     `range:"[1,65536]"`
	Window    int     `range:"[1,1024]"` // T
	Negatives float64 `range:"(0,1024]"` // b
}

// Eigenvectors holds the settings of plain eigenvectors.
type Eigenvectors struct {
	Dim int `range:"[1,65536]"`
}
