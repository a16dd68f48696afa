package gdp

import (
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"math"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp/internal/noise"
)

// mostResponses is the largest number of edges that RandomisedResponse returns.
const mostResponses = 1 << 28

// RandomisedResponse releases a graph by randomised response on the adjacency bits [War65]: each
// pair of nodes reports its bit truly with probability e^ε/(1+e^ε). At edge level, neighbours
// differ in one bit. About N²/(2+2e^ε) pairs without an edge become edges.
func RandomisedResponse(s *Session, label string, eps Epsilon) (*graph.Graph, error) {
	all, err := respond(s, label, eps, nil, []int{s.Public().Nodes})
	return first(all, err)
}

// RandomisedResponses is [RandomisedResponse] on the pairs within each graph of a collection, or of
// the single graph. It returns one graph for each.
func RandomisedResponses(s *Session, label string, eps Epsilon) ([]*graph.Graph, error) {
	sizes := s.Public().Sizes
	if sizes == nil {
		sizes = []int{s.Public().Nodes}
	}
	return respond(s, label, eps, nil, sizes)
}

// RandomisedResponseAmong is [RandomisedResponse] on the pairs of the given nodes. Node i of the
// result is nodes[i].
func RandomisedResponseAmong(s *Session, label string, nodes []int32, eps Epsilon) (*graph.Graph, error) {
	if len(nodes) == 0 {
		return nil, fmt.Errorf("gdp: %s: randomised response among no nodes: list at least one", label)
	}
	all, err := respond(s, label, eps, nodes, []int{len(nodes)})
	return first(all, err)
}

func first(all []*graph.Graph, err error) (*graph.Graph, error) {
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// respond runs randomised response on the pairs within graphs of the given sizes, or among the
// given nodes if there are any.
func respond(s *Session, label string, eps Epsilon, nodes []int32, sizes []int) ([]*graph.Graph, error) {
	gaps, err := newResponses(label, eps, nodes, sizes).Draw(s)
	if err != nil {
		return nil, err
	}
	return decode(gaps, sizes, s.Public().Directed)
}

// newResponses is the release of what [responses] writes.
func newResponses(label string, eps Epsilon, nodes []int32, sizes []int) Release[[]byte] {
	truth, flip := response(float64(eps))
	asked := func(directed bool) (sum int64) {
		for _, n := range sizes {
			sum += pairs(n, directed)
		}
		return sum
	}
	ledger := func(s *Session) (Entry, error) {
		e := Entry{
			Label: s.scope + label, Mechanism: "randomised response", Query: "adjacency bits", Bound: "1 bit",
			Basis: Proof{"proofs/queries.md#adjacency-bits", "TestRandomisedResponse"},
		}
		if nodes != nil {
			e.Query = fmt.Sprintf("adjacency bits among %d nodes %s", len(nodes), digest(fmt.Append(nil, nodes)))
		}
		if len(sizes) != 1 {
			e.Query = fmt.Sprintf("adjacency bits within each of %d graphs", len(sizes))
			e.Basis = Proof{"proofs/queries.md#adjacency-bits", "TestRandomisedResponsesOfACollection"}
		}
		if err := positive("ε", float64(eps)); err != nil {
			return e, fmt.Errorf("gdp: %s: %w", e.Label, err)
		}
		if err := distinct(nodes, s.Public().Nodes); err != nil {
			return e, fmt.Errorf("gdp: %s: %w", e.Label, err)
		}
		if s.relation != EdgeLevel {
			return e, fmt.Errorf("gdp: randomised response of adjacency bits under the relation %v: one change flips many bits; use the relation edge", s.relation)
		}
		if made := float64(asked(s.Public().Directed)) * flip; made > mostResponses {
			return e, fmt.Errorf("gdp: randomised response at ε = %g of %d pairs of nodes would give about %.0f false edges, more than %d: use a larger ε or fewer nodes",
				float64(eps), asked(s.Public().Directed), made, mostResponses)
		}
		e.Counted = accounting.RandomisedResponse{Categories: 2, Truth: truth}
		e.Proved = e.Counted
		return e, nil
	}
	return Release[[]byte]{label, ledger, func(s *Session, private *noise.Stream) ([]byte, error) {
		graphs := []*graph.Graph{s.data.Network.Graph}
		switch {
		case nodes != nil:
			g, err := graphs[0].Induced(nodes)
			if err != nil {
				return nil, err
			}
			graphs[0] = g
		case len(sizes) != 1:
			graphs = graphs[:0]
			for _, w := range s.data.Graphs() {
				graphs = append(graphs, w.Graph)
			}
		}
		flips, err := private.Flips(asked(s.Public().Directed), flip)
		if err != nil {
			return nil, err
		}
		return responses(graphs, flips), nil
	}}
}

// distinct refuses duplicate nodes and nodes out of range.
func distinct(nodes []int32, n int) error {
	named := make(map[int32]bool, len(nodes))
	for i, u := range nodes {
		if u < 0 || int(u) >= n || named[u] {
			return fmt.Errorf("randomised response among nodes: entry %d is %d: must be distinct and in 0 … %d", i+1, u, n-1)
		}
		named[u] = true
	}
	return nil
}

// pairs returns the number of pairs of n nodes that can be an edge.
func pairs(n int, directed bool) int64 {
	pairs := int64(n) * int64(n-1)
	if directed {
		return pairs
	}
	return pairs / 2
}

// response returns the probabilities of the true and of the flipped bit. They sum to exactly 1, and
// their ratio is at most e^ε.
func response(eps float64) (truth, flip float64) {
	truth = 1 - 1/(1+math.Exp(eps))
	for math.Log(truth/(1-truth)) > eps {
		truth = math.Nextafter(truth, 0)
	}
	return truth, 1 - truth
}

// Pairs of nodes are numbered row by row: those with u < v in an undirected graph, those with u ≠ v
// in a directed one.

// before returns the number of pairs in the rows before u.
func before(u, n int64, directed bool) int64 {
	if directed {
		return u * (n - 1)
	}
	return u*(n-1) - u*(u-1)/2
}

// numbers returns the numbers of the pairs that are edges, in order, graph by graph.
func numbers(graphs []*graph.Graph) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		first := int64(0)
		for _, g := range graphs {
			n, directed := int64(g.N()), g.Directed()
			for a, b := range g.Edges() {
				u, v := int64(a), int64(b)
				at := first + before(u, n, directed) + v
				if directed && v < u {
					at++
				}
				if !directed {
					at -= u
				}
				if !yield(at - 1) {
					return
				}
			}
			first += pairs(g.N(), directed)
		}
	}
}

