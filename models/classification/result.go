package classification

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/method/split"
)

// Model is a trained classifier of nodes: what leaves the session.
type Model interface {
	release.Model
	NumClasses() int
}

// Result is what a run gives whose model is an M.
type Result[M Model] struct {
	Model M `json:"model"`
	Common
}

// Scored is a result that has a row of scores for each node.
func Scored(classes int, rows []float64) *Result[*release.Scores] {
	m := &release.Scores{Classes: classes, Values: make([]float32, len(rows))}
	for i, x := range rows {
		m.Values[i] = float32(x)
	}
	return &Result[*release.Scores]{Model: m}
}

// Common is what is said of every model.
type Common struct {
	Split     split.Nodes    `json:"split"`
	Guarantee *gdp.Guarantee `json:"guarantee,omitempty"` // nil without privacy
	Details
}

// Details are numbers reported of a run beside its release. None of them is private.
type Details struct {
	Steps      int     `json:"steps,omitempty"`            // of the training that learns the classes
	Rate       float64 `json:"sampling_rate,omitempty"`    // of these steps
	Multiplier float64 `json:"noise_multiplier,omitempty"` // of each noisy answer, or step
	Power      float64 `json:"power,omitempty"`            // of the likelihood of votes; 0: features decide alone
	Edges      int     `json:"noisy_edges,omitempty"`      // of a noisy graph
}

// Outcome implements [method.Result].
func (r *Result[M]) Outcome() method.Outcome { return r.Of(r.Model) }

// Of is the outcome that releases a model.
func (c *Common) Of(m Model) method.Outcome {
	return method.Outcome{
		Release:   release.Classifier{Model: m, Classes: m.NumClasses(), Split: c.Split},
		Guarantee: c.Guarantee, Details: c.Details,
	}
}

// complete says how the nodes were divided, and what protects the release.
func (c *Common) complete(in *Input, s *gdp.Session) error {
	if in.split.Train != nil { // else the run has said
		c.Split = in.split
	}
	if s == nil {
		return nil
	}
	g, err := s.Guarantee()
	g.InTheClear = in.clear
	c.Guarantee = &g
	return err
}
