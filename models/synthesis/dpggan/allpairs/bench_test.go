package allpairs

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/learn/vector"
)

func cora(t testing.TB) *graph.Network {
	t.Helper()
	d, err := data.Load("cora")
	if errors.Is(err, data.ErrNotFound) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return &d.Network
}

// BenchmarkAutoencoder is one full-batch step of Adam on Cora, 32 and 16 units.
func BenchmarkAutoencoder(b *testing.B) {
	d := cora(b)
	for _, c := range []struct {
		name        string
		attributes  *graph.Attributes
		variational bool
	}{
		{"features", d.Attrs, false},
		{"identity", nil, false},
		{"features,variational", d.Attrs, true},
	} {
		b.Run(c.name, func(b *testing.B) {
			a, err := New(d.Graph, c.attributes, Paper(d.Graph, c.variational), rand.New(rand.NewPCG(1, 2)))
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := a.Step(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkUnlinked is the part of a step that goes through all pairs of Cora's
// nodes.
func BenchmarkUnlinked(b *testing.B) {
	const n = 2708
	z, dz := codes(rand.New(rand.NewPCG(1, 2)), n, 16, 0.5), vector.New(n, 16)
	var d Decoder
	for b.Loop() {
		d.Unlinked(z, 0, 1, dz)
	}
}
