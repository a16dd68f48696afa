package gcn

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/models/backend"
	"github.com/graphdp/graphdp/models/train"
)

// Train learns the classes of a graph's nodes from those that are known. After
// each epoch it calls progress, if there is one, with the number of epochs
// done and the loss before the last. Training that diverges is an error; one
// that ctx ends returns the context's.
func Train(ctx context.Context, t Task, c Training, progress func(epoch int, loss float64)) (*Model, error) {
	if err := t.check(); err != nil {
		return nil, err
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	b, err := backend.Open(c.Backend)
	if err != nil {
		return nil, fmt.Errorf("gcn: %w", err)
	}

	in := inputs(t)
	state, err := start(t, c)
	if err != nil {
		return nil, err
	}
	step, err := NewExec(b, func(args []*Node) []*Node { return epoch(c, t.Graph.N(), args) })
	if err != nil {
		return nil, fmt.Errorf("gcn: %w", err)
	}
	defer step.Finalize()
	m := &Model{Classes: t.Classes, hidden: c.Hidden}
	for e := 1; e <= c.Epochs; e++ {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("gcn: stopped before epoch %d of %d: %w", e, c.Epochs, err)
		}
		out, err := step.Call(append(append([]any{float32(e)}, state...), in...)...)
		if err != nil {
			return nil, fmt.Errorf("gcn: epoch %d: %w", e, err)
		}
		for i := range state {
			if err := state[i].(*tensors.Tensor).FinalizeAll(); err != nil {
				return nil, fmt.Errorf("gcn: epoch %d: %w", e, err)
			}
			state[i] = out[i+1]
		}
		loss := float64(tensors.ToScalar[float32](out[0]))
		if math.IsNaN(loss) || math.IsInf(loss, 0) {
			return nil, fmt.Errorf("gcn: the loss is %v in epoch %d: try a smaller rate than %v", loss, e, c.Rate)
		}
		m.Losses = append(m.Losses, loss)
		if progress != nil {
			progress(e, loss)
		}
	}

	whole, err := NewExec(b, func(args []*Node) []*Node {
		w0, w1, in := args[0], args[1], unpack(args[2:])
		hidden, logits := forward(t.Graph.N(), in.a, in.x, w0, w1, func(x *Node) *Node { return x })
		return []*Node{hidden, logits}
	})
	if err != nil {
		return nil, fmt.Errorf("gcn: %w", err)
	}
	defer whole.Finalize()
	out, err := whole.Call(append([]any{state[0], state[1]}, in...)...)
	if err != nil {
		return nil, fmt.Errorf("gcn: %w", err)
	}
	if m.embedding, err = tensors.CopyFlatData[float32](out[0]); err != nil {
		return nil, fmt.Errorf("gcn: %w", err)
	}
	if m.logits, err = tensors.CopyFlatData[float32](out[1]); err != nil {
		return nil, fmt.Errorf("gcn: %w", err)
	}
	return m, nil
}

// inputs returns what every epoch reads and none changes: Â, X, the known nodes and
// their classes.
func inputs(t Task) []any {
	class := make([]int32, len(t.Known))
	for i, u := range t.Known {
		class[i] = t.Labels[u]
	}
	return slices.Concat(entries(renormalised(t.Graph)), entries(inputRows(t)), []any{
		tensors.FromFlatDataAndDimensions(t.Known, len(t.Known), 1), tensors.FromFlatDataAndDimensions(class, len(class))})
}

// unpacked is what [inputs] packs.
type unpacked struct {
	a, x         operand
	known, class *Node
}

func unpack(in []*Node) unpacked {
	return unpacked{
		a: operand{in[0], in[1], in[2]}, x: operand{in[3], in[4], in[5]},
		known: in[6], class: in[7],
	}
}

// start returns what an epoch changes: W⁰, W¹, their moments, and the state of the
// random numbers. The weights are drawn here, not on the backend, so that
// every backend starts from the same ones.
func start(t Task, c Training) ([]any, error) {
	width := t.width()
	rng := firstWeights(c)
	state := []any{glorot(rng, width, c.Hidden), glorot(rng, c.Hidden, t.Classes)}
	for range 2 {
		for _, w := range state[:2] {
			state = append(state, tensors.FromShape(w.(*tensors.Tensor).Shape()))
		}
	}
	random, err := RNGStateFromSeed(int64(rng.Uint64()))
	if err != nil {
		return nil, fmt.Errorf("gcn: %w", err)
	}
	return append(state, random), nil
}

func firstWeights(c Training) *rand.Rand { return rand.New(rand.NewPCG(c.Seed, 0x67636e)) } // "gcn"

// glorot draws weights uniform on ±√(6/(in+out)), as [KW17] §5.2 does after
// Glorot and Bengio (2010).
func glorot(rng *rand.Rand, in, out int) *tensors.Tensor {
	return tensors.FromFlatDataAndDimensions(uniform(rng, in, out), in, out)
}

func uniform(rng *rand.Rand, in, out int) []float32 {
	bound := math.Sqrt(6 / float64(in+out))
	w := make([]float32, in*out)
	for i := range w {
		w[i] = float32(bound * (2*rng.Float64() - 1))
	}
	return w
}

// epoch returns one step of Adam on the whole graph of n nodes: the loss, then the
// new state.
func epoch(c Training, n int, args []*Node) []*Node {
	number, w0, w1, m0, m1, v0, v1, random := args[0], args[1], args[2], args[3], args[4], args[5], args[6], args[7]
	in := unpack(args[8:])
	_, logits := forward(n, in.a, in.x, w0, w1, func(x *Node) *Node {
		random, x = train.Dropout(random, c.Dropout, x)
		return x
	})
	// [KW17] Eq. 10, as a mean
	loss := Add(ReduceAllMean(train.CrossEntropy(Gather(logits, in.known), in.class)), MulScalar(ReduceAllSum(Square(w0)), c.Decay/2))
	gradients := Gradient(loss, w0, w1)
	adam := train.DefaultAdam(c.Rate)
	w0, m0, v0 = adam.Step(w0, gradients[0], m0, v0, number)
	w1, m1, v1 = adam.Step(w1, gradients[1], m1, v1, number)
	return []*Node{loss, w0, w1, m0, m1, v0, v1, random}
}
