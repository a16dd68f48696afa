// Package perceptron trains MLPs that classify nodes by rows of numbers: features or aggregates.
//
//	rows      feature rows, sparse or dense (rows.go)
//	batches   nodes in the places of a batch; an absent one leaves a hole (batch.go)
//	fit       one training, non-private or with the noise of a [gdp.Training] (fit.go)
//	stages    several trainings in one run, each using the results of the earlier ones (stage.go)
//	net       the layers of an MLP, for training and prediction (net.go, model.go)
//
// A private training sums clipped gradients of nodes. The sum changes by at most the clipping bound
// if one node changes or is absent: docs/proofs/training.md#places.
package perceptron

import (
	"fmt"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph/parallel"
)

// Model is a trained net.
type Model struct {
	Net
	Parameters [][]float32 `json:"parameters"`
	// Means and Variances are the statistics of the batch normalisations, in the order of the
	// layers, computed over the training nodes with the final weights.
	Means     [][]float64 `json:"means,omitempty"`
	Variances [][]float64 `json:"variances,omitempty"`
}

// NewModel returns the net with trained weights. It computes the batch-normalisation statistics
// over the training nodes.
func NewModel(n Net, weights [][]float32, d Data, learned []int32) *Model {
	m := &Model{Net: n, Parameters: weights}
	if n.BatchNorm {
		h := &host{model: m, settle: true}
		_, _ = walk(n, builder[matrix](h), matrix{rows: d.Rows, nodes: learned})
	}
	return m
}

// Outputs returns the logits of the given nodes, row by row, and the outputs of the channels.
func (m *Model) Outputs(rows Rows, nodes []int32) (logits []float32, bases [][]float32, err error) {
	n, columns := rows.Dims()
	if columns != m.columns() {
		return nil, nil, fmt.Errorf("perceptron: the rows have %d columns, the model takes %d", columns, m.columns())
	}
	for _, u := range nodes {
		if u < 0 || int(u) >= n {
			return nil, nil, fmt.Errorf("perceptron: node %d is not one of the %d nodes", u, n)
		}
	}
	parts, out := walk(m.Net, builder[matrix](&host{model: m}), matrix{rows: rows, nodes: nodes})
	for _, p := range parts {
		bases = append(bases, p.float32s())
	}
	return out.float32s(), bases, nil
}

// accuracy returns the share of the nodes that are classified correctly.
func (m *Model) accuracy(d Data, nodes []int32) (float64, error) {
	logits, _, err := m.Outputs(d.Rows, nodes)
	if err != nil {
		return 0, err
	}
	right := 0
	for i, u := range nodes {
		row := logits[i*m.Classes():][:m.Classes()]
		if slices.Index(row, slices.Max(row)) == int(d.Labels[u]) {
			right++
		}
	}
	return float64(right) / float64(len(nodes)), nil
}

// Embed returns the output of the last channel for all rows.
func (m *Model) Embed(rows Rows) (Dense, error) {
	n, _ := rows.Dims()
	all := make([]int32, n)
	for u := range all {
		all[u] = int32(u)
	}
	_, bases, err := m.Outputs(rows, all)
	if err != nil {
		return Dense{}, err
	}
	last := bases[len(bases)-1]
	return Dense{Columns: len(last) / max(n, 1), Values: last}, nil
}

// matrix is a layer's input on the host: either rows of the model's input, restricted to columns
// from … from+width-1, or values.
type matrix struct {
	rows  Rows
	nodes []int32
	from  int
	width int // number of input columns used, 0 for all

	columns int
	values  []float64
}

func (x matrix) float32s() []float32 {
	if x.rows != nil { // no layer was applied
		x = x.dense()
	}
	out := make([]float32, len(x.values))
	for i, v := range x.values {
		out[i] = float32(v)
	}
	return out
}

// dense converts input rows to values.
func (x matrix) dense() matrix {
	if x.rows == nil {
		return x
	}
	_, all := x.rows.Dims()
	width := x.width
	if width == 0 {
		width = all
	}
	out := matrix{columns: width, values: make([]float64, len(x.nodes)*width)}
	for i, u := range x.nodes {
		row := out.values[i*width:][:width]
		x.each(u, func(c int, v float64) { row[c] = v })
	}
	return out
}

