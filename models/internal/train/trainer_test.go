package train

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/backend"
)

// paid is a private training's source of noise.
func paid(tb testing.TB, steps int, multiplier, sensitivity float64) (*gdp.Session, *gdp.Training) {
	tb.Helper()
	g, _, err := graph.FromEdges(2, nil, graph.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	s, err := gdp.Protect(&graph.Network{Graph: g}, gdp.NodeUnbounded, gdp.Budget{Epsilon: 1e9, Delta: 1e-5}, gdp.Seed(1))
	if err != nil {
		tb.Fatal(err)
	}
	t, err := s.Train(gdp.Plan{
		Label: "steps", Steps: steps, Sampling: gdp.Whole{}, Multiplier: multiplier, Sensitivity: gdp.L2(sensitivity),
		Basis: gdp.Proof{Doc: "proofs/training.md#clipping", Test: "TestNoExampleMovesTheSumByMoreThanC"},
	})
	if err != nil {
		tb.Fatal(err)
	}
	return s, t
}

// network is a net with one hidden layer and cross-entropy; with squares, the
// batch's third input is the squared norms of its rows.
func network(in, hidden, classes int, dropout float64, squares bool) Model {
	return Model{
		Weights: [][]int{{in, hidden}, {hidden}, {hidden, classes}, {classes}},
		Loss: func(t *Tape, x []*Node) *Node {
			if squares {
				t.Squares(x[0], x[2])
			}
			h := MaxScalar(t.Bias(1, t.Linear(0, t.Dropout(dropout, x[0]))), 0)
			return CrossEntropy(t.Bias(3, t.Linear(2, h)), x[1])
		},
	}
}

// silence is noise of standard deviation 0, for tests.
type silence struct{}

func (silence) Noise([]float32) error { return nil }

const testIn, testHidden, testClasses, testBatch = 11, 6, 3, 8

func testBatchOf(rng *rand.Rand, rows int) Batch {
	return Batch{Rows: rows, Inputs: []*tensors.Tensor{
		tensors.FromFlatDataAndDimensions(gaussians(rng, testBatch*testIn), testBatch, testIn),
		tensors.FromFlatDataAndDimensions(whole(rng, testBatch, testClasses), testBatch),
	}}
}

func testConfig(name string) Config {
	return Config{
		Model: network(testIn, testHidden, testClasses, 0, false), Optimiser: SGD{Rate: 0.5}, Steps: 8,
		Batch: testBatch, Divisor: testBatch, Backend: name,
	}
}

func start(t *testing.T, c Config) *Trainer {
	t.Helper()
	tr, err := New(c, c.Model.Glorot(rand.New(rand.NewPCG(7, 7))))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := tr.Close(); err != nil {
			t.Error(err)
		}
	})
	return tr
}

func mustStep(t *testing.T, tr *Trainer, b ...Batch) {
	t.Helper()
	if err := tr.Step(context.Background(), b...); err != nil {
		t.Fatal(err)
	}
}

func weights(t *testing.T, tr *Trainer) []float32 {
	t.Helper()
	w, err := tr.Weights()
	if err != nil {
		t.Fatal(err)
	}
	return slices.Concat(w...)
}

// apart is the largest difference of two vectors.
func apart(a, b []float32) float64 {
	worst := 0.0
	for i := range a {
		worst = max(worst, math.Abs(float64(a[i])-float64(b[i])))
	}
	return worst
}

// With a bound that clips nothing and no noise, private training is plain
// training, less the margin.
func TestPrivateTrainingWithoutClipOrNoiseIsPlain(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		c := testConfig(name)
		plain := start(t, c)
		c.Clip, c.Noise = &Clipping{Bound: 1e6}, silence{}
		private := start(t, c)
		rng := rand.New(rand.NewPCG(5, 5))
		for step := range c.Steps {
			b := testBatchOf(rng, testBatch-step%3)
			mustStep(t, plain, b)
			mustStep(t, private, b)
			if a, b := plain.UnreleasedLoss(), private.UnreleasedLoss(); math.Abs(a-b) > 1e-5 || !(a > 0) {
				t.Errorf("step %d: losses %v and %v", step, a, b)
			}
		}
		if off := apart(weights(t, plain), weights(t, private)); off > 1e-5 {
			t.Errorf("weights are %v apart", off)
		}
	})
}

