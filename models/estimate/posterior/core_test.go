package posterior

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/degrees"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"gonum.org/v1/gonum/stat/distuv"
)

var rule = Rule{Vectors: 8, Groups: 4, Edges: .04, Degrees: .17, Mean: 2, Density: 2}

// The core maximises the information against its noise, compared with all other cores.
func TestTheCoreThatSaysMost(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	cores := map[int]bool{}
	for range 400 {
		falling, eps := make([]float64, 20+r.IntN(200)), gdp.Epsilon(3*r.Float64()+.1)
		steep := 3 * r.Float64()
		for i := range falling {
			falling[i] = max(0, 150*math.Exp(-steep*float64(i)/50)-2*r.Float64())
		}
		slices.Sort(falling)
		slices.Reverse(falling)
		flip, want, most := 1/(1+math.Exp(float64(eps))), 0, 0.0
		for m := 32; m <= len(falling); m++ {
			all, within := 0.0, 0.0
			for i, d := range falling {
				all += d
				if i < m {
					within += d
				}
			}
			share, noise := within/all, math.Sqrt(flip*(1-flip)*float64(m))/(1-2*flip)
			above := share * within / float64(m) / noise // the mean degree within the core
			if said := share * share * (1 - math.Pow(rule.Density/above, 2)); above > rule.Density && said > most {
				want, most = m, said
			}
		}
		if got, _, _ := rule.size(falling, eps); got != want {
			t.Errorf("a core of %d of %d nodes at ε = %v, want %d", got, len(falling), eps, want)
		}
		cores[want] = true
	}
	if !cores[0] || len(cores) < 50 {
		t.Errorf("only %d sizes were seen", len(cores))
	}
	// m(m-1)/2 pairs, each flipped with probability 1/(1+e^ε).
	const eps = 0.1
	m, _, _ := rule.size(slices.Repeat([]float64{1e9}, 20_000), eps)
	if turned := func(m float64) float64 { return m * (m - 1) / 2 / (1 + math.Exp(eps)) }; turned(float64(m)) > mostAnswers || turned(float64(m+1)) <= mostAnswers {
		t.Errorf("a core of %d nodes, with %v edges by noise", m, turned(float64(m)))
	}
}

// asked applies a rule to the whole budget of a session.
func asked(t *testing.T, s *gdp.Session, c Rule) *Evidence {
	t.Helper()
	return must.Get(checkpoint.Once(t.Context(), s, "evidence", c, nil, func(run *checkpoint.Run) (*Evidence, error) { return Ask(run, run.Session().Budget().Epsilon, c) }))(t)
}

