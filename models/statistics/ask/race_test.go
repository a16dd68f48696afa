package ask

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
	"github.com/graphdp/graphdp/gdp/query"
)

// certain is the failure probability of a correct program in the tests below.
const certain = 1e-9

// constant returns a query with the same answer for every graph, and the bound of its cap.
func constant(answer float64, rel gdp.Relation) func(int) gdp.Bounded[gdp.L1] {
	return func(cap int) gdp.Bounded[gdp.L1] {
		return gdp.Query("constant", rel, gdp.L1(cap), gdp.Proof{Doc: "proofs/queries.md#edge-count", Test: "TestEdgeCount"},
			func(*gdp.Data) ([]float64, error) { return []float64{answer}, nil })
	}
}

func opened(t testing.TB, g *graph.Graph, rel gdp.Relation, eps gdp.Epsilon, seed uint64) *gdp.Session {
	return protected(t, &graph.Network{Graph: g}, rel, eps, seed)
}

func random(t testing.TB, n int, p float64, seed uint64) *graph.Graph {
	t.Helper()
	return must.Get(gen.GNP(n, p, rand.New(rand.NewPCG(seed, seed))))(t)
}

// In 4,000 races whose rounds all have the exact answer, the bound exceeds it in a share beta: as
// often as stated, neither more nor less, for similar and for very different scales. A correct
// program fails once in 10⁹ such tests.
func TestRaceHoldsAsOftenAsItSays(t *testing.T) {
	g := random(t, 40, 0.3, 1)
	const draws, beta = 4000, 0.1
	for _, caps := range [][]int{{39, 40, 41}, {2, 10, 100, 1000}} {
		below := 0
		for i := range draws {
			raced := must.Get(Race(opened(t, g, gdp.NodeLevel, 1, uint64(i)), "edges", caps, constant(1e7, gdp.NodeLevel), 1, beta))(t)
			if raced.Low <= 1e7 {
				below++
			}
		}
		if !stattest.Count(below, draws, 1-beta, certain) {
			t.Errorf("caps %v: %d of %d bounds hold, want a share %v", caps, below, draws, 1-beta)
		}
	}
}

// If the last rounds have a hundred million times the noise of the first, bound and value exceed
// the exact answer by less than the centre's noise, on average over 1,500 races. A round that
// failed as often as the others would raise them by thousands of times that.
func TestAWinByNoiseCostsLittle(t *testing.T) {
	g := random(t, 40, 0.3, 1)
	const draws, truth = 1500, 1000
	low, value, noise := 0.0, 0.0, 0.0
	for i := range draws {
		raced := must.Get(Race(opened(t, g, gdp.NodeLevel, 1, uint64(i)), "x", []int{1, 100, 10_000, 1_000_000, 100_000_000}, constant(truth, gdp.NodeLevel), 1, 0.05))(t)
		noise = raced.Rounds[2].Scale
		low += max(0, raced.Low-truth) / draws
		value += max(0, raced.Value-truth) / draws
	}
	t.Logf("the bound is above by %.3g of the centre's noise, the value by %.3g", low/noise, value/noise)
	if low > 0.2*noise || value > noise {
		t.Errorf("the bound is above by %v and the value by %v in the mean, with a noise of %v", low, value, noise)
	}
}

// The product of the complements is as required. No round's probability times its noise, to the
// given power, exceeds the centre's; rounds with less noise have the centre's probability.
func TestChancesOfRounds(t *testing.T) {
	rounds := []Round{{Scale: 0.5}, {Scale: 3}, {Scale: 20}, {Scale: 7}, {Scale: 1e12}}
	for _, total := range []float64{1e-9, 0.05, 0.4} {
		for power := 1; power <= 2; power++ {
			for centre := range rounds {
				p, left := chances(rounds, total, float64(centre), power), 1.0
				at := rounds[centre].Scale
				for i, r := range rounds {
					left *= 1 - p[i]
					cost := p[i] * math.Pow(r.Scale/at, float64(power)) / p[centre]
					if r.Scale <= at && p[i] != p[centre] || r.Scale > at && !(cost > 1-1e-9 && cost < 1/(1-total)) {
						t.Errorf("%v, centre %d, power %d: chances %v, and %d costs %v of the centre", total, centre, power, p, i, cost)
					}
				}
				if math.Abs(1-left-total) > 1e-9*total+1e-15 {
					t.Errorf("%v, centre %d: chances %v make %v", total, centre, p, 1-left)
				}
			}
		}
	}
}

// If no round wins, a race gives 0, not a bound below it.
func TestRaceWithoutAWinner(t *testing.T) {
	for i := range 20 {
		raced, err := Race(opened(t, random(t, 20, 0.3, 1), gdp.NodeLevel, 1, uint64(i)), "x", []int{8, 19}, constant(-100, gdp.NodeLevel), 1, 1e-6)
		if err != nil || raced.Value > 0 && raced.Value != raced.Rounds[raced.Winner].Answer || raced.Low != 0 || raced.Rounds[0].Low >= 0 {
			t.Errorf("%+v, %v", raced, err)
		}
	}
}

