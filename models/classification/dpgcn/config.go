package dpgcn

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/classification/gcn"
)

// Config is the configuration of a private mode: a [LapGraph], a [Responses] or an [Edgeless].
type Config interface {
	begin(in *classification.Input) (classification.Fit[*Result], error)
}

// perturbation is a way to make a noisy graph.
type perturbation interface {
	// fits refuses graphs that no memory holds, by the number of nodes and ε.
	fits(nodes int, eps float64) error
	// perturb releases a graph of so many nodes. Nothing after it reads the private one.
	perturb(s *gdp.Session, nodes int) (*graph.Graph, error)
}

// LapGraph keeps the cells that are largest after Laplace noise.
type LapGraph struct {
	gcn.Classifier
	CountShare float64 `range:"(0,1)"` // of ε that the number of edges takes
}

// Responses are randomised responses of all pairs.
type Responses struct{ gcn.Classifier }

// KeptAs implements [checkpoint.Renamed].
func (Responses) KeptAs() string { return "EdgeRand" }

// Edgeless is the network on the graph without edges.
type Edgeless struct{ gcn.Edgeless }

// Published returns LapGraph as the authors' code has it: 1 % of ε for the number of edges.
func Published() LapGraph { return LapGraph{Classifier: gcn.NonPrivate().Classifier, CountShare: 0.01} }

// EdgeRand returns randomised response with the same network.
func EdgeRand() Responses { return Responses{gcn.NonPrivate().Classifier} }

// Null returns the control of package gcn.
func Null() Edgeless { return Edgeless{gcn.Null()} }

// NonPrivate returns the same network.
func NonPrivate() gcn.Whole { return gcn.NonPrivate() }

// mostNodes is the number of nodes whose pairs have numbers of 31 bits.
const mostNodes = 1 << 16

// mostEdges is the number of edges of a noisy graph that takes some 6 GB to train on.
const mostEdges = 1 << 27

// mostKept is the largest number of cells that LapGraph keeps.
const mostKept = 1 << 22

func (c LapGraph) fits(nodes int, _ float64) error {
	if nodes > mostNodes {
		return fmt.Errorf("%d nodes, want at most %d", nodes, mostNodes)
	}
	return nil
}

func (c Responses) fits(nodes int, eps float64) error {
	pairs := float64(nodes) * float64(nodes-1) / 2
	if made := pairs / (1 + scalar.Exp(eps)); made > mostEdges {
		return fmt.Errorf("randomised response at ε = %g would make %.3g edges among %d nodes, more than %d; take a larger ε, or LapGraph", eps, made, nodes, mostEdges)
	}
	return nil
}
