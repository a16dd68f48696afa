package dpar

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/checkpoint"
	"github.com/graphdp/graphdp/models/checkpoint/checkpointtest"
	"github.com/graphdp/graphdp/models/classification/node"
)

// A training that was interrupted after any steps, or killed, gives the model that it would
// have given, to the bit, and pays once: with a seed or without, rows included.
func TestInterruptedRunsGoOn(t *testing.T) {
	net := plainNetwork(t, 120)
	for name, entries := range map[string]int{"published": 2, "author": 2, "random-rows": 1, "strict": 1, "strict-rows": 2, "strict-by-root": 2, "degree": 1} {
		m, err := Method.Mode(name)
		if err != nil {
			t.Fatal(err)
		}
		c := small(t, m).(Config)
		epochs := c.(interface{ steps(n int) int })
		for kind, options := range map[string][]gdp.Option{"seeded": {gdp.Seed(4)}, "unseeded": nil} {
			t.Run(name+", "+kind, func(t *testing.T) {
				if m.Relation == gdp.NodeUnbounded {
					options = append(options, gdp.Nodes(120))
				}
				nodes := 96
				if p, ok := c.(Paper); ok {
					nodes = int(96 * p.Subsample)
				}
				checkpointtest.Exact(t, epochs.steps(nodes), func(ctx context.Context, dir string, progress func(step, steps int)) (*Result, error) {
					s, err := gdp.Protect(net, m.Relation, gdp.Budget{Epsilon: 2, Delta: 1e-3}, append(options, gdp.Journal(filepath.Join(dir, "journal")))...)
					if err != nil {
						t.Fatal(err)
					}
					r, err := Run(ctx, s, c, &checkpoint.Watch{Progress: progress, Checkpoint: filepath.Join(dir, "checkpoint")})
					if l, err := s.Ledger(); err != nil || len(l.Entries) != entries {
						t.Errorf("the ledger is %v, %v", l, err)
					}
					return r, err
				})
			})
		}
	}
}

// The same without privacy.
func TestInterruptedPlainTrainingGoesOn(t *testing.T) {
	net, c := plainNetwork(t, 120), NonPrivate()
	c.Epochs, c.Batch = 6, 40
	checkpointtest.Exact(t, c.steps(96), func(ctx context.Context, dir string, progress func(step, steps int)) (*Result, error) {
		return node.RunPlain(ctx, net, "dpar", c, 7, &checkpoint.Watch{Progress: progress, Checkpoint: filepath.Join(dir, "checkpoint")}, Unprotected.beginPlain)
	})
}
