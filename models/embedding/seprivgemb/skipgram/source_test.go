package skipgram

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
)

// sourced returns a task that a step of reaches the clip, with a source that samples nothing until
// it is told to.
func sourced() (*task, *ticks) {
	task := newTask(rand.New(rand.NewPCG(4, 2)), 12, 4, 1, 0, 0.5)
	for i := range task.edges {
		task.edges[i].Forward, task.edges[i].Back = 1, 1
	}
	task.config.Clip, task.config.Rate, task.config.Divisor = 0.01, 0.5, 4
	return &task, task.ticking()
}

// A private step draws one sample, of all edges or of the candidates, asks for the negatives of
// that, adds up what it contributes over the divisor, and owes the noise of one step to all rows,
// once it has its sum: so many steps as there were go into each row by the end, whether it was read
// or not.
func TestAPrivateStepHasOneSampleAndOneNoise(t *testing.T) {
	task, source := sourced()
	r, tr := newReference(task.tables), task.trainer()
	const steps = 8
	for step := range steps {
		var candidates []int32
		records := len(task.edges)
		if step%3 == 1 {
			candidates = []int32{5, 2, 9, 7}
			records = 4
		} else if step%3 == 2 {
			candidates, records = []int32{}, 0
		}
		var places []int32
		if records > 0 {
			places = []int32{1, int32(records) - 1}
		}
		want := slices.Clone(places)
		for i, place := range want {
			if candidates != nil {
				want[i] = candidates[place]
			}
		}
		source.sample = func(int) ([]int32, error) {
			if len(source.weights) != step {
				t.Errorf("step %d is sampled when %d have their noise", step, len(source.weights))
			}
			return slices.Clone(places), nil
		}
		negatives, filled := make([]int32, 2*len(want)), 0
		err := tr.StepOn(candidates, func(batch []int32) []int32 {
			if filled++; !slices.Equal(batch, want) {
				t.Errorf("step %d is on the edges %v, want %v", step, batch, want)
			}
			return negatives
		})
		if err != nil {
			t.Fatal(err)
		}
		if filled != 1 || len(source.asked) != step+1 || source.asked[step] != records {
			t.Errorf("step %d has %d batches, and samples of %v records", step, filled, source.asked)
		}
		if len(source.weights) != step+1 || source.weights[step] != 0.125 {
			t.Errorf("after step %d, noise of weights %v is owed", step, source.weights)
		}
		r.step(task.edges, want, negatives, task.config)
		for i := range r.rows {
			for j := range r.rows[i] {
				r.rows[i][j] += 0.125 * owed(i, step, j)
			}
		}
	}
	if err := tr.Settle(); err != nil {
		t.Fatal(err)
	}
	for row, n := range source.seen {
		if n != steps {
			t.Errorf("row %d has the noise of %d steps", row, n)
		}
	}
	if d, size := r.distance(task.tables); d > 2e-5*size {
		t.Errorf("entries up to %v are wrong by %v", size, d)
	}
}

// A source that was paid for another clip or another divisor is refused, by however little it
// differs.
func TestNoiseOfAnotherPlanIsRefused(t *testing.T) {
	task, source := sourced()
	if _, err := New(task.tables, task.edges, task.config); err != nil {
		t.Fatal(err)
	}
	right := source.paid
	for what, paid := range map[string]gdp.Paid{
		"nothing": {}, "half of the clip": {Clip: right.Clip / 2, Divisor: right.Divisor}, "twice the clip": {Clip: 2 * right.Clip, Divisor: right.Divisor},
		"the next clip": {Clip: math.Nextafter(right.Clip, 1), Divisor: right.Divisor}, "another divisor": {Clip: right.Clip, Divisor: 1},
		"the next divisor": {Clip: right.Clip, Divisor: math.Nextafter(right.Divisor, 0)}, "no numbers": {Clip: math.NaN(), Divisor: math.NaN()},
	} {
		paid.Steps = right.Steps
		source.paid = paid
		if _, err := New(task.tables, task.edges, task.config); err == nil || !strings.Contains(err.Error(), "was paid for") {
			t.Errorf("noise that was paid for %s: %v", what, err)
		}
	}
}

// A private trainer takes no step on edges that somebody else sampled, and a plain one no private
// step.
func TestStepsOfAnotherKindAreRefused(t *testing.T) {
	task, source := sourced()
	before := slices.Clone(task.tables.Values())
	tr := task.trainer()
	if err := tr.Step([]int32{0}, []int32{1, 2}); err == nil || !strings.Contains(err.Error(), "StepOn") {
		t.Errorf("a plain step of a private trainer: %v", err)
	}
	if err := tr.Settle(); err != nil || !slices.Equal(task.tables.Values(), before) {
		t.Errorf("a plain step of a private trainer moved its tables, or %v", err)
	}
	task.config.Source = nil
	if err := task.trainer().StepOn(nil, func([]int32) []int32 { return nil }); err == nil || !strings.Contains(err.Error(), "without a source") {
		t.Errorf("a private step of a plain trainer: %v", err)
	}
	if len(source.asked)+len(source.weights) != 0 {
		t.Errorf("%d samples and %d noises of no step", len(source.asked), len(source.weights))
	}
}

