package dpgs

import (
	"math"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/accounting/gauss"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// A row that is set to zeros moves the sums by 1, and one that is replaced by another by 2,
// whatever its length, and no more; both are reached. Edges do not move them.
func TestOneRowMovesTheSums(t *testing.T) {
	r, worst := source(31), [2]float64{}
	for range 400 {
		n, columns := 2+r.IntN(6), 1+r.IntN(4)
		k := 1 + r.IntN(3)
		clusters := anywhere(n, k, r)
		rows := make([][]float32, n)
		for u := range rows {
			length := math.Pow(10, 2*r.NormFloat64())
			for range columns {
				rows[u] = append(rows[u], float32(length*r.NormFloat64()))
			}
		}
		eval := func(rows [][]float32) []float64 {
			x, err := rowQuery(attributesOf(t, rows...), clusters, k).Eval(new(gdp.Data))
			if err != nil {
				t.Fatal(err)
			}
			return x
		}
		u, other := r.IntN(n), make([]float32, columns)
		for i, x := range rows[u] {
			other[i] = -x
		}
		all := eval(rows)
		for i, row := range [][]float32{make([]float32, columns), other} {
			changed := slices.Clone(rows)
			changed[u] = row
			squares := 0.0
			for j, x := range eval(changed) {
				squares += (x - all[j]) * (x - all[j])
			}
			worst[i] = max(worst[i], math.Sqrt(squares))
		}
	}
	for i, replaced := range []bool{false, true} {
		c := NoisyFeatures()
		c.Replaced = replaced
		if name, moved := c.change(); worst[i] > moved || worst[i] < 0.999*moved {
			t.Errorf("%s: the sums move by %v, stated %v", name, worst[i], moved)
		}
	}
}

// Two statements, never a sum: the session's is for edges, and the one for rows is that of the
// noise on sums. Clusters, counts and the graph do not read features.
func TestFeaturesHaveTheirOwnStatement(t *testing.T) {
	net := blocks(t, 3, 40, 0.2, 0.02, 1)
	c := NoisyFeatures()
	c.Clusters, c.Dim, c.RowEpsilon = 3, 8, 2
	r, err := Run(t.Context(), protect(t, net, 1), c, nil)
	if err != nil {
		t.Fatal(err)
	}
	if g := r.Guarantee; g.Proved > 1+1e-6 || g.Proved < 0.999 || g.Within != (gdp.Budget{}) {
		t.Errorf("of edges ε = %v is proved, want 1", g.Proved)
	}
	for _, replaced := range []bool{false, true} {
		c.Replaced = replaced
		r, err := Run(t.Context(), protect(t, net, 1), c, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, moved := c.change()
		if got := gauss.Epsilon(moved/r.Rows.Noise, 1e-5); r.Rows.Epsilon != 2 || got > 2+1e-6 || got < 1.999 {
			t.Errorf("%s: noise %v, ε = %v of %v", r.Rows.Change, r.Rows.Noise, got, r.Rows.Epsilon)
		}
	}
	c.Replaced = false
	bare, err := graph.NewAttributes(net.Attrs.Cols(), make([]int64, net.Graph.N()+1), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	without, err := Run(t.Context(), protect(t, &graph.Network{Graph: net.Graph, Attrs: bare}, 1), c, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !without.Graph.Equal(r.Graph) || !slices.Equal(without.Summary.Clusters, r.Summary.Clusters) || !slices.Equal(without.Summary.Cells, r.Summary.Cells) {
		t.Error("the graph depends on features")
	}
	// Of features that are all zeros the noise is left, 180 sums, of which smoothing over 3
	// clusters leaves between a third and all of the variance.
	noisy, squares := without.Summary.Features, 0.0
	if len(noisy) != 3*net.Attrs.Cols() {
		t.Fatalf("%d features of clusters", len(noisy))
	}
	for _, x := range noisy {
		squares += x * x / float64(len(noisy))
	}
	if sd := math.Sqrt(squares); sd < 0.5*without.Rows.Noise || sd > 1.1*without.Rows.Noise {
		t.Errorf("noise of %v, want about %v", sd, without.Rows.Noise)
	}
}
