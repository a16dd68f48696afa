package gin

import (
	"context"
	"fmt"
	"math/rand/v2"

	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/train"
)

// classifier trains and tests networks on parts of its graphs.
type classifier struct {
	Config
	packing
	network
	learn, test      []*graph.Graph
	labels           []int32
	step             *train.Compiled
	moments, classes *Exec // see [network.logits]
}

func newClassifier(learn, test *graph.Collection, c Config) (x *classifier, err error) {
	x = &classifier{Config: c, labels: test.Labels}
	for i := range test.Graphs {
		x.learn, x.test = append(x.learn, learn.Graphs[i].Graph.Undirected()), append(x.test, test.Graphs[i].Graph.Undirected())
	}
	if x.packing, err = newPacking(x.learn, x.test, c.Batch); err != nil {
		return nil, err
	}
	x.network = network{x.packing.tags, c.Hidden, c.Layers, len(test.Classes)}
	n := train.Network{Weights: train.Shapes(x.weights()), Loss: x.loss}
	if x.step, err = n.Compile(train.DefaultAdam(c.Rate), ""); err != nil {
		return nil, fmt.Errorf("gin: %w", err)
	}
	x.moments, err = n.Function("", func(w, in []*Node) []*Node {
		_, moments := x.logits(w, in, nil)
		return []*Node{moments}
	})
	if err != nil {
		return nil, fmt.Errorf("gin: %w", err)
	}
	x.classes, err = n.Function("", func(w, in []*Node) []*Node {
		logits, _ := x.logits(w, in, in[len(in)-1])
		return []*Node{ArgMax(logits, -1)}
	})
	return x, err
}

func (x *classifier) close() {
	x.step.Close()
	x.moments.Finalize()
	x.classes.Finalize()
}

// accuracy trains a network on some graphs and returns its accuracy on others.
func (x *classifier) accuracy(ctx context.Context, known, held []int, rng *rand.Rand) (float64, error) {
	d, err := x.step.Descend(train.Initial(x.weights(), rng))
	if err != nil {
		return 0, err
	}
	defer d.Close()
	rate := x.Rate
	for epoch := range x.Epochs {
		if epoch > 0 && epoch%50 == 0 {
			rate /= 2
			d.SetRate(rate)
		}
		rng.Shuffle(len(known), func(i, j int) { known[i], known[j] = known[j], known[i] })
		err := x.each(known, x.learn, 2, func(in []any, _ []int32) error { // one graph alone is no batch
			if err := ctx.Err(); err != nil {
				return fmt.Errorf("stopped in epoch %d of %d: %w", epoch+1, x.Epochs, err)
			}
			_, err := d.Step(in...)
			return err
		})
		if err != nil {
			return 0, err
		}
	}
	// Tests use the mean moments of all batches: Algorithm 2 of Ioffe and Szegedy (ICML 2015).
	moments, batches := make([]float32, 4*x.Layers*x.Hidden), float32(0)
	err = x.each(known, x.learn, 2, func(in []any, _ []int32) error {
		out, err := x.moments.Call1(append(d.Inputs(), in...)...)
		if err != nil {
			return err
		}
		batches++
		return tensors.ConstFlatData(out, func(flat []float32) {
			for k, v := range flat {
				moments[k] += (v - moments[k]) / batches
			}
		})
	})
	if err != nil {
		return 0, err
	}
	right := 0
	err = x.each(held, x.test, 1, func(in []any, labels []int32) error {
		given := tensors.FromFlatDataAndDimensions(moments, 4*x.Layers, x.Hidden)
		out, err := x.classes.Call1(append(append(d.Inputs(), in...), given)...)
		if err != nil {
			return err
		}
		return tensors.ConstFlatData(out, func(flat []int32) {
			for i, y := range labels {
				if flat[i] == y {
					right++
				}
			}
		})
	})
	return float64(right) / float64(len(held)), err
}

// each calls f for batches of at least some graphs.
func (x *classifier) each(list []int, of []*graph.Graph, least int, f func(in []any, labels []int32) error) error {
	for len(list) >= least {
		var graphs []*graph.Graph
		var labels []int32
		for _, i := range list[:min(x.Batch, len(list))] {
			graphs, labels = append(graphs, of[i]), append(labels, x.labels[i])
		}
		if err := f(x.inputs(graphs, labels), labels); err != nil {
			return fmt.Errorf("gin: %w", err)
		}
		list = list[len(graphs):]
	}
	return nil
}
