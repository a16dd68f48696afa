package seprivgemb

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
)

// Rows hold communities where the pairs were asked: k-means finds those of Louvain on the exact
// graph, of which degrees say next to nothing.
func TestCommunitiesOfFacebook(t *testing.T) {
	g := loadData(t, "pgb-facebook")
	want, _, err := metric.Louvain(g, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	alone := Strict()
	alone.Vectors = 0
	for _, x := range []struct {
		config      ExpectedRows
		least, most float64
	}{{Strict(), .5, 1}, {alone, 0, .1}} {
		r := mustRun(t, protect(t, g, gdp.EdgeLevel, gdp.Budget{Epsilon: 3.5}), x.config)
		found, err := r.In.Clusters(int(slices.Max(want))+1, rand.New(rand.NewPCG(2, 2)))
		if err != nil {
			t.Fatal(err)
		}
		nmi, err := metric.NMI(want, found)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%d communities, %d vectors: NMI %.3f", slices.Max(want)+1, r.Vectors, nmi)
		if nmi < x.least || nmi > x.most || (r.Core > 0) != (x.least > 0) {
			t.Errorf("NMI %v of %+v, want %v … %v", nmi, x.config, x.least, x.most)
		}
	}
}
