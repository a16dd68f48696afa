package metric

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parallel"
	"github.com/graphdp/graphdp/data/lists"
)

// Paths holds the distances between the nodes of a graph.
type Paths struct {
	All Hops // over all connected pairs
	LCC Hops // over the pairs within the largest component
}

// Hops counts pairs of nodes by their distance.
type Hops struct {
	// Pairs[d] is the number of ordered pairs u ≠ v at distance d; Pairs[0] is 0.
	// It is an estimate unless Exact.
	Pairs []float64
	// Sources is the number of nodes from which distances were measured, and Exact reports whether
	// these were all.
	Sources int
	Exact   bool

	strata []stratum
}

// stratum is a set of nodes from which sources are drawn.
type stratum struct {
	nodes     int
	pairs     []float64
	perSource [][]int32 // number of pairs by distance for each source; nil if all nodes were sources
}

// Distances measures all pairwise distances, by breadth-first searches that run 512 at a time. The
// time grows as N (N+M); see [SampleDistances] for larger graphs.
func Distances(ctx context.Context, g *graph.Graph) (Paths, error) {
	if err := given(ctx, g); err != nil {
		return Paths{}, err
	}
	return distances(ctx, g, g.N(), nil, func(float64) {})
}

// SampleDistances measures distances from a sample of nodes: a number of sources in the largest
// component and as many in the rest of the graph, or all nodes if there are fewer. Sources are
// drawn without replacement.
func SampleDistances(ctx context.Context, g *graph.Graph, sources int, rng *rand.Rand) (Paths, error) {
	if err := given(ctx, g); err != nil {
		return Paths{}, err
	}
	return sampleDistances(ctx, g, sources, rng, func(float64) {})
}

func sampleDistances(ctx context.Context, g *graph.Graph, sources int, rng *rand.Rand, tell func(share float64)) (Paths, error) {
	if sources < 2 {
		return Paths{}, fmt.Errorf("metric: %d sources, want at least 2 for a standard error", sources)
	}
	if rng == nil {
		return Paths{}, fmt.Errorf("metric: sampling of sources: no source of randomness")
	}
	return distances(ctx, g, sources, rng, tell)
}

// distances calls tell with the share of the sources that are done.
func distances(ctx context.Context, g *graph.Graph, sources int, rng *rand.Rand, tell func(share float64)) (Paths, error) {
	g = g.Undirected()
	core, rest := searchOrder(g)
	done, all := 0, min(len(core), sources)+min(len(rest), sources)
	var mu sync.Mutex
	count := func(more int) {
		mu.Lock()
		defer mu.Unlock()
		done += more
		tell(float64(done) / float64(all))
	}
	var strata [2]stratum
	for i, nodes := range [][]int32{core, rest} {
		var err error
		if strata[i], err = survey(ctx, g, nodes, sources, rng, count); err != nil {
			return Paths{}, fmt.Errorf("metric: distances: %w", err)
		}
	}
	return Paths{All: hops(strata[:]...), LCC: hops(strata[0])}, nil
}

// searchOrder lists the nodes of the largest component and those of the rest, each component in the
// order of a breadth-first search from its node of highest degree. Searches from sources close in
// this order visit the same nodes at the same time.
func searchOrder(g *graph.Graph) (core, rest []int32) {
	offsets, targets := g.CSR()
	components := g.Components()
	hubs := slices.Repeat([]int32{-1}, components.Count())
	for u, k := range components.Of {
		if hubs[k] < 0 || g.Degree(int32(u)) > g.Degree(hubs[k]) {
			hubs[k] = int32(u)
		}
	}
	largest := 0
	if k := components.Largest(); k >= 0 {
		largest = int(components.Sizes[k])
		hubs[0], hubs[k] = hubs[k], hubs[0]
	}
	order := make([]int32, 0, g.N())
	listed := make([]bool, g.N())
	for _, hub := range hubs {
		next := len(order)
		order = append(order, hub)
		listed[hub] = true
		for ; next < len(order); next++ {
			u := order[next]
			for _, v := range targets[offsets[u]:offsets[u+1]] {
				if !listed[v] {
					listed[v] = true
					order = append(order, v)
				}
			}
		}
	}
	return order[:largest], order[largest:]
}

// survey measures distances from all the given nodes, whole components of g, or from a sample if
// there are more nodes than sources. It calls count with the number of sources done, from any
// goroutine.
func survey(ctx context.Context, g *graph.Graph, nodes []int32, sources int, rng *rand.Rand, count func(more int)) (stratum, error) {
	if sources >= len(nodes) {
		return surveyAll(ctx, g, nodes, count)
	}
	n := len(nodes)
	from := slices.Clone(nodes)
	for i := range sources { // the start of a Fisher-Yates shuffle
		j := i + rng.IntN(n-i)
		from[i], from[j] = from[j], from[i]
	}
	from = from[:sources]
	s := stratum{nodes: n, perSource: make([][]int32, sources)}
	middle := newSearch(g)
	middle.run(nodes[0])
	measure := s.together
	if middle.eccentricity >= deep/2 { // the diameter is at most twice that
		measure = s.alone
	}
	err := measure(ctx, g, nodes, from, count)
	for _, pairs := range s.perSource {
		for len(s.pairs) < len(pairs) {
			s.pairs = append(s.pairs, 0)
		}
		for d, c := range pairs {
			s.pairs[d] += float64(c)
		}
	}
	for d := range s.pairs {
		s.pairs[d] *= float64(n) / float64(sources)
	}
	return s, err
}

