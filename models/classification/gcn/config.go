package gcn

import (
	"fmt"

	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/train"
)

// Config is how the network is built and trained. Start from [Paper].
type Config struct {
	Hidden  int     // width of the hidden layer
	Dropout float64 // share of the inputs of each layer that a step leaves out
	Decay   float64 // weight λ of λ/2 |W⁰|² in the loss
	Rate    float64 // Adam's learning rate
	Epochs  int     // steps, each over the whole graph
	Seed    uint64  // of the first weights and of dropout
	Backend string  // "go", "xla:cpu", …; empty: the choice of package backend
}

// Paper returns the setting of [KW17] §5.2 for citation networks, without its early
// stop on a validation set: all 200 epochs are run.
func Paper() Config {
	return Config{Hidden: 16, Dropout: 0.5, Decay: 5e-4, Rate: 0.01, Epochs: 200, Seed: 1}
}

func (c Config) check() error {
	switch {
	case c.Hidden < 1:
		return fmt.Errorf("gcn: %d hidden units, want at least 1", c.Hidden)
	case !(c.Dropout >= 0 && c.Dropout < 1):
		return fmt.Errorf("gcn: dropout %v, want 0 … 1, 1 excluded", c.Dropout)
	case !(c.Decay >= 0 && c.Decay <= 1e6):
		return fmt.Errorf("gcn: weight decay %v, want a number that is not negative", c.Decay)
	case c.Epochs < 1:
		return fmt.Errorf("gcn: %d epochs, want at least 1", c.Epochs)
	}
	if err := train.DefaultAdam(c.Rate).Check(); err != nil {
		return fmt.Errorf("gcn: %w", err)
	}
	return nil
}

// Task is a graph some of whose nodes have a known class.
type Task struct {
	Graph    *graph.Graph      // undirected
	Features *graph.Attributes // nil: each node is its own feature, X = I
	Labels   []int32           // a class 0 … Classes-1 for each node; read for Known alone
	Classes  int
	Known    []int32 // the nodes to learn from
}

func (t Task) check() error {
	if t.Graph == nil || t.Graph.N() == 0 {
		return fmt.Errorf("gcn: no graph, or one without nodes")
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
