package train

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/gomlx/gomlx/core/tensors"
	"github.com/graphdp/graphdp/data/must"
)

// recorder is a source that records its calls. Its k-th noise adds 1000·k + i to entry i.
type recorder struct {
	paidSource
	sync.Mutex
	asked   [][]int32 // records that samples were drawn from
	noises  []int     // entries of each noise
	choose  func(records []int32) []int32
	refuses error
}

func (r *recorder) Sample(records []int32) ([]int32, error) {
	r.asked = append(r.asked, slices.Clone(records))
	if r.choose != nil {
		records = r.choose(records)
	}
	return records, r.refuses
}

func (r *recorder) Noise(dst []float32) error {
	r.Lock()
	defer r.Unlock()
	r.noises = append(r.noises, len(dst))
	for i := range dst {
		dst[i] += float32(1000*len(r.noises) + i)
	}
	return nil
}

// draws returns the numbers of samples and noises drawn, after waiting for pending draws.
func (r *recorder) draws(tr *Trainer) (samples, noises int) {
	if tr.drawer != nil {
		_ = tr.drawer.wait()
	}
	r.Lock()
	defer r.Unlock()
	return len(r.asked), len(r.noises)
}

// summing returns a configuration whose steps subtract a quarter of their sums from weights 0.
func summing(name string) (c Config, zeros [][]float32) {
	c = testConfig(name)
	c.Clip, c.Optimiser, c.Divisor, c.Steps = 1, SGD{Rate: 1}, 4, 3
	for _, dims := range c.Model.Weights {
		zeros = append(zeros, make([]float32, size(dims)))
	}
	return c, zeros
}

// A private step draws one sample of its records, and fills its batch with it. It adds each entry
// of its noise once to the sum, over the divisor, for batches in one piece and in two. Noise is
// drawn once per step, for the whole sum, and at most one step ahead.
func TestAPrivateStepHasOneSampleAndOneNoise(t *testing.T) {
	for pieces := 1; pieces <= 2; pieces++ {
		t.Run(fmt.Sprint(pieces, " pieces"), func(t *testing.T) {
			c, zeros := summing("go")
			source := &recorder{paidSource: silent(c), choose: func(records []int32) []int32 { return records[1:3] }}
			tr := startAt(t, c, source, zeros)
			rng := rand.New(rand.NewPCG(1, 1))
			want := make([]float32, c.Model.Entries())
			for step := range c.Steps {
				records := []int32{int32(7 + step), 9, 4, 1}
				filled := 0
				must.Do(t, tr.StepOn(t.Context(), records, func(sample []int32) (batch []Batch, err error) {
					filled++
					if samples, _ := source.draws(tr); samples != step+1 || !slices.Equal(sample, records[1:3]) {
						t.Errorf("step %d fills a batch with %v, after %d samples", step, sample, samples)
					}
					for range pieces {
						batch = append(batch, testBatchOf(rng, 0)) // of absent records
					}
					return batch, nil
				}))
				samples, noises := source.draws(tr)
				if filled != 1 || samples != step+1 || !slices.Equal(source.asked[step], records) {
					t.Errorf("step %d fills %d batches, has %d samples, the last of %v", step, filled, samples, source.asked[samples-1])
				}
				if noises < step+1 || noises > min(step+2, c.Steps) {
					t.Errorf("after step %d, %d noises are drawn", step, noises)
				}
				for i := range want {
					want[i] -= float32(1000*(step+1)+i) / 4
				}
				if got := weights(t, tr); !slices.Equal(got, want) {
					t.Fatalf("after step %d the weights are %v, want %v", step, got, want)
				}
			}
			for _, entries := range source.noises {
				if entries != c.Model.Entries() {
					t.Errorf("a noise of %d entries for sums of %d", entries, c.Model.Entries())
				}
			}
		})
	}
}

// A batch has no more examples than the sample has records, over all pieces.
func TestABatchOfMoreExamplesThanItsSample(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, try := range []struct {
		sample int
		rows   []int
		fine   bool
	}{{3, []int{3}, true}, {3, []int{0}, true}, {3, []int{4}, false}, {0, []int{1}, false}, {5, []int{3, 2}, true}, {5, []int{3, 3}, false}, {3, []int{0, 4}, false}} {
		c, zeros := summing("go")
		source := &recorder{paidSource: silent(c), choose: func(records []int32) []int32 { return records[:try.sample] }}
		tr := startAt(t, c, source, zeros)
		var batch []Batch
		for _, rows := range try.rows {
			batch = append(batch, testBatchOf(rng, rows))
		}
		if err := step(tr, batch...); (err == nil) != try.fine || err != nil && !strings.Contains(err.Error(), "more examples than the sample") {
			t.Errorf("a sample of %d, and %v examples: %v", try.sample, try.rows, err)
		}
		if _, err := tr.Weights(); (err == nil) != try.fine {
			t.Errorf("weights after a sample of %d, and %v examples: %v", try.sample, try.rows, err)
		}
	}
}

