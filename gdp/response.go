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

// mostResponses is the largest number of edges that RandomisedResponse makes.
const mostResponses = 1 << 28

// RandomisedResponse releases a graph of which each pair of nodes says whether
// it is an edge, truly with probability e^ε/(1+e^ε) [War65]. Under the relation
// of edges one bit differs between neighbours. About N²/(2+2e^ε) pairs without
// an edge become one.
func RandomisedResponse(s *Session, label string, eps Epsilon) (*graph.Graph, error) {
	return respond(s, label, eps, nil, s.Public().Nodes)
}

// RandomisedResponseAmong releases the same of the pairs of some nodes, as a graph of these: its
// node i is nodes[i].
func RandomisedResponseAmong(s *Session, label string, nodes []int32, eps Epsilon) (*graph.Graph, error) {
	if len(nodes) == 0 {
		return nil, fmt.Errorf("gdp: %s: randomised response among no nodes", label)
	}
	return respond(s, label, eps, nodes, len(nodes))
}

// respond asks the pairs of n nodes; of all where none are listed.
func respond(s *Session, label string, eps Epsilon, nodes []int32, n int) (*graph.Graph, error) {
	gaps, err := newResponses(label, eps, nodes, n).Draw(s)
	if err != nil {
		return nil, err
	}
	return decode(gaps, n, s.Public().Directed)
}

// newResponses releases what [responses] writes.
func newResponses(label string, eps Epsilon, nodes []int32, n int) Release[[]byte] {
	truth, flip := response(float64(eps))
	ledger := func(s *Session) (Entry, error) {
		e := Entry{
			Label: s.scope + label, Mechanism: "randomised response", Query: "adjacency bits", Bound: "1 bit",
			Basis: Proof{"proofs/queries.md#adjacency-bits", "TestRandomisedResponse"},
		}
		if nodes != nil {
			e.Query = fmt.Sprintf("adjacency bits among %d nodes %s", n, digest(fmt.Append(nil, nodes)))
		}
		if err := positive("ε", float64(eps)); err != nil {
			return e, fmt.Errorf("gdp: %s: %w", e.Label, err)
		}
		if err := distinct(nodes, s.Public().Nodes); err != nil {
			return e, fmt.Errorf("gdp: %s: %w", e.Label, err)
		}
		if s.relation != EdgeLevel {
			return e, fmt.Errorf("gdp: randomised response of adjacency bits under the relation %v: one change turns many bits; it protects edges", s.relation)
		}
		if made := float64(pairs(n, s.Public().Directed)) * flip; made > mostResponses {
			return e, fmt.Errorf("gdp: randomised response at ε = %g of %d nodes would make some %.0f edges, more than %d",
				float64(eps), n, made, mostResponses)
		}
		e.Counted = accounting.RandomisedResponse{Categories: 2, Truth: truth}
		e.Proved = e.Counted
		return e, nil
	}
	return Release[[]byte]{label, ledger, func(s *Session, private *noise.Stream) ([]byte, error) {
		g := s.data.Network.Graph
		if nodes != nil {
			var err error
			if g, err = g.Induced(nodes); err != nil {
				return nil, err
			}
		}
		flips, err := private.Flips(pairs(n, g.Directed()), flip)
		if err != nil {
			return nil, err
		}
		return responses(g, flips), nil
	}}
}

// distinct refuses a list of nodes that names one twice, or one that there is not.
func distinct(nodes []int32, n int) error {
	named := make(map[int32]bool, len(nodes))
	for i, u := range nodes {
		if u < 0 || int(u) >= n || named[u] {
			return fmt.Errorf("randomised response among nodes of which number %d, %d, is named twice or not among 0 … %d", i+1, u, n-1)
		}
		named[u] = true
	}
	return nil
}

// pairs returns the number of pairs of n nodes that may be an edge.
func pairs(n int, directed bool) int64 {
	pairs := int64(n) * int64(n-1)
	if directed {
		return pairs
	}
	return pairs / 2
}

// response returns the probability of the true bit and of the other one, which add
// up to 1 to the last bit and whose ratio is at most e^ε.
func response(eps float64) (truth, flip float64) {
	truth = 1 - 1/(1+math.Exp(eps))
	for math.Log(truth/(1-truth)) > eps {
		truth = math.Nextafter(truth, 0)
	}
	return truth, 1 - truth
}

// Pairs of nodes are numbered row by row; of an undirected graph those with
// u < v, of a directed one those with u ≠ v.

// before returns the number of pairs in the rows before u.
func before(u, n int64, directed bool) int64 {
	if directed {
		return u * (n - 1)
	}
	return u*(n-1) - u*(u-1)/2
}

// numbers returns the pairs of g that are edges, in order.
func numbers(g *graph.Graph) iter.Seq[int64] {
	n, directed := int64(g.N()), g.Directed()
	return func(yield func(int64) bool) {
		for a, b := range g.Edges() {
			u, v := int64(a), int64(b)
			at := before(u, n, directed) + v
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
	}
}

// responses lists the pairs that answer yes, those that are either an edge or
// flipped, by the gaps between them as varints.
func responses(g *graph.Graph, flips iter.Seq[int64]) []byte {
	var gaps []byte
	last := int64(-1)
	yes := func(i int64) {
		gaps = binary.AppendUvarint(gaps, uint64(i-last))
		last = i
	}
	edge, stop := iter.Pull(numbers(g))
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

// decode returns the graph of n nodes whose edges responses wrote.
func decode(gaps []byte, n int, directed bool) (*graph.Graph, error) {
	var edges []graph.Edge
	at, u := int64(-1), int64(0)
	for len(gaps) > 0 {
		gap, size := binary.Uvarint(gaps)
		if size <= 0 {
			return nil, errors.New("gdp: a kept randomised response that is cut off")
		}
		gaps = gaps[size:]
		at += int64(gap)
		for u+1 < int64(n) && before(u+1, int64(n), directed) <= at {
			u++
		}
		v := at - before(u, int64(n), directed)
		switch {
		case !directed:
			v += u + 1
		case v >= u:
			v++
		}
		edges = append(edges, graph.Edge{U: int32(u), V: int32(v)})
	}
	g, _, err := graph.FromEdges(n, edges, graph.Options{Directed: directed})
	return g, err
}