// responses encodes the pairs that report an edge (an edge or flipped, not both) as varint gaps.
func responses(graphs []*graph.Graph, flips iter.Seq[int64]) []byte {
	var gaps []byte
	last := int64(-1)
	yes := func(i int64) {
		gaps = binary.AppendUvarint(gaps, uint64(i-last))
		last = i
	}
	edge, stop := iter.Pull(numbers(graphs))
	defer stop()
	next, more := edge()
	for flip := range flips {
		for ; more && next < flip; next, more = edge() {
			yes(next)
		}
		if more && next == flip {
			next, more = edge()
		} else {
			yes(flip)
		}
	}
	for ; more; next, more = edge() {
		yes(next)
	}
	return gaps
}

// decode returns the graphs of the given sizes that responses encoded.
func decode(gaps []byte, sizes []int, directed bool) ([]*graph.Graph, error) {
	at, first := int64(-1), int64(0) // the last reported pair, and the first pair of this graph
	var graphs []*graph.Graph
	for _, size := range sizes {
		var edges []graph.Edge
		n, u, next := int64(size), int64(0), first+pairs(size, directed)
		for len(gaps) > 0 {
			gap, length := binary.Uvarint(gaps)
			if length <= 0 {
				return nil, errors.New("gdp: a kept randomised response that is cut off")
			}
			if at+int64(gap) >= next {
				break // belongs to a later graph
			}
			gaps, at = gaps[length:], at+int64(gap)
			for u+1 < n && before(u+1, n, directed) <= at-first {
				u++
			}
			v := at - first - before(u, n, directed)
			switch {
			case !directed:
				v += u + 1
			case v >= u:
				v++
			}
			edges = append(edges, graph.Edge{U: int32(u), V: int32(v)})
		}
		g, _, err := graph.FromEdges(size, edges, graph.Options{Directed: directed})
		if err != nil {
			return nil, err
		}
		graphs, first = append(graphs, g), next
	}
	return graphs, nil
}

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
