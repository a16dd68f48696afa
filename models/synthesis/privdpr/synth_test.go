package privdpr

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/claim"
)

// dense computes Appendix A with matrices, as in the paper.
func dense(n int, draws [][2]int32, m int, r *rand.Rand) []graph.Edge {
	s := make([][]int32, n)
	for i := range s {
		s[i] = make([]int32, n)
	}
	for _, d := range draws {
		s[d[0]][d[1]]++
	}
	for i := range n {
		s[i][i] = 0
		for j := range i {
			s[i][j] = max(s[i][j], s[j][i])
			s[j][i] = s[i][j]
		}
	}
	edge := make([][]bool, n)
	for i := range edge {
		edge[i] = make([]bool, n)
	}
	count := 0
	add := func(i, j int) { edge[i][j], edge[j][i], count = true, true, count+1 }
	for i := range n {
		total := int64(0)
		for j, x := range s[i] {
			if !edge[i][j] {
				total += int64(x)
			}
		}
		if total == 0 {
			continue
		}
		x := r.Int64N(total)
		for j := range n {
			if edge[i][j] || s[i][j] == 0 {
				continue
			}
			if x -= int64(s[i][j]); x < 0 {
				add(i, j)
				break
			}
		}
	}
	type candidate struct {
		key  float64
		i, j int
	}
	var left []candidate
	for i := range n {
		for j := i + 1; j < n; j++ {
			if s[i][j] > 0 && !edge[i][j] {
				left = append(left, candidate{r.ExpFloat64() / float64(s[i][j]), i, j})
			}
		}
	}
	slices.SortFunc(left, func(a, b candidate) int { return int(math.Copysign(1, a.key-b.key)) })
	for _, c := range left {
		if count >= m {
			break
		}
		add(c.i, c.j)
	}
	var edges []graph.Edge
	for i := range n {
		for j := i + 1; j < n; j++ {
			if edge[i][j] {
				edges = append(edges, graph.Edge{U: int32(i), V: int32(j)})
			}
		}
	}
	return edges
}

func listed(g *graph.Graph) []graph.Edge {
	var edges []graph.Edge
	for u, v := range g.Edges() {
		edges = append(edges, graph.Edge{U: u, V: v})
	}
	return edges
}

// The sparse implementation is Appendix A: equal random numbers give equal graphs at N = 500.
func TestSparseSynthesisIsTheDenseOne(t *testing.T) {
	claim.Holds(t, "privdpr", "Appendix A without any N × N array: the same graph as with one, draw for draw")
	const n = 500
	r := random(50)
	for _, m := range []int{0, 600, 3000, 1 << 30} {
		var s transitions
		var draws [][2]int32
		for range 40 {
			for i := range int32(n) {
				j := int32(float64(n) * r.Float64() * r.Float64()) // some pairs often, the diagonal too
				draws = append(draws, [2]int32{i, j})
				s.add(i, j)
			}
		}
		g := must.Get(synthesise(n, s.symmetric(false), m, random(51)))(t)
		want := dense(n, draws, m, random(51))
		if !slices.Equal(listed(g), want) {
			t.Errorf("m = %d: %d edges, or others than the %d of the dense way", m, g.M(), len(want))
		}
		if m == 3000 && g.M() != m {
			t.Errorf("%d edges, want %d", g.M(), m)
		}
		for u := range int32(n) {
			if g.Degree(u) == 0 {
				t.Errorf("m = %d: node %d has no edge", m, u)
			}
		}
	}
}

// Counts of a small case by hand: the maximum over both directions, or the sum.
func TestTransitions(t *testing.T) {
	fill := func() *transitions {
		var s transitions
		for _, d := range [][2]int32{{0, 1}, {1, 0}, {0, 1}, {2, 2}, {1, 2}, {1<<31 - 1, 0}, {1<<31 - 2, 1<<31 - 1}} {
			s.add(d[0], d[1])
		}
		return &s
	}
	want := []scored{{0, 1, 2}, {0, 1<<31 - 1, 1}, {1, 2, 1}, {1<<31 - 2, 1<<31 - 1, 1}}
	if got := fill().symmetric(false); !slices.Equal(got, want) {
		t.Errorf("maxima %v, want %v", got, want)
	}
	want[0].score = 3
	if got := fill().symmetric(true); !slices.Equal(got, want) {
		t.Errorf("sums %v, want %v", got, want)
	}
}

