package lpgnet

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/models/classification/classificationtest"
)

// Adding or removing one edge changes two counts by 1 each, which is the bound.
func TestOneEdgeMovesTwoCounts(t *testing.T) {
	claim.Holds(t, "lpgnet", "one edge moves degree vectors by 2")
	const n = 14
	r := rand.New(rand.NewPCG(1, 9))
	for range 20 {
		c := clusters{3, make([]int32, n)}
		for u := range c.of {
			c.of[u] = int32(r.IntN(3))
		}
		g := must.Get(gen.GNP(n, 0.3, r))(t)
		q := c.query()
		classificationtest.EachEdge(t, g, q.Eval, func(e graph.Edge, with, without []float64) {
			if with[int(e.U)*3+int(c.of[e.V])] == 0 {
				t.Fatalf("node %d has the neighbour %d in cluster %d", e.U, e.V, c.of[e.V])
			}
			moved := 0.0
			for k := range with {
				moved += math.Abs(with[k] - without[k])
			}
			if moved != float64(q.Bound()) {
				t.Fatalf("an edge moves the counts by %v, the bound is %v", moved, q.Bound())
			}
		})
	}
}

// Counts are clipped at 0, and a node without any gets a neighbour.
func TestTidy(t *testing.T) {
	c := clusters{2, make([]int32, 3)}
	out := c.nonNegative([]float64{-1, 2.5, -3, -4, 0, 0}, rand.New(rand.NewPCG(1, 1)))
	if out[0] != 0 || out[1] != 2.5 || out[2]+out[3] != 1 || out[4]+out[5] != 1 {
		t.Errorf("%v", out)
	}
}

// Rows are divided by the sums of their absolute entries, and those without entries stay.
func TestShares(t *testing.T) {
	x := must.Get(graph.NewAttributes(3, []int64{0, 2, 2, 3}, []int32{0, 2, 1}, []float32{-1, 3, 5}))(t)
	got, err := shares(x)
	want, err2 := graph.NewAttributes(3, []int64{0, 2, 2, 3}, []int32{0, 2, 1}, []float32{-0.25, 0.75, 1})
	if err != nil || err2 != nil || !got.Equal(want) || x.At(0, 2) != 3 {
		t.Errorf("%v, %v, %v", got, err, err2)
	}
}

// If neighbours are informative and words are not, degree vectors help. The ledger has one release
// per stack, of ε/K each.
func TestDegreeVectorsHelp(t *testing.T) {
	net := classificationtest.Blocks(250, 0.1, 0.01, 0.66, 1)
	c, alone := Published.Settings, Null.Settings
	c.Epochs, alone.Epochs = 150, 150
	first, err := Null.With(alone).Run(t.Context(), classificationtest.Protect(t, net, gdp.EdgeLevel, gdp.Budget{Epsilon: 1}))
	if err != nil || first.Guarantee.Proved != 0 {
		t.Fatal(first, err)
	}
	s := classificationtest.Protect(t, net, gdp.EdgeLevel, gdp.Budget{Epsilon: 4})
	r := must.Get(Published.With(c).Run(t.Context(), s))(t)
	if got, base := classificationtest.Accuracy(r.Outcome(), net), classificationtest.Accuracy(first.Outcome(), net); got < base+0.1 || got < 0.9 {
		t.Errorf("at ε = 4 %v are right, by features alone %v", got, base)
	}
	if g := r.Guarantee; g.Proved > 4 || g.Proved < 3.999 || g.By != nil {
		t.Errorf("the guarantee is %v", g)
	}
	l, err := s.Ledger()
	if err != nil || len(l.Entries) != 2 {
		t.Fatal(l, err)
	}
	for _, e := range l.Entries {
		if e.Counted.String() != "Laplace(noise multiplier 0.5)" {
			t.Errorf("a stack takes %v", e.Counted)
		}
	}
	free, err := NonPrivate.With(c).RunOn(t.Context(), net, 1)
	if err != nil || free.Guarantee != nil || classificationtest.Accuracy(free.Outcome(), net) < classificationtest.Accuracy(r.Outcome(), net) {
		t.Errorf("without noise: %v, %v", classificationtest.Accuracy(free.Outcome(), net), err)
	}
}