// A private trainer takes no step on a batch sampled by others, and a non-private one no private
// step: neither draws anything, and both can continue.
func TestStepsOfAnotherKindAreRefused(t *testing.T) {
	b := testBatchOf(rand.New(rand.NewPCG(1, 1)), 3)
	c, zeros := summing("go")
	source := &recorder{paidSource: silent(c)}
	private := startAt(t, c, source, zeros)
	if err := private.Step(t.Context(), b); err == nil || !strings.Contains(err.Error(), "StepOn") {
		t.Errorf("a plain step of a private trainer: %v", err)
	}
	if got := weights(t, private); norm(got) != 0 {
		t.Error("a plain step of a private trainer moved its weights")
	}
	c.Clip = 0
	plain := startAt(t, c, nil, zeros)
	for _, fill := range []func([]int32) ([]Batch, error){nil, func([]int32) ([]Batch, error) { return []Batch{b}, nil }} {
		if err := plain.StepOn(t.Context(), []int32{1, 2, 3}, fill); err == nil || !strings.Contains(err.Error(), "no clipping norm") {
			t.Errorf("a private step of a plain trainer: %v", err)
		}
	}
	if samples, noises := source.draws(private); samples != 0 || noises != 0 {
		t.Errorf("%d samples and %d noises of no step", samples, noises)
	}
	mustStep(t, private, b)
	mustStep(t, plain, b)
}

// A step that fails after its sample was drawn, or while it is drawn, is the last: nothing more is
// sampled, and no weights and no checkpoint are returned. A step refused earlier leaves the trainer
// unchanged.
func TestNoStepAfterOneThatFailed(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	good := []Batch{testBatchOf(rng, 3)}
	gone := errors.New("gone")
	for what, fill := range map[string]func() ([]Batch, error){
		"no sample":       nil,
		"no batch":        func() ([]Batch, error) { return nil, gone },
		"no pieces":       func() ([]Batch, error) { return nil, nil },
		"too many pieces": func() ([]Batch, error) { return slices.Repeat(good, 3), nil },
		"another shape": func() ([]Batch, error) {
			return []Batch{{Present: good[0].Present, Inputs: []*tensors.Tensor{good[0].Inputs[0]}}}, nil
		},
	} {
		c, zeros := summing("go")
		source := &recorder{paidSource: silent(c)}
		tr := startAt(t, c, source, zeros)
		mustStep(t, tr, good...)
		if fill == nil {
			source.refuses = gone
		}
		if err := tr.StepOn(t.Context(), upTo(testBatch), func([]int32) ([]Batch, error) { return fill() }); err == nil {
			t.Fatalf("%s: the step is taken", what)
		}
		source.refuses = nil
		for range 2 {
			if err := step(tr, good...); err == nil || !strings.Contains(err.Error(), "failed") {
				t.Errorf("%s: another step: %v", what, err)
			}
		}
		if samples, _ := source.draws(tr); samples != 2 {
			t.Errorf("%s: %d samples for two steps", what, samples)
		}
		if _, err := tr.Weights(); err == nil {
			t.Errorf("%s: weights", what)
		}
		if _, err := tr.MarshalBinary(); err == nil {
			t.Errorf("%s: a checkpoint", what)
		}
		if err := tr.SetSource(source); err == nil {
			t.Errorf("%s: other noise is taken", what)
		}
	}
	c, zeros := summing("go")
	source := &recorder{paidSource: silent(c)}
	tr := startAt(t, c, source, zeros)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	fill := func([]int32) ([]Batch, error) { return good, nil }
	if err := tr.StepOn(ended, upTo(3), fill); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled step: %v", err)
	}
	if samples, noises := source.draws(tr); samples != 0 || noises != 0 {
		t.Errorf("a cancelled step has %d samples and %d noises", samples, noises)
	}
	ended, cancel = context.WithCancel(t.Context())
	err := tr.StepOn(ended, upTo(3), func([]int32) ([]Batch, error) { cancel(); return good, nil })
	if err != nil || tr.done != 1 {
		t.Errorf("a step that was begun is not finished: %v", err)
	}
	for tr.done < c.Steps {
		mustStep(t, tr, good...)
	}
	before := weights(t, tr)
	if err := step(tr, good...); err == nil || !strings.Contains(err.Error(), "no more steps") {
		t.Errorf("a step beyond the plan: %v", err)
	}
	if samples, noises := source.draws(tr); samples != c.Steps || noises != c.Steps || !slices.Equal(weights(t, tr), before) {
		t.Errorf("%d samples and %d noises of %d steps", samples, noises, c.Steps)
	}
}