// surveyAll measures the distances between all the nodes.
func surveyAll(ctx context.Context, g *graph.Graph, nodes []int32, count func(more int)) (stratum, error) {
	s := stratum{nodes: len(nodes)}
	byWorker := make([][]float64, parallel.Most())
	err := explore(ctx, g, nodes, nodes, func(worker, _, _ int) func(int, []int32, []mask) {
		return func(d int, nodes []int32, arrived []mask) {
			pairs := int64(0)
			for _, v := range nodes {
				pairs += arrived[v].count()
			}
			for len(byWorker[worker]) <= d {
				byWorker[worker] = append(byWorker[worker], 0)
			}
			byWorker[worker][d] += float64(pairs)
		}
	}, count)
	for _, pairs := range byWorker {
		s.pairs = add(s.pairs, pairs)
	}
	return s, err
}

// together fills perSource by joint searches, 512 at a time: faster on shallow graphs.
func (s *stratum) together(ctx context.Context, g *graph.Graph, within, from []int32, count func(more int)) error {
	return explore(ctx, g, within, from, func(_, first, size int) func(int, []int32, []mask) {
		for i := range size {
			s.perSource[first+i] = []int32{0}
		}
		return func(_ int, nodes []int32, arrived []mask) {
			var reached [lanes]int32
			for _, v := range nodes {
				arrived[v].each(func(lane int) { reached[lane]++ })
			}
			for i, c := range reached[:size] {
				s.perSource[first+i] = append(s.perSource[first+i], c)
			}
		}
	}, count)
}

// alone fills perSource by single searches, one per core.
func (s *stratum) alone(ctx context.Context, g *graph.Graph, _, from []int32, count func(more int)) error {
	searches := make([]*search, parallel.Most())
	parallel.Blocks(len(from), 1, func(worker, i, _ int) {
		if ctx.Err() != nil {
			return
		}
		if searches[worker] == nil {
			one := newSearch(g)
			searches[worker] = &one
		}
		searches[worker].run(from[i])
		s.perSource[i] = searches[worker].hops()
		count(1)
	})
	return ctx.Err()
}

// add returns a + b, with the shorter one padded with zeros.
func add(a, b []float64) []float64 {
	if len(a) < len(b) {
		a, b = b, a
	}
	a = slices.Clone(a)
	for i, x := range b {
		a[i] += x
	}
	return a
}

func hops(strata ...stratum) Hops {
	h := Hops{Exact: true, Pairs: []float64{0}, strata: strata}
	for _, s := range strata {
		h.Pairs = add(h.Pairs, s.pairs)
		if s.perSource == nil {
			h.Sources += s.nodes
		} else {
			h.Sources += len(s.perSource)
			h.Exact = false
		}
	}
	return h
}

// Mean returns the mean distance and its standard error, 0 if h is exact. Both are NaN if there are
// no pairs.
func (h Hops) Mean() (mean, standardError float64) {
	total, weighted := 0.0, 0.0
	for d, p := range h.Pairs {
		total += p
		weighted += float64(d) * p
	}
	mean = weighted / total
	return mean, h.standardError(func(d int) float64 { return float64(d) - mean }) / total
}

// Within returns the distance within which the given share of the pairs lies, and its standard
// error, 0 if h is exact. It interpolates between integer distances: pairs at distance d count as
// spread evenly over d-1 … d. Both are NaN if there are no pairs or the share is outside [0, 1].
func (h Hops) Within(share float64) (distance, standardError float64) {
	total := lists.Sum(h.Pairs)
	if total == 0 || !(share >= 0 && share <= 1) {
		return math.NaN(), math.NaN()
	}
	distance = h.quantile(share * total)
	// The number of pairs within that distance estimates share·total; a pair at distance d counts
	// by the part of d-1 … d that is within.
	e := h.standardError(func(d int) float64 { return min(1, max(0, distance-float64(d-1))) - share })
	return distance, (h.quantile(share*total+e) - h.quantile(share*total-e)) / 2 // Woodruff's method
}

// quantile returns the interpolated distance within which the given number of pairs lie.
func (h Hops) quantile(pairs float64) float64 {
	below := 0.0
	for d, p := range h.Pairs {
		if p > 0 && below+p >= pairs {
			return float64(d-1) + max(0, pairs-below)/p
		}
		below += p
	}
	return float64(len(h.Pairs) - 1)
}

// standardError returns the standard error of the sum of f(distance) over pairs, estimated from a
// simple random sample of sources in each stratum.
func (h Hops) standardError(f func(d int) float64) float64 {
	variance := 0.0
	for _, s := range h.strata {
		if s.perSource == nil {
			continue
		}
		sums := make([]float64, len(s.perSource))
		for i, pairs := range s.perSource {
			for d, c := range pairs {
				sums[i] += float64(c) * f(d)
			}
		}
		m, spread := mean(sums), 0.0
		for _, x := range sums {
			spread += (x - m) * (x - m)
		}
		n, k := float64(s.nodes), float64(len(sums))
		variance += n * n * (1 - k/n) * spread / (k - 1) / k
	}
	return math.Sqrt(variance)
}
