package train

import (
	"context"
	"encoding"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"

	"github.com/graphdp/graphdp/data/must"
	_ "github.com/graphdp/graphdp/models/learn/backend/xla" // backends are compared
)

// owed returns the payment that a source of noise must have for a configuration.
func owed(c Config) gdp.Paid {
	return gdp.Paid{Steps: c.Steps, Clip: c.Clip, Divisor: c.Divisor}
}

// paid returns a private training with that payment, which samples all records.
func paid(tb testing.TB, p gdp.Paid, multiplier float64) (*gdp.Session, *gdp.Training) {
	tb.Helper()
	g := gdptest.Graph(tb, 2, nil)
	s := must.Get(gdp.Protect(&graph.Network{Graph: g}, gdp.NodeUnbounded, gdp.Budget{Epsilon: 1e9, Delta: 1e-5}, gdp.Seed(1), gdp.Nodes(2)))(tb)
	t := must.Get(s.Train(gdp.Plan{
		Label: "steps", Steps: p.Steps, Sampling: gdp.FullBatch{AddRemove: true}, Multiplier: multiplier, Sensitivity: gdp.L2(p.Clip), Divisor: p.Divisor,
		Basis: gdp.Proof{Doc: "proofs/training.md#clipping", Test: "TestNoExampleMovesTheSumByMoreThanC"},
	}))(tb)
	return s, t
}

// fused returns the samples and the noise of a training of a configuration.
func fused(tb testing.TB, t *gdp.Training, c Config) *gdp.Fused {
	tb.Helper()
	return must.Get(t.Fused(c.Model.Entries()))(tb)
}

// noisy returns samples and noise paid for by the configuration.
func noisy(tb testing.TB, c Config, multiplier float64) *gdp.Fused {
	tb.Helper()
	_, t := paid(tb, owed(c), multiplier)
	return fused(tb, t, c)
}

// network returns a net with one hidden layer and cross-entropy; with squares, the
// batch's third input is the squared norms of its rows.
func network(in, hidden, classes int, dropout float64, squares bool) Model {
	m := Model{
		Weights: [][]int{{in, hidden}, {hidden}, {hidden, classes}, {classes}},
		Loss: func(t *Tape, x []*Node) *Node {
			if squares {
				t.Squares(x[0], x[2])
			}
			h := MaxScalar(t.Bias(1, t.Linear(0, t.Dropout(dropout, x[0]))), 0)
			return CrossEntropy(t.Bias(3, t.Linear(2, h)), x[1])
		},
	}
	if dropout == 0 {
		m.Chain = &Chain{Layers: []Layer{{Weight: 0, Bias: 1, Active: ReLU}, {Weight: 2, Bias: 3}}, Squares: squares}
	}
	return m
}

// paidSource is a source without noise that samples all records and claims a payment.
type paidSource struct{ paid gdp.Paid }

func (f paidSource) Paid() gdp.Paid                          { return f.paid }
func (f paidSource) Noise([]float32) error                   { return nil }
func (f paidSource) Sample(records []int32) ([]int32, error) { return records, nil }

// silent returns noise of standard deviation 0 for a configuration.
func silent(c Config) paidSource { return paidSource{owed(c)} }

// forged is a source with a false payment and scaled noise.
type forged struct {
	paidSource
	source Source
	scale  float32
}

func (f forged) Sample(records []int32) ([]int32, error) { return f.source.Sample(records) }

func (f forged) Noise(dst []float32) error {
	err := f.source.Noise(dst)
	for i := range dst {
		dst[i] *= f.scale
	}
	return err
}

// floats returns the shapes of arrays of such dimensions.
func floats(dims ...[]int) (list []shapes.Shape) {
	for _, d := range dims {
		list = append(list, shapes.Make(dtypes.Float32, d...))
	}
	return list
}

const testIn, testHidden, testClasses, testBatch = 11, 6, 3, 47

// first returns examples in the first places, and holes in the others.
func first(examples, places int) []bool {
	present := make([]bool, places)
	for i := range examples {
		present[i] = true
	}
	return present
}

func testBatchOf(rng *rand.Rand, rows int) Batch {
	return Batch{Present: first(rows, testBatch), Records: whole(rng, testBatch, 1000), Inputs: []*tensors.Tensor{
		tensors.FromFlatDataAndDimensions(gaussians(rng, testBatch*testIn), testBatch, testIn),
		tensors.FromFlatDataAndDimensions(whole(rng, testBatch, testClasses), testBatch),
	}}
}

