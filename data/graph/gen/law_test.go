package gen

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"gonum.org/v1/gonum/stat/distuv"
)

// alpha is the failure probability of one test of a correct generator.
const alpha = 1e-7

func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 2026)) }

// law gives the probability of each graph, by the list of its edges.
type law map[string]float64

func key(g *graph.Graph) string {
	k := ""
	for u, v := range g.Edges() {
		k += fmt.Sprint(u, v, " ")
	}
	return k
}

// independent returns the distribution of graphs on n nodes with independent edges.
func independent(n int, p func(u, v int) float64) law {
	l := law{"": 1}
	for u := range n {
		for v := u + 1; v < n; v++ {
			next := law{}
			for k, q := range l {
				next[k] += q * (1 - p(u, v))
				next[k+fmt.Sprint(u, v, " ")] += q * p(u, v)
			}
			l = next
		}
	}
	return l
}

// follows compares the frequencies of graphs with the distribution by Pearson's χ², merging graphs
// expected less than eight times. It returns the p-value.
func (l law) follows(t *testing.T, seen map[string]int, samples int) float64 {
	t.Helper()
	total := 0.0
	for _, p := range l {
		total += p
	}
	if math.Abs(total-1) > 1e-9 {
		t.Fatalf("the law sums to %v", total)
	}
	for k := range seen {
		if l[k] == 0 {
			return 0
		}
	}
	chi2, cells := 0.0, 0
	add := func(p float64, seen int) {
		d := float64(seen) - p*float64(samples)
		chi2 += d * d / (p * float64(samples))
		cells++
	}
	restP, restSeen := 0.0, 0
	for k, p := range l {
		if p*float64(samples) < 8 {
			restP, restSeen = restP+p, restSeen+seen[k]
		} else {
			add(p, seen[k])
		}
	}
	if restP > 0 {
		add(restP, restSeen)
	}
	if cells < 2 {
		t.Fatalf("%d cells: nothing to compare", cells)
	}
	return distuv.ChiSquared{K: float64(cells - 1)}.Survival(chi2)
}

// check fails unless samples follow the distribution, and deviate from the other one, a likely
// mistake.
func (l law) check(t *testing.T, samples int, other law, draw func() (*graph.Graph, error)) {
	t.Helper()
	seen := map[string]int{}
	for range samples {
		g := must.Get(draw())(t)
		seen[key(g)]++
	}
	if p := l.follows(t, seen, samples); p < alpha {
		t.Errorf("the law is rejected: p = %.3g", p)
	}
	if p := other.follows(t, seen, samples); p > alpha {
		t.Errorf("the other law is not rejected: p = %.3g", p)
	}
}

// uniform returns the distribution of graphs with n nodes and m edges.
func uniform(n, m int) law {
	l := law{}
	for k := range independent(n, func(int, int) float64 { return 0.5 }) {
		edges := 0
		for _, c := range k {
			if c == ' ' {
				edges++
			}
		}
		if edges == 2*m { // one blank between the ends, one after
			l[k] = 1
		}
	}
	for k := range l {
		l[k] = 1 / float64(len(l))
	}
	return l
}

// tilted makes graphs with an edge between 0 and 1 more likely by a fifth.
func (l law) tilted() law {
	t, sum := law{}, 0.0
	for k, p := range l {
		if len(k) >= 4 && k[:4] == "0 1 " {
			p *= 1.2
		}
		t[k] = p
		sum += p
	}
	for k := range t {
		t[k] /= sum
	}
	return t
}

func TestGNMIsUniform(t *testing.T) {
	for _, m := range []int{3, 8} { // few edges, and few pairs that are none
		r := source(uint64(m))
		l := uniform(5, m)
		if want := map[int]int{3: 120, 8: 45}[m]; len(l) != want {
			t.Fatalf("%d graphs with %d edges, want %d", len(l), m, want)
		}
		l.check(t, 60_000, l.tilted(), func() (*graph.Graph, error) { return GNM(5, m, r) })
	}
}

func TestGNPIsIndependent(t *testing.T) {
	r := source(3)
	constant := func(p float64) law { return independent(4, func(int, int) float64 { return p }) }
	constant(0.3).check(t, 60_000, constant(0.31), func() (*graph.Graph, error) { return GNP(4, 0.3, r) })
	for _, p := range []float64{0, 1} {
		g, err := GNP(50, p, r)
		if err != nil || g.M() != int(p)*50*49/2 {
			t.Errorf("p = %v: %d edges, %v", p, g.M(), err)
		}
	}
}

// Weights over several powers of two, one of them 0 and one so large that the
// minimum with 1 applies.
func TestChungLu(t *testing.T) {
	r := source(4)
	w := []float64{0.3, 1.9, 0, 7, 2.2}
	sum := 11.4
	p := func(capped float64) law {
		return independent(5, func(u, v int) float64 { return min(capped, w[u]*w[v]/sum) })
	}
	p(1).check(t, 60_000, p(0.97), func() (*graph.Graph, error) { return ChungLu(w, r) })
}

