package dpggan

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/learn/vector"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/synthesis/dpggan/allpairs"
	"gonum.org/v1/gonum/mat"
)

// Coded is the configuration of the authors' code, which differs from the paper in every part: see
// [coded].
type Coded struct {
	Features      int     `range:"[1,4096]"` // most eigenvectors that the encoder reads, and at most 65 % of the nodes
	Neighbours    int     `range:"[1,4096]"` // sampled per node and layer, with replacement
	Hidden        int     `range:"[1,4096]"` // width of the encoder's first layer
	Latent, Inner int     `range:"[1,4096]"` // widths of a code and of the decoder's first layer; its second layer is as wide as the features
	Steps         int     `range:"[1,2^24]"` // T, the most steps
	Sigma         float64 `range:"(0,1e9]"`  // σ
	Clip          float64 `range:"(0,1e9]"`  // C of the first step of the first graph, for each node and weight matrix
	Decay         float64 `range:"(0,1]"`    // γ: factor on C after each step; C is not reset between graphs
	Rate          float64 `range:"(0,1000]"` // η, of Adam
	Divergence    float64 `range:"[0,1e6]"`  // λ1
	Adversary     float64 `range:"[0,1e6]"`  // λ2; 0 for no discriminator
	Deviation     float64 `range:"[0,1e6]"`  // factor on the standard deviation of new codes around the graph's
}

// onDBLP is the authors' setting on DBLP, with the given code width and weight of the
// discriminator.
func onDBLP(latent int, adversary float64) Coded {
	return Coded{
		Features: 128, Neighbours: 10, Hidden: 64, Latent: latent, Inner: latent, Steps: 100, Sigma: 2, Clip: 5, Decay: 0.99,
		Rate: 5e-3, Divergence: 1, Adversary: adversary, Deviation: 0.75,
	}
}

// schedule holds when each graph is trained: the authors train one graph after the other.
type schedule struct {
	before, steps []int   // steps of earlier graphs, and of the graph itself
	accounted     float64 // largest ε of a graph by the authors' accountant
}

// schedule stops each graph after the step at which the authors' accountant exceeds ε, or after the
// last step. The accountant's sampling rate is the graph's number of nodes over that of the first
// graph; it is above 1 for a larger graph.
func (c Coded) schedule(sizes []int, b gdp.Budget) (s schedule) {
	total, of := 0, map[int]int{}
	for _, n := range sizes {
		steps, found := of[n]
		if !found && n > 1 {
			a := newAbadi(float64(n)/float64(sizes[0]), c.Sigma)
			for steps = 1; steps < c.Steps && a.epsilon(steps, b.Delta) <= float64(b.Epsilon); steps++ {
			}
			s.accounted = max(s.accounted, a.epsilon(steps, b.Delta))
			of[n] = steps
		}
		s.before, s.steps = append(s.before, total), append(s.steps, steps)
		total += steps
	}
	return s
}

// uncovered is the reason why nothing is proved about the authors' code.
const uncovered = "the graph's own latent codes, computed from its eigenvectors, and its edge count are released (G8); seven matrices are clipped separately per node, while an edge changes the gradients of many nodes; the discriminator trains without clipping or noise (G7)"

// plan is the authors' accounting: they check ε after a step, not before.
func (c Coded) plan(b gdp.Budget, s schedule) (gdp.Plan, error) {
	if b.Delta == 0 {
		return gdp.Plan{}, fmt.Errorf("dpggan: the budget %v: %w", b, gdp.ErrDelta)
	}
	return gdp.Plan{
		Label: "noisy gradients", Steps: slices.Max(s.steps), Sampling: gdp.FullBatch{}, Sensitivity: gdp.L2(c.Clip), Multiplier: c.Sigma,
		Basis: gdp.Claim{
			Source:    "the authors' code",
			Statement: fmt.Sprintf("training may go on until moments 1 to 32 at a rate of N/N₁ make more than ε; here they make %.4g", s.accounted),
			Why:       uncovered,
		},
		Claimed: b,
	}, nil
}

