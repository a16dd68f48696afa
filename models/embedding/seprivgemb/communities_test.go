package seprivgemb

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/embed"
)

// clusters are those of k-means on rows of unit length: the best of five runs from rows
// far apart.
func clusters(x *embed.Matrix, k int, r *rand.Rand) []int32 {
	n, dim := x.N(), x.Dim()
	rows := make([][]float64, n)
	for u := range rows {
		row := x.Row(int32(u))
		norm := math.Sqrt(max(dot64(row, row), 1e-30))
		for _, v := range row {
			rows[u] = append(rows[u], float64(v)/norm)
		}
	}
	square := func(a, b []float64) (s float64) {
		for i := range a {
			s += (a[i] - b[i]) * (a[i] - b[i])
		}
		return s
	}
	var best []int32
	least := math.Inf(1)
	for range 5 {
		centres := [][]float64{slices.Clone(rows[r.IntN(n)])}
		far := make([]float64, n)
		for len(centres) < k { // as k-means++ does
			sum := 0.0
			for u := range rows {
				d := square(rows[u], centres[len(centres)-1])
				if len(centres) == 1 || d < far[u] {
					far[u] = d
				}
				sum += far[u]
			}
			at, pick := r.Float64()*sum, 0
			for pick < n-1 && at > far[pick] {
				at -= far[pick]
				pick++
			}
			centres = append(centres, slices.Clone(rows[pick]))
		}
		of, total := make([]int32, n), 0.0
		for range 30 {
			sums, count := make([][]float64, k), make([]float64, k)
			for c := range sums {
				sums[c] = make([]float64, dim)
			}
			total = 0
			for u := range rows {
				nearest := math.Inf(1)
				for c := range centres {
					if d := square(rows[u], centres[c]); d < nearest {
						nearest, of[u] = d, int32(c)
					}
				}
				total += nearest
				count[of[u]]++
				for i, v := range rows[u] {
					sums[of[u]][i] += v
				}
			}
			for c := range centres {
				for i := range sums[c] {
					if count[c] > 0 {
						centres[c][i] = sums[c][i] / count[c]
					}
				}
			}
		}
		if total < least {
			least, best = total, slices.Clone(of)
		}
	}
	return best
}

// Rows hold communities where the pairs were asked: k-means finds those of Louvain on the exact
// graph, of which degrees say next to nothing.
func TestCommunitiesOfFacebook(t *testing.T) {
	g := loadData(t, "pgb-facebook")
	want, _, err := metric.Louvain(g, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	alone := Strict()
	alone.Pairs = Pairs{}
	for _, x := range []struct {
		config      ExpectedRows
		least, most float64
	}{{Strict(), .5, 1}, {alone, 0, .1}} {
		r := mustRun(t, protect(t, g, gdp.EdgeLevel, gdp.Budget{Epsilon: 3.5}), x.config)
		nmi, err := metric.NMI(want, clusters(r.In, int(slices.Max(want))+1, rand.New(rand.NewPCG(2, 2))))
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%d communities, %d vectors: NMI %.3f", slices.Max(want)+1, r.Vectors, nmi)
		if nmi < x.least || nmi > x.most || r.Pairs != (x.least > 0) {
			t.Errorf("NMI %v of %+v, want %v … %v", nmi, x.config, x.least, x.most)
		}
	}
}
