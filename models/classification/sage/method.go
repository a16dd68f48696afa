// Package sage classifies nodes by one GraphSAGE layer on sampled neighbourhoods: a baseline of
// [GAP23].
//
//	net         base layers map a node and its neighbours to rows of norm 1; the node's row
//	            and the sum of the others go through one layer each, and a head classifies
//	            (net.go)
//	neighbours  at most K, sampled so that no node is a neighbour of more than K (neighbours.go)
//
//	relation  gdp.EdgeLevel for [Strict]; gdp.NodeUnbounded for [PublishedNDP]
//	spends    at edge level the whole budget on randomised response of the adjacency matrix and
//	          on an edge count to thin it out by (edges.go); at node level on noisy gradients of
//	          neighbourhoods, and on noisy sums for predictions (ndp.go)
//
// [NonPrivate] is trained on the graph itself, and [Null] has no neighbours.
//
// Departures from the paper: docs/papers/gap.md.
package sage

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/split"
)

// Method is GraphSAGE and its controls.
var Method = method.Method{
	Name: "sage", About: "node classification by one GraphSAGE layer on sampled neighbourhoods (a baseline of GAP)",
	Paper: "GAP23", Called: map[string]string{"SAGE": "published-ndp"}, Releases: release.KindClassifier, Models: []release.Model{(*Model)(nil)},
	Modes:  []method.Mode{PublishedNDP.Mode, Strict.Mode, Null.Mode, NonPrivate.Mode},
	Attack: aggregate.Attack.With(1000, "Hidden=1", "Batch=64", "BaseLayers=1", "Epochs=1"),
}

// plain is a network of the paper's size, with the weight decay of the strict mode of package gap.
var plain = Net{
	Hidden: 16, BaseLayers: 2, HeadLayers: 1, Activation: "selu",
	Rate: 0.01, Decay: 2e-3, Batch: 256, Epochs: 20, Unit: true, Split: split.Config{Share: 0.8},
}

// neighbours is K. The paper chooses 100 to 400 by validation, for graphs with mean degrees of 60
// and more; those here have 3 to 9.
const neighbours = 10

// The modes.
var (
	// PublishedNDP has batches of 128 instead of the paper's 256 and more: float32 sums of more
	// neighbourhoods round by more than our clipping margin.
	PublishedNDP = classification.NewPrivate("sage", method.Mode{
		Role: method.Published, Name: "published-ndp", About: "SAGE-NDP: DP-SGD on bounded neighbourhoods, noisy aggregation for prediction", Relation: gdp.NodeUnbounded,
		From: "the abstract and the authors' code", Unproved: unproved,
		Attack: aggregate.Attack.With(1000, "Hidden=1", "BaseLayers=1", "Split.Share=0.1", "Batch=5", "Epochs=1", "MaxDegree=160"),
	}, ByNode{
		MaxDegree: neighbours, Hidden: 16, BaseLayers: 2, HeadLayers: 1, Activation: "selu",
		Rate: 0.01, Batch: 128, Epochs: 10, Clip: 1, Split: split.Config{Share: 0.8},
	}, ByNode.begin)
	Strict = classification.NewPrivate("sage", method.Mode{
		Role: method.Strict, Name: "strict", About: "SAGE-EDP with randomised response on node pairs instead of arcs", Relation: gdp.EdgeLevel,
	}, Responses{plain, neighbours, 0.1}, Responses.begin)
	Null = classification.NewPrivate("sage", method.Mode{
		Role: method.Null, Name: "null", About: "SAGE without neighbours; knows features and labels, public at edge level", Relation: gdp.EdgeLevel,
	}, plain, Net.begin)
	NonPrivate = classification.NewPlain("sage", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "SAGE on the exact graph",
	}, Exact{plain, neighbours}, Exact.begin)
)

// Net holds the settings of the network and of its non-private training.
type Net struct {
	Classes    int     `range:"0 or [2,65536]"` // number of classes, public; 0: from the network's class names
	Hidden     int     `range:"[1,65536]"`      // width of all layers but the last
	BaseLayers int     `range:"[1,64]"`         // linear layers before the sum over neighbours
	HeadLayers int     `range:"[1,64]"`         // linear layers after it
	Activation string  `range:"selu or relu or tanh"`
	Rate       float64 `range:"(0,∞)"`       // Adam's learning rate
	Decay      float64 `range:"[0,1e6]"`     // λ of the term λ/2 |w|² of the loss
	Batch      int     `range:"[1,∞)"`       // nodes per step
	Epochs     int     `range:"[1,1000000]"` // passes over the training nodes
	Unit       bool    // scale each node's features to norm 1
	Split      split.Config
	Backend    string // "go", "xla:cpu", …; empty: the choice of package backend
}

// Responses trains on a graph from randomised response.
type Responses struct {
	Net
	MaxDegree  int     `range:"[1,4096]"` // K, neighbours of a node
	CountShare float64 `range:"(0,1)"`    // share of ε for the number of edges
}

// Exact trains on the graph itself.
type Exact struct {
	Net
	MaxDegree int `range:"[1,4096]"` // K, neighbours of a node
}

// ByNode is the paper's training at node level.
type ByNode struct {
	Classes    int     `range:"0 or [2,65536]"` // number of classes, public; 0: from the network's class names
	MaxDegree  int     `range:"[1,4096]"`       // K, neighbours of a node
	Hidden     int     `range:"[1,65536]"`      // width of all layers but the last
	BaseLayers int     `range:"[1,64]"`         // linear layers before the sum over neighbours
	HeadLayers int     `range:"[1,64]"`         // linear layers after it
	Activation string  `range:"selu or relu or tanh"`
	Rate       float64 `range:"(0,∞)"`       // Adam's learning rate
	Batch      int     `range:"[1,∞)"`       // expected batch size, B
	Epochs     int     `range:"[1,1000000]"` // T = Epochs ⌈n/B⌉ steps
	Clip       float64 `range:"(1e-9,1e9)"`  // bound on the gradient of a node's loss, C
	Split      split.Config
	Backend    string // "go", "xla:cpu", …; empty: the choice of package backend
}

// net returns the settings shared with non-private training.
func (c ByNode) net() Net {
	return Net{
		Classes: c.Classes, Hidden: c.Hidden, BaseLayers: c.BaseLayers, HeadLayers: c.HeadLayers, Activation: c.Activation,
		Rate: c.Rate, Batch: c.Batch, Epochs: c.Epochs, Split: c.Split, Backend: c.Backend,
	}
}
