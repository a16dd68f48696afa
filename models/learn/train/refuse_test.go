package train

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/learn/backend"
)

// Noise that was paid for with another bound or number of steps is refused: a removed clip is
// detected before training.
func TestNoiseOfAnotherPlanIsRefused(t *testing.T) {
	c := testConfig("go")
	c.Clip = 0.7
	of := func(change func(p *gdp.Paid)) *gdp.Fused {
		p := owed(c)
		change(&p)
		_, training := paid(t, p, 1)
		return fused(t, training, c)
	}
	right := of(func(*gdp.Paid) {})
	for what, noise := range map[string]Source{
		"paid for a smaller bound":   of(func(p *gdp.Paid) { p.Clip = 0.5 }),
		"paid for fewer steps":       of(func(p *gdp.Paid) { p.Steps-- }),
		"paid for more steps":        of(func(p *gdp.Paid) { p.Steps++ }),
		"paid for a smaller divisor": of(func(p *gdp.Paid) { p.Divisor-- }),
		"paid for a larger divisor":  of(func(p *gdp.Paid) { p.Divisor++ }),
		"paid for no divisor":        of(func(p *gdp.Paid) { p.Divisor = 0 }),
		"none":                       paidSource{},
		"paid for the next bound":    paidSource{gdp.Paid{Steps: c.Steps, Clip: math.Nextafter(0.7, 1), Divisor: c.Divisor}},
		"paid for the bound before":  paidSource{gdp.Paid{Steps: c.Steps, Clip: math.Nextafter(0.7, 0), Divisor: c.Divisor}},
		"paid for the next divisor":  paidSource{gdp.Paid{Steps: c.Steps, Clip: 0.7, Divisor: math.Nextafter(c.Divisor, 99)}},
		"paid for no number":         paidSource{gdp.Paid{Steps: c.Steps, Clip: math.NaN(), Divisor: math.NaN()}},
	} {
		tr := start(t, c, nil)
		if err := tr.SetSource(noise); err == nil || !strings.HasPrefix(err.Error(), "train: ") {
			t.Errorf("noise %s: %v", what, err)
		}
		if err := step(tr, testBatchOf(rand.New(rand.NewPCG(1, 1)), 3)); err == nil {
			t.Errorf("a step with noise %s", what)
		}
	}
	removed := c
	removed.Clip = 1e6
	if err := start(t, removed, nil).SetSource(right); err == nil {
		t.Error("a trainer without its clip takes the noise of one with it")
	}
	tr := start(t, c, right)
	if err := tr.SetSource(right); err == nil {
		t.Error("noise twice")
	}
	if err := start(t, testConfig("go"), nil).SetSource(right); err == nil {
		t.Error("noise for plain training")
	}
}

// A private trainer is not made for a backend whose products are not float32.
func TestImpreciseBackendsAreRefused(t *testing.T) {
	b := must.Get(backend.Open("go"))(t)
	precise.Store(b, fmt.Errorf("train: %w", ErrPrecision))
	defer precise.Delete(b)
	c := testConfig("go")
	c.Clip = 1
	if _, err := New(c, c.Model.Glorot(rand.New(rand.NewPCG(7, 7)))); !errors.Is(err, ErrPrecision) {
		t.Error(err)
	}
}

// A step that fails after its noise was drawn is not retried, or the same noise would be used for
// two sums: the trainer is unusable.
func TestAFailedStepIsTheLast(t *testing.T) {
	c := testConfig("go")
	c.Clip, c.Steps = 1, 2
	source := &counted{paidSource: silent(c)}
	tr := start(t, c, source)
	rng := rand.New(rand.NewPCG(1, 1))
	mustStep(t, tr, testBatchOf(rng, 3))
	batch := testBatchOf(rng, testBatch)
	tr.partial.Finalize()
	tr.partial = must.Get(NewExec(tr.backend, func([]*Node) []*Node { panic(errors.New("out of memory")) }))(t)
	if err := step(tr, batch, testBatchOf(rng, 5)); err == nil {
		t.Fatal("a second piece was summed without memory")
	}
	if err := step(tr, batch); err == nil {
		t.Error("the step was tried again")
	}
	if _, err := tr.Weights(); err == nil {
		t.Error("weights after a step that failed")
	}
	if _, err := tr.MarshalBinary(); err == nil {
		t.Error("a checkpoint after a step that failed")
	}
	if source.draws != c.Steps || tr.done != 1 {
		t.Errorf("noise was drawn %d times for %d steps, %d done", source.draws, c.Steps, tr.done)
	}
}

