package metric

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/nearest"
)

// Stats holds the statistics of one graph, taken as simple and undirected. Undefined values, such
// as a mean over nothing, are NaN, and null in JSON. Everything is exact unless Estimates has an
// entry with its name.
type Stats struct {
	Nodes             int     `json:"nodes"`
	Edges             int     `json:"edges"`
	Triangles         int64   `json:"triangles"`             // TC
	Wedges            float64 `json:"wedges"`                // WC = Σ C(d,2)
	Claws             float64 `json:"claws"`                 // Σ C(d,3), CC in PrivDPR
	GlobalClustering  float64 `json:"global_clustering"`     // 3 TC/WC
	AverageClustering float64 `json:"average_clustering"`    // nodes of degree below 2 count 0
	LCC               int     `json:"lcc"`                   // nodes of the largest component
	Components        int     `json:"components"`            //
	Diameter          int     `json:"diameter"`              // of the largest component
	CPL               float64 `json:"cpl"`                   // mean distance within the largest component
	CPLAll            float64 `json:"cpl_all"`               // mean distance over all connected pairs
	EffectiveDiameter float64 `json:"effective_diameter_90"` // 90 % of all connected pairs are within, interpolated
	Gini              float64 `json:"gini"`                  // of the degrees
	REDE              float64 `json:"rede"`                  // relative edge distribution entropy
	PowerLawExponent  float64 `json:"power_law_exponent"`    // discrete maximum likelihood: see FitPowerLaw
	PowerLawMin       int     `json:"power_law_min"`         // smallest degree in the fit
	Assortativity     float64 `json:"assortativity"`         // of degrees
	MaxDegree         int     `json:"max_degree"`            //
	MeanDegree        float64 `json:"mean_degree"`           //
	Degeneracy        int     `json:"degeneracy"`            // the largest core number
	Modularity        float64 `json:"modularity"`            // of Louvain communities
	Communities       int     `json:"communities"`           // their number
	PageRank          Ranking `json:"pagerank"`              // with damping 0.85
	Eigenvector       Ranking `json:"eigenvector"`           // eigenvector centrality, of unit length

	Seed      uint64              `json:"seed"`                // of Louvain and of sampling
	Estimates map[string]Estimate `json:"estimates,omitempty"` // by the names above

	Degrees   []int64 `json:"-"` // DegreeHistogram
	Community []int32 `json:"-"` // community of each node
	Paths     Paths   `json:"-"`

	chosen choice `json:"-"` // the statistics computed
}

// Ranking is a score of each node.
type Ranking struct {
	Scores []float64 `json:"-"`
	Top    []Ranked  `json:"top"` // the ten highest, ties by node
}

// Ranked is a node with its score.
type Ranked struct {
	Node  int32   `json:"node"`
	ID    string  `json:"id,omitempty"` // original id of the node, if known
	Score float64 `json:"score"`
}

// Estimate describes the accuracy of an inexact statistic. Fields that do not apply are 0.
type Estimate struct {
	StandardError float64 `json:"standard_error,omitempty"`
	Sources       int     `json:"sources,omitempty"`  // number of nodes from which distances were measured
	AtMost        int     `json:"at_most,omitempty"`  // upper bound, if the statistic is a lower bound
	Residual      float64 `json:"residual,omitempty"` // |Ax-λx|/λ of an eigenvector
}

// Options determine how to compute statistics. Start from [Default].
type Options struct {
	// Seed makes Louvain and sampling reproducible.
	Seed uint64
	// Effort limits the breadth-first searches for distances and the diameter. A search costs N +
	// 2M; a single one, as on graphs of large diameter, 32 times as much. Distances are measured
	// between all nodes if N (N + 2M) is within the effort, else from a sample of the nodes. A core
	// does about 10⁹ to 10¹⁰ units per second.
	Effort float64
	// Sources is the number of nodes from which to measure distances in a larger graph.
	Sources int
	// Only lists the statistics to compute, and in [Compare] the measures of both graphs; empty:
	// all.
	Only []string
	// Unrelated states that the nodes of two graphs to compare are unrelated, even if they have the
	// same numbers.
	Unrelated bool
	// Progress, unless nil, is called with the current step, by one goroutine at a time. done is 0
	// when a step begins, and then its finished share, if known. A step may end before it is 1.
	Progress func(step string, done float64)
}

