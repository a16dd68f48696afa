package methodtest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
)

// hostile runs the mode on unusual graphs, under all its relations.
func hostile(s *subject) error {
	var faults []error
	for _, rel := range s.relations() {
		for _, h := range unexpectedGraphs() {
			if err := s.survives(h.net, rel); err != nil {
				faults = append(faults, fmt.Errorf("%s: %w", h.name, err))
			}
		}
	}
	return errors.Join(faults...)
}

func (s *subject) survives(net *graph.Network, rel gdp.Relation) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panics: %v", p)
		}
	}()
	r := s.usual().of(net).under(rel)
	session, err := s.session(r)
	if err != nil {
		return nil // package gdp refuses the graph
	}
	o, entries, err := s.runOn(s.ctx, session, r)
	if err == nil {
		return sound(o, net)
	}
	if !s.named(err) {
		return fmt.Errorf("the error %q does not name the method", err)
	}
	if len(entries) == 0 {
		return nil
	}
	_, twin, refused := s.do(s.ctx, r.of(publicTwin(net, rel)))
	switch {
	case refused != nil:
		return fmt.Errorf("it spends, and fails for facts that are public: %w", err)
	case len(entries) > len(twin) || !reflect.DeepEqual(entries, twin[:len(entries)]):
		return fmt.Errorf("it fails after the spends %v, which are not the first of a run that succeeds: %v", entries, twin)
	}
	return nil
}

// named reports whether an error names its method: by the name of the method, of the mode, or of
// the package that defines the mode for several methods.
func (s *subject) named(err error) bool {
	pkg, _, _ := strings.Cut(err.Error(), ":")
	shared, _, _ := strings.Cut(s.mode.Name, "-")
	return strings.Contains(err.Error(), s.method.Name) || strings.Contains(err.Error(), s.mode.Name) || pkg == shared
}

// publicTwin returns a graph with the same public facts and different, ordinary private ones.
func publicTwin(net *graph.Network, rel gdp.Relation) *graph.Network {
	n := net.Graph.N()
	twin, usual := *net, blocks(n, 3)
	var edges []graph.Edge
	for u, v := range usual.Graph.Edges() {
		edges = append(edges, graph.Edge{U: u, V: v})
	}
	twin.Graph = graphOf(n, edges, graph.Options{Directed: net.Graph.Directed()})
	if rel == gdp.EdgeLevel {
		return &twin
	}
	if net.Labels != nil {
		twin.Labels = slices.Clone(usual.Labels)
		for u := range twin.Labels {
			twin.Labels[u] %= int32(max(1, len(net.Classes)))
		}
	}
	if net.Attrs != nil {
		twin.Attrs = words(usual.Labels, 1, rand.New(rand.NewPCG(3, 3)))
	}
	return &twin
}
