package dpar

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/train"
)

// fit is one training.
type fit struct {
	model *Model
	steps int
	rate  float64                 // learning rate, η
	decay float64                 // λ of λ/2 |w|² added to the loss
	adam  *train.Moments[float32] // nil for plain descent
	// divisor turns a sum into a mean: a public number.
	divisor float64
	most    int                             // roots of a step
	next    func(step int) ([]int32, error) // the roots of a step, by their places
	add     func(root int32)                // adds what a root contributes to a step's sum
	take    func(dst []float32)             // writes the sum, and begins a new one
	noise   func(dst []float32) error       // nil without privacy
	values  []any                           // what next changes, for checkpoints
}

// mostSampled is a number of roots that a Poisson sample of the expected size passes with a
// probability below 10⁻³⁰. It decides the grid of sums.
func mostSampled(expected float64) int { return int(4*expected) + 256 }

// run takes the steps that are left of the run.
func (f *fit) run(ctx context.Context, run *checkpoint.Run) error {
	total := make([]float32, len(f.model.Weights))
	values := append([]any{f.model.Weights}, f.values...)
	if f.adam != nil {
		values = append(values, f.adam.Values()...)
	}
	return run.Steps(ctx, f.steps, values, func(step int) error {
		roots, err := f.next(step)
		if err != nil {
			return fmt.Errorf("dpar: %w", err)
		}
		if len(roots) > f.most { // coins alone decide this
			return fmt.Errorf("dpar: a sample of more than %d roots", f.most)
		}
		for _, i := range roots {
			f.add(i)
		}
		f.take(total)
		if f.noise != nil {
			if err := f.noise(total); err != nil {
				return fmt.Errorf("dpar: %w", err)
			}
		}
		f.move(total)
		for _, w := range f.model.Weights {
			if w-w != 0 {
				return errors.New("dpar: a weight is infinite or no number: try a smaller Rate")
			}
		}
		return nil
	})
}

// move moves the weights against a step's sum over the divisor.
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

// known reports whether a node has a label of one of the classes. An absent one has none.
func (m *Model) known(net *graph.Network, u int32) bool {
	l := net.Labels[u]
	return l >= 0 && int(l) < m.Classes
}

// mixed hands the examples of roots to add: their mixed outputs, [DPAR24] Algorithm 2.
func (f *fit) mixed(net *graph.Network, m matrix, nodes []int32, add func(example)) {
	f.add = func(i int32) {
		if u := nodes[i]; f.model.known(net, u) && len(m[i].Nodes) > 0 {
			add(m.example(int(i), nodes, net.Labels[u]))
		}
	}
}

// roots adds the gradients of roots, each clipped as a whole.
func (f *fit) roots(s *sum, net *graph.Network, m matrix, nodes []int32) {
	f.take = s.take
	f.mixed(net, m, nodes, func(e example) { s.add(e, 1) })
}

// pairs adds the gradients of the pairs of a root and a node of its row, each clipped by
// itself: Π_ik clip(∂CE(f(x_k), y_i)), of the nodes and weights of a row. A pair of which one is absent adds nothing: an absent
// root has no label, and an absent node no features, without which the gradient is 0. The
// weights of a row sum to at most 1.
func (f *fit) pairs(s *sum, net *graph.Network, nodes []int32, row func(i int32) (of []int32, weights []float64)) {
	one := []float64{1}
	f.take = s.take
	f.add = func(i int32) {
		root := nodes[i]
		if !f.model.known(net, root) {
			return
		}
		of, weights := row(i)
		for k, u := range of {
			s.add(example{[]int32{u}, one, net.Labels[root]}, weights[k])
		}
	}
}

// fixed are batches of an order that never changes.
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

// shuffled are the batches of epochs, each in its own order.
func shuffled(rng *rand.Rand, n, batch int) (next func(step int) ([]int32, error), values []any) {
	order := make([]int32, n)
	for i := range order {
		order[i] = int32(i)
	}
	count := (n + batch - 1) / batch
	return func(step int) ([]int32, error) {
		if step%count == 0 {
			rng.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
		}
		from := step % count * batch
		return order[from:min(from+batch, n)], nil
	}, []any{order}
}