func TestSBM(t *testing.T) {
	r := source(5)
	p := [][]float64{{0.7, 0.1, 0.4}, {0.1, 0.5, 1}, {0.4, 1, 0}}
	block := []int{0, 0, 1, 2, 2}
	l := independent(5, func(u, v int) float64 { return p[block[u]][block[v]] })
	other := independent(5, func(u, v int) float64 { return min(1, 1.03*p[block[u]][block[v]]) })
	l.check(t, 50_000, other, func() (*graph.Graph, error) {
		w, err := SBM([]int{2, 1, 2}, p, r)
		if err != nil {
			return nil, err
		}
		if fmt.Sprint(w.Labels) != "[0 0 1 2 2]" {
			t.Fatalf("labels %v", w.Labels)
		}
		return w.Graph, nil
	})
}

func TestDegreeCorrectedSBM(t *testing.T) {
	r := source(6)
	labels := []int32{1, 0, 1, 0, 1}
	theta := []float64{1, 0.9, 2.5, 0.2, 1.3}
	rates := [][]float64{{0.6, 0.15}, {0.15, 0.4}}
	l := independent(5, func(u, v int) float64 {
		return min(1, theta[u]*theta[v]*rates[labels[u]][labels[v]])
	})
	flat := independent(5, func(u, v int) float64 { return rates[labels[u]][labels[v]] })
	l.check(t, 60_000, flat, func() (*graph.Graph, error) {
		w, err := DegreeCorrectedSBM(labels, theta, rates, r)
		if err != nil {
			return nil, err
		}
		return w.Graph, nil
	})
}

// edgeSet is a graph under construction, for laws found by trying every choice.
type edgeSet map[[2]int]bool

func (s edgeSet) with(u, v int) edgeSet {
	t := edgeSet{[2]int{min(u, v), max(u, v)}: true}
	for e := range s {
		t[e] = true
	}
	return t
}

func (s edgeSet) without(u, v int) edgeSet {
	t := edgeSet{}
	for e := range s {
		if e != [2]int{min(u, v), max(u, v)} {
			t[e] = true
		}
	}
	return t
}

func (s edgeSet) has(u, v int) bool { return s[[2]int{min(u, v), max(u, v)}] }

func (s edgeSet) degree(u, n int) int {
	d := 0
	for v := range n {
		if v != u && s.has(u, v) {
			d++
		}
	}
	return d
}

func (s edgeSet) key(n int) string {
	k := ""
	for u := range n {
		for v := u + 1; v < n; v++ {
			if s.has(u, v) {
				k += fmt.Sprint(u, v, " ")
			}
		}
	}
	return k
}

// attachment finds the distribution of preferential attachment by its definition.
func attachment(n, m int) law {
	l := law{}
	var grow func(s edgeSet, v int, chosen map[int]bool, p float64)
	grow = func(s edgeSet, v int, chosen map[int]bool, p float64) {
		if v == n {
			l[s.key(n)] += p
			return
		}
		if len(chosen) == m {
			for u := range chosen {
				s = s.with(u, v)
			}
			grow(s, v+1, map[int]bool{}, p)
			return
		}
		total := 0
		for u := range v {
			if !chosen[u] {
				total += s.degree(u, n)
			}
		}
		for u := range v {
			if !chosen[u] {
				next := map[int]bool{u: true}
				for c := range chosen {
					next[c] = true
				}
				grow(s, v, next, p*float64(s.degree(u, n))/float64(total))
			}
		}
	}
	s := edgeSet{}
	for v := 1; v <= m; v++ {
		s = s.with(0, v)
	}
	grow(s, m+1, map[int]bool{}, 1)
	return l
}

func TestBarabasiAlbert(t *testing.T) {
	for _, size := range []struct{ n, m int }{{5, 1}, {5, 2}} {
		r := source(uint64(10 + size.m))
		l := attachment(size.n, size.m)
		flat := law{}
		for k := range l {
			flat[k] = 1 / float64(len(l))
		}
		l.check(t, 50_000, flat, func() (*graph.Graph, error) { return BarabasiAlbert(size.n, size.m, r) })
	}
	// The share of leaves of a large tree tends to 2/3 [Bollobás, Riordan,
	// Spencer, Tusnády 2001, Theorem 1]; by Azuma's inequality, as there, it is
	// off by 0.02 with probability below 2 exp(-0.02² n / 8) = 4e-9.
	const n, m = 400_000, 1
	g := must.Get(BarabasiAlbert(n, m, source(13)))(t)
	leaves := 0
	for _, d := range g.Degrees() {
		if d == m {
			leaves++
		}
	}
	if share := float64(leaves) / n; g.M() != m*(n-m) || math.Abs(share-2.0/3) > 0.02 {
		t.Errorf("%d edges, share of leaves %v, want %d and 2/3", g.M(), share, m*(n-m))
	}
}

