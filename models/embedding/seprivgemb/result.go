package seprivgemb

import (
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/embedding/seprivgemb/skipgram"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
	"gonum.org/v1/gonum/floats"
)

// Result is the release of a run.
type Result struct {
	Out        *embed.Matrix  `json:"out,omitempty"`     // W_out of a skip-gram
	Degrees    []float64      `json:"degrees,omitempty"` // the degrees used for the rows
	Signs      uint64         `json:"signs,omitempty"`   // public seed of R in [Projected]
	Core       int            `json:"core,omitempty"`    // number of nodes whose pairs were queried, in [ExpectedRows]
	Vectors    int            `json:"vectors,omitempty"` // number of vectors from pairs or sums
	Spread     float64        `json:"spread,omitempty"`  // share of the degrees' variance beyond a Poisson distribution's
	Steps      int            `json:"steps,omitempty"`
	Multiplier float64        `json:"noise_multiplier,omitempty"`
	Guarantee  *gdp.Guarantee `json:"guarantee,omitempty"` // nil without privacy
	Random     int            `json:"random,omitempty"`    // number of random entries at the end of a row
	Shift      float64        `json:"shift,omitempty"`     // c of [Biased]: rows begin with (bias + c)/√c
	In         *embed.Matrix  `json:"in"`                  // the embedding; last, so that its JSON text is not copied
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

// rows returns the matrix with rows of(u).
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

// details are reported numbers of a run, besides its release.
type details struct {
	Steps      int       `json:"steps,omitempty"`
	Multiplier float64   `json:"noise_multiplier,omitempty"`
	Core       int       `json:"core,omitempty"` // nodes whose pairs were queried
	Vectors    int       `json:"vectors,omitempty"`
	Degrees    []float64 `json:"degrees,omitempty"`
	signs      uint64    // seed of R
}

// String implements [fmt.Stringer].
func (d details) String() string {
	s := ""
	if d.Steps > 0 {
		s = fmt.Sprintf("%d steps, ", d.Steps)
	}
	if d.Core > 0 {
		s += fmt.Sprintf("degrees and %d vectors of noisy answers of the pairs of %d nodes, ", d.Vectors, d.Core)
	} else if d.Vectors > 0 {
		s += fmt.Sprintf("degrees and %d vectors of sums of neighbours' rows, ", d.Vectors)
	} else if len(d.Degrees) > 0 {
		s += "degrees alone, "
	}
	return s + fmt.Sprintf("noise multiplier %.4g", d.Multiplier)
}

// unlikely is the smallest factor by which rows lower the score of a pair.
const unlikely = 0.05

// pairs scores a pair by d·d'·(1 + x·x'), where x is a row without degrees and random entries.
// Poisson scatter of degrees carries no information on rates, so d is shrunk to the mean by all but
// the degrees' spread. With a core, whose rows are longer, the score uses the cosine of (1, x), and
// √d. The factor is at least [unlikely]: below it degrees are more informative.
func (r *Result) pairs() *release.Pairs {
	n, known := r.In.N(), r.In.Dim()-r.Random
	p := &release.Pairs{Weight: make([]float64, n)}
	mean := floats.Sum(r.Degrees) / float64(n)
	for u, d := range r.Degrees {
		p.Weight[u] = max(0, d+(1-r.Spread)*(mean-d))
		if r.Core > 0 {
			p.Weight[u] = math.Sqrt(max(0, d))
		}
	}
	if known < 2 {
		return p
	}
	least := unlikely
	p.Rows, p.Least = make([][]float64, n), &least
	for u := range n {
		row := r.In.Row(int32(u))
		x := make([]float64, known)
		x[0] = 1
		for k := 1; k < known && row[0] > 0; k++ {
			x[k] = float64(row[k] / row[0])
		}
		if r.Core > 0 {
			floats.Scale(1/floats.Norm(x, 2), x)
		}
		p.Rows[u] = x
	}
	return p
}

// Outcome implements [method.Result].
func (r *Result) Outcome() method.Outcome {
	e := release.Embedding{Matrix: r.In, Other: r.Out}
	if r.Random > 0 {
		e.Pairs = r.pairs()
	}
	if r.Shift > 0 {
		e.Pairs = r.biasedPairs()
	}
	o := method.Outcome{Release: e, Guarantee: r.Guarantee}
	if r.Multiplier > 0 || r.Steps > 0 {
		o.Details = details{Steps: r.Steps, Multiplier: r.Multiplier, Core: r.Core, Vectors: r.Vectors, Degrees: r.Degrees, signs: r.Signs}
	}
	return o
}
