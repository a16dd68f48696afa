package privhrg

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
	"github.com/graphdp/graphdp/models/synthesis/drawn"
)

const notProved = "the dendrogram is taken out of a chain that is stopped by what it sees of the graph: its law is not that which it tends to, and how far it is from that is not known"

// Method is the method, and its control.
var Method = method.Method{
	Name: "privhrg", About: "synthetic graphs of a noisy hierarchical random graph: a dendrogram, and a probability where two nodes meet", Paper: "PRIVHRG14", Releases: release.KindGraph, Attack: &drawn.OnTwoNodes, Called: []string{"PrivHRG"},
	Exhibits: drawn.Queries("privhrg", []string{"published", "strict", "nonprivate", "null"},
		method.Absence{Where: map[string]string{method.ByData: "pgb-ca-hepph", method.ByMode: "published"}, Why: "its chain takes minutes there"}),
	Small: []string{"Least=1", "Most=3", "Steps=10"},
	Modes: []method.Mode{
		method.Private[Config](method.Strict, "strict", "a dendrogram that a chain finds in noisy answers, and counts where edges are above their noise", gdp.EdgeLevel, Strict(), Run).InEdition(1).AttackedBy(&onCounts),
		method.Private[Config](method.Published, "published", "a dendrogram out of a chain that reads the graph, and noisy counts of where nodes meet", gdp.EdgeLevel, Published(), Run).ProvingNothing(notProved).
			ShowingNothing("it was found to fail of chains that begin with a dendrogram that is known, and this one begins at random"),
		method.Plain(method.NonPrivate, "nonprivate", "a dendrogram by its likelihood itself, and counts without noise", NonPrivate(), RunPlain).InEdition(1),
		method.Private[Config](method.Null, "null", "a uniform graph with a noisy number of edges", gdp.EdgeLevel, Null(), Run),
	},
}
