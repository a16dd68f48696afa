package privdpr

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/metric"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// What Strict buys, by the ways that the literature has to make a query fit for node privacy, all
// of ε = .8 spent on it and each with the cap that is best for it on the graph. Packings and the
// projection are counted under exchange, the others for one node more or less, which costs no more:
// in their favour.
func TestExtensionsOfTheLiterature(t *testing.T) {
	const eps = 0.8
	for _, name := range []string{"cora", "citeseer", "p2p", "chicago"} {
		g := paperGraph(t, name).Undirected()
		var caps []int // 3·√2ⁱ, far beyond the largest degree: what truncation takes out depends on how far that is
		for cap := 3.0; cap < min(float64(g.N()), 64*float64(slices.Max(g.Degrees()))); cap *= math.Sqrt2 {
			caps = append(caps, int(math.Round(cap)))
		}
		for _, kind := range []struct {
			name, best string
			ways       []way
		}{
			{"edges", "packing", edgeWays(g, eps)},
			{"edges for a tenth", "packing", edgeWays(g, eps/10)},
			{"triangles", "packing", triangleWays(g, eps)},
			{"degrees", "projection, cumulated", degreeWays(g, eps)},
		} {
			losses := map[string]float64{}
			for _, w := range kind.ways {
				losses[w.name] = math.Inf(1)
				at, about := 0, ""
				for _, c := range caps {
					if loss, text := w.loss(c); loss < losses[w.name] {
						losses[w.name], at, about = loss, c, text
					}
				}
				t.Logf("%s, %s, %s: %.4f with the cap %d %s", name, kind.name, w.name, losses[w.name], at, about)
			}
			for other, loss := range losses {
				if loss < losses[kind.best] {
					t.Errorf("%s, %s: %q loses %v, %q %v", name, kind.name, other, loss, kind.best, losses[kind.best])
				}
			}
		}
	}
}

// way is one way to release something; loss is its mean error under a cap, and what else to say.
type way struct {
	name string
	loss func(cap int) (float64, string)
}

// offBy returns the mean distance from 0 of b plus Laplace noise of scale s.
func offBy(b, s float64) float64 { return math.Abs(b) + s*math.Exp(-math.Abs(b)/s) }

// edgeWays are about the number of edges; losses are relative errors.
func edgeWays(g *graph.Graph, eps float64) []way {
	m := float64(g.M())
	of := func(answer, scale float64) (float64, string) { return offBy(answer-m, scale) / m, "" }
	return []way{
		{"packing", func(cap int) (float64, string) { // [KNRS13], [BCS15]: a maximum flow
			return of(exact(query.EdgeCount[gdp.L1](gdp.NodeLevel, g.N(), cap), g)[0], float64(min(cap, g.N()-1))/eps)
		}},
		{"projection", func(cap int) (float64, string) { // [DLL16]: (P) of docs/proofs/queries.md gives the same bound
			kept := 0
			for _, d := range projected(g, cap) {
				kept += d
			}
			return of(float64(kept)/2, float64(min(cap, g.N()-1))/eps)
		}},
		{"truncation", func(cap int) (float64, string) { // [KNRS13]
			return of(float64(truncated(g, cap).M()), 2*smoothTruncation(g, cap, eps)*float64(cap)/eps)
		}},
		{"none", func(int) (float64, string) { return of(m, float64(g.N()-1)/eps) }},
	}
}

// triangleWays are about the number of triangles.
func triangleWays(g *graph.Graph, eps float64) []way {
	all, _ := metric.Triangles(g)
	of := func(answer, scale float64) (float64, string) {
		return offBy(answer-float64(all), scale) / float64(all), ""
	}
	return []way{
		{"packing", func(cap int) (float64, string) { // the linear programme of [KNRS13]
			q := query.TrianglePacking[gdp.L1](gdp.NodeLevel, g.N(), cap)
			return of(exact(q, g)[0], float64(q.Bound())/eps)
		}},
		{"truncation", func(cap int) (float64, string) {
			kept, _ := metric.Triangles(truncated(g, cap))
			return of(float64(kept), 2*smoothTruncation(g, cap, eps)*float64(cap)*float64(cap-1)/2/eps)
		}},
		{"none", func(int) (float64, string) {
			return of(float64(all), float64(g.N()-1)*float64(g.N()-2)/2/eps)
		}},
	}
}

