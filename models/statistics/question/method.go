package question

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the method, and its control.
var Method = method.Method{
	Name: "question", About: "one statistic of a private graph, such as the number of triangles", Releases: release.KindStatistics,
	Modes: []method.Mode{
		method.PrivateOld[Config](method.Strict, "strict", "noisy value at edge level; a public rule selects the mechanism", gdp.EdgeLevel, Strict(), Run).AttackedBy(&onEdge),
		method.PrivateOld[Config](method.Strict, "strict-node", "noisy value at node level; a public rule selects the mechanism", gdp.NodeLevel, StrictNode(), Run).Under(gdp.NodeUnbounded).AttackedBy(&onNode),
		method.PlainOld(method.NonPrivate, "nonprivate", "the exact value", NonPrivate(), RunPlain),
		method.PrivateOld[Config](method.Null, "null", "surrogate graph's statistic; knows the node count and an assumed mean degree", gdp.EdgeLevel, Null(), Run).Under(gdp.NodeLevel, gdp.NodeUnbounded).AttackedBy(&onEdge),
	},
}
