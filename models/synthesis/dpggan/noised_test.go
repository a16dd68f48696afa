package dpggan

import (
	"math"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// A step over samples of graphs has the noise that its plan pays for, σC on every entry, within 6
// standard errors, and has it where no graph is in the sample.
func TestAStepOfGraphsHasItsNoise(t *testing.T) {
	for _, clip := range []float64{0.25, 3} {
		c := GraphLevel(3)
		c.Clip, c.Steps = clip, 4
		s, err := gdp.ProtectCollection(&graph.Collection{}, gdp.GraphUnbounded, gdp.Budget{Epsilon: 1, Delta: 1e-5}, gdp.Seed(4))
		if err != nil {
			t.Fatal(err)
		}
		plan, _, err := c.plan(s)
		if err != nil {
			t.Fatal(err)
		}
		training, err := s.Train(plan)
		if err != nil {
			t.Fatal(err)
		}
		step, err := training.Step(0)
		if err != nil || len(step.Places()) != 0 {
			t.Fatal(step.Places(), err)
		}
		const n = 20_000
		mean, err := gdp.Sum(step, n, func(int32, *gdp.Term[float32]) {})
		if err != nil {
			t.Fatal(err)
		}
		square, divisor := 0.0, c.SampleRate*float64(c.Graphs)
		for _, v := range mean {
			square += math.Pow(float64(v)*divisor, 2) / n
		}
		near(t, "variance over σ²C²", square/(plan.Multiplier*plan.Multiplier*clip*clip), 1, 6*math.Sqrt(2.0/n))
	}
}
