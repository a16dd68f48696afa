package gcn

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/train/sparse"
	"github.com/graphdp/graphdp/models/train/vector"
)

// Fit trains the network as [Train] does, as the steps of a run that can be interrupted, on
// the cores of this machine. It takes 8 bytes for each entry of the graph's matrix, so that
// graphs of 10⁸ edges fit.
func Fit(ctx context.Context, run *checkpoint.Run, t Task, c Network) (*Model, error) {
	if err := t.check(); err != nil {
		return nil, err
	}
	if err := c.Check(); err != nil {
		return nil, err
	}
	f := newFit(t, c, run.Stream("gcn weights"), run.Stream("gcn dropout").Uint64())
	if err := run.Steps(ctx, c.Epochs, f.values(), f.step); err != nil {
		return nil, err
	}
	keep := func(kept, all []float32) { copy(kept, all) }
	f.forward(keep)
	return &Model{Classes: t.Classes, Losses: f.losses, hidden: c.Hidden, embedding: f.hidden.Data, logits: f.logits.Data}, nil
}

// fit is a training. The adjacency matrix is symmetric, so that products with its transpose
// are products with it.
type fit struct {
	config      Network
	known       []int32
	class       []int32 // of the known
	a           *sparse.Matrix
	row, column []int32 // of the entries of X
	x           []float32
	w0, w1      weights
	losses      []float64
	seed        uint64

	// What a step computes, by rows of nodes.
	kept                 []float32 // of x, after dropout
	products, hidden     vector.Matrix
	thinned              vector.Matrix // hidden after dropout
	mapped, logits       vector.Matrix
	slopes, back, inward vector.Matrix
}

// weights are trained by Adam.
type weights struct {
	vector.Matrix
	gradient, m, v []float32
}

func newFit(t Task, c Network, r *rand.Rand, seed uint64) *fit {
	n, width, x := t.Graph.N(), t.Graph.N(), inputRows(t)
	if t.Features != nil {
		width = t.Features.Cols()
	}
	f := &fit{config: c, known: t.Known, a: renormalised(t.Graph), seed: seed}
	f.row, f.column, f.x = x.Entries()
	f.kept = make([]float32, len(f.x))
	for _, u := range t.Known {
		f.class = append(f.class, t.Labels[u])
	}
	f.w0, f.w1 = newWeights(r, width, c.Hidden), newWeights(r, c.Hidden, t.Classes)
	for _, m := range []*vector.Matrix{&f.products, &f.hidden, &f.thinned, &f.inward} {
		*m = vector.New(n, c.Hidden)
	}
	for _, m := range []*vector.Matrix{&f.mapped, &f.logits, &f.slopes, &f.back} {
		*m = vector.New(n, t.Classes)
	}
	f.losses = make([]float64, c.Epochs)
	return f
}

func newWeights(r *rand.Rand, in, out int) weights {
	w := weights{Matrix: vector.Dense(uniform(r, in, out), out)}
	w.gradient, w.m, w.v = make([]float32, in*out), make([]float32, in*out), make([]float32, in*out)
	return w
}

// values are what a step changes.
func (f *fit) values() []any {
	return []any{f.w0.Data, f.w0.m, f.w0.v, f.w1.Data, f.w1.m, f.w1.v, f.losses}
}

// step takes one step of Adam on the whole graph, step 0 first.
func (f *fit) step(e int) error {
	r := rand.New(rand.NewPCG(f.seed, uint64(e)))
	f.forward(func(kept, all []float32) { drop(r, kept, all, f.config.Dropout) })
	loss := f.loss()
	if math.IsNaN(loss) || math.IsInf(loss, 0) {
		return fmt.Errorf("gcn: the loss is %v in epoch %d: try a smaller rate than %v", loss, e+1, f.config.Rate)
	}
	f.losses[e] = loss
	f.backward()
	f.w0.adam(e+1, f.config.Rate)
	f.w1.adam(e+1, f.config.Rate)
	return nil
}

