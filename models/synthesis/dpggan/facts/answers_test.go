package facts

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
)

func asked(t *testing.T, c *graph.Collection, eps gdp.Epsilon, seed uint64) *Answers {
	t.Helper()
	return must.Get(AskPairs(session(t, c, eps, seed), eps))(t)
}

// If graphs are alike (hubs and cliques), the drawn graphs have less than half of the answers'
// error in triangles, distances, GINI and REDE.
func TestAnswersAreDenoised(t *testing.T) {
	c := crews(t, 80, rand.New(rand.NewPCG(1, 1)))
	for _, eps := range []gdp.Epsilon{3, 4} {
		a := asked(t, c, eps, 2)
		graphs := must.Get(a.Draw(t.Context(), rand.New(rand.NewPCG(1, 2))))(t)
		drawn, noisy := apart(t, graphs, c), apart(t, a.noisy, c)
		t.Logf("ε = %v: %.4f, answers as they come %.4f", eps, drawn, noisy)
		for k := 1; k < len(drawn); k++ {
			if drawn[k] > noisy[k]/2 {
				t.Errorf("ε = %v: %.4f, answers as they come %.4f", eps, drawn, noisy)
				break
			}
		}
	}
}

// The node adjacent to all others is found in every graph that has one, and in no other.
func TestHubsOfAnswers(t *testing.T) {
	for k, c := range []*graph.Collection{crews(t, 80, rand.New(rand.NewPCG(1, 1))), sparse(t, 40, rand.New(rand.NewPCG(1, 1)))} {
		for i, u := range asked(t, c, 8, 1).hubs() {
			g := c.Graphs[i].Graph
			if has := u >= 0 && g.Degree(int32(u)) == g.N()-1; has != (k == 0) || u >= 0 && !has {
				t.Errorf("collection %d, graph %d of %d nodes: hub %d", k, i, g.N(), u)
			}
		}
	}
}

// The expected number of flipped answers per node follows from sizes and ε: randomised response is
// used where it is small and graphs are not too large.
func TestFew(t *testing.T) {
	if Few([]int{3, 5}, 0, 13.0/8/2-1e-9) || !Few([]int{3, 5}, 0, 13.0/8/2+1e-9) {
		t.Error("at ε = 0 half of 13 answers of 8 nodes are turned")
	}
	for _, x := range []struct {
		size int
		eps  gdp.Epsilon
		want bool
	}{{177, 5, true}, {177, 4, false}, {13, 3, true}, {13, 1, false}, {widest, 9, true}, {widest + 1, 9, false}} {
		if Few([]int{x.size}, x.eps, 0.75) != x.want {
			t.Errorf("%d nodes at ε = %v: want %v", x.size, x.eps, x.want)
		}
	}
}

// The features of a pair are counts on the graph without the pair.
func TestFeaturesAreOfTheGraphWithoutThePair(t *testing.T) {
	c := sparse(t, 1, rand.New(rand.NewPCG(3, 1)))
	g := c.Graphs[0].Graph
	x := newPairs(g)
	for u, v := range g.Edges() {
		x.turn(int(u), int(v))
	}
	for u := range x.n {
		for v := u + 1; v < x.n; v++ {
			var with, without features
			if !x.features(u, v, &with) {
				continue
			}
			x.turn(u, v)
			if x.features(u, v, &without) || with != without {
				t.Fatalf("pair %d-%d: %v with the edge, %v without", u, v, with, without)
			}
			common := 0
			for w := range int32(x.n) {
				if g.HasEdge(int32(u), w) && g.HasEdge(int32(v), w) {
					common++
				}
			}
			if low := min(g.Degree(int32(u)), g.Degree(int32(v))) - 1; with[5] != logs[common] || with[2] != logs[low] {
				t.Fatalf("pair %d-%d has %d common neighbours, and %d others: %v", u, v, common, low, with)
			}
			x.turn(u, v)
		}
	}
}

// With uninformative features, the model takes as many pairs for edges as there are answers minus
// the expected flips.
func TestTheModelHasTheDensityOfTheAnswers(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	var graphs []*graph.Network
	edges := 0
	for range 30 {
		var list []graph.Edge
		for u := range int32(40) {
			for v := range u {
				if r.Float64() < 0.1 {
					list = append(list, graph.Edge{U: v, V: u})
				}
			}
		}
		edges += len(list)
		graphs = append(graphs, &graph.Network{Graph: made(t, 40, list)})
	}
	a := asked(t, &graph.Collection{Graphs: graphs}, 3, 1)
	drawn := must.Get(a.Draw(t.Context(), r))(t)
	got, noisy := 0, 0
	for i, g := range drawn {
		got, noisy = got+g.M(), noisy+a.noisy[i].M()
	}
	if math.Abs(float64(got-edges)) > 0.06*float64(edges) { // answers have a standard error of 1.5 %
		t.Errorf("%d edges, want %d; %d noisy edges", got, edges, noisy)
	}
}

