package metric

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// Every statistic of distances against Floyd-Warshall.
func TestDistancesByFloydWarshall(t *testing.T) {
	smallGraphs(t, func(t *testing.T, a matrix) {
		p := must.Get(Distances(context.Background(), a.graph()))(t)
		in, _ := a.largest()
		for _, c := range []struct {
			name string
			hops Hops
			in   func(u int) bool
		}{
			{"all", p.All, func(int) bool { return true }},
			{"lcc", p.LCC, func(u int) bool { return in[u] }},
		} {
			pairs, total, weighted := make([]float64, len(a)+1), 0.0, 0.0
			for u, row := range a.distances() {
				for v, d := range row {
					if u != v && !math.IsInf(d, 1) && c.in(u) && c.in(v) {
						pairs[int(d)]++
						total++
						weighted += d
					}
				}
			}
			for d, want := range pairs {
				got := 0.0
				if d < len(c.hops.Pairs) {
					got = c.hops.Pairs[d]
				}
				if got != want {
					t.Errorf("%s: %v pairs at distance %d, want %v", c.name, got, d, want)
				}
			}
			m, e := c.hops.Mean()
			near(t, c.name+" mean", m, weighted/total)
			if total > 0 {
				near(t, c.name+" standard error", e, 0)
			}
			for _, share := range []float64{0, 0.3, 0.9, 1} {
				x, _ := c.hops.Within(share)
				near(t, c.name+" effective diameter", x, interpolate(pairs, total, share))
			}
			if !c.hops.Exact {
				t.Errorf("%s: not exact", c.name)
			}
		}
	})
}

// interpolate finds by bisection where the piecewise linear distribution of
// distances reaches the share.
func interpolate(pairs []float64, total, share float64) float64 {
	if total == 0 {
		return math.NaN()
	}
	reached := func(x float64) float64 {
		s := 0.0
		for d, p := range pairs {
			s += p * min(1, max(0, x-float64(d-1)))
		}
		return s
	}
	lo, hi := 0.0, float64(len(pairs))
	for range 100 {
		if mid := (lo + hi) / 2; reached(mid) >= share*total*(1-1e-15) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return hi
}

// Long thin graphs make the searches push, dense ones pull; the sizes are on both sides of a batch.
func TestDistancesInClosedForm(t *testing.T) {
	for _, n := range []int{2, 511, 512, 513, 1500} {
		p := must.Get(Distances(context.Background(), pathGraph(n).graph()))(t)
		for d := 1; d < n; d++ {
			if p.LCC.Pairs[d] != 2*float64(n-d) {
				t.Fatalf("path of %d: %v pairs at %d, want %d", n, p.LCC.Pairs[d], d, 2*(n-d))
			}
		}
		m, _ := p.LCC.Mean()
		near(t, "mean distance of a path", m, float64(n+1)/3)
	}
	for _, n := range []int{3, 600, 1025} {
		p, _ := Distances(context.Background(), cycleGraph(n).graph())
		total := 0.0
		for d, pairs := range p.All.Pairs[1:] {
			total += pairs
			if want := 2 * float64(n); pairs != want && (n%2 == 1 || d+1 < n/2) {
				t.Fatalf("cycle of %d: %v pairs at %d, want %v", n, pairs, d+1, want)
			}
		}
		near(t, "pairs of a cycle", total, float64(n*(n-1)))
		q, _ := Distances(context.Background(), starGraph(n).graph())
		m, _ := q.All.Mean()
		near(t, "mean distance of a star", m, 2*float64(n)/float64(n+1))
	}
}

// The standard errors are calibrated: over many samples of sources, the deviations of the estimates
// from the exact values match the stated errors, with few and with most nodes as sources. The
// bounds are seven standard deviations of a mean of 200 squared normal variables (each of variance
// 2) away from 1: a correct standard error fails once in 10⁹, one that is twice or half as large
// always.
func TestSampledDistancesHaveHonestErrors(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, c := range []struct{ nodes, sources int }{{2500, 300}, {700, 420}} {
		g := randomMatrix(rng, c.nodes, 2.2).graph()
		exact := must.Get(Distances(context.Background(), g))(t)
		estimates := []func(Paths) (float64, float64){
			func(p Paths) (float64, float64) { return p.LCC.Mean() },
			func(p Paths) (float64, float64) { return p.All.Mean() },
			func(p Paths) (float64, float64) { return p.LCC.Within(0.9) },
			func(p Paths) (float64, float64) { return p.All.Within(0.9) },
		}
		const runs = 200
		squares := make([]float64, len(estimates))
		for range runs {
			p := must.Get(SampleDistances(context.Background(), g, c.sources, rng))(t)
			if p.LCC.Exact || p.All.Exact || p.LCC.Sources != c.sources || p.All.Sources > 2*c.sources {
				t.Fatalf("%d sources: exact %v, %d and %d sources", c.sources, p.LCC.Exact, p.LCC.Sources, p.All.Sources)
			}
			for i, f := range estimates {
				want, _ := f(exact)
				got, e := f(p)
				squares[i] += (got - want) * (got - want) / (e * e) / runs
			}
		}
		for i, s := range squares {
			if math.Abs(s-1) > 7*math.Sqrt(2.0/runs) {
				t.Errorf("%d of %d nodes, estimate %d: mean squared deviation is %v of what its standard error says", c.sources, c.nodes, i, s)
			}
		}
	}
}

// Joint and single searches count the same.
func TestSearchesTogetherAndAlone(t *testing.T) {
	rng := rand.New(rand.NewPCG(49, 50))
	for range 20 {
		g := randomMatrix(rng, 700, 2.5).graph()
		core, rest := searchOrder(g)
		for _, from := range [][]int32{core, rest} {
			var counts [2][][]int32
			for i, measure := range []func(*stratum) error{
				func(s *stratum) error { return s.together(context.Background(), g, from, from, func(int) {}) },
				func(s *stratum) error { return s.alone(context.Background(), g, from, from, func(int) {}) },
			} {
				s := stratum{perSource: make([][]int32, len(from))}
				must.Do(t, measure(&s))
				for _, count := range s.perSource { // a batch has the length of its longest search
					for len(count) > 0 && count[len(count)-1] == 0 {
						count = count[:len(count)-1]
					}
					counts[i] = append(counts[i], count)
				}
			}
			if !reflect.DeepEqual(counts[0], counts[1]) {
				t.Fatalf("together %v\nalone %v", counts[0], counts[1])
			}
		}
	}
}

func TestDistancesStopWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Distances(ctx, pathGraph(600).graph()); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
	if _, err := SampleDistances(context.Background(), pathGraph(9).graph(), 1, rand.New(rand.NewPCG(1, 1))); err == nil {
		t.Error("a single source was accepted: it has no standard error")
	}
	if _, err := SampleDistances(context.Background(), pathGraph(9).graph(), 4, nil); err == nil {
		t.Error("sampling without a source of randomness was accepted")
	}
}
