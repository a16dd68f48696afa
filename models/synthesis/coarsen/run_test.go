package coarsen

import (
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/method/methodtest"
	"github.com/graphdp/graphdp/models/method/release"
)

// A release scores pairs by its summary, which has the share of supernodes that was asked for.
func TestPairsAreScoredByTheSummary(t *testing.T) {
	net := methodtest.Network()
	for _, features := range []bool{false, true} {
		c := Ad.Settings
		c.Size, c.Features = 0.25, features
		r := must.Get(Ad.With(c).RunOn(t.Context(), net, 1))(t)
		want, err := density(r.Summary).Scores(64)
		if features {
			want, err = r.Summary.Scores(net.Attrs, 1, 0.5)
		}
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.Outcome().Release.(release.Graph).Scores()
		if err != nil || len(r.Summary.Sizes) != 16 {
			t.Fatalf("%d supernodes of 64 nodes, %v", len(r.Summary.Sizes), err)
		}
		for v := int32(1); v < 64; v++ {
			if got(0, v) != want(0, v) {
				t.Errorf("features %v: the score of 0 and %d is %v, want %v", features, v, got(0, v), want(0, v))
			}
		}
		if _, err = Ad.With(c).RunOn(t.Context(), &graph.Network{Graph: net.Graph}, 1); (err != nil) != features {
			t.Errorf("features %v: where there are none: %v", features, err)
		}
	}
}