// Default returns the options of the command line: exact distances up to about 50,000 nodes of mean
// degree 10, and from 1,024 nodes beyond; seconds on two cores for a million edges.
func Default() Options { return Options{Seed: 1, Effort: 3e10, Sources: 1024} }

func (o Options) check(names []string) error {
	if o.Sources < 2 {
		return fmt.Errorf("metric: distances from %d sources: want Sources of at least 2 (Default has 1024)", o.Sources)
	}
	if !(o.Effort >= 0) {
		return fmt.Errorf("metric: invalid effort %v: want at least 0", o.Effort)
	}
	for _, name := range o.Only {
		if !slices.Contains(names, name) {
			return fmt.Errorf("metric: no statistic %q; %s", name, nearest.Hint(name, names))
		}
	}
	return nil
}

func (o Options) tell(step string, done float64) {
	if o.Progress != nil {
		o.Progress(step, done)
	}
}

// choice lists names of statistics; nil means all.
type choice []string

func (o Options) choice() choice {
	if len(o.Only) == 0 {
		return nil
	}
	return o.Only
}

func (c choice) has(name string) bool { return c == nil || slices.Contains(c, name) }

// without removes names, and is never nil.
func (c choice) without(names []string) choice {
	if c == nil {
		c = Names()
	}
	return slices.DeleteFunc(slices.Clone(c), func(name string) bool { return slices.Contains(names, name) })
}

// Names lists the statistics that [All] computes, by their JSON names.
func Names() []string {
	var names []string
	for name := range fields(new(Stats)) {
		if name != "seed" {
			names = append(names, name)
		}
	}
	return names
}

// All computes every statistic, or those named by the options. If ctx is done it stops early, with
// the error of ctx and the statistics computed by then.
func All(ctx context.Context, g *graph.Graph, o Options) (*Stats, error) {
	if err := given(ctx, g); err != nil {
		return nil, err
	}
	if err := o.check(Names()); err != nil {
		return nil, err
	}
	g = g.Undirected()
	s := &Stats{
		Nodes: g.N(), Edges: g.M(), Seed: o.Seed, Estimates: map[string]Estimate{},
		MeanDegree: 2 * float64(g.M()) / float64(g.N()), chosen: o.choice(),
	}
	s.histogram(g)
	type step struct {
		name  string
		run   func() error
		gives []string
	}
	steps := []step{
		{"degrees", func() error { s.degrees(g); return nil }, []string{"power_law_exponent", "power_law_min", "assortativity"}},
		{"triangles", func() error { s.triangles(ctx, g); return ctx.Err() }, []string{"triangles", "global_clustering", "average_clustering"}},
		{"cores", func() error { s.cores(ctx, g); return ctx.Err() }, []string{"degeneracy"}},
		{"PageRank", func() error { return s.pageRank(ctx, g) }, []string{"pagerank"}},
		{"eigenvector", func() error { return s.eigenvector(ctx, g) }, []string{"eigenvector"}},
		{"communities", func() error { return s.communities(ctx, g) }, []string{"modularity", "communities"}},
		{"components", func() error { s.components(g); return nil }, []string{"lcc", "components"}},
		{"distances", func() error { return s.distances(ctx, g, o) }, []string{"cpl", "cpl_all", "effective_diameter_90"}},
		{"diameter", func() error { return s.diameter(ctx, g, o) }, []string{"diameter"}},
	}
	for i, step := range steps {
		if !slices.ContainsFunc(step.gives, s.chosen.has) {
			continue
		}
		err := ctx.Err()
		if err == nil {
			o.tell(step.name, 0)
			err = step.run()
		}
		if ctx.Err() != nil && err != nil {
			for _, step := range steps[i:] {
				s.chosen = s.chosen.without(step.gives)
				for _, name := range step.gives {
					delete(s.Estimates, name)
				}
			}
			return s, fmt.Errorf("metric: %s: %w", step.name, ctx.Err())
		}
		if err != nil {
			return nil, err
		}
	}
	return s, nil
}

// histogram computes the statistics of the degree histogram, which take no time.
func (s *Stats) histogram(g *graph.Graph) {
	s.Degrees = DegreeHistogram(g)
	s.MaxDegree = max(0, len(s.Degrees)-1)
	s.Wedges, s.Claws = stars(s.Degrees, 2), stars(s.Degrees, 3)
	s.Gini, s.REDE = gini(s.Degrees), rede(s.Degrees, 0)
}

