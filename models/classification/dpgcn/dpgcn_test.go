package dpgcn

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
	"github.com/graphdp/graphdp/models/classification/classificationtest"
	"github.com/graphdp/graphdp/models/method"
)

func protect(t testing.TB, net *graph.Network, eps gdp.Epsilon, seed uint64) *gdp.Session {
	return classificationtest.Protect(t, net, gdp.EdgeLevel, gdp.Budget{Epsilon: eps}, gdp.Seed(seed))
}

// Adding or removing one edge changes one cell by 1, which is the bound.
func TestOneEdgeMovesOneCell(t *testing.T) {
	claim.Holds(t, "dpgcn", "LapGraph: one edge moves the cells above the diagonal by 1")
	const n = 12
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[int]bool{}
	for range 20 {
		g := must.Get(gen.GNP(n, 0.4, r))(t)
		q := cellsQuery(n)
		if q.Bound() != 1 {
			t.Fatalf("bound %v", q.Bound())
		}
		classificationtest.EachEdge(t, g, q.Eval, func(e graph.Edge, with, without []float64) {
			if len(with) != n*(n-1)/2 {
				t.Fatalf("%d cells", len(with))
			}
			moved := 0.0
			for k := range with {
				if with[k] != without[k] {
					seen[k] = true
				}
				moved += math.Abs(with[k] - without[k])
			}
			if moved != float64(q.Bound()) {
				t.Fatalf("the edge %d, %d moves the cells by %v", e.U, e.V, moved)
			}
		})
	}
	if len(seen) != n*(n-1)/2 {
		t.Errorf("edges move %d cells", len(seen))
	}
}

// With almost no noise both mechanisms release the graph itself: cells and pairs are numbered
// consistently. An arc of a directed graph counts as an edge.
func TestGraphsWithoutNoise(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	undirected := must.Get(gen.GNP(40, 0.2, r))(t)
	var arcs []graph.Edge
	for u, v := range undirected.Edges() {
		arcs = append(arcs, []graph.Edge{{U: u, V: v}, {U: v, V: u}}[r.IntN(2)])
	}
	directed, _ := must.Two(graph.FromEdges(40, arcs, graph.Options{Directed: true}))(t)
	halves := Published.Settings
	halves.CountShare = 0.5
	for name, g := range map[string]*graph.Graph{"undirected": undirected, "directed": directed} {
		for _, c := range []perturbation{halves, EdgeRand.Settings} {
			s := protect(t, &graph.Network{Graph: g}, 400, 1)
			made := must.Get(c.perturb(s, 40))(t)
			if made.M() != undirected.M() {
				t.Errorf("%s, %T: %d edges in place of %d", name, c, made.M(), undirected.M())
			}
			for u, v := range undirected.Edges() {
				if !made.HasEdge(u, v) {
					t.Errorf("%s, %T: the edge %d, %d is lost", name, c, u, v)
				}
			}
		}
	}
}

// LapGraph's cells are the largest after noise of scale 1/(0.99 ε), compared with a naive sample
// for all pairs: the number of edges among them has that mean. EdgeRand flips with probability
// 1/(1+e^ε).
func TestGraphsHaveTheLawOfThePaper(t *testing.T) {
	claim.Holds(t, "dpgcn", "EdgeRand: a fair bit with probability 2/(1+e^ε) flips a cell with probability 1/(1+e^ε)")
	const n, eps, draws = 40, 2.0, 400
	r := rand.New(rand.NewPCG(7, 4))
	g := must.Get(gen.GNP(n, 0.1, r))(t)
	naive := func() (hit, kept int) {
		laplace := func(scale float64) float64 { return scale * (r.ExpFloat64() - r.ExpFloat64()) }
		keep := min(max(int(math.Round(float64(g.M())+laplace(1/(0.01*eps)))), 1), n*(n-1)/2)
		type cell struct {
			value float64
			edge  bool
		}
		var cells []cell
		for u := range int32(n) {
			for v := u + 1; v < n; v++ {
				c := cell{laplace(1 / (0.99 * eps)), g.HasEdge(u, v)}
				if c.edge {
					c.value++
				}
				cells = append(cells, c)
			}
		}
		for i := range keep {
			for j := i + 1; j < len(cells); j++ {
				if cells[j].value > cells[i].value {
					cells[i], cells[j] = cells[j], cells[i]
				}
			}
			if cells[i].edge {
				hit++
			}
		}
		return hit, keep
	}
	var hits, wanted, kept, wantedKept []float64
	flips, edges := 0, 0
	for i := range draws {
		hit := func(h *graph.Graph) (both int) {
			for u, v := range h.Edges() {
				if g.HasEdge(u, v) {
					both++
				}
			}
			return both
		}
		a := must.Get(Published.Settings.perturb(protect(t, &graph.Network{Graph: g}, eps, uint64(i)), n))(t)
		hits, kept = append(hits, float64(hit(a))), append(kept, float64(a.M()))
		x, k := naive()
		wanted, wantedKept = append(wanted, float64(x)), append(wantedKept, float64(k))
		b := must.Get(EdgeRand.Settings.perturb(protect(t, &graph.Network{Graph: g}, eps, uint64(i)), n))(t)
		both := hit(b)
		flips += b.M() + g.M() - 2*both
		edges += both
	}
	const alpha = 1e-6
	if !stattest.SameDistribution(hits, wanted, alpha) || !stattest.SameDistribution(kept, wantedKept, alpha) {
		t.Error("LapGraph has another law than with noise on all cells")
	}
	p := 1 / (1 + math.Exp(eps))
	if !stattest.Count(flips, draws*n*(n-1)/2, p, alpha) || !stattest.Count(edges, draws*g.M(), 1-p, alpha) {
		t.Errorf("%d flips, %d edges are kept of %d", flips, edges, draws*g.M())
	}
}

