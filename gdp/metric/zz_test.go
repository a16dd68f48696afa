package metric

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/graphdp/graphdp/gdp/graph/graphio"
)

func TestZZ(t *testing.T) {
	ctx := context.Background()
	for _, name := range []string{"rmat", "ba", "ws001", "grid", "road", "er", "torus", "ws"} {
		w, _, err := graphio.Read("/tmp/io/"+name+".txt", graphio.Options{})
		if err != nil {
			t.Fatal(err)
		}
		g := w.Graph
		for _, effort := range []float64{3e10, 1e12} {
			t0 := time.Now()
			lower, upper, err := DiameterBounds(ctx, g, effort)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(os.Stderr, name, effort, "bounds", lower, upper, time.Since(t0))
			if lower == upper {
				break
			}
		}
	}
}
