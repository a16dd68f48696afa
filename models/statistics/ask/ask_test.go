package ask

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
)

// labelled is a small graph with public classes, and two attributes, some of which are not stored.
func labelled(t testing.TB) *graph.Network {
	net := &graph.Network{Graph: random(t, 16, 0.3, 7), Classes: []string{"a", "b", "c"}}
	offsets, columns, values := []int64{0}, []int32{}, []float32{}
	for u := range net.Graph.N() {
		net.Labels = append(net.Labels, int32(u%4)-1) // -1 is none
		for c := range 2 {
			if (u+c)%5 > 0 {
				columns, values = append(columns, int32(c)), append(values, float32(u*(c+7)%11)/4-0.5) // from −0.5 to 2
			}
		}
		offsets = append(offsets, int64(len(columns)))
	}
	var err error
	if net.Attrs, err = graph.NewAttributes(2, offsets, columns, values); err != nil {
		t.Fatal(err)
	}
	return net
}

// exactly counts a statistic in the plainest way, by what it is the number of.
func exactly(t testing.TB, name string, net *graph.Network) map[string]float64 {
	g := net.Graph
	n := g.N()
	one := func(x float64) map[string]float64 { return map[string]float64{"": x} }
	degree := make([]int, n)
	var edges [][2]int
	for u := range n {
		for v := range u {
			if g.HasEdge(int32(u), int32(v)) {
				edges = append(edges, [2]int{v, u})
				degree[u]++
				degree[v]++
			}
		}
	}
	m := float64(len(edges))
	stars := func(k int) (sum float64) {
		for _, d := range degree {
			sum += choose(d, k)
		}
		return sum
	}
	joined := func(u, v, w int) bool {
		return g.HasEdge(int32(u), int32(v)) && g.HasEdge(int32(v), int32(w)) && g.HasEdge(int32(u), int32(w))
	}
	triangles := 0.0
	for u := range n {
		for v := range u {
			for w := range v {
				if joined(u, v, w) {
					triangles++
				}
			}
		}
	}
	class := func(u int) string {
		if c := net.Labels[u]; c >= 0 {
			return net.Classes[c]
		}
		return "no class"
	}
	if strings.HasPrefix(name, "attribute") {
		return exactAttribute(t, name, net, degree)
	}
	switch name {
	case "nodes":
		return one(float64(n))
	case "edges":
		return one(m)
	case "mean-degree":
		return one(2 * m / float64(n))
	case "histogram", "ccdf":
		counts := map[string]float64{}
		for k := range n {
			for _, d := range degree {
				if name == "histogram" && d == k || name == "ccdf" && d >= k {
					counts[strconv.Itoa(k)]++
				}
			}
			counts[strconv.Itoa(k)] += 0
		}
		return counts
	case "sequence":
		list, counts := slices.Sorted(slices.Values(degree)), map[string]float64{}
		for i, d := range list {
			counts[strconv.Itoa(i+1)] = float64(d)
		}
		return counts
	case "largest-degree":
		return one(float64(slices.Max(degree)))
	case "wedges":
		return one(stars(2))
	case "3-stars":
		return one(stars(3))
	case "triangles":
		return one(triangles)
	case "4-cycles":
		sum := 0.0
		for u := range n {
			for w := range u {
				common := 0
				for v := range n {
					if g.HasEdge(int32(u), int32(v)) && g.HasEdge(int32(w), int32(v)) {
						common++
					}
				}
				sum += choose(common, 2)
			}
		}
		return one(sum / 2)
	case "average-clustering":
		sum := 0.0
		for u := range n {
			closed := 0.0
			for v := range n {
				for w := range v {
					if v != u && w != u && joined(u, v, w) {
						closed++
					}
				}
			}
			if degree[u] > 1 {
				sum += closed / choose(degree[u], 2)
			}
		}
		return one(sum / float64(n))
	case "transitivity":
		return one(3 * triangles / stars(2))
	case "components", "forest":
		of := make([]int, n)
		for u := range of {
			of[u] = u
		}
		trees := n
		for _, e := range edges {
			if a, b := of[e[0]], of[e[1]]; a != b {
				trees--
				for u := range of {
					if of[u] == a {
						of[u] = b
					}
				}
			}
		}
		if name == "forest" {
			return one(float64(n - trees))
		}
		return one(float64(trees))
	case "degeneracy", "density":
		degeneracy, density := 0, 0.0
		for set := 1; set < 1<<n; set++ {
			inside, nodes, least := 0, 0, n
			for u := range n {
				if set>>u&1 == 0 {
					continue
				}
				nodes++
				d := 0
				for _, v := range g.Neighbors(int32(u)) {
					d += set >> v & 1
				}
				inside, least = inside+d, min(least, d)
			}
			degeneracy, density = max(degeneracy, least), max(density, float64(inside)/2/float64(nodes))
		}
		if name == "density" {
			return one(density)
		}
		return one(float64(degeneracy))
	case "core-numbers", "core-sizes", "core-quantiles", "densest-part":
		cores, sizes := map[string]float64{}, map[string]float64{}
		core := make([]int, n)
		for set := 1; set < 1<<n; set++ {
			least := n
			for u := range n {
				if set>>u&1 == 0 {
					continue
				}
				d := 0
				for _, v := range g.Neighbors(int32(u)) {
					d += set >> v & 1
				}
				least = min(least, d)
			}
			for u := range n {
				if set>>u&1 == 1 {
					core[u] = max(core[u], least)
				}
			}
		}
		for u, c := range core {
			cores[strconv.Itoa(u)] = float64(c)
			for k := range n {
				sizes[strconv.Itoa(k)] += float64(min(1, max(0, c-k+1)))
			}
		}
		switch name {
		case "core-sizes":
			return sizes
		case "core-quantiles": // of 16 nodes
			slices.Sort(core)
			return map[string]float64{"one node in 2": float64(core[8]), "one node in 10": float64(core[14]), "one node in 100": float64(core[15])}
		case "densest-part": // the edges too, of which partOf has those within
			for u, c := range core {
				cores[fmt.Sprintf("core number of %d", u)] = float64(c)
			}
			for _, e := range edges {
				cores[fmt.Sprint(e[0], " – ", e[1])] = 1
			}
		}
		return cores
	case "assortativity":
		var x, y, xx, xy float64
		for _, e := range edges {
			a, b := float64(degree[e[0]]), float64(degree[e[1]])
			x, y, xx, xy = x+a+b, y+1, xx+a*a+b*b, xy+a*b
		}
		mean := x / (2 * y)
		return one((xy/y - mean*mean) / (xx/(2*y) - mean*mean))
	case "joint-degrees":
		counts := map[string]float64{}
		for j := 1; j <= mostJoined; j++ {
			for i := 1; i <= j; i++ {
				counts[fmt.Sprintf("%d – %d", i, j)] = 0
			}
		}
		for _, e := range edges {
			a, b := min(degree[e[0]], mostJoined), min(degree[e[1]], mostJoined)
			counts[fmt.Sprintf("%d – %d", min(a, b), max(a, b))]++
		}
		return counts
	case "mixing":
		counts := map[string]float64{}
		names := append(slices.Clone(net.Classes), "no class")
		for j, b := range names {
			for i, a := range names[:j+1] {
				name := a + " – " + b
				if i == j {
					name = "within " + a
				}
				counts[name] = 0
				for _, e := range edges {
					if c, d := class(e[0]), class(e[1]); c == a && d == b || c == b && d == a {
						counts[name]++
					}
				}
			}
		}
		return counts
	case "cut", "modularity":
		cut, ends := 0.0, map[string]float64{}
		for _, e := range edges {
			ends[class(e[0])]++
			ends[class(e[1])]++
			if class(e[0]) != class(e[1]) {
				cut++
			}
		}
		if name == "cut" {
			return one(cut)
		}
		q := 1 - cut/m
		for _, d := range ends {
			q -= d * d / (4 * m * m)
		}
		return one(q)
	}
	t.Fatalf("nothing counts %s", name)
	return nil
}

