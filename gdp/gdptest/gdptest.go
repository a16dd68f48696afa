// Package gdptest helps to test code that releases private data: see its packages.
//
//	smallworld  the worst case of a query over all small graphs
//	stattest    statistical tests with stated probabilities of a false alarm
//
// [CheckProofs] checks that the proofs a module names are written down and tested.
// [Graph] makes graphs, and [Near] compares numbers.
package gdptest

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/internal/probe"
)

// Graph returns the undirected graph of n nodes with these edges, and ends the test where there is
// none.
func Graph(t testing.TB, n int, edges []graph.Edge) *graph.Graph {
	t.Helper()
	g, _ := must.Two(graph.FromEdges(n, edges, graph.Options{}))(t)
	return g
}

// Near fails the test unless a number is within a tolerance of the wanted one.
func Near(t testing.TB, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: %.12g, want %.12g ± %.3g", what, got, want, tolerance)
	}
}

// NearRelative is [Near] with a tolerance relative to the wanted number.
func NearRelative(t testing.TB, what string, got, want, relative float64) {
	t.Helper()
	Near(t, what, got, want, relative*math.Abs(want))
}

// Hook is what a test observes of the releases and the training of a session, and what it puts in
// place of samples, sums and answers.
type Hook = probe.Hook

// Paid is what a training has paid for.
type Paid = probe.Paid

// Attach makes a session call the hook. It has to be a seeded one, of which nothing counts as
// private.
func Attach(s *gdp.Session, h *Hook) error { return probe.Attach(s, h) }

// Total returns the sum, without noise and before it is divided, of what the places of a sample
// contribute in a step of the plan: what a proof of the plan's sensitivity speaks of. The sample is
// taken whatever the plan's sampling is; there are that many records. It is summed by
// [gdp.SumParallel].
func Total[T gdp.Float](t testing.TB, p gdp.Plan, records, size int, sample []int32, worker func() func(place int32, to *gdp.Term[T])) []float64 {
	t.Helper()
	return TotalOf(t, p, records, sample, func(s *gdp.Step) error {
		_, err := gdp.SumParallel(s, size, worker)
		return err
	})
}

// TotalOf is [Total] for a method that makes the sum of a step itself.
func TotalOf(t testing.TB, p gdp.Plan, records int, sample []int32, sum func(*gdp.Step) error) []float64 {
	t.Helper()
	g := Graph(t, 3, []graph.Edge{{U: 0, V: 1}})
	relation, options := gdp.EdgeLevel, []gdp.Option{gdp.Seed(1)}
	if _, fixed := p.Sampling.(gdp.FixedSize); fixed {
		relation = gdp.NodeLevel
	}
	s := must.Get(gdp.Protect(&graph.Network{Graph: g}, relation, gdp.Budget{Epsilon: 1e9, Delta: 1e-5}, options...))(t)
	var total []float64
	hook := &Hook{
		Sample: func(string, int, int, []int32) []int32 { return sample },
		Sum:    func(_ string, _ int, sum []float64) { total = sum },
	}
	must.Do(t, Attach(s, hook))
	p.Label, p.Steps = "total", 1
	p.Multiplier = 1e12 // of noise that is not in the sum, and is quick to account for
	training := must.Get(s.Train(p))(t)
	step := must.Get(training.Step(records))(t)
	must.Do(t, sum(step))
	return total
}
