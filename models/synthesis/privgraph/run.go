package privgraph

import (
	"fmt"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/estimate/degrees"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/method/ranges"
)

// Shares holds the settings that all private modes share.
type Shares struct {
	Group       int     `range:"[1,∞)"` // nodes per group
	GroupShare  float64 `range:"(0,1)"` // share of ε for counts between groups
	ChangeShare float64 `range:"(0,1)"` // share of ε for changes of community; the rest is for degrees and counts
}

// Even is the configuration of [Strict].
type Even struct{ Shares }

// Paper is the configuration of [Published].
type Paper struct{ Shares }

// AsCoded is the configuration of [Author].
type AsCoded struct{ Shares }

// Exact is the configuration of [NonPrivate].
type Exact struct{}

// thirds spends a third of ε on each step.
var thirds = Shares{Group: 20, GroupShare: 1. / 3, ChangeShare: 1. / 3}

// Check refuses shares that leave nothing for degrees and counts.
func (c Shares) Check() error {
	if err := ranges.Check("privgraph", c); err != nil {
		return err
	}
	if c.GroupShare+c.ChangeShare >= 1 {
		return fmt.Errorf("privgraph: GroupShare %v and ChangeShare %v leave nothing for degrees and counts: want a sum below 1", c.GroupShare, c.ChangeShare)
	}
	return nil
}

func (Exact) draw(g *graph.Graph, run *checkpoint.Run) (*graph.Graph, error) {
	community, _, err := metric.Louvain(g, run.Stream("communities"))
	if err != nil {
		return nil, err
	}
	f := facts{community: community, within: make([]float64, g.N())}
	f.between = make([]float64, query.BlockCells(f.count()))
	for u, v := range g.Edges() {
		if i, j := community[u], community[v]; i == j {
			f.within[u]++
			f.within[v]++
		} else {
			f.between[query.BlockCell(i, j)]++
		}
	}
	return f.draw(false, run.Drawing(), run.Stream("graph"))
}

func (c Even) draw(run *checkpoint.Run) (*graph.Graph, error) {
	return c.release(run, true, false)
}

func (c Paper) draw(run *checkpoint.Run) (*graph.Graph, error) {
	return c.release(run, false, false)
}

func (c AsCoded) draw(run *checkpoint.Run) (*graph.Graph, error) {
	return c.release(run, false, true)
}

// release queries the session and draws the graph. If stale, it draws as the authors' code does.
func (c Shares) release(run *checkpoint.Run, all, stale bool) (*graph.Graph, error) {
	f, err := c.ask(run, all)
	if err != nil {
		return nil, err
	}
	return f.draw(stale, run.Drawing(), run.Stream("graph"))
}

// mostCells is the largest number of counts between groups.
const mostCells = 1 << 26

// ask releases communities, degrees within them and counts between them. If all, nodes change
// community at half the paper's sensitivity, and degrees are posterior means.
func (c Shares) ask(run *checkpoint.Run, all bool) (f facts, err error) {
	s, r := run.Session(), run.Stream("groups")
	rel, n, eps := s.Relation(), s.Public().Nodes, s.Budget().Epsilon
	groups := (n + c.Group - 1) / c.Group
	if groups > 1<<15 || query.BlockCells(groups) > mostCells {
		return f, fmt.Errorf("%d groups of %d nodes have more than %d counts between them: use a larger Group", groups, c.Group, mostCells)
	}
	group := make([]int32, n)
	for i, u := range r.Perm(n) {
		group[u] = int32(i / c.Group) // [PRIVGRAPH23] Groups
	}
	counting := eps * gdp.Epsilon(c.GroupShare)
	counts, err := gdp.DiscreteLaplace(s, "counts between groups", query.BlockCounts[gdp.L1](rel, group, groups), counting) // [PRIVGRAPH23] Groups
	if err != nil {
		return f, err
	}
	var pairs []metric.Weighted
	for i, x := range consistent(counts) {
		if x > 0 {
			low, high := ofCell(i)
			pairs = append(pairs, metric.Weighted{U: low, V: high, Edges: x})
		}
	}
	of, err := metric.LouvainWeighted(groups, pairs, r)
	if err != nil {
		return f, err
	}
	f.community = make([]int32, n)
	for u, g := range group {
		f.community[u] = of[g]
	}

	changing := eps * gdp.Epsilon(c.ChangeShare)
	atAnEnd := changing / 2 // for each end of an edge
	if !all {
		atAnEnd /= 2 // [PRIVGRAPH23] Change, with twice the proved sensitivity
	}
	order := lists.Convert[int32](r.Perm(n))
	chosen, err := gdp.NewNoisyMaxInTurn("changes", query.BlockNeighbours(rel, f.community, f.count(), order), atAnEnd).Draw(s)
	if err != nil {
		return f, err
	}
	for i, c := range chosen {
		f.community[order[i]] = c
	}
	f.renumber()
	return f, f.measure(s, eps-counting-changing, all)
}

// measure releases degrees within communities and counts between them, in parallel: an edge is in
// one of the two.
func (f *facts) measure(s *gdp.Session, eps gdp.Epsilon, all bool) error {
	n, k := s.Public().Nodes, f.count()
	parts, err := gdp.NewDivision("within and between", gdp.Parts{
		Name: fmt.Sprintf("pairs of %d communities %s", k, f.digest()), Parts: []string{"within", "between"},
		Of: func(u, v int32) int {
			if f.community[u] == f.community[v] {
				return 0
			}
			return 1
		},
	}, gdp.Budget{Epsilon: eps}).Draw(s)
	if err != nil {
		return err
	}
	noisy, err := degrees.Laplace(parts[0], "degrees", eps) // [PRIVGRAPH23] Degrees
	if err != nil {
		return err
	}
	if f.within = noisy.Degrees; all {
		f.within, _ = degrees.DeconvolveLaplace(f.within, 2*noisy.Multiplier, n-1)
	} else {
		f.within = f.consistentWithin()
	}
	counts, err := gdp.DiscreteLaplace(parts[1], "counts", query.BlockCounts[gdp.L1](s.Relation(), f.community, k), eps) // [PRIVGRAPH23] Counts
	if err != nil {
		return err
	}
	for i := range k {
		counts[query.BlockCell(int32(i), int32(i))] = 0 // edges of the other part
	}
	for _, x := range consistent(counts) {
		f.between = append(f.between, float64(x))
	}
	return nil
}
