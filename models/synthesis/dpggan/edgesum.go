package dpggan

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/learn/vector"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/synthesis/dpggan/allpairs"
)

// EdgeDecoder is a decoder that all graphs share, with a proof. It reads rows that are public or
// were released, so that of the gradient of the cross-entropy
//
//	Σ_pairs σ(s_p) ∇s_p - Σ_edges ∇s_e
//
// the first sum reads no edge, and an edge is one term of the second: clipped to norm C, in a
// Poisson sample of edges, with Gaussian noise.
type EdgeDecoder struct {
	Columns      int     `range:"[1,4096]"`   // of a row: a random unit vector for each node
	Hops         int     `range:"[0,64]"`     // how often neighbours' rows are summed, with noise; a node has the rows of all hops
	HopNoise     float64 `range:"(1e-9,1e6]"` // noise multiplier of a hop, over that of a step
	Inner, Width int     `range:"[1,4096]"`   // widths of the decoder's layers
	Steps        int     `range:"[1,2^24]"`   // T
	SampleRate   float64 `range:"(1e-9,1]"`   // q: each edge is in a sample with this probability
	Clip         float64 `range:"(1e-9,1e6]"` // C
	Rate         float64 `range:"(0,1000]"`   // of Adam
	Pairs        int     `range:"[1,2^24]"`   // random pairs of a step, for the first sum
	CountShare   float64 `range:"(0,1)"`      // of ε, for the number of edges of each graph
}

// spends are what a run pays for.
type spends struct {
	counts gdp.Release[[]int64]
	hop    func(h int, r aggregate.Rows) gdp.Release[[]float64]
	plan   gdp.Plan
}

// spends calibrates the noise of hops and steps together to what the numbers of edges leave of the
// budget.
func (c EdgeDecoder) spends(s *gdp.Session, k known) (spends, error) {
	p, eps, err := calibrated(s, gdp.Plan{
		Label: "edges' gradients", Steps: c.Steps, Sampling: gdp.Poisson{Rate: c.SampleRate}, Sensitivity: gdp.L2(c.Clip), Divisor: c.SampleRate,
		Basis: gdp.Proof{Doc: "proofs/dpggan.md#edge-sum", Test: "TestOneEdgeMovesTheSumByOneClip"},
	}, c.CountShare, 1, func(m float64) (hops accounting.Compose) {
		if c.Hops > 0 {
			hops = accounting.Compose{accounting.SelfCompose{Event: accounting.Gaussian{NoiseMultiplier: c.HopNoise * m}, Count: c.Hops}}
		}
		return hops
	})
	if err != nil {
		return spends{}, err
	}
	return spends{
		counts: k.edgeCounts("numbers of edges", eps), plan: p,
		hop: func(h int, r aggregate.Rows) gdp.Release[[]float64] {
			name := fmt.Sprintf("sums of neighbours' rows of %d, hop %d", c.Columns, h+1)
			return gdp.NewGaussianMultiplier(fmt.Sprintf("hop %d", h+1), r.Query(name, k.nodes()), c.HopNoise*p.Multiplier)
		},
	}, nil
}

// run trains one decoder on the edges of all graphs and draws a graph for each: [EdgeSum].
func (c EdgeDecoder) run(ctx context.Context, s *gdp.Session, k known, w *method.Watch) (*Result, error) {
	if err := aggregate.Size(k.nodes()); err != nil {
		return nil, fmt.Errorf("dpggan: %w", err)
	}
	type EdgeSum EdgeDecoder // keys the streams and the journal
	return checkpoint.Once(ctx, s, "dpggan", EdgeSum(c), w, func(run *checkpoint.Run) (*Result, error) {
		s := run.Session()
		pay, err := c.spends(s, k)
		if err != nil {
			return nil, err
		}
		fixed := []gdp.Spend{pay.counts, pay.plan}
		for h := range c.Hops {
			fixed = append(fixed, pay.hop(h, aggregate.Rows{}))
		}
		if err := run.Reserve(fixed...); err != nil {
			return nil, err
		}
		noisy, err := pay.counts.Draw(s)
		if err != nil {
			return nil, err
		}
		rows := aggregate.Unit(c.Columns, prior(k.nodes(), c.Columns, run.Stream("rows")).Data)
		all := [][]float32{rows.Float32s()}
		for h := range c.Hops {
			sums, err := pay.hop(h, rows).Draw(s)
			if err != nil {
				return nil, err
			}
			rows = aggregate.Unit(c.Columns, sums)
			all = append(all, rows.Float32s())
		}
		t, err := run.Train(pay.plan)
		if err != nil {
			return nil, err
		}
		x := newPooled(c, beside(c.Columns, all), k, run.Stream("weights"))
		x.edges = edgesOf(t.Data().Network.Graph)
		pairs := run.Stream("pairs")
		err = run.Steps(ctx, c.Steps, x.values(), func(int) error { return x.step(t, pairs) })
		if err != nil {
			return nil, err
		}
		r, draws := k.result(), run.Stream("graphs")
		f, _ := x.decoder.forward(x.rows)
		first := 0
		for i, m := range k.within(noisy) {
			end := first + k.sizes[i]
			own := f.RowsOf(first, end)
			g, err := bernoulli(own, biasFor(own, m, draws), draws)
			if err != nil {
				return nil, err
			}
			r.Graphs, first = append(r.Graphs, g), end
		}
		return r, r.guarded(s)
	})
}

