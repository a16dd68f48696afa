package ldpgen

import (
	"math"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/method/checkpoint"
	"gonum.org/v1/gonum/floats"
)

// Labels of the two phases' releases.
const (
	firstPhase  = "neighbours in random groups"
	secondPhase = "neighbours in groups"
)

// random assigns nodes at random to groups of equal size.
func random(n, count int, r *rand.Rand) groups {
	g := groups{of: make([]int32, n), count: min(count, n)}
	for i, u := range r.Perm(n) {
		g.of[u] = int32(i % g.count)
	}
	return g
}

// published runs the paper's phases. ask returns the number of neighbours of each node in each
// group; eps is the ε of the second phase.
func (c Phases) published(run *checkpoint.Run, n int, eps float64, ask func(phase string, in groups) ([]float64, error)) (*graph.Graph, error) {
	r := run.Stream("groups")
	zero := random(n, c.Random, r) // [LDPGEN17] Phases
	numbers, err := ask(firstPhase, zero)
	if err != nil {
		return nil, err
	}
	rows := zero.rows(numbers)
	one := groups{count: min(groupsFor(rows, eps), c.Most, n)}
	if one.of, err = embed.KMeans(rows, one.count, r); err != nil { // [LDPGEN17] Phases
		return nil, err
	}
	if numbers, err = ask(secondPhase, one); err != nil {
		return nil, err
	}
	rows = one.rows(numbers)
	two := groups{count: one.count}
	if two.of, err = embed.KMeans(rows, two.count, r); err != nil { // [LDPGEN17] Phases
		return nil, err
	}
	return run.Drawing().ByFirst(two.of, two.chances(two.estimated(rows, one)), run.Stream("graph"))
}

// groupsFor returns the number of groups of the second phase: the mean over nodes of the optimum
// for their noisy degree.
func groupsFor(rows [][]float64, eps float64) int {
	n, sum := len(rows), 0.0
	for _, row := range rows {
		d := math.Round(min(max(floats.Sum(row), 1), float64(n-1)))
		sum += groupsOf(d/2, eps) / float64(n) // [LDPGEN17] Groups
	}
	return int(math.Ceil(min(max(sum, 1), float64(n))))
}

// groupsOf is the paper's closed form of the optimum.
func groupsOf(d, eps float64) float64 {
	return d + (d*d-2*(1+math.Sqrt(5))*d+1)/eps // [LDPGEN17] Groups
}

// estimated converts the numbers of neighbours in the groups of in to numbers in the groups of g,
// in proportion to the nodes that groups share. Negative numbers count as 0.
func (g groups) estimated(rows [][]float64, in groups) [][]float64 {
	both, size := make([][]float64, in.count), make([]float64, in.count)
	for j := range both {
		both[j] = make([]float64, g.count)
	}
	for u, j := range in.of {
		both[j][g.of[u]]++
		size[j]++
	}
	out := make([][]float64, len(rows))
	for u, row := range rows {
		out[u] = make([]float64, g.count)
		for j, x := range row {
			if x = math.Round(min(max(x, 0), float64(len(rows)-1))); x > 0 && size[j] > 0 {
				floats.AddScaled(out[u], x/size[j], both[j]) // [LDPGEN17] Estimates
			}
		}
	}
	return out
}

// chances returns the probability that a node is joined to a given member of each group, from its
// number of neighbours there.
func (g groups) chances(wanted [][]float64) [][]float64 {
	between, all, size := make([][]float64, g.count), make([]float64, g.count), make([]float64, g.count)
	for i := range between {
		between[i] = make([]float64, g.count)
	}
	for u, row := range wanted {
		floats.Add(between[g.of[u]], row)
		floats.Add(all, row)
		size[g.of[u]]++
	}
	out := make([][]float64, len(wanted))
	for u, row := range wanted {
		out[u] = make([]float64, g.count)
		for j, x := range row {
			if x > 0 {
				out[u][j] = x * (all[j] / size[j]) / (between[g.of[u]][j] + all[j]) // [LDPGEN17] Edges
			}
		}
	}
	return out
}
