package features

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/checkpoint/checkpointtest"
)

// A training that was interrupted after any steps, or killed, gives the model that it
// would have given, to the bit, and pays once: with a seed or without, where the
// subsample and the masks of the dead process cannot be drawn again.
func TestInterruptedRunsGoOn(t *testing.T) {
	net := words(t, 600, 6)
	published, strict := Published(), quick()
	published.Epochs, published.Backend, published.Batch = 8, "go", 30
	strict.Epochs, strict.Backend, strict.Dropout, strict.Batch = 8, "go", 0.1, 30
	for mode, c := range map[string]interface {
		Config
		settings() settings
	}{"published": published, "strict": strict} {
		for kind, options := range map[string][]gdp.Option{"seeded": {gdp.Seed(4)}, "unseeded": nil} {
			t.Run(mode+", "+kind, func(t *testing.T) {
				steps := c.settings().steps(int(480*c.settings().Subsample + 0.5))
				checkpointtest.Exact(t, steps, func(ctx context.Context, dir string, progress func(step, steps int)) (*Result, error) {
					s, err := gdp.Protect(net, gdp.NodeLevel, gdp.Budget{Epsilon: 2, Delta: 1e-3}, append(options, gdp.Journal(filepath.Join(dir, "journal")))...)
					if err != nil {
						t.Fatal(err)
					}
					r, err := Run(ctx, s, c, &checkpoint.Watch{Progress: progress, Checkpoint: filepath.Join(dir, "checkpoint")})
					if l, err := s.Ledger(); err != nil || len(l.Entries) != 1 {
						t.Errorf("the ledger is %v, %v", l, err)
					}
					return r, err
				})
			})
		}
	}
}

// The same for training without privacy; a checkpoint is of one network, split and seed.
func TestInterruptedPlainTrainingGoesOn(t *testing.T) {
	net, c := words(t, 300, 6), NonPrivate()
	c.Epochs, c.Backend = 4, "go"
	run := func(net *graph.Network, nodes uint64, seed uint64) checkpointtest.Run[*Result] {
		return func(ctx context.Context, dir string, progress func(step, steps int)) (*Result, error) {
			c := c
			c.Split.Seed = nodes
			return RunPlain(ctx, net, c, seed, &checkpoint.Watch{Progress: progress, Checkpoint: filepath.Join(dir, "checkpoint")})
		}
	}
	checkpointtest.Exact(t, c.settings().steps(240), run(net, 0, 7))

	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := run(net, 0, 7)(ctx, dir, func(int, int) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	attrs, labels := *net, *net
	attrs.Attrs = words(t, 300, 5).Attrs
	labels.Labels = slices.Clone(net.Labels)
	labels.Labels[3] = (labels.Labels[3] + 1) % 3
	for what, other := range map[string]checkpointtest.Run[*Result]{
		"features": run(&attrs, 0, 7), "labels": run(&labels, 0, 7), "seed": run(net, 0, 8),
		"split": run(net, 1, 7),
	} {
		if _, err := other(context.Background(), dir, nil); err == nil || !strings.HasPrefix(err.Error(), "features: the checkpoint") || !strings.Contains(err.Error(), "of another") {
			t.Errorf("a checkpoint of another %s: %v", what, err)
		}
	}
}

// A run that is to stop before it began is not paid for.
func TestStoppedBeforeItPaid(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := protect(t, words(t, 300, 6), gdp.NodeLevel, 2)
	if _, err := Run(ctx, s, quick(), nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if l, err := s.Ledger(); err != nil || len(l.Entries) != 0 {
		t.Errorf("the ledger is %v, %v", l, err)
	}
}