// classified returns the shapes of a batch of rows of features and their classes.
func classified(batch, in int) []shapes.Shape {
	return append(floats([]int{batch, in}), shapes.Make(dtypes.Int32, batch))
}

func testConfig(name string) Config {
	return Config{
		Model: network(testIn, testHidden, testClasses, 0, false), Optimiser: SGD{Rate: 0.5}, Steps: 8,
		Batch: testBatch, Inputs: classified(testBatch, testIn), Divisor: testBatch, Backend: name,
	}
}

// startAt returns a trainer with noise, or without if that is nil.
func startAt(t testing.TB, c Config, noise Source, weights [][]float32) *Trainer {
	t.Helper()
	tr := must.Get(New(c, weights))(t)
	t.Cleanup(func() { must.Do(t, tr.Close()) })
	if noise != nil {
		must.Do(t, tr.SetSource(noise))
	}
	return tr
}

func start(t *testing.T, c Config, noise Source) *Trainer {
	t.Helper()
	return startAt(t, c, noise, c.Model.Glorot(rand.New(rand.NewPCG(7, 7))))
}

// upTo lists the names of n records.
func upTo(n int) []int32 {
	names := make([]int32, n)
	for i := range names {
		names[i] = int32(i)
	}
	return names
}

// step takes a step on a batch; for a private trainer, on a sample of as many records as there are
// places.
func step(tr *Trainer, b ...Batch) error {
	if tr.config.Clip == 0 {
		return tr.take(context.Background(), b...)
	}
	return tr.StepOn(context.Background(), upTo(tr.config.Batch*len(b)), func([]int32) ([]Batch, error) { return b, nil })
}

func mustStep(t *testing.T, tr *Trainer, b ...Batch) {
	t.Helper()
	must.Do(t, step(tr, b...))
}

func weights(t *testing.T, tr *Trainer) []float32 {
	t.Helper()
	w := must.Get(tr.Weights())(t)
	return slices.Concat(w...)
}

// apart returns the largest difference of two vectors.
func apart(a, b []float32) float64 {
	worst := 0.0
	for i := range a {
		worst = max(worst, math.Abs(float64(a[i])-float64(b[i])))
	}
	return worst
}

// With a bound that clips nothing and without noise, private training equals non-private training,
// up to the margin.
func TestPrivateTrainingWithoutClipOrNoiseIsPlain(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		c := testConfig(name)
		c.Decay = 0.3
		plain := start(t, c, nil)
		c.Clip = 1e6
		private := start(t, c, silent(c))
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

// Both backends produce the same model: masks are the same, too.
func TestBackendsAgree(t *testing.T) {
	all := map[string][]float32{}
	each(t, func(t *testing.T, name string) {
		c := testConfig(name)
		c.Model = network(testIn, testHidden, testClasses, 0.3, false)
		c.Optimiser = DefaultAdam(0.05)
		c.Clip = 1
		tr := start(t, c, noisy(t, c, 0.1))
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

// A batch in two pieces is one batch: the clipped sums are added, and noise is added once.
func TestABatchInTwoPieces(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		rng := rand.New(rand.NewPCG(6, 6))
		x, class := gaussians(rng, 2*testBatch*testIn), whole(rng, 2*testBatch, testClasses)
		part := func(from, places, rows int) Batch {
			return Batch{Present: first(rows, places), Inputs: []*tensors.Tensor{
				tensors.FromFlatDataAndDimensions(x[from*testIn:(from+places)*testIn], places, testIn),
				tensors.FromFlatDataAndDimensions(class[from:from+places], places),
			}}
		}
		c := testConfig(name)
		c.Clip = 0.5
		pieces := start(t, c, noisy(t, c, 0.3))
		mustStep(t, pieces, part(0, testBatch, testBatch), part(testBatch, testBatch, 5))
		c.Batch, c.Inputs = 2*testBatch, classified(2*testBatch, testIn)
		one := start(t, c, noisy(t, c, 0.3))
		mustStep(t, one, part(0, 2*testBatch, testBatch+5))
		if off := apart(weights(t, pieces), weights(t, one)); off > 1e-4 {
			t.Errorf("weights are %v apart", off)
		}
	})
}

// interrupted runs to the end, but saves after each of some steps, and continues from there in a
// new trainer.
func interrupted(t *testing.T, c Config, session *gdp.Session, training *gdp.Training, stops ...int) []float32 {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 5))
	tr := start(t, c, fused(t, training, c))
	upTo := func(step int) {
		for tr.done < step {
			mustStep(t, tr, testBatchOf(rng, testBatch))
		}
	}
	for _, stop := range stops {
		upTo(stop)
		text, source := save(t, tr), save(t, training)
		training = must.Get(session.Resume(training.Plan(), source))(t)
		tr = start(t, c, fused(t, training, c))
		must.Do(t, tr.UnmarshalBinary(text))
	}
	upTo(c.Steps)
	return weights(t, tr)
}

