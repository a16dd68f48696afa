package dpgcn

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification/gcn"
)

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

// Responses answers for all node pairs by randomised response.
type Responses struct{ gcn.Classifier }

// KeptAs implements [checkpoint.Renamed]: the mode has the name that keys the runs.
func (Responses) KeptAs() string { return "EdgeRand" }

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
