package vector

import (
	"math/rand/v2"
	"testing"
)

func BenchmarkLogistic(b *testing.B) {
	x := random(rand.New(rand.NewPCG(1, 2)), 4096)
	y := make([]float32, len(x))
	for b.Loop() {
		copy(y, x)
		Logistic(y)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(x)), "ns/value")
}

// BenchmarkProduct is the scores of one tile of [allpairs].
func BenchmarkProduct(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	s, z, zt := New(64, 64), Dense(random(rng, 64*16), 16), Dense(random(rng, 16*64), 64)
	for b.Loop() {
		AddProduct(s, z, zt)
	}
	b.ReportMetric(2*64*64*16*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "GFLOP/s")
}
