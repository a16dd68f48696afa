package dpgnn

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/learn/vector"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// fit is one training.
type fit struct {
	config Config
	model  *Model
	net    *graph.Network
	nodes  []int32   // training nodes
	lists  [][]int32 // neighbours that each node aggregates
	clips  []float64 // for each part of a gradient; nil without privacy
	noise  func([]float32) error
	next   func(step int) ([]int32, error) // indices into nodes
	graph  *train.Executor                 // nil if the kernel runs

	m, v  []float32 // of Adam
	state state
	one   []float64 // gradient of an example, zero between examples
	sum   []float64
}

func newFit(c Config, model *Model, net *graph.Network, nodes []int32, r *rand.Rand) *fit {
	n := len(model.Weights)
	return &fit{
		config: c, model: model, net: net, nodes: nodes, lists: subgraphs(net.Graph.Undirected(), nodes, c.MaxDegree, r),
		m: make([]float32, n), v: make([]float32, n), one: make([]float64, n), sum: make([]float64, n),
	}
}

// example calls do with the gradient of a node's subgraph; do must not retain it. Unlabelled nodes
// are skipped.
func (f *fit) example(u int32, do func(gradient [][]float64)) {
	class := f.net.Labels[u]
	if class < 0 || int(class) >= f.model.Classes {
		return
	}
	f.model.forward(f.net.Attrs, append([]int32{u}, f.lists[u]...), &f.state)
	g := parts(f.model, f.one)
	features := f.model.backward(f.net.Attrs, &f.state, class, g)
	do(g)
	for _, c := range features {
		clear(g[0][int(c)*f.model.Latent:][:f.model.Latent])
	}
	clear(f.one[len(g[0]):])
}

// maxEstimates is the number of nodes whose gradients determine the clips.
const maxEstimates = 10_000

// estimate computes the clips from the data: percentiles of the norms of the initial gradients.
func (f *fit) estimate() {
	norms := make([][]float64, len(f.model.sizes()))
	for _, u := range f.nodes[:min(len(f.nodes), maxEstimates)] {
		f.example(u, func(g [][]float64) {
			for i, part := range g {
				norms[i] = append(norms[i], norm(part))
			}
		})
	}
	f.clips = make([]float64, len(norms))
	for i, list := range norms {
		f.clips[i] = max(percentile(list, f.config.Percentile), 1e-9) // 0 if no node is labelled
	}
}

// percentile interpolates linearly, like numpy.
func percentile(list []float64, p float64) float64 {
	if len(list) == 0 {
		return 0
	}
	slices.Sort(list)
	at := p / 100 * float64(len(list)-1)
	low := int(at)
	high := min(low+1, len(list)-1)
	return list[low] + (at-float64(low))*(list[high]-list[low])
}

func norm(x []float64) float64 {
	squares := 0.0
	for _, v := range x {
		squares += v * v
	}
	return math.Sqrt(squares)
}

// scale returns the ℓ2 norm of all clips.
func (f *fit) scale() float64 {
	if f.clips == nil {
		return 1
	}
	return norm(f.clips)
}

// add adds an example to the sum, each part clipped, in units of the norm of all clips.
func (f *fit) add(u int32) {
	f.example(u, func(g [][]float64) {
		at, scale := 0, f.scale()
		for i, part := range g {
			factor := 1.0
			if f.clips != nil {
				factor = min(1, f.clips[i]/max(norm(part), 1e-300)) / scale // [DPGNN21] Algorithm 2
			}
			for k, v := range part {
				f.sum[at+k] += factor * v
			}
			at += len(part)
		}
	})
}

// gradient stores the sum of the roots' gradients in g.
func (f *fit) gradient(roots []int32, g []float32) error {
	if f.graph != nil {
		_, err := f.graph.Gradient(f.model.layers(f.model.Weights), f.model.layers(g), f.inputs(roots)...)
		return err
	}
	clear(f.sum)
	for _, u := range roots {
		f.add(u)
	}
	for i, x := range f.sum {
		g[i] = float32(x)
	}
	return nil
}

// run takes the remaining steps.
func (f *fit) run(ctx context.Context, run *checkpoint.Run) error {
	gradient := make([]float32, len(f.sum))
	values := []any{f.model.Weights, f.m, f.v}
	return run.Steps(ctx, f.config.Steps, values, func(step int) error {
		batch, err := f.next(step)
		if err != nil {
			return err
		}
		roots := make([]int32, len(batch))
		for k, i := range batch {
			roots[k] = f.nodes[i]
		}
		if err := f.gradient(roots, gradient); err != nil {
			return err
		}
		if f.noise != nil {
			if err := f.noise(gradient); err != nil {
				return err
			}
		}
		for i := range gradient {
			gradient[i] *= float32(f.scale() / float64(f.batch()))
		}
		vector.Adam(f.model.Weights, gradient, f.m, f.v, step+1, f.config.Rate)
		for _, w := range f.model.Weights {
			if w-w != 0 {
				return errors.New("a weight is not finite: try a smaller Rate")
			}
		}
		return nil
	})
}

// batch returns the number of nodes per step.
func (f *fit) batch() int { return min(f.config.Batch, len(f.nodes)) }

// subgraphs samples the neighbours that the training nodes aggregate: a list for each of n nodes,
// empty for others. Each node keeps every neighbour in the training set with probability K/2d,
// where d is their number, and joins the subgraphs of those it keeps; if it keeps more than K, it
// joins none.
func subgraphs(g *graph.Graph, train []int32, k int, r *rand.Rand) [][]int32 {
	learned := make([]bool, g.N())
	for _, u := range train {
		learned[u] = true
	}
	lists := make([][]int32, g.N())
	seed := r.Uint64()
	for u := range int32(g.N()) {
		coins := rand.New(rand.NewPCG(seed, uint64(u))) // one stream per node, independent of the others
		var roots []int32
		for _, v := range g.Neighbors(u) {
			if learned[v] {
				roots = append(roots, v)
			}
		}
		share := float64(k) / float64(2*len(roots))
		roots = slices.DeleteFunc(roots, func(int32) bool { return coins.Float64() > share })
		if len(roots) > k { // [DPGNN21] Algorithm 1
			continue
		}
		for _, v := range roots {
			lists[v] = append(lists[v], u)
		}
	}
	for u, list := range lists {
		lists[u] = list[:min(len(list), maxSubgraph-1)]
	}
	return lists
}
