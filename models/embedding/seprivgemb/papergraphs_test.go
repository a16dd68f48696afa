package seprivgemb

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/accounting/best"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp/claim"
)

// G3 at the paper's settings, r = 128, T = 200: values of a program in Python. Its centres are the
// ends that a file names first, which the second part of the table takes, too; elsewhere that
// matters little for PPI and Arxiv, and Chameleon's are chosen by a coin. The paper prints .4507 ±
// .034 for Chameleon at ε = 3.5: without any gradient the authors' code has .474.
func TestStrucEquOfNoiseAlone(t *testing.T) {
	t.Parallel()
	author, coin := Author(), Published()
	coin.Centres = RandomEnd
	authorCoin := author
	authorCoin.Centres = RandomEnd
	inOrder, authorInOrder := Published(), author
	inOrder.Centres, authorInOrder.Centres = FirstSeen, FirstSeen
	for _, c := range []struct {
		name   string
		config SkipGram
		want   float64
	}{
		{"seprivgemb-arxiv", Published(), .848}, {"seprivgemb-arxiv", author, .541},
		{"seprivgemb-ppi", Published(), .915}, {"musae-chameleon", coin, .930}, {"musae-chameleon", authorCoin, .427},
		{"musae-chameleon", inOrder, .798}, {"musae-chameleon", authorInOrder, .474}, {"seprivgemb-ppi", authorInOrder, .629},
	} {
		g, seen := loadInOrder(t, c.name)
		c.config.ZeroGradient = true
		sd := c.config.Clip * c.config.Sigma
		if c.config.Sensitivity == BatchClip {
			sd *= float64(c.config.Batch)
		}
		_, after := trainedInOrder(t, g, seen, c.config, 1, sd, c.config.Steps)
		if got := strucEqu(t, g, after); math.Abs(got-c.want) > 0.02 {
			t.Errorf("%s, %v, author %v, %v: %v, want %v", c.name, c.config.Centres, c.config.Author, c.config.Sensitivity, got, c.want)
		}
	}
}

// G2. Secret first rows do not help: entries are within ±1, and a row that got
// noise once leaves that with probability 1 for S = B·C, .331 for S = C. Of 1280 rows the
// share is off by .08 with probability below 10⁻⁸.
func TestSecretFirstRowsAreNoDefence(t *testing.T) {
	var edges []graph.Edge
	for u := int32(0); u < 128; u++ {
		edges = append(edges, graph.Edge{U: u, V: u + 128})
	}
	g := build(t, 256, edges...)
	for sensitivity, want := range map[Sensitivity]float64{BatchClip: 1, OneClip: .331} {
		c := Published()
		c.ZeroGradient = true
		sd := c.Clip * c.Sigma
		if sensitivity == BatchClip {
			sd *= float64(c.Batch)
		}
		out, all := 0., 0.
		for seed := range uint64(10) {
			_, after := trained(t, g, c, seed, sd, 1)
			for u := range int32(128) {
				all++
				if slices.ContainsFunc(after.Row(u), func(x float32) bool { return x < -1 || x > 1 }) {
					out++
				}
			}
		}
		if math.Abs(out/all-want) > .08 {
			t.Errorf("%v: %v of rows leave ±1, want %v", sensitivity, out/all, want)
		}
		touched := 1 - math.Pow(1-128./31421, 200) // on Chameleon
		close(t, "δ at least", want*touched, map[Sensitivity]float64{BatchClip: .558, OneClip: .185}[sensitivity], 3e-3)
	}
}

// G4. What noise on all rows would cost at node level, by the degree that a node has.
func TestNodeLevelCostOfNoiseOnAllRows(t *testing.T) {
	a, err := best.New(accounting.AddRemove)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		edges  float64
		degree int
		want   float64
	}{{31421, 732, 75}, {37845, 593, 42}, {14496, 81, 10.6}, {31421, 10, .413}, {37845, 10, .337}, {14496, 10, .962}, {333983, 10, .031}} {
		eps, err := a.Epsilon(accounting.SelfCompose{Event: binomial(c.degree, 128/c.edges, 5), Count: 200}, 1e-5)
		if err != nil {
			t.Fatal(err)
		}
		if got := float64(eps); got > 1.03*c.want || got < 0.9*c.want {
			t.Errorf("%v edges, degree %d: ε = %v, want %v", c.edges, c.degree, got, c.want)
		}
	}
}