// protected is a session on a labelled graph.
func protected(t testing.TB, net *graph.Network, rel gdp.Relation, eps gdp.Epsilon, seed uint64) *gdp.Session {
	t.Helper()
	s, err := gdp.Protect(net, rel, gdp.Budget{Epsilon: eps}, gdp.Seed(seed), gdp.Nodes(net.Graph.N()))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// covers checks that intervals hold in a share of the draws of level or more. A right program fails
// once in 10⁹ such tests. It draws so often at most, and stops before where so many hold that a
// share below level would do so once in 10⁶ times. Of 4,000 draws a share that is 0.03 too small is
// found with certainty.
func covers(t testing.TB, what string, draws int, level float64, holds func(seed uint64) bool) {
	t.Helper()
	held := 0
	for i := range draws {
		if holds(uint64(i)) {
			held++
		}
		if n := i + 1; n%100 == 0 && float64(held) > level*float64(n) && !stattest.Count(held, n, level, 1e-6) {
			return
		}
	}
	if held < int(level*float64(draws)) && !stattest.Count(held, draws, level, certain) {
		t.Errorf("%s: %d of %d intervals hold, want a share of %v", what, held, draws, level)
	}
}

// Under every relation that it is for, each mechanism of each statistic has intervals that hold as
// often as they say, or more: all values of an answer at the same time. Whatever mechanism a small
// graph would have, all are asked.
func TestIntervalsHold(t *testing.T) {
	const level = 0.9
	draws := 4000
	if testing.Short() {
		draws = 500
	}
	net := labelled(t)
	for _, x := range All() {
		exact := exactly(t, x.Name, net)
		for _, m := range x.mechanisms {
			for _, rel := range m.relations {
				t.Run(fmt.Sprint(x.Name, " ", rel), func(t *testing.T) {
					t.Parallel()
					covers(t, m.name, draws, level, func(seed uint64) bool { return m.holds(t, x.Name, exact, protected(t, net, rel, 4, seed), level) })
				})
			}
		}
	}
}

// partOf adds to the edges of a graph how many of them, over nodes, are within a part that was
// found.
func partOf(edges map[string]float64, values []Value) map[string]float64 {
	exact := maps.Clone(edges)
	var nodes []int
	for _, v := range values {
		var u int
		if _, err := fmt.Sscanf(v.Of, "core number of %d", &u); err == nil {
			for _, w := range nodes {
				exact["noisy edges divided by nodes"] += edges[fmt.Sprint(w, " – ", u)]
			}
			nodes = append(nodes, u)
		}
	}
	exact["noisy edges divided by nodes"] /= float64(len(nodes))
	return exact
}

// holds asks with all of a session's budget, and reports whether all intervals hold.
func (m mechanism) holds(t *testing.T, name string, exact map[string]float64, s *gdp.Session, level float64) bool {
	q, err := newQuestion(s, s.Budget().Epsilon, level)
	if err != nil {
		t.Fatal(err)
	}
	values, _, err := m.ask(q)
	if err != nil {
		t.Fatal(err)
	}
	if name == "densest-part" {
		exact = partOf(exact, values)
	}
	holds := len(values) > 0
	for _, v := range values {
		want, there := exact[v.Of]
		if math.IsNaN(want) { // the mean of no nodes, which is all that there is
			holds = holds && v.Low <= exact["low"] && v.High >= exact["high"]
			continue
		}
		if !there && name != "sequence" || !(v.Low <= v.Value && v.Value <= v.High) {
			t.Fatalf("%+v, want %v (%v)", v, want, there)
		}
		holds = holds && (!there || v.Low <= want+1e-9 && want-1e-9 <= v.High)
	}
	return holds
}

// Where nodes are hidden and a hub has more edges than the cap, most of them are left out, and what
// is counted of low degrees is far too much: intervals hold all the same.
func TestIntervalsHoldOfHubs(t *testing.T) {
	const n, draws, level = 400, 200, 0.9
	var edges []graph.Edge
	for v := range int32(n - 1) {
		edges = append(edges, graph.Edge{U: 0, V: v + 1})
	}
	g, _, err := graph.FromEdges(n, edges, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	net := &graph.Network{Graph: g}
	for _, x := range []Statistic{Histogram, CCDF, Sequence} {
		exact := exactly(t, x.Name, net)
		for _, rel := range nodeLevel {
			covers(t, fmt.Sprint(x.Name, rel), draws, level, func(seed uint64) bool {
				return x.mechanismsOf(rel)[0].holds(t, x.Name, exact, protected(t, net, rel, 1, seed), level)
			})
		}
	}
}

// Noise is beyond what its law says as often as it says: no seldom, and no more often.
func TestNoiseIsOffAsOftenAsItSays(t *testing.T) {
	for _, scale := range []float64{0.3, 1, 7.5} {
		a := math.Exp(-1 / scale)
		for _, miss := range []float64{0.4, 0.1, 0.004, 1e-9} {
			beyond := func(w float64) float64 { return 2 * math.Pow(a, w+1) / (1 + a) }
			if w := wholeOff(scale, miss); beyond(w) > miss*(1+1e-9) || w > 0 && beyond(w-1) <= miss {
				t.Errorf("scale %v, %v: %v is passed with %v, one less with %v", scale, miss, w, beyond(w), beyond(w-1))
			}
		}
	}
}