// Training that was saved and resumed after any step ends with the same bits.
func TestResumeIsExact(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		c := testConfig(name)
		c.Model = network(testIn, testHidden, testClasses, 0.3, false)
		c.Optimiser = DefaultAdam(0.05)
		c.Clip = 1
		var want []float32
		stops := [][]int{{}, {0}, {1}, {2, 5, 6}, {8}}
		if name != "go" { // to compile takes time
			stops = [][]int{{}, {5}}
		}
		for _, at := range stops {
			session, training := paid(t, owed(c), 0.5)
			got := interrupted(t, c, session, training, at...)
			if want == nil {
				want = got
			}
			if !slices.Equal(got, want) {
				t.Errorf("interrupted after steps %v, the weights are %v off", at, apart(got, want))
			}
		}
		if slices.ContainsFunc(want, func(w float32) bool { return w-w != 0 }) {
			t.Error("weights are not numbers")
		}
	})
}

// save saves a value.
func save(t *testing.T, value encoding.BinaryMarshaler) []byte {
	t.Helper()
	return must.Get(value.MarshalBinary())(t)
}

// counted counts how often noise is drawn.
type counted struct {
	paidSource
	draws int
}

func (c *counted) Noise([]float32) error { c.draws++; return nil }

// The same for a trainer resumed after the first of three steps, whose checkpoint holds the noise
// of the second.
func TestResumedNoiseIsDrawnOnceAStep(t *testing.T) {
	c := testConfig("go")
	c.Clip, c.Steps = 1, 3
	before, after := &counted{paidSource: silent(c)}, &counted{paidSource: silent(c)}
	b := testBatchOf(rand.New(rand.NewPCG(1, 1)), 3)
	tr := start(t, c, before)
	mustStep(t, tr, b)
	saved := save(t, tr)
	tr = start(t, c, after)
	must.Do(t, tr.UnmarshalBinary(saved))
	mustStep(t, tr, b)
	mustStep(t, tr, b)
	must.Do(t, tr.drawer.wait())
	if before.draws != 2 || after.draws != 1 {
		t.Errorf("%d draws up to the checkpoint and %d after it, want 2 and 1", before.draws, after.draws)
	}
}

func TestACheckpointOfAnotherModelIsRefused(t *testing.T) {
	c := testConfig("go")
	tr := start(t, c, nil)
	mustStep(t, tr, testBatchOf(rand.New(rand.NewPCG(1, 1)), 3))
	saved := save(t, tr)
	wider, longer, private := c, c, c
	wider.Model = network(testIn, testHidden+1, testClasses, 0, false)
	longer.Steps++
	private.Clip = 1
	for what, other := range map[string]Config{"model": wider, "plan": longer, "private": private} {
		var noise Source
		if other.Clip != 0 {
			noise = silent(other)
		}
		if err := start(t, other, noise).UnmarshalBinary(saved); err == nil || !strings.Contains(err.Error(), "another model or plan") {
			t.Errorf("a checkpoint of another %s is taken: %v", what, err)
		}
	}
	if err := start(t, c, nil).UnmarshalBinary([]byte("nonsense")); err == nil {
		t.Error("nonsense is taken for a checkpoint")
	}
	if _, err := start(t, private, nil).MarshalBinary(); err == nil {
		t.Error("a private trainer without noise was saved")
	}
}

// failing is a source of noise that fails.
type failing struct{ paidSource }

func (failing) Noise([]float32) error { return errors.New("no noise") }

func TestWithoutNoiseThereIsNoStep(t *testing.T) {
	c := testConfig("go")
	c.Clip = 1
	for says, noise := range map[string]Source{"without noise": nil, "no noise": failing{silent(c)}} {
		tr := start(t, c, noise)
		if err := step(tr, testBatchOf(rand.New(rand.NewPCG(1, 1)), 3)); err == nil || !strings.Contains(err.Error(), says) || tr.done != 0 {
			t.Errorf("a step %s: %v, %d done", says, err, tr.done)
		}
	}
}

