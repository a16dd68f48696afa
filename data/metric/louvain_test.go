package metric

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
)

// sumOverPairs returns modularity by its first definition, Σ (A_uv - d_u d_v/2M)/2M
// over all pairs in one community.
func sumOverPairs(a matrix, community []int32) float64 {
	twoM := float64(2 * a.edges())
	q := 0.0
	for u := range a {
		for v := range a {
			if community[u] == community[v] {
				q -= float64(a.degree(u)*a.degree(v)) / twoM
				if a[u][v] {
					q++
				}
			}
		}
	}
	return q / twoM
}

// Louvain's result is a partition with the stated modularity, and a local optimum: contracted, no
// community gains by joining another. On graphs of up to five nodes it is compared with the best of
// all partitions.
func TestLouvainIsALocalOptimum(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	reached, small := 0, 0
	smallGraphs(t, func(t *testing.T, a matrix) {
		community, q, err := Louvain(a.graph(), rng)
		if err != nil || len(community) != len(a) {
			t.Fatalf("%d communities' nodes of %d (%v)", len(community), len(a), err)
		}
		near(t, "modularity", q, sumOverPairs(a, community))
		if a.edges() == 0 {
			return
		}
		if !slices.Equal(community, renumbered(community)) {
			t.Errorf("communities %v are not numbered by their first nodes", community)
		}
		for c := range slices.Max(community) + 1 {
			for d := range c {
				joined := slices.Clone(community)
				for u := range joined {
					if joined[u] == c {
						joined[u] = d
					}
				}
				if sumOverPairs(a, joined) > q+1e-12 {
					t.Errorf("joining communities %d and %d of %v is better", c, d, community)
				}
			}
		}
		if len(a) <= 5 {
			best := math.Inf(-1)
			partitions(len(a), func(p []int32) { best = math.Max(best, sumOverPairs(a, p)) })
			if q > best+1e-12 {
				t.Errorf("modularity %v is above the best, %v", q, best)
			}
			small++
			if q > best-1e-12 {
				reached++
			}
		}
	})
	if reached < small*9/10 {
		t.Errorf("the best partition was found for %d of %d graphs of up to five nodes", reached, small)
	}
}

func renumbered(community []int32) []int32 {
	c := slices.Clone(community)
	renumber(c)
	return c
}

// partitions calls f with every partition of n nodes.
func partitions(n int, f func([]int32)) {
	p := make([]int32, n)
	var fill func(u int, used int32)
	fill = func(u int, used int32) {
		if u == n {
			f(p)
			return
		}
		for c := range used + 1 {
			p[u] = c
			fill(u+1, max(used, c+1))
		}
	}
	fill(0, 0)
}

// Within one level all but a few nodes are where they gain most: the others have no neighbour that
// moved since their last visit. The next level has, between its nodes, the edges between the
// communities, on every level.
func TestLouvainLevels(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	deep, misplaced, placed := 0, 0, 0
	for i := range 40 {
		a := randomMatrix(rng, 60+10*i, 2+float64(i%5))
		g := a.graph()
		of := graph.Nodes(len(a)) // the node of the level that holds each node of g
		l, depth := newLevel(g), 0
		for ; l.move(t.Context(), rng); depth++ {
			for u := range l.degree {
				links := map[int32]int64{}
				for i := l.offsets[u]; i < l.offsets[u+1]; i++ {
					links[l.community[l.targets[i]]] += l.weight(i)
				}
				own := l.community[u]
				gain := func(c int32, total int64) int64 { return l.twoM*links[c] - l.degree[u]*total }
				for c := range links {
					if c != own && gain(c, l.total[c]) > gain(own, l.total[own]-l.degree[u]) {
						misplaced++
						break
					}
				}
				placed++
			}
			next := l.contract(t.Context())
			for u, c := range of {
				of[u] = l.community[c]
			}
			l = next
			weights := map[[2]int32]int64{}
			for u, v := range g.Edges() {
				if c, d := of[u], of[v]; c != d {
					weights[[2]int32{c, d}]++
					weights[[2]int32{d, c}]++
				}
			}
			for c := range int32(len(l.degree)) {
				for i := l.offsets[c]; i < l.offsets[c+1]; i++ {
					between := [2]int32{c, l.targets[i]}
					if l.weight(i) != weights[between] {
						t.Fatalf("graph %d, level %d: weight %d between %v, want %d", i, depth, l.weight(i), between, weights[between])
					}
					delete(weights, between)
				}
			}
			if len(weights) > 0 {
				t.Fatalf("graph %d, level %d: no edges between %v", i, depth, weights)
			}
		}
		deep = max(deep, depth)
	}
	if misplaced > placed/25 {
		t.Errorf("%d of %d nodes gain by moving", misplaced, placed)
	}
	if deep < 3 {
		t.Errorf("%d levels at most: the contraction of a contraction was not tested", deep)
	}
}