// Non-finite weights are not returned.
func TestDivergedWeightsAreRefused(t *testing.T) {
	for _, wild := range []float64{math.Inf(1), math.NaN()} {
		c := testConfig("go")
		tr := start(t, c, nil)
		b := testBatchOf(rand.New(rand.NewPCG(1, 1)), testBatch)
		must.Do(t, tensors.MutableFlatData(b.Inputs[0], func(x []float32) { x[3] = float32(wild) }))
		mustStep(t, tr, b)
		if w, err := tr.Weights(); err == nil {
			t.Errorf("weights %v after a feature of %v", w, wild)
		}
	}
}

// A modified checkpoint is refused, and a checkpoint is only restored into a new trainer.
func TestDamagedCheckpointsAreRefused(t *testing.T) {
	c := testConfig("go")
	c.Optimiser, c.Clip = DefaultAdam(0.1), 1
	tr := start(t, c, silent(c))
	b := testBatchOf(rand.New(rand.NewPCG(1, 1)), 3)
	mustStep(t, tr, b)
	saved := save(t, tr)
	restore := func(tr *Trainer, change func(*checkpoint)) error {
		t.Helper()
		var k checkpoint
		must.Do(t, gob.NewDecoder(bytes.NewReader(saved)).Decode(&k))
		change(&k)
		var changed bytes.Buffer
		must.Do(t, gob.NewEncoder(&changed).Encode(k))
		return tr.UnmarshalBinary(changed.Bytes())
	}
	entries := c.Model.Entries()
	for what, change := range map[string]func(*checkpoint){
		"steps before the first": func(k *checkpoint) { k.Done = -1 },
		"steps after the last":   func(k *checkpoint) { k.Done = c.Steps + 1 },
		"pending: too little":    func(k *checkpoint) { k.Pending = make([]float32, entries-1) },
		"pending: too much":      func(k *checkpoint) { k.Pending = make([]float32, entries+1) },
		"pending: after the end": func(k *checkpoint) { k.Done, k.Pending = c.Steps, make([]float32, entries) },
		"a short array":          func(k *checkpoint) { k.State[5] = k.State[5][1:] },
		"a long array":           func(k *checkpoint) { k.State[0] = append(k.State[0], 0) },
		"an array too few":       func(k *checkpoint) { k.State = k.State[1:] },
		"an array too many":      func(k *checkpoint) { k.State = append(k.State, nil) },
		"pending: before a step": func(k *checkpoint) { k.Done = 0 },
		"another clip":           func(k *checkpoint) { k.Clip /= 2 },
		"plain":                  func(k *checkpoint) { k.Clip = 0 },
	} {
		err := restore(start(t, c, silent(c)), change)
		if err == nil || !strings.HasPrefix(err.Error(), "train: ") ||
			strings.HasPrefix(what, "pending: ") && !strings.Contains(err.Error(), "checkpoint's noise") {
			t.Errorf("%s: %v", what, err)
		}
	}
	as := func(*checkpoint) {}
	begun := start(t, c, silent(c))
	must.Do(t, restore(begun, as))
	if err := restore(begun, as); err == nil {
		t.Error("a checkpoint goes into a trainer that has gone on from one")
	}
	if err := restore(start(t, c, nil), as); err == nil {
		t.Error("a checkpoint goes into a private trainer without noise")
	}
	plain := testConfig("go")
	began := start(t, plain, nil)
	mustStep(t, began, b)
	saved = save(t, began)
	if err := restore(began, as); err == nil {
		t.Error("a checkpoint goes into a plain trainer that has begun")
	}
}
