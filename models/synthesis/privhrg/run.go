package privhrg

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
	"github.com/graphdp/graphdp/models/estimate/posterior"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// Answered is the configuration of [Strict]: a chain over noisy answers.
type Answered struct {
	posterior.Rule
	CountShare float64 `range:"(0,1)"` // share of ε for the edge counts of dendrogram vertices
	Fit
	Clear float64 `range:"[0,1e6]"` // least expected edges of a count, in standard deviations of its noise
}

// Fit controls a chain that may read its input freely.
type Fit struct {
	Steps int     `range:"[0,10000]"` // per node; at most 2²⁶ in all
	Sharp float64 `range:"(0,1e6]"`   // power of the likelihood; at 1 the chain samples in proportion to it
}

// Paper is the configuration of [Published]: a chain over the graph itself.
type Paper struct {
	Least      int     `range:"[1,100000]"` // least steps per node before the test for equilibrium
	Most       int     `range:"[1,100000]"` // most steps per node
	TreeShare  float64 `range:"(0,1)"`      // share of ε for the dendrogram
	PairNoise  float64 `range:"[0,1e6]"`    // a block needs this noise in the probability at its top vertex
	BlockNoise float64 `range:"[0,1e6]"`    // and this noise in the density of all pairs below it
}

// Exact is the configuration of [NonPrivate].
type Exact struct {
	Vectors int `range:"[0,512]"` // eigenvectors for the initial dendrogram
	Fit
}

// Check refuses a minimum number of steps above the maximum.
func (c Paper) Check() error {
	if c.Least > c.Most {
		return fmt.Errorf("privhrg: Least is %d and Most %d: want Least ≤ Most", c.Least, c.Most)
	}
	return nil
}

func (c Exact) draw(g *graph.Graph, run *checkpoint.Run) (*graph.Graph, error) {
	r := run.Stream("dendrogram")
	e := posterior.Exact(g, posterior.Rule{Vectors: c.Vectors}, r)
	start, err := answersOf(e).begin(e, r)
	if err != nil {
		return nil, err
	}
	d := newDendrogram(start, &counted{g: g})
	c.climb(d, r)
	t, err := graph.NewTree(d.children())
	if err != nil {
		return nil, err
	}
	p := make([]float64, g.N()-1)
	for i, pairs := range pairsAt(t) {
		p[i] = d.at[d.n+i].edges / pairs
	}
	return run.Drawing().Hierarchical(t, p, run.Stream("graph"))
}

// mostSteps takes about an hour.
const mostSteps = 1 << 30

// mostClimbed limits the steps of a chain over answers: half a minute on large graphs, on which
// memory access dominates.
const mostClimbed = 1 << 26

// climb runs the chain.
func (c Fit) climb(d *dendrogram, r *rand.Rand) {
	for range min(c.Steps*d.n, mostClimbed) {
		d.step(c.Sharp, r)
	}
}

// fits refuses a chain that would take many hours.
func fits(n, each int) error {
	if n*each > mostSteps {
		return fmt.Errorf("%d steps for each of %d nodes: want at most %d steps in all", each, n, mostSteps)
	}
	return nil
}

// byEquilibrium is the paper's claim on a chain that reads the graph.
var byEquilibrium = gdp.Claim{
	Source:    "[PRIVHRG14] privacy of the sampled dendrogram",
	Statement: "a dendrogram that a chain is at once it seems to be at equilibrium is drawn by the exponential mechanism",
	Why:       "a chain that is stopped has not the law that it tends to, how far it is from it is not known of any graph of real size, and when it stops is read from the graph",
}

func (c Paper) draw(run *checkpoint.Run) (*graph.Graph, error) {
	s := run.Session()
	n, eps := s.Public().Nodes, s.Budget().Epsilon
	if err := fits(n, c.Most); err != nil {
		return nil, err
	}
	sampling := eps * gdp.Epsilon(c.TreeShare)
	bound := max(sensitivity(n), 1) // two nodes have only one dendrogram
	scores := gdp.Query(fmt.Sprintf("log-likelihoods of dendrograms, %d to %d steps for each node", c.Least, c.Most), s.Relation(), gdp.LInf(bound), byEquilibrium, func(*gdp.Data) ([]float64, error) {
		return nil, fmt.Errorf("there are too many dendrograms to list their scores")
	})
	children, err := gdp.NewSampled("dendrogram", scores, sampling, func(data *gdp.Data, r *rand.Rand) ([][2]int32, error) {
		d := newDendrogram(random(n, r), &counted{g: data.Network.Graph.Undirected()}) // a random start
		sharp := float64(sampling) / (2 * bound)                                       // [PRIVHRG14] Acceptance
		d.settle(sharp, c.Least, c.Most, r)
		return d.sample(sharp, r), nil
	}).Draw(s)
	if err != nil {
		return nil, err
	}
	t, err := graph.NewTree(children)
	if err != nil {
		return nil, err
	}
	counting := eps - sampling
	blocks := noisyBlocks(t, float64(counting), c.PairNoise, c.BlockNoise)
	counts, err := gdp.Laplace(s, "edges", query.TreeCounts[gdp.L1](s.Relation(), t, blocks.of, blocks.count), counting) // [PRIVHRG14] Probabilities
	if err != nil {
		return nil, err
	}
	pairs := pairsAt(t)
	return run.Drawing().Hierarchical(t, blocks.shared(counts, pairs, pairs), run.Stream("graph"))
}

func (c Answered) draw(run *checkpoint.Run) (*graph.Graph, error) {
	s := run.Session()
	eps := s.Budget().Epsilon
	counting := eps * gdp.Epsilon(c.CountShare)
	e, err := posterior.Ask(run, eps-counting, c.Rule)
	if err != nil {
		return nil, err
	}
	t, expected, err := c.tree(e, run)
	if err != nil {
		return nil, err
	}
	noise := 2 / float64(counting) / float64(counting) // variance of Laplace noise
	together := above(t, expected, c.Clear*math.Sqrt(noise))
	counts, err := gdp.DiscreteLaplace(s, "edges by where they meet", query.TreeCounts[gdp.L1](s.Relation(), t, together.of, together.count), counting)
	if err != nil {
		return nil, err
	}
	return run.Drawing().Hierarchical(t, together.shared(together.posteriorMeans(counts, expected, noise), expected, pairsAt(t)), run.Stream("graph"))
}

// tree returns the dendrogram that the chain finds and the expected number of edges at each of its
// inner vertices.
func (c Answered) tree(e *posterior.Evidence, run *checkpoint.Run) (*graph.Tree, []float64, error) {
	a, r := answersOf(e), run.Stream("dendrogram")
	start, err := a.begin(e, r)
	if err != nil {
		return nil, nil, err
	}
	d := newDendrogram(start, a)
	c.climb(d, r)
	t, err := graph.NewTree(d.children())
	if err != nil {
		return nil, nil, err
	}
	expected := pairsAt(t)
	for i, pairs := range expected {
		// Positive, so that shared can distribute every count.
		expected[i] = min(max(d.at[d.n+i].edges, 1e-6*pairs), pairs)
	}
	return t, expected, nil
}