// Both backends make the same model of the same steps, dropout aside.
func TestBackendsAgree(t *testing.T) {
	all := map[string][]float32{}
	each(t, func(t *testing.T, name string) {
		c := testConfig(name)
		c.Optimiser, c.Schedule = DefaultAdam(0.05), Warmup(0.25, Cosine)
		c.Clip = &Clipping{Bound: 1}
		_, c.Noise = paid(t, c.Steps, 0.1, 1)
		tr := start(t, c)
		rng := rand.New(rand.NewPCG(5, 5))
		for range c.Steps {
			mustStep(t, tr, testBatchOf(rng, testBatch))
		}
		all[name] = weights(t, tr)
	})
	for name, w := range all {
		if off := apart(w, all["go"]); off > 1e-4 {
			t.Errorf("%s and go are %v apart", name, off)
		}
	}
}

// A batch in two pieces is one batch: the clipped sums add up, and noise enters
// once.
func TestABatchInTwoPieces(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		rng := rand.New(rand.NewPCG(6, 6))
		x, class := gaussians(rng, 2*testBatch*testIn), whole(rng, 2*testBatch, testClasses)
		part := func(from, places, rows int) Batch {
			return Batch{Rows: rows, Inputs: []*tensors.Tensor{
				tensors.FromFlatDataAndDimensions(x[from*testIn:(from+places)*testIn], places, testIn),
				tensors.FromFlatDataAndDimensions(class[from:from+places], places),
			}}
		}
		c := testConfig(name)
		c.Clip = &Clipping{Bound: 0.5}
		_, c.Noise = paid(t, c.Steps, 0.3, 0.5)
		pieces := start(t, c)
		mustStep(t, pieces, part(0, testBatch, testBatch), part(testBatch, testBatch, 5))
		c.Batch = 2 * testBatch
		_, c.Noise = paid(t, c.Steps, 0.3, 0.5)
		one := start(t, c)
		mustStep(t, one, part(0, 2*testBatch, testBatch+5))
		if off := apart(weights(t, pieces), weights(t, one)); off > 1e-4 {
			t.Errorf("weights are %v apart", off)
		}
	})
}

// An example adds the same bits to the weights in the first piece of a batch and in
// the second, which another program computes.
func TestAnExampleAddsTheSameInEitherPiece(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		const in, hidden, classes, examples = 143, 32, 7, 5
		rng := rand.New(rand.NewPCG(6, 6))
		places := Places(1)
		c := Config{
			Model: network(in, hidden, classes, 0, false), Optimiser: SGD{Rate: 1}, Steps: examples + 1,
			Batch: places, Divisor: 1, Backend: name, Clip: &Clipping{Bound: 0.5},
		}
		var trainers [2]*Trainer
		for i := range trainers {
			_, c.Noise = paid(t, c.Steps, 0.3, 0.5)
			trainers[i] = start(t, c)
		}
		of := func(x []float32, rows int) Batch {
			return Batch{Rows: rows, Inputs: []*tensors.Tensor{
				tensors.FromFlatDataAndDimensions(x, places, in), tensors.FromFlatDataAndDimensions(make([]int32, places), places)}}
		}
		for example := range examples {
			x := append(gaussians(rng, in), make([]float32, (places-1)*in)...)
			mustStep(t, trainers[0], of(x, 1))
			mustStep(t, trainers[1], of(x, 0), of(x, 1))
			if a, b := weights(t, trainers[0]), weights(t, trainers[1]); !slices.Equal(a, b) {
				t.Fatalf("example %d: the weights are %v apart", example, apart(a, b))
			}
		}
	})
}

// On several devices, each with a piece of the batch, the clipped sums and so the
// weights are those of one device, and the noise enters once.
func TestSeveralDevices(t *testing.T) {
	b, err := backend.Open("xla:cpu")
	if err != nil {
		t.Skip(err)
	}
	devices := b.NumDevices()
	if devices < 2 {
		t.Skipf("%d device", devices)
	}
	rng := rand.New(rand.NewPCG(6, 6))
	x, class := gaussians(rng, devices*testBatch*testIn), whole(rng, devices*testBatch, testClasses)
	part := func(from, places, rows int) Batch {
		return Batch{Rows: rows, Inputs: []*tensors.Tensor{
			tensors.FromFlatDataAndDimensions(x[from*testIn:(from+places)*testIn], places, testIn),
			tensors.FromFlatDataAndDimensions(class[from:from+places], places),
		}}
	}
	train := func(devices, places int, batch func() []Batch) []float32 {
		c := testConfig("xla:cpu")
		c.Optimiser, c.Clip = DefaultAdam(0.05), &Clipping{Bound: 0.5}
		c.Devices, c.Batch = devices, places
		_, c.Noise = paid(t, c.Steps, 0.3, 0.5)
		tr := start(t, c)
		for range 3 {
			mustStep(t, tr, batch()...)
		}
		return weights(t, tr)
	}
	one := train(1, devices*testBatch, func() []Batch { return []Batch{part(0, devices*testBatch, devices*testBatch)} })
	many := train(devices, testBatch, func() (all []Batch) {
		for d := range devices {
			all = append(all, part(d*testBatch, testBatch, testBatch))
		}
		return all
	})
	if off := apart(one, many); off > 1e-3 {
		t.Errorf("weights are %v apart", off)
	}
}

