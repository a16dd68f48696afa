package privhrg

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/estimate/posterior"
	"github.com/graphdp/graphdp/models/synthesis/synthesistest"
)

// After any number of steps a dendrogram has the edge counts and the likelihood of one that is
// built anew.
func TestDendrogramKeepsCount(t *testing.T) {
	for _, n := range []int{2, 3, 10, 120} {
		r := rand.New(rand.NewPCG(uint64(n), 1))
		g := must.Get(gen.GNP(n, 0.2, r))(t)
		d := newDendrogram(random(n, r), &counted{g: g})
		for range 5000 {
			d.step(0.3, r)
		}
		tree := must.Get(graph.NewTree(d.children()))(t)
		counts := make([]float64, n-1)
		for u, v := range g.Edges() {
			counts[int(tree.Meet(u, v))-n]++
		}
		total, edges := 0.0, make([]float64, n-1)
		for i, pairs := range pairsAt(tree) {
			total += logL(counts[i], pairs)
			edges[i] = d.at[n+i].edges
		}
		if !slices.Equal(counts, edges) || math.Abs(total-d.total) > 1e-6 {
			t.Errorf("%d nodes: %v, counted %v; log-likelihood %v, counted %v", n, edges, counts, d.total, total)
		}
		for v := range int32(2*n - 1) {
			if int(d.size(v)) != tree.Size(v) {
				t.Errorf("%d leaves below %d, counted %d", int(d.size(v)), v, tree.Size(v))
			}
		}
	}
}

// A chain runs for at least the minimum and at most the maximum, in whole windows.
func TestSettle(t *testing.T) {
	w := synthesistest.Communities(t, 20)
	r := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct{ least, most, want int }{{1, 3, 1}, {1, 9000, 6}, {6000, 9000, 8}} {
		d := newDendrogram(random(80, r), &counted{g: w.Graph})
		if got := d.settle(0.001, c.least, c.most, r); got != c.want*window {
			t.Errorf("%d to %d steps a node: %d windows, want %d", c.least, c.most, got/window, c.want)
		}
	}
}

// planted returns a dendrogram of the communities of blocks: random within, joined in a row.
func planted(size int, r *rand.Rand) [][2]int32 {
	n := 4 * size
	children, root := make([][2]int32, 3), int32(n)
	for c := range int32(4) {
		below := random(size, r)
		at := int32(n + len(children))
		for _, of := range below {
			for i, v := range of {
				if of[i] = v + c*int32(size); int(v) >= size {
					of[i] = at + v - int32(size)
				}
			}
			children = append(children, of)
		}
		children[min(c, 2)][max(0, c-2)] = at
	}
	children[0][1], children[1][1] = root+1, root+2
	return children
}

// At ε = 1 the paper's chain hardly improves on its initial dendrogram. On the likelihood itself,
// the rule reports equilibrium far from it: the chain stays above by about its initial distance.
func TestPaperSamplesByChance(t *testing.T) {
	w := synthesistest.Communities(t, 60)
	r := rand.New(rand.NewPCG(3, 1))
	reached := func(start [][2]int32, sharp float64) (before, after float64) {
		d := newDendrogram(start, &counted{g: w.Graph})
		before = d.total
		d.settle(sharp, 1000, 3000, r)
		return before, d.total
	}
	start, stuck := reached(random(240, r), 1)
	_, paper := reached(random(240, r), 0.5/2/sensitivity(240))
	_, best := reached(planted(60, r), 1)
	t.Logf("log-likelihoods: %.0f at first, %.0f at ε = 1, %.0f where the rule stops, %.0f from the communities", start, paper, stuck, best)
	if share := (paper - start) / (best - start); share > 0.05 || best < 0.7*start {
		t.Errorf("a share of %.3f is found", share)
	}
	if best-stuck < 100 {
		t.Errorf("the rule stops at %.0f, from the communities at %.0f", stuck, best)
	}
	claim.Fails(t, "privhrg", "At ε = 1 a sampled dendrogram fits the graph: of four dense communities of 60 nodes less than a twentieth of the log-likelihood between a random dendrogram's and a fitted one's is found")
	claim.Fails(t, "privhrg", "A chain that the rule stops is at equilibrium: at the likelihood itself, of four dense communities, log-likelihoods differ by a hundred and more with the dendrogram that it begins with")
}