func (s *Stats) degrees(g *graph.Graph) {
	law := fitPowerLaw(s.Degrees)
	s.PowerLawExponent, s.PowerLawMin = law.Exponent, law.Min
	s.Assortativity = Assortativity(g)
}

func (s *Stats) triangles(ctx context.Context, g *graph.Graph) {
	total, perNode := triangles(ctx, g)
	s.Triangles = total
	s.GlobalClustering = globalClustering(total, s.Wedges)
	s.AverageClustering = mean(localClustering(g, perNode))
}

func (s *Stats) cores(ctx context.Context, g *graph.Graph) {
	for _, c := range cores(ctx, g) {
		s.Degeneracy = max(s.Degeneracy, int(c))
	}
}

func (s *Stats) pageRank(ctx context.Context, g *graph.Graph) error {
	scores, err := pageRank(ctx, g, 0.85)
	s.PageRank = newRanking(scores)
	return err
}

func (s *Stats) eigenvector(ctx context.Context, g *graph.Graph) error {
	scores, residual, err := Eigenvector(ctx, g)
	s.Eigenvector = newRanking(scores)
	if residual > eigenvectorTolerance {
		s.Estimates["eigenvector"] = Estimate{Residual: residual}
	}
	return err
}

func newRanking(scores []float64) Ranking {
	r := Ranking{Scores: scores, Top: []Ranked{}}
	for _, u := range topNodes(scores, 10) {
		r.Top = append(r.Top, Ranked{Node: u, Score: scores[u]})
	}
	return r
}

// rng returns a separate random stream for each use, so that their results are independent.
func (s *Stats) rng(use uint64) *rand.Rand { return rand.New(rand.NewPCG(s.Seed, use)) }

func (s *Stats) communities(ctx context.Context, g *graph.Graph) (err error) {
	s.Community, s.Modularity, err = louvain(ctx, g, s.rng(1))
	s.Communities = graph.CountClasses(s.Community, nil)
	return err
}

func (s *Stats) components(g *graph.Graph) {
	components := g.Components()
	s.Components = components.Count()
	if k := components.Largest(); k >= 0 {
		s.LCC = int(components.Sizes[k])
	}
}

func (s *Stats) distances(ctx context.Context, g *graph.Graph, o Options) (err error) {
	sources := o.Sources
	if n := float64(g.N()); n*(n+2*float64(g.M())) <= o.Effort {
		sources = max(2, g.N())
	}
	s.Paths, err = sampleDistances(ctx, g, sources, s.rng(2), func(done float64) { o.tell("distances", done) })
	s.CPL = s.estimate("cpl", s.Paths.LCC, Hops.Mean)
	s.CPLAll = s.estimate("cpl_all", s.Paths.All, Hops.Mean)
	s.EffectiveDiameter = s.estimate("effective_diameter_90", s.Paths.All, func(h Hops) (float64, float64) { return h.Within(0.9) })
	return err
}

func (s *Stats) estimate(name string, h Hops, f func(Hops) (value, standardError float64)) float64 {
	x, e := f(h)
	if !h.Exact && s.chosen.has(name) {
		s.Estimates[name] = Estimate{StandardError: e, Sources: h.Sources}
	}
	return x
}

func (s *Stats) diameter(ctx context.Context, g *graph.Graph, o Options) error {
	if s.Paths.LCC.Exact {
		s.Diameter = len(s.Paths.LCC.Pairs) - 1
		return nil
	}
	lower, upper, err := diameterBounds(ctx, g, o.Effort, func(spent float64) { o.tell("diameter", spent) })
	s.Diameter = lower
	if upper > lower {
		s.Estimates["diameter"] = Estimate{AtMost: upper}
	}
	return err
}

// Value is a statistic with a single number.
type Value struct {
	Name string
	X    float64 // NaN if undefined
}

// Values lists the single-number statistics, in order and by their JSON names.
func (s *Stats) Values() []Value {
	var values []Value
	for name, field := range fields(s) {
		switch {
		case field.CanInt():
			values = append(values, Value{name, float64(field.Int())})
		case field.CanFloat():
			values = append(values, Value{name, field.Float()})
		}
	}
	return values
}
