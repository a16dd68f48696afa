package skipgram

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/models/learn/train/networktest"
)

// point is the network of a batch, with the gradients of a trainer that has not clipped them.
func point(t testing.TB, x *task) (networktest.Point, *Trainer) {
	t.Helper()
	tr := x.trainer(t)
	tr.steps++
	tr.batch.fill(x.tables, x.edges, x.batch, x.negatives)
	b, r := &tr.batch, newReference(x.tables)
	halves := len(b.centres)
	weight := slices.Repeat([]float32{1}, halves)
	p := networktest.Point{Network: Network(halves, x.config.Negatives, x.tables.width), Inputs: []any{tensors.FromFlatDataAndDimensions(weight, halves, 1)}}
	var centres, targets, byTargets []float32
	for _, u := range b.centres {
		centres = append(centres, x.tables.row(u)...)
	}
	for _, u := range b.targets {
		targets = append(targets, x.tables.row(u)...)
	}
	tr.gradients(0, 0, len(x.batch))
	scale := float32(-x.config.step())
	for i, c := range b.coefficients {
		for _, v := range x.tables.row(b.against[i]) {
			byTargets = append(byTargets, c/scale*v)
		}
	}
	for i, e := range x.batch {
		p.Loss += r.loss(x.edges[e], x.negatives[2*x.config.Negatives*i:][:2*x.config.Negatives])
	}
	p.Weights, p.Gradients = []any{centres, targets}, []any{b.pulls.Data, byTargets}
	return p, tr
}

func TestTheKernelComputesTheGraph(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	for _, scale := range []float64{0, 0.3, 3} {
		x := newTask(t, rng, 30, 40, 5, 20, scale)
		x.tables.In(0)[0], x.tables.Out(0)[0] = 1, 1 // where all others are 0, as most scores then are
		x.config.Clip = 1e6
		p, _ := point(t, x)
		networktest.Agree(t, p, 1e-5)
	}
}

// A batch of the size of the paper, both halves of each edge.
func BenchmarkGradient(b *testing.B) {
	x := newTask(b, rand.New(rand.NewPCG(8, 2)), 2000, 128, 5, 128, 0.5)
	p, tr := point(b, x)
	networktest.Benchmark(b, p, func() { tr.gradients(0, 0, len(x.batch)) })
}