// interrupted runs some steps, saves, and goes on in a new trainer.
func interrupted(t *testing.T, c Config, session *gdp.Session, training *gdp.Training, at int) []float32 {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 5))
	tr := start(t, c)
	for range at {
		mustStep(t, tr, testBatchOf(rng, testBatch))
	}
	var saved bytes.Buffer
	if err := tr.Save(&saved); err != nil {
		t.Fatal(err)
	}
	again := start(t, c)
	err := again.Restore(&saved, func(state []byte) (Noise, error) { return session.Resume(training.Plan(), state) })
	if err != nil {
		t.Fatal(err)
	}
	for range c.Steps - at {
		mustStep(t, again, testBatchOf(rng, testBatch))
	}
	if again.Done() != c.Steps {
		t.Errorf("%d steps are done of %d", again.Done(), c.Steps)
	}
	return weights(t, again)
}

// Training that was saved and resumed after any step ends with the same bits.
func TestResumeIsExact(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		c := testConfig(name)
		c.Model = network(testIn, testHidden, testClasses, 0.3, false)
		c.Optimiser, c.Schedule = DefaultAdam(0.05), Linear
		c.Clip = &Clipping{Bound: 1}
		var want []float32
		stops := []int{0, 1, 5, c.Steps}
		if name != "go" {
			stops = []int{0, 5}
		}
		for _, at := range stops {
			session, training := paid(t, c.Steps, 0.5, 1)
			c.Noise = training
			got := interrupted(t, c, session, training, at)
			if want == nil {
				want = got
			}
			if !slices.Equal(got, want) {
				t.Errorf("interrupted after step %d, the weights are %v off", at, apart(got, want))
			}
		}
		if slices.ContainsFunc(want, func(w float32) bool { return w-w != 0 }) {
			t.Error("weights are no numbers")
		}
	})
}

// counted counts how often noise is drawn.
type counted struct{ draws int }

func (c *counted) Noise([]float32) error { c.draws++; return nil }

// No noise is drawn beyond the plan, with pending noise from a checkpoint or not.
func TestNoiseIsDrawnOnceAStep(t *testing.T) {
	b, err := backend.Open("go")
	if err != nil {
		t.Fatal(err)
	}
	const steps = 3
	source := new(counted)
	d, err := newDrawer(b, source, 2, steps)
	if err != nil {
		t.Fatal(err)
	}
	draw := func(n int) {
		for range n {
			if _, err := d.next(); err != nil {
				t.Fatal(err)
			}
			d.start()
		}
		if err := d.wait(); err != nil {
			t.Fatal(err)
		}
	}
	draw(steps)
	if source.draws != steps {
		t.Errorf("%d draws for %d steps", source.draws, steps)
	}
	if err := d.restore(source, []float32{1, 2}, 2); err != nil {
		t.Fatal(err)
	}
	draw(2)
	if source.draws != steps+1 {
		t.Errorf("%d draws for two steps of which one had its noise", source.draws-steps)
	}
	if err := d.close(); err != nil {
		t.Error(err)
	}
}

func TestACheckpointOfAnotherModelIsRefused(t *testing.T) {
	c := testConfig("go")
	tr := start(t, c)
	mustStep(t, tr, testBatchOf(rand.New(rand.NewPCG(1, 1)), 3))
	var saved bytes.Buffer
	if err := tr.Save(&saved); err != nil {
		t.Fatal(err)
	}
	wider, longer, private := c, c, c
	wider.Model = network(testIn, testHidden+1, testClasses, 0, false)
	longer.Steps++
	private.Clip, private.Noise = &Clipping{Bound: 1}, silence{}
	for what, other := range map[string]Config{"model": wider, "plan": longer, "private": private} {
		if err := start(t, other).Restore(bytes.NewReader(saved.Bytes()), nil); err == nil {
			t.Errorf("a checkpoint of another %s is taken", what)
		}
	}
	if err := start(t, c).Restore(strings.NewReader("nonsense"), nil); err == nil {
		t.Error("nonsense is taken for a checkpoint")
	}
	private.Noise = silence{}
	if err := start(t, private).Save(&saved); err == nil {
		t.Error("a source of noise that cannot be saved was saved")
	}
}

