package coarsen

import (
	"math"
	"testing"
)

// bitsByHand returns the length of a description from the map of nodes and the set of superedges,
// for given numbers of supernodes and of the largest weight. It also returns the current largest
// weight.
func bitsByHand(d *description, supernodes int, most int32) (length float64, largest int32) {
	edges, sizes := map[[2]int32]int32{}, map[int32]int{}
	for u, v := range d.graph.Edges() {
		a, b := d.of[u], d.of[v]
		edges[[2]int32{min(a, b), max(a, b)}]++
	}
	for _, a := range d.of {
		sizes[a]++
	}
	n := float64(d.graph.N())
	length = n * math.Log2(float64(supernodes))
	for pair, e := range edges {
		largest = max(largest, e)
		x, ok := d.with(pair[0], pair[1])
		if !ok || x.edges != e {
			return math.NaN(), 0
		}
		if !x.super {
			length += float64(e) * 2 * math.Log2(n)
			continue
		}
		pairs := float64(sizes[pair[0]] * sizes[pair[1]])
		if pair[0] == pair[1] {
			pairs = float64(sizes[pair[0]]*(sizes[pair[0]]-1)) / 2
		}
		length += 2*math.Log2(float64(supernodes)) + math.Log2(float64(most))
		if p := float64(e) / pairs; p < 1 {
			length -= pairs * (p*math.Log2(p) + (1-p)*math.Log2(1-p))
		}
	}
	return length, largest
}

func TestEveryMergeSavesWhatItSays(t *testing.T) {
	for seed := range uint64(4) {
		r := source(seed)
		d := describe(random(t, 120, 0.05, r))
		length, _ := bitsByHand(d, d.count, d.most)
		before, most, merges, dropped := d.count, d.most, 0, false
		d.merged = func(saved float64) {
			merges++
			now, _ := bitsByHand(d, before, most) // at the cost of a superedge when it was decided
			if saved <= 0 || math.Abs(length-now-saved) > 1e-6 {
				t.Errorf("seed %d, merge %d: %v bits fewer, %v were promised", seed, merges, length-now, saved)
			}
			var largest int32
			if length, largest = bitsByHand(d, d.count, d.most); largest != d.most {
				t.Errorf("seed %d, merge %d: the largest weight is %d, counted %d", seed, merges, d.most, largest)
			}
			if got := d.length(); math.Abs(got-length) > 1e-6 {
				t.Errorf("seed %d, merge %d: %v bits, counted %v", seed, merges, got, length)
			}
			before, most = d.count, d.most
		}
		for round := 1; round < mergeRounds; round++ {
			d.round(1, 1/float64(1+round), true, r)
		}
		for _, row := range d.rows {
			for _, b := range row {
				dropped = dropped || !b.super
			}
		}
		if merges < 10 || !dropped {
			t.Errorf("seed %d: %d merges, superedges dropped: %v", seed, merges, dropped)
		}
	}
}

// Every supernode is in one group, and twins share one.
func TestGroupsShareNeighbours(t *testing.T) {
	d := describe(star(t, 1200))
	together := 0
	for seed := range uint64(20) {
		seen, largest := make([]int, 1201), 0
		for _, group := range d.groups(true, source(seed)) {
			if len(group) > largestGroup {
				t.Errorf("a group of %d", len(group))
			}
			for _, a := range group {
				seen[a]++
			}
			largest = max(largest, len(group))
		}
		if largest >= 50 {
			together++
		}
		for a, n := range seen {
			if n != 1 {
				t.Fatalf("supernode %d is in %d groups", a, n)
			}
		}
	}
	if together < 15 {
		t.Errorf("fifty leaves of one star are in one group %d times in 20", together)
	}
	d = describe(cliques(t, 3, 10))
	for _, group := range d.groups(true, source(1)) {
		for _, a := range group {
			if far := a/10 - group[0]/10; far < -1 || far > 1 {
				t.Errorf("group %v: nothing is shared", group)
			}
		}
	}
}

func TestThresholdsOfRounds(t *testing.T) {
	for _, c := range []struct {
		round int
		want  float64
	}{{1, 1. / 2}, {2, 1. / 3}, {19, 1. / 20}, {20, 0}, {21, -0.1}, {40, -2}, {41, math.Inf(-1)}} {
		if got := least(c.round); got != c.want {
			t.Errorf("round %d: %v, want %v", c.round, got, c.want)
		}
	}
}

// A round examines as many pairs as there are supernodes and takes the best. In a clique of six and
// a star of twenty leaves, the first merge is of two leaves, which saves half of their bits.
func TestTheBestOfADrawIsMerged(t *testing.T) {
	var pairs [][2]int32
	for i := range int32(6) {
		for j := range i {
			pairs = append(pairs, [2]int32{i, j})
		}
	}
	for leaf := int32(6); leaf < 26; leaf++ {
		pairs = append(pairs, [2]int32{0, leaf})
	}
	g := graphOf(t, 26, pairs...)
	best := math.Inf(-1)
	d := describe(g)
	for a := range int32(26) {
		for b := range a {
			_, share := d.saving(a, b)
			best = max(best, share)
		}
	}
	for seed := range uint64(10) {
		d, done := describe(g), false
		before, count := d.length(), d.count
		d.merged = func(saved float64) {
			if done {
				return
			}
			done = true
			var merged []int32
			for a, set := range d.sets {
				if len(set) == 2 {
					merged = append(merged, int32(a), set[0], set[1])
				}
			}
			fresh := describe(g)
			if _, share := fresh.saving(merged[1], merged[2]); share < best-1e-12 {
				t.Errorf("seed %d: nodes %d and %d are merged, which saves %v of their bits; the best saves %v", seed, merged[1], merged[2], share, best)
			}
			// The largest weight is now 2, which costs each superedge a bit: the description is
			// longer, although the merge saves bits.
			if d.count != count-1 || saved <= 0 || d.length() <= before {
				t.Errorf("seed %d: %d supernodes and %v bits, from %d and %v, by a merge that saves %v", seed, d.count, d.length(), count, before, saved)
			}
		}
		d.round(25, 0, false, source(seed))
		if !done {
			t.Errorf("seed %d: nothing is merged", seed)
		}
	}
}

// length returns the bits of the whole description: the supernode of each node, superedges, and
// edges.
func (d *description) length() float64 {
	sum := float64(d.graph.N()) * math.Log2(float64(d.count))
	for a, row := range d.rows {
		for _, b := range row {
			if int32(a) <= b.to {
				sum += d.bits(int32(a), b)
			}
		}
	}
	return sum
}
