package gcn

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/scalar"
	"github.com/graphdp/graphdp/models/learn/sparse"
	"github.com/graphdp/graphdp/models/learn/vector"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/ranges"
)

// Train trains on a graph's known labels, in a separate run.
func Train(ctx context.Context, t Task, c Network, seed uint64, w *checkpoint.Watch) (*Model, error) {
	if err := errors.Join(ranges.Check("gcn", c), t.check()); err != nil {
		return nil, err
	}
	net := &graph.Network{Graph: t.Graph, Attrs: t.Features}
	return checkpoint.Plain(ctx, net, "gcn", c, seed, w, func(run *checkpoint.Run) (*Model, error) { return Fit(ctx, run, t, c) })
}

// Fit trains in the steps of a run that can be interrupted. It takes 8 bytes for each entry of the
// graph's matrix, so that graphs of 10⁸ edges fit in memory.
func Fit(ctx context.Context, run *checkpoint.Run, t Task, c Network) (*Model, error) {
	if err := t.check(); err != nil {
		return nil, err
	}
	s := &Stage{Network: c, Width: t.width(), Classes: t.Classes, Begin: func() (Task, error) { return t, nil }}
	if err := FitStages(ctx, run, s); err != nil {
		return nil, err
	}
	return s.Model()
}

// fit is a training. The adjacency matrix is symmetric, so that it is used in place of its
// transpose.
type fit struct {
	config Network
	w0, w1 weights
	losses []float64
	seed   uint64
	data   *workspace // nil before the first step

	anneal bool
	held   []int32   // validation nodes
	best   *snapshot // nil: the last epoch is kept
}

// snapshot holds weights and their validation loss.
type snapshot struct {
	w0, w1 []float32
	loss   []float64 // one number
}

func (f *fit) snapshot(loss float64) *snapshot {
	return &snapshot{slices.Clone(f.w0.Data), slices.Clone(f.w1.Data), []float64{loss}}
}

