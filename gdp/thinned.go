package gdp

import (
	"encoding/binary"
	"fmt"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp/internal/noise"
)

// ThinnedResponse is [RandomisedResponse] with subsampling: each pair that reports an edge is kept
// with probability keep, independently. Dropped pairs are never sampled, so time and memory are
// proportional to the edges of the graph and of the result, not to the number of pairs.
func ThinnedResponse(s *Session, label string, eps Epsilon, keep float64) (*graph.Graph, error) {
	gaps, err := newThinned(label, eps, keep).Draw(s)
	if err != nil {
		return nil, err
	}
	p := s.Public()
	return first(decode(gaps, []int{p.Nodes}, p.Directed))
}

// thinned returns the probabilities that an edge, and that a non-edge, reports an edge and is kept.
// The odds of the two answers differ by no more than those of [response]: the factors 1 ∓ 2⁻⁵⁰
// exceed the rounding errors of the products.
func thinned(eps, keep float64) (edge, other float64) {
	truth, flip := response(eps)
	return keep * truth * (1 - 0x1p-50), keep * flip * (1 + 0x1p-50)
}

// newThinned is the release of what [thin] writes.
func newThinned(label string, eps Epsilon, keep float64) Release[[]byte] {
	edge, other := thinned(float64(eps), keep)
	ledger := func(s *Session) (Entry, error) {
		e := Entry{
			Label: s.scope + label, Mechanism: "randomised response, thinned", Query: fmt.Sprintf("adjacency bits, of which a share of %g is kept", keep), Bound: "1 bit",
			Basis: Proof{"proofs/queries.md#adjacency-bits", "TestThinnedResponse"},
		}
		if err := positive("ε", float64(eps)); err != nil {
			return e, fmt.Errorf("gdp: %s: %w", e.Label, err)
		}
		p := s.Public()
		asked := float64(pairs(p.Nodes, p.Directed))
		switch {
		case !(keep > 0 && keep <= 1):
			return e, fmt.Errorf("gdp: %s: keep is %v: must be in (0, 1]", e.Label, keep)
		case s.relation != EdgeLevel:
			return e, fmt.Errorf("gdp: %s: randomised response of adjacency bits under the relation %v: one change flips many bits; use the relation edge", e.Label, s.relation)
		case p.Sizes != nil:
			return e, fmt.Errorf("gdp: %s: thinned response on a collection: must be one graph", e.Label)
		case asked*other > mostResponses:
			return e, fmt.Errorf("gdp: %s: thinned response of %.0f pairs would give about %.0f false edges, more than %d: use a larger ε or a smaller keep", e.Label, asked, asked*other, mostResponses)
		}
		truth, _ := response(float64(eps))
		e.Counted = accounting.RandomisedResponse{Categories: 2, Truth: truth}
		e.Proved = e.Counted
		return e, nil
	}
	return Release[[]byte]{label, ledger, func(s *Session, private *noise.Stream) ([]byte, error) {
		g := s.data.Network.Graph
		kept, err := private.Flips(int64(g.M()), edge)
		if err != nil {
			return nil, err
		}
		noisy := make([]bool, g.M())
		for i := range kept {
			noisy[i] = true
		}
		made, err := private.Flips(pairs(g.N(), g.Directed()), other)
		if err != nil {
			return nil, err
		}
		return thin(g, noisy, made), nil
	}}
}

// thin encodes the kept pairs as [responses] does: edges that kept their bit, and false edges. A
// false edge in the place of an edge is ignored.
func thin(g *graph.Graph, noisy []bool, made func(yield func(int64) bool)) []byte {
	var gaps []byte
	last := int64(-1)
	keep := func(i int64) {
		gaps = binary.AppendUvarint(gaps, uint64(i-last))
		last = i
	}
	edges := make([]int64, 0, g.M())
	for i := range numbers([]*graph.Graph{g}) {
		edges = append(edges, i)
	}
	at := 0
	upTo := func(i int64) { // keeps the edges before pair i
		for ; at < len(edges) && edges[at] < i; at++ {
			if noisy[at] {
				keep(edges[at])
			}
		}
	}
	for i := range made {
		if upTo(i); at == len(edges) || edges[at] != i {
			keep(i)
		}
	}
	upTo(pairs(g.N(), g.Directed()))
	return gaps
}
