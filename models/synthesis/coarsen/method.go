// Package coarsen generates graphs from coarsened graphs, without privacy: the baselines of [DPGS]
// Table 3, and a control. A summary holds the supernode of each node and the edges between
// supernodes.
//
//	relation  none: the data are read without noise
//	releases  a graph, and the summary from which it is drawn
//
// docs/benchmarks/coarsening.md lists the sources, and the differences from them.
package coarsen

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/release"
	"github.com/graphdp/graphdp/models/synthesis/dpgs"
)

// Method describes the four coarsenings and their control.
var Method = method.Method{
	Name: "coarsen", About: "graphs sampled from a coarsened graph (non-private baselines)", Releases: release.KindGraph, Called: map[string]string{"SSumM": "ssumm", "LVN": "lvn", "Kron": "kron", "AD": "ad"},
	Modes: []method.Mode{Ssumm.Mode, Lvn.Mode, Kron.Mode, Ad.Mode, Chance.Mode},
}

var (
	Ssumm  = newMode(method.NonPrivate, "ssumm", "SSumM: merges nodes and drops superedges by minimum description length", Merged{usual})
	Lvn    = newMode(method.NonPrivate, "lvn", "LVN: contracts neighbourhoods of least local variation", Neighbourhoods{usual})
	Kron   = newMode(method.NonPrivate, "kron", "Kron: Kron reduction to a subset of the nodes", Reduced{usual})
	Ad     = newMode(method.NonPrivate, "ad", "AD: contracts edges of smallest algebraic distance", Matched{usual})
	Chance = newMode(method.Control, "chance", "control for the coarsening: random supernodes, exact edge counts between them", Scattered{usual})
)

// coarsening is the configuration of a mode.
type coarsening interface {
	settings() Supernodes
	// summary reduces an undirected graph of at least k nodes to k supernodes.
	summary(ctx context.Context, g *graph.Graph, k int, r *rand.Rand) (*dpgs.SummaryGraph, error)
}

// Supernodes holds the settings of all modes.
type Supernodes struct {
	Size     float64 `range:"(0,1]"` // number of supernodes over number of nodes; at least one supernode
	Features bool    // score pairs by [DPGS] Algorithm 4, with β = 1/2 and α = 1, instead of density alone
}

// Configurations of the modes.
type (
	Merged         struct{ Supernodes } // SSumM
	Neighbourhoods struct{ Supernodes } // LVN
	Reduced        struct{ Supernodes } // Kron
	Matched        struct{ Supernodes } // AD
	Scattered      struct{ Supernodes } // the control
)

var usual = Supernodes{Size: 0.1}

func (s Supernodes) settings() Supernodes { return s }

// of returns the number of supernodes for n nodes.
func (s Supernodes) of(n int) int { return max(1, int(math.Round(s.Size*float64(n)))) }

// newMode returns a mode that coarsens a graph and draws a graph from the summary.
func newMode[C coarsening](role method.Role, name, about string, settings C) method.PlainMode[C, *Result] {
	return method.NewPlain("coarsen", method.Mode{Role: role, Name: name, About: about}, settings, func(ctx context.Context, net *graph.Network, c C, seed uint64, w *method.Watch) (*Result, error) {
		switch {
		case net.Graph.N() == 0:
			return nil, errors.New("coarsen: the graph has no nodes")
		case c.settings().Features && net.Attrs.Cols() == 0:
			return nil, errors.New("coarsen: Features is true, but the graph has no node features: set it to false")
		}
		r, err := checkpoint.Plain(ctx, net, "coarsen", c, seed, w, func(run *checkpoint.Run) (*Result, error) {
			s, err := c.summary(ctx, net.Graph.Undirected(), c.settings().of(net.Graph.N()), run.Stream("summary"))
			if err != nil {
				return nil, err
			}
			g, err := s.Draw(run.Stream("graph"))
			return &Result{dpgs.Result{Graph: g, Summary: s}, nil}, err
		})
		if r != nil && c.settings().Features {
			r.features = net.Attrs
		}
		return r, err
	})
}

// Result is a summary and a graph drawn from it.
type Result struct {
	dpgs.Result
	features *graph.Attributes // also used to score pairs; nil for none
}

// Outcome implements [method.Result].
func (r *Result) Outcome() method.Outcome {
	o := r.Result.Outcome()
	o.Release = release.Graph{Network: &graph.Network{Graph: r.Graph}, Pairs: r.links}
	return o
}

// links returns the pair scores of [DPGS] Algorithm 4, which depend only on supernodes; without
// features, densities.
func (r *Result) links() (*release.Pairs, error) {
	if r.features == nil {
		return density(r.Summary), nil
	}
	score, err := r.Summary.Scores(r.features, 1, 0.5)
	if err != nil {
		return nil, err
	}
	p, first := &release.Pairs{Block: r.Summary.Clusters}, map[int32]int32{}
	for u, a := range p.Block {
		if _, seen := first[a]; seen {
			continue
		}
		first[a] = int32(u)
		for b, v := range first {
			p.Ends, p.Rates = append(p.Ends, []int32{a, b}), append(p.Rates, score(int32(u), v))
		}
	}
	return p, nil
}

// density returns for each pair of nodes the probability of an edge: the edge count between their
// supernodes over the number of node pairs.
func density(s *dpgs.SummaryGraph) *release.Pairs {
	p := &release.Pairs{Block: s.Clusters}
	for _, c := range s.Cells {
		if pairs := capacity(s.Sizes[c.A], s.Sizes[c.B], c.A == c.B); pairs > 0 {
			p.Ends, p.Rates = append(p.Ends, []int32{c.A, c.B}), append(p.Rates, c.Edges/pairs)
		}
	}
	return p
}

// capacity returns the number of node pairs between two supernodes, or within one.
func capacity(a, b int, same bool) float64 {
	if same {
		return float64(a) * float64(a-1) / 2
	}
	return float64(a) * float64(b)
}

// summary assigns nodes at random to supernodes of nearly equal size.
func (Scattered) summary(_ context.Context, g *graph.Graph, k int, r *rand.Rand) (*dpgs.SummaryGraph, error) {
	clusters := make([]int32, g.N())
	for i, u := range r.Perm(g.N()) {
		clusters[u] = int32(i % k)
	}
	return counted(g, clusters, k), nil
}

// Errors that no input should cause.
var (
	errStuck    = errors.New("coarsen: nothing is left to contract")
	errSpectrum = errors.New("coarsen: an eigendecomposition did not converge")
)

// counted returns the summary of a graph with exact edge counts between and within supernodes.
func counted(g *graph.Graph, clusters []int32, k int) *dpgs.SummaryGraph {
	s := &dpgs.SummaryGraph{Clusters: clusters, Sizes: sizesOf(clusters, k)}
	var all [][2]int32
	for u, v := range g.Edges() {
		a, b := clusters[u], clusters[v]
		all = append(all, [2]int32{min(a, b), max(a, b)})
	}
	slices.SortFunc(all, func(x, y [2]int32) int { return slices.Compare(x[:], y[:]) })
	for i, e := range all {
		if i == 0 || e != all[i-1] {
			s.Cells = append(s.Cells, gen.Cell{A: e[0], B: e[1]})
		}
		s.Cells[len(s.Cells)-1].Edges++
	}
	return s
}

// sizesOf returns the number of nodes in each of k supernodes.
func sizesOf(clusters []int32, k int) []int {
	sizes := make([]int, k)
	for _, c := range clusters {
		sizes[c]++
	}
	return sizes
}
