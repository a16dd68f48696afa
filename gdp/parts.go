package gdp

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp/internal/noise"
)

// Parts assigns each pair of nodes to one part, or to none. Neighbours differ in one pair, hence in
// one part, so queries on different parts compose in parallel: together they cost as much as the
// most expensive part. See docs/proofs/queries.md#parts.
type Parts struct {
	// Name names everything that Of depends on. The assignment may use public data and earlier
	// releases, but not the edges.
	Name  string
	Parts []string // names
	// Of returns the number of a pair's part; any other number means none, and such an edge is
	// never read. It is called once for each edge, with u < v if edges are undirected.
	Of func(u, v int32) int
}

// Division is a partition into parts that a session can pay for.
type Division struct {
	parts   Parts
	budget  Budget
	release Release[bool]
}

// NewDivision makes a session with the budget b for each part. All queries in them together cost b,
// in any order and chosen adaptively.
func NewDivision(label string, p Parts, b Budget) Division {
	basis := Proof{"proofs/queries.md#parts", "TestAPairIsOfOnePart"}
	by := asserter(basis) // Of belongs to the caller
	ledger := func(s *Session) (Entry, error) {
		e := Entry{
			Label: s.scope + label, Mechanism: "parts", Query: fmt.Sprintf("%s (%s)", p.Name, strings.Join(p.Parts, ", ")), Bound: "1 part",
			Basis: basis, By: by,
			Counted: accounting.ApproxDP{Epsilon: float64(b.Epsilon), Delta: float64(b.Delta)},
		}
		e.Proved = e.Counted
		if err := p.check(s, b); err != nil {
			return e, fmt.Errorf("gdp: %s: %w", e.Label, err)
		}
		return e, nil
	}
	paid := func(*Session, *noise.Stream) (bool, error) { return true, nil }
	return Division{p, b, Release[bool]{label, ledger, paid}}
}

// check refuses parts that are invalid for the session.
func (p Parts) check(s *Session, b Budget) error {
	named := slices.Compact(slices.Sorted(slices.Values(p.Parts)))
	switch {
	case s.relation != EdgeLevel:
		return fmt.Errorf("parts of pairs under the relation %v, where one change alters many parts: use the relation edge", s.relation)
	case s.divided:
		return errors.New("parts of a part: split the session itself into more parts")
	case s.data.Collection != nil:
		return errors.New("parts of the pairs of a collection: must be one graph")
	case p.Name == "" || p.Of == nil || len(named) < len(p.Parts) || len(named) == 0 || named[0] == "":
		return errors.New("parts need a name, a function and at least one part; names of parts must differ and not be empty")
	case b.Epsilon <= 0:
		return fmt.Errorf("parts with ε = %g: must be positive", float64(b.Epsilon))
	}
	return b.Validate()
}

func (d Division) entry(s *Session) (Entry, error) { return d.release.entry(s) }

// Draw pays for the parts and returns their sessions. These accept only proofs and have separate
// ledgers, each with its spends from b. Drawn again, they are the same sessions with their
// releases.
func (d Division) Draw(s *Session) ([]*Session, error) {
	e, err := d.entry(s)
	if err != nil {
		return nil, err
	}
	if _, err := d.release.Draw(s); err != nil {
		return nil, err
	}
	key, err := e.key()
	if err != nil {
		return nil, err
	}
	graphs, err := d.parts.split(s.data.Network.Graph)
	if err != nil {
		return nil, err
	}
	var list []*Session
	for i, g := range graphs {
		net := *s.data.Network
		net.Graph, net.Seen = g, nil // the order of first occurrence depends on all edges
		part := s.child(fmt.Sprintf("%s %s %s", e.Label, key, d.parts.Parts[i]), e.Label+"/"+d.parts.Parts[i], d.budget)
		part.data, part.provedOnly, part.divided = &Data{Network: &net}, true, true
		if err := part.sync(); err != nil {
			return nil, err
		}
		list = append(list, part)
	}
	return list, nil
}

// split returns one graph for each part, with the edges of that part.
func (p Parts) split(g *graph.Graph) ([]*graph.Graph, error) {
	edges := make([][]graph.Edge, len(p.Parts))
	for u, v := range g.Edges() {
		if i := p.Of(u, v); i >= 0 && i < len(edges) {
			edges[i] = append(edges[i], graph.Edge{U: u, V: v})
		}
	}
	graphs := make([]*graph.Graph, len(edges))
	for i, list := range edges {
		var err error
		if graphs[i], _, err = graph.FromEdges(g.N(), list, graph.Options{Directed: g.Directed()}); err != nil {
			return nil, fmt.Errorf("gdp: %w", err)
		}
	}
	return graphs, nil
}
