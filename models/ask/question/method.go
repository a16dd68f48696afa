package question

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// Method is the method, and its control.
var Method = method.Method{
	Name: "question", About: "one question to a private graph, such as how many triangles it has, by the best proved mechanism", Releases: release.KindStatistics,
	Modes: []method.Mode{
		method.Private[Config](method.Strict, "strict", "the mechanism that a public rule takes, with each edge hidden", gdp.EdgeLevel, Strict(), Run).AttackedBy(&onEdge),
		method.Private[Config](method.Strict, "strict-node", "the same with each node hidden", gdp.NodeLevel, StrictNode(), Run).Under(gdp.NodeUnbounded).AttackedBy(&onNode),
		method.Plain(method.NonPrivate, "nonprivate", "the statistic, counted in the clear", NonPrivate(), RunPlain),
		method.Private[Config](method.Null, "null", "the statistic of a made-up graph of as many nodes", gdp.EdgeLevel, Null(), Run).Under(gdp.NodeLevel, gdp.NodeUnbounded).AttackedBy(&onEdge),
	},
}