// Four groups have core nodes, and as many rim nodes with neighbours in their group only. The pairs
// of the core, and the rim's numbers of neighbours, are released with all of the remaining ε, which
// is counted once. Either release reveals a node's group.
func TestTheCoreAndItsRim(t *testing.T) {
	const size, eps = 100, 3
	sizes := slices.Repeat([]int{size}, 8)
	g := groups(t, sizes, func(a, b int) float64 {
		switch {
		case a == b && a < 4:
			return .7
		case a+4 == b || b+4 == a:
			return .1
		}
		return 0
	})
	c := rule
	c.Density = 6
	s := protect(t, g, eps)
	e := asked(t, s, c)
	inside := 0
	for _, u := range e.Core {
		if u < 4*size {
			inside++
		}
	}
	if inside < 390 || len(e.Core)-inside > 200 || len(e.Vectors) < 3 {
		t.Fatalf("a core of %d nodes, %d of them of dense groups, and %d vectors", len(e.Core), inside, len(e.Vectors))
	}
	l := must.Get(s.Ledger())(t)
	if math.Abs(float64(l.Spent())-eps) > 1e-9 || len(l.Entries) != 3 || len(l.Parts) != 3 ||
		!strings.HasPrefix(l.Parts[0].Query, "adjacency bits among") || !strings.HasPrefix(l.Parts[1].Query, "neighbours in") || !strings.HasPrefix(l.Parts[2].Query, "degrees") {
		t.Errorf("spent %v:\n%v", l.Spent(), l)
	}
	for _, part := range l.Parts {
		near(t, "spent in "+part.Label, float64(part.Total), eps*(1-c.Edges-c.Degrees), 1e-9)
	}
	product := func(u, v int) (sum float64) {
		for _, x := range e.Vectors {
			sum += x[u] * x[v]
		}
		return sum
	}
	right, tried, degree := 0, 0, 0.0
	for u := range g.N() {
		degree += math.Abs(e.Degrees[u]-float64(g.Degree(int32(u)))) / float64(g.N())
		if _, core := slices.BinarySearch(e.Core, int32(u)); core || u < 4*size {
			continue
		}
		means := make([]float64, 4)
		for v := range 4 * size {
			means[v/size] += product(u, v)
		}
		tried++
		if slices.Index(means, slices.Max(means)) == u/size-4 {
			right++
		}
	}
	if float64(right) < .9*float64(tried) || tried < 200 {
		t.Errorf("of %d nodes of the rim %d are near their group", tried, right)
	}
	if degree > 3 { // noise alone has 3.3
		t.Errorf("degrees are off by %v on average", degree)
	}
}

// Degrees that are released twice are combined by inverse variance.
func TestTwoReleasesOfDegrees(t *testing.T) {
	x, sd := together(0, 1, 10, 3)
	near(t, "0 ± 1 and 10 ± 3", x, 1, 1e-12)
	near(t, "its standard deviation", sd, math.Sqrt(.9), 1e-12)
	g := groups(t, []int{300}, func(int, int) float64 { return .02 })
	s := protect(t, g, 3)
	first := must.Get(degrees.Laplace(s, "first", 1))(t)
	e := must.Get(Alone(s, first, 2))(t)
	second := must.Get(degrees.Laplace(s, "release", 2))(t) // what was released
	a, b := math.Pow(first.SD, -2), math.Pow(second.SD, -2)
	both := make([]float64, g.N())
	for u := range both {
		both[u] = (first.Degrees[u]*a + second.Degrees[u]*b) / (a + b)
	}
	means, law := degrees.Deconvolve(both, 1/math.Sqrt(a+b), g.N()-1)
	for d, want := range law {
		near(t, "share", e.Law[d], want, 1e-6)
	}
	for u, want := range means {
		near(t, "degree", e.Degrees[u], want, 1e-6)
	}
	if l, err := s.Ledger(); err != nil || len(l.Entries) != 2 || e.Core != nil || e.Vectors != nil || e.Multiplier != second.Multiplier {
		t.Errorf("%d releases, %v; a core of %d nodes, noise multiplier %v", len(l.Entries), err, len(e.Core), e.Multiplier)
	}
}

// A hub graph with random edges has no structure beyond its degrees. communities returns fifteen
// vectors, 25 without weights for hubs, and 60 with the noise of a mean row.
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

// The rule detects degrees that vary more than a Poisson distribution, and does not count noise.
func TestWide(t *testing.T) {
	const n, scale = 2000, 20.0
	r := rand.New(rand.NewPCG(1, 2))
	noisy := func(degree func(i int) float64) []float64 {
		list := make([]float64, n)
		for i := range list {
			list[i] = degree(i) + scale*(r.ExpFloat64()-r.ExpFloat64())
		}
		return list
	}
	poisson := distuv.Poisson{Lambda: 12, Src: r}
	for range 20 {
		if wide(noisy(func(int) float64 { return poisson.Rand() }), scale) {
			t.Error("Poisson degrees are wide")
		}
		if !wide(noisy(func(i int) float64 { return 60 * float64(i%2) }), scale) {
			t.Error("degrees 0 and 60 are not wide")
		}
	}
}
