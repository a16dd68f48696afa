package ask

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/gdp/query"
)

// above returns P(Y > y) for the noise Y of a ladder.
func above(r gdp.Rungs, reach, y float64) float64 {
	b := max(reach, float64(r.Least))
	return math.Exp(-2 * y / (math.Sqrt(b*b+2*y) + b) / r.Scale)
}

// For any reach, a ladder's interval fails with at most the stated probability, summed over all
// noisy reaches; for some reach it fails with more than half of it.
func TestLadderIsOffAsOftenAsItSays(t *testing.T) {
	for _, eps := range []gdp.Epsilon{0.1, 1, 5} {
		for _, l := range []ladder{trianglesByLadder, clusteringByLadder} {
			for _, miss := range []float64{0.5, 0.05, 0.001} {
				first, rest, least := l.split(eps)
				rungs := must.Get(gdp.RungsOf(least, rest))(t)
				worst, a := 0.0, math.Exp(-float64(first))
				for _, reach := range []float64{0, 1, 5, 20, 50, 100, 300, 1000, 10_000} {
					most, missed := max(reach, 5000), 0.0
					for x := -math.Ceil(40 / float64(first)); x <= 40/float64(first); x++ {
						p := (1 - a) / (1 + a) * math.Pow(a, math.Abs(x))
						missed += p * above(rungs, reach, ladderOff(rungs, first, min(max(reach+x, 0), most), most, miss))
					}
					worst = max(worst, missed/miss)
				}
				if worst > 1 || worst < 0.5 {
					t.Errorf("%s, ε = %v, miss %v: missed %v times as often", l.label, float64(eps), miss, worst)
				}
			}
		}
	}
}

// expectedOff returns the expected errors of triangle counts at ε, from the noise distributions.
// The graph has n nodes, and any two share at most c neighbours.
func expectedOff(eps, c, n float64) (here, packing, paper, laplace, cauchy float64) {
	_, rest, least := trianglesByLadder.split(gdp.Epsilon(eps))
	rungs, err := gdp.RungsOf(least, rest)
	if err != nil {
		return
	}
	b, s := max(c, float64(rungs.Least)), rungs.Scale
	here = b*s + s*s // the mean of b·K + K²/2

	// A packing has room for c and a margin: the mean of its Laplace noise.
	room := c + wholeAbove(1/(capShare*eps), capMiss(1-Level))
	packing = room * (1 + 1./64) / ((1 - capShare) * eps)

	// [ZCPSX15]: of rung k ≥ 1, min(c + k - 1, n - 2) numbers on both sides, each with e^(-εk/2).
	sum, mean, from := 1.0, 0.0, 0.0
	for k := 1.; k < 100/eps; k++ {
		width, weight := min(c+k-1, n-2), 2*math.Exp(-eps*k/2)
		sum += weight * width
		mean += weight * width * (from + (width+1)/2)
		from += width
	}
	paper = mean / sum

	// [NRS07]: S is the largest e^(-βt)·min(c + t, n - 2). Laplace noise of scale 2S/ε with β =
	// ε/(2·ln(2/δ)), and noise of density in proportion to 1/(1 + z⁴) times 10·S/ε with β = ε/10.
	smooth := func(beta float64) (s float64) {
		for t := range int(n - 2) {
			s = max(s, math.Exp(-beta*float64(t))*min(c+float64(t), n-2))
		}
		return s
	}
	const delta = 1e-5
	laplace = 2 / eps * smooth(eps/(2*math.Log(2/delta)))
	cauchy = 10 / eps * smooth(eps/10) * math.Sqrt2 / 2 // the mean of |z|
	return here, packing, paper, laplace, cauchy
}

// widthOf is how far the intervals of a ladder and of a packing reach on each side, where the
// noise on the largest number of common neighbours is 0.
func widthOf(eps, c, n float64) (here, packing float64) {
	first, rest, least := trianglesByLadder.split(gdp.Epsilon(eps))
	rungs, err := gdp.RungsOf(least, rest)
	if err != nil {
		return
	}
	miss := 1 - Level
	here = ladderOff(rungs, first, c, n, miss)
	room := c + wholeAbove(1/(capShare*eps), capMiss(miss))
	return here, room * (1 + 1./64) / ((1 - capShare) * eps) * math.Log(1/(miss-capMiss(miss)))
}

