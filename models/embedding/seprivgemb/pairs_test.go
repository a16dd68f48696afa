package seprivgemb

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/claim"
	"gonum.org/v1/gonum/mat"
)

// groups returns a graph of cliques, without one edge in ten, and a few edges between them.
func groups(t testing.TB, cliques, size int) *graph.Graph {
	r := rand.New(rand.NewPCG(1, 2))
	n := cliques * size
	var edges []graph.Edge
	for u := range n {
		for v := range u {
			if u/size == v/size && r.Float64() < 0.9 || r.Float64() < 0.01 {
				edges = append(edges, graph.Edge{U: int32(v), V: int32(u)})
			}
		}
	}
	return build(t, n, edges...)
}

// labels returns what a session spent on, and the guarantee.
func labels(t *testing.T, s *gdp.Session) (list []string, proved gdp.Epsilon) {
	t.Helper()
	l, err := s.Ledger()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range l.Entries {
		list = append(list, e.Label[strings.LastIndex(e.Label, "/")+1:])
		if _, ok := e.Basis.(gdp.Proof); !ok {
			t.Errorf("%s: nothing is proved", e.Label)
		}
	}
	g, err := s.Guarantee()
	if err != nil {
		t.Fatal(err)
	}
	return list, g.Proved
}

// arcs returns a graph with every edge as an arc.
func arcs(t testing.TB, g *graph.Graph) *graph.Graph {
	directed, _, err := graph.FromEdges(g.N(), slices.Collect(func(yield func(graph.Edge) bool) {
		for u, v := range g.Edges() {
			if !yield(graph.Edge{U: u, V: v}) {
				return
			}
		}
	}), graph.Options{Directed: true})
	if err != nil {
		t.Fatal(err)
	}
	return directed
}

// The rule: pairs are asked where the graph is dense beside the noise and clustered. Whatever
// is asked costs the whole of ε, without a δ, and no more.
func TestTheRuleOfPairs(t *testing.T) {
	claim.Holds(t, "seprivgemb", "Strict: number of edges, degrees, triangles and all pairs together cost ε, without a δ, whichever of them the rule asks for")
	dense := random(t, 3, 300, 9000) // of mean degree 60, a fifth of its wedges closed
	for _, x := range []struct {
		name     string
		g        *graph.Graph
		eps      gdp.Epsilon
		settings []string
		want     []string
	}{
		{"clustered", groups(t, 6, 50), 3, nil, []string{"edges", "degrees", "triangles", "release"}},
		{"random", dense, 3, []string{"Transitivity=0.3"}, []string{"edges", "degrees", "triangles", "release"}},
		{"no question", dense, 3, []string{"Transitivity=0"}, []string{"edges", "degrees", "release"}},
		{"sparse", ring(t, 300), 3, nil, []string{"edges", "release"}},
		{"much noise", groups(t, 6, 50), 0.03, nil, []string{"release"}},
		{"arcs", arcs(t, groups(t, 6, 50)), 3, nil, []string{"release"}},
		{"two nodes", build(t, 2, graph.Edge{U: 0, V: 1}), 50, nil, []string{"release"}},
		{"three nodes", build(t, 3, graph.Edge{U: 0, V: 1}), 3, []string{"Density=0", "Transitivity=0"}, []string{"degrees", "release"}},
		{"never", groups(t, 6, 50), 3, []string{"Vectors=0"}, []string{"release"}},
		{"no room", groups(t, 6, 50), 3, []string{"Dim=2"}, []string{"release"}},
	} {
		s := protect(t, x.g, gdp.EdgeLevel, gdp.Budget{Epsilon: x.eps})
		r := mustRun(t, s, with(with(Strict(), "Dim=16"), x.settings...))
		got, proved := labels(t, s)
		if !slices.Equal(got, x.want) || math.Abs(float64(proved/x.eps)-1) > 1e-9 || proved > x.eps {
			t.Errorf("%s: spent %v on %v, want %v on %v", x.name, proved, got, x.eps, x.want)
		}
		if asked := x.name == "clustered" || x.name == "no question" || x.name == "three nodes"; r.Pairs != asked || (r.Vectors > 0) != (x.name == "clustered") && asked && x.name == "clustered" {
			t.Errorf("%s: pairs asked: %v, vectors: %d", x.name, r.Pairs, r.Vectors)
		}
		l, err := s.Ledger()
		if err != nil {
			t.Fatal(err)
		}
		for i, e := range l.Entries {
			if pairs := i == len(l.Entries)-1 && r.Pairs; pairs != (e.Mechanism == "randomised response") {
				t.Errorf("%s: %s by %s", x.name, e.Label, e.Mechanism)
			}
		}
	}
	// What cannot be answered by so many edges is not asked, whatever the graph is.
	if c := Strict().Pairs; c.possible(25_000, 48, 1) || !c.possible(10_000, 48, 0.85) || !c.possible(60_000, 48, 3.5) {
		t.Errorf("pairs of 25 000 nodes at ε = 1 are asked, or those of 10 000 at .85 or of 60 000 at 3.5 are not")
	}
}