// Among the visited graphs the medoid is kept.
func TestMiddle(t *testing.T) {
	var list []visited
	for _, x := range []float64{9, 1, 5, 7, 3} {
		list = append(list, visited{is: [5]float64{x, 2 * x, -x, 0, 1}})
	}
	if got := medoid(list).is[0]; got != 5 {
		t.Errorf("%v is kept of 1, 3, 5, 7, 9", got)
	}
}

// Directed graphs, and graphs that are too large, are refused.
func TestAnswersRefuse(t *testing.T) {
	g, _ := must.Two(graph.FromEdges(3, []graph.Edge{{U: 0, V: 1}}, graph.Options{Directed: true}))(t)
	s := must.Get(gdp.Protect(&graph.Network{Graph: g}, gdp.EdgeLevel, gdp.Budget{Epsilon: 1}, gdp.Seed(1)))(t)
	if _, err := AskPairs(s, 1); err == nil {
		t.Error("arcs were asked")
	}
	if l, err := s.Ledger(); err != nil || len(l.Entries) > 0 {
		t.Errorf("%v, %v", l, err)
	}
	large := &Answers{[]*graph.Graph{made(t, widest+1, nil)}, 0.4, 0.4}
	if _, err := large.Draw(t.Context(), rand.New(rand.NewPCG(1, 1))); err == nil {
		t.Error("a graph that is too large was drawn")
	}
}

// A run that is killed after all queries or in between and asks again spends nothing twice and gets
// the same statistics, also if graphs have hubs and other shares are spent.
func TestAskGoesOn(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for name, c := range map[string]*graph.Collection{"hubs": crews(t, 20, r), "none": sparse(t, 20, r)} {
		s := session(t, c, 1, 1)
		first := must.Get(Ask(s, c.Sizes(), 1, Default()))(t)
		again, err := Ask(s, c.Sizes(), 1, Default())
		if err != nil || !reflect.DeepEqual(first, again) {
			t.Errorf("%s: asked again: %v, or other facts", name, err)
		}
		if g, err := s.Guarantee(); err != nil || g.Proved > 1+1e-9 {
			t.Errorf("%s: %v, %v", name, g, err)
		}
	}
	// Large shares are refused before anything is spent, on both paths.
	for _, eps := range []gdp.Epsilon{1100, 1500, 2500} {
		c := crews(t, 20, r)
		s := session(t, c, eps, 1)
		if _, err := Ask(s, c.Sizes(), eps, Default()); err == nil {
			continue
		}
		if l, err := s.Ledger(); err != nil || len(l.Entries) > 0 {
			t.Errorf("ε = %v: refused after %v, %v", eps, l, err)
		}
	}
}

// All statistics are asked for or none: refusals come before anything is spent, and a run that has
// begun does not exceed the budget.
func TestAllFactsOrNone(t *testing.T) {
	c := &graph.Collection{Graphs: []*graph.Network{{Graph: made(t, 4, []graph.Edge{{U: 0, V: 1}, {U: 1, V: 2}})}, {Graph: made(t, 2, nil)}}}
	ask := func(eps gdp.Epsilon, shares Shares) (entries int, err error) {
		s := session(t, c, eps, 5)
		_, err = Ask(s, c.Sizes(), eps, shares)
		l := must.Get(s.Ledger())(t)
		if err == nil && math.Abs(float64(l.Spent()/eps)-1) > 1e-6 {
			err = fmt.Errorf("%v of %v was spent", l.Spent(), eps)
		}
		return len(l.Entries), err
	}
	usual := Default()
	for _, eps := range []gdp.Epsilon{1e-9, 1e-6, 1.5e-5, 1e4, 1e9} {
		if entries, err := ask(eps, usual); err == nil || entries > 0 {
			t.Errorf("ε = %v: %d entries, %v", eps, entries, err)
		}
	}
	if entries, err := ask(1, Shares{Edges: 1 - 5e-11, Degrees: 1e-11, Gaps: 1e-11, Components: 1e-11, Hubs: 1e-11, Triangles: 1e-11}); err == nil || entries > 0 {
		t.Errorf("tiny shares: %d entries, %v", entries, err)
	}
	more := usual
	more.Edges += 9e-10
	if entries, err := ask(1, more); err != nil || entries < 4 {
		t.Errorf("shares of 1 but for rounding: %d entries, %v", entries, err)
	}
	r := rand.New(rand.NewPCG(3, 3))
	for range 300 {
		x, sum := [6]float64{}, 0.0
		for i := range x {
			x[i] = 0.01 + r.Float64()
			sum += x[i]
		}
		eps, shares := gdp.Epsilon(math.Exp(r.Float64()*12-6)), Shares{x[0] / sum, x[1] / sum, x[2] / sum, x[3] / sum, x[4] / sum, x[5] / sum}
		if entries, err := ask(eps, shares); err != nil || entries < 4 {
			t.Fatalf("ε = %v, %+v: %d entries, %v", eps, shares, entries, err)
		}
	}
}