// run runs the authors' code: [Author], [AuthorVAE].
func (c Coded) run(ctx context.Context, s *gdp.Session, k known, w *method.Watch) (*Result, error) {
	if err := k.dense(); err != nil {
		return nil, err
	}
	times := c.schedule(k.sizes, s.Budget())
	plan, err := c.plan(s.Budget(), times)
	if err != nil {
		return nil, err
	}
	return checkpoint.Once(ctx, s, "dpggan", c, w, func(run *checkpoint.Run) (*Result, error) {
		data, err := run.Session().ReadOnClaim("eigenvectors, numbers of edges and codes", gdp.Claim{
			Source: "the authors' code", Statement: "eigenvectors, the weight of edges, the codes of the graph and its number of edges cost nothing", Why: uncovered,
		})
		if err != nil {
			return nil, err
		}
		t, err := run.Train(plan)
		if err != nil {
			return nil, err
		}
		draws, err := t.OnClaim()
		if err != nil {
			return nil, err
		}
		graphs := data.Graphs()
		f, err := newEnsemble(k, run.Stream, func(i int, rng *rand.Rand) (*coded, error) { return newCoded(graphs[i].Graph, c, rng) })
		if err != nil {
			return nil, err
		}
		err = run.Steps(ctx, plan.Steps, f.values(), func(step int) error { return codedStep(draws, f, times, step) })
		if err != nil {
			return nil, err
		}
		r := k.result()
		r.Graphs, err = f.decode(func(_ int, m *coded, rng *rand.Rand) (*graph.Graph, error) { return m.release(rng) })
		if err != nil {
			return nil, err
		}
		return r, r.guarded(run.Session())
	})
}

// codedStep takes a step of each graph that is still in training.
func codedStep(t gdp.Draws, f *ensemble[coded], times schedule, step int) error {
	if _, err := t.Sample(f.nodes()); err != nil {
		return err
	}
	gradients := make([]*codedGradient, len(f.models))
	err := f.each(func(i int, m *coded, _ *allpairs.Decoder, rng *rand.Rand) (err error) {
		if step < times.steps[i] {
			gradients[i], err = m.gradient(m.Clip*m.share(times.before[i]+step), rng)
		}
		return err
	})
	if err != nil {
		return err
	}
	total, at := 0, make([]int, len(gradients)) // offset of each graph's noise
	for i, g := range gradients {
		if at[i] = total; g != nil {
			total += g.size()
		}
	}
	noise := make([]float32, total)
	if err := t.Noise(noise); err != nil {
		return err
	}
	return f.each(func(i int, m *coded, _ *allpairs.Decoder, _ *rand.Rand) error {
		if gradients[i] != nil {
			m.step(gradients[i], noise[at[i]:], m.share(times.before[i]+step))
		}
		return nil
	})
}

// share returns the factor on C after the given number of steps, including those of earlier graphs.
func (c Coded) share(steps int) float64 { return math.Pow(c.Decay, float64(steps)) }

// eigenvectors returns as columns the eigenvectors of the largest eigenvalues of D^(-1/2) (A+I)
// D^(-1/2), in ascending order: the given number of them, but at most 65 % of the nodes.
func eigenvectors(g *graph.Graph, most int) (vector.Matrix, error) {
	n := g.N()
	count := min(most, int(0.65*float64(n)))
	scale := func(u int32) float64 { return 1 / math.Sqrt(float64(g.Degree(u)+1)) }
	s := mat.NewSymDense(n, nil)
	for u := range int32(n) {
		s.SetSym(int(u), int(u), scale(u)*scale(u))
		for _, v := range g.Neighbors(u) {
			s.SetSym(int(u), int(v), scale(u)*scale(v))
		}
	}
	var e mat.EigenSym
	if !e.Factorize(s, true) {
		return vector.Matrix{}, fmt.Errorf("dpggan: the eigendecomposition did not converge")
	}
	var all mat.Dense
	e.VectorsTo(&all)
	x := vector.New(n, count)
	for i := range n {
		for k := range count {
			x.Row(i)[k] = float32(all.At(i, n-count+k))
		}
	}
	return x, nil
}
