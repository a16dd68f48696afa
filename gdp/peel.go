package gdp

import (
	"fmt"
	"math"
	"slices"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp/internal/noise"
)

// Peeling configures the level-by-level removal of nodes from a graph. A sweep removes each
// remaining node whose noisy number of remaining neighbours is below the level. All fields are
// public.
type Peeling struct {
	Levels []int // ascending
	Few    int   // a sweep that removes more nodes is repeated at the same level
	Sweeps int   // the largest number of sweeps per level
}

// Sweep is the level of one sweep and the number of nodes that it removed.
type Sweep struct {
	Level   int `json:"level"`
	Removed int `json:"removed"`
}

// Peeled maps each node to the sweep that removed it: Sweeps[By[u]] removed u. By[u] is len(Sweeps)
// for a node that was not removed.
type Peeled struct {
	Sweeps []Sweep `json:"sweeps"`
	By     []int32 `json:"by"`
}

// PeelScales returns the scales of the two geometric variables in [NewPeel]. The node's variable is
// drawn once and added to all its degrees. The sweep's variable is drawn for each node and sweep,
// and subtracted. The cost is the larger of 2/node + 1/sweep and 2/sweep, and both equal ε:
// docs/proofs/peeling.md.
func PeelScales(eps Epsilon) (node, sweep float64) {
	return 4 / float64(eps) * (1 + 0x1p-50), 2 / float64(eps) * (1 + 0x1p-50)
}

// NewPeel releases which sweep removes each node, under edge-level ε-DP. All sweeps together are
// one release.
func NewPeel(label string, p Peeling, eps Epsilon) Release[Peeled] {
	p.Levels = slices.Clone(p.Levels)
	node, sweep := PeelScales(eps)
	ledger := func(s *Session) (Entry, error) {
		e := Entry{
			Label: s.scope + label, Mechanism: "peeling", Query: p.name(), Bound: "1 at each of 2 nodes that are left",
			Basis: Proof{"proofs/peeling.md", "TestPeel"},
		}
		err := positive("ε", float64(eps))
		if err == nil {
			err = p.check()
		}
		if err == nil && s.relation != EdgeLevel {
			err = fmt.Errorf("peeling under the relation %v, where one node changes all degrees: use the relation edge", s.relation)
		}
		for _, scale := range []float64{node, sweep} {
			if err == nil {
				err = noise.CheckDiscrete(scale)
			}
		}
		if err != nil {
			return e, fmt.Errorf("gdp: %s: %w", e.Label, err)
		}
		e.Counted = accounting.ApproxDP{Epsilon: float64(eps)}
		e.Proved = e.Counted
		return e, nil
	}
	return Release[Peeled]{label, ledger, func(s *Session, private *noise.Stream) (Peeled, error) {
		once, err := private.Geometric(node)
		if err != nil {
			return Peeled{}, err
		}
		fresh, err := private.Geometric(sweep)
		if err != nil {
			return Peeled{}, err
		}
		return p.peel(s.data.Network.Graph, once, fresh), nil
	}}
}

// name names everything that the release depends on beside the data.
func (p Peeling) name() string {
	return fmt.Sprintf("degrees within what is left, %d levels %s, %d sweeps at most of each, more than one where over %d nodes are removed",
		len(p.Levels), digest(fmt.Append(nil, p.Levels)), p.Sweeps, p.Few)
}

func (p Peeling) check() error {
	if len(p.Levels) == 0 || p.Sweeps < 1 || p.Few < 0 {
		return fmt.Errorf("peeling with %d levels, %d sweeps and Few = %d: must be at least one level, at least one sweep and Few ≥ 0", len(p.Levels), p.Sweeps, p.Few)
	}
	for i, k := range p.Levels {
		if k < 1 || k > math.MaxInt32 || i > 0 && k <= p.Levels[i-1] {
			return fmt.Errorf("level %d of peeling is %d: levels must be positive and ascending", i+1, k)
		}
	}
	return nil
}

// peel removes nodes. Each sweep depends on the graph only through the nodes removed so far, as the
// proof requires. Degrees are those at the beginning of a sweep.
func (p Peeling) peel(g *graph.Graph, once, fresh func() int64) Peeled {
	offsets, targets := g.Undirected().CSR()
	n := len(offsets) - 1
	degree := make([]int64, n) // among remaining nodes, plus the node's variable
	left, removed := make([]int32, n), make([]int32, 0, n)
	for u := range degree {
		degree[u] = offsets[u+1] - offsets[u] + once()
		left[u] = int32(u)
	}
	out := Peeled{Sweeps: []Sweep{}, By: make([]int32, n)}
	for at, times := 0, 0; at < len(p.Levels) && len(left) > 0; {
		level, sweep := int64(p.Levels[at]), int32(len(out.Sweeps))
		removed = removed[:0]
		left = slices.DeleteFunc(left, func(u int32) bool {
			if degree[u]-fresh() >= level {
				return false
			}
			out.By[u] = sweep
			removed = append(removed, u)
			return true
		})
		for _, u := range removed {
			for _, v := range targets[offsets[u]:offsets[u+1]] {
				degree[v]--
			}
		}
		out.Sweeps = append(out.Sweeps, Sweep{p.Levels[at], len(removed)})
		if times++; len(removed) <= p.Few || times == p.Sweeps {
			at, times = at+1, 0
		}
	}
	for _, u := range left {
		out.By[u] = int32(len(out.Sweeps))
	}
	return out
}
