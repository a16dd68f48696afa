package seprivgemb

import (
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/null"
	"github.com/graphdp/graphdp/models/train/skipgram"
)

// Result is what a run releases.
type Result struct {
	In         null.Rows      `json:"in"`                // the embedding: a row for each node
	Out        null.Rows      `json:"out,omitempty"`     // W_out of a skip-gram
	Degrees    []float64      `json:"degrees,omitempty"` // the degrees that rows were made from
	Signs      uint64         `json:"signs,omitempty"`   // the seed of R, which is public, of a [Projection]
	Steps      int            `json:"steps,omitempty"`
	Multiplier float64        `json:"noise_multiplier,omitempty"`
	Guarantee  *gdp.Guarantee `json:"guarantee,omitempty"` // nil for [Train]
}

// embedded is the result of a training.
func embedded(t *skipgram.Tables, steps int) *Result {
	r := &Result{In: make(null.Rows, t.Nodes()), Out: make(null.Rows, t.Nodes()), Steps: steps}
	for u := range r.In {
		r.In[u], r.Out[u] = t.In(int32(u)), t.Out(int32(u))
	}
	return r
}
