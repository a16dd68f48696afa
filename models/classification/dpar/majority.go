package dpar

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/split"
)

// Constant predicts one class for every node.
type Constant struct {
	Class   int `json:"class"`
	Classes int `json:"classes"`
}

// Scores implements [release.Model]. It reads no data.
func (c *Constant) Scores(*graph.Network, int32) ([]float32, error) {
	scores := make([]float32, c.Classes)
	scores[c.Class] = 1
	return scores, nil
}

// NumClasses implements [classification.Model].
func (c *Constant) NumClasses() int { return c.Classes }

// classesProof is the proof that each class count changes by at most 1.
var classesProof = gdp.Proof{Doc: "proofs/dpar.md#classes", Test: "TestOneNodeMovesOneCount"}

// counts is the query of the number of training nodes in each class.
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

// begin spends the session's ε on selecting a frequent class of the training nodes: the null
// control of classifiers.
func (c Counted) begin(in *classification.Input) (classification.Fit[*Result], error) {
	d, err := in.Undivided(c.Classes)
	return func(_ context.Context, run *checkpoint.Run) (*Result, error) {
		s := run.Session()
		nodes, err := c.Split.Within(s)
		if err != nil {
			return nil, err
		}
		best, err := gdp.NewNoisyMax("class", counts(s.Relation(), nodes.Train, d.Classes), 1, s.Budget().Epsilon).Draw(s)
		if err != nil {
			return nil, err
		}
		r := &Result{Constant: &Constant{best[0], d.Classes}}
		r.Split = nodes
		return r, nil
	}, err
}
