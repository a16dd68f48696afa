package trial

import (
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/data/must"
)

// A coin chooses the first end of a pair, so that ids correlated with the answer do not help a
// reader of one end. More than 600 of 1000 coins fall on one side with probability 2·10⁻¹⁰.
func TestTheFirstEndOfAPairIsACoin(t *testing.T) {
	g := must.Get(gen.GNM(300, 2000, random(3)))(t)
	l := must.Get(SplitLinks(g, 0.5, random(4)))(t)
	for i, list := range [][]graph.Edge{l.Edges.Train, l.Edges.Test, l.None.Train, l.None.Test} {
		ascending := 0
		for _, e := range list {
			if e.U < e.V {
				ascending++
			}
		}
		if len(list) != 1000 || ascending < 400 || ascending > 600 {
			t.Errorf("list %d: %d of %d pairs have the smaller id first", i, ascending, len(list))
		}
	}
}