// An interrupted run stops between two steps, and a plan has no further ones.
func TestStepsEnd(t *testing.T) {
	c := testConfig("go")
	tr := start(t, c)
	b := testBatchOf(rand.New(rand.NewPCG(1, 1)), 3)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := tr.Step(ctx, b); !errors.Is(err, context.Canceled) || tr.Done() != 0 {
		t.Errorf("a cancelled step: %v, %d done", err, tr.Done())
	}
	for range c.Steps {
		mustStep(t, tr, b)
	}
	if err := tr.Step(context.Background(), b); err == nil {
		t.Error("a step beyond the plan")
	}
}

// failing is a source of noise that fails.
type failing struct{}

func (failing) Noise([]float32) error { return errors.New("no noise") }

func TestWithoutNoiseThereIsNoStep(t *testing.T) {
	c := testConfig("go")
	c.Clip, c.Noise = &Clipping{Bound: 1}, failing{}
	tr, err := New(c, c.Model.Glorot(rand.New(rand.NewPCG(7, 7))))
	if err != nil {
		t.Fatal(err)
	}
	if err := tr.Step(context.Background(), testBatchOf(rand.New(rand.NewPCG(1, 1)), 3)); err == nil || tr.Done() != 0 {
		t.Errorf("a step without noise: %v, %d done", err, tr.Done())
	}
}

func TestBadConfigsAreErrors(t *testing.T) {
	for name, f := range map[string]func(*Config){
		"no weights":       func(c *Config) { c.Model.Weights = nil },
		"no loss":          func(c *Config) { c.Model.Loss = nil },
		"empty weight":     func(c *Config) { c.Model.Weights = [][]int{{0}} },
		"no optimiser":     func(c *Config) { c.Optimiser = nil },
		"rate":             func(c *Config) { c.Optimiser = SGD{Rate: math.NaN()} },
		"momentum":         func(c *Config) { c.Optimiser = SGD{Rate: 1, Momentum: 1} },
		"steps":            func(c *Config) { c.Steps = 0 },
		"batch":            func(c *Config) { c.Batch = 0 },
		"divisor":          func(c *Config) { c.Divisor = 0 },
		"decay":            func(c *Config) { c.Decay = math.NaN() },
		"clip, no noise":   func(c *Config) { c.Clip = &Clipping{Bound: 1} },
		"noise, no clip":   func(c *Config) { c.Noise = silence{} },
		"clipping bound":   func(c *Config) { c.Clip, c.Noise = &Clipping{}, silence{} },
		"devices":          func(c *Config) { c.Devices, c.Clip, c.Noise = 1000, &Clipping{Bound: 1}, silence{} },
		"plain devices":    func(c *Config) { c.Devices = 2 },
		"backend":          func(c *Config) { c.Backend = "abacus" },
		"weights' entries": func(c *Config) { c.Model.Weights = [][]int{{1}} },
	} {
		c := testConfig("go")
		start := c.Model.Glorot(rand.New(rand.NewPCG(7, 7)))
		f(&c)
		if _, err := New(c, start); err == nil || !strings.HasPrefix(err.Error(), "train: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	b := testBatchOf(rand.New(rand.NewPCG(1, 1)), testBatch+1)
	if err := start(t, testConfig("go")).Step(context.Background(), b); err == nil {
		t.Error("more examples than places")
	}
	// Losses that are not one an example; a batch too large for float32 sums.
	c := testConfig("go")
	c.Model.Loss = func(t *Tape, x []*Node) *Node { return ReduceAllSum(t.Linear(0, x[0])) }
	if err := start(t, c).Step(context.Background(), testBatchOf(rand.New(rand.NewPCG(1, 1)), 1)); err == nil {
		t.Error("a loss for all examples together")
	}
	if _, err := (Clipping{Bound: 1}).margin(nil, nil, 1<<14, pieces); err == nil {
		t.Error("float32 sums over 16,384 examples are trusted")
	}
}

func TestPlaces(t *testing.T) {
	for _, n := range []int{0, 1, 48, 49, 60} {
		if p := Places(n); p < max(n, 1) || p%panel != 0 || p-n > 2*panel {
			t.Errorf("%d places for %d examples", p, n)
		}
	}
	// A sample that exceeds both pieces, by Chernoff's bound on binomial tails.
	for _, n := range []int{100, 2995, 18333, 1 << 30} {
		for _, rate := range []float64{1, 0.5, 0.1, 60.0 / 2396, 1e-3, 1e-6, 1e-9} {
			mean := float64(n) * rate
			over := float64(pieces*PoissonPlaces(n, rate)) + 1
			if over > float64(n) {
				continue
			}
			if tail := over - mean - over*math.Log(over/mean); tail > -30*math.Ln10 {
				t.Errorf("n = %d, rate %v: a batch above %v with probability e^%v", n, rate, over, tail)
			}
		}
	}
}
