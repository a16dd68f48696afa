package dpgnn

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/models/learn/vector"
)

// Model is a trained network, the released model.
type Model struct {
	Columns int `json:"columns"` // number of features
	Latent  int `json:"latent"`
	Classes int `json:"classes"`
	// Weights holds the matrices of encoder, core and decoder, each followed by its bias.
	Weights []float32 `json:"weights"`
}

func modelOf(columns, latent, classes int) *Model {
	m := &Model{Columns: columns, Latent: latent, Classes: classes}
	total := 0
	for _, size := range m.sizes() {
		total += size
	}
	m.Weights = make([]float32, total)
	return m
}

// sizes returns the number of weights of each part.
func (m *Model) sizes() []int {
	return []int{m.Columns * m.Latent, m.Latent, m.Latent * m.Latent, m.Latent, m.Latent * m.Classes, m.Classes}
}

// parts splits all by the parts of the weights.
func parts[T any](m *Model, all []T) (list [][]T) {
	for _, size := range m.sizes() {
		list = append(list, all[:size])
		all = all[size:]
	}
	return list
}

// initial samples matrices with variance 1/in.
func (m *Model) initial(r *rand.Rand) {
	p := parts(m, m.Weights)
	for i, in := range []int{m.Columns, m.Latent, m.Latent} {
		for k := range p[2*i] {
			p[2*i][k] = float32(r.NormFloat64() / math.Sqrt(float64(in)))
		}
	}
}

// state is the forward pass of one subgraph.
type state struct {
	nodes         []int32
	hidden        []float64 // one row per node
	mean, core    []float64
	joined, logit []float64
}

// forward computes the logits of nodes[0], the root, from the root and its neighbours, with the
// layers of the authors' code: [DPGNN21] §3.
func (m *Model) forward(x *graph.Attributes, nodes []int32, s *state) {
	w := parts(m, m.Weights)
	s.nodes = nodes
	s.hidden = vector.Zeros(s.hidden, len(nodes)*m.Latent)
	s.mean, s.core, s.joined = vector.Zeros(s.mean, m.Latent), vector.Zeros(s.core, m.Latent), vector.Zeros(s.joined, m.Latent)
	s.logit = vector.Zeros(s.logit, m.Classes)
	for i, u := range nodes {
		row := s.hidden[i*m.Latent:][:m.Latent]
		columns, values := x.Row(u)
		for k, c := range columns {
			for j, a := range w[0][int(c)*m.Latent:][:m.Latent] {
				row[j] += float64(values[k]) * float64(a)
			}
		}
		for j := range row {
			row[j] = scalar.Tanh(row[j] + float64(w[1][j]))
			s.mean[j] += row[j] / float64(len(nodes))
		}
	}
	for i, a := range s.mean {
		for j, b := range w[2][i*m.Latent:][:m.Latent] {
			s.core[j] += a * float64(b)
		}
	}
	for j := range s.core {
		s.core[j] = scalar.Tanh(s.core[j] + float64(w[3][j]))
		s.joined[j] = s.core[j] + s.mean[j]
	}
	for i, a := range s.joined {
		for k, b := range w[4][i*m.Classes:][:m.Classes] {
			s.logit[k] += a * float64(b)
		}
	}
	for k := range s.logit {
		s.logit[k] += float64(w[5][k])
	}
}

// backward adds the gradient of the cross-entropy of a class to g, by parts of the weights. It
// returns the features whose weights have a gradient, some of them twice.
func (m *Model) backward(x *graph.Attributes, s *state, class int32, g [][]float64) (features []int32) {
	w := parts(m, m.Weights)
	slope := slices.Clone(s.logit)
	vector.Softmax(slope)
	slope[class]--
	back := make([]float64, m.Latent) // with respect to the joined rows, then to the mean
	for i, a := range s.joined {
		for k, d := range slope {
			g[4][i*m.Classes+k] += a * d
			back[i] += d * float64(w[4][i*m.Classes+k])
		}
	}
	for k, d := range slope {
		g[5][k] += d
	}
	core := make([]float64, m.Latent)
	for j, c := range s.core {
		core[j] = back[j] * (1 - c*c)
		g[3][j] += core[j]
	}
	for i, a := range s.mean {
		for j, d := range core {
			g[2][i*m.Latent+j] += a * d
			back[i] += d * float64(w[2][i*m.Latent+j])
		}
	}
	inner := make([]float64, m.Latent)
	for i, u := range s.nodes {
		for j, h := range s.hidden[i*m.Latent:][:m.Latent] {
			inner[j] = back[j] * (1 - h*h) / float64(len(s.nodes))
			g[1][j] += inner[j]
		}
		columns, values := x.Row(u)
		features = append(features, columns...)
		for k, c := range columns {
			row := g[0][int(c)*m.Latent:][:m.Latent]
			for j, d := range inner {
				row[j] += float64(values[k]) * d
			}
		}
	}
	return features
}

// Scores implements [release.Model]. It reads the features and edges of the node and all its
// neighbours in the clear, which the guarantee does not cover.
func (m *Model) Scores(net *graph.Network, u int32) ([]float32, error) {
	switch x := net.Attrs; {
	case x == nil || x.Cols() != m.Columns:
		return nil, fmt.Errorf("dpgnn: the model takes %d features per node", m.Columns)
	case u < 0 || int(u) >= x.Rows():
		return nil, fmt.Errorf("dpgnn: node %d is not one of the %d nodes", u, x.Rows())
	}
	nodes := []int32{u}
	for _, v := range net.Graph.Neighbors(u) {
		if v != u {
			nodes = append(nodes, v)
		}
	}
	var s state
	m.forward(net.Attrs, nodes, &s)
	scores := make([]float32, m.Classes)
	for k, z := range s.logit {
		scores[k] = float32(z)
	}
	return scores, nil
}

// NumClasses implements [node.Model].
func (m *Model) NumClasses() int { return m.Classes }
