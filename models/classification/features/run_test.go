package features

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/gdptest"
	"github.com/graphdp/graphdp/models/classification"
	"github.com/graphdp/graphdp/models/learn/perceptron"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/method"
)

// Invalid runs cost nothing, and the error names the setting and the reason.
func TestBadRunsCostNothing(t *testing.T) {
	const n = 3000
	net := words(t, n, 1)
	for what, c := range map[string]struct {
		change func(*NoisyGradients)
		says   string
	}{
		"backend":       {func(c *NoisyGradients) { c.Backend = "abacus" }, "abacus"},
		"large batches": {func(c *NoisyGradients) { c.Batch = 2000 }, "float32 sums"},
		"clip":          {func(c *NoisyGradients) { c.Clip = 1e10 }, "clipping bound 1e+10"},
		"no δ":          {func(c *NoisyGradients) { c.Budget = gdp.Budget{Epsilon: 1} }, "δ above 0"},
	} {
		s := protect(t, net, gdp.NodeLevel, 4)
		config := quick()
		c.change(&config)
		if _, err := DPSGD.With(config).Run(context.Background(), s); err == nil || !strings.HasPrefix(err.Error(), "features: ") || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", what, err)
		}
		if l, err := s.Ledger(); err != nil || len(l.Entries) != 0 {
			t.Errorf("%s costs %v, %v", what, l, err)
		}
	}
	s := protect(t, net, gdp.NodeLevel, 4)
	published := Published.Settings
	published.Budget = gdp.Budget{Epsilon: 1}
	if _, err := Published.With(published).Run(context.Background(), s); err == nil || !strings.Contains(err.Error(), "δ above 0") {
		t.Errorf("published, no δ: %v", err)
	}
	_, err := DPSGD.With(quick()).Run(context.Background(), s, method.Checkpoint(filepath.Join(t.TempDir(), "missing", "checkpoint")))
	if l, _ := s.Ledger(); !errors.Is(err, os.ErrNotExist) || len(l.Entries) != 0 {
		t.Errorf("a checkpoint in a folder that is not there: %v, %v", err, l)
	}
	nonsense := filepath.Join(t.TempDir(), "checkpoint")
	for _, text := range []string{"", "nonsense"} {
		must.Do(t, os.WriteFile(nonsense, []byte(text), 0o600))
		if _, err := DPSGD.With(quick()).Run(context.Background(), s, method.Checkpoint(nonsense)); err == nil || !strings.HasPrefix(err.Error(), "features: ") {
			t.Errorf("nonsense for a checkpoint: %v", err)
		}
	}
}

// quiet is a source with the plan of another source except for the divisor. Its samples have all
// records, and the deviation of its noise is 0.
type quiet struct {
	*gdp.Fused
	divisor float64
}

func (quiet) Noise([]float32) error                   { return nil }
func (quiet) Sample(records []int32) ([]int32, error) { return records, nil }

func (q quiet) Paid() gdp.Paid {
	p := q.Fused.Paid()
	p.Divisor = q.divisor
	return p
}

// take takes a step on a batch.
func take(t *testing.T, tr *train.Trainer, batch []train.Batch) {
	t.Helper()
	if err := tr.Step(t.Context(), batch[0]); err == nil { // a plain one
		return
	}
	records := make([]int32, len(batch)*len(batch[0].Present))
	must.Do(t, tr.StepOn(t.Context(), records, func([]int32) ([]train.Batch, error) { return batch, nil }))
}

// stepping returns a trainer with plain gradient descent of rate 1.
func stepping(t *testing.T, f *perceptron.Fit, first [][]float32) *train.Trainer {
	t.Helper()
	config := f.Config()
	config.Optimiser, config.Divisor, config.Decay = train.SGD{Rate: 1}, 1, 0
	trainer := must.Get(train.New(config, first))(t)
	t.Cleanup(func() { _ = trainer.Close() })
	return trainer
}

// sum returns a step's sum over some nodes.
func sum(t *testing.T, trainer *train.Trainer, b *perceptron.Batches, nodes []int32) []float32 {
	t.Helper()
	flat := func() []float32 {
		w := must.Get(trainer.Weights())(t)
		return slices.Concat(w...)
	}
	before := flat()
	batch := must.Get(b.Of(nodes))(t)
	take(t, trainer, batch)
	after := flat()
	for i := range before {
		before[i] -= after[i]
	}
	return before
}

