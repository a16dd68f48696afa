// Package dpgnn classifies nodes by a one-hop graph neural network with noisy gradients of sampled
// subgraphs: DP-GNN of [DPGNN21]; node level.
//
//	relation  gdp.NodeLevel; only the trained model is released
//	spends    the whole budget, by the paper's accounting, on one training with noisy gradients
//
// Edges are sampled so that each node is in at most K subgraphs of other training nodes. A step
// sums the clipped gradients of the losses of a batch of subgraphs.
//
// The paper assumes that a node changes K+1 subgraphs. But if its edges are removed, its
// neighbours' edges are sampled anew, so that it changes more: nothing is proved of [Published].
//
// Equations and departures from the paper: docs/papers/dpgnn.md.
package dpgnn

import (
	"fmt"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/split"
)

// Method is DP-GNN and its controls.
var Method = method.Method{
	Name: "dpgnn", Called: map[string]string{"DP-GNN": "published"}, About: "node classification by a one-hop GNN with noisy gradients of sampled subgraphs", Paper: "DPGNN21",
	Releases: release.KindClassifier, Models: []release.Model{(*Model)(nil)},
	Modes: []method.Mode{Published.Mode, NonPrivate.Mode, Null.Mode},
}

// The modes.
var (
	// Published has the settings of the authors' code, with batches and steps for graphs of some
	// thousand nodes. Those of ogbn-arxiv, with 90,941 training nodes, are 10,000 and 3,000.
	Published = classification.NewPrivate("dpgnn", method.Mode{
		Role: method.Published, Name: "published", About: "edges sampled to a maximum degree; noisy gradients clipped per subgraph", Relation: gdp.NodeLevel,
		From: "the authors' code", Unproved: unproved, Attack: &loud, Caution: "predictions read test edges and neighbours' features, which no ε covers",
	}, Config{Latent: 100, MaxDegree: 5, Batch: 256, Steps: 200, Percentile: 75, Rate: 3e-3, Split: split.Config{Share: 0.8}}, Config.begin)
	NonPrivate = classification.NewPlain("dpgnn", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "published without clipping and noise",
	}, Published.Settings, Config.plain)
	Null = classification.NewPrivate("dpgnn", method.Mode{
		Role: method.Null, Name: "null", About: "initial weights, untrained; knows no training data", Relation: gdp.NodeLevel,
	}, Untrained{Latent: 100, Split: split.Config{Share: 0.8}}, Untrained.begin)
)

// Config holds the settings of the network and its training.
type Config struct {
	Classes    int     `range:"[0,16384]"`   // number of classes, public; 0: from the network's class names
	Latent     int     `range:"[1,4096]"`    // width of the layers
	MaxDegree  int     `range:"[1,100]"`     // K, maximum number of others' subgraphs with a given node
	Batch      int     `range:"[1,∞)"`       // nodes per step, m; all training nodes if there are fewer
	Steps      int     `range:"[1,1000000]"` // T
	Percentile float64 `range:"(0,100]"`     // percentile of initial gradient norms that sets the clips
	Rate       float64 `range:"(0,∞)"`       // Adam's learning rate
	Split      split.Config
}

// Untrained is the control with initial weights.
type Untrained struct {
	Classes int `range:"[0,16384]"`
	Latent  int `range:"[1,4096]"`
	Split   split.Config
}

// maxSubgraph is the largest number of nodes of a subgraph, as in the authors' code.
const maxSubgraph = 100

// loud attacks clips computed from the data, which also set the noise: one node with many words has
// a far larger gradient than all others, and the noise drowns the signal.
var loud = method.Attack{
	Worlds:   "150 nodes of class 1, without edges and words; the last has 20,000 words, or none",
	Looks:    "whether the biases have gone where the gradients of nodes without words point",
	Settings: []string{"MaxDegree=1", "Batch=150", "Steps=1", "Percentile=100", "Rate=0.1", "Latent=2", "Split.Share=0.999", "Split.Seed=3"},
	Make: func(gdp.Relation) (worlds [2]*graph.Network, err error) {
		const n, words = 150, 20_000
		for world := range worlds {
			offsets, columns := make([]int64, n+1), make([]int32, world*words)
			for c := range columns {
				columns[c] = int32(c)
			}
			offsets[n] = int64(len(columns))
			g, _, err := graph.FromEdges(n, nil, graph.Options{})
			if err != nil {
				return worlds, err
			}
			x, err := graph.NewAttributes(words, offsets, columns, slices.Repeat([]float32{1}, len(columns)))
			if err != nil {
				return worlds, err
			}
			worlds[world] = &graph.Network{Graph: g, Attrs: x, Labels: slices.Repeat([]int32{1}, n), Classes: []string{"0", "1"}}
		}
		return worlds, nil
	},
	Look: func(o method.Outcome) ([]float64, error) {
		c, ok := o.Release.(release.Classifier)
		if !ok {
			return nil, fmt.Errorf("dpgnn: the attack is on a classifier, not on %s", o.Release.Kind())
		}
		m, ok := c.Model.(*Model)
		if !ok || m.Classes < 2 {
			return nil, fmt.Errorf("dpgnn: the attack is on a network of two classes, not on %T", c.Model)
		}
		w, along, most := parts(m, m.Weights), 0.0, 1e-30
		for j := range m.Latent { // back is the gradient of a bias toward class 1
			back := float64(w[4][j*m.Classes+1] - w[4][j*m.Classes])
			along, most = along+back*float64(w[3][j]), most+math.Abs(back*float64(w[3][j]))
		}
		return []float64{along/most + float64(w[5][1]-w[5][0])/max(math.Abs(float64(w[5][1]))+math.Abs(float64(w[5][0])), 1e-30)}, nil
	},
}