// If neighbours are informative and words are not, edges help at a large ε. The ledger has exactly
// ε: the count and the cells of LapGraph, or the responses for all pairs.
func TestEdgesHelp(t *testing.T) {
	net := classificationtest.Blocks(200, 0.1, 0.01, 0.62, 1)
	alone, err := Null.Run(t.Context(), protect(t, net, 1, 1))
	if err != nil || alone.Guarantee.Proved != 0 {
		t.Fatal(alone, err)
	}
	for entries, mode := range map[int]method.Mode{2: Published.Mode, 1: EdgeRand.Mode} {
		s := protect(t, net, 12, 1)
		r := must.Get(mode.Run(t.Context(), s, mode.Config(), nil))(t)
		if got, without := classificationtest.Accuracy(r, net), classificationtest.Accuracy(alone.Outcome(), net); got < without+0.1 || got < 0.85 {
			t.Errorf("%s at ε = 12: accuracy %v, %v without edges", mode.Name, got, without)
		}
		if g := r.Guarantee; g.Proved > 12 || g.Proved < 11.99 || g.By != nil {
			t.Errorf("%s: the guarantee is %v", mode.Name, g)
		}
		if l, err := s.Ledger(); err != nil || len(l.Entries) != entries {
			t.Errorf("%s: the ledger is %v, %v", mode.Name, l, err)
		}
	}
}

// Invalid runs are refused before anything is spent.
func TestRefusals(t *testing.T) {
	net := classificationtest.Blocks(20, 0.3, 0.1, 0.62, 3)
	big := gdptest.Graph(t, 40_000, nil)
	wide := gdptest.Graph(t, maxNodes+1, nil)
	labels := make([]int32, maxNodes+1)
	for name, x := range map[string]struct {
		net  *graph.Network
		mode method.Mode
		says string
	}{
		"dense": {&graph.Network{Graph: big, Labels: labels[:40_000], Classes: net.Classes}, EdgeRand.Mode, "edges among"},
		"wide":  {&graph.Network{Graph: wide, Labels: labels, Classes: net.Classes}, Published.Mode, "at most"},
	} {
		s := protect(t, x.net, 0.5, 1)
		if _, err := x.mode.Run(t.Context(), s, x.mode.Config(), nil); err == nil || !strings.Contains(err.Error(), x.says) {
			t.Errorf("%s: %v", name, err)
		}
		if l, err := s.Ledger(); err != nil || len(l.Entries) != 0 {
			t.Errorf("%s: the ledger is %v, %v", name, l, err)
		}
	}
}

// The attack works: for EdgeRand at ε = 6 it finds more than 1, so a run charged for a sixth of its
// ε is caught, and no more than the proved ε.
func TestAttackFindsAnEdge(t *testing.T) {
	found := must.Get(method.Audit{
		Method: Method.Name, Mode: EdgeRand.Mode, Attack: *Method.Attack,
		Confidence: 1 - 1e-6, Budget: gdp.Budget{Epsilon: 6}, Trials: 400,
	}.Run(t.Context()))(t)
	if got := found.Bound.Epsilon; got < 1 || got > 6 {
		t.Errorf("the attack finds ε ≥ %v, and 6 is proved", got)
	}
}
