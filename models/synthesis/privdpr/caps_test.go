package privdpr

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
)

// A public cap from n and ε alone loses the hubs of one graph or adds noise hubs to another; edge
// counts choose a cap that suits both.
func TestCapsSuitTheGraph(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	hubs := must.Get(gen.BarabasiAlbert(5000, 10, r))(t)
	flat := must.Get(gen.GNP(20_000, 1.5e-4, r))(t)
	for name, x := range map[string]struct {
		g              *graph.Graph
		edges, degrees float64 // relative error, KS
	}{"hubs": {hubs, 0.2, 0.3}, "flat": {flat, 0.02, 0.02}} {
		list := must.Get(hidden(session(t, x.g, gdp.NodeLevel, 2), 2))(t)
		sum, histogram := 0, []int64{}
		for _, d := range list {
			for len(histogram) <= d {
				histogram = append(histogram, 0)
			}
			histogram[d]++
			sum += d
		}
		if e := math.Abs(float64(sum)/2/float64(x.g.M()) - 1); !slices.IsSorted(list) || len(list) != x.g.N() || e > x.edges {
			t.Errorf("%s: %d degrees, edges are off by %v", name, len(list), e)
		}
		if ks := metric.KS(metric.DegreeHistogram(x.g), histogram); ks > x.degrees {
			t.Errorf("%s: KS %v", name, ks)
		}
	}
}

// Caps ascend and are possible degrees.
func TestCapsOf(t *testing.T) {
	for _, n := range []int{2, 3, 34, 5000, 1 << 20} {
		for _, eps := range []float64{1e-9, 0.1, 1, 100, 1e9} {
			list, base := capsOf(n, eps)
			if base >= len(list) || len(list) > base+2 || list[0] < 1 || list[len(list)-1] > n-1 {
				t.Errorf("n = %d, ε = %v: caps %v, the usual one is %d", n, eps, list, base)
			}
			for i, c := range list[1:] {
				if c <= list[i] {
					t.Errorf("n = %d, ε = %v: caps %v", n, eps, list)
				}
			}
		}
	}
}

// Degrees at the cap grow up to the top, the others by a common factor up to the cap, until they
// have the given edge count; if no edges are missing, nothing changes.
func TestExtend(t *testing.T) {
	list := append(slices.Repeat([]int{4}, 900), slices.Repeat([]int{20}, 50)...)
	same := slices.Clone(list)
	extend(same, 20, 120, 2000)
	if !slices.Equal(same, list) {
		t.Errorf("edges enough, and degrees change to %v", same)
	}
	extend(list, 20, 120, 3300) // of 2,300
	sum := 0
	for _, d := range list {
		sum += d
	}
	if !slices.IsSorted(list) || list[0] != 5 || list[len(list)-1] != 120 || list[900] != 20 || math.Abs(float64(sum)/2-3300) > 150 {
		t.Errorf("%d edges, degrees %v", sum/2, list)
	}
}
