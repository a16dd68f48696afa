package posterior

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
)

// A graph of hubs whose edges are random, given its degrees, has nothing beyond them. It shows
// fifteen vectors, 25 if the rows of hubs are not weighted, and 60 if its noise is taken to be that
// of a mean row.
func TestHubsAreNoCommunities(t *testing.T) {
	const n, eps = 2000, 6
	r := rand.New(rand.NewPCG(7, 1))
	theta := make([]float64, n)
	for u := range theta {
		theta[u] = 8 * min(math.Pow(1-r.Float64(), -0.7), 40)
	}
	g := must.Get(gen.ChungLu(theta, r))(t)
	noisy := must.Get(gdp.RandomisedResponse(protect(t, g, eps), "pairs", eps))(t)
	p := make([]float64, n)
	for u := range p {
		p[u] = float64(g.Degree(int32(u))) / math.Sqrt(float64(2*g.M()))
	}
	vectors, _ := Responses{noisy, flipOf(eps)}.communities(p, 60, r)
	if len(vectors) > 20 {
		t.Errorf("%d vectors of none", len(vectors))
	}
}
