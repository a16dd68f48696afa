package train

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/models/backend"
)

// BenchmarkStep is a step of a net 1433-32-7 on the same 256 examples, with plain
// gradient descent: what docs/benchmarks/training.sh sets beside its peers.
func BenchmarkStep(b *testing.B) {
	const in, hidden, classes, batch = 1433, 32, 7, 256
	rng := rand.New(rand.NewPCG(1, 2))
	x := gaussians(rng, batch*in)
	squares := make([]float32, batch)
	for i := range batch {
		squares[i], _ = SquaredNorm(x[i*in : (i+1)*in])
	}
	class := whole(rng, batch, classes)
	for _, name := range []string{"xla:cpu", "go"} {
		if _, err := backend.Open(name); err != nil {
			b.Logf("%v", err)
			continue
		}
		for _, kind := range []string{"plain", "private", "private-norms"} {
			b.Run(name+"-"+kind, func(b *testing.B) {
				one := Batch{Present: first(batch, batch), Inputs: []*tensors.Tensor{
					tensors.FromFlatDataAndDimensions(x, batch, in),
					tensors.FromFlatDataAndDimensions(class, batch),
					tensors.FromFlatDataAndDimensions(squares, batch),
				}}
				const steps = 1 << 30
				c := Config{
					Model: network(in, hidden, classes, 0, kind == "private"), Optimiser: SGD{Rate: 0.1}, Steps: steps,
					Batch: batch, Divisor: batch, Backend: name,
				}
				for _, x := range one.Inputs {
					c.Inputs = append(c.Inputs, x.Shape())
				}
				var noise Source
				if kind != "plain" {
					c.Clip = &Clipping{Bound: 1}
					noise = noisy(b, c, 1)
				}
				t := startAt(b, c, noise, c.Model.Glorot(rng))
				step := func() {
					if err := step(t, one); err != nil {
						b.Fatal(err)
					}
				}
				step() // compiles
				var times []time.Duration
				for b.Loop() {
					start := time.Now()
					step()
					times = append(times, time.Since(start))
				}
				slices.Sort(times)
				b.ReportMetric(float64(times[len(times)/2]), "median-ns")
			})
		}
	}
}
