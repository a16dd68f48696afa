package seprivgemb

import (
	"math"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/embedding/seprivgemb/skipgram"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// training is what [protected] trains, in a session that has paid for it.
type training struct {
	*examples
	multiplier float64
}

// samples is a source that keeps what it draws, or gives another sample instead.
type samples struct {
	skipgram.Source
	records []int // that there were for each sample
	batches [][]int32
	instead func() []int32
}

func (s *samples) Sample(records int) ([]int32, error) {
	batch, err := s.Source.Sample(records)
	if err == nil && s.instead != nil {
		batch = s.instead()
	}
	s.records, s.batches = append(s.records, records), append(s.batches, slices.Clone(batch))
	return batch, err
}

// begin pays for a training on g, whose run lasts as long as the test.
func begin(t *testing.T, g *graph.Graph, c PoissonSampled) *training {
	t.Helper()
	plan := c.plan()
	plan.Multiplier = 2
	s := protect(t, g, gdp.EdgeLevel, gdp.Budget{Epsilon: 1e6, Delta: 1e-5})
	var x training
	ready := make(chan error, 2)
	go func() {
		_, err := checkpoint.Once(t.Context(), s, "step", c, nil, func(run *checkpoint.Run) (none int, err error) {
			if x.examples, err = newExamples(run, c, plan); err != nil {
				return none, err
			}
			ready <- nil
			<-t.Context().Done() // the test takes the steps
			return none, t.Context().Err()
		})
		ready <- err
	}()
	if err := <-ready; err != nil {
		t.Fatal(err)
	}
	x.multiplier = plan.Multiplier
	return &x
}

// watch keeps the samples of the steps to come.
func (x *training) watch(t *testing.T, g *graph.Graph, c PoissonSampled) *samples {
	t.Helper()
	drawn := &samples{Source: x.source}
	watched, err := examplesOf(g, x.tables, c, drawn)
	if err != nil {
		t.Fatal(err)
	}
	x.Trainer = watched.Trainer
	return drawn
}

// take takes steps and returns the tables after them, all noise included.
func (x *training) take(t *testing.T, steps int) (tables []float64) {
	t.Helper()
	for step := range steps {
		if err := x.step(step); err != nil {
			t.Fatal(err)
		}
	}
	if err := x.Settle(); err != nil {
		t.Fatal(err)
	}
	for _, v := range x.tables.Values() {
		tables = append(tables, float64(v))
	}
	return tables
}

// A step is on a sample of the rate that is paid for. The numbers of edges in 200
// batches have the law of 200·|E| coins of probability 0.1: right code is more than six
// standard deviations off with probability 2·10⁻⁹. With the rate 1 it is on all edges.
func TestAStepIsOnASample(t *testing.T) {
	g := random(t, 3, 30, 120)
	c := tight
	c.Steps, c.SampleRate = 200, 0.1
	x := begin(t, g, c)
	drawn := x.watch(t, g, c)
	x.take(t, c.Steps)
	total := 0
	for i, batch := range drawn.batches {
		if total += len(batch); drawn.records[i] != g.M() {
			t.Fatalf("step %d is on a sample of %d of %d edges", i, drawn.records[i], g.M())
		}
	}
	if want := 20 * float64(g.M()); math.Abs(float64(total)-want) > 6*math.Sqrt(want*0.9) {
		t.Errorf("%d edges in 200 steps, want about %v", total, want)
	}
	if err := x.step(c.Steps); err == nil {
		t.Error("a step more than was paid for")
	}
	c.Steps, c.SampleRate = 1, 1
	x = begin(t, g, c)
	drawn = x.watch(t, g, c)
	if x.take(t, 1); len(drawn.batches[0]) != g.M() {
		t.Errorf("%d of %d edges at the rate 1", len(drawn.batches[0]), g.M())
	}
}

// One edge less moves that very step by its own clipped gradient, η/B·C, and a step that
// it is not in not at all. The other world draws what is left of the same sample, in a
// session of the same seed, so that the noise is the same.
func TestOneEdgeMovesAStepByItsOwnTerm(t *testing.T) {
	g := random(t, 3, 30, 120)
	c := tight
	c.Steps, c.SampleRate, c.Rate, c.Batch = 1, 0.3, 0.5, 4
	whole := begin(t, g, c)
	drawn := whole.watch(t, g, c)
	tables := whole.take(t, 1)
	in := 0
	for i := 0; i < g.M(); i += 3 {
		less := build(t, g.N(), slices.Delete(edgesOf(g), i, i+1)...)
		x := begin(t, less, c)
		x.watch(t, less, c).instead = func() (rest []int32) {
			for _, j := range drawn.batches[0] {
				if int(j) != i {
					rest = append(rest, j-int32(min(1, (int(j)+g.M()-i)/g.M()))) // those after it move up
				}
			}
			return rest
		}
		moved, want := apart(tables, x.take(t, 1)), 0.0
		if slices.Contains(drawn.batches[0], int32(i)) {
			in++
			want = c.Rate / float64(c.Batch) * c.Clip
		}
		if math.Abs(moved-want) > 0.01*want+rounding {
			t.Errorf("edge %d moves the step by %v, want %v", i, moved, want)
		}
	}
	if in < 4 || in > g.M()/3-4 {
		t.Errorf("%d of %d edges were in the sample", in, g.M()/3)
	}
}

// Negatives are new ones in every step, of every edge, and of either half.
func TestNegativesAreDrawnAnew(t *testing.T) {
	c := tight
	c.Negatives, c.Steps = 8, 2
	x := begin(t, random(t, 3, 1000, 120), c)
	lists := map[string]bool{}
	for step := range 3 {
		list := x.negatives(step, []int32{0, 1, 2})
		for ; len(list) > 0; list = list[8:] {
			key := ""
			for _, u := range list[:8] {
				key += string(u) + " "
			}
			lists[key] = true
		}
	}
	if len(lists) != 3*3*2 {
		t.Errorf("%d different lists of negatives in 3 steps, want 18", len(lists))
	}
}

// Every row gets the noise that is paid for at every step, an empty graph's too: after
// T steps entries differ from the first ones by η/B·√T·σC on average. Of 960 normal
// numbers the root of the mean square is off by 15 % with probability below 10⁻⁹.
func TestEveryRowGetsTheNoise(t *testing.T) {
	c := with(tight, "Steps=9", "Rate=0.5", "Batch=4")
	x := begin(t, build(t, 60), c)
	var first []float64
	for _, v := range x.tables.Values() {
		first = append(first, float64(v))
	}
	got := apart(first, x.take(t, c.Steps)) / math.Sqrt(960)
	want := c.Rate / float64(c.Batch) * 3 * x.multiplier * c.Clip
	if math.Abs(got/want-1) > 0.15 {
		t.Errorf("entries moved by %v, want %v", got, want)
	}
}

// The release of a run has the noise of all steps on every row, though no step reads one: on
// a graph without edges, whose first rows are nearly 0, it is that noise alone. Of 480
// normal numbers the root of the mean square is off by a quarter with probability below
// 10⁻¹⁰.
func TestARunEndsWithItsNoise(t *testing.T) {
	c := with(tight, "Steps=9", "Rate=0.5", "Batch=4", "Init=1e-12")
	r := mustRun(t, protect(t, build(t, 60), gdp.EdgeLevel, modest), PoissonSkipGram.With(c))
	square := 0.0
	for _, x := range r.In.Values() {
		square += float64(x) * float64(x) / 480
	}
	want := c.Rate / float64(c.Batch) * 3 * r.Multiplier * c.Clip
	if got := math.Sqrt(square); math.Abs(got/want-1) > 0.25 {
		t.Errorf("entries of %v are released, want noise of %v", got, want)
	}
}

// No graph is too large for its batch: how many edges there are stops nothing and is in
// no error.
func TestABatchOfAllEdges(t *testing.T) {
	const n = 800 // 319,600 pairs, more than are added up at once
	var edges []graph.Edge
	for u := range int32(n) {
		for v := range u {
			edges = append(edges, graph.Edge{U: u, V: v})
		}
	}
	mustRun(t, protect(t, build(t, n, edges...), gdp.EdgeLevel, modest), set(PoissonSkipGram, "Dim=2", "Steps=1", "Negatives=0"))
}
