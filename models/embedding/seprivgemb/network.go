package seprivgemb

import (
	"fmt"

	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/graphdp/graphdp/models/embedding/seprivgemb/skipgram"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// executed is the loss of a batch of Algorithm 2 as a GoMLX graph: see [skipgram.Network]. All
// batches have the same size.
type executed struct {
	*train.Executor
	centres, targets     []float32 // rows of each example: of W_in and of W_out
	byCentres, byTargets []float32 // gradients of the loss with respect to them
}

// execute opens the loss of batches as a GoMLX graph, if networks run that way.
func (t *algorithm2) execute(batch int) error {
	c := t.config
	opened, err := skipgram.Network(batch, c.Negatives, c.Dim).Open()
	if err != nil {
		return fmt.Errorf("seprivgemb: %w", err)
	}
	if opened != nil {
		t.graph = &executed{Executor: opened, byCentres: make([]float32, batch*c.Dim), byTargets: make([]float32, batch*(c.Negatives+1)*c.Dim)}
	}
	return nil
}

// read gathers the rows of a batch, and returns the weights of its examples.
func (x *executed) read(t *algorithm2, batch []int32) any {
	weights := make([]float32, len(batch))
	x.centres, x.targets = x.centres[:0], x.targets[:0]
	for b, i := range batch {
		s := t.list[i]
		weights[b] = float32(s.weight)
		x.centres = append(x.centres, t.tables.In(s.centre)...)
		for _, u := range s.targets {
			x.targets = append(x.targets, t.tables.Out(u)...)
		}
	}
	return tensors.FromFlatDataAndDimensions(weights, len(batch), 1)
}

// addGradients is [algorithm2.addGradients] by the GoMLX graph.
func (x *executed) addGradients(t *algorithm2, batch []int32) error {
	weights := x.read(t, batch)
	if _, err := x.Gradient([]any{x.centres, x.targets}, []any{x.byCentres, x.byTargets}, weights); err != nil {
		return err
	}
	byCentres, byTargets, n := x.byCentres, x.byTargets, int32(t.tables.Nodes())
	add := func(row int32, by *[]float32) {
		var g []float32
		g, *by = (*by)[:t.config.Dim], (*by)[t.config.Dim:]
		if !t.config.Author {
			clip(g, t.config.Clip) // [SE-PrivGEmb] Eq. 9, the clip
		}
		vector.AddScaled(t.read(row), 1, g)
	}
	for _, i := range batch {
		add(t.list[i].centre, &byCentres)
		for _, u := range t.list[i].targets {
			add(n+u, &byTargets)
		}
	}
	return nil
}

// loss is the loss of a step of [Biased] for rows (β, z). The inputs are the ends of pairs, [pairs,
// 2, 1], and for each pair its sign, -1 for an edge and 1 for a negative sample, and its weight.
// Private steps keep their kernel, for the reason given at [skipgram.Network].
func (c Biased) loss(w, in []*Node) *Node {
	ends := Gather(w[0], in[0])
	rows := func(end int) (bias, z *Node) {
		x := Squeeze(Slice(ends, AxisRange(), AxisElem(end)), 1)
		return Squeeze(Slice(x, AxisRange(), AxisElem(0)), 1), Slice(x, AxisRange(), AxisRangeToEnd(1))
	}
	b, z := rows(0)
	d, y := rows(1)
	scores := Add(Add(b, d), ReduceSum(Mul(z, y), 1)) // β_u + β_v + z_u·z_v
	return ReduceAllSum(Mul(in[2], Softplus(Mul(in[1], scores))))
}
