package dpar

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
	"github.com/graphdp/graphdp/models/split"
)

// Constant predicts one class for every node.
type Constant struct {
	Class   int `json:"class"`
	Classes int `json:"classes"`
}

// Scores implements [release.Model]. It reads nothing.
func (c *Constant) Scores(*graph.Network, int32) ([]float32, error) {
	scores := make([]float32, c.Classes)
	scores[c.Class] = 1
	return scores, nil
}

// CountedResult is what [Count] releases.
type CountedResult struct {
	Model     *Constant      `json:"model"`
	Split     split.Nodes    `json:"split"`
	Guarantee *gdp.Guarantee `json:"guarantee"`
}

// Outcome implements [method.Result].
func (r *CountedResult) Outcome() method.Outcome {
	return method.Outcome{Release: release.Classifier{Model: r.Model, Classes: r.Model.Classes, Split: r.Split}, Guarantee: r.Guarantee}
}

// classesProof is why the count of a class moves by at most 1.
var classesProof = gdp.Proof{Doc: "proofs/dpar.md#classes", Test: "TestOneNodeMovesOneCount"}

// counts are the numbers of training nodes of each class.
func counts(rel gdp.Relation, nodes []int32, classes int) gdp.Bounded[gdp.LInf] {
	name := fmt.Sprintf("counts of %d classes among nodes %s", classes, split.Name(nodes))
	return gdp.Query(name, rel, gdp.LInf(1), classesProof, func(d *gdp.Data) ([]float64, error) {
		n := make([]float64, classes)
		for _, u := range nodes {
			if l := d.Network.Labels[u]; l >= 0 && int(l) < classes {
				n[l]++
			}
		}
		return n, nil
	})
}

// Count spends the session's ε on the choice of a class that is frequent among the training
// nodes: the null control for classifiers.
func Count(ctx context.Context, s *gdp.Session, c Counted, w *checkpoint.Watch) (*CountedResult, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	p, classes := s.Public(), c.Classes
	if classes == 0 {
		classes = len(p.Classes)
	}
	switch {
	case !p.Labelled:
		return nil, fmt.Errorf("dpar: %w", method.Lacking(true, p.Labelled))
	case classes < 1 || classes > widest:
		return nil, fmt.Errorf("dpar: %d classes, want 1 … %d; set Classes where the network does not name them", classes, widest)
	}
	return checkpoint.Once(ctx, s, "dpar", c, w, func(run *checkpoint.Run) (*CountedResult, error) {
		s := run.Session()
		nodes, err := c.Split.Within(s)
		if err != nil {
			return nil, fmt.Errorf("dpar: %w", err)
		}
		best, err := gdp.NoisyMax(s, "class", counts(s.Relation(), nodes.Train, classes), 1, s.Budget().Epsilon)
		if err != nil {
			return nil, err
		}
		g, err := s.Guarantee()
		return &CountedResult{&Constant{best[0], classes}, nodes, &g}, err
	})
}
