package privdpr

import (
	"cmp"
	"context"
	"errors"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/methodtest"
)

// A checkpoint of another graph and journal is refused before anything is paid for, and
// stays what it is.
func TestAnotherJournalPaysNothing(t *testing.T) {
	c, dir := small(ClippedBlocks()), t.TempDir()
	kept := filepath.Join(dir, "checkpoint")
	run := func(ctx context.Context, g *graph.Graph, journal string, progress func(step, steps int)) (*Result, int, error) {
		s, err := gdp.Protect(&graph.Network{Graph: g}, gdp.NodeLevel, gdp.Budget{Epsilon: 0.5, Delta: 1e-5}, gdp.Journal(filepath.Join(dir, journal)))
		if err != nil {
			t.Fatal(err)
		}
		r, err := Run(ctx, s, c, &checkpoint.Watch{Progress: progress, Checkpoint: kept})
		l, failed := s.Ledger()
		if failed != nil {
			t.Fatal(failed)
		}
		return r, len(l.Entries), err
	}
	one := toy(t)
	ctx, cancel := context.WithCancel(context.Background())
	if _, paid, err := run(ctx, one, "one", func(int, int) { cancel() }); !errors.Is(err, context.Canceled) || paid != 2 {
		t.Fatalf("interrupted with %d spends: %v", paid, err)
	}
	other := directed(t, 200, graph.Edge{U: 0, V: 1})
	for what, g := range map[string]*graph.Graph{"another graph": other, "the same graph": one} {
		if _, paid, err := run(context.Background(), g, what, nil); err == nil || !strings.Contains(err.Error(), "another journal") || paid != 0 {
			t.Errorf("%s in a new journal: %d spends, %v", what, paid, err)
		}
	}
	if r, paid, err := run(context.Background(), one, "one", nil); err != nil || r == nil || paid != 2 {
		t.Errorf("the run itself continues with %d spends: %v", paid, err)
	}
}

// Runs of settings with other states than the modes' own go on after an interruption.
func TestInterruptedVariantsGoOn(t *testing.T) {
	methodtest.Run(t, Method, methodtest.Options{Only: []string{"resume"}, Small: map[string][]string{
		"":          {"Dim=4", "Hidden=4", "Epochs=1"},
		"published": {"Layers=1", "Scale=1", "Author.OneStepNorm=true"}, // power iteration
		"author":    {"Author.Frozen=false"},
	}})
}

// A norm that is followed goes on to the bit from what a checkpoint holds, whether the last step
// decomposed the matrix, followed it or found that it had hardly moved.
func TestFoundNormsGoOn(t *testing.T) {
	for _, n := range []int{decomposed / 4, decomposed + 6} {
		w, r := newNetwork(n, n, 3, 8, random(43)).weights[0], random(44)
		for step := range 60 {
			again := &weight{raw: general(n, n)}
			copy(again.raw.Data, w.raw.Data)
			for i, x := range w.found() {
				switch to := again.found()[i].(type) {
				case *float64:
					*to = *x.(*float64)
				case *[]float64:
					*to = slices.Clone(*x.(*[]float64))
				}
			}
			sd := 1e-13 * math.Exp(float64(step)/3)
			for i := range w.raw.Data {
				d := sd * r.NormFloat64()
				w.raw.Data[i] += d
				again.raw.Data[i] += d
			}
			if err := cmp.Or(w.spectral(), again.spectral()); err != nil || w.norm != again.norm || !slices.Equal(w.v, again.v) {
				t.Fatalf("%d columns, step %d: a norm of %v, from a checkpoint %v, %v", n, step, w.norm, again.norm, err)
			}
		}
	}
}
