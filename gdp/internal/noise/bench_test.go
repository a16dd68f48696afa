package noise

import (
	"fmt"
	"testing"
)

func BenchmarkFill(b *testing.B) {
	s := SeededKey(1).Stream(Release, "bench")
	dst := make([]float32, 1<<20)
	b.SetBytes(4 << 20)
	for b.Loop() {
		noError(b, s.Fill(dst, 1))
	}
	b.ReportMetric(float64(b.N)*float64(len(dst))/b.Elapsed().Seconds()/1e6, "M/s")
}

// One value of a released vector.
func BenchmarkExact(b *testing.B) {
	values, counts := make([]float64, 1000), make([]int64, 1000)
	s := SeededKey(1).Stream(Release, "bench")
	for _, c := range []struct {
		name string
		draw func() error
	}{
		{"Gaussian", func() error { _, err := s.Gaussian(values, 1); return err }},
		{"Laplace", func() error { _, err := s.Laplace(values, 1); return err }},
		{"DiscreteGaussian", func() error { _, err := s.DiscreteGaussian(counts, 10); return err }},
		{"DiscreteLaplace", func() error { _, err := s.DiscreteLaplace(counts, 10); return err }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				noError(b, c.draw())
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(values)), "ns/value")
		})
	}
}

// Every pair of a graph of 10⁴ nodes, flipped with a probability of 0.27 (ε = 1).
func BenchmarkFlips(b *testing.B) {
	s := SeededKey(1).Stream(Release, "bench")
	for b.Loop() {
		flips := must(s.Flips(1e4*(1e4-1)/2, 0.27))(b)
		count := 0
		for range flips {
			count++
		}
	}
}

func BenchmarkChoose(b *testing.B) {
	s := SeededKey(1).Stream(Release, "bench")
	scores := make([]float64, 100_000)
	for i := range scores {
		scores[i] = float64(i % 1000)
	}
	for b.Loop() {
		must(s.Choose(scores, 2, 100))(b)
	}
}

// One step of a table of which 256 rows are read.
func BenchmarkLazy(b *testing.B) {
	const width, read = 128, 256
	for _, rows := range []int{1e4, 1e6} {
		b.Run(fmt.Sprintf("rows=%.0e", float64(rows)), func(b *testing.B) {
			s := SeededKey(1).Stream(Release, "bench")
			l := must(NewLazy(s, rows, width, 1, mostSteps))(b)
			dst := make([]float32, width)
			r := s.Rand()
			for b.Loop() {
				noError(b, l.Advance(1))
				for range read {
					noError(b, l.Collect(r.IntN(rows), dst))
				}
			}
		})
	}
}