// each calls do for the stored entries of an input row.
func (x matrix) each(u int32, do func(c int, v float64)) {
	columns, values := x.rows.Row(u)
	if columns == nil {
		if x.width > 0 {
			values = values[x.from:][:x.width]
		}
		for c, v := range values {
			do(c, float64(v))
		}
		return
	}
	for i, c := range columns {
		if at := int(c) - x.from; x.width == 0 || at >= 0 && at < x.width {
			do(at, float64(values[i]))
		}
	}
}

// host computes a net's layers in float64.
type host struct {
	model  *Model
	settle bool // batch normalisations compute their statistics from x, the training nodes
	normed int  // batch normalisations applied so far
}

func (h *host) channel(x matrix, from, width int) matrix {
	x.from, x.width = from, width
	return x
}

func (h *host) linear(weight int, x matrix) matrix {
	w, b := h.model.Parameters[weight], h.model.Parameters[weight+1]
	out := matrix{columns: len(b)}
	n := len(x.nodes)
	if x.rows == nil {
		n = len(x.values) / x.columns
	}
	out.values = make([]float64, n*len(b))
	parallel.Blocks(n, 256, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			row := out.values[i*len(b):][:len(b)]
			for j, v := range b {
				row[j] = float64(v)
			}
			add := func(c int, v float64) {
				if v == 0 {
					return
				}
				for j, a := range w[c*len(b):][:len(b)] {
					row[j] += v * float64(a)
				}
			}
			if x.rows != nil {
				x.each(x.nodes[i], add)
				continue
			}
			for c, v := range x.values[i*x.columns:][:x.columns] {
				add(c, v)
			}
		}
	})
	return out
}

func (h *host) normal(weight int, x matrix) matrix {
	x = x.dense()
	if h.settle {
		h.model.Means, h.model.Variances = append(h.model.Means, nil), append(h.model.Variances, nil)
		h.model.Means[h.normed], h.model.Variances[h.normed] = moments(x)
	}
	mean, variance := h.model.Means[h.normed], h.model.Variances[h.normed]
	scale, shift := h.model.Parameters[weight], h.model.Parameters[weight+1]
	h.normed++
	out := matrix{columns: x.columns, values: make([]float64, len(x.values))}
	for i, v := range x.values {
		c := i % x.columns
		out.values[i] = (v-mean[c])/math.Sqrt(variance[c]+normalEpsilon)*float64(scale[c]) + float64(shift[c])
	}
	return out
}

// moments returns the means and variances of the columns.
func moments(x matrix) (mean, variance []float64) {
	mean, variance = make([]float64, x.columns), make([]float64, x.columns)
	n := float64(len(x.values) / x.columns)
	for i, v := range x.values {
		mean[i%x.columns] += v / n
	}
	for i, v := range x.values {
		d := v - mean[i%x.columns]
		variance[i%x.columns] += d * d / n
	}
	return mean, variance
}

func (h *host) active(x matrix) matrix {
	x = x.dense()
	f := activations[h.model.Activation].host
	out := matrix{columns: x.columns, values: make([]float64, len(x.values))}
	for i, v := range x.values {
		out.values[i] = f(v)
	}
	return out
}

func (h *host) join(parts []matrix) matrix {
	var out matrix
	for i, p := range parts {
		parts[i] = p.dense()
		out.columns += parts[i].columns
	}
	for i := range len(parts[0].values) / parts[0].columns {
		for _, p := range parts {
			out.values = append(out.values, p.values[i*p.columns:][:p.columns]...)
		}
	}
	return out
}

func (h *host) unit(x matrix) matrix {
	x = x.dense()
	out := matrix{columns: x.columns, values: make([]float64, len(x.values))}
	for at := 0; at < len(x.values); at += x.columns {
		sum := 0.0
		for _, v := range x.values[at:][:x.columns] {
			sum += v * v
		}
		norm := max(math.Sqrt(sum), minNorm)
		for c, v := range x.values[at:][:x.columns] {
			out.values[at+c] = v / norm
		}
	}
	return out
}
