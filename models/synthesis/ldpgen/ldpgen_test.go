package ldpgen

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/gdp/gdptest/smallworld"
	"github.com/graphdp/graphdp/models/synthesis/synthesistest"
)

func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// Published proves twice ε. Strict asks four queries if it finds no groups, else five.
func TestBudgets(t *testing.T) {
	synthesistest.Budgets(t, Method, map[string]synthesistest.Cost{"published": {Least: 1, Most: 1, Proved: 2}})
	for eps, steps := range map[gdp.Epsilon]int{0.1: 4, 2: 4, 30: 5} {
		_, s := synthesistest.Run(t, synthesistest.Planted(t, 60, 0.5, 0.02).Graph, Strict, eps, 1)
		if l, err := s.Ledger(); err != nil || len(l.Entries) != steps {
			t.Errorf("ε = %v: %d answers, want %d, %v", eps, len(l.Entries), steps, err)
		}
	}
	claim.Fails(t, "ldpgen", "Both phases cost ε as a statement about edges: 2ε, for an edge is in two lists")
}

// Over all graphs of four nodes and all groups: an edge changes the numbers of one node by 1, as
// the paper counts, and of all nodes by 2.
func TestAnEdgeIsInTwoLists(t *testing.T) {
	const n, count = 4, 3
	for code := range 81 {
		in := groups{of: make([]int32, n), count: count}
		for u := range in.of {
			in.of[u] = int32(code % count)
			code /= count
		}
		q := in.query(gdp.EdgeLevel)
		w := smallworld.World{Relation: gdp.EdgeLevel, Nodes: n}
		all := must.Get(w.Worst(q.Eval))(t)
		one, err := w.Worst(func(d *gdp.Data) ([]float64, error) {
			numbers, err := q.Eval(d)
			return numbers[:count], err
		})
		if err != nil || all.L1.Change != 2 || one.L1.Change != 1 || float64(q.Bound()) != 2 {
			t.Fatalf("groups %v: all numbers move by %v, those of one node by %v, %v", in.of, all.L1, one.L1, err)
		}
	}
	claim.Holds(t, "ldpgen", "An edge of one list moves its numbers by 1")
}

// With more noise the closed form gives more groups for degrees of 13 and above, and fewer below.
// In these groups each zero becomes half the noise scale on average, once negatives are clipped: at
// ε = 1 a graph of 2,000 nodes gets three times its edges. With two groups no edges are invented,
// and a third is lost.
func TestGroupsGrowWithTheNoise(t *testing.T) {
	for _, c := range []struct{ d, eps, want float64 }{{10, 1, 10 + 101 - 20*(1+math.Sqrt(5))}, {4, math.Inf(1), 4}, {2, 0.5, 2 + 10 - 8*(1+math.Sqrt(5))}} {
		if got := groupsOf(c.d, c.eps); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v groups for d = %v at ε = %v, want %v", got, c.d, c.eps, c.want)
		}
	}
	for _, d := range []float64{13, 20, 50} {
		if !(groupsOf(d/2, 0.1) > groupsOf(d/2, 1) && groupsOf(d/2, 1) > groupsOf(d/2, 10)) {
			t.Errorf("degree %v: %v groups at ε = 0.1, %v at 1, %v at 10", d, groupsOf(d/2, 0.1), groupsOf(d/2, 1), groupsOf(d/2, 10))
		}
	}
	rows := slices.Repeat([][]float64{{20, 20}}, 1000)
	if got := groupsFor(rows, 1); got != int(math.Ceil(groupsOf(20, 1))) {
		t.Errorf("%d groups", got)
	}
	if few, none := groupsFor([][]float64{{-3, 1}, {0, 0}}, 1), groupsFor(rows[:5], 0.001); few != 1 || none < 1 || none > 5 {
		t.Errorf("%d and %d groups", few, none)
	}

	g := must.Get(gen.BarabasiAlbert(2000, 10, source(3)))(t)
	few := Published.Settings
	few.Most = 2
	for name, c := range map[string]struct {
		mode        synthesistest.Mode
		least, most float64
	}{"published": {Published, 1.8, 9}, "two groups": {Published.With(few), 0.5, 0.8}, "strict": {Strict, 0.97, 1.03}} {
		r, _ := synthesistest.Run(t, g, c.mode, 1, 1)
		share := float64(r.Graph.M()) / float64(g.M())
		t.Logf("%s: %.3f of the edges", name, share)
		if share < c.least || share > c.most {
			t.Errorf("%s: %.3f of the edges, want %v to %v", name, share, c.least, c.most)
		}
	}
	claim.Fails(t, "ldpgen", "The closed form balances what groups lose and what noise costs: it has more groups the more noise there is, and noise that is cut at 0 invents edges in each")
}

