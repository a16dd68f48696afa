package ldpgen

import (
	"cmp"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/estimate/degrees"
	"github.com/graphdp/graphdp/models/estimate/posterior"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"github.com/graphdp/graphdp/models/synthesis/blocks"
	"gonum.org/v1/gonum/mat"
)

func (c Central) draw(run *checkpoint.Run) (*graph.Graph, error) {
	s := run.Session()
	n, eps := s.Public().Nodes, s.Budget().Epsilon
	if err := c.fits(n); err != nil {
		return nil, err
	}
	share := func(of float64) gdp.Epsilon { return eps * gdp.Epsilon(of) }
	first, counting, closing := share(c.FirstShare), share(c.CountShare), share(c.TriangleShare)
	noisy, err := degrees.Laplace(s, "degrees", share(c.DegreeShare))
	if err != nil {
		return nil, err
	}
	left := eps - share(c.DegreeShare) - counting - closing // for both phases
	e := &posterior.Evidence{Multiplier: noisy.Multiplier}
	e.Degrees, e.Law = degrees.DeconvolveLaplace(noisy.Degrees, 2*noisy.Multiplier, n-1)
	found := seen{}
	zero := random(n, c.Random, run.Stream("groups"))
	if order := byDegree(e.Degrees); canShow(e.Degrees, order, zero.count, variance(first)) {
		numbers, err := gdp.DiscreteLaplace(s, firstPhase, zero.query(s.Relation()), first)
		if err != nil {
			return nil, err
		}
		left -= first
		found = look(zero.rows(lists.Convert[float64](numbers)), e.Degrees, order, variance(first), c.Most-1)
	}
	if found.directions == nil { // no group is above the noise: spend the rest on the degree list
		return blocks.Sparse(run, noisy, blocks.Shares{List: left, Triangles: counting + closing})
	}
	one, err := found.groups(n, run)
	if err != nil {
		return nil, err
	}
	numbers, err := gdp.DiscreteLaplace(s, secondPhase, one.query(s.Relation()), left)
	if err != nil {
		return nil, err
	}
	two := one.regroup(one.rows(lists.Convert[float64](numbers)), e.Degrees, variance(left))
	return blocks.Draw(run, e, two.of, two.count, blocks.Shares{Counts: counting, Triangles: closing})
}

// exactVariance replaces the noise variance in a run without noise.
const exactVariance = 0.01

// draw does what [Central] does with exact answers, and regroups the nodes several times.
func (c Exact) draw(g *graph.Graph, run *checkpoint.Run) (*graph.Graph, error) {
	n := g.N()
	if err := c.fits(n); err != nil {
		return nil, err
	}
	wanted := lists.Convert[float64](g.Degrees())
	counted := func(in groups) ([][]float64, error) {
		numbers, err := in.query(gdp.EdgeLevel).Eval(&gdp.Data{Network: &graph.Network{Graph: g}})
		if err != nil {
			return nil, err
		}
		return in.rows(numbers), nil
	}
	rows, err := counted(random(n, c.Random, run.Stream("groups")))
	if err != nil {
		return nil, err
	}
	found := look(rows, wanted, byDegree(wanted), exactVariance, c.Most-1)
	if found.directions == nil {
		return blocks.Exact(g, wanted, make([]int32, n), 1, run.Stream("graph"))
	}
	in, err := found.groups(n, run)
	if err != nil {
		return nil, err
	}
	for range c.Rounds {
		if rows, err = counted(in); err != nil {
			return nil, err
		}
		in.of = in.regroup(rows, wanted, exactVariance).of
	}
	return blocks.Exact(g, wanted, in.of, in.count-1, run.Stream("graph"))
}

// variance returns the variance of the noise in a number of neighbours.
func variance(eps gdp.Epsilon) float64 {
	a := math.Exp(-float64(eps) / 2)
	return 2 * a / ((1 - a) * (1 - a))
}

// byDegree lists the nodes by descending degree.
func byDegree(degrees []float64) []int32 {
	order := lists.Upto[int32](len(degrees))
	slices.SortStableFunc(order, func(u, v int32) int { return cmp.Compare(degrees[v], degrees[u]) })
	return order
}

// leastHubs is the smallest number of high-degree nodes in which groups are searched for.
const leastHubs = 16

// edge returns the largest singular value of a matrix of pure noise of variance 1.
func edge(rows, columns int) float64 { return math.Sqrt(float64(rows)) + math.Sqrt(float64(columns)) }

