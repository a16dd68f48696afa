package privdpr

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/claim"
)

// §5.2 states that time grows with N. The number of steps does, and each adds noise to all N r
// entries of V: four times the nodes need sixteen times the noise, before any score.
func TestWorkGrowsWithTheSquareOfN(t *testing.T) {
	claim.Fails(t, "privdpr", "§5.2: the time is linear in the number of nodes (noise alone is drawn n_epochs·N²·r/b times)")
	claim.Fails(t, "privdpr", "§5.2: initialisation takes O(1) (V has N·r entries, each of them drawn)")
	c := Published.Settings
	c.Dim, c.Hidden, c.Layers, c.EdgeRule, c.Edges = 3, 4, 1, PublicEdges, 10
	for _, n := range []int{64, 128, 256, 512} {
		g := must.Get(gen.BarabasiAlbert(n, 2, rand.New(rand.NewPCG(5, 2))))(t)
		steps, draws := 0, 0
		r := must.Get(synthesised(c.settings(), g, func(dst []float32) error {
			steps++
			draws += len(dst)
			return nil
		}, 1))(t)
		first := must.Get(newTrainer(c.settings(), g, nil, nil, streams(1)))(t)
		if slices.Contains(first.v.Values(), 0) {
			t.Errorf("%d nodes: an entry of V is not drawn", n)
		}
		if entries := r.Embedding.N() * r.Embedding.Dim(); entries != n*c.Dim {
			t.Errorf("%d nodes: V has %d entries, want N r = %d", n, entries, n*c.Dim)
		}
		if want := c.Epochs * n / c.Batch; steps != want {
			t.Errorf("%d nodes: %d steps, want n_epochs·N/b = %d", n, steps, want)
		}
		if want := c.Epochs * n * n * c.Dim / c.Batch; draws != want {
			t.Errorf("%d nodes: noise on %d entries, want n_epochs·N²·r/b = %d", n, draws, want)
		}
	}
}