// On real graphs the ladder has smaller errors than all known mechanisms for triangles at edge
// level if two nodes share many neighbours, and than the packing on all graphs; its intervals are
// at most 1/50 wider. The table is in docs/proofs/ask.md.
func TestLadderIsNearest(t *testing.T) {
	page := must.Get(os.ReadFile("../../../docs/proofs/ask.md"))(t)
	for _, g := range []struct {
		name string
		n, c float64
	}{{"facebook", 4039, 293}, {"enron", 33696, 420}, {"ca-hepph", 12008, 450}, {"power", 4941, 7}} {
		if net, err := data.Load(g.name); err == nil {
			if common, err := commonOf(&net.Network); err != nil || float64(net.Graph.N()) != g.n || common != g.c {
				t.Errorf("%s: %d nodes, two of which share %v (%v)", g.name, net.Graph.N(), common, err)
			}
		}
		for _, eps := range []float64{0.5, 1, 2} {
			here, packing, paper, laplace, cauchy := expectedOff(eps, g.c, g.n)
			wide, packed := widthOf(eps, g.c, g.n)
			if others := min(paper, laplace, cauchy); here > packing || wide > 1.02*packed || g.c > 20/eps && here > others {
				t.Errorf("%s, ε = %v: the ladder errs by %v, the packing by %v, others by %v; intervals reach %v and %v", g.name, eps, here, packing, others, wide, packed)
			}
			row := fmt.Sprintf("| %s | %v |", g.name, eps)
			for _, x := range []float64{here, packing, paper, laplace, cauchy, wide, packed} {
				row += " " + Number(math.Round(x)) + " |"
			}
			if !strings.Contains(string(page), row) {
				t.Errorf("docs/proofs/ask.md lacks the row\n%s", row)
			}
		}
	}
}

// On the same graphs the reach of clustering is that of docs/proofs/ask.md.
func TestReachOfClustering(t *testing.T) {
	for name, want := range map[string]int64{"facebook": 4, "enron": 33, "ca-hepph": 6, "power": 5} {
		net, err := data.Load(name)
		if err != nil {
			continue // it is not on every machine
		}
		if _, reach, err := query.LocalClustering(net.Graph.N()).Eval(&gdp.Data{Network: &net.Network}); err != nil || reach != want {
			t.Errorf("%s: the reach is %d, want %d (%v)", name, reach, want, err)
		}
	}
}

func commonOf(net *graph.Network) (float64, error) {
	x, err := query.CommonNeighbours[gdp.L1](gdp.EdgeLevel, net.Graph.N()).Eval(&gdp.Data{Network: net})
	if err != nil {
		return 0, err
	}
	return x[0], nil
}

// Clustering coefficients are rounded down to units, which the interval compensates for: with
// little noise it holds for a graph with many of them.
func TestClusteringIsRoundedDown(t *testing.T) {
	const blocks, eps = 200_000, 1250
	var edges []graph.Edge // a node with five neighbours, two of which are joined
	for b := range int32(blocks) {
		for v := range int32(5) {
			edges = append(edges, graph.Edge{U: 6 * b, V: 6*b + 1 + v})
		}
		edges = append(edges, graph.Edge{U: 6*b + 1, V: 6*b + 2})
	}
	net := &graph.Network{Graph: gdptest.Graph(t, 6*blocks, edges)}
	exact := metric.AverageClustering(net.Graph)
	x, _, err := query.LocalClustering(6 * blocks).Eval(&gdp.Data{Network: net})
	if err != nil || float64(x)/query.ClusteringUnit/(6*blocks) >= exact {
		t.Fatal(x, err, "nothing is rounded")
	}
	a := must.Get(AverageClustering.Ask(protected(t, net, gdp.EdgeLevel, eps, 1), eps))(t)
	if v := a.Values[0]; !(v.Low <= exact && exact <= v.High) {
		t.Errorf("%+v, want %v", v, exact)
	}
}
