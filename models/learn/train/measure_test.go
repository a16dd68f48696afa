package train

import (
	"testing"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/learn/backend"
)

func TestMeasure(t *testing.T) {
	choices, _ := backend.Present()
	for _, c := range choices {
		s := must.Get(Measure(c.Name))(t)
		if s.Product <= 0 || s.Step <= 0 || s.GFLOPS <= 0 {
			t.Errorf("%s: %+v", c.Name, s)
		}
		t.Logf("%s: %.1f GFLOP/s, a step in %v", c.Name, s.GFLOPS, s.Step)
	}
}
