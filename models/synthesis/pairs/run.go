package pairs

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/release"
)

// Counted keeps as many noisy edges as a noisy edge count.
type Counted struct {
	CountShare float64 `range:"(0,1)"` // share of ε for the edge counts
}

// AsTheyCome keeps all noisy edges.
type AsTheyCome struct{}

// Uniform draws uniform graphs with noisy edge counts.
type Uniform struct{}

// Result holds a generated graph for each graph, with the same number of nodes and class.
type Result struct {
	Graphs    []*graph.Graph `json:"graphs"`
	Labels    []int32        `json:"labels,omitempty"` // public classes of graphs
	Classes   []string       `json:"classes,omitempty"`
	Guarantee *gdp.Guarantee `json:"guarantee"`
}

// Outcome implements [method.Result].
func (r *Result) Outcome() method.Outcome {
	all := release.GraphsOf(r.Graphs, r.Labels, r.Classes)
	return method.Outcome{Release: all, Also: all.Single(), Guarantee: r.Guarantee}
}

// newMode returns a mode that runs draw on a session.
func newMode[C any](m method.Mode, settings C, draw func(c C, k known, run *checkpoint.Run) ([]*graph.Graph, error)) method.PrivateMode[C, *Result] {
	m.Relation = gdp.EdgeLevel
	return method.NewPrivate("pairs", m, settings, func(ctx context.Context, s *gdp.Session, c C, w *method.Watch) (*Result, error) {
		k, err := public(s)
		if err != nil {
			return nil, err
		}
		return checkpoint.Once(ctx, s, "pairs", c, w, func(run *checkpoint.Run) (*Result, error) {
			graphs, err := draw(c, k, run)
			if err != nil {
				return nil, err
			}
			g, err := run.Session().Guarantee()
			p := s.Public()
			return &Result{graphs, p.GraphLabels, p.GraphClasses, &g}, err
		})
	})
}

// known holds the public facts.
type known struct{ sizes []int }

func public(s *gdp.Session) (known, error) {
	p := s.Public()
	k := known{p.Sizes}
	if k.sizes == nil {
		k.sizes = []int{p.Nodes}
	}
	switch {
	case p.Directed:
		return k, errors.New("pairs: the graph is directed: make it undirected")
	}
	most := 0
	for i, n := range k.sizes {
		if n == 0 {
			return k, fmt.Errorf("pairs: graph %d has no nodes", i)
		}
		most = max(most, n)
	}
	if most < 2 {
		return k, fmt.Errorf("pairs: none of %d graphs has two nodes", len(k.sizes))
	}
	return k, nil
}

// answers is the largest expected number of false edges: about 2 GiB of memory.
const answers = 1 << 26

// ask returns the graphs after randomised response. It refuses more false edges than fit into
// memory.
func (k known) ask(s *gdp.Session, eps gdp.Epsilon) ([]*graph.Graph, error) {
	turned := 0.0
	for _, n := range k.sizes {
		turned += float64(n) * float64(n-1) / 2 / (1 + math.Exp(float64(eps)))
	}
	if turned > answers {
		return nil, fmt.Errorf("pairs: at ε = %g randomised response would add about %.0f false edges: want at most %d; use a larger ε or a smaller graph", float64(eps), turned, answers)
	}
	return gdp.RandomisedResponses(s, "pairs", eps)
}

func (AsTheyCome) draw(k known, run *checkpoint.Run) ([]*graph.Graph, error) {
	s := run.Session()
	return k.ask(s, s.Budget().Epsilon)
}

// counts returns noisy edge counts, clipped to the possible range.
func (k known) counts(s *gdp.Session, eps gdp.Epsilon) ([]int, error) {
	noisy, err := gdp.DiscreteLaplace(s, "numbers of edges", query.EdgeCounts[gdp.L1](s.Relation(), k.sizes), eps)
	if err != nil {
		return nil, err
	}
	list := make([]int, len(noisy))
	for i, m := range noisy {
		n := int64(k.sizes[i])
		list[i] = int(min(max(m, 0), n*(n-1)/2))
	}
	return list, nil
}

func (c Counted) draw(k known, run *checkpoint.Run) ([]*graph.Graph, error) {
	s := run.Session()
	counting := s.Budget().Epsilon * gdp.Epsilon(c.CountShare)
	noisy, err := k.ask(s, s.Budget().Epsilon-counting) // refuses before anything is spent
	if err != nil {
		return nil, err
	}
	counts, err := k.counts(s, counting)
	if err != nil {
		return nil, err
	}
	r := run.Stream("ties")
	for i, g := range noisy {
		if noisy[i], err = largest(g, counts[i], r); err != nil {
			return nil, err
		}
	}
	return noisy, nil
}

func (Uniform) draw(k known, run *checkpoint.Run) ([]*graph.Graph, error) {
	s := run.Session()
	counts, err := k.counts(s, s.Budget().Epsilon)
	if err != nil {
		return nil, err
	}
	graphs, r := make([]*graph.Graph, len(counts)), run.Stream("graphs")
	for i, m := range counts {
		if graphs[i], err = gen.GNM(k.sizes[i], m, r); err != nil {
			return nil, err
		}
	}
	return graphs, nil
}