// Dropout leaves out features and hidden units, which then have no gradient. Of 400 and 300 of
// them, the share of a half is off by 0.15 with a probability below 10⁻⁶; the seed is fixed.
func TestDropoutIsOnBothLayers(t *testing.T) {
	const columns, hidden = 400, 300
	offsets, index, values := []int64{0, columns, columns}, make([]int32, columns), make([]float32, columns)
	for i := range index {
		index[i], values[i] = int32(i), 1
	}
	x := must.Get(graph.NewAttributes(columns, offsets, index, values))(t)
	g := gdptest.Graph(t, 2, nil)
	net := &graph.Network{Graph: g, Attrs: x, Labels: []int32{1, 0}, Classes: []string{"a", "b"}}
	c := settings{quick(), 1}
	c.Hidden, c.Dropout, c.Clip = hidden, 0.5, 1
	c.Clip = 0
	f := c.fit(c.model(columns, 2), []int32{0}, 1, 3)
	f.Shuffle = rand.New(rand.NewPCG(1, 1))
	first := [][]float32{slices.Repeat([]float32{0.01}, columns*hidden), slices.Repeat([]float32{0.01, -0.01}, hidden)}
	moved := sum(t, stepping(t, f, first), batches(t, f, c, net), []int32{0})
	for what, rows := range map[string][][]float32{
		"features":     slices.Collect(slices.Chunk(moved[:columns*hidden], hidden)),
		"hidden units": slices.Collect(slices.Chunk(moved[columns*hidden:], 2)),
	} {
		out := 0
		for _, row := range rows {
			if !slices.ContainsFunc(row, func(v float32) bool { return v != 0 }) {
				out++
			}
		}
		if share := float64(out) / float64(len(rows)); math.Abs(share-0.5) > 0.15 {
			t.Errorf("%d of %d %s are left out", out, len(rows), what)
		}
	}
}

// The trainer follows the configuration, and the plan pays from the named budget.
func TestTrainerFollowsTheConfiguration(t *testing.T) {
	net := words(t, 500, 3)
	c := settings{NoisyGradients{Hidden: 9, Dropout: 0.2, Decay: 0.03, Rate: 0.007, Batch: 37, Epochs: 2, Clip: 0.6, Backend: "go"}, 1}
	f := c.fit(c.model(net.Attrs.Cols(), 3), make([]int32, 400), 22, 8)
	got := f.Config()
	if got.Decay != 0.03 || got.Steps != 22 || got.Seed != 8 || got.Backend != "go" || got.Optimiser != train.DefaultAdam(0.007) {
		t.Errorf("the trainer is %+v", got)
	}
	if got.Clip != 0.6 || math.Abs(got.Divisor-37) > 1e-9 || got.Batch != train.PoissonPlaces(400, 37.0/400) {
		t.Errorf("clip %v, divisor %v, %d places", got.Clip, got.Divisor, got.Batch)
	}
	f.Clip, f.Shuffle = 0, rand.New(rand.NewPCG(1, 1))
	if got := f.Config(); got.Clip != 0 || got.Divisor != 37 || got.Batch != 37 {
		t.Errorf("plain: clip %v, divisor %v, %d places", got.Clip, got.Divisor, got.Batch)
	}
	s := protect(t, net, gdp.NodeUnbounded, 8)
	f = c.fit(c.model(net.Attrs.Cols(), 3), make([]int32, 185), 5, 8) // at the rate 0.2
	for mode, c := range map[string]settings{"dp-sgd": {quick(), 1}, "published": Published.Settings.settings()} {
		c.Budget = gdp.Budget{Epsilon: 1, Delta: 1e-6}
		c.Backend, c.Epochs = "go", 1
		plan := must.Get(c.paid(s, f.Plan("training"), classification.Details{Steps: 5, Rate: 0.2}))(t)
		e := must.Get(plan.Event(s))(t)
		if eps, err := s.Accountant().Epsilon(e, 1e-6); err != nil || eps > 1+1e-9 || eps < 0.99 {
			t.Errorf("%s: a budget of ε = 1 becomes a plan of ε = %v (%v)", mode, eps, err)
		}
	}
}
