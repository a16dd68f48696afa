package dpgs

import (
	"context"
	"fmt"
	"math"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/aggregate"
	"github.com/graphdp/graphdp/models/learn/sparse"
	"github.com/graphdp/graphdp/models/learn/train"
	"github.com/graphdp/graphdp/models/learn/vector"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// answers holds the queries of the paper's summary, with or without noise.
type answers struct {
	hop      func(h int, rows aggregate.Rows) ([]float64, error)
	weights  func() *sparse.Matrix                       // of edges, for the loss
	noisy    func(gradient []float32) ([]float32, error) // clipped, with the noise of a step
	choose   func(a *assignment, nodes, labels []int32) ([][]int32, error)
	count    func(clusters []int32) ([]float64, error)
	features func(z loading) ([]float64, error)
}

// runPaper generates the paper's synthetic graph, [Published]. Every step of [DPGS] Alg. 3 has its
// own noise and a quarter of the budget, as the paper counts it.
func runPaper(ctx context.Context, s *gdp.Session, c Paper, w *checkpoint.Watch) (*Result, error) {
	x, err := features(s, c.fits)
	if err != nil {
		return nil, err
	}
	if err := needsDelta(s); err != nil {
		return nil, err
	}
	noise, err := c.sigmas(s.Budget())
	if err != nil {
		return nil, err
	}
	return checkpoint.Once(ctx, s, "dpgs", c, w, func(run *checkpoint.Run) (*Result, error) {
		n, rows := x.Rows(), projection(x, c.Dim, c.coins())
		from := rows.Digest()
		hop := func(h int, rows aggregate.Rows) gdp.Release[[]float64] {
			return gdp.NewGaussianMultiplier(fmt.Sprintf("aggregation %d", h), walkQuery(rows, from, h, n), noise.aggregation).Claiming(noise.each)
		}
		choose := func(a *assignment, nodes, labels []int32) gdp.Release[[][]int32] {
			basis := gdp.Claim{Source: "[DPGS] Eq. 5", Statement: "scores move by 1, so that the choice of all clusters is ε₁₂-DP", Holds: 0.5,
				Why: "it holds: an edge has two ends, and moves a score of each up"}
			q := a.affinityOn(basis, "neighbours by cluster, of uncertain nodes by the network from "+from, nodes, labels)
			return gdp.NewNoisyMaxRows("refinement", q, 1, noise.refinement.Epsilon/ends).Claiming(noise.refinement)
		}
		count := func(clusters []int32) gdp.Release[[]float64] {
			basis := gdp.Claim{Source: "[DPGS] Alg. 2", Statement: "an edge is in one cell", Holds: 1, Why: "it holds, for noise above what the classical σ of ε < 1 has"}
			return gdp.NewGaussianMultiplier("weights", countOn(basis, "the network from "+from, clusters, c.Clusters), noise.weights).Claiming(noise.count)
		}
		compress := func(z loading) gdp.Release[[]float64] {
			return gdp.NewGaussianMultiplier("features", z.sumQuery("the network from "+from, x, c.Alpha), noise.features).Claiming(noise.feature)
		}
		plan := gdp.Plan{
			Label: "gradients", Steps: c.Steps, Sampling: gdp.FullBatch{}, Sensitivity: gdp.L2(2 * c.Clip), Multiplier: noise.gradient, Claimed: noise.training,
			Basis: gdp.Claim{Source: "[DPGS] Thm 2", Statement: "T steps of DP-SGD on the MinCut loss are (α, Tγ)-Rényi-DP", Holds: 2 * c.Clip,
				Why: "the loss is no sum over nodes, and clips by node bound nothing (G1); one clip of the whole gradient, as here, does"},
		}
		nodes := make([]int32, c.refined(n))
		spends := []gdp.Spend{plan, count(make([]int32, n)), compress(loading{clusters: make([]int32, n)})}
		if len(nodes) > 0 {
			spends = append(spends, choose(&assignment{m: min(c.Candidates, c.Clusters)}, nodes, nil))
		}
		for h := range c.Hops {
			spends = append(spends, hop(h+1, rows))
		}
		if err := run.Reserve(spends...); err != nil {
			return nil, err
		}
		t, err := run.Train(plan)
		if err != nil {
			return nil, err
		}
		session := run.Session()
		r, err := c.summarise(ctx, run, x, rows, answers{
			hop:     func(h int, rows aggregate.Rows) ([]float64, error) { return hop(h, rows).Draw(session) },
			weights: func() *sparse.Matrix { return sparse.Normalised(t.Data().Network.Graph.Undirected(), false) },
			noisy: func(gradient []float32) ([]float32, error) {
				step, err := t.Step(1) // the whole graph is one record
				if err != nil {
					return nil, err
				}
				return gdp.Sum(step, len(gradient), func(_ int32, to *gdp.Term[float32]) { copy(to.All(), gradient) })
			},
			choose: func(a *assignment, nodes, labels []int32) ([][]int32, error) {
				return choose(a, nodes, labels).Draw(session)
			},
			count:    func(clusters []int32) ([]float64, error) { return count(clusters).Draw(session) },
			features: func(z loading) ([]float64, error) { return compress(z).Draw(session) },
		})
		if err != nil {
			return nil, err
		}
		r.Noise = noise.weights
		g, err := session.Guarantee()
		r.Guarantee = &g
		return r, err
	})
}

// runPaperExact does the same without noise, [NonPrivatePublished]. Each refined node takes the
// most frequent cluster among its neighbours.
func runPaperExact(ctx context.Context, net *graph.Network, c PaperExact, seed uint64, w *checkpoint.Watch) (*Result, error) {
	if net.Attrs == nil || net.Attrs.NNZ() == 0 {
		return nil, errFeatureless
	}
	if err := Paper(c).fits(net.Graph.N()); err != nil {
		return nil, err
	}
	return checkpoint.Plain(ctx, net, "dpgs", c, seed, w, func(run *checkpoint.Run) (*Result, error) {
		g := net.Graph.Undirected()
		return Paper(c).summarise(ctx, run, net.Attrs, projection(net.Attrs, c.Dim, c.coins()), answers{
			hop:     func(h int, rows aggregate.Rows) ([]float64, error) { return walks(rows, g, h), nil },
			weights: func() *sparse.Matrix { return sparse.Normalised(g, false) },
			noisy: func(gradient []float32) ([]float32, error) {
				clip(gradient, c.Clip)
				return gradient, nil
			},
			choose: func(a *assignment, nodes, labels []int32) ([][]int32, error) {
				chosen := make([][]int32, len(nodes))
				for i, row := range a.affinity(g, nodes, labels) {
					best, at := 0.0, int32(0)
					for j, s := range row.Values {
						if s > best {
							best, at = s, row.At[j]
						}
					}
					chosen[i] = []int32{at}
				}
				return chosen, nil
			},
			count:    func(clusters []int32) ([]float64, error) { return counts(g, clusters, c.Clusters), nil },
			features: func(z loading) ([]float64, error) { return z.sums(net.Attrs, byColumns(net.Attrs), c.Alpha), nil },
		})
	})
}

// summarise is [DPGS] Alg. 3, then Alg. 4.
func (c Paper) summarise(ctx context.Context, run *checkpoint.Run, x *graph.Attributes, rows aggregate.Rows, ask answers) (*Result, error) {
	n, coins := x.Rows(), c.coins()
	inputs := []vector.Matrix{vector.Dense(rows.Float32s(), c.Dim)}
	for h := range c.Hops {
		sums, err := ask.hop(h+1, rows)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, vector.Dense(aggregate.Unit(c.Dim, sums).Float32s(), c.Dim)) // [DPGS] Eq. 1, Norm
	}
	net := newNetwork(inputs, c.Width, c.Clusters, coins)
	if err := c.train(ctx, run, net, ask); err != nil {
		return nil, err
	}
	// The training data are not read after this point.
	a := net.soft(c.Candidates)
	clusters := a.labels()
	if nodes := a.uncertain(c.refined(n), coins); len(nodes) > 0 {
		chosen, err := ask.choose(a, nodes, clusters)
		if err != nil {
			return nil, err
		}
		clusters = a.refined(nodes, clusters, chosen)
	}
	p := make([]float64, n)
	for u, cluster := range clusters {
		p[u] = a.probability(int32(u), cluster)
	}
	noisy, err := ask.count(clusters)
	if err != nil {
		return nil, err
	}
	z, sizes := newLoading(clusters, p, c.Clusters), sizesOf(clusters, c.Clusters)
	sums, err := ask.features(z)
	if err != nil {
		return nil, err
	}
	// Nothing reads the graph after this point.
	weights := densities(noisy, sizes)
	compressed, err := z.compressed(weights, sums, c.Alpha)
	if err != nil {
		return nil, err
	}
	sum := &SummaryGraph{Clusters: clusters, Sizes: sizes, Features: compressed.RawMatrix().Data}
	for a := range weights {
		for b := a; b < len(weights); b++ {
			if weights[a][b] > 0 {
				sum.Cells = append(sum.Cells, gen.Cell{A: int32(a), B: int32(b), Edges: weights[a][b] * capacity(sizes, a, b)})
			}
		}
	}
	s, tau := newScores(z, weights, compressed, c.Beta), c.Tau
	if tau == ByWeights {
		tau = s.threshold(sum.Edges())
	}
	r := &Result{Summary: sum}
	r.Graph, err = s.decided(tau)
	return r, err
}