// If all of a node's neighbours are in its own group, the edge distribution keeps half of them; if
// they are spread over k groups, k/(k + 1).
func TestEdgesWithinGroupsAreLost(t *testing.T) {
	const n, d = 1200, 40
	for _, c := range []struct {
		count int
		own   bool // all neighbours in the own group
		want  float64
	}{{1, true, 0.5}, {4, true, 0.5}, {30, true, 0.5}, {4, false, 0.8}, {40, false, 40. / 41}} {
		g := random(n, c.count, source(1))
		wanted := make([][]float64, n)
		for u := range wanted {
			wanted[u] = slices.Repeat([]float64{d / float64(c.count)}, c.count)
			if c.own {
				clear(wanted[u])
				wanted[u][g.of[u]] = d
			}
		}
		chances, sum := g.chances(wanted), 0.0
		for u, row := range chances {
			for v, j := range g.of {
				if u != v {
					sum += row[j] / 2
				}
			}
		}
		size := float64(n / c.count)
		missing := 1.0 // self-pairs, as a share of the group's pairs
		if c.own {
			missing = (size - 1) / size
		}
		if got := sum / (n * d / 2); math.Abs(got-c.want*missing) > 0.01 {
			t.Errorf("%d groups, own %v: %.3f of the edges, want %v", c.count, c.own, got, c.want*missing)
		}
		made, err := new(gen.Watch).ByFirst(g.of, chances, source(2))
		if sd := math.Sqrt(sum); err != nil || math.Abs(float64(made.M())-sum) > 6.5*sd { // once in 10¹⁰
			t.Errorf("%d groups: %d edges, want %.0f, %v", c.count, made.M(), sum, err)
		}
	}
	claim.Fails(t, "ldpgen", "Edges have the numbers that nodes say: of those within a group whose nodes have no other neighbours half are lost")
}

// Numbers of neighbours in some groups are split over other groups in proportion to shared nodes.
func TestEstimated(t *testing.T) {
	one, two := groups{of: []int32{0, 0, 1, 1}, count: 3}, groups{of: []int32{0, 1, 1, 1}, count: 2}
	got := two.estimated([][]float64{{2, 1, 5}, {-4, 1.4, 0}, {9, 0, 0}, {0, 0, 0}}, one)
	if want := [][]float64{{1, 2}, {0, 1}, {1.5, 1.5}, {0, 0}}; !slices.EqualFunc(got, want, slices.Equal[[]float64]) {
		t.Errorf("%v, want %v", got, want)
	}
}

// Two random groups show only degrees: on four communities of similar degrees, groups from them
// know almost nothing even without noise, and a fortieth of the modularity remains. At ε = 20, as
// without noise, strict's groups are the communities, and the drawn graph has them.
func TestGroupsAreOfLikeDegrees(t *testing.T) {
	w := synthesistest.Planted(t, 150, 0.2, 0.01)
	r := source(1)
	phases := Published.Settings.Phases
	zero := random(600, phases.Random, r)
	ask := func(in groups) [][]float64 {
		numbers := must.Get(in.query(gdp.EdgeLevel).Eval(&gdp.Data{Network: w}))(t)
		return in.rows(numbers)
	}
	one := groups{count: groupsFor(ask(zero), math.Inf(1))}
	one.of = must.Get(embed.KMeans(ask(zero), one.count, r))(t)
	x := synthesistest.Alike(t, one.of, w.Labels)
	t.Logf("%d groups of the first phase: %.3f in common with communities", one.count, x)
	if x > 0.1 {
		t.Errorf("%d groups of the first phase have %.3f in common with communities", one.count, x)
	}
	plain := must.Get(NonPrivate.RunOn(t.Context(), w, 1))(t)
	strict, _ := synthesistest.Run(t, w.Graph, Strict, 20, 1)
	published, _ := synthesistest.Run(t, w.Graph, Published, 100, 1) // almost no noise
	synthesistest.Modularity(t, w, "nonprivate", plain.Graph, 0.9, 1.1, 1)
	synthesistest.Modularity(t, w, "published", published.Graph, 0, 0.15, 1)
	synthesistest.Modularity(t, w, "strict", strict.Graph, 0.9, 1.1, 1)
	claim.Fails(t, "ldpgen", "Phases cluster nodes of like structure: groups are of like degrees, and of four communities of like degrees a fortieth of the modularity is left, without any noise")
}

