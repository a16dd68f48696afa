package privdpr

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/checkpoint"
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
