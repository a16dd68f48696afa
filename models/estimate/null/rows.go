package null

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/ranges"
	"github.com/graphdp/graphdp/models/method/release"
)

// Untrained is a control for embeddings: rows as training starts from.
type Untrained struct {
	Dim int `range:"[1,65536]"` // numbers of a row
}

// RowsResult is what [Rows] releases.
type RowsResult struct {
	Rows      *embed.Matrix  `json:"rows"`
	Guarantee *gdp.Guarantee `json:"guarantee"`
}

// Outcome implements [method.Result].
func (r *RowsResult) Outcome() method.Outcome {
	return method.Outcome{Release: release.Embedding{Matrix: r.Rows}, Guarantee: r.Guarantee}
}

// Rows draws an embedding that reads nothing but the number of nodes, and costs nothing.
func Rows(ctx context.Context, s *gdp.Session, c Untrained, w *method.Watch) (*RowsResult, error) {
	if err := ranges.Check("null", c); err != nil {
		return nil, err
	}
	if n := s.Public().Nodes; n < 1 {
		return nil, fmt.Errorf("null: %d nodes under the relation %v, want a single graph of at least 1", n, s.Relation())
	}
	return checkpoint.Once(ctx, s, "null", c, w, func(run *checkpoint.Run) (r *RowsResult, err error) {
		r = new(RowsResult)
		if r.Rows, err = embed.Glorot(run.Session().Public().Nodes, c.Dim, run.Stream("rows")); err != nil {
			return nil, err
		}
		g, err := run.Session().Guarantee()
		r.Guarantee = &g
		return r, err
	})
}
