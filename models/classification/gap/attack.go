package gap

import (
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/graph"
	"github.com/graphdp/graphdp/models/aggregate"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/release"
)

// attack looks at the noisy sums of two nodes that have an edge or none, and at that of a
// node with many neighbours or none.
var attack = method.Attack{
	Worlds: "60 nodes of two classes with one word, joined to their class; nodes 0 and 1 have an edge, or none at all (edge), or the last node is joined to 40 others, or absent (node-unbounded)",
	Looks:  "the scores of node 0, by hop how far the sums of nodes 0 and 1 are along each other's row, and the first sum of the last node along its row",
	Make:   worlds, Look: look,
}

// attacked is the number of nodes of the worlds.
const attacked = 60

// worlds are nodes with one word, of which node 0 and 1 have an edge or none, or the last one
// is there or not.
func worlds(rel gdp.Relation) (worlds [2]*graph.Network, err error) {
	for world := range worlds {
		n, edges := attacked, []graph.Edge(nil)
		for u := int32(2); u < attacked-1; u++ {
			edges = append(edges, graph.Edge{U: u, V: 2 + (u-2+2)%(attacked-3)})
		}
		switch {
		case rel == gdp.EdgeLevel:
			if world == 1 {
				edges = append(edges, graph.Edge{U: 0, V: 1})
			}
		case world == 0:
			n--
		default:
			for v := range int32(40) {
				edges = append(edges, graph.Edge{U: attacked - 1, V: 2 + v})
			}
		}
		offsets, labels := make([]int64, n+1), make([]int32, n)
		for u := range n {
			offsets[u+1], labels[u] = int64(u)+1, int32(u)%2
		}
		x, err := graph.NewAttributes(1, offsets, make([]int32, n), slices.Repeat([]float32{1}, n))
		if err != nil {
			return worlds, err
		}
		g, _, err := graph.FromEdges(n, edges, graph.Options{})
		if err != nil {
			return worlds, err
		}
		worlds[world] = &graph.Network{Graph: g, Attrs: x, Labels: labels, Classes: []string{"0", "1"}}
	}
	return worlds, nil
}

func look(o method.Outcome) ([]float64, error) {
	c, ok := o.Release.(release.Classifier)
	if !ok {
		return nil, fmt.Errorf("gap: the attack is on a classifier, not on %s", o.Release.Kind())
	}
	m, ok := c.Model.(*Model)
	if !ok {
		return nil, fmt.Errorf("gap: the attack is on a model of this package, not on a %T", c.Model)
	}
	net, err := worlds(gdp.EdgeLevel)
	if err != nil {
		return nil, err
	}
	scores, err := m.Scores(net[0], 0)
	if err != nil {
		return nil, err
	}
	first, err := encode(m.Encoder, net[0].Attrs, m.Unit)
	if err != nil {
		return nil, err
	}
	seen := []float64{float64(scores[1] - scores[0])}
	rows := first.Float32s()
	width := len(rows) / attacked
	for _, sums := range m.Sums {
		seen = append(seen, along(sums, rows, width, 0, 1)+along(sums, rows, width, 1, 0))
		rows = aggregate.Unit(width, sums).Float32s()
	}
	if len(m.Sums) > 0 {
		seen = append(seen, along(m.Sums[0], first.Float32s(), width, attacked-1, 0))
	}
	return seen, nil
}

// along is the product of node u's sum and node v's row.
func along(sums, rows []float32, width, u, v int) (product float64) {
	for i, x := range rows[v*width:][:width] {
		product += float64(x) * float64(sums[u*width:][:width][i])
	}
	return product
}
