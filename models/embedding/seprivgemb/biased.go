package seprivgemb

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/learn/vector"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/release"
)

func (c Biased) plan() gdp.Plan {
	return gdp.Plan{
		Label: "gradients", Steps: c.Steps, Sensitivity: gdp.L2(c.Clip), Sampling: gdp.FullBatch{AddRemove: true}, // an edge is added or removed
		Basis: gdp.Proof{Doc: "proofs/seprivgemb.md#biases", Test: "TestOneEdgeMovesBiasedRowsByTheClip"},
	}
}

// release pays for all steps and takes them.
func (c Biased) release(ctx context.Context, run *checkpoint.Run) (*Result, error) {
	t, plan, err := learned(ctx, run, c)
	if err != nil {
		return nil, err
	}
	r := &Result{Steps: c.Steps, Multiplier: plan.Multiplier}
	r.In, r.Shift, err = t.embedding()
	return r, err
}

// learned pays for all steps and returns the trained biases.
func learned(ctx context.Context, run *checkpoint.Run, c Biased) (*biases, gdp.Plan, error) {
	plan, err := c.plan().Calibrate(run.Session(), run.Session().Budget())
	if err != nil {
		return nil, plan, err
	}
	training, err := run.Train(plan)
	if err != nil {
		return nil, plan, err
	}
	t := newBiases(training.Data().Network.Graph.Undirected(), c, run.Stream("first rows"))
	source, err := training.RowNoise(t.g.N(), c.Dim)
	if err != nil {
		return nil, plan, fmt.Errorf("seprivgemb: %w", err)
	}
	public := run.Stream("negatives")
	rate := min(c.Rate, c.Spread/(math.Sqrt(float64(c.Steps))*training.SD()))
	err = run.Steps(ctx, c.Steps, []any{t.rows.Data, source}, func(int) error {
		sample, err := source.Sample(t.all.M())
		if err != nil {
			return fmt.Errorf("seprivgemb: %w", err)
		}
		if t.g, err = t.of(sample); err != nil {
			return err
		}
		if err := source.Advance(1); err != nil {
			return fmt.Errorf("seprivgemb: %w", err)
		}
		return t.step(rate, t.places(public), source.Collect)
	})
	if err == nil && slices.ContainsFunc(t.rows.Data, func(x float32) bool { return x-x != 0 }) {
		err = fmt.Errorf("seprivgemb: rows are not finite: use a smaller step than %v", rate)
	}
	return t, plan, err
}

// biases holds rows (β, z): a bias and a vector, which score an edge by
//
//	s(u,v) = β_u + β_v + z_u·z_v,
//
// like a skip-gram with rows (β, 1, z) in one matrix and (1, β, z) in the other.
type biases struct {
	Biased
	all, g     *graph.Graph // graph of a step: the whole one, except in tests
	rows, next vector.Matrix
	squares    []float64 // 1 + |z|² of each row
}

func newBiases(g *graph.Graph, c Biased, public *rand.Rand) *biases {
	t := &biases{c, g, g, vector.New(g.N(), c.Dim), vector.New(g.N(), c.Dim), make([]float64, g.N())}
	for i := range t.rows.Data {
		if i%c.Dim > 0 {
			t.rows.Data[i] = float32(c.Init * public.NormFloat64())
		}
	}
	return t
}

// of returns the graph of a step's sample.
func (t *biases) of(sample []int32) (*graph.Graph, error) {
	if len(sample) == t.all.M() {
		return t.all, nil
	}
	taken, edges := make([]bool, t.all.M()), make([]graph.Edge, 0, len(sample))
	for _, i := range sample {
		taken[i] = true
	}
	i := 0
	for u, v := range t.all.Edges() {
		if taken[i] {
			edges = append(edges, graph.Edge{U: u, V: v})
		}
		i++
	}
	g, _, err := graph.FromEdges(t.all.N(), edges, graph.Options{})
	return g, err
}

// places returns public offsets for negative samples: each node is pushed away from the nodes that
// many ids after and before it.
func (t *biases) places(public *rand.Rand) []int32 {
	list := make([]int32, t.Negatives)
	for i := range list {
		list[i] = 1 + public.Int32N(int32(t.g.N()-1))
	}
	return list
}

// step moves each row along the noisy sum of its edges' clipped gradients, and away from its
// negative samples, which are public.
func (t *biases) step(rate float64, places []int32, noise func(row int, dst []float32) error) error {
	n := t.g.N()
	for u := range t.squares {
		t.squares[u] = 1
		for _, x := range t.rows.Row(u)[1:] {
			t.squares[u] += float64(x) * float64(x)
		}
	}
	const block = 64
	failed := make([]error, (n+block-1)/block)
	parallel.Blocks(n, block, func(_, lo, hi int) {
		x := &terms{biases: t, sum: make([]int64, t.Dim), pushed: make([]float64, t.Dim), noise: make([]float32, t.Dim)}
		x.grid = gridOf(t.Clip)
		for u := lo; u < hi; u++ {
			x.pull(u)
			x.push(u, places)
			clear(x.noise)
			if err := noise(u, x.noise); err != nil {
				failed[lo/block] = fmt.Errorf("seprivgemb: %w", err)
				return
			}
			row, next := t.rows.Row(u), t.next.Row(u)
			for k, sum := range x.sum {
				noisy := float64(sum)*x.grid + float64(x.noise[k])
				next[k] = float32(float64(row[k]) + rate*(noisy-x.pushed[k]))
			}
		}
	})
	copy(t.rows.Data, t.next.Data)
	for _, err := range failed {
		if err != nil {
			return err
		}
	}
	return nil
}

