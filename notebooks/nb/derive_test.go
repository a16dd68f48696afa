package nb

import (
	"fmt"
	"math"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// Statements hold within rounding, or within half a percent for Near.
func TestDerive(t *testing.T) {
	d := Derive("statements")
	d.Equal("", 1, 1+1e-12)
	d.Equal("", 1, 1+1e-6)
	d.Equal("", 0, 1e-17)
	d.Near("", 1, 1.004)
	d.Near("", 1, 1.02)
	d.AtMost("", 1, 1)
	d.AtMost("", 2, 1)
	d.AtMost("", math.NaN(), 1)
	for i, want := range []string{"yes", "no", "yes", "yes", "no", "yes", "no", "no"} {
		if got := fmt.Sprint(d.Rows[i][4]); got != want {
			t.Errorf("statement %d: %s, want %s", i+1, got, want)
		}
	}
	must.Get(render([]any{d}))(t)
}