// A session that has spent a part of its budget is refused before anything more is spent.
func TestPairsAreRefusedAtOnce(t *testing.T) {
	s := protect(t, groups(t, 6, 50), gdp.EdgeLevel, gdp.Budget{Epsilon: 3})
	for _, eps := range []gdp.Epsilon{1e-5, 0.5} {
		if _, err := gdp.RandomisedResponse(s, "before", eps); err != nil {
			t.Fatal(err)
		}
		before, _ := labels(t, s)
		for _, setting := range []string{"Vectors=48", "Density=0", "Transitivity=0"} {
			if _, err := Run(t.Context(), s, with(Strict(), setting), nil); err == nil {
				t.Error("a spent budget is enough")
			}
		}
		if got, _ := labels(t, s); len(got) != len(before) {
			t.Errorf("refused after %v", got)
		}
	}
	// What no mechanism draws, so little or so large a share of ε, is refused before anything, too.
	for _, eps := range []gdp.Epsilon{1e-6, 2e-5, 700, 1e4, 1e12} {
		for _, g := range []*graph.Graph{groups(t, 6, 50), build(t, 300)} {
			for _, setting := range []string{"Vectors=48", "Density=0", "Edges=0.25"} {
				s := protect(t, g, gdp.EdgeLevel, gdp.Budget{Epsilon: eps})
				_, err := Run(t.Context(), s, with(Strict(), setting), nil)
				if got, _ := labels(t, s); err != nil && len(got) != 0 {
					t.Errorf("ε = %v, %s: refused after %v: %v", eps, setting, got, err)
				}
			}
		}
	}
}

// Products and degrees are those of the dense matrix of unbiased answers.
func TestAnswersAreUnbiased(t *testing.T) {
	const n, eps = 150, 1.5
	g := random(t, 4, n, 1500)
	s := protect(t, g, gdp.EdgeLevel, gdp.Budget{Epsilon: 1000})
	p, x, r := make([]float64, n), make([]float64, n), rand.New(rand.NewPCG(5, 5))
	for i := range x {
		p[i], x[i] = r.Float64(), r.NormFloat64()
	}
	mean, square := make([]float64, n), 0.0
	const runs = 200
	for run := range runs {
		noisy, err := gdp.RandomisedResponse(s, string(rune('a'+run%26))+string(rune('a'+run/26)), eps)
		if err != nil {
			t.Fatal(err)
		}
		a := answers{noisy, flipOf(eps)}
		out, sums := make([]float64, n), a.degrees()
		a.multiply(out, x, p)
		for u := range int32(n) {
			want, sum := 0.0, 0.0
			for v := range int32(n) {
				if u == v {
					continue
				}
				bit := 0.0
				if noisy.HasEdge(u, v) {
					bit = 1
				}
				count := (bit - a.flip) / (1 - 2*a.flip)
				want, sum = want+(count-p[u]*p[v])*x[v], sum+count
			}
			if run == 0 {
				close(t, "product", out[u], want, 1e-9*(1+math.Abs(want)))
				close(t, "degree", sums[u], sum, 1e-9*(1+math.Abs(sum)))
			}
			mean[u] += sums[u] / runs
			square += math.Pow((sums[u]-float64(g.Degree(u)))/reach(a.flip, n-1), 2) / n / runs
		}
	}
	for u, m := range mean { // 6 standard errors: false alarm below 10⁻⁶
		close(t, "mean", m, float64(g.Degree(int32(u))), 6*reach(flipOf(eps), n)/math.Sqrt(runs)/float64(g.Degree(int32(u))))
	}
	close(t, "variance", square, 1, 0.05)
}