// degreeWays are about the degrees; losses are those of the page's section on caps: KS, and the
// relative errors of the numbers of edges and of wedges that they make, neither counted beyond 1,
// all from 20 draws.
func degreeWays(g *graph.Graph, eps float64) []way {
	truth, n := metric.DegreeHistogram(g), g.N()
	of := func(values []float64, scale float64, counts bool) (loss float64, about string) {
		const draws = 20
		var ks, edges, wedges float64
		for seed := range uint64(draws) {
			r := rand.New(rand.NewPCG(seed, 808))
			noisy := make([]float64, len(values))
			for i, x := range values {
				noisy[i] = x + scale*(r.ExpFloat64()-r.ExpFloat64())
				if counts && i > 0 {
					noisy[i] += noisy[i-1]
				}
			}
			list, err := query.DegreesFromCumulated(noisy, n)
			if err != nil {
				panic(err)
			}
			h := make([]int64, n+1)
			var m, w float64
			for _, d := range list {
				h[d]++
				m += float64(d) / 2
				w += float64(d) * float64(d-1) / 2
			}
			ks += metric.KS(truth, h) / draws
			edges += min(1, metric.RelativeError(float64(g.M()), m)) / draws
			wedges += min(1, metric.RelativeError(metric.Wedges(g), w)) / draws
		}
		return ks + edges + wedges, fmt.Sprintf("(KS %.3f, edges %.3f, wedges %.3f)", ks, edges, wedges)
	}
	return []way{
		{"projection, cumulated", func(cap int) (float64, string) { // Strict's, [DLL16]
			q := query.CumulatedDegrees[gdp.L1](gdp.NodeLevel, n, cap)
			return of(exact(q, g), float64(q.Bound())/eps, false)
		}},
		{"projection, counts", func(cap int) (float64, string) { // [DLL16] without their buckets
			q := query.DegreeHistogram[gdp.L1](gdp.NodeLevel, n, cap)
			h := exact(q, g)
			return of(h[:len(h)-1], float64(q.Bound())/eps, true)
		}},
		{"least squares flow", func(cap int) (float64, string) { // [RS16]: 3·cap for one node more or less
			return of(leastSquares(g, cap), 3*float64(cap)/eps, false)
		}},
		{"truncation", func(cap int) (float64, string) { // [KNRS13]: cap + 1 for one node more or less
			q := query.CumulatedDegrees[gdp.L1](gdp.EdgeLevel, n, cap) // for its values alone
			return of(exact(q, truncated(g, cap)), 2*smoothTruncation(g, cap, eps)*float64(cap+1)/eps, false)
		}},
	}
}

// The flow of least squares keeps all weight that edges can have: what a maximum flow, which is
// computed otherwise, has.
func TestLeastSquaresFlowIsAMaximumFlow(t *testing.T) {
	g := paperGraph(t, "cora").Undirected()
	for _, cap := range []int{3, 12, 48, 136} {
		sum, most := 0.0, 0.0
		for _, d := range leastSquaresFlow(g, cap) {
			sum, most = sum+d/2, max(most, d)
		}
		want := exact(query.EdgeCount[gdp.L1](gdp.NodeLevel, g.N(), cap), g)[0]
		if math.Abs(sum-want) > 0.5 || most > float64(cap)+0.01 {
			t.Errorf("cap %d: weights of %v, up to %v at a node; want %v and the cap", cap, sum, most, want)
		}
	}
}

// exact evaluates a query without noise.
func exact(q gdp.Bounded[gdp.L1], g *graph.Graph) []float64 {
	v, err := q.Eval(&gdp.Data{Network: &graph.Network{Graph: g}})
	if err != nil {
		panic(err)
	}
	return v
}

// projected returns the degrees of the subgraph of Day, Li and Lyu.
func projected(g *graph.Graph, cap int) []int {
	d := make([]int, g.N())
	for u, v := range g.Edges() {
		if d[u] < cap && d[v] < cap {
			d[u]++
			d[v]++
		}
	}
	return d
}