// Sampling without replacement has the distribution of sequential draws, checked on sets of two out
// of four pairs.
func TestWithoutReplacement(t *testing.T) {
	pairs := []scored{{0, 1, 1}, {0, 2, 2}, {0, 3, 3}, {1, 2, 6}, {1, 3, 100}}
	taken := []bool{false, false, false, false, true}
	want := map[[2]int32]float64{}
	for a := range 4 {
		for b := range 4 {
			if a != b {
				p := float64(pairs[a].score) / 12
				want[[2]int32{int32(min(a, b)), int32(max(a, b))}] += p * float64(pairs[b].score) / (12 - float64(pairs[a].score))
			}
		}
	}
	const n = 100_000
	count, r := map[[2]int32]int{}, random(52)
	for range n {
		got := withoutReplacement(pairs, taken, 2, r)
		slices.Sort(got)
		count[[2]int32{got[0], got[1]}]++
	}
	multinomial(t, count, want, n)
}

// multinomial checks every count to 5.5 standard deviations. Outcomes with expected counts below 50
// are pooled and checked to 15 more. With the few dozen counts of these tests correct code fails
// less than once in 10⁶.
func multinomial[K comparable](t *testing.T, count map[K]int, want map[K]float64, n int) {
	t.Helper()
	rare, rareCount := 0.0, 0
	for k, p := range want {
		got := count[k]
		delete(count, k)
		if p*float64(n) < 50 {
			rare, rareCount = rare+p*float64(n), rareCount+got
			continue
		}
		if math.Abs(float64(got)-p*float64(n)) > 5.5*math.Sqrt(p*(1-p)*float64(n))+1e-9 {
			t.Errorf("%v came %d times of %d, expected %.1f", k, got, n, p*float64(n))
		}
	}
	if float64(rareCount) > rare+5.5*math.Sqrt(rare)+15 {
		t.Errorf("rare outcomes came %d times of %d, expected %.1f", rareCount, n, rare)
	}
	if len(count) > 0 {
		t.Errorf("impossible outcomes: %v", count)
	}
}

// [PRIVDPR25] Alg. 2, line 12: both samplers of softmax(V Vᵀ) have its distribution, for short
// rows, where proposals succeed, and for long ones, where they fail. A sampler without the
// exponential or with κ too small would be noticed: the distributions are far from uniform.
func TestSoftmaxDraws(t *testing.T) {
	for _, x := range []struct {
		scale float64
		i     int32
	}{{0.5, 2}, {1.2, 2}, {4, 1}, {40, 0}} {
		e := must.Get(embed.Glorot(6, 3, random(53)))(t)
		longest := 0.0
		for i := range e.Values() {
			e.Values()[i] *= float32(x.scale)
		}
		for j := range int32(6) {
			longest = max(longest, math.Sqrt(embed.Dot(e.Row(j), e.Row(j))))
		}
		kappa := longest * math.Sqrt(embed.Dot(e.Row(x.i), e.Row(x.i)))
		want, total := map[int32]float64{}, 0.0
		for j := range int32(6) {
			want[j] = math.Exp(embed.Dot(e.Row(x.i), e.Row(j)) - kappa)
			total += want[j]
		}
		for j := range want {
			want[j] /= total
		}
		for _, draw := range []func(*rand.Rand) int32{
			func(r *rand.Rand) int32 { return softmax(e, x.i, kappa, r) },
			func(r *rand.Rand) int32 { return gumbelMax(e, x.i, r) },
			func(r *rand.Rand) int32 { d := make([]int32, 6); neighbours(e, d, r); return d[x.i] },
		} {
			const n = 40_000
			count, r := map[int32]int{}, random(54)
			for range n {
				count[draw(r)]++
			}
			multinomial(t, count, want, n)
		}
	}
}
