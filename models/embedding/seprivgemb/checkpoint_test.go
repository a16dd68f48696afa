package seprivgemb

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/checkpoint/checkpointtest"
)

// A skip-gram that was interrupted after any steps, or killed, releases what it would
// have released, to the bit, and pays once: by every method, with a seed or without.
func TestInterruptedRunsGoOn(t *testing.T) {
	g := ring(t, 121)
	for name, m := range smallModes() {
		if steps(m.config) == 0 {
			continue
		}
		entries := 1
		if _, ok := m.config.(SkipGram); ok {
			entries = 2 // the constants, and the gradients
		}
		for kind, options := range map[string][]gdp.Option{"seeded": {gdp.Seed(7)}, "unseeded": nil} {
			t.Run(name+", "+kind, func(t *testing.T) {
				c := small(m.config)
				switch c.(type) {
				case PoissonSampled, Promised:
					c = with(c, "SampleRate=0.5") // so that steps have edges
				}
				checkpointtest.Exact(t, 10, func(ctx context.Context, dir string, progress func(step, steps int)) (*Result, error) {
					options := append([]gdp.Option{gdp.Journal(filepath.Join(dir, "journal"))}, options...)
					if m.relation == gdp.NodeUnbounded {
						options = append(options, gdp.Nodes(g.N()))
					}
					s, err := gdp.Protect(&graph.Network{Graph: g}, m.relation, modest, options...)
					if err != nil {
						t.Fatal(err)
					}
					r, err := Run(ctx, s, c, &checkpoint.Watch{Progress: progress, Checkpoint: filepath.Join(dir, "checkpoint")})
					if l, err := s.Ledger(); err != nil || len(l.Entries) != entries {
						t.Errorf("%d entries in the ledger, want %d", len(l.Entries), entries)
					}
					return r, err
				})
			})
		}
	}
}

// The same for training without privacy.
func TestInterruptedTrainingGoesOn(t *testing.T) {
	g, c := ring(t, 121), small(NonPrivate())
	checkpointtest.Exact(t, c.Steps, func(ctx context.Context, dir string, progress func(step, steps int)) (*Result, error) {
		return RunPlain(ctx, &graph.Network{Graph: g}, c, 3, &checkpoint.Watch{Progress: progress, Checkpoint: filepath.Join(dir, "checkpoint")})
	})
}
