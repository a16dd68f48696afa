package gap

import (
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"github.com/graphdp/graphdp/models/learn/perceptron"
)

// encoder returns the net that is trained to embed nodes: the layers of the encoder, with output
// scaled to norm 1, then a classification layer, which is dropped after training: [GAP23] Encoder
// module.
func (c Layers) encoder(columns, classes int) perceptron.Net {
	return perceptron.Net{
		Channels: []int{columns}, Base: slices.Repeat([]int{c.Hidden}, c.EncoderLayers), Unit: true, Joint: true,
		Head: []int{classes}, Activation: c.Activation, BatchNorm: c.BatchNorm,
	}
}

// classifier returns the net on the rows of all hops: [GAP23] Classification module.
func (c Layers) classifier(hops, classes int) perceptron.Net {
	return perceptron.Net{
		Channels: slices.Repeat([]int{c.Hidden}, hops+1), Base: slices.Repeat([]int{c.Hidden}, c.BaseLayers), Unit: true, Joint: true,
		Head: append(slices.Repeat([]int{c.Hidden}, c.HeadLayers-1), classes), Activation: c.Activation, BatchNorm: c.BatchNorm,
	}
}

// Model is a trained classifier of the nodes of one graph, the released model.
type Model struct {
	Encoder    *perceptron.Model `json:"encoder"`
	Unit       bool              `json:"unit"` // features are scaled to norm 1
	Sums       [][]float32       `json:"sums"` // by hop, the noisy sums of all nodes
	Classifier *perceptron.Model `json:"classifier"`
}

// encode returns the encoder's rows.
func encode(m *perceptron.Model, x *graph.Attributes, unit bool) (aggregate.Rows, error) {
	d, err := m.Embed(perceptron.Features(x, unit))
	return aggregate.Unit(d.Columns, d.Values), err
}

// joined concatenates the rows of the hops.
func joined(width int, hops ...[]float32) perceptron.Dense {
	d := perceptron.Dense{Columns: width * len(hops)}
	for at := 0; at < len(hops[0]); at += width {
		for _, h := range hops {
			d.Values = append(d.Values, h[at:at+width]...)
		}
	}
	return d
}

// Scores implements [release.Model] from the node's own features and the released noisy sums over
// its neighbours.
func (m *Model) Scores(net *graph.Network, u int32) ([]float32, error) {
	if net == nil || net.Attrs == nil || net.Attrs.Cols() != m.Encoder.Channels[0] || u < 0 || int(u) >= net.Attrs.Rows() {
		return nil, fmt.Errorf("gap: node %d: the model takes nodes with %d features", u, m.Encoder.Channels[0])
	}
	_, own, err := m.Encoder.Outputs(perceptron.Features(net.Attrs, m.Unit), []int32{u})
	if err != nil {
		return nil, fmt.Errorf("gap: %w", err)
	}
	width := len(own[0])
	rows := [][]float32{aggregate.Unit(width, own[0]).Float32s()}
	for _, sums := range m.Sums {
		if int(u) >= len(sums)/width {
			return nil, fmt.Errorf("gap: node %d is not one of the %d nodes", u, len(sums)/width)
		}
		rows = append(rows, aggregate.Unit(width, sums[int(u)*width:][:width]).Float32s())
	}
	scores, _, err := m.Classifier.Outputs(joined(width, rows...), []int32{0})
	if err != nil {
		return nil, fmt.Errorf("gap: %w", err)
	}
	return scores, nil
}

// Noisy implements [aggregate.Releases].
func (m *Model) Noisy() (hops [][]float32, width int) { return m.Sums, m.Classifier.Channels[0] }

// NumClasses implements [node.Model].
func (m *Model) NumClasses() int { return m.Classifier.Classes() }
