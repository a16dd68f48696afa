package ask

import (
	"fmt"
	"math"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// A dense subgraph of a sparse graph is found: nearly all of it and little else. Its density is
// within its interval and not far from the maximum.
func TestDensestPartIsFound(t *testing.T) {
	const n, clique, draws = 1000, 80, 20
	g := joined(t, n, func(u, v int) bool {
		return v < clique && (u+v)%3 > 0 || (31*u+17*v)%601 == 0
	})
	exactly := must.Get(query.Density[gdp.L1](gdp.EdgeLevel, n).Eval(&gdp.Data{Network: &graph.Network{Graph: g}}))(t)
	held := 0
	for i := range uint64(draws) {
		a := must.Get(DensestPart.Ask(protected(t, &graph.Network{Graph: g}, gdp.EdgeLevel, 2, i), 2))(t)
		in := make([]bool, n)
		inside, edges := 0, 0.0
		for _, v := range a.Values[1:] {
			var u int
			must.Get(fmt.Sscanf(v.Of, "core number of %d", &u))(t)
			if in[u] = true; u < clique {
				inside++
			}
		}
		for u, v := range g.Edges() {
			if in[u] && in[v] {
				edges++
			}
		}
		part, v := float64(len(a.Values)-1), a.Values[0]
		if inside < clique*9/10 || part > 2*clique || edges/part < 0.8*exactly[0] {
			t.Errorf("draw %d: %v nodes, %d of them in the clique, of density %v, where there is %v", i, part, inside, edges/part, exactly[0])
		}
		if v.Of == "noisy edges divided by nodes" && v.Low <= edges/part && edges/part <= v.High {
			held++
		}
	}
	if held < draws-1 {
		t.Errorf("%d of %d intervals hold", held, draws)
	}
}

// If every edge is within all subgraphs but the last, its count is a sum of many noise terms, and
// intervals hold as often as stated: on a graph without edges the result is noise, selected for its
// size.
func TestDensityOfNoiseHolds(t *testing.T) {
	const n, draws, level = 60, 2000, 0.8
	g := joined(t, n, func(int, int) bool { return false })
	q := question{of: gdp.Public{Nodes: n}, eps: 0.5, miss: 1 - level}
	covers(t, "density", draws, level, func(seed uint64) bool {
		q.s = protected(t, &graph.Network{Graph: g}, gdp.EdgeLevel, 0.5, seed)
		values, _ := must.Two(q.densest())(t)
		return values[0].Low == 0
	})
}

// Sums of noise exceed their end as rarely as permitted; where that is rare, half of the end would
// be exceeded too often.
func TestSumOff(t *testing.T) {
	for _, scale := range []float64{0.02, 1, 7} {
		law := []float64{1} // of the sum, from -k to k
		a := math.Exp(-1 / scale)
		for terms := 1; terms <= 12; terms++ {
			law = convolved(law, func(x int) float64 { return (1 - a) / (1 + a) * math.Pow(a, math.Abs(float64(x))) }, int(40*scale)+2)
			for _, miss := range []float64{0.3, 0.01, 1e-6} {
				w := sumOff(scale, terms, miss)
				beyond := func(w float64) (sum float64) {
					for i, p := range law {
						if math.Abs(float64(i-len(law)/2)) > w {
							sum += p
						}
					}
					return sum
				}
				if got := beyond(w); got > miss {
					t.Errorf("scale %v, %d terms: %v is passed with %v, want %v", scale, terms, w, got, miss)
				}
				if w > 8 && miss < 0.1 && beyond(w/2) <= miss {
					t.Errorf("scale %v, %d terms: half of %v is passed with less than %v", scale, terms, w, miss)
				}
			}
		}
	}
}

// convolved adds an independent number of a symmetric law, which is cut off beyond k, to one.
func convolved(law []float64, p func(x int) float64, k int) []float64 {
	sum := make([]float64, len(law)+2*k)
	for i, q := range law {
		for x := -k; x <= k; x++ {
			sum[i+k+x] += q * p(x)
		}
	}
	return sum
}

// A plan covers the density only: dense subgraphs of other graphs have other nodes.
func TestPlanOfADensestPart(t *testing.T) {
	s := protected(t, labelled(t), gdp.EdgeLevel, 2, 1)
	plan, err := DensestPart.Plan(s, 2, Level)
	if err != nil || len(plan) != 1 || len(plan[0].Made) == 0 {
		t.Fatal(plan, err)
	}
	for _, e := range plan[0].Made {
		if most := 15. / 2; e.Exact > most || e.Off.High > most || e.Wide.High > most || e.Exact <= 0 {
			t.Errorf("mean degree %v: %+v, and no density is above %v", e.MeanDegree, e, most)
		}
	}
}
