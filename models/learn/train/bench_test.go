package train

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/learn/backend"
)

// BenchmarkStep is a step of a net 1433-32-7 on the same 256 examples, with plain
// gradient descent: docs/benchmarks/training.sh compares it with other programs.
func BenchmarkStep(b *testing.B) {
	const in, classes, batch = 1433, 7, 256
	rng := rand.New(rand.NewPCG(1, 2))
	x := gaussians(rng, batch*in)
	class := whole(rng, batch, classes)
	for _, name := range []string{"xla:cpu", "go", "kernels"} {
		for _, kind := range []string{"plain", "private", "private-norms"} {
			b.Run(name+"-"+kind, func(b *testing.B) { timed(b, name, kind, in, classes, x, nil, class) })
		}
	}
}

// BenchmarkRows is the private one on the features of the first 256 nodes of a graph.
func BenchmarkRows(b *testing.B) {
	for _, name := range []string{"cora", "coauthor-cs"} {
		set, err := data.Load(name)
		if err != nil {
			b.Skip(err)
		}
		net := set.Network
		const batch = 256
		in := net.Attrs.Cols()
		x, rows := make([]float32, batch*in), make([]Row, batch)
		for u := range rows {
			rows[u].Columns, rows[u].Values = net.Attrs.Row(int32(u))
			for i, c := range rows[u].Columns {
				x[u*in+int(c)] = rows[u].Values[i]
			}
		}
		classes := len(net.Classes)
		for _, on := range []string{"xla:cpu", "go", "kernels"} {
			b.Run(name+"-dense-"+on, func(b *testing.B) { timed(b, on, "private", in, classes, x, nil, net.Labels[:batch]) })
		}
		b.Run(name+"-sparse-kernels", func(b *testing.B) { timed(b, "kernels", "private", in, classes, x, rows, net.Labels[:batch]) })
	}
}

// timed takes steps of a net with 32 hidden units, on rows x or on sparse ones.
func timed(b *testing.B, name, kind string, in, classes int, x []float32, rows []Row, class []int32) {
	if _, err := backend.Open(name); err != nil {
		b.Skip(err)
	}
	batch := len(class)
	squares := make([]float32, batch)
	for i := range batch {
		squares[i], _ = SquaredNorm(x[i*in : (i+1)*in])
	}
	one := Batch{Present: first(batch, batch), Inputs: []*tensors.Tensor{
		tensors.FromFlatDataAndDimensions(x, batch, in),
		tensors.FromFlatDataAndDimensions(class, batch),
		tensors.FromFlatDataAndDimensions(squares, batch),
	}, Rows: rows}
	c := Config{
		Model: network(in, 32, classes, 0, kind == "private"), Optimiser: SGD{Rate: 0.1}, Steps: 1 << 30,
		Batch: batch, Divisor: float64(batch), Backend: name,
	}
	for _, x := range one.Inputs {
		c.Inputs = append(c.Inputs, x.Shape())
	}
	var noise Source
	if kind != "plain" {
		c.Clip = 1
		noise = noisy(b, c, 1)
	}
	t := startAt(b, c, noise, c.Model.Glorot(rand.New(rand.NewPCG(3, 4))))
	once := func() {
		must.Do(b, step(t, one))
	}
	once() // compiles
	var times []time.Duration
	for b.Loop() {
		start := time.Now()
		once()
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2]), "median-ns")
}