// A step that fails once its sample is drawn is the last: no other is sampled, and no table is
// settled that would lack its noise. One without a sample leaves the trainer as it is.
func TestNoStepAfterOneThatFailed(t *testing.T) {
	batch, negatives := []int32{0}, []int32{1, 2}
	for what, fault := range map[string]func(task *task, source *ticks){
		"negatives":     func(*task, *ticks) { negatives = nil },
		"batch":         func(task *task, _ *ticks) { batch = []int32{int32(len(task.edges))} },
		"noise of rows": func(_ *task, source *ticks) { source.weights, source.broken = []float64{1}, true },
		"noise":         func(_ *task, source *ticks) { source.stuck = true },
	} {
		task, source := sourced()
		tr := task.trainer()
		batch, negatives = []int32{0}, []int32{1, 2}
		fault(task, source)
		if err := task.on(tr, batch, negatives); err == nil {
			t.Fatalf("without %s: the step is taken", what)
		}
		source.stuck, source.broken = false, false
		for range 2 {
			if err := task.on(tr, []int32{0}, []int32{1, 2}); err == nil || !strings.Contains(err.Error(), "failed") {
				t.Errorf("without %s: another step: %v", what, err)
			}
			if err := tr.Settle(); err == nil || !strings.Contains(err.Error(), "failed") {
				t.Errorf("without %s, tables are settled: %v", what, err)
			}
		}
		if len(source.asked) != 1 {
			t.Errorf("without %s: %d samples", what, len(source.asked))
		}
	}
	task, source := sourced()
	tr := task.trainer()
	sample := source.sample
	source.sample = func(int) ([]int32, error) { return nil, errBroken }
	if err := task.on(tr, nil, nil); err == nil || len(source.weights) != 0 {
		t.Errorf("a step without a sample: %v, %d noises", err, len(source.weights))
	}
	source.sample = sample
	if err := task.on(tr, []int32{0}, []int32{1, 2}); err != nil {
		t.Error(err)
	}
	if err := tr.Settle(); err != nil {
		t.Error(err)
	}
}

// A session counts the steps that draw from it, and releases no table that lacks noise which a step
// owes to it: neither one that is not settled, nor one of which a step has no noise at all.
func TestStepsOfASession(t *testing.T) {
	const nodes, width, steps = 12, 4, 3
	g := gdptest.Graph(t, nodes, nil)
	for what, says := range map[string]string{"settled": "", "not settled": "rows of the table lack noise", "settled before the last step": "rows of the table lack noise", "failed": "has no noise"} {
		s, err := gdp.Protect(&graph.Network{Graph: g}, gdp.EdgeLevel, gdp.Budget{Epsilon: 1e6, Delta: 1e-5}, gdp.Seed(1))
		if err != nil {
			t.Fatal(err)
		}
		task, _ := sourced()
		_, err = gdp.Once(s, "embedding", what, func(s *gdp.Session) ([]float32, error) {
			table := tableOf(t, s, nodes, width, gdp.Plan{
				Steps: steps, Sampling: gdp.Whole{Presence: true}, Multiplier: 1, Sensitivity: gdp.L2(task.config.Clip), Divisor: task.config.Divisor,
			})
			if got, want := fmt.Sprint(table.Paid()), fmt.Sprint(gdp.Paid{Steps: steps, Clip: task.config.Clip, Divisor: task.config.Divisor}); got != want {
				t.Errorf("paid for %s, want %s", got, want)
			}
			task.config.Source = table
			tr := task.trainer()
			for step := range steps {
				err := tr.StepOn([]int32{1, 2}, func([]int32) []int32 {
					if what == "failed" && step == steps-1 {
						return nil
					}
					return make([]int32, 4)
				})
				if (err != nil) != (what == "failed" && step == steps-1) {
					t.Fatal(err)
				}
				if what == "settled before the last step" && step == steps-2 {
					if err := tr.Settle(); err != nil {
						t.Fatal(err)
					}
				}
			}
			if what == "settled" {
				if err := tr.Settle(); err != nil {
					t.Fatal(err)
				}
				settled := slices.Clone(task.tables.Values())
				if err := tr.StepOn([]int32{1, 2}, func([]int32) []int32 { return make([]int32, 4) }); err == nil || !strings.Contains(err.Error(), "are done") {
					t.Errorf("a step beyond the plan: %v", err)
				}
				if err := tr.Settle(); err != nil || !slices.Equal(task.tables.Values(), settled) {
					t.Errorf("a step beyond the plan moved the tables, or %v", err)
				}
			}
			return task.tables.Values(), nil
		})
		if says == "" && err != nil || says != "" && (err == nil || !strings.Contains(err.Error(), says)) {
			t.Errorf("tables that are %s: %v", what, err)
		}
	}
}
