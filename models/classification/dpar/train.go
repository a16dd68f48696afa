package dpar

import (
	"context"
	"errors"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// fit is one training.
type fit struct {
	model *Model
	steps int
	rate  float64                 // learning rate, η
	decay float64                 // λ of the term λ/2 |w|² of the loss
	adam  *train.Moments[float32] // nil for plain gradient descent
	// sum returns a step's sum of gradients; divisor turns it into a mean.
	sum     func(step int) ([]float32, error)
	divisor float64
	values  []any // state of sum, for checkpoints
}

// run takes the remaining steps of the run.
func (f *fit) run(ctx context.Context, run *checkpoint.Run) error {
	values := append([]any{f.model.Weights}, f.values...)
	if f.adam != nil {
		values = append(values, f.adam.Values()...)
	}
	return run.Steps(ctx, f.steps, values, func(step int) error {
		sum, err := f.sum(step)
		if err != nil {
			return err
		}
		f.move(sum)
		for _, w := range f.model.Weights {
			if w-w != 0 {
				return errors.New("a weight is not finite: try a smaller Rate")
			}
		}
		return nil
	})
}

// move updates the weights by a step's sum over the divisor.
func (f *fit) move(sum []float32) {
	w, mean := f.model.Weights, 1/f.divisor
	if f.decay > 0 {
		for i := range sum {
			sum[i] += float32(f.decay*f.divisor) * w[i]
		}
	}
	if f.adam != nil {
		f.adam.Step(w, sum, mean)
		return
	}
	for i, s := range sum {
		w[i] -= float32(f.rate * mean * float64(s)) // [DPAR24] Eq. 2
	}
}

// known reports whether a node has a valid label. An absent node has none.
func (m *Model) known(net *graph.Network, u int32) bool {
	l := net.Labels[u]
	return l >= 0 && int(l) < m.Classes
}

// terms returns a function that writes the contribution of a root; each core calls it once.
type terms func() func(root int32, to *gdp.Term[float64])

// private takes private steps: on the fixed batches if given, else on sampled roots.
func (f *fit) private(t *gdp.Training, roots int, batches func(step int) []int32, write terms) {
	f.divisor = 1 // the plan has its own divisor
	f.sum = func(i int) ([]float32, error) {
		batch, n := []int32(nil), roots
		if batches != nil {
			batch = batches(i)
			n = len(batch)
		}
		step, err := t.Step(n)
		if err != nil {
			return nil, err
		}
		return gdp.SumParallel(step, len(f.model.Weights), func() func(int32, *gdp.Term[float64]) {
			put := write()
			return func(place int32, to *gdp.Term[float64]) {
				if batch != nil {
					place = batch[place]
				}
				put(place, to)
			}
		})
	}
}

// root returns the example of a root: its mixed outputs, [DPAR24] Algorithm 2.
func (m *Model) root(net *graph.Network, rows matrix, nodes []int32, i int32) (e example, ok bool) {
	u := nodes[i]
	if !m.known(net, u) || len(rows[i].Nodes) == 0 {
		return e, false
	}
	return rows.example(int(i), nodes, net.Labels[u]), true
}

// roots returns the gradients of roots, each clipped as a whole.
func (m *Model) roots(net *graph.Network, rows matrix, nodes []int32) terms {
	return func() func(int32, *gdp.Term[float64]) {
		s := &gradients{model: m, x: net.Attrs}
		return func(i int32, to *gdp.Term[float64]) {
			if e, ok := m.root(net, rows, nodes, i); ok {
				s.add(e, to)
			}
		}
	}
}

// pairs returns the gradients of pairs of a root and a place of its row, each clipped by itself:
// Π_ik clip(∂CE(f(x_k), y_i)). A pair with an absent node adds nothing: an absent root has no
// label, and an absent node has no features, so its gradient is 0.
func (m *Model) pairs(net *graph.Network, nodes []int32, row func(i int32) (places []int32, weights []float64)) terms {
	one := []float64{1}
	return func() func(int32, *gdp.Term[float64]) {
		s := &gradients{model: m, x: net.Attrs}
		return func(i int32, to *gdp.Term[float64]) {
			if !m.known(net, nodes[i]) {
				return
			}
			places, weights := row(i)
			for k, place := range places {
				to.Part(place, weights[k])
				s.add(example{[]int32{nodes[place]}, one, net.Labels[nodes[i]]}, to)
			}
		}
	}
}

// fixed returns the batches of a fixed order.
func fixed(order []int, batch int) func(step int) []int32 {
	count := (len(order) + batch - 1) / batch
	return func(step int) []int32 {
		from := step % count * batch
		var roots []int32
		for _, i := range order[from:min(from+batch, len(order))] {
			roots = append(roots, int32(i))
		}
		return roots
	}
}

// shuffled returns minibatches that are reshuffled in every epoch.
func shuffled(rng *rand.Rand, n, batch int) (next func(step int) []int32, values []any) {
	order := graph.Nodes(n)
	count := (n + batch - 1) / batch
	return func(step int) []int32 {
		if step%count == 0 {
			rng.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
		}
		from := step % count * batch
		return order[from:min(from+batch, n)]
	}, []any{order}
}
