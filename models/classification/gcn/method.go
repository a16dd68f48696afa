// Package gcn is the graph convolutional network of Kipf and Welling [KW17]: the non-private
// reference for private node classifiers.
//
//	relation  none: the model is trained on the raw graph and protects nothing
//	computes  softmax(Â ReLU(Â X W⁰) W¹), Â = D^(-1/2) (A + I) D^(-1/2)
//
// With one labelled member on each side it splits Zachary's karate club:
//
//	club := data.Karate()
//	task := gcn.Task{Graph: club.Graph, Labels: club.Labels, Classes: 2, Known: []int32{0, 33}}
//	model, err := gcn.Train(ctx, task, gcn.Paper(), 1, nil)
//
// [Fit] does the same as part of a run, for the modes of [Method] and for methods that train on a
// noisy graph.
//
// [KW17] T. N. Kipf and M. Welling, Semi-supervised classification with graph convolutional
// networks, ICLR 2017.
package gcn

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/split"
)

// Method is the graph convolutional network, without privacy.
var Method = method.Method{
	Name: "gcn", About: "node classification by a graph convolutional network, without privacy", Paper: "KW17",
	Releases: release.KindClassifier,
	Modes:    []method.Mode{NonPrivate.Mode, NonPrivateTuned.Mode, Null.Mode},
	Attack:   method.OnEdge().With(1000, "Epochs=2", "Hidden=4"),
}

// The modes.
var (
	NonPrivate = classification.NewPlain("gcn", method.Mode{
		Role: method.NonPrivate, Name: "nonprivate", About: "the paper's GCN on the exact graph",
	}, Classifier{Network: Paper(), Split: split.Config{Share: 0.8}}, Classifier.Begin)
	// NonPrivateTuned has a weight decay and epochs chosen on Cora-ML, Citeseer and DBLP: the
	// paper's decay is for 20 labels per class.
	NonPrivateTuned = classification.NewPlain("gcn", method.Mode{
		Role: method.Tuned, Name: "nonprivate-tuned", About: "GCN with hyper-parameters tuned for many training labels",
	}, tuned(), Classifier.Begin)
	Null = classification.NewPrivate("gcn", method.Mode{
		Role: method.Null, Name: "null", About: "GCN without edges; knows features and labels, public at edge level", Relation: gdp.EdgeLevel,
	}, tuned(), Classifier.Begin)
)

func tuned() Classifier {
	c := NonPrivate.Settings
	c.Decay, c.Epochs = 5e-5, 400
	return c
}

// Network holds the settings of the network and its training.
type Network struct {
	Hidden  int     `range:"[1,16384]"` // width of the hidden layer
	Dropout float64 `range:"[0,1)"`     // dropout rate of each layer's input
	Decay   float64 `range:"[0,1e6]"`   // weight λ of λ/2 |W⁰|² in the loss
	Rate    float64 `range:"(0,∞)"`     // Adam's learning rate
	Epochs  int     `range:"[1,∞)"`     // full-batch steps
}

// Classifier holds the settings of a network and of the split of the nodes.
type Classifier struct {
	Network
	Classes int `range:"[0,16384]"` // number of classes; 0: from the network's class names
	Split   split.Config
}

// Paper returns the settings of [KW17] §5.2 for citation networks, without early stopping: all 200
// epochs are run.
func Paper() Network {
	return Network{Hidden: 16, Dropout: 0.5, Decay: 5e-4, Rate: 0.01, Epochs: 200}
}

// Task is a graph in which the classes of some nodes are known.
type Task struct {
	Graph    *graph.Graph      // undirected
	Features *graph.Attributes // nil: each node is its own feature, X = I
	Labels   []int32           // a class 0 … Classes-1 per node; read for Known only
	Classes  int
	Known    []int32 // the training nodes
	// Perceptron disables row normalisation and the dropout of X, and decays both layers: on a
	// graph without edges, the network is an MLP without biases.
	Perceptron bool
}

// width returns the number of columns of X.
func (t Task) width() int {
	if t.Features == nil {
		return t.Graph.N()
	}
	return t.Features.Cols()
}

// TaskOf returns the task of the data, with the edges they hold.
func TaskOf(d *classification.Data) Task {
	t := Task{Graph: d.Graph.Undirected(), Features: d.Attrs, Labels: d.Labels, Classes: d.Classes, Known: d.Known}
	if d.Columns == 0 {
		t.Features = nil
	}
	return t
}

func (t Task) check() error {
	if t.Graph == nil || t.Graph.N() == 0 {
		return fmt.Errorf("gcn: no graph, or a graph without nodes")
	}
	n := t.Graph.N()
	switch {
	case t.Graph.Directed():
		return fmt.Errorf("gcn: the graph is directed; [KW17] takes undirected ones")
	case t.Features != nil && (t.Features.Cols() < 1 || t.Features.Rows() != n):
		return fmt.Errorf("gcn: %d rows of %d features for %d nodes", t.Features.Rows(), t.Features.Cols(), n)
	case t.Classes < 2:
		return fmt.Errorf("gcn: %d classes, want at least 2", t.Classes)
	case len(t.Labels) != n:
		return fmt.Errorf("gcn: %d labels for %d nodes", len(t.Labels), n)
	case len(t.Known) == 0:
		return fmt.Errorf("gcn: no node has a known class")
	}
	for _, u := range t.Known {
		if u < 0 || int(u) >= n {
			return fmt.Errorf("gcn: known node %d is not one of the %d nodes", u, n)
		}
		if c := t.Labels[u]; c < 0 || int(c) >= t.Classes {
			return fmt.Errorf("gcn: node %d has class %d, want 0 … %d", u, c, t.Classes-1)
		}
	}
	return nil
}
