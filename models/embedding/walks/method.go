package walks

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the embeddings and their null control.
var Method = method.Method{
	Name: "walks", About: "node embeddings by random walks (non-private baselines)", Releases: release.KindEmbedding,
	Called: []string{"DeepWalk", "node2vec", "NetMF"}, Small: []string{"Walks=1", "Length=10"},
	Modes: []method.Mode{
		method.PlainOld[Config](method.NonPrivate, "deepwalk", "DeepWalk: skip-gram on uniform random walks", Deepwalk(), RunPlain),
		method.PlainOld[Config](method.NonPrivate, "node2vec", "node2vec: skip-gram on biased second-order random walks", Node2vec(), RunPlain),
		method.PlainOld[Config](method.NonPrivate, "netmf", "NetMF: truncated SVD of the matrix that DeepWalk factorises", Netmf(), RunPlain),
		method.PlainOld[Config](method.NonPrivate, "spectral", "leading eigenvectors of the normalised adjacency matrix", Spectral(), RunPlain),
		method.PrivateOld(method.Null, "null", "random embeddings, independent of the graph; knows only the node set", gdp.EdgeLevel, Null(), Run).Under(gdp.NodeLevel, gdp.NodeUnbounded),
	},
}
