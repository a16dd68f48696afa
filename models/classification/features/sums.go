package features

import (
	"context"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/split"
)

// ClassSums sums the features of each class, releases the sums with Gaussian noise for the whole
// budget, and classifies by their posterior under the known noise (evidence.go).
type ClassSums struct {
	Classes int  `range:"[0,16384]"` // number of classes, public; 0: from the network's class names
	Signed  bool // count negative features as additional features; otherwise they count as 0
	Split   split.Config
	Budget  gdp.Budget // zero: the session's whole budget
}

// countShare is a record's contribution to its class's count. The features take the rest of its
// norm of 1: 98 %.
const countShare = 0.2

// maxSums bounds the number of sums, which are held in memory several times.
const maxSums = 1 << 27

// words returns the number of features counted.
func (c ClassSums) words(columns int) int {
	if c.Signed {
		return 2 * columns
	}
	return columns
}

// query is the sum of the training nodes' records. A record has, in the entries of its class, the
// node's features scaled to norm √(1 - countShare²), and countShare. Nodes of unknown class add
// nothing.
func (c ClassSums) query(rel gdp.Relation, columns, classes int, train []int32) gdp.Bounded[gdp.L2] {
	words := c.words(columns)
	learns := make(map[int32]bool, len(train))
	for _, u := range train {
		learns[u] = true
	}
	terms := gdp.Terms{
		Name: fmt.Sprintf("features of %d classes, %d words, of the nodes %s", classes, words, split.Name(train)),
		Dim:  classes * (words + 1), Clip: 1, NonNegative: true,
	}
	return terms.OverNodes(rel, func(row gdp.Row, out []float64) {
		if !learns[row.ID] || row.Label < 0 || int(row.Label) >= classes {
			return
		}
		record := out[int(row.Label)*(words+1):][:words+1]
		c.signed(row.Columns, row.Values, record[:words])
		scale := math.Sqrt(1-countShare*countShare) / norm(record[:words])
		for i, x := range record[:words] {
			if x != 0 {
				record[i] = x * scale
			}
		}
		record[words] = countShare
	})
}

// signed writes a node's features as non-negative words.
func (c ClassSums) signed(columns []int32, values []float32, words []float64) {
	for i, column := range columns {
		switch x := float64(values[i]); {
		case x > 0:
			words[column] = x
		case x < 0 && c.Signed:
			words[len(words)/2+int(column)] = -x
		}
	}
}

// norm returns the ℓ2 norm, or 1 for a zero vector.
func norm(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v * v
	}
	if sum == 0 {
		return 1
	}
	return math.Sqrt(sum)
}

func (c ClassSums) begin(in *classification.Input) (classification.Fit[*Result], error) {
	d, err := in.Private(c.Classes, c.Split)
	if err != nil {
		return nil, err
	}
	learn, err := c.Learning(in.Session(), d)
	return func(_ context.Context, run *checkpoint.Run) (*Result, error) {
		r := &Result{}
		r.Words, r.Multiplier, err = learn(run.Session(), d.Split.Train)
		return r, err
	}, err
}

// Learning validates the configuration and returns learn, which releases the sums of the training
// nodes and returns their classifier and the noise multiplier.
func (c ClassSums) Learning(s *gdp.Session, d *classification.Data) (learn func(s *gdp.Session, train []int32) (*Words, float64, error), err error) {
	words := c.words(d.Columns)
	if d.Classes > maxSums/(words+1) {
		return nil, fmt.Errorf("%d classes of %d words, want at most %d sums", d.Classes, words, maxSums)
	}
	b, err := budget(s, c.Budget)
	if err != nil {
		return nil, err
	}
	mean, err := gauss.Mean(b)
	return func(s *gdp.Session, train []int32) (*Words, float64, error) {
		q := c.query(s.Relation(), d.Columns, d.Classes, train)
		noisy, err := gdp.GaussianMultiplier(s, "class sums", q, 1/mean) // the smallest for the budget: [BW18]
		if err != nil {
			return nil, 0, err
		}
		// No data are read from here on.
		sums := noisySums{Classes: d.Classes, Words: words, Values: noisy, SD: float64(q.Bound()) / mean}
		return sums.words(c.Signed), 1 / mean, nil
	}, err
}