// Values that lie apart and their vectors are those of a dense solver; of a matrix with few
// different values, few are found, and each once.
func TestLanczos(t *testing.T) {
	const n, k = 120, 5
	r := rand.New(rand.NewPCG(7, 7))
	m := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			m.SetSym(i, j, r.NormFloat64())
		}
	}
	for c := range k {
		v := make([]float64, n)
		for i := range v {
			v[i] = r.NormFloat64()
		}
		m.SymRankOne(m, 1+float64(c)/3, mat.NewVecDense(n, v))
	}
	multiply := func(out, x []float64) { mat.NewVecDense(n, out).MulVec(m, mat.NewVecDense(n, x)) }
	values, vectors := lanczos(multiply, n, k, r)
	var eigen mat.EigenSym
	if !eigen.Factorize(m, false) || len(values) != k {
		t.Fatalf("%d values", len(values))
	}
	for i, want := range eigen.Values(nil)[n-k:] {
		got, v := values[k-1-i], vectors[k-1-i]
		close(t, "value", got, want, 1e-8*want)
		image := make([]float64, n)
		multiply(image, v)
		for u := range v {
			close(t, "vector", image[u], want*v[u], 1e-6*want)
		}
	}
	complete := func(out, x []float64) {
		sum := 0.0
		for _, v := range x {
			sum += v
		}
		for i := range out {
			out[i] = sum - x[i]
		}
	}
	if values, _ := lanczos(complete, 30, 4, r); len(values) != 2 || math.Abs(values[0]-29) > 1e-9 || math.Abs(values[1]+1) > 1e-9 {
		t.Errorf("a complete graph of 30 nodes has the eigenvalues %v", values)
	}
}

// Noise alone shows no vectors, and four groups show three beside their degrees. A group of
// 100 has the eigenvalue x = 89, the noisy matrix x + s²/x, and nearest to the one without
// noise is x - s²/x.
func TestCommunitiesOutOfNoise(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for name, x := range map[string]struct {
		g    *graph.Graph
		want int
	}{"no edges": {build(t, 400), 0}, "four groups": {groups(t, 4, 100), 3}} {
		s := protect(t, x.g, gdp.EdgeLevel, gdp.Budget{Epsilon: 1})
		noisy, err := gdp.RandomisedResponse(s, "pairs", 1)
		if err != nil {
			t.Fatal(err)
		}
		d := make([]float64, x.g.N())
		for u := range d {
			d[u] = float64(x.g.Degree(int32(u)))
		}
		a := answers{noisy, flipOf(1)}
		vectors := a.communities(d, 20, r)
		if got := len(vectors); got < x.want || got > x.want+1 { // one of noise is at the edge now and then
			t.Errorf("%s: %d vectors, want %d", name, got, x.want)
		}
		noise, mean := reach(a.flip, x.g.N()), 0.0 // the three repel each other, and their mean does not know
		for _, v := range vectors[:x.want] {
			for _, y := range v {
				mean += y * y / float64(x.want)
			}
		}
		if x.want > 0 {
			close(t, name+": groups of 100", mean, 89-noise*noise/89, 0.03)
		}
	}
}

// Rows have the degrees as square norms and the wanted share of it in what is known; a node
// without edges has a row of zeros.
func TestRowsBeyondDegrees(t *testing.T) {
	degrees := []float64{4, 0, 2, 9}
	x, err := beyondDegrees(degrees, [][]float64{{1, 0, -2, .5}}, 600, 0.7, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	for u, d := range degrees {
		row := x.Row(int32(u))
		close(t, "square", dot64(row, row), d, 1e-5)
		close(t, "known", dot64(row[:2], row[:2]), 0.7*d, 1e-5)
	}
	close(t, "direction", float64(x.Row(3)[0]/x.Row(3)[1]), 9/math.Sqrt(15)/.5, 1e-5)
	if x, err := beyondDegrees([]float64{0, 0}, nil, 3, 0.7, rand.New(rand.NewPCG(1, 1))); err != nil || slices.ContainsFunc(x.Values(), func(v float32) bool { return v != 0 }) {
		t.Errorf("rows of a graph without edges: %v, %v", x, err)
	}
}

// The release with all pairs as it runs: the released degrees of two nodes. Found is some ε, and no
// more than is proved; four times the ε is found out.
func TestAuditOfPairs(t *testing.T) {
	claim.Holds(t, "seprivgemb", "Strict with all pairs: an audit of the code as it runs stays below the proved ε, and notices four times the ε")
	all := []string{"Dim=6", "Density=0", "Transitivity=0"}
	if found := attacked(t, "strict", 2, 3000, all...); found.Broken() != nil || found.Bound.Epsilon == 0 {
		t.Errorf("audited %v, proved %v", found.Bound.Epsilon, found.Guarantee.Proved)
	}
	if found := attacked(t, "strict", 8, 800, all...); !found.Bound.Violates(2) {
		t.Errorf("four times the ε: audited %v", found.Bound.Epsilon)
	}
}
