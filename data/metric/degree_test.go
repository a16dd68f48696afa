package metric

import (
	"math"
	"slices"
	"testing"
)

// The degree statistics against sums written out over nodes, pairs and triples.
func TestDegreeStatisticsByDefinition(t *testing.T) {
	smallGraphs(t, func(t *testing.T, a matrix) {
		g := a.graph()
		n, m := float64(len(a)), float64(a.edges())
		var wedges, claws, spread, entropy float64
		for u := range a {
			d := a.degree(u)
			for i := range d {
				for j := range i {
					wedges++
					claws += float64(j)
				}
			}
			for v := range a {
				spread += math.Abs(float64(d - a.degree(v)))
			}
			if d > 0 {
				p := float64(d) / (2 * m)
				entropy -= p * math.Log(p)
			}
		}
		near(t, "wedges", Wedges(g), wedges)
		near(t, "claws", Claws(g), claws)
		// The Gini coefficient is half the relative mean absolute difference.
		near(t, "gini", Gini(g), spread/(2*n*2*m))
		if m == 0 {
			entropy = math.NaN()
		}
		near(t, "rede", REDE(g), entropy/math.Log(n))
		near(t, "assortativity", Assortativity(g), correlation(a))
	})
}

// correlation returns Pearson's, over the list of all pairs of degrees at the two
// ends of an edge, each edge in both directions.
func correlation(a matrix) float64 {
	var x, y []float64
	for u := range a {
		for v := range a {
			if a[u][v] {
				x = append(x, float64(a.degree(u)))
				y = append(y, float64(a.degree(v)))
			}
		}
	}
	if len(x) == 0 || slices.Max(x) == slices.Min(x) {
		return math.NaN()
	}
	mx, my := mean(x), mean(y)
	var sxy, sxx, syy float64
	for i := range x {
		sxy += (x[i] - mx) * (y[i] - my)
		sxx += (x[i] - mx) * (x[i] - mx)
		syy += (y[i] - my) * (y[i] - my)
	}
	return sxy / math.Sqrt(sxx*syy)
}

// A star with five million leaves has 2.1e19 claws, more than fits an int64.
func TestClawsOfAHugeStar(t *testing.T) {
	degrees := make([]int64, 5_000_001)
	degrees[1], degrees[5_000_000] = 5_000_000, 1
	if got, want := stars(degrees, 3), 20833320833335e6; got != want { // C(5·10⁶, 3) = 20833320833335000000 exactly
		t.Errorf("claws = %v, want %v", got, want)
	}
}

func TestDegreeHistogram(t *testing.T) {
	a := starGraph(4)
	if got := DegreeHistogram(a.graph()); !slices.Equal(got, []int64{0, 4, 0, 0, 1}) {
		t.Errorf("histogram of a star = %v", got)
	}
	if got := DegreeHistogram(newMatrix(0).graph()); len(got) != 0 {
		t.Errorf("histogram of no nodes = %v", got)
	}
}
