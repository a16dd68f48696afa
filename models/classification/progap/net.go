package progap

import (
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"github.com/graphdp/graphdp/models/learn/perceptron"
)

// stages returns the net of each stage: layers for the features and for each sum so far, whose
// outputs are joined and scaled to norm 1, and a head: [PROGAP24] Submodels.
func (c Layers) stages(d *classification.Data, depth int) (nets []perceptron.Net, err error) {
	if err := aggregate.Size(d.Nodes); err != nil {
		return nil, err
	}
	for i := range depth + 1 {
		n := perceptron.Net{
			Channels: append([]int{d.Columns}, slices.Repeat([]int{c.Hidden}, i)...), Base: slices.Repeat([]int{c.Hidden}, c.BaseLayers),
			BaseEnds: true, Unit: true, Head: append(slices.Repeat([]int{c.Hidden}, c.HeadLayers-1), d.Classes),
			Activation: c.Activation, BatchNorm: c.BatchNorm, NormAfter: c.BatchNorm,
		}
		if err := n.Check(); err != nil {
			return nil, err
		}
		nets = append(nets, n)
	}
	return nets, nil
}

// warm returns the initial weights of a stage: the current ones of the layers that existed before,
// and new ones.
func warm(fresh, before [][]float32, c Layers) [][]float32 {
	each := 2 // arrays per layer
	if c.BatchNorm {
		each = 4
	}
	head := 2 + each*(c.HeadLayers-1)
	kept := max(0, len(before)-head)
	return append(slices.Clone(before[:kept]), fresh[kept:]...)
}

// Model is a trained classifier of the nodes of one graph, the released model.
type Model struct {
	Net  *perceptron.Model `json:"net"`  // of the last stage
	Unit bool              `json:"unit"` // features are scaled to norm 1
	// Scaled reports whether sums are scaled to norm 1 before they are read.
	Scaled bool        `json:"scaled"`
	Sums   [][]float32 `json:"sums"` // by stage, from the second on, the noisy sums of all nodes
}

// besides appends sums to the features, scaled to norm 1 or not.
func besides(x perceptron.Rows, width int, sums [][]float32, scaled bool) perceptron.Rows {
	for _, s := range sums {
		d := perceptron.Dense{Columns: width, Values: s}
		if scaled {
			x = perceptron.Beside(x, unit{d})
		} else {
			x = perceptron.Beside(x, d)
		}
	}
	return x
}

// unit scales rows to norm 1.
type unit struct{ perceptron.Dense }

// Row implements [perceptron.Rows].
func (d unit) Row(u int32) (columns []int32, values []float32) {
	_, values = d.Dense.Row(u)
	return nil, aggregate.Unit(d.Columns, values).Float32s()
}

// width returns the number of entries of a sum.
func (m *Model) width() int { return m.Net.Channels[len(m.Net.Channels)-1] }

// Scores implements [release.Model] from the node's own features and the released noisy sums over
// its neighbours.
func (m *Model) Scores(net *graph.Network, u int32) ([]float32, error) {
	if net == nil || net.Attrs == nil {
		return nil, fmt.Errorf("progap: the model takes nodes with %d features", m.Net.Channels[0])
	}
	scores, _, err := m.Net.Outputs(besides(perceptron.Features(net.Attrs, m.Unit), m.width(), m.Sums, m.Scaled), []int32{u})
	if err != nil {
		return nil, fmt.Errorf("progap: %w", err)
	}
	return scores, nil
}

// Noisy implements [aggregate.Releases].
func (m *Model) Noisy() (hops [][]float32, width int) { return m.Sums, m.width() }

// NumClasses implements [classification.Model].
func (m *Model) NumClasses() int { return m.Net.Classes() }