// truncated returns the graph without the edges of nodes of more than cap.
func truncated(g *graph.Graph, cap int) *graph.Graph {
	var kept []graph.Edge
	for u, v := range g.Edges() {
		if g.Degree(u) <= cap && g.Degree(v) <= cap {
			kept = append(kept, graph.Edge{U: u, V: v})
		}
	}
	out, _, err := graph.FromEdges(g.N(), kept, graph.Options{})
	if err != nil {
		panic(err)
	}
	return out
}

// smoothTruncation returns a smooth bound on how many nodes of the truncated graph one node
// changes: max over k of e^(-βk)·(1 + k + the number of nodes of degree cap-k … cap+1+k), where β =
// ε/(2 ln(2/δ)) lets Laplace noise of twice the usual scale do.
func smoothTruncation(g *graph.Graph, cap int, eps float64) float64 {
	beta := eps / (2 * math.Log(2/1e-5))
	upTo := make([]int, g.N()+1) // nodes of degree at most d
	for _, d := range g.Degrees() {
		upTo[d]++
	}
	for d := range upTo[1:] {
		upTo[d+1] += upTo[d]
	}
	best := 0.0
	for k := range g.N() {
		window := upTo[min(cap+1+k, g.N())]
		if cap-k > 0 {
			window -= upTo[min(cap-k-1, g.N())]
		}
		best = max(best, math.Exp(-beta*float64(k))*float64(min(1+k+window, g.N())))
	}
	return best
}

// leastSquares returns the cumulated degrees, as in [query.CumulatedDegrees], of
// [leastSquaresFlow]; a degree between two whole numbers counts in part.
func leastSquares(g *graph.Graph, cap int) []float64 {
	h := make([]float64, min(cap, g.N()-1)+2)
	for _, d := range leastSquaresFlow(g, cap) {
		part := math.Ceil(d) - d // of the node, at the whole number below
		h[max(int(math.Ceil(d))-1, 0)] += part
		h[int(math.Ceil(d))] += 1 - part
	}
	for k := range h[1:] {
		h[k+1] += h[k]
	}
	return h[:len(h)-2]
}

// leastSquaresFlow returns the degrees f of the weights 0 ≤ x ≤ 1 of edges with no f beyond cap
// that make Σ f(2cap - f) largest: the extension of the degree list of Raskhodnikova and Smith, by
// the alternating direction method of multipliers.
func leastSquaresFlow(g *graph.Graph, cap int) []float64 {
	type end struct {
		edge int
		side int
	}
	n, m, D := g.N(), g.M(), float64(cap)
	f := make([]float64, n)
	if int(slices.Max(g.Degrees())) <= cap {
		for u, d := range g.Degrees() {
			f[u] = float64(d)
		}
		return f
	}
	at := make([][]end, n)
	i := 0
	for u, v := range g.Edges() {
		at[u], at[v] = append(at[u], end{i, 0}), append(at[v], end{i, 1})
		i++
	}
	x, z, y := make([]float64, m), make([][2]float64, m), make([][2]float64, m)
	for i := range x {
		x[i] = 1
	}
	const rho, enough = 8, 2e-5
	for apart := math.Inf(1); apart > enough; {
		apart = 0
		for u := range n {
			k, sum := float64(len(at[u])), 0.0
			for _, e := range at[u] {
				sum += x[e.edge] - y[e.edge][e.side]
			}
			s := min((2*D+rho*sum/k)/(2+rho/k), D)
			for _, e := range at[u] {
				z[e.edge][e.side] = x[e.edge] - y[e.edge][e.side] + (s-sum)/k
			}
		}
		for i := range x {
			x[i] = min(max((z[i][0]+y[i][0]+z[i][1]+y[i][1])/2, 0), 1)
			for side := range y[i] {
				y[i][side] += z[i][side] - x[i]
				apart = max(apart, math.Abs(z[i][side]-x[i]))
			}
		}
	}
	for u := range n {
		for _, e := range at[u] {
			f[u] += x[e.edge]
		}
	}
	return f
}
