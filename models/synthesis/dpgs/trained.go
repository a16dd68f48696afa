package dpgs

import (
	"context"
	"fmt"
	"math"
	"sync"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/gdp/graph/parallel"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/train"
	"github.com/graphdp/graphdp/models/train/vector"
)

// edgeLoss is a loss that a clip by record bounds, as [DPGS] Sec. 4.2 asks of its own: a sum over
// edges of |P_i - P_j|², which is the trace that cuts are made of, and what holds clusters
// apart, which reads no edge. P of a node is made of its own inputs.
type edgeLoss struct {
	net   *network
	edges []graph.Edge
	bound float64 // on the gradient of an edge
}

// grain is the unit that gradients of edges are cut to, so that their sums are exact and no edge
// changes how another one is rounded: sums of up to 2²² edges are below 2⁵³ of it.
func (e edgeLoss) grain() float64 { return math.Ldexp(1, math.Ilogb(e.bound)-30) }

// term puts the gradient of an edge into g, clipped, as multiples of the grain. It depends on the
// weights and on the inputs of two nodes alone; P is computed for all nodes, edges or none.
func (e edgeLoss) term(edge graph.Edge, g, byP []float32, d [][]float32) {
	clear(g)
	p, q := e.net.p.Row(int(edge.U)), e.net.p.Row(int(edge.V))
	for sign, u := range []int32{edge.U, edge.V} {
		for c := range byP {
			byP[c] = 2 * (p[c] - q[c]) * float32(1-2*sign)
		}
		e.net.deltas(int(u), byP, d)
		e.net.add(g, int(u), d)
	}
	clip(g, e.bound)
}

// sum adds up the terms of some edges.
func (e edgeLoss) sum(sample []int32) []float64 {
	total, grain := make([]float64, len(e.net.parameters)), e.grain()
	var lock sync.Mutex
	parallel.Blocks(len(sample), max(1, (len(sample)+7)/8), func(_, lo, hi int) {
		part, g := make([]float64, len(total)), make([]float32, len(total))
		byP, d := make([]float32, e.net.k), e.net.newDeltas()
		for _, i := range sample[lo:hi] {
			e.term(e.edges[i], g, byP, d)
			for j, x := range g {
				part[j] += math.Trunc(float64(x)/grain) * grain
			}
		}
		lock.Lock()
		defer lock.Unlock()
		for j, x := range part { // exact, in whatever order
			total[j] += x
		}
	})
	return total
}

// plan is what all steps cost. One edge is one term, of norm Clip at most.
func (c Trained) plan(multiplier float64) gdp.Plan {
	return gdp.Plan{
		Label: "gradients of edges", Steps: c.Steps, Sampling: gdp.Poisson{Rate: c.SampleRate}, Sensitivity: gdp.L2(c.Clip), Multiplier: multiplier,
		Basis: gdp.Proof{Doc: "proofs/dpgs.md#edge-sums", Test: "TestAnEdgeMovesAStepByTheClip"},
	}
}

// noisy is the noise of steps and of counts, each over what one edge moves.
func (c Trained) noisy(multiplier float64) (steps, counts float64) {
	steps = multiplier * c.SampleRate * math.Sqrt(float64(c.Steps)/c.TrainShare)
	return steps, multiplier / math.Sqrt(c.CountShare)
}

// calibrate returns the least noise with which a session's budget pays for steps and counts.
func (c Trained) calibrate(s *gdp.Session) (steps, counts float64, err error) {
	b := s.Budget()
	if b.Delta == 0 {
		return 0, 0, fmt.Errorf("dpgs: the budget %v: %w", b, gdp.ErrDelta)
	}
	m, err := accounting.CalibrateNoise(s.Accountant(), b, func(m float64) accounting.Event {
		steps, counts := c.noisy(m)
		e, _ := c.plan(steps).Event(s) // nil, and refused, if the multiplier is out of range
		return accounting.Compose{e, accounting.Gaussian{NoiseMultiplier: counts}}
	})
	if err != nil {
		return 0, 0, fmt.Errorf("dpgs: %w", err)
	}
	steps, counts = c.noisy(m)
	return steps, counts, nil
}

// RunTrained runs [ByEdges]: a perceptron puts nodes into clusters by their features, so that few
// edges are cut, and then the edges between clusters are counted.
func RunTrained(ctx context.Context, s *gdp.Session, c Trained, w *checkpoint.Watch) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	x, err := features(s, c.fits)
	if err != nil {
		return nil, err
	}
	steps, sigma, err := c.calibrate(s)
	if err != nil {
		return nil, err
	}
	return checkpoint.Once(ctx, s, "dpgs", c, w, func(run *checkpoint.Run) (*Result, error) {
		rows := projection(x, c.Dim, c.coins())
		plan := c.plan(steps)
		count := tally{nodes: x.Rows(), k: c.Clusters, from: "a network trained from " + rows.Digest(), noise: sigma}
		if err := run.Reserve(append(count.spends(), plan)...); err != nil {
			return nil, err
		}
		t, err := run.Train(plan)
		if err != nil {
			return nil, err
		}
		net := newNetwork([]vector.Matrix{vector.Dense(rows.Float32s(), c.Dim)}, c.Width, c.Clusters, c.coins())
		if err := c.train(ctx, run, net, t); err != nil {
			return nil, err
		}
		sum, err := count.draw(run.Session(), net.soft(2).labels())
		if err != nil {
			return nil, err
		}
		return sum.drawn(run, sigma)
	})
}

// train takes the steps of a training.
func (c Trained) train(ctx context.Context, run *checkpoint.Run, net *network, t *gdp.Training) error {
	g := t.Data().Network.Graph.Undirected()
	loss := edgeLoss{net: net, bound: c.Clip}
	for u, v := range g.Edges() {
		loss.edges = append(loss.edges, graph.Edge{U: u, V: v})
	}
	size := len(net.parameters)
	gradient, noise, byP := make([]float32, size), make([]float32, size), vector.New(net.p.Rows, net.k)
	adam := train.NewMoments[float32](train.DefaultAdam(c.Rate), size)
	expected := c.SampleRate * c.PerNode * float64(net.p.Rows) // q M₀, public
	err := run.Steps(ctx, c.Steps, append(adam.Values(), net.parameters), func(int) error {
		net.forward()
		sample, err := t.Sample(len(loss.edges))
		if err != nil {
			return err
		}
		sum := loss.sum(sample)
		clear(noise)
		if err := t.Noise(noise); err != nil {
			return err
		}
		clear(byP.Data)
		orthogonality(net.p, byP, c.Apart)
		net.gradient(byP, gradient)
		for i, x := range sum {
			gradient[i] += float32((x + float64(noise[i])) / expected)
		}
		adam.Step(net.parameters, gradient, 1)
		return nil
	})
	net.forward()
	return err
}