// Graphs drawn without privacy and by strict at ε = 4 contain the communities and the edge count;
// the paper's chain at the same ε finds no communities.
func TestCommunitiesAreFound(t *testing.T) {
	w := synthesistest.Communities(t, 60)
	plain := must.Get(NonPrivate.RunOn(t.Context(), w, 1))(t)
	strict, _ := synthesistest.Run(t, w.Graph, Strict, 4, 1)
	published, _ := synthesistest.Run(t, w.Graph, Published, 4, 1)
	synthesistest.Modularity(t, w, "nonprivate", plain.Graph, 0.85, 1.1, 0.1)
	synthesistest.Modularity(t, w, "strict", strict.Graph, 0.85, 1.1, 0.1)
	synthesistest.Modularity(t, w, "published", published.Graph, -0.1, 0.1, 0.1)
	claim.Fails(t, "privhrg", "PrivHRG keeps communities: of four dense ones less than a tenth of the modularity is left at ε = 4")
}

// From a random dendrogram, strict's chain climbs most of the way to its usual start, or above.
// Rows of vertices stay the sums of the rows below.
func TestStrictClimbs(t *testing.T) {
	w := synthesistest.Communities(t, 60)
	r := rand.New(rand.NewPCG(4, 1))
	e := posterior.Exact(w.Graph, posterior.Rule{Vectors: 3}, r)
	a := answersOf(e)
	start := must.Get(a.begin(e, r))(t)
	begun := newDendrogram(start, a).total
	d := newDendrogram(random(240, r), a)
	before := d.total
	NonPrivate.Settings.climb(d, r)
	t.Logf("log-likelihood %.0f, from %.0f; where strict begins %.0f", d.total, before, begun)
	if d.total < before+0.6*(begun-before) || begun < before+1000 {
		t.Errorf("log-likelihood %.0f, from %.0f; where strict begins %.0f", d.total, before, begun)
	}
	// Rows of vertices are sums of the nodes' rows below, and all pairs meet once.
	again := newDendrogram(d.children(), answersOf(e))
	for i := range d.at {
		if x, y := d.at[i].edges, again.at[i].edges; math.Abs(x-y) > 1e-6 {
			t.Fatalf("%v edges, anew %v", x, y)
		}
	}
}

// pathTree splits off one node after the other; pairsTree halves four nodes.
func pathTree(t *testing.T, n int) *graph.Tree {
	t.Helper()
	var children [][2]int32
	for i := range int32(n - 1) {
		children = append(children, [2]int32{i, int32(n) + i + 1})
	}
	children[n-2][1] = int32(n - 1)
	return treeOf(t, children)
}

func treeOf(t *testing.T, children [][2]int32) *graph.Tree {
	t.Helper()
	return must.Get(graph.NewTree(children))(t)
}

// The paper's blocks begin where the noise in both probabilities reaches the limits, and contain
// everything below.
func TestNoisyBlocks(t *testing.T) {
	tree := pathTree(t, 12)
	// Inner vertex i has 12 - i nodes below. At ε = ½ the noise is 2/(11 - i), and over all pairs
	// below 4/((12 - i)(11 - i)).
	c := noisyBlocks(tree, 0.5, 0.3, 0.05)
	if want := []int32{0, 1, 2, 3, 4, 5, 5, 5, 5, 5, 5}; !slices.Equal(c.of, want) || c.count != 6 { // 2/6 ≥ .3
		t.Errorf("%v, want %v", c.of, want)
	}
	c = noisyBlocks(tree, 0.5, 0.3, 0.15) // 4/(6·5) < .15 ≤ 4/(5·4)
	if want := []int32{0, 1, 2, 3, 4, 5, 6, 7, 7, 7, 7}; !slices.Equal(c.of, want) {
		t.Errorf("%v, want %v", c.of, want)
	}
	half := noisyBlocks(treeOf(t, [][2]int32{{5, 6}, {0, 1}, {2, 3}}), 0.5, 1, 0.5)
	if want := []int32{0, 1, 2}; !slices.Equal(half.of, want) { // 2/4 < 1
		t.Errorf("%v, want %v", half.of, want)
	}
	pairs := pairsAt(tree)
	counts := []float64{3, -2, 20, 0, 0, 10.5, 0, 0}
	p := c.shared(counts, pairs, pairs)
	for i, want := range map[int]float64{0: 3. / 11, 1: 0, 2: 1, 5: 1} {
		if math.Abs(p[i]-want) > 1e-12 {
			t.Errorf("p[%d] = %v, want %v", i, p[i], want)
		}
	}
	p = noisyBlocks(tree, 0.5, 0.3, 0.05).shared([]float64{0, 0, 0, 0, 0, 7}, pairs, pairs)
	for _, q := range p[5:] {
		if math.Abs(q-7./21) > 1e-12 { // of the pairs of 7 nodes
			t.Errorf("%v, want %v", q, 7./21)
		}
	}
}

