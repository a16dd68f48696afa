// Package gin classifies graphs by a graph isomorphism network [GIN19], without privacy. It
// evaluates released collections of graphs: [CrossValidate] trains on released graphs and tests on
// the originals.
//
// The network is the paper's with ε = 0: five layers that sum over neighbours, multilayer
// MLPs of two layers with batch normalisation, sum pooling after every layer, and one-hot
// degrees as node features. A degree above the largest one of the graphs to learn from counts as
// that one. There is no dropout. [Default] trains for 20 epochs of the whole training set, not 350.
// Accuracies are those after the last epoch. Tests normalise by the mean moments of all batches.
//
// [GIN19] K. Xu, W. Hu, J. Leskovec and S. Jegelka, How powerful are graph neural networks?, ICLR
// 2019.
package gin

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph" //lint:ignore ST1001 GoMLX's idiom for code that builds graphs
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/ranges"
)

// classifier trains and tests networks on subsets of its graphs.
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
		err := x.each(known, x.learn, 2, func(in []any, _ []int32) error { // batch normalisation needs two graphs
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

// each calls f for batches with at least some number of graphs.
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

// network is a graph isomorphism network with ε = 0. Its input is a batch of graphs; see [packing].
type network struct{ tags, hidden, layers, classes int }

// weights has six entries for each layer: two matrices, each with scale and shift of its
// normalisation. The readouts and their bias follow.
func (x network) weights() (all []train.Matrix) {
	in, out := x.tags, []train.Matrix{train.Glorot(x.tags, x.classes)}
	scale, shift := train.Matrix{Rows: 1, Cols: x.hidden, Mean: 1}, train.Matrix{Rows: 1, Cols: x.hidden}
	for range x.layers {
		all = append(all, train.Glorot(in, x.hidden), scale, shift, train.Glorot(x.hidden, x.hidden), scale, shift)
		in, out = x.hidden, append(out, train.Glorot(x.hidden, x.classes))
	}
	return append(append(all, out...), train.Matrix{Rows: 1, Cols: x.classes})
}

// logits returns a row of logits for each graph, and the means and variances of the normalisations
// over the nodes. It uses moments instead if they are given.
func (x network) logits(w, in []*Node, given *Node) (logits, moments *Node) {
	a, tag, of, class := in[0], in[1], in[2], in[3]
	blocks, n := a.Shape().Dim(0), a.Shape().Dim(1)
	pool := Transpose(OneHot(of, class.Shape().Dim(0), dtypes.Float32), 0, 1)
	share := Div(ReduceAndKeep(pool, ReduceSum, 0), ReduceAllSum(pool)) // weight of a node in a mean
	var list []*Node
	normalised := func(h *Node, w []*Node) *Node {
		mean := func(x *Node) *Node {
			if given != nil {
				return Slice(given, AxisElem(len(list)))
			}
			return MatMul(share, x)
		}
		list = append(list, mean(h))
		h = Sub(h, list[len(list)-1])
		list = append(list, mean(Square(h)))
		scale := Div(w[0], Sqrt(AddScalar(list[len(list)-1], 1e-5)))
		return MaxScalar(Add(Mul(h, scale), w[1]), 0)
	}
	h, readouts := OneHot(tag, x.tags, dtypes.Float32), w[6*x.layers:]
	read := func(w *Node) *Node { return MatMul(MatMul(pool, h), w) }
	logits = Add(read(readouts[0]), readouts[x.layers+1]) // [GIN19] Eq. 4.2
	for i := range x.layers {
		l := w[6*i : 6*i+6]
		sums := Einsum("cuv,cvk->cuk", a, Reshape(h, blocks, n, -1)) // [GIN19] Eq. 4.1
		h = normalised(MatMul(Reshape(sums, blocks*n, -1), l[0]), l[1:3])
		h = normalised(MatMul(h, l[3]), l[4:6])
		logits = Add(logits, read(readouts[i+1]))
	}
	return logits, Concatenate(list, 0)
}

// loss returns the mean cross-entropy.
func (x network) loss(w, in []*Node) *Node {
	logits, _ := x.logits(w, in, nil)
	count := ReduceAllSum(OneHot(in[3], x.classes, dtypes.Float32))
	return Div(ReduceAllSum(train.CrossEntropy(logits, in[3])), count)
}

// packing puts the graphs of a batch into blocks of n nodes, so that batches have few shapes.
type packing struct{ n, tags, batch int }

// mostNumbers bounds the entries of the adjacency matrices of a batch.
const mostNumbers = 1 << 28

// newPacking returns a packing for all graphs. Tags are the degrees in the training graphs.
func newPacking(learn, test []*graph.Graph, batch int) (packing, error) {
	p := packing{batch: batch}
	for i, g := range slices.Concat(learn, test) {
		if p.n = max(p.n, g.N()); i < len(learn) {
			p.tags = max(p.tags, int(slices.Max(g.Degrees()))+1)
		}
	}
	if p.n > mostNumbers/p.n/batch {
		return p, fmt.Errorf("gin: a graph of %d nodes in batches of %d graphs: %d² × %d is above %d; set Batch to less", p.n, batch, p.n, batch, mostNumbers)
	}
	return p, nil
}

// inputs returns the inputs of the network: A + I of each block, tag and graph of each node, class
// of each graph. Padding belongs to graph p.batch, with class -1.
func (p packing) inputs(graphs []*graph.Graph, class []int32) []any {
	first, next := make([]int, len(graphs)), 0 // per node
	for i, g := range graphs {
		if next%p.n+g.N() > p.n {
			next += p.n - next%p.n
		}
		first[i], next = next, next+g.N()
	}
	blocks := 1
	for blocks*p.n < next {
		blocks += (blocks + 2) / 3
	}
	a, tag := make([]float32, blocks*p.n*p.n), make([]int32, blocks*p.n)
	of := slices.Repeat([]int32{int32(p.batch)}, blocks*p.n)
	for i, g := range graphs {
		for u := range int32(g.N()) {
			at := first[i] + int(u)
			tag[at], of[at] = int32(min(g.Degree(u), p.tags-1)), int32(i)
			row := a[at*p.n+first[i]%p.n:]
			row[u] = 1
			for _, v := range g.Neighbors(u) {
				row[v]++
			}
		}
	}
	for len(class) < p.batch {
		class = append(class, -1)
	}
	return []any{tensors.FromFlatDataAndDimensions(a, blocks, p.n, p.n), tag, of, class}
}

// Config holds the settings.
type Config struct {
	Layers int     `range:"[1,64]"`
	Hidden int     `range:"[1,4096]"`
	Epochs int     `range:"[1,2^20]"`
	Batch  int     `range:"[2,65536]"`
	Folds  int     `range:"[2,1024]"`
	Rate   float64 `range:"(0,1]"` // of Adam; it halves every 50 epochs
}

// Default returns the settings of [GIN19] for such graphs, without its 350 epochs and its dropout.
func Default() Config {
	return Config{Layers: 5, Hidden: 64, Epochs: 20, Batch: 32, Folds: 10, Rate: 0.01}
}

// CrossValidate returns the accuracy of each fold: a network is trained on the graphs of all other
// folds in one collection, and tested after the last epoch on the fold's graphs in another. Graph i
// of both has the same class. Folds are stratified. With equal collections it is plain
// cross-validation.
func CrossValidate(ctx context.Context, learn, test *graph.Collection, c Config, seed uint64) ([]float64, error) {
	if ctx == nil {
		return nil, errors.New("gin: no context")
	}
	if err := ranges.Check("gin", c); err != nil {
		return nil, err
	}
	if err := alike(learn, test, c); err != nil {
		return nil, err
	}
	x, err := newClassifier(learn, test, c)
	if err != nil {
		return nil, err
	}
	defer x.close()
	rng := rand.New(rand.NewPCG(seed, 19))
	var accuracies []float64
	of := folds(test.Labels, c.Folds, rng)
	for k := range c.Folds {
		var known, held []int
		for i, fold := range of {
			if fold == k {
				held = append(held, i)
			} else {
				known = append(known, i)
			}
		}
		accuracy, err := x.accuracy(ctx, known, held, rng)
		if err != nil {
			return nil, err
		}
		accuracies = append(accuracies, accuracy)
	}
	return accuracies, nil
}

// alike refuses collections with different classes, and classes too small for the folds.
func alike(learn, test *graph.Collection, c Config) error {
	for _, x := range []*graph.Collection{learn, test} {
		if x == nil || x.Labels == nil || len(x.Classes) < 2 {
			return errors.New("gin: graphs without classes, or of one class")
		}
		if err := method.CheckGraphs("gin", x); err != nil {
			return err
		}
	}
	if len(learn.Graphs) != len(test.Graphs) {
		return fmt.Errorf("gin: %d graphs to learn from, and %d to test on", len(learn.Graphs), len(test.Graphs))
	}
	count := make([]int, len(test.Classes))
	for i, y := range test.Labels {
		if y < 0 || learn.Labels[i] != y {
			return fmt.Errorf("gin: graph %d is of class %d to learn from, and of %d to test on", i, learn.Labels[i], y)
		}
		count[y]++
	}
	for y, n := range count {
		if n < c.Folds {
			return fmt.Errorf("gin: class %s has %d graphs, fewer than %d folds", test.Classes[y], n, c.Folds)
		}
	}
	return nil
}

// folds assigns the graphs of each class to folds in random order.
func folds(labels []int32, count int, rng *rand.Rand) []int {
	of, next := make([]int, len(labels)), map[int32]int{}
	for _, i := range rng.Perm(len(labels)) {
		of[i] = next[labels[i]] % count
		next[labels[i]]++
	}
	return of
}