// beside puts the rows of lists of rows beside each other.
func beside(columns int, lists [][]float32) vector.Matrix {
	all := vector.New(len(lists[0])/columns, columns*len(lists))
	for h, list := range lists {
		for u := range all.Rows {
			copy(all.Row(u)[h*columns:], list[u*columns:][:columns])
		}
	}
	return all
}

func edgesOf(g *graph.Graph) (edges []graph.Edge) {
	for u, v := range g.Undirected().Edges() {
		edges = append(edges, graph.Edge{U: u, V: v})
	}
	return edges
}

// pooled is one decoder for all graphs, and a bias.
type pooled struct {
	EdgeDecoder
	rows    vector.Matrix // public, or released
	decoder *network
	bias    []float32
	moments [2]*train.Moments[float32]
	edges   []graph.Edge // private

	sizes  []int
	ends   []int64 // of the pairs of each graph, in a list of all pairs
	kernel allpairs.Decoder

	ofPairs, ofEdge executor // the networks as GoMLX graphs
}

func newPooled(c EdgeDecoder, rows vector.Matrix, k known, rng *rand.Rand) *pooled {
	x := &pooled{EdgeDecoder: c, rows: rows, decoder: newNetwork(rng, rows.Cols, c.Inner, c.Width), bias: []float32{0}, sizes: k.sizes}
	for i, n := range []int{len(x.decoder.parameters), 1} {
		x.moments[i] = train.NewMoments[float32](train.DefaultAdam(c.Rate), n)
	}
	total := int64(0)
	for _, n := range k.sizes {
		total += pairs(n)
		x.ends = append(x.ends, total)
	}
	return x
}

// values are what a step changes.
func (x *pooled) values() []any {
	return append(append([]any{x.decoder.parameters, x.bias}, x.moments[0].Values()...), x.moments[1].Values()...)
}

// step descends the gradient of the cross-entropy: that of the random pairs, which is public, less
// that of the sampled edges, which has noise, over q.
func (x *pooled) step(t *gdp.Training, rng *rand.Rand) error {
	step, err := t.Step(len(x.edges))
	if err != nil {
		return err
	}
	gradient, err := x.public(rng)
	if err != nil {
		return err
	}
	x.ofEdge.open(func() (train.Network, []any) { return x.network(x.score), nil })
	sum, err := gdp.SumParallel(step, len(gradient), x.scores)
	if err := cmp.Or(err, x.ofEdge.err); err != nil {
		return err
	}
	for i, v := range sum {
		gradient[i] -= v
	}
	last := len(gradient) - 1
	x.moments[0].Step(x.decoder.parameters, gradient[:last], 1)
	x.moments[1].Step(x.bias, gradient[last:], 1)
	for _, v := range gradient {
		if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
			return fmt.Errorf("dpggan: a gradient is not finite: try a smaller Rate than %v", x.Rate)
		}
	}
	return nil
}

// scores returns what writes the gradient of an edge's score, by the decoder and the bias: one edge
// at a time, so that no other edge can change its bits.
func (x *pooled) scores() func(edge int32, to *gdp.Term[float32]) {
	two, df := vector.New(2, x.rows.Cols), vector.New(2, x.Width)
	return func(edge int32, to *gdp.Term[float32]) {
		e, own := x.edges[edge], to.All()
		copy(two.Row(0), x.rows.Row(int(e.U)))
		copy(two.Row(1), x.rows.Row(int(e.V)))
		if x.ofEdge.graph {
			_, parts, _ := x.ofEdge.run([][]float32{x.decoder.parameters, x.bias}, matrix(two)) // it keeps its error
			copy(own, slices.Concat(parts...))
			return
		}
		f, way := x.decoder.forward(two)
		copy(df.Row(0), f.Row(1))
		copy(df.Row(1), f.Row(0))
		x.decoder.backward(way, df, own[:len(own)-1])
		own[len(own)-1] = 1 // by the bias
	}
}

// public returns the gradient of the loss of all pairs as if none were linked, as that of random
// pairs says it. It reads no edge.
func (x *pooled) public(rng *rand.Rand) ([]float32, error) {
	total := x.ends[len(x.ends)-1]
	list := make([]graph.Edge, x.Pairs)
	for i := range list {
		list[i] = x.pair(rng.Int64N(total))
	}
	if x.ofPairs.open(func() (train.Network, []any) { return x.network(x.unlinked), []any{matrix(x.rows)} }) {
		u, v := ends(list)
		_, parts, err := x.ofPairs.run([][]float32{x.decoder.parameters, x.bias}, u, v)
		return slices.Concat(parts...), err
	}
	f, way := x.decoder.forward(x.rows)
	df := vector.New(f.Rows, f.Cols)
	_, dBias := x.kernel.Pairs(f, float64(x.bias[0]), list, 0, x.weight(), df)
	gradient := make([]float32, len(x.decoder.parameters)+1)
	x.decoder.backward(way, df, gradient[:len(x.decoder.parameters)])
	gradient[len(gradient)-1] = float32(dBias)
	return gradient, nil
}

// weight is the number of pairs that a random pair stands for.
func (x *pooled) weight() float64 { return float64(x.ends[len(x.ends)-1]) / float64(x.Pairs) }

// pair returns a pair of nodes of one graph by its number in a list of all pairs.
func (x *pooled) pair(number int64) graph.Edge {
	i, first := 0, int32(0)
	for ; number >= x.ends[i]; i++ {
		first += int32(x.sizes[i])
	}
	if i > 0 {
		number -= x.ends[i-1]
	}
	u, v := unordered(number)
	return graph.Edge{U: first + int32(u), V: first + int32(v)}
}
