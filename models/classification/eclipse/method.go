// Package eclipse classifies nodes by a graph convolutional network on a noisy low-rank
// approximation of the adjacency matrix: Eclipse; edge level.
//
//	relation  gdp.EdgeLevel: features and labels are public, edges are not
//	spends    1 % of ε on the number of edges, the rest and δ on singular values
//
// The singular vectors are used without noise and reveal most of the matrix. Nothing is proved of
// [Published], and some neighbouring graphs have releases that distinguish them with certainty.
//
// Equations and departures from the paper: docs/papers/eclipse.md.
package eclipse

import (
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/classification/gcn"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// Method is the network on a low-rank graph.
var Method = method.Method{
	Name: "eclipse", About: "node classification by a graph convolutional network on a graph of noisy singular values", Paper: "ECLIPSE24",
	Releases: release.KindClassifier, Exhibits: exhibits(), Called: map[string]string{"Eclipse": "published"},
	Modes:  []method.Mode{Published.Mode, Null.Mode, NonPrivate.Mode},
	Attack: method.OnEdge().With(1000, "Epochs=2", "Hidden=4"),
}

// The modes.
var (
	// Published keeps 20 singular values and spends 1 % of ε on the number of edges, like the
	// authors' code.
	Published = classification.NewPrivate("eclipse", method.Mode{
		Role: method.Published, Name: "published", About: "Gaussian noise on 20 singular values; singular vectors without noise", Relation: gdp.EdgeLevel,
		From: "the authors' code", Unproved: unproved, Attack: &byVectors,
	}, Config{Classifier: gcn.NonPrivate.Settings, Rank: 20, CountShare: 0.01}, Config.begin)
	Null       = classification.Borrow("eclipse", gcn.Null)
	NonPrivate = classification.NewPlain("eclipse", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "GCN on the rank-20 graph without noise",
	}, LowRank{Classifier: gcn.NonPrivate.Settings, Rank: 20}, LowRank.begin)
)

// Config is a network on a graph with noisy singular values.
type Config struct {
	gcn.Classifier
	Rank       int     `range:"[1,1024]"` // number of singular values kept
	CountShare float64 `range:"(0,1)"`    // share of ε for the number of edges
}

// LowRank is a network on a low-rank graph without noise.
type LowRank struct {
	gcn.Classifier
	Rank int `range:"[1,1024]"` // number of singular values kept
}

const (
	maxNodes = 1 << 16 // all of whose pairs are scanned
	maxKept  = 1 << 22 // edges of the low-rank graph
)

// exhibits returns numbers that [ECLIPSE24] plots, from expected_results/resultcora.csv and
// resultciteseer.csv of its public code: means of 5 seeds.
func exhibits() []method.Exhibit {
	return []method.Exhibit{classification.FewLabels("eclipse", "the paper's numbers are from files of its public code", false, []string{"dpgcn"},
		classification.Curve{Method: "Eclipse", Data: "cora", Points: [][3]float64{{1, .6578, .0099}, {4, .6692, .0071}, {8, .6726, .0022}, {0, .6726, .0054}}},
		classification.Curve{Method: "DPGCN", Data: "cora", Points: [][3]float64{{1, .3578, .0105}, {4, .3814, .0163}, {8, .731, .0122}}},
		classification.Curve{Method: "MLP", Data: "cora", Points: [][3]float64{{0, .6034, .0077}}},
		classification.Curve{Method: "Eclipse", Data: "citeseer", Points: [][3]float64{{1, .6306, .0117}, {4, .6394, .0057}, {8, .6336, .0087}, {0, .6246, .0053}}},
		classification.Curve{Method: "DPGCN", Data: "citeseer", Points: [][3]float64{{1, .3488, .0147}, {4, .3706, .0154}, {8, .6336, .0064}}},
		classification.Curve{Method: "MLP", Data: "citeseer", Points: [][3]float64{{0, .596, .0067}}},
	)}
}

// byVectors attacks singular vectors, which have no noise: the entry of an isolated node is 0, and
// a node with one edge into a dense part of the graph is joined to all of that part.
var byVectors = method.Attack{
	Worlds:   "60 nodes; 29 are a cycle of class 0 and 30 a clique of class 1, with a word each; the last has no word, and an edge into the clique or none",
	Looks:    "how far the score of the last node is from 0",
	Settings: []string{"Rank=1", "CountShare=0.3", "Dropout=0", "Epochs=20", "Split.Kind=Random", "Split.Share=0.9"},
	Make: func(gdp.Relation) (worlds [2]*graph.Network, err error) {
		const n, cycle, last = 60, 29, 59
		var edges []graph.Edge
		for u := range int32(last) {
			for v := range u {
				if u < cycle && (v == u-1 || v == 0 && u == cycle-1) || v >= cycle {
					edges = append(edges, graph.Edge{U: v, V: u})
				}
			}
		}
		if worlds, err = method.Joined(n, edges, graph.Edge{U: cycle, V: last}); err != nil {
			return worlds, err
		}
		offsets, words, labels := make([]int64, n+1), make([]int32, last), make([]int32, n)
		for u := range n {
			if u >= cycle {
				labels[u] = 1
			}
			if offsets[u+1] = int64(min(u+1, last)); u < last {
				words[u] = labels[u]
			}
		}
		x, err := graph.NewAttributes(2, offsets, words, slices.Repeat([]float32{1}, last))
		for _, w := range worlds {
			w.Attrs, w.Labels, w.Classes = x, labels, []string{"0", "1"}
		}
		return worlds, err
	},
	Look: func(o method.Outcome) ([]float64, error) {
		seen, err := method.ScoresOf(59)(o)
		for i, x := range seen {
			seen[i] = math.Abs(x)
		}
		return seen, err
	},
}
