package dpggan

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
)

// sharedOf returns the models of three graphs, the second of which is given, after some steps
// with the same coins and no noise.
func sharedOf(t *testing.T, second *graph.Graph, scale float32, steps int) *shared {
	t.Helper()
	nets := []*graph.Network{{Graph: sample(t, 7, 9)}, {Graph: second}, {Graph: sample(t, 5, 4)}}
	c := OneRecord.Settings
	c.Hidden, c.Latent, c.Inner, c.Width = 4, 3, 4, 5
	k := known{sizes: []int{7, second.N(), 5}}
	x, err := newShared(c.Net, k, nets, func(label string) *rand.Rand { return random(uint64(len(label)) + uint64(label[len(label)-1])) })
	if err != nil {
		t.Fatal(err)
	}
	for range steps {
		if _, err := x.terms(x.all()); err != nil { // the encoders learn, which differ from world to world
			t.Fatal(err)
		}
	}
	rng := random(77)
	for i := range x.decoder.parameters {
		x.decoder.parameters[i] = scale * float32(rng.NormFloat64())
	}
	return x
}

// paidFor is the plan of a run on three graphs with a clip, in a session of them.
func paidFor(t *testing.T, clip float64) (*gdp.Session, gdp.Plan) {
	t.Helper()
	s, err := gdp.ProtectCollection(&graph.Collection{Graphs: []*graph.Network{small(t, 7), small(t, 8), small(t, 5)}}, gdp.EdgeLevel, gdp.Budget{Epsilon: 1, Delta: 1e-5}, gdp.Seed(1))
	if err != nil {
		t.Fatal(err)
	}
	c := OneRecord.Settings
	c.Clip = clip
	plan, _, err := c.paid(s, 3)
	if err != nil {
		t.Fatal(err)
	}
	return s, plan
}

// Whatever becomes of one graph, and whatever its encoder has learnt of it, the sum of a step
// moves by two clips at most; and by nearly as many where its gradient turns round.
func TestOneGraphMovesTheSumByTwoClips(t *testing.T) {
	full, err := gen.GNM(8, 28, random(1))
	if err != nil {
		t.Fatal(err)
	}
	for _, clip := range []float64{0.01, 1, 1e3} {
		worst := 0.0
		_, plan := paidFor(t, clip)
		for _, scale := range []float32{1e-3, 0.1, 0.3, 1, 10, 1e20} {
			for steps, other := range []*graph.Graph{sample(t, 8, 0), sample(t, 8, 27), sample(t, 8, 10)} {
				x, y := sharedOf(t, full, scale, steps), sharedOf(t, other, scale, steps)
				worst = max(worst, apart(x.total(t, plan, x.all()), y.total(t, plan, y.all()))/clip)
			}
		}
		t.Logf("C = %v: %v C", clip, worst)
		if worst > 2 || clip < 100 && worst < 1.9 {
			t.Errorf("C = %v: a graph moves the sum by %v C", clip, worst)
		}
	}
}

// One decoder is trained: all graphs see the same parameters, and a step moves them.
func TestOneDecoderForAll(t *testing.T) {
	x := sharedOf(t, sample(t, 8, 10), 0.1, 1)
	s, plan := paidFor(t, 1)
	training, err := s.Train(plan)
	if err != nil {
		t.Fatal(err)
	}
	before := fmt.Sprint(x.decoder.parameters, x.bias)
	if err := x.step(training); err != nil {
		t.Fatal(err)
	}
	if after := fmt.Sprint(x.models[0].decoder.parameters, x.models[2].bias); after == before {
		t.Error("a step changes nothing")
	}
	if len(x.values()) != 2+6+3*8 {
		t.Errorf("%d values in a checkpoint", len(x.values()))
	}
}
