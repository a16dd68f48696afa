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