// plainly moves nodes like move, by the definition: for each queued node it tries all neighbouring
// communities.
func (l *level) plainly(rng *rand.Rand) bool {
	var queue []int32
	waits := map[int32]bool{}
	for _, u := range rng.Perm(len(l.degree)) {
		queue = append(queue, int32(u))
		waits[int32(u)] = true
	}
	moved := false
	for ; len(queue) > 0; queue = queue[1:] {
		u := queue[0]
		delete(waits, u)
		neighbours, own := l.targets[l.offsets[u]:l.offsets[u+1]], l.community[u]
		links := map[int32]int64{}
		for i, v := range neighbours {
			links[l.community[v]] += l.weight(l.offsets[u] + int64(i))
		}
		l.total[own] -= l.degree[u]
		gain := func(c int32) int64 { return l.twoM*links[c] - l.degree[u]*l.total[c] }
		best := own
		for _, v := range neighbours {
			if c := l.community[v]; gain(c) > gain(best) {
				best = c
			}
		}
		l.total[best] += l.degree[u]
		l.community[u] = best
		for _, v := range neighbours {
			if best != own && l.community[v] != best && !waits[v] {
				queue = append(queue, v)
				waits[v] = true
			}
		}
		moved = moved || best != own
	}
	return moved
}

// Skipping nodes changes nothing: communities equal those of the plain algorithm on every level.
// The modularity equals the definition bit by bit.
func TestLouvainMovesPlainly(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 34))
	for i := range 60 {
		g := randomMatrix(rng, 20+8*i, 1+float64(i%12)).graph()
		l, plain := newLevel(g), newLevel(g)
		for depth := uint64(0); ; depth++ {
			moved := l.move(t.Context(), rand.New(rand.NewPCG(depth, 1)))
			if plain.plainly(rand.New(rand.NewPCG(depth, 1))) != moved || !slices.Equal(l.community, plain.community) || !slices.Equal(l.total, plain.total) {
				t.Fatalf("graph %d: other communities on level %d than by plain moves", i, depth)
			}
			if !moved {
				break
			}
			l, plain = l.contract(t.Context()), plain.contract(t.Context())
		}
		community, q := newLevel(g).communities(t.Context(), rng)
		if want := modularity(g, community); q != want {
			t.Errorf("graph %d: modularity %v, want %v", i, q, want)
		}
	}
}

func TestLouvainIsReproducible(t *testing.T) {
	g := randomMatrix(rand.New(rand.NewPCG(15, 16)), 300, 6).graph()
	a, _, _ := Louvain(g, rand.New(rand.NewPCG(1, 2)))
	b, _, _ := Louvain(g, rand.New(rand.NewPCG(1, 2)))
	c, _, _ := Louvain(g, rand.New(rand.NewPCG(3, 4)))
	if !slices.Equal(a, b) {
		t.Error("two results from one seed")
	}
	if slices.Equal(a, c) {
		t.Error("the seed makes no difference")
	}
	if _, _, err := Louvain(g, nil); err == nil {
		t.Error("no source of randomness was accepted")
	}
}

func TestModularityRefusesBadCommunities(t *testing.T) {
	g := pathGraph(3).graph()
	for _, c := range [][]int32{{0, 1}, {0, 1, 3}, {0, -1, 2}} {
		if _, err := Modularity(g, c); err == nil {
			t.Errorf("communities %v of three nodes were accepted", c)
		}
	}
}

func TestLouvainKeepsTheBetterRun(t *testing.T) {
	g := randomMatrix(rand.New(rand.NewPCG(35, 36)), 200, 5).graph()
	differ := 0
	for seed := range uint64(8) {
		draw := rand.New(rand.NewPCG(seed, 1))
		var q [2]float64
		for i := range q {
			_, q[i] = newLevel(g).communities(t.Context(), rand.New(rand.NewPCG(draw.Uint64(), draw.Uint64())))
		}
		if q[0] != q[1] {
			differ++
		}
		_, got, err := Louvain(g, rand.New(rand.NewPCG(seed, 1)))
		if err != nil || got != max(q[0], q[1]) {
			t.Errorf("seed %d: %v (%v), want the better of %v", seed, got, err, q)
		}
	}
	if differ < 2 {
		t.Error("the runs hardly differ: nothing was tested")
	}
}

// Groups of nodes with the numbers of edges between them give the communities of the contracted
// graph: for single nodes those of the graph, for halves of cliques the cliques.
func TestLouvainWeighted(t *testing.T) {
	const cliques, size = 6, 8
	var pairs []Weighted
	for c := range int32(cliques) {
		a, b := 2*c, 2*c+1 // the halves of a clique, with a pair to the next
		pairs = append(pairs, Weighted{a, a, size * (size - 1) / 2}, Weighted{b, b, size * (size - 1) / 2}, Weighted{a, b, size * size}, Weighted{b, (2*c + 2) % (2 * cliques), 1})
	}
	got := must.Get(LouvainWeighted(2*cliques, pairs, rand.New(rand.NewPCG(1, 1))))(t)
	for u, c := range got {
		if int(c) != u/2 {
			t.Fatalf("halves of cliques are in the communities %v", got)
		}
	}
	for _, bad := range [][]Weighted{{{0, 2, 1}}, {{-1, 0, 1}}, {{0, 1, -1}}, {{0, 1, 1 << 40}}} {
		if _, err := LouvainWeighted(2, bad, rand.New(rand.NewPCG(1, 1))); err == nil {
			t.Errorf("%v is accepted", bad)
		}
	}
	if _, err := LouvainWeighted(2, nil, nil); err == nil {
		t.Error("no source is accepted")
	}
	if got, err := LouvainWeighted(3, nil, rand.New(rand.NewPCG(1, 1))); err != nil || len(got) != 3 {
		t.Errorf("%v, %v", got, err)
	}
}