// train trains both MLPs on the MinCut loss by full-batch steps: it clips the whole gradient and
// adds noise.
func (c Paper) train(ctx context.Context, run *checkpoint.Run, net *network, ask answers) error {
	loss := newCut(ask.weights())
	n, inputs := declare(net, loss)
	graph, err := n.Open()
	if err != nil {
		return err
	}
	defer graph.Close()
	var in []any
	if graph != nil {
		in = inputs()
	}
	gradient, byP := make([]float32, len(net.parameters)), vector.New(net.p.Rows, net.k)
	adam := train.NewMoments[float32](train.DefaultAdam(c.Rate), len(net.parameters))
	err = run.Steps(ctx, c.Steps, append(adam.Values(), net.parameters), func(int) error {
		if graph == nil {
			net.step(loss, byP, gradient)
		} else if _, err := graph.Gradient(net.layers(net.parameters), net.layers(gradient), in...); err != nil {
			return err
		}
		noisy, err := ask.noisy(gradient)
		if err != nil {
			return err
		}
		adam.Step(net.parameters, noisy, 1)
		return nil
	})
	net.forward()
	return err
}

// walks returns the sums of rows over all walks of h steps, without normalisation between steps:
// [DPGS] Eq. 1, as printed.
func walks(rows aggregate.Rows, g *graph.Graph, h int) []float64 {
	sums := rows.Sum(g)
	d := len(sums) / max(g.N(), 1)
	for range h - 1 {
		next := make([]float64, len(sums))
		for u := range int32(g.N()) {
			row := next[int(u)*d:][:d]
			for _, v := range g.Neighbors(u) {
				for i, x := range sums[int(v)*d:][:d] {
					row[i] += x
				}
			}
		}
		sums = next
	}
	return sums
}

// walkQuery is [walks] with the paper's claimed sensitivity of 1.
func walkQuery(rows aggregate.Rows, from string, h, nodes int) gdp.Bounded[gdp.L2] {
	basis := gdp.Claim{
		Source: "[DPGS] Eq. 1", Statement: "one edge moves the aggregated rows by 1", Holds: math.Nextafter(math.Sqrt2, 2),
		Why: "an edge moves the sums of both of its ends, by √2",
	}
	if h > 1 {
		basis.Why, basis.Holds = "over walks of two steps and more one edge moves the sums without a bound but that of the number of nodes (G3)", 0
	}
	name := fmt.Sprintf("sums over walks of %d steps, of rows %s", h, from)
	return gdp.Query(name, gdp.EdgeLevel, gdp.L2(1), basis, func(d *gdp.Data) ([]float64, error) {
		return walks(rows, d.Network.Graph.Undirected(), h), nil
	}).OnNodes(nodes)
}
