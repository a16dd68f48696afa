package dpgcn

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/classification/gcn"
	"github.com/graphdp/graphdp/models/ranges"
)

// Config is the configuration of a private mode: a [LapGraph] or an [EdgeRand].
type Config interface {
	Check() error
	classifier() gcn.Classifier
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

// EdgeRand is randomised response of all pairs.
type EdgeRand struct{ gcn.Classifier }

// Published returns LapGraph as the authors' code has it: 1 % of ε for the number of edges.
func Published() LapGraph { return LapGraph{Classifier: gcn.NonPrivate(), CountShare: 0.01} }

// Randomised returns EdgeRand with the same network.
func Randomised() EdgeRand { return EdgeRand{gcn.NonPrivate()} }

// mostNodes is the number of nodes whose pairs have numbers of 31 bits.
const mostNodes = 1 << 16

// mostEdges is the number of edges of a noisy graph that takes some 6 GB to train on.
const mostEdges = 1 << 27

// mostKept is the largest number of cells that LapGraph keeps.
const mostKept = 1 << 22

func (c LapGraph) classifier() gcn.Classifier { return c.Classifier }
func (c EdgeRand) classifier() gcn.Classifier { return c.Classifier }

// Check refuses settings that no run can mean.
func (c LapGraph) Check() error { return ranges.Check("dpgcn", c) }

// Check refuses settings that no run can mean.
func (c EdgeRand) Check() error { return ranges.Check("dpgcn", c) }

func (c LapGraph) fits(nodes int, _ float64) error {
	if nodes > mostNodes {
		return fmt.Errorf("dpgcn: %d nodes, want at most %d", nodes, mostNodes)
	}
	return nil
}

func (c EdgeRand) fits(nodes int, eps float64) error {
	pairs := float64(nodes) * float64(nodes-1) / 2
	if made := pairs / (1 + math.Exp(eps)); made > mostEdges {
		return fmt.Errorf("dpgcn: randomised response at ε = %g would make %.3g edges among %d nodes, more than %d; take a larger ε, or LapGraph", eps, made, nodes, mostEdges)
	}
	return nil
}
