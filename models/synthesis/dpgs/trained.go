package dpgs

import (
	"context"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/learn/vector"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// edgeLoss is a loss that a clip by record bounds, as [DPGS] Sec. 4.2 asks of its own: a sum over
// edges of |P_i - P_j|², which is the trace that cuts are made of, and what holds clusters
// apart, which reads no edge. P of a node is made of its own inputs.
type edgeLoss struct {
	net   *network
	edges []graph.Edge
}

// terms returns what writes the gradient of an edge. It depends on the weights and on the inputs of
// two nodes alone; P is computed for all nodes, edges or none.
func (e edgeLoss) terms() func(edge int32, to *gdp.Term[float32]) {
	byP, d := make([]float32, e.net.k), e.net.newDeltas()
	return func(edge int32, to *gdp.Term[float32]) {
		g, ends := to.All(), e.edges[edge]
		p, q := e.net.p.Row(int(ends.U)), e.net.p.Row(int(ends.V))
		for sign, u := range []int32{ends.U, ends.V} {
			for c := range byP {
				byP[c] = 2 * (p[c] - q[c]) * float32(1-2*sign)
			}
			e.net.deltas(int(u), byP, d)
			e.net.add(g, int(u), d)
		}
	}
}

// plan is what all steps cost. One edge is one term, of norm Clip at most.
func (c TrainedClusters) plan(multiplier float64, nodes int) gdp.Plan {
	return gdp.Plan{
		Label: "gradients of edges", Steps: c.Steps, Sampling: gdp.Poisson{Rate: c.SampleRate}, Sensitivity: gdp.L2(c.Clip), Multiplier: multiplier,
		Divisor: c.SampleRate * c.PerNode * float64(nodes), // q M₀, public
		Basis:   gdp.Proof{Doc: "proofs/dpgs.md#edge-sums", Test: "TestAnEdgeMovesAStepByTheClip"},
	}
}

// trainedNoise is that of the parts of a trained summary, each over what one edge moves.
type trainedNoise struct{ hop, step, count float64 }

// at returns the noise of which all parts together cost about what one Gaussian release with the
// multiplier costs. A step on a sample of rate q is taken for one of q times the size; what it
// really costs is what the accountant says.
func (c TrainedClusters) at(multiplier float64) trainedNoise {
	n := trainedNoise{step: multiplier * c.SampleRate * math.Sqrt(float64(c.Steps)/c.TrainShare), count: multiplier / math.Sqrt(c.CountShare)}
	if c.Hops > 0 {
		n.hop = multiplier * math.Sqrt(float64(c.Hops)/c.HopShare)
	}
	return n
}

// calibrate returns the least noise with which a session's budget pays for all parts.
func (c TrainedClusters) calibrate(s *gdp.Session) (trainedNoise, error) {
	b := s.Budget()
	if b.Delta == 0 {
		return trainedNoise{}, fmt.Errorf("dpgs: the budget %v: %w", b, gdp.ErrDelta)
	}
	m, err := accounting.CalibrateNoise(s.Accountant(), b, func(m float64) accounting.Event {
		n := c.at(m)
		e, _ := c.plan(n.step, 1).Event(s) // nil, and refused, if the multiplier is out of range
		all := accounting.Compose{e, accounting.Gaussian{NoiseMultiplier: n.count}}
		if c.Hops > 0 {
			all = append(all, accounting.SelfCompose{Event: accounting.Gaussian{NoiseMultiplier: n.hop}, Count: c.Hops})
		}
		return all
	})
	if err != nil {
		return trainedNoise{}, fmt.Errorf("dpgs: %w", err)
	}
	return c.at(m), nil
}

// run makes a summary of trained clusters, [Trained]: a perceptron puts nodes into clusters by
// their features, so that few edges are cut, and then the edges between clusters are counted.
func (c TrainedClusters) run(ctx context.Context, s *gdp.Session, w *checkpoint.Watch) (*Result, error) {
	x, err := features(s, c.fits)
	if err != nil {
		return nil, err
	}
	n, err := c.calibrate(s)
	if err != nil {
		return nil, err
	}
	return checkpoint.Once(ctx, s, "dpgs", c, w, func(run *checkpoint.Run) (*Result, error) {
		rows := projection(x, c.Dim, c.coins())
		plan := c.plan(n.step, x.Rows())
		count := tally{nodes: x.Rows(), k: c.Clusters, from: "a network trained from " + rows.Digest(), noise: n.count}
		spends := append(count.spends(), plan)
		for h := range c.Hops {
			spends = append(spends, hopRelease(rows.Digest(), h+1, c.Hops, rows, x.Rows(), n.hop))
		}
		if err := run.Reserve(spends...); err != nil {
			return nil, err
		}
		all, err := hopSums(run.Session(), rows, c.Dim, c.Hops, x.Rows(), n.hop)
		if err != nil {
			return nil, err
		}
		var inputs []vector.Matrix
		for _, side := range all {
			inputs = append(inputs, vector.Dense(side.Float32s(), c.Dim))
		}
		t, err := run.Train(plan)
		if err != nil {
			return nil, err
		}
		net := newNetwork(inputs, c.Width, c.Clusters, c.coins())
		if err := c.train(ctx, run, net, t); err != nil {
			return nil, err
		}
		sum, err := count.draw(run.Session(), net.soft(2).labels())
		if err != nil {
			return nil, err
		}
		return sum.drawn(run, n.count)
	})
}

// train takes the steps of a training.
func (c TrainedClusters) train(ctx context.Context, run *checkpoint.Run, net *network, t *gdp.Training) error {
	g := t.Data().Network.Graph.Undirected()
	loss := edgeLoss{net: net}
	for u, v := range g.Edges() {
		loss.edges = append(loss.edges, graph.Edge{U: u, V: v})
	}
	size := len(net.parameters)
	gradient, byP := make([]float32, size), vector.New(net.p.Rows, net.k)
	adam := train.NewMoments[float32](train.DefaultAdam(c.Rate), size)
	err := run.Steps(ctx, c.Steps, append(adam.Values(), net.parameters), func(int) error {
		net.forward()
		step, err := t.Step(len(loss.edges))
		if err != nil {
			return err
		}
		mean, err := gdp.SumParallel(step, size, loss.terms)
		if err != nil {
			return err
		}
		clear(byP.Data)
		orthogonality(net.p, byP, c.Apart)
		net.gradient(byP, gradient)
		vector.AddScaled(gradient, 1, mean)
		adam.Step(net.parameters, gradient, 1)
		return nil
	})
	net.forward()
	return err
}