// C1 and G11 c: how much of DeepWalk's proximity lies on edges, over which the loss sums.
func TestHowMuchProximityIsOnEdges(t *testing.T) {
	claim.Fails(t, "seprivgemb", "Eq. 11: the sum over edges is the sum over all pairs. Of DeepWalk's proximity .599 lies on the edges of Chameleon, .527 on PPI's, .520 on Power's, .642 on Arxiv's, .530 on BlogCatalog's")
	for name, want := range map[string]float64{"musae-chameleon": .599, "seprivgemb-ppi": .527, "seprivgemb-power": .520, "seprivgemb-arxiv": .642, "seprivgemb-blogcatalog": .530} {
		g := loadData(t, name)
		forward, back, err := DeepWalk.OnEdges(g)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for i, x := range forward {
			sum += x + back[i] // [SE-PrivGEmb] Eq. 11
		}
		if got := sum / float64(g.N()); math.Abs(got-want) > 6e-4 {
			t.Errorf("%s: %v on edges, want %v", name, got, want)
		}
	}
}

// G8. How many of the edges change their proximity when one goes, on average over 25: a
// program in Python counted others of them. And G9: how often a hub's k negatives are
// drawn again because of its edges.
func TestHowFarAnEdgeReaches(t *testing.T) {
	for _, c := range []struct {
		name            string
		changed, redraw float64
	}{{"musae-chameleon", 3406, 2.37}, {"seprivgemb-ppi", 1020, .91}, {"seprivgemb-power", 4.6, .019}, {"seprivgemb-arxiv", 260, .078}} {
		g := loadData(t, c.name)
		whole, _, err := DeepWalk.OnEdges(g)
		if err != nil {
			t.Fatal(err)
		}
		edges, r, mean := edgesOf(g), rand.New(rand.NewPCG(5, 5)), 0.0
		for range 25 {
			gone := r.IntN(len(edges))
			less, _, err := DeepWalk.OnEdges(build(t, g.N(), slices.Delete(slices.Clone(edges), gone, gone+1)...))
			if err != nil {
				t.Fatal(err)
			}
			for i, x := range less {
				if i >= gone {
					i++
				}
				if whole[i] != x {
					mean += 1. / 25
				}
			}
		}
		if mean < c.changed/2 || mean > 2*c.changed {
			t.Errorf("%s: one edge changes %v others, want about %v", c.name, mean, c.changed)
		}
		hub, n := float64(slices.Max(g.Degrees())), float64(g.N())
		close(t, "negatives drawn again", hub*float64(Published().Negatives)/(n-1-hub), c.redraw, .02)
	}
}

// G12. How many nodes are never the first end of an edge, by their ids. In the order of
// networkx, that of a file's lines, they are 1334 of PPI's, 2055 of Arxiv's, 1829 of
// Power's, 4140 of BlogCatalog's and 1382 of Chameleon's.
func TestHowManyNodesAreNeverFirst(t *testing.T) {
	for name, want := range map[string]int{"seprivgemb-ppi": 1408, "seprivgemb-arxiv": 2005, "seprivgemb-power": 1859, "seprivgemb-blogcatalog": 4487, "musae-chameleon": 110} {
		g := loadData(t, name)
		list, err := subgraphs(g, nil, Uniform, FirstID, 0, rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		first := make([]bool, g.N())
		for _, s := range list {
			first[s.centre] = true
		}
		never := 0
		for _, x := range first {
			if !x {
				never++
			}
		}
		if never != want {
			t.Errorf("%s: %d of %d nodes are never first, want %d", name, never, g.N(), want)
		}
	}
}

// G14. What the degree control scores: nearly all of StrucEqu with the noise that ε asks for.
func TestScoresOfTheDegreeControl(t *testing.T) {
	for _, c := range []struct {
		name          string
		eps           float64
		strucEqu, auc float64
	}{
		{"musae-chameleon", .5, .945, .872}, {"musae-chameleon", 3.5, .966, .886}, {"seprivgemb-power", 3.5, .877, .459},
	} {
		g := loadData(t, c.name)
		got := measured(t, g, "control", c.eps, 2)
		t.Log(c.name, c.eps, got)
		if math.Abs(got["StrucEqu"]-c.strucEqu) > .015 || math.Abs(got["AUC"]-c.auc) > .03 {
			t.Errorf("%s, ε = %v: %v, want %v and %v", c.name, c.eps, got, c.strucEqu, c.auc)
		}
	}
}