// workspace holds the data of a training, and the intermediate results of a step.
type workspace struct {
	known       []int32
	class       []int32 // of the training nodes
	judged      []int32 // those of the held
	a           *sparse.Matrix
	row, column []int32 // number of entries of X
	x           []float32
	perceptron  bool

	// Intermediate results of a step, by rows of nodes.
	graph                *executed // nil if the kernels below compute the gradients
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

func newFit(width, classes int, c Network, r *rand.Rand, seed uint64) *fit {
	return &fit{
		config: c, seed: seed, losses: make([]float64, c.Epochs),
		w0: newWeights(r, width, c.Hidden), w1: newWeights(r, c.Hidden, classes),
	}
}

// begin prepares the data of a task.
func (f *fit) begin(t Task) error {
	n, x := t.Graph.N(), inputRows(t)
	d := &workspace{known: t.Known, a: renormalised(t.Graph), perceptron: t.Perceptron}
	d.row, d.column, d.x = x.Entries()
	d.kept = make([]float32, len(d.x))
	for _, u := range t.Known {
		d.class = append(d.class, t.Labels[u])
	}
	for _, u := range f.held {
		d.judged = append(d.judged, t.Labels[u])
	}
	for _, m := range []*vector.Matrix{&d.products, &d.hidden, &d.thinned, &d.inward} {
		*m = vector.New(n, f.config.Hidden)
	}
	for _, m := range []*vector.Matrix{&d.mapped, &d.logits, &d.slopes, &d.back} {
		*m = vector.New(n, t.Classes)
	}
	f.data = d
	return f.execute(x)
}

// renormalised returns Â = D^(-1/2) (A + I) D^(-1/2), where D holds the degrees of A + I: [KW17]
// Eq. 2 with the renormalisation trick of §2.2.
func renormalised(g *graph.Graph) *sparse.Matrix { return sparse.Normalised(g, true) }

// inputRows returns X with rows of ℓ1 norm 1, as in [KW17] §5.2, or X = I without features.
func inputRows(t Task) *sparse.Matrix {
	if t.Features == nil {
		return sparse.Identity(t.Graph.N())
	}
	x := sparse.Attributes(t.Features)
	if t.Perceptron {
		return x
	}
	return x.RowShares()
}

// newWeights samples weights by [vector.Glorot], as in [KW17] §5.2.
func newWeights(r *rand.Rand, in, out int) weights {
	w := weights{Matrix: vector.Glorot(vector.New(in, out), r)}
	w.gradient, w.m, w.v = make([]float32, in*out), make([]float32, in*out), make([]float32, in*out)
	return w
}

// values returns the state that a step changes.
func (f *fit) values() []any {
	all := []any{f.w0.Data, f.w0.m, f.w0.v, f.w1.Data, f.w1.m, f.w1.v, f.losses}
	if f.best != nil {
		all = append(all, f.best.w0, f.best.w1, f.best.loss)
	}
	return all
}

// step takes one step of Adam on the whole graph, step 0 first.
func (f *fit) step(e int) error {
	r := rand.New(rand.NewPCG(f.seed, uint64(e)))
	loss, err := f.gradient(r)
	if err != nil {
		return fmt.Errorf("gcn: %w", err)
	}
	if math.IsNaN(loss) || math.IsInf(loss, 0) {
		return fmt.Errorf("gcn: the loss is %v in epoch %d: try a smaller rate than %v", loss, e+1, f.config.Rate)
	}
	f.losses[e] = loss
	rate := f.config.Rate
	if f.anneal {
		rate *= 1 - float64(e)/float64(f.config.Epochs)
	}
	for _, w := range []*weights{&f.w0, &f.w1} {
		vector.Adam(w.Data, w.gradient, w.m, w.v, e+1, rate)
	}
	if f.best != nil {
		f.choose()
	}
	return nil
}

// gradient computes the loss and its gradients with respect to the weights, with dropout from r.
func (f *fit) gradient(r *rand.Rand) (float64, error) {
	if f.data.graph != nil {
		return f.data.graph.step(f, r)
	}
	f.forward(r)
	loss := f.loss()
	f.backward()
	return loss, nil
}

// choose keeps the weights if the validation loss has decreased.
func (f *fit) choose() {
	f.forward(nil)
	loss := 0.0
	for i, u := range f.held {
		z := f.data.logits.Row(int(u))
		sum := 0.0
		for _, other := range z {
			sum += scalar.Exp(float64(other - z[f.data.judged[i]]))
		}
		loss += math.Log(sum) / float64(len(f.held))
	}
	if loss < f.best.loss[0] {
		copy(f.best.w0, f.w0.Data)
		copy(f.best.w1, f.w1.Data)
		f.best.loss[0] = loss
	}
}

// drop stores all after dropout in kept.
func drop(r *rand.Rand, kept, all []float32, share float64) {
	if r == nil || share == 0 {
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

// drops applies dropout to the entries of X.
func (f *fit) drops(r *rand.Rand) {
	if copy(f.data.kept, f.data.x); !f.data.perceptron {
		drop(r, f.data.kept, f.data.x, f.config.Dropout)
	}
}

// forward computes the logits: [KW17] Eq. 9 before its softmax. Dropout draws from r, and is off if
// r is nil.
func (f *fit) forward(r *rand.Rand) {
	d := f.data
	f.drops(r)
	clear(d.products.Data)
	vector.AddRows(d.products, d.row, d.kept, f.w0.Matrix, d.column)
	d.a.Times(d.hidden, d.products)
	for i, h := range d.hidden.Data {
		d.hidden.Data[i] = max(h, 0)
	}
	drop(r, d.thinned.Data, d.hidden.Data, f.config.Dropout)
	clear(d.mapped.Data)
	vector.AddProduct(d.mapped, d.thinned, f.w1.Matrix)
	d.a.Times(d.logits, d.mapped)
}

// loss returns the loss, [KW17] Eq. 10 as a mean with weight decay, and stores its gradient with
// respect to the logits in slopes.
func (f *fit) loss() (loss float64) {
	d := f.data
	clear(d.slopes.Data)
	share := 1 / float64(len(d.known))
	p := make([]float64, d.logits.Cols)
	for i, u := range d.known {
		top, sum := math.Inf(-1), 0.0
		for _, z := range d.logits.Row(int(u)) {
			top = max(top, float64(z))
		}
		for k, z := range d.logits.Row(int(u)) {
			p[k] = scalar.Exp(float64(z) - top)
			sum += p[k]
		}
		loss += share * (top + math.Log(sum) - float64(d.logits.Row(int(u))[d.class[i]]))
		slope := d.slopes.Row(int(u))
		for k := range slope {
			slope[k] = float32(share * p[k] / sum)
		}
		slope[d.class[i]] -= float32(share)
	}
	squares := 0.0
	for _, w := range f.decaying() {
		for _, x := range w.Data {
			squares += float64(x) * float64(x)
		}
	}
	return loss + f.config.Decay/2*squares
}

// backward computes the gradients of the weights.
func (f *fit) backward() {
	d := f.data
	d.a.Times(d.back, d.slopes)
	vector.SumProduct(vector.Dense(f.w1.gradient, f.w1.Cols), d.thinned, d.back)
	clear(d.inward.Data)
	vector.AddProduct(d.inward, d.back, vector.Transposed(f.w1.Matrix))
	scale := float32(1 / (1 - f.config.Dropout))
	for i, h := range d.thinned.Data { // 0 where ReLU or dropout was
		if d.inward.Data[i] *= scale; h == 0 {
			d.inward.Data[i] = 0
		}
	}
	d.a.Times(d.products, d.inward)
	clear(f.w0.gradient)
	vector.AddRows(vector.Dense(f.w0.gradient, f.w0.Cols), d.column, d.kept, d.products, d.row)
	decay := float32(f.config.Decay)
	for _, w := range f.decaying() {
		for i, x := range w.Data {
			w.gradient[i] += decay * x
		}
	}
}

// decaying returns the weights with weight decay: of the network only the first.
func (f *fit) decaying() []*weights {
	if f.data.perceptron {
		return []*weights{&f.w0, &f.w1}
	}
	return []*weights{&f.w0}
}
