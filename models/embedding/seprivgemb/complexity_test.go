package seprivgemb

import (
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/claim"
)

// counted is a source that counts its draws.
type counted struct {
	rand.Source
	draws int
}

func (c *counted) Uint64() uint64 { c.draws++; return c.Source.Uint64() }

func counting(seed uint64) *counted { return &counted{Source: rand.NewPCG(seed, 2)} }

// work counts the draws and the noisy entries of a training.
type work struct {
	first     int // draws of the first rows
	subgraphs int // draws of Algorithm 1
	noise     int // entries that get noise in one step
	in, out   int // rows of the two matrices that a step reads
}

func workOf(t *testing.T, g *graph.Graph, c SkipGram) (w work) {
	t.Helper()
	first, draws := counting(3), counting(4)
	a := must.Get(newAlgorithm2(c, g, nil, rand.New(first), rand.New(draws)))(t)
	w.first, w.subgraphs = first.draws, draws.draws
	a.noise = func(sums []float32) error { w.noise = len(sums); return nil }
	batch := make([]int32, c.Batch)
	for i := range batch {
		batch[i] = int32(i * g.M() / c.Batch)
	}
	a.addGradients(batch)
	for _, r := range a.rows {
		if int(r) < g.N() {
			w.in++
		} else {
			w.out++
		}
	}
	must.Do(t, a.step(batch))
	return w
}

// §V-B by counting. Sizes are doubled or quadrupled, and the growth of the counts is compared with
// the paper's orders.
func TestComplexity(t *testing.T) {
	claim.Fails(t, "seprivgemb", "§V-B: initialising W_in and W_out takes O(1). It draws 2nr numbers")
	claim.Fails(t, "seprivgemb", "§V-B: Algorithm 1 takes O(|E|k). A neighbour is drawn again: on stars of n nodes draws grow as n², since hubs have no other nodes to draw than themselves; on graphs of bounded degree it does take |E|k")
	claim.Fails(t, "seprivgemb", "§V-B: updating W_out takes O(rB). It takes O(rB(k+1)): an edge has one row of W_in and k+1 of W_out")
	claim.Fails(t, "seprivgemb", "§V-B is of Eq. 6 as of Eq. 9: an update with noise on all rows takes O(nr), whatever B is")
	sparse := func(n int) *graph.Graph { return random(t, 7, n, 4*n) }
	star := func(n int32) *graph.Graph {
		var edges []graph.Edge
		for v := int32(1); v < n; v++ {
			edges = append(edges, graph.Edge{U: 0, V: v})
		}
		return build(t, int(n), edges...)
	}
	setting := func(change func(*SkipGram)) SkipGram {
		c := printed
		c.Dim, c.Batch, c.Proximity = 8, 16, Uniform
		if change != nil {
			change(&c)
		}
		return c
	}
	usual := setting(nil)
	all := setting(func(c *SkipGram) { c.Noise = All })
	base := workOf(t, sparse(2000), usual)
	for _, x := range []struct {
		what        string
		got, before int
		least, most float64 // of the quotient
	}{
		{"first rows, twice the nodes", workOf(t, sparse(4000), usual).first, base.first, 2, 2},
		{"first rows, twice the entries", workOf(t, sparse(2000), setting(func(c *SkipGram) { c.Dim *= 2 })).first, base.first, 2, 2},
		{"negatives, twice the edges and nodes", workOf(t, sparse(4000), usual).subgraphs, base.subgraphs, 1.95, 2.05},
		{"negatives, twice of them", workOf(t, sparse(2000), setting(func(c *SkipGram) { c.Negatives *= 2 })).subgraphs, base.subgraphs, 1.95, 2.05},
		{"negatives of a star, twice the edges and nodes", workOf(t, star(400), usual).subgraphs, workOf(t, star(200), usual).subgraphs, 3.6, 4.4},
		{"rows of W_in, four times the edges", workOf(t, sparse(20_000), setting(func(c *SkipGram) { c.Batch *= 4 })).in, workOf(t, sparse(20_000), usual).in, 3.9, 4},
		{"rows of W_in, twice the negatives", workOf(t, sparse(20_000), setting(func(c *SkipGram) { c.Negatives *= 2 })).in, workOf(t, sparse(20_000), usual).in, 1, 1},
		{"rows of W_out, k = 11 for k = 5", workOf(t, sparse(20_000), setting(func(c *SkipGram) { c.Negatives = 11 })).out, workOf(t, sparse(20_000), usual).out, 1.95, 2},
		{"noise on the rows of a batch, ten times the nodes", workOf(t, sparse(20_000), usual).noise, base.noise, 1, 1.1},
		{"noise on all rows, ten times the nodes", workOf(t, sparse(20_000), all).noise, workOf(t, sparse(2000), all).noise, 10, 10},
		{"noise on all rows, four times the edges of a batch", workOf(t, sparse(2000), setting(func(c *SkipGram) { c.Noise, c.Batch = All, 64 })).noise, workOf(t, sparse(2000), all).noise, 1, 1},
	} {
		if ratio := float64(x.got) / float64(x.before); ratio < x.least || ratio > x.most {
			t.Errorf("%s: %d for %d, %.3f times as many, want %v … %v", x.what, x.got, x.before, ratio, x.least, x.most)
		}
	}
	if base.first != 2*2000*usual.Dim {
		t.Errorf("%d numbers of first rows, want 2nr = %d", base.first, 2*2000*usual.Dim)
	}
}
