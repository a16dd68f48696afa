package privdpr

import (
	"cmp"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas/blas64"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/learn/backend"
	"github.com/graphdp/graphdp/models/learn/train"
)

// noiser begins a step and adds noise to every entry; nil adds none.
type noiser func(dst []float32) error

// summer takes a step and returns the noisy mean of the clipped gradient of V; nil without
// clipping.
type summer func(term func(_ int32, to *gdp.Term[float32])) ([]float32, error)

// source returns an independent public random stream for each label.
type source func(label string) *rand.Rand

// trainer is the state of Algorithm 2.
type trainer struct {
	c     settings
	g     *graph.Graph
	noise noiser
	clips summer

	v        *embed.Matrix
	net      *network
	optV     *train.Moments[float32]
	optW     []*train.Moments[float64]
	weights  [][]float64 // gradients of the network's weights
	gradient []float32   // of all rows of V
	starts   []int32
	pairs    []pair
	walks    *rand.Rand
	oneStep  *rand.Rand
	index    rowIndex
	graphs   executors // nil if the kernel computes gradients
}

func newTrainer(c settings, g *graph.Graph, noise noiser, clips summer, public source) (*trainer, error) {
	n := g.N()
	if err := c.checkSteps(n); err != nil {
		return nil, err
	}
	v, err := embed.Glorot(n, c.Dim, public("embedding"))
	if err != nil {
		return nil, err
	}
	t := &trainer{
		c: c, g: g, noise: noise, clips: clips, v: v,
		net:      newNetwork(c.Dim, c.Hidden, c.matrices(n), c.Scale, public("weights")),
		optV:     train.NewMoments[float32](train.DefaultAdam(c.Rate), n*c.Dim),
		gradient: make([]float32, n*c.Dim),
		starts:   make([]int32, c.Batch),
		walks:    public("walks"),
		index:    newRowIndex(n),
	}
	if c.Author.OneStepNorm {
		t.oneStep = public("power iteration")
	}
	t.weights = t.net.zeros()
	for _, w := range t.weights {
		t.optW = append(t.optW, train.NewMoments[float64](train.DefaultAdam(c.Rate), len(w)))
	}
	graphs, err := backend.Graphs()
	if err != nil {
		return nil, fmt.Errorf("privdpr: %w", err)
	}
	if graphs {
		t.graphs = executors{}
	}
	return t, nil
}

// values returns the state that a step changes, except random streams, for a checkpoint.
func (t *trainer) values() []any {
	list := append(t.optV.Values(), t.v.Values())
	for l, w := range t.net.weights {
		list = append(append(list, t.optW[l].Values()...), w.raw.Data)
		list = append(list, w.found()...)
	}
	return list
}

// step takes step i of [PRIVDPR25] Alg. 2, counted from 0.
func (t *trainer) step(i int) error {
	if t.c.Author.Frozen {
		return nil
	}
	return t.descend(i % (t.g.N() / t.c.Batch))
}

// descend takes the step of one batch: gradient, noise, and Adam on W and V.
func (t *trainer) descend(batch int) error {
	if err := t.net.normalise(t.oneStep); err != nil {
		return err
	}
	for _, w := range t.weights {
		clear(w)
	}
	divisor := float64(t.c.Pairs())
	if t.clips != nil {
		var failed error
		mean, err := t.clips(func(_ int32, to *gdp.Term[float32]) {
			t.walk(batch)
			failed = t.addGradient(func(u int32) []float32 { return to.At(int(u)*t.c.Dim, int(u+1)*t.c.Dim) })
		})
		if err := cmp.Or(failed, err); err != nil {
			return err
		}
		t.moveWeights(divisor)
		t.optV.Step(t.v.Values(), mean, 1) // [PRIVDPR25] Eq. 7
		return nil
	}
	if err := t.sum(batch); err != nil {
		return err
	}
	if len(t.pairs) == 0 && t.c.Author.SkipEmpty {
		return nil
	}
	if t.c.Author.MeanGradient {
		divisor = float64(max(1, len(t.pairs)))
	}
	if t.noise != nil {
		if err := t.noise(t.gradient); err != nil { // on every entry, whatever the walks visited
			return err
		}
	}
	t.moveWeights(divisor)
	t.optV.Step(t.v.Values(), t.gradient, 1/divisor) // [PRIVDPR25] Eq. 7
	return nil
}

// moveWeights updates the network's weights, which are not released.
func (t *trainer) moveWeights(divisor float64) {
	for l, w := range t.net.weights {
		t.optW[l].Step(w.raw.Data, t.weights[l], 1/divisor)
	}
}

// sum computes a step's gradient of V in t.gradient.
func (t *trainer) sum(batch int) error {
	clear(t.gradient)
	t.walk(batch)
	return t.addGradient(func(u int32) []float32 { return t.gradient[int(u)*t.c.Dim:][:t.c.Dim] })
}

// walk samples the pairs of a batch.
func (t *trainer) walk(batch int) {
	for k := range t.starts {
		t.starts[k] = int32(batch*t.c.Batch + k) // [PRIVDPR25] Alg. 2, line 4, counted from 0
	}
	t.pairs = walkPairs(t.pairs[:0], t.g, t.starts, t.c.Walks, t.c.WalkLength, t.walks)
}

// addGradient adds the gradients of t.pairs to rows of the gradient of V and to t.weights.
func (t *trainer) addGradient(rowOf func(u int32) []float32) error {
	if len(t.pairs) == 0 {
		return nil
	}
	d, err := t.backpropagate(t.rows())
	if err != nil {
		return fmt.Errorf("privdpr: %w", err)
	}
	for k, u := range t.index.rows {
		row := rowOf(u)
		for c := range row {
			row[c] += float32(d.Data[k*t.c.Dim+c])
		}
	}
	return nil
}

// rows returns the rows of V for the nodes of t.pairs.
func (t *trainer) rows() blas64.General {
	rows := t.index.of(t.pairs)
	x := general(len(rows), t.c.Dim)
	for k, u := range rows {
		for c, value := range t.v.Row(u) {
			x.Data[k*t.c.Dim+c] = float64(value)
		}
	}
	return x
}

// backpropagate returns the gradient of the rows x of the nodes of t.pairs, and adds that of the
// weights to t.weights.
func (t *trainer) backpropagate(x blas64.General) (blas64.General, error) {
	if t.graphs != nil {
		return t.byGraph(x)
	}
	p := t.net.forward(x)
	f, dOut := p.outputs(), make([]float64, x.Rows)
	for _, e := range t.pairs {
		i, j := t.index.at[e.i], t.index.at[e.j]
		di, dj := lossOf(t.g, t.c.Gamma, e.i, e.j).gradient(f[i], f[j])
		dOut[i] += di
		dOut[j] += dj
	}
	return t.net.backward(p, dOut, t.weights), nil
}

// rowIndex numbers the nodes of a batch.
type rowIndex struct {
	at   []int32 // index of a node, if rows[at[u]] == u
	rows []int32
}

func newRowIndex(n int) rowIndex { return rowIndex{at: make([]int32, n)} }

func (x *rowIndex) of(pairs []pair) []int32 {
	x.rows = x.rows[:0]
	for _, p := range pairs {
		for _, u := range [2]int32{p.i, p.j} {
			if at := x.at[u]; int(at) >= len(x.rows) || x.rows[at] != u {
				x.at[u] = int32(len(x.rows))
				x.rows = append(x.rows, u)
			}
		}
	}
	return x.rows
}