func TestBadConfigsAreErrors(t *testing.T) {
	for name, f := range map[string]func(*Config){
		"no weights":       func(c *Config) { c.Model.Weights = nil },
		"no loss":          func(c *Config) { c.Model.Loss = nil },
		"empty weight":     func(c *Config) { c.Model.Weights = [][]int{{0}} },
		"no optimiser":     func(c *Config) { c.Optimiser = nil },
		"rate":             func(c *Config) { c.Optimiser = SGD{Rate: math.NaN()} },
		"steps":            func(c *Config) { c.Steps = 0 },
		"batch":            func(c *Config) { c.Batch = 0 },
		"divisor":          func(c *Config) { c.Divisor = 0 },
		"decay":            func(c *Config) { c.Decay = math.NaN() },
		"negative clip":    func(c *Config) { c.Clip = -1 },
		"no clip":          func(c *Config) { c.Clip = math.NaN() },
		"infinite clip":    func(c *Config) { c.Clip = math.Inf(1) },
		"backend":          func(c *Config) { c.Backend = "abacus" },
		"weights' entries": func(c *Config) { c.Model.Weights = [][]int{{1}} },
		"inputs":           func(c *Config) { c.Inputs = classified(testBatch-1, testIn) },
		"one loss": func(c *Config) {
			c.Model.Loss = func(t *Tape, x []*Node) *Node { return ReduceAllSum(t.Linear(0, x[0])) }
		},
		"too large for float32 sums": func(c *Config) {
			c.Batch, c.Clip = 1<<14, 1
			c.Inputs = classified(c.Batch, testIn)
		},
	} {
		c := testConfig("go")
		start := c.Model.Glorot(rand.New(rand.NewPCG(7, 7)))
		f(&c)
		if _, err := New(c, start); err == nil || !strings.HasPrefix(err.Error(), "train: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Invalid batches are refused before anything is drawn, so the trainer can continue.
func TestBadBatchesAreErrors(t *testing.T) {
	c := testConfig("go")
	c.Model = network(testIn, testHidden, testClasses, 0.3, false)
	tr := start(t, c, nil)
	good := testBatchOf(rand.New(rand.NewPCG(1, 1)), 3)
	for what, f := range map[string]func(*Batch){
		"a place too many":     func(b *Batch) { b.Present = make([]bool, testBatch+1) },
		"a place too few":      func(b *Batch) { b.Present = b.Present[1:] },
		"no places":            func(b *Batch) { b.Present = nil },
		"no names for dropout": func(b *Batch) { b.Records = nil },
		"a name too few":       func(b *Batch) { b.Records = b.Records[1:] },
		"an array too few":     func(b *Batch) { b.Inputs = b.Inputs[:1] },
		"another shape": func(b *Batch) {
			b.Inputs = []*tensors.Tensor{b.Inputs[0], tensors.FromFlatDataAndDimensions(make([]int32, 3), 3)}
		},
	} {
		bad := good
		f(&bad)
		if err := tr.Step(context.Background(), bad); err == nil || !strings.HasPrefix(err.Error(), "train: step 1 of") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := tr.take(context.Background(), good, good); err == nil {
		t.Error("a plain batch in two pieces")
	}
	mustStep(t, tr, good)
}

// A sample exceeds two pieces with probability below 10⁻³⁰, by Chernoff's bound on binomial tails,
// and usually fits in one: four standard deviations.
func TestPlaces(t *testing.T) {
	for _, n := range []int{1, 100, 2995, 18333, 1 << 30} {
		for _, rate := range []float64{1, 0.5, 0.1, 60.0 / 2396, 1e-3, 27.0 / (1 << 30), 1e-6, 1e-9} {
			mean, places := float64(n)*rate, float64(PoissonPlaces(n, rate))
			if least := min(float64(n), mean+4*math.Sqrt(mean*(1-rate))); places < max(1, least) || places > float64(n) {
				t.Errorf("n = %d, rate %v: %v places", n, rate, places)
			}
			over := pieces*places + 1
			if over > float64(n) {
				continue
			}
			if tail := over - mean - over*math.Log(over/mean); tail > -30*math.Ln10 {
				t.Errorf("n = %d, rate %v: a batch above %v with probability e^%v", n, rate, over, tail)
			}
		}
	}
	if got := PoissonPlaces(1<<20, 256.0/(1<<20)); got != 321 {
		t.Errorf("%d places for samples of 256 on average", got) // 256 + 4 · 16 + 1
	}
}
