package privdpr

import (
	"sync"
	"testing"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

// A step of blocks has a term for each block that has pairs, and a step of the sum has one.
func TestBlocksAreClippedOneByOne(t *testing.T) {
	for want, c := range map[bool]Config{false: small(ClippedSum()), true: small(ClippedBlocks())} {
		s := session(t, toy(t), gdp.NodeLevel, 1)
		var mutex sync.Mutex
		places := map[int32]bool{}
		err := gdptest.Attach(s, &gdptest.Hook{Term: func(_ string, _ int, place int32, _ uint64) {
			mutex.Lock()
			defer mutex.Unlock()
			places[place] = true
		}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Run(t.Context(), s, c, nil); err != nil {
			t.Fatal(err)
		}
		if several := len(places) > 1; several != want || len(places) == 0 {
			t.Errorf("%T: %d places contribute", c, len(places))
		}
	}
}