// Cells of strict have the required expected count; the remainder joins the root.
func TestAbove(t *testing.T) {
	c := above(pathTree(t, 6), []float64{0.5, 9, 1, 2, 4}, 3)
	if want := []int32{3, 2, 1, 1, 0}; !slices.Equal(c.of, want) || c.count != 4 {
		t.Errorf("%v, want %v", c.of, want)
	}
	c = above(treeOf(t, [][2]int32{{5, 6}, {0, 1}, {2, 3}}), []float64{1, 1, 3}, 3)
	if want := []int32{1, 1, 0}; !slices.Equal(c.of, want) {
		t.Errorf("%v, want %v", c.of, want)
	}
	// With zero expectations, the posterior is zero whatever the noise.
	if c = above(pathTree(t, 3), []float64{0, 0}, 3); c.count != 1 {
		t.Errorf("%d cells", c.count)
	}
}

// Without noise the counts are kept; with much noise the expectations are, with the sum of the
// counts.
func TestBelieved(t *testing.T) {
	each := cells{of: []int32{0, 1, 2}, count: 3}
	for _, c := range []struct {
		noisy          []int64
		expected, want []float64
		noise          float64
	}{
		{[]int64{10, 0, 5}, []float64{1, 1, 1}, []float64{10, 0, 5}, 0},
		{[]int64{90, 110, 100}, []float64{50, 50, 50}, []float64{100, 100, 100}, 1e12},
		{[]int64{-3, -4, 1}, []float64{2, 2, 2}, []float64{0, 0, 0}, 50},
	} {
		got := each.posteriorMeans(c.noisy, c.expected, c.noise)
		for k, want := range c.want {
			if math.Abs(got[k]-want) > 1e-6 {
				t.Errorf("%v become %v, want %v", c.noisy, got, c.want)
				break
			}
		}
	}
	// Over many noisy cells, the posterior means are nearer to the truth than counts and
	// expectations.
	r := rand.New(rand.NewPCG(9, 1))
	many := cells{count: 2000}
	var noisy []int64
	var truth, expected []float64
	for k := range int32(2000) {
		x := 20.
		y := math.Round(max(x*(1+0.5*r.NormFloat64()), 0))
		many.of, expected, truth = append(many.of, k), append(expected, x), append(truth, y)
		noisy = append(noisy, int64(y)+int64(math.Round(8*r.NormFloat64())))
	}
	var off [3]float64
	for k, x := range many.posteriorMeans(noisy, expected, 64) {
		for i, y := range []float64{x, float64(noisy[k]), expected[k]} {
			off[i] += (y - truth[k]) * (y - truth[k])
		}
	}
	if off[0] > 0.75*min(off[1], off[2]) {
		t.Errorf("squares of errors: %v, of noisy counts and expected ones %v", off[0], off[1:])
	}
}

// A public benchmark's code of the method has no chain, and adds noise of 1/ε to probabilities
// instead of counts: at ε = 1 it joins three in ten pairs of a graph without edges.
func TestNoiseInProbabilities(t *testing.T) {
	const eps, draws = 1, 200_000
	r, sum := rand.New(rand.NewPCG(1, 1)), 0.0
	for range draws {
		x := r.ExpFloat64() / eps
		if r.IntN(2) == 0 {
			x = -x
		}
		sum += min(max(x, 0), 1)
	}
	if got, want := sum/draws, (1-math.Exp(-eps))/2/eps; math.Abs(got-want) > 6*0.5/math.Sqrt(draws) || want < 0.3 {
		t.Errorf("%v, want %v", got, want)
	}
	claim.Fails(t, "privhrg", "A public benchmark's code has a graph's number of edges at ε = 1: noise in probabilities makes a graph without edges have .316 of all pairs")
}

func TestBudgets(t *testing.T) { synthesistest.Budgets(t, Method, nil) }

// The attack on strict finds at most the proved ε.
func TestAudits(t *testing.T) {
	synthesistest.Audit(t, Method, "strict", 6, 400, 1, 6)
}

// Chains that would take a day are refused before anything is spent. Without noise, empty graphs
// and cliques are recovered.
func TestExtremes(t *testing.T) {
	if fits(1<<20, 1<<10) != nil || fits(1<<20, 1<<10+1) == nil {
		t.Fatal("chains of other lengths begin than are said")
	}
	g := gdptest.Graph(t, 1<<20, nil)
	s := synthesistest.Session(t, g, gdp.Budget{Epsilon: 1}, 1)
	backwards := Published.Settings
	backwards.Most = 10
	synthesistest.Refused(t, Published, s, "nodes: want at most")
	synthesistest.Refused(t, Published.With(backwards), s, "want Least ≤ Most")
	clique := must.Get(gen.GNP(41, 1, rand.New(rand.NewPCG(1, 1))))(t)
	for _, g := range []*graph.Graph{gdptest.Graph(t, 2, nil), gdptest.Graph(t, 41, nil), clique} {
		if r, err := NonPrivate.RunOn(t.Context(), &graph.Network{Graph: g}, 1); err != nil || !r.Graph.Equal(g) {
			t.Errorf("%v, %v", r, err)
		}
	}
}