// The rounds use all of ε, most of it in the middle, symmetrically.
func TestRaceShares(t *testing.T) {
	for rounds := 1; rounds <= 64; rounds++ {
		shares := must.Get(even(rounds).shares(rounds, 1))(t)
		sum := 0.0
		for i, x := range shares {
			sum += float64(x)
			if x != shares[rounds-1-i] || i > 0 && 2*i <= rounds-1 && !(x > shares[i-1]) {
				t.Errorf("shares %v", shares)
			}
		}
		if sum > 1 || sum < 1-0x1p-30 {
			t.Errorf("%d rounds take %v", rounds, sum)
		}
	}
	if got := RaceCaps(500); !slices.Equal(got, []int{8, 32, 128, 500}) {
		t.Errorf("caps %v", got)
	}
}

// On generated graphs the value has smaller errors than the paper's, and the bound is tighter:
// medians over 300 draws. The answers are computed once per graph.
func TestRaceIsNearerThanThePaper(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	const n, beta = 5000, 0.05
	for _, attach := range []int{3, 10} {
		g := must.Get(gen.BarabasiAlbert(n, attach, r))(t)
		answers := map[int]float64{}
		at := func(cap int) float64 {
			if _, ok := answers[cap]; !ok {
				x := must.Get(query.EdgeCount[gdp.L1](gdp.NodeLevel, n, cap).Eval(&gdp.Data{Network: &graph.Network{Graph: g}}))(t)
				answers[cap] = x[0]
			}
			return answers[cap]
		}
		var theirs, low, value []float64
		for i := range 300 {
			one := must.Get(Race(opened(t, g, gdp.NodeLevel, 1, uint64(i)), "edges", RaceCaps(n-1), func(cap int) gdp.Bounded[gdp.L1] {
				return constant(at(cap), gdp.NodeLevel)(cap)
			}, 1, beta))(t)
			rounds, best := math.Ceil(math.Log2(n)), 0.0
			for cap := 2; cap < 2*n; cap *= 2 { // [DFYTM22] as printed
				noise := r.ExpFloat64() - r.ExpFloat64()
				best = max(best, at(min(cap, n-1))+rounds*float64(cap)*(noise-math.Log(rounds/beta)))
			}
			off := func(x float64) float64 { return math.Abs(x - float64(g.M())) }
			theirs, low, value = append(theirs, off(best)), append(low, off(one.Low)), append(value, off(one.Value))
		}
		median := func(x []float64) float64 { slices.Sort(x); return x[len(x)/2] / float64(g.M()) }
		p, l, v := median(theirs), median(low), median(value)
		t.Logf("%d edges: the paper is off by %.3f, the bound by %.3f, the value by %.3f", g.M(), p, l, v)
		if l > 0.8*p || v > 0.5*p {
			t.Errorf("%d edges: the paper is off by %v, the bound by %v, the value by %v", g.M(), p, l, v)
		}
	}
}

// Invalid races are refused before anything is spent.
func TestRaceRefuses(t *testing.T) {
	edges := func(cap int) gdp.Bounded[gdp.L1] { return query.EdgeCount[gdp.L1](gdp.NodeLevel, 20, cap) }
	for _, c := range []struct {
		caps  []int
		query func(int) gdp.Bounded[gdp.L1]
		eps   gdp.Epsilon
		beta  float64
		want  string
	}{
		{nil, edges, 1, 0.1, "0 caps"},
		{make([]int, 65), edges, 1, 0.1, "65 caps"},
		{[]int{2, 2}, edges, 1, 0.1, "cap 2 is 2"},
		{[]int{0}, edges, 1, 0.1, "cap 1 is 0"},
		{[]int{2}, nil, 1, 0.1, "no query"},
		{[]int{2}, edges, 0, 0.1, "ε = 0"},
		{[]int{2}, edges, gdp.Epsilon(math.NaN()), 0.1, "ε = NaN"},
		{[]int{2}, edges, 1, 0, "probability 0"},
		{[]int{2}, edges, 1, 0.5, "probability 0.5"},
		{[]int{2}, edges, 1, math.NaN(), "probability NaN"},
		{[]int{2, 8, 19}, edges, 3, 0.1, "budget"},
		{[]int{2}, constant(1, gdp.EdgeLevel), 1, 0.1, "relation edge"},
	} {
		s := opened(t, random(t, 20, 0.3, 1), gdp.NodeLevel, 2, 1)
		if _, err := Race(s, "edges", c.caps, c.query, c.eps, c.beta); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: error %v, want one with %q", c.caps, err, c.want)
		}
		if ledger, err := s.Ledger(); err != nil || ledger.Spent() != 0 {
			t.Errorf("%s: spent %v (%v)", c.want, ledger.Spent(), err)
		}
	}
	if _, err := Race(nil, "edges", []int{2}, edges, 1, 0.1); err == nil {
		t.Error("no session is no error")
	}
}