// canShow reports whether groups could be above the noise in the best case, in which all neighbours
// of a node are in one group with edges inside: then d of them look like d random signs.
func canShow(degrees []float64, order []int32, columns int, noise float64) bool {
	sum := 0.0
	for i, u := range order {
		d := degrees[u]
		sum += d / (noise + d/float64(columns))
		if m := i + 1; m >= leastHubs && sum > edge(m, columns)*edge(m, columns) {
			return true
		}
	}
	return false
}

// seen holds the structure beyond degrees in the numbers of neighbours in random groups.
type seen struct {
	hubs       []int32     // nodes of highest degree
	directions [][]float64 // of each hub, the components above the noise; nil if there are none
}

// margin is the factor by which a singular value must exceed the noise edge.
const margin = 1.1

// look chooses the number of hubs whose whitened rows exceed the noise most, and returns these hubs
// and their components.
func look(rows [][]float64, degrees []float64, order []int32, noise float64, most int) (best seen) {
	columns := len(rows[0])
	shares, sum := make([]float64, columns), 0.0
	for _, row := range rows {
		for i, x := range row {
			shares[i] += x
			sum += x
		}
	}
	for i := range shares {
		shares[i] = max(shares[i]/max(sum, 1), 0)
	}
	white := func(u int32) []float64 {
		row, d := make([]float64, columns), max(degrees[u], 0)
		for i, x := range rows[u] {
			row[i] = (x - d*shares[i]) / math.Sqrt(noise+d*shares[i])
		}
		return row
	}
	gram := mat.NewSymDense(columns, nil)
	above, from := 0.0, 0
	for m := leastHubs; from < len(order); m *= 2 {
		m = min(m, len(order))
		for _, u := range order[from:m] {
			gram.SymRankOne(gram, 1, mat.NewVecDense(columns, white(u)))
		}
		from = m
		var eigen mat.EigenSym
		if !eigen.Factorize(gram, true) {
			continue
		}
		values := eigen.Values(nil) // squared singular values, ascending
		slices.Reverse(values)
		found, sum := 0, 0.0
		for found < min(most, columns) && math.Sqrt(max(values[found], 0)) > margin*edge(m, columns) {
			sum += math.Sqrt(values[found])/edge(m, columns) - margin
			found++
		}
		if sum > above {
			var vectors mat.Dense
			eigen.VectorsTo(&vectors)
			above, best = sum, seen{hubs: order[:m], directions: make([][]float64, m)}
			for i, u := range best.hubs {
				for k := range found {
					best.directions[i] = append(best.directions[i], mat.Dot(mat.NewVecDense(columns, white(u)), vectors.ColView(columns-1-k)))
				}
			}
		}
	}
	return best
}

// groups clusters the hubs by direction, with one cluster more than there are directions, and puts
// all other nodes into one further group.
func (s seen) groups(n int, run *checkpoint.Run) (g groups, err error) {
	k := len(s.directions[0]) + 1
	rows, err := embed.New(len(s.hubs), k-1)
	if err != nil {
		return g, err
	}
	for i, list := range s.directions {
		for j, x := range list {
			rows.Row(int32(i))[j] = float32(x)
		}
	}
	of, err := rows.Clusters(k, run.Stream("hubs"))
	if err != nil {
		return g, err
	}
	g = groups{of: slices.Repeat([]int32{int32(k)}, n), count: k + 1}
	for i, u := range s.hubs {
		g.of[u] = of[i]
	}
	return g, nil
}

// regroup assigns every node to the group of hubs whose neighbour profile is most likely for it.
func (g groups) regroup(rows [][]float64, degrees []float64, noise float64) groups {
	k := g.count - 1
	profile, ends := make([][]float64, k), make([]float64, k)
	for c := range profile {
		profile[c] = make([]float64, g.count)
	}
	for u, c := range g.of {
		if int(c) == k {
			continue
		}
		for j, x := range rows[u] {
			profile[c][j] += x
		}
		ends[c] += degrees[u]
	}
	for c := range profile {
		for j := range profile[c] {
			profile[c][j] = max(profile[c][j]/max(ends[c], 1), 0)
		}
	}
	two := groups{of: make([]int32, len(g.of)), count: k}
	for u, row := range rows {
		nearest := math.Inf(1)
		for c, p := range profile {
			far, d := 0.0, max(degrees[u], 0)
			for j, x := range row {
				v := noise + d*p[j]
				far += (x-d*p[j])*(x-d*p[j])/v + math.Log(v)
			}
			if far < nearest {
				nearest, two.of[u] = far, int32(c)
			}
		}
	}
	return two
}
