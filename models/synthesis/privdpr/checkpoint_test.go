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
	"github.com/graphdp/graphdp/models/checkpoint/checkpointtest"
)

// A training that was interrupted after any steps, or killed, releases what it
// would have released, to the bit, and pays once: in every mode that trains, with a
// seed or without.
func TestInterruptedRunsGoOn(t *testing.T) {
	g := toy(t)
	power := small(Published())
	power.Layers, power.Scale, power.Author.OneStepNorm = 1, 1, true
	moving := small(Author())
	moving.Author.Frozen = false
	for name, c := range map[string]Config{
		"published": small(Published()), "author": small(Author()), "author, moving": moving,
		"clipped sum": small(ClippedSum()), "clipped blocks": small(ClippedBlocks()), "power iteration": power,
	} {
		for kind, options := range map[string][]gdp.Option{"seeded": {gdp.Seed(81)}, "unseeded": nil} {
			t.Run(name+", "+kind, func(t *testing.T) {
				checkpointtest.Exact(t, c.(interface{ Steps(n int) int }).Steps(g.N()), func(ctx context.Context, dir string, progress func(step, steps int)) (*Result, error) {
					s, err := gdp.Protect(&graph.Network{Graph: g}, gdp.NodeLevel, gdp.Budget{Epsilon: 0.5, Delta: 1e-5},
						append(options, gdp.Journal(filepath.Join(dir, "journal")))...)
					if err != nil {
						t.Fatal(err)
					}
					r, err := Run(ctx, s, c, &checkpoint.Watch{Progress: progress, Checkpoint: filepath.Join(dir, "checkpoint")})
					want := 1
					if strings.HasPrefix(name, "clipped") {
						want = 2
					}
					if l, err := s.Ledger(); err != nil || len(l.Entries) != want {
						t.Errorf("%d entries in the ledger, want %d", len(l.Entries), want)
					}
					return r, err
				})
			})
		}
	}
}

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

// The same for training without privacy; a checkpoint is of one seed and graph.
func TestInterruptedPlainTrainingGoesOn(t *testing.T) {
	g, c := toy(t), small(NonPrivate())
	c.Epochs = 2
	run := func(g *graph.Graph, seed uint64) checkpointtest.Run[*Result] {
		return func(ctx context.Context, dir string, progress func(step, steps int)) (*Result, error) {
			return RunPlain(ctx, &graph.Network{Graph: g}, c, seed, &checkpoint.Watch{Progress: progress, Checkpoint: filepath.Join(dir, "checkpoint")})
		}
	}
	checkpointtest.Exact(t, c.Steps(g.N()), run(g, 7))

	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := run(g, 7)(ctx, dir, func(int, int) { cancel() }); err == nil {
		t.Fatal("not interrupted")
	}
	for what, other := range map[string]checkpointtest.Run[*Result]{
		"seed": run(g, 8), "graph": run(directed(t, 200, graph.Edge{U: 0, V: 1}), 7),
	} {
		if _, err := other(context.Background(), dir, nil); err == nil || !strings.Contains(err.Error(), "another "+what) {
			t.Errorf("a checkpoint of another %s: %v", what, err)
		}
	}
}
