package posterior

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"gonum.org/v1/gonum/floats"
)

var near = gdptest.Near

var close = gdptest.NearRelative

// groups returns a graph with edges of a probability for each two groups.
func groups(t *testing.T, sizes []int, of func(a, b int) float64) *graph.Graph {
	t.Helper()
	p := make([][]float64, len(sizes))
	for a := range p {
		for b := range p {
			p[a] = append(p[a], of(a, b))
		}
	}
	net := must.Get(gen.SBM(sizes, p, rand.New(rand.NewPCG(1, 2))))(t)
	return net.Graph
}

func protect(t *testing.T, g *graph.Graph, eps gdp.Epsilon) *gdp.Session {
	t.Helper()
	return must.Get(gdp.Protect(&graph.Network{Graph: g}, gdp.EdgeLevel, gdp.Budget{Epsilon: eps}, gdp.Seed(7)))(t)
}

// Products and degrees are those of the dense matrix of unbiased answers.
func TestAnswersAreUnbiased(t *testing.T) {
	const n, eps = 150, 1.5
	r := rand.New(rand.NewPCG(5, 5))
	g := must.Get(gen.GNM(n, 1500, r))(t)
	s := protect(t, g, 1000)
	p, x := make([]float64, n), make([]float64, n)
	for i := range x {
		p[i], x[i] = r.Float64(), r.NormFloat64()
	}
	mean, square := make([]float64, n), 0.0
	const runs = 200
	for run := range runs {
		noisy := must.Get(gdp.RandomisedResponse(s, string(rune('a'+run%26))+string(rune('a'+run/26)), eps))(t)
		a := Responses{noisy, flipOf(eps)}
		out, sums := make([]float64, n), a.Degrees()
		a.multiply(out, x, p)
		for u := range int32(n) {
			want, sum := 0.0, 0.0
			for v := range int32(n) {
				if u == v {
					continue
				}
				bit := 0.0
				if noisy.HasEdge(u, v) {
					bit = 1
				}
				count := (bit - a.Flip) / (1 - 2*a.Flip)
				want, sum = want+(count-p[u]*p[v])*x[v], sum+count
			}
			if run == 0 {
				close(t, "product", out[u], want, 1e-9*(1+math.Abs(want)))
				close(t, "degree", sums[u], sum, 1e-9*(1+math.Abs(sum)))
			}
			mean[u] += sums[u] / runs
			square += math.Pow((sums[u]-float64(g.Degree(u)))/reach(a.Flip, n-1), 2) / n / runs
		}
	}
	for u, m := range mean { // 6 standard errors: false alarm below 10⁻⁶
		close(t, "mean", m, float64(g.Degree(int32(u))), 6*reach(flipOf(eps), n)/math.Sqrt(runs)/float64(g.Degree(int32(u))))
	}
	close(t, "variance", square, 1, 0.05)
}

// Noise alone shows no vectors, and four groups show three beside their degrees. A group of 100
// has the eigenvalue 89, which answers turn into x = 89 + s²/89. Of it λ is taken for what edges
// have on average, since these are random, too, of which a vector's square keeps the share c⁴,
// c² = 1 - (s² + density·n)/λ².
func TestCommunitiesOutOfNoise(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for name, x := range map[string]struct {
		within, between float64
		want            int
	}{"no edges": {0, 0, 0}, "four groups": {.9, .01, 3}} {
		g := groups(t, []int{100, 100, 100, 100}, func(a, b int) float64 {
			if a == b {
				return x.within
			}
			return x.between
		})
		noisy := must.Get(gdp.RandomisedResponse(protect(t, g, 1), "pairs", 1))(t)
		p := make([]float64, g.N())
		for u := range p {
			p[u] = float64(g.Degree(int32(u))) / math.Sqrt(float64(max(2*g.M(), 1)))
		}
		a := Responses{noisy, flipOf(1)}
		vectors, spread := a.communities(p, 20, r)
		if got := len(vectors); got < x.want || got > x.want+1 || len(spread) != got { // one of noise is at the edge now and then
			t.Errorf("%s: %d vectors and %d spreads, want %d", name, got, len(spread), x.want)
		}
		if x.want == 0 || len(vectors) < x.want {
			continue
		}
		mean, all := 0.0, 0.0 // the three repel each other, and their mean does not know
		for i, v := range vectors[:x.want] {
			mean += floats.Dot(v, v) / float64(x.want)
			all += spread[i] / float64(x.want)
		}
		answers := math.Pow(reach(a.Flip, g.N()), 2)
		noise, seen := answers+2*float64(g.M())/float64(g.N()), 89+answers/89
		value := (seen + math.Sqrt(seen*seen-4*noise)) / 2
		along := 1 - noise/value/value
		near(t, "square of a vector", mean, value*along*along, 0.01*value)
		near(t, "spread", all, value*along/floats.Dot(p, p), 0.03)
	}
}