// drop puts into kept what dropout keeps of all.
func drop(r *rand.Rand, kept, all []float32, share float64) {
	if share == 0 {
		copy(kept, all)
		return
	}
	scale, cut := float32(1/(1-share)), uint32(share*(1<<32))
	for i := 0; i < len(all); i += 2 {
		u := r.Uint64()
		for j := i; j < min(i+2, len(all)); j++ {
			if kept[j] = 0; uint32(u) >= cut {
				kept[j] = all[j] * scale
			}
			u >>= 32
		}
	}
}

// forward computes the logits: [KW17] Eq. 9 before its softmax. keep puts into its first
// argument what a step keeps of the inputs of a layer.
func (f *fit) forward(keep func(kept, all []float32)) {
	keep(f.kept, f.x)
	clear(f.products.Data)
	vector.AddRows(f.products, f.row, f.kept, f.w0.Matrix, f.column)
	f.a.Times(f.hidden, f.products)
	for i, h := range f.hidden.Data {
		f.hidden.Data[i] = max(h, 0)
	}
	keep(f.thinned.Data, f.hidden.Data)
	clear(f.mapped.Data)
	vector.AddProduct(f.mapped, f.thinned, f.w1.Matrix)
	f.a.Times(f.logits, f.mapped)
}

// loss returns the loss, [KW17] Eq. 10 as a mean with the decay, and puts its gradient by
// the logits into slopes.
func (f *fit) loss() (loss float64) {
	clear(f.slopes.Data)
	share := 1 / float64(len(f.known))
	p := make([]float64, f.logits.Cols)
	for i, u := range f.known {
		top, sum := math.Inf(-1), 0.0
		for _, z := range f.logits.Row(int(u)) {
			top = max(top, float64(z))
		}
		for k, z := range f.logits.Row(int(u)) {
			p[k] = math.Exp(float64(z) - top)
			sum += p[k]
		}
		loss += share * (top + math.Log(sum) - float64(f.logits.Row(int(u))[f.class[i]]))
		slope := f.slopes.Row(int(u))
		for k := range slope {
			slope[k] = float32(share * p[k] / sum)
		}
		slope[f.class[i]] -= float32(share)
	}
	squares := 0.0
	for _, w := range f.w0.Data {
		squares += float64(w) * float64(w)
	}
	return loss + f.config.Decay/2*squares
}

// backward computes the gradients of the weights.
func (f *fit) backward() {
	f.a.Times(f.back, f.slopes)
	vector.SumProduct(vector.Dense(f.w1.gradient, f.w1.Cols), f.thinned, f.back)
	transposed := vector.New(f.w1.Cols, f.w1.Rows)
	for i := range f.w1.Rows {
		for j, w := range f.w1.Row(i) {
			transposed.Row(j)[i] = w
		}
	}
	clear(f.inward.Data)
	vector.AddProduct(f.inward, f.back, transposed)
	scale := float32(1 / (1 - f.config.Dropout))
	for i, h := range f.thinned.Data { // 0 where ReLU or dropout was
		if f.inward.Data[i] *= scale; h == 0 {
			f.inward.Data[i] = 0
		}
	}
	f.a.Times(f.products, f.inward)
	decay := float32(f.config.Decay)
	for i, w := range f.w0.Data {
		f.w0.gradient[i] = decay * w
	}
	vector.AddRows(vector.Dense(f.w0.gradient, f.w0.Cols), f.column, f.kept, f.products, f.row)
}

// adam takes step t of [train.DefaultAdam], the first being 1.
func (w *weights) adam(t int, rate float64) {
	const beta1, beta2, epsilon = 0.9, 0.999, 1e-8
	step := float32(rate / (1 - math.Pow(beta1, float64(t))))
	root := 1 / (1 - math.Pow(beta2, float64(t)))
	for i, g := range w.gradient {
		w.m[i] = beta1*w.m[i] + (1-beta1)*g
		w.v[i] = beta2*w.v[i] + (1-beta2)*g*g
		w.Data[i] -= step * w.m[i] / (float32(math.Sqrt(float64(w.v[i])*root)) + epsilon)
	}
}
