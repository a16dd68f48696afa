package query

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/graph/graphio"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
)

// Without noise the degrees come back, as far as the cap shows them.
func TestDegreesFromCumulated(t *testing.T) {
	d := tailed(t)
	for cap, want := range map[int][]int{1: {0, 1, 1, 1, 1, 1}, 2: {0, 1, 2, 2, 2, 2}, 5: {0, 1, 2, 2, 2, 3}} {
		h := must(CumulatedDegrees[gdp.L1](gdp.EdgeLevel, 6, cap).Eval(d))(t)
		if got, err := DegreesFromCumulated(h, 6); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("cap %d: degrees %v (%v), want %v", cap, got, err, want)
		}
	}
	for noisy, want := range map[[3]float64][]int{
		{-5, 2, 99}:    {1, 1, 2, 2},
		{3, 1, 2.2}:    {0, 0, 3, 3},
		{1e300, -4, 9}: {0, 0, 0, 0},
		{0.6, 1.4, 4}:  {0, 2, 2, 2},
	} {
		if got, err := DegreesFromCumulated(noisy[:], 4); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v: degrees %v (%v), want %v", noisy, got, err, want)
		}
	}
	if got, err := DegreesFromCumulated([]float64{1, math.NaN()}, 4); err == nil {
		t.Errorf("degrees %v of no number", got)
	}
}

