package ppr

import (
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/must"
)

// Rows of real graphs with loops, computed independently.
func TestRealGraphs(t *testing.T) {
	for _, c := range []struct {
		name         string
		root         int32
		degree, size int
		sum          float64
		volume       int
		node         int32
		value        float64
	}{
		{"cora-ml", 0, 4, 62, .946807, 439, 1638, .105559},
		{"cora-ml", 0, 4, 62, .946807, 439, 0, .497767},
		{"cora-ml", 0, 4, 62, .946807, 439, 2357, .091317},
		{"coauthor-cs", 0, 6, 76, .836225, 628, 15763, .066581},
		{"coauthor-phy", 100, 22, 48, .673364, 1218, 100, 0}, // its entries are not known
	} {
		g := must.OrSkip(data.Load(c.name))(t, data.ErrNotFound).Graph.Undirected()
		r := row(t, paper, walker(t, g, true), c.root)
		sum, volume := 0.0, 0
		for i, u := range r.Nodes {
			sum += r.Values[i]
			volume += g.Degree(u) + 1
		}
		near(t, c.name+": sum", sum, c.sum, 1e-6)
		if len(r.Nodes) != c.size || volume != c.volume || g.Degree(c.root)+1 != c.degree {
			t.Errorf("%s: %d entries of volume %d, degree %d, want %d, %d, %d", c.name, len(r.Nodes), volume, g.Degree(c.root)+1, c.size, c.volume, c.degree)
		}
		if c.value > 0 {
			near(t, c.name+": entry", r.At(c.node), c.value, 1e-6)
		}
	}
}

// A thousand rows of coauthor-phy on the cores of -test.cpu, for docs/benchmarks/ppr.sh.
func benchmarkRows(b *testing.B, m Method) {
	g := must.OrSkip(data.Load("coauthor-phy"))(b, data.ErrNotFound).Graph.Undirected()
	roots := make([]int32, 1000)
	for i := range roots {
		roots[i] = int32(34 * i)
	}
	for b.Loop() {
		must.Get(Rows(g, true, m, roots))(b)
	}
}

func BenchmarkPush(b *testing.B) { benchmarkRows(b, Push{Standard(0.25), 1e-4}) }

func BenchmarkISTA(b *testing.B) { benchmarkRows(b, paper) }
