package gap

import (
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/classification/classificationtest"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
)

// Hops follow one another: the sums of the second are of the first one's, scaled.
func TestHopsFollow(t *testing.T) {
	net := classificationtest.Blocks(60, 0.1, 0.02, 0.62, 1)
	c := NonPrivate.Settings
	c.Backend, c.EncoderEpochs, c.Epochs = "go", 3, 3
	r := must.Get(NonPrivate.With(c).RunOn(t.Context(), net, 2))(t)
	x := must.Get(encode(r.Model.Encoder, net.Attrs, c.Unit))(t)
	for h, sums := range r.Model.Sums {
		if want := aggregate.Float32s(x.Sum(net.Graph)); !slices.Equal(sums, want) {
			t.Errorf("hop %d is not the sum of the rows before it", h+1)
		}
		x = aggregate.Unit(c.Hidden, x.Sum(net.Graph))
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