// terms accumulates the gradient of one row.
type terms struct {
	*biases
	grid   float64
	sum    []int64 // of its edges, in units of the grid
	pushed []float64
	noise  []float32
	scores [256]float32
}

// gridOf returns a power of two greater than 2⁻³¹ times the clip.
func gridOf(clip float64) float64 {
	_, exponent := math.Frexp(clip)
	return math.Ldexp(1, exponent-31)
}

// score stores σ(sign·s(u,v)) in the scores, for as many nodes v as fit.
func (x *terms) score(u int, sign float32, nodes []int32) []float32 {
	row, scores := x.rows.Row(u), x.scores[:len(nodes)]
	for i, v := range nodes {
		other := x.rows.Row(int(v))[:len(row)]
		s := row[0] + other[0]
		for k := 1; k < len(row); k++ {
			s += row[k] * other[k]
		}
		scores[i] = sign * s
	}
	vector.Logistic(scores)
	return scores
}

// pull sums the contributions of the edges of u to its row. Edge {u,v} has the gradient
// (1-σ(s))·(1, z_v) in row u and (1-σ(s))·(1, z_u) in row v. Its norm,
// (1-σ(s))·√(1+|z_u|²+1+|z_v|²), is clipped. Contributions are truncated to the grid towards 0, so
// the norm does not grow. An edge with a non-finite value adds nothing.
func (x *terms) pull(u int) {
	clear(x.sum)
	clip, scale := x.Clip*(1-0x1p-30), 1/x.grid
	for nodes := x.g.Neighbors(int32(u)); len(nodes) > 0; {
		part := nodes[:min(len(nodes), len(x.scores))]
		nodes = nodes[len(part):]
		for i, slope := range x.score(u, -1, part) {
			v := int(part[i])
			a := scale * min(float64(slope), clip/math.Sqrt(x.squares[u]+x.squares[v]))
			if !(a > 0) {
				continue
			}
			row := x.rows.Row(v)[:len(x.sum)]
			x.sum[0] += int64(a)
			for k := 1; k < len(row); k++ {
				x.sum[k] += int64(a * float64(row[k]))
			}
		}
	}
}

// push sums the contributions of negative samples to the row of u; they are neighbours only by
// coincidence.
func (x *terms) push(u int, places []int32) {
	clear(x.pushed)
	n, weight := int32(x.g.N()), x.Push/float64(2*len(places))
	var nodes [len(x.scores)]int32
	for len(places) > 0 {
		part := places[:min(len(places), len(nodes)/2)]
		places = places[len(part):]
		for i, d := range part {
			nodes[2*i], nodes[2*i+1] = (int32(u)+d)%n, (int32(u)+n-d)%n
		}
		for i, slope := range x.score(u, 1, nodes[:2*len(part)]) {
			row, a := x.rows.Row(int(nodes[i]))[:len(x.pushed)], weight*float64(slope)
			x.pushed[0] += a
			for k := 1; k < len(row); k++ {
				x.pushed[k] += a * float64(row[k])
			}
		}
	}
}

// embedding returns rows ((β+c)/√c, z), whose dot products are the scores plus the constant c and
// β_u·β_v/c, where c is four times the largest absolute bias.
func (t *biases) embedding() (m *embed.Matrix, shift float64, err error) {
	for u := range t.g.N() {
		shift = max(shift, 4*math.Abs(float64(t.rows.Row(u)[0])))
	}
	if !(shift > 0 && shift <= math.MaxFloat32) {
		return nil, 0, fmt.Errorf("seprivgemb: rows are not finite: use a smaller Rate than %v", t.Rate)
	}
	m, err = rows(t.g.N(), t.Dim, func(u int32) []float32 {
		row := append([]float32(nil), t.rows.Row(int(u))...)
		row[0] = float32((float64(row[0]) + shift) / math.Sqrt(shift))
		return row
	})
	return m, shift, err
}

// biasedPairs scores pairs of rows of [biases.embedding] by the training's score.
func (r *Result) biasedPairs() *release.Pairs {
	p := &release.Pairs{Bias: make([]float64, r.In.N()), Rows: make([][]float64, r.In.N())}
	for u := range p.Bias {
		row := r.In.Row(int32(u))
		p.Bias[u] = float64(row[0])*math.Sqrt(r.Shift) - r.Shift
		p.Rows[u] = make([]float64, len(row)-1)
		for k, x := range row[1:] {
			p.Rows[u][k] = float64(x)
		}
	}
	return p
}
