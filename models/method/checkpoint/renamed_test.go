package checkpoint

import (
	"path/filepath"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
)

type before struct{ Steps int }

type after before

func (after) KeptAs() string { return "before" }

// A run is found by the type name under which it was stored, and has the streams of that name. A
// type of another name belongs to another run.
func TestRenamedConfigurations(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	runs := 0
	draw := func(config any, options ...gdp.Option) uint64 {
		s := must.Get(gdp.Protect(&graph.Network{Graph: ring(t, 9)}, gdp.EdgeLevel, gdp.Budget{Epsilon: 1}, append(options, gdp.Seed(5))...))(t)
		x := must.Get(Once(t.Context(), s, "toy", config, nil, func(r *Run) (uint64, error) {
			runs++
			return r.Stream("draws").Uint64(), nil
		}))(t)
		return x
	}
	old := draw(before{3}, gdp.Journal(path))
	if x := draw(after{3}, gdp.Journal(path)); x != old || runs != 1 {
		t.Errorf("%d runs, which drew %d and %d", runs, old, x)
	}
	if x := draw(after{3}); x != old {
		t.Errorf("the stream of a renamed configuration begins with %d, it began with %d", x, old)
	}
	type other before
	if x := draw(other{3}); x == old {
		t.Error("configurations of two types have one stream")
	}
}
