package train

import (
	"fmt"
	"slices"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
)

// examples builds the loss of each example, and checks its shape.
func (t *Trainer) examples(tape *Tape, batch []*Node) *Node {
	losses := t.config.Model.Loss(tape, batch)
	if want := shapes.Make(dtypes.Float32, t.config.Batch); !losses.Shape().Equal(want) {
		panic(fmt.Errorf("train: losses of shape %s, want %s: one per example", losses.Shape(), want))
	}
	return losses
}

// training marks the tape as one of a training step, in which dropout is active.
func (t *Tape) training(keys *Node) *Tape {
	t.keys = keys
	return t
}

// buildStep builds the whole step. Its arguments are the rate, the step number, the state, Present,
// the keys of the dropout masks, the batch and, for private training, the noise.
func (t *Trainer) buildStep(args []*Node) []*Node {
	c := t.config
	n, kept := len(c.Model.Weights), c.arrays()
	rate, number, state, present, keys, batch := args[0], args[1], args[2:2+kept], args[2+kept], args[3+kept], args[4+kept:]
	tape := NewTape(state[:n]).training(keys)
	var sums []*Node
	var loss *Node
	if c.Clip != 0 {
		noise := c.Model.split(batch[len(batch)-1])
		losses := t.examples(tape, batch[:len(batch)-1])
		loss = meanLoss(losses, present)
		var err error
		if sums, err = clippedSums(tape, c.Clip, losses, present); err != nil {
			panic(err)
		}
		for i := range sums {
			sums[i] = Add(sums[i], noise[i])
		}
	} else {
		losses := t.examples(tape, batch)
		loss = meanLoss(losses, present)
		kept := Where(present, losses, ZerosLike(losses))
		sums = Gradient(ReduceAllSum(kept), state[:n]...)
	}
	out := []*Node{loss}
	var slots []*Node
	for i, w := range state[:n] {
		g := DivScalar(sums[i], c.Divisor)
		if c.Decay != 0 {
			g = Add(g, MulScalar(w, c.Decay))
		}
		k := c.Optimiser.slots()
		direction, kept := c.Optimiser.direction(g, state[n+i*k:n+(i+1)*k], number)
		out, slots = append(out, Sub(w, Mul(direction, rate))), append(slots, kept...)
	}
	t.drops = tape.drops > 0
	return append(out, slots...)
}

// buildPartial builds the flat clipped sum over a piece of a batch. Its arguments are the weights,
// Present, the keys of the dropout masks and the batch.
func (t *Trainer) buildPartial(args []*Node) []*Node {
	n := len(t.config.Model.Weights)
	present, keys, batch := args[n], args[n+1], args[n+2:]
	tape := NewTape(args[:n]).training(keys)
	sums, err := clippedSums(tape, t.config.Clip, t.examples(tape, batch), present)
	if err != nil {
		panic(err)
	}
	return []*Node{t.config.Model.join(sums)}
}

// arrays returns the number of arrays of the state.
func (c Config) arrays() int { return len(c.Model.Weights) * (1 + c.Optimiser.slots()) }

// dimensions returns the dimensions of each array of the state: the weights, then each weight's
// optimiser arrays.
func (c Config) dimensions() [][]int {
	all := slices.Clone(c.Model.Weights)
	for _, dims := range c.Model.Weights {
		all = append(all, slices.Repeat([][]int{dims}, c.Optimiser.slots())...)
	}
	return all
}
