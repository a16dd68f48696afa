package walks

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Method is the embeddings and their null control.
var Method = method.Method{
	Name: "walks", About: "node embeddings by random walks, a peer without privacy", Releases: release.KindEmbedding,
	Called: []string{"DeepWalk", "node2vec", "NetMF"}, Small: []string{"Walks=1", "Length=10"},
	Modes: []method.Mode{
		method.Plain[Config](method.NonPrivate, "deepwalk", "DeepWalk: skip-gram over uniform walks", Deepwalk(), RunPlain),
		method.Plain[Config](method.NonPrivate, "node2vec", "node2vec: skip-gram over walks that remember a step", Node2vec(), RunPlain),
		method.Plain[Config](method.NonPrivate, "netmf", "NetMF: singular vectors of the matrix that DeepWalk factorises", Netmf(), RunPlain),
		method.Plain[Config](method.NonPrivate, "spectral", "eigenvectors of the normalised adjacency matrix", Spectral(), RunPlain),
		method.Private(method.Null, "null", "rows that never saw the graph", gdp.EdgeLevel, Null(), Run).Under(gdp.NodeLevel, gdp.NodeUnbounded),
	},
}