// Noise alone has no components, and neither has a graph with degrees alone; four communities have
// two or three above the noise.
func TestLook(t *testing.T) {
	const n, columns = 800, 32
	theta := make([]float64, n)
	r := source(7)
	for u := range theta {
		theta[u] = 30 * math.Exp(0.7*r.NormFloat64())
	}
	chung := must.Get(gen.ChungLu(theta, r))(t)
	w := synthesistest.Planted(t, 200, 0.3, 0.01)
	for name, c := range map[string]struct {
		g    *graph.Graph
		want int
	}{"no edge": {gdptest.Graph(t, n, nil), 0}, "degrees": {chung, 0}, "communities": {w.Graph, 2}} {
		for seed := range uint64(10) {
			r := source(seed)
			in := random(n, columns, r)
			numbers := must.Get(in.query(gdp.EdgeLevel).Eval(&gdp.Data{Network: &graph.Network{Graph: c.g}}))(t)
			degrees := make([]float64, n)
			for u, d := range c.g.Degrees() {
				degrees[u] = float64(d)
			}
			for i := range numbers {
				numbers[i] += r.NormFloat64()
			}
			found := look(in.rows(numbers), degrees, byDegree(degrees), 1, 7)
			if c.want == 0 && found.directions != nil || c.want > 0 && (found.directions == nil || len(found.directions[0]) < c.want || len(found.directions[0]) > 3) {
				t.Errorf("%s, %d: %d hubs with directions, want %d of each or one more", name, seed, len(found.hubs), c.want)
			}
		}
	}
	for _, eps := range []gdp.Epsilon{0.1, 1, 8} { // discrete Laplace noise of scale 2/ε
		sum, a := 0.0, math.Exp(-float64(eps)/2)
		for x := -4000; x <= 4000; x++ {
			sum += float64(x*x) * (1 - a) / (1 + a) * math.Pow(a, math.Abs(float64(x)))
		}
		if got := variance(eps); math.Abs(got-sum) > 1e-9*sum {
			t.Errorf("ε = %v: variance %v, want %v", eps, got, sum)
		}
	}
	flat := slices.Repeat([]float64{10}, n)
	order := byDegree(flat)
	if canShow(flat, order, columns, 1000) || !canShow(flat, order, columns, 1) || canShow(nil, nil, columns, 1) {
		t.Error("what noise hides is looked for, or what it does not hide is not")
	}
}

// Every node joins the hubs whose neighbours are where its own are.
func TestAgain(t *testing.T) {
	one := groups{of: []int32{0, 0, 1, 1, 2, 2, 2}, count: 3}
	rows := [][]float64{{9, 1, 5}, {8, 0, 7}, {1, 9, 5}, {0, 7, 8}, {3, 0, 1}, {0, 4, 1}, {20, 2, 14}}
	degrees := []float64{15, 15, 15, 15, 4, 5, 36}
	if got := one.regroup(rows, degrees, 1); !slices.Equal(got.of, []int32{0, 0, 1, 1, 0, 1, 0}) || got.count != 2 {
		t.Errorf("%v", got)
	}
}

// The attacks find at most the proved ε.
func TestAudits(t *testing.T) {
	synthesistest.Audit(t, Method, "strict", 3, 1000, 0.1, 3)
	synthesistest.Audit(t, Method, "published", 3, 1000, 0.1, 6)
}

// More numbers than fit into memory, and shares that leave nothing, are refused before anything is
// spent.
func TestExtremes(t *testing.T) {
	wide, many, greedy := Strict.Settings, Published.Settings, Strict.Settings
	wide.Random, many.Most, greedy.FirstShare, greedy.DegreeShare = 1024, 1024, 0.49, 0.4
	s := synthesistest.Session(t, gdptest.Graph(t, 1<<17, nil), gdp.Budget{Epsilon: 1}, 1)
	synthesistest.Refused(t, Strict.With(wide), s, "use fewer groups")
	synthesistest.Refused(t, Published.With(many), s, "use fewer groups")
	synthesistest.Refused(t, Strict.With(greedy), s, "leave nothing")
}
