// Package dpgcn classifies nodes by a graph convolutional network on a noisy graph: DPGCN of
// [LINKTELLER22], with both of its mechanisms; edge level.
//
//	relation  gdp.EdgeLevel: features and labels are public, edges are not
//	spends    ε on a noisy graph, without δ; training reads that graph and public data only
//
// [Published] is LapGraph: it releases a noisy number of edges, and keeps that many of the largest
// cells of the adjacency matrix after Laplace noise. [EdgeRand] is randomised response on every
// node pair, which yields dense graphs. Neither draws noise for every pair. The controls are the
// network on all edges and on none.
//
// Equations and departures from the paper: docs/papers/dpgcn.md.
package dpgcn

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/classification/gcn"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the network on a noisy graph.
var Method = method.Method{
	Name: "dpgcn", About: "node classification by a graph convolutional network on a noisy adjacency matrix", Paper: "LINKTELLER22",
	Releases: release.KindClassifier, Exhibits: exhibits(), Called: map[string]string{"DPGCN": "published"},
	Modes:  []method.Mode{Published.Mode, EdgeRand.Mode, Null.Mode, NonPrivate.Mode},
	Attack: method.OnEdge().With(2000, "Dropout=0"),
}

// The modes.
var (
	// Published spends 1 % of ε on the number of edges, like the authors' code.
	Published = classification.NewPrivate("dpgcn", method.Mode{
		Role: method.Published, Name: "published", About: "LapGraph: Laplace noise on adjacency cells, thresholded to a noisy edge count", Relation: gdp.EdgeLevel,
	}, LapGraph{Classifier: gcn.NonPrivate.Settings, CountShare: 0.01}, LapGraph.begin)
	EdgeRand = classification.NewPrivate("dpgcn", method.Mode{
		Role: method.Other, Name: "edge-rand", About: "EdgeRand: randomised response on all node pairs", Relation: gdp.EdgeLevel,
	}, Responses{gcn.NonPrivate.Settings}, Responses.begin)
	Null       = classification.Borrow("dpgcn", gcn.Null)
	NonPrivate = classification.BorrowPlain("dpgcn", gcn.NonPrivate)
)

// perturbation is a mechanism that releases a noisy graph.
type perturbation interface {
	// fits returns an error if the noisy graph would not fit in memory, given the number of nodes
	// and ε.
	fits(nodes int, eps float64) error
	// perturb releases a noisy graph with that many nodes. Later steps must not read the private
	// one.
	perturb(s *gdp.Session, nodes int) (*graph.Graph, error)
}

// LapGraph keeps the largest cells after Laplace noise.
type LapGraph struct {
	gcn.Classifier
	CountShare float64 `range:"(0,1)"` // share of ε for the number of edges
}

// Responses is randomised response on all node pairs.
type Responses struct{ gcn.Classifier }

// KeptAs implements [checkpoint.Renamed]: stored runs use the mode's name.
func (Responses) KeptAs() string { return "EdgeRand" }

// maxNodes is the largest number of nodes whose pairs have 31-bit indices.
const maxNodes = 1 << 16

// maxEdges is the number of edges of a noisy graph that takes about 6 GB to train on.
const maxEdges = 1 << 27

// maxKept is the largest number of cells that LapGraph keeps.
const maxKept = 1 << 22

func (c LapGraph) fits(nodes int, _ float64) error {
	if nodes > maxNodes {
		return fmt.Errorf("%d nodes, want at most %d", nodes, maxNodes)
	}
	return nil
}

func (c Responses) fits(nodes int, eps float64) error {
	pairs := float64(nodes) * float64(nodes-1) / 2
	if made := pairs / (1 + scalar.Exp(eps)); made > maxEdges {
		return fmt.Errorf("randomised response at ε = %g would make %.3g edges among %d nodes, more than %d: use a larger ε, or LapGraph", eps, made, nodes, maxEdges)
	}
	return nil
}

// exhibits returns numbers of [LPGNET22], which compares LapGraph with its own method, from
// results/resultcora.csv and resultciteseer.csv of its public code: means of 30 seeds. The tables
// of [LINKTELLER22] itself were not available.
func exhibits() []method.Exhibit {
	return []method.Exhibit{classification.FewLabels("dpgcn", "the paper's numbers are those of LPGNET22, from files of its public code", false, nil,
		classification.Curve{Method: "DPGCN", Data: "cora", Points: [][3]float64{{1, .3357, .0218}, {4, .3708, .0185}, {8, .7247, .0132}}},
		classification.Curve{Method: "GCN", Data: "cora", Points: [][3]float64{{0, .8127, .0036}}},
		classification.Curve{Method: "MLP", Data: "cora", Points: [][3]float64{{0, .5971, .0046}}},
		classification.Curve{Method: "DPGCN", Data: "citeseer", Points: [][3]float64{{1, .3685, .0205}, {4, .3837, .0174}, {8, .6262, .0142}}},
		classification.Curve{Method: "GCN", Data: "citeseer", Points: [][3]float64{{0, .7153, .0053}}},
		classification.Curve{Method: "MLP", Data: "citeseer", Points: [][3]float64{{0, .5985, .0072}}},
	)}
}