// shortCuts finds the distribution of the small world by its definition.
func shortCuts(n, k int, p float64) law {
	l := law{}
	s := edgeSet{}
	for step := 1; step <= k/2; step++ {
		for u := range n {
			s = s.with(u, (u+step)%n)
		}
	}
	var rewire func(s edgeSet, i int, q float64)
	rewire = func(s edgeSet, i int, q float64) {
		if i == n*k/2 {
			l[s.key(n)] += q
			return
		}
		u, v := i%n, (i%n+1+i/n)%n
		var free []int
		for w := range n {
			if w != u && !s.has(u, w) {
				free = append(free, w)
			}
		}
		if len(free) == 0 {
			rewire(s, i+1, q)
			return
		}
		rewire(s, i+1, q*(1-p))
		for _, w := range free {
			rewire(s.without(u, v).with(u, w), i+1, q*p/float64(len(free)))
		}
	}
	rewire(s, 0, 1)
	return l
}

func TestWattsStrogatz(t *testing.T) {
	r := source(14)
	for _, size := range []struct{ n, k int }{{5, 2}, {6, 2}, {5, 4}} {
		l := shortCuts(size.n, size.k, 0.4)
		if len(l) == 1 { // a complete graph: nowhere to go
			g, err := WattsStrogatz(size.n, size.k, 0.4, r)
			if err != nil || l[key(g)] != 1 {
				t.Errorf("%v: %v, %v", size, key(g), err)
			}
			continue
		}
		l.check(t, 50_000, shortCuts(size.n, size.k, 0.42), func() (*graph.Graph, error) { return WattsStrogatz(size.n, size.k, 0.4, r) })
	}
	l := shortCuts(6, 4, 0.4)
	l.check(t, 50_000, shortCuts(6, 4, 0.45), func() (*graph.Graph, error) { return WattsStrogatz(6, 4, 0.4, r) })
	g, err := WattsStrogatz(1000, 6, 1, r)
	if err != nil || g.M() != 3000 {
		t.Errorf("%d edges, %v", g.M(), err)
	}
}

// One edge lies in cell (u,v) with the product of the quadrants of its bits.
func TestRMAT(t *testing.T) {
	r := source(15)
	q := Quadrants{0.5, 0.25, 0.15, 0.1}
	cells := func(q Quadrants) law {
		l := law{}
		side := [2][2]float64{{q.A, q.B}, {q.C, q.D}}
		for u := range 4 {
			for v := range 4 {
				k := ""
				if u != v {
					k = fmt.Sprint(u, v, " ")
				}
				l[k] += side[u>>1][v>>1] * side[u&1][v&1]
			}
		}
		return l
	}
	cells(q).check(t, 50_000, cells(Quadrants{0.5, 0.15, 0.25, 0.1}), func() (*graph.Graph, error) {
		g, report, err := RMAT(2, 1, q, graph.Options{Directed: true}, r)
		if err == nil && g.M()+report.LoopsDropped != 1 {
			t.Fatalf("%d edges, report %+v", g.M(), report)
		}
		return g, err
	})
	g, report, err := RMAT(10, 50_000, Graph500(), graph.Options{}, r)
	if err != nil || g.N() != 1024 || g.M()+report.LoopsDropped+report.DuplicatesDropped != 50_000 {
		t.Errorf("%d nodes, %d edges, report %+v, %v", g.N(), g.M(), report, err)
	}
}

// All 15 pairings of the half-edges of degrees 2, 2, 1, 1 are as likely.
func TestConfiguration(t *testing.T) {
	r := source(16)
	stubs := []int{0, 0, 1, 1, 2, 3}
	l := law{}
	var pair func(left []int, s edgeSet)
	pair = func(left []int, s edgeSet) {
		if len(left) == 0 {
			l[s.key(4)] += 1.0 / 15
			return
		}
		for i := 1; i < len(left); i++ {
			rest := append(append([]int{}, left[1:i]...), left[i+1:]...)
			if left[0] == left[i] {
				pair(rest, s)
			} else {
				pair(rest, s.with(left[0], left[i]))
			}
		}
	}
	pair(stubs, edgeSet{})
	l.check(t, 50_000, l.tilted(), func() (*graph.Graph, error) {
		g, report, err := Configuration([]int32{2, 2, 1, 1}, r)
		if err == nil && g.M()+report.LoopsDropped+report.DuplicatesDropped != 3 {
			t.Fatalf("%d edges, report %+v", g.M(), report)
		}
		return g, err
	})
}
