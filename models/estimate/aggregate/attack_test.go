package aggregate

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// bare is a model of sums without noise.
type bare []float32

// Scores implements [release.Model].
func (bare) Scores(*graph.Network, int32) ([]float32, error) { return []float32{1, 3}, nil }

// Noisy implements [Releases].
func (b bare) Noisy() ([][]float32, int) { return [][]float32{b}, 2 }

// What the attack looks at are the sums' lengths: of nodes 0 and 1 two rows, or none, and of
// the last node 160, or none.
func TestLook(t *testing.T) {
	for rel, want := range map[gdp.Relation][2][]float64{
		gdp.EdgeLevel: {{2, 0, 0}, {2, 2, 0}}, gdp.NodeUnbounded: {{2, 0, 0}, {2, 0, 160}},
	} {
		w := must.Get(worlds(rel))(t)
		for world, net := range w {
			values := make([]float64, 2*size(rel))
			for i := range values {
				values[i] = float64(3 + i%2)
			}
			sums := make([]float32, 2*size(rel))
			for i, x := range Unit(2, values[:2*net.Graph.N()]).Sum(net.Graph) {
				sums[i] = float32(x)
			}
			seen := must.Get(look(method.Outcome{Release: release.Classifier{Model: bare(sums), Classes: 2}}))(t)
			for i, x := range want[world] {
				if math.Abs(seen[i]-x) > 1e-5 {
					t.Errorf("%v, world %d: seen %v, want %v", rel, world, seen, want[world])
					break
				}
			}
		}
	}
	if _, err := look(method.Outcome{Release: release.Graph{}}); err == nil {
		t.Error("a graph is attacked")
	}
}
