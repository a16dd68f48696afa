//go:build unix

package privdpr

import (
	"fmt"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
)

// What the growth is in seconds of processor time, with the paper's settings.
func BenchmarkGrowth(b *testing.B) {
	for _, n := range []int{500, 1000, 2000, 4000} {
		g, err := gen.BarabasiAlbert(n, 2, rand.New(rand.NewPCG(5, 2)))
		if err != nil {
			b.Fatal(err)
		}
		c := Published()
		c.EdgeRule, c.Edges = PublicEdges, g.M()
		noise := gaussian(1, c.PublishedNoise(n, gdp.Budget{Epsilon: 3.2, Delta: 1e-5}))
		b.Run(fmt.Sprintf("%d_nodes", n), func(b *testing.B) {
			start := processorTime(b)
			for range b.N {
				if _, err := synthesised(c.settings(), g, noise, 1); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric((processorTime(b)-start).Seconds()/float64(b.N), "cpu-s/op")
		})
	}
}

// processorTime returns what this process has used up, whoever else is at work.
func processorTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Skip(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
