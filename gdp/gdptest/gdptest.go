// Package gdptest provides helpers for testing code that releases private data. Its subpackages:
//
//	smallworld  the exact sensitivity of a query over all small graphs
//	stattest    statistical tests with stated false-alarm rates
//
// [CheckProofs] checks that every proof that a module names is written down and tested. [Graph]
// builds graphs, and [Near] compares numbers.
package gdptest

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/internal/probe"
)

// Graph returns the undirected graph with n nodes and these edges. Invalid arguments end the test.
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

// Hook lets a test observe the releases and trainings of a session and replace samples, sums and
// answers.
type Hook = probe.Hook

// Paid describes what a training paid for.
type Paid = probe.Paid

// Attach makes a session call the hook. The session must be seeded, so nothing in it counts as
// private.
func Attach(s *gdp.Session, h *Hook) error { return probe.Attach(s, h) }

// Total returns the sum of the contributions of a sample in one step of the plan, without noise and
// before division: the quantity whose sensitivity the plan's proof bounds. The sample replaces the
// plan's sampling from the given number of records. [gdp.SumParallel] computes the sum.
func Total[T gdp.Float](t testing.TB, p gdp.Plan, records, size int, sample []int32, worker func() func(place int32, to *gdp.Term[T])) []float64 {
	t.Helper()
	return TotalOf(t, p, records, sample, func(s *gdp.Step) error {
		_, err := gdp.SumParallel(s, size, worker)
		return err
	})
}

// TotalOf is [Total] for a method that computes the step's sum itself.
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
	p.Multiplier = 1e12 // the noise is not part of the sum; a large multiplier is fast to account for
	training := must.Get(s.Train(p))(t)
	step := must.Get(training.Step(records))(t)
	must.Do(t, sum(step))
	return total
}