// A tail that follows a power of the rank comes back after it was cut, and what
// lies below it stays.
func TestLongTail(t *testing.T) {
	degrees := make([]int, 70) // 0, and 1 thirty times
	cut := make([]int, 70)
	sum := 0.0
	for i := range degrees {
		switch {
		case i >= 40:
			degrees[i] = int(math.Round(3 * math.Sqrt(30/(float64(70-i)-0.5))))
			cut[i] = min(degrees[i], 3)
		case i >= 10:
			degrees[i], cut[i] = 1, 1
		}
		sum += float64(degrees[i]) - float64(cut[i])/2
	}
	before := slices.Clone(cut)
	got, err := LongTail(cut, 25, sum) // all of degree 3 come along
	if err != nil || !reflect.DeepEqual(got, degrees) {
		t.Errorf("degrees %v (%v), want %v", got, err, degrees)
	}
	for edges, want := range map[float64]int{-100: 3, 0: 3, 1e9: 69} { // flat, and as steep as can be
		got, err := LongTail(cut, 25, edges)
		if err != nil || got[69] != want || !reflect.DeepEqual(got[:40], cut[:40]) {
			t.Errorf("%v edges: degrees %v (%v), want the highest %d", edges, got, err, want)
		}
	}
	if !slices.Equal(cut, before) {
		t.Error("the degrees given were changed")
	}
	if got, err := LongTail([]int{0, 0, 1, 1}, 3, 2); err != nil || !slices.Equal(got, []int{0, 0, 1, 2}) {
		t.Errorf("degrees %v (%v): nodes without edges have no tail", got, err)
	}
	for what, err := range map[string]error{
		"no nodes":   second(LongTail(cut, 0, 10)),
		"too many":   second(LongTail(cut, 71, 10)),
		"no number":  second(LongTail(cut, 5, math.NaN())),
		"not sorted": second(LongTail([]int{2, 1}, 1, 10)),
		"negative":   second(LongTail([]int{-1, 1}, 1, 10)),
		"nothing":    second(LongTail(nil, 1, 10)),
	} {
		if err == nil {
			t.Errorf("%s: no error", what)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func TestCaps(t *testing.T) {
	for _, c := range []struct {
		n    int
		eps  gdp.Epsilon
		d, e int
	}{{10_000, 1, 100, 280}, {2_500, 0.16, 20, 56}, {100, 1e-5, 2, 2}, {10, 100, 10, 10}} {
		if d, e := DegreeCap(c.n, c.eps), EdgeCap(c.n, c.eps); d != c.d || e != c.e {
			t.Errorf("%d nodes, ε = %v: caps %d and %d, want %d and %d", c.n, c.eps, d, e, c.d, c.e)
		}
	}
}

// release returns the degrees that 70 % of ε buys, with the tail that the rest of it
// pays for; and those of a graph that knows the paid number of edges alone.
func release(t *testing.T, net *graph.Network, cap int, eps gdp.Epsilon, seed uint64) (private, uniform []int64) {
	t.Helper()
	n := net.Graph.N()
	s := must(gdp.Protect(net, gdp.NodeLevel, gdp.Budget{Epsilon: eps}, gdp.Seed(seed), gdp.ProvedOnly()))(t)
	few := 0.3 * eps
	m := must(gdp.Laplace(s, "edges", EdgeCount[gdp.L1](gdp.NodeLevel, n, EdgeCap(n, few)), few))(t)
	q := CumulatedDegrees[gdp.L1](gdp.NodeLevel, n, cap)
	noisy := must(gdp.Laplace(s, "degrees", q, eps-few))(t)
	degrees := must(DegreesFromCumulated(noisy, n))(t)
	scale := float64(q.Bound()) / float64(eps-few)
	degrees = must(LongTail(degrees, min(n, int(2*scale)+1), m[0]))(t)
	private = make([]int64, n)
	for _, d := range degrees {
		private[d]++
	}
	control := must(gen.GNM(n, int(min(max(m[0], 1), 1e6)), s.PublicStream("control")))(t)
	return private, metric.DegreeHistogram(control)
}

// Where nodes are hidden, the degrees of a graph with hubs come out closer than
// those of a uniform graph; with a cap far too low they would not.
func TestPrivateDegreeDistribution(t *testing.T) {
	g := must(gen.BarabasiAlbert(4000, 3, rand.New(rand.NewPCG(11, 12))))(t)
	net, truth := &graph.Network{Graph: g}, metric.DegreeHistogram(g)
	for _, c := range []struct {
		cap  int
		good bool
	}{{DegreeCap(4000, 0.7), true}, {3, false}} {
		private, uniform := release(t, net, c.cap, 1, 13)
		ks, control := metric.KS(private, truth), metric.KS(uniform, truth)
		t.Logf("cap %d: KS %.3f, uniform %.3f", c.cap, ks, control)
		if ks < control != c.good {
			t.Errorf("cap %d: KS %.3f, uniform %.3f", c.cap, ks, control)
		}
	}
}

// The table of what is reached on real graphs; from ε = 0.8 on better than
// uniform in KS, degree entropy and wedges.
func TestPrivateDegreesOfRealGraphs(t *testing.T) {
	folder := os.Getenv("GDP_DATA")
	if folder == "" {
		t.Skip("GDP_DATA is not set: no real graphs")
	}
	const seeds = 10
	for _, name := range []string{"privdpr-cora", "privdpr-citeseer", "privdpr-p2p", "privdpr-chicago"} {
		net, _, err := graphio.Read(filepath.Join(folder, "edges", name+".txt"), graphio.Options{})
		if err != nil {
			t.Fatal(err)
		}
		g := net.Graph.Undirected()
		truth := metric.DegreeHistogram(g)
		n := g.N()
		for _, eps := range []gdp.Epsilon{0.1, 0.2, 0.4, 0.8, 1.6, 3.2} {
			var ours, control [3][]float64
			for seed := range uint64(seeds) {
				private, uniform := release(t, &graph.Network{Graph: g}, DegreeCap(n, 0.7*eps), eps, seed)
				for i, e := range errorsOf(private, truth) {
					ours[i] = append(ours[i], e)
				}
				for i, e := range errorsOf(uniform, truth) {
					control[i] = append(control[i], e)
				}
			}
			var a, b [3]float64
			for i := range a {
				a[i], b[i] = median(ours[i]), median(control[i])
			}
			t.Logf("%s ε = %v: KS %.3f (uniform %.3f), REDE %.4f (%.4f), wedges %.2f (%.2f)", name, eps, a[0], b[0], a[1], b[1], a[2], b[2])
			for i, what := range []string{"KS", "REDE", "wedges"} {
				if eps >= 0.8 && a[i] >= b[i] {
					t.Errorf("%s, ε = %v: %s off by %v, uniform by %v", name, eps, what, a[i], b[i])
				}
			}
		}
	}
}

// errorsOf returns the KS distance and the relative errors of entropy and wedges.
func errorsOf(h, truth []int64) [3]float64 {
	entropy, wedges := shape(h)
	trueEntropy, trueWedges := shape(truth)
	return [3]float64{metric.KS(h, truth), math.Abs(entropy/trueEntropy - 1), math.Abs(wedges/trueWedges - 1)}
}

// shape returns the relative entropy of the edges' distribution over nodes, and Σ C(d,2).
func shape(h []int64) (entropy, wedges float64) {
	n, sum := 0.0, 0.0
	for d, c := range h {
		n += float64(c)
		sum += float64(d) * float64(c)
		wedges += float64(d) * float64(d-1) / 2 * float64(c)
	}
	for d, c := range h[1:] {
		p := float64(d+1) / sum
		entropy -= float64(c) * p * math.Log(p) / math.Log(n)
	}
	return entropy, wedges
}

func median(x []float64) float64 {
	slices.Sort(x)
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}
