package question

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/statistics/ask"
)

// Method is the method, and its control.
var Method = method.Method{
	Name: "question", About: "one statistic of a private graph, such as the number of triangles", Releases: release.KindStatistics,
	Modes: []method.Mode{Strict.Mode, StrictNode.Mode, NonPrivate.Mode, Null.Mode},
}

// edges is the statistic of the defaults.
const edges = "edges"

// The modes.
var (
	Strict = method.NewPrivate("question", method.Mode{
		Role: method.Strict, Name: "strict", About: "noisy value at edge level; a public rule selects the mechanism", Relation: gdp.EdgeLevel, Attack: &onEdge,
	}, Asked{Statistic: edges, Level: ask.Level}, asking)
	StrictNode = method.NewPrivate("question", method.Mode{
		Role: method.Strict, Name: "strict-node", About: "noisy value at node level; a public rule selects the mechanism", Edition: 2,
		Relation: gdp.NodeLevel, Also: []gdp.Relation{gdp.NodeUnbounded}, Attack: &onNode,
	}, Asked{Statistic: edges, Level: ask.Level}, asking)
	NonPrivate = method.NewPlain("question", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "the exact value",
	}, Counted{Statistic: edges}, counting)
	Null = method.NewPrivate("question", method.Mode{
		Role: method.Null, Name: "null", About: "surrogate graph's statistic; knows the node count and an assumed mean degree",
		Relation: gdp.EdgeLevel, Also: []gdp.Relation{gdp.NodeLevel, gdp.NodeUnbounded}, Attack: &onEdge,
	}, Guess{Statistic: edges, MeanDegree: 20}, guessing)
)
