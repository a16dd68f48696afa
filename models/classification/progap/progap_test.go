package progap

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/classification/classificationtest"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"github.com/graphdp/graphdp/models/learn/perceptron"
)

// Stages build on one another: each sums the newest layer's rows with the weights of the stage
// before, and training continues from these.
func TestStagesFollow(t *testing.T) {
	net := classificationtest.Blocks(60, 0.1, 0.02, 0.62, 1)
	c := NonPrivate.Settings
	c.Backend, c.Epochs, c.HeadLayers = "go", 3, 2
	r := must.Get(NonPrivate.With(c).RunOn(t.Context(), net, 2))(t)
	shallow := c
	shallow.Depth = 1
	first := must.Get(NonPrivate.With(shallow).RunOn(t.Context(), net, 2))(t)
	if !reflect.DeepEqual(r.Model.Sums[:1], first.Model.Sums) {
		t.Error("the first sums depend on what comes after them")
	}
	rows := must.Get(first.Model.Net.Embed(besides(perceptron.Features(net.Attrs, c.Unit), c.Hidden, first.Model.Sums, false)))(t)
	want := aggregate.Unit(rows.Columns, rows.Values).Sum(net.Graph)
	for i, x := range want {
		if r.Model.Sums[1][i] != float32(x) {
			t.Fatal("the second sums are not of the rows that the second layer gives")
		}
	}
	// The layers that were there go on from where they were, with an Adam of rate 0.01 and 3
	// steps: each of two channels has a matrix, a bias and a normalisation.
	for i, w := range first.Model.Net.Parameters[:8] {
		apart := 0.0
		for k, x := range w {
			apart = max(apart, math.Abs(float64(x-r.Model.Net.Parameters[i][k])))
		}
		if !(apart < 0.05 && apart > 0.001) {
			t.Errorf("array %d moves by %v", i, apart)
		}
	}
	// A node is classified by its features and by the sums over its own neighbours.
	scores := must.Get(r.Model.Scores(net, 7))(t)
	for i := range c.Hidden {
		r.Model.Sums[1][7*c.Hidden+i] *= -1
	}
	if moved, err := r.Model.Scores(net, 7); err != nil || slices.Equal(moved, scores) {
		t.Errorf("the second sum of a node says nothing of its class (%v)", err)
	}
}

// Scaled sums have a direction but no length.
func TestScaledSums(t *testing.T) {
	x := perceptron.Dense{Columns: 1, Values: []float32{1, 2}}
	r := besides(x, 2, [][]float32{{3, -4, 0, 0}}, true)
	if n, columns := r.Dims(); n != 2 || columns != 3 {
		t.Errorf("%d rows of %d columns", n, columns)
	}
	for u, want := range [][]float32{{1, 0.6, -0.8}, {2, 0, 0}} {
		if _, got := r.Row(int32(u)); !slices.EqualFunc(got, want, func(a, b float32) bool { return math.Abs(float64(a-b)) < 1e-6 }) {
			t.Errorf("row %d is %v, want %v", u, got, want)
		}
	}
}
