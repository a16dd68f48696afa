package seprivgemb

import (
	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/embedding/seprivgemb/skipgram"
)

// Result is what a run releases.
type Result struct {
	Out        *embed.Matrix  `json:"out,omitempty"`      // W_out of a skip-gram
	Degrees    []float64      `json:"degrees,omitempty"`  // the degrees that rows were made from
	Signs      uint64         `json:"signs,omitempty"`    // the seed of R, which is public, of a [Projected]
	Core       int            `json:"core,omitempty"`     // the number of nodes whose pairs were asked, of an [ExpectedRows]
	Vectors    int            `json:"vectors,omitempty"`  // how many of what pairs or a training tell rows were made from
	Strength   float64        `json:"strength,omitempty"` // by which these count where a pair is scored
	Steps      int            `json:"steps,omitempty"`
	Multiplier float64        `json:"noise_multiplier,omitempty"`
	Guarantee  *gdp.Guarantee `json:"guarantee,omitempty"` // nil for [RunPlain]
	Random     int            `json:"random,omitempty"`    // how many entries of a row, the last ones, are random
	Shift      float64        `json:"shift,omitempty"`     // c, of a [Biased]: its rows begin with (bias + c)/√c
	In         *embed.Matrix  `json:"in"`                  // the embedding: a row for each node; last, so that its text has no copy more
}

// embedded returns the result of a training.
func embedded(t *skipgram.Tables, steps int) (*Result, error) {
	r := &Result{Steps: steps}
	var err error
	if r.In, err = rows(t.Nodes(), t.Width(), func(u int32) []float32 { return t.In(u) }); err != nil {
		return nil, err
	}
	r.Out, err = rows(t.Nodes(), t.Width(), func(u int32) []float32 { return t.Out(u) })
	return r, err
}

// rows returns those that a function returns.
func rows(n, dim int, of func(u int32) []float32) (*embed.Matrix, error) {
	m, err := embed.New(n, dim)
	if err != nil {
		return nil, err
	}
	for u := range int32(n) {
		copy(m.Row(u), of(u))
	}
	return m, nil
}
