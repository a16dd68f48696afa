package dpgnn

import (
	"fmt"
	"math"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/release"
)

// loud attacks clips that are taken off the data, and the noise with them: one node with many
// words has a gradient that is larger than all others, and the noise drowns what is learned.
var loud = method.Attack{
	Worlds:   "150 nodes of class 1, without edges and words; the last has 20,000 words, or none",
	Looks:    "whether the biases have gone where the gradients of nodes without words point",
	Settings: []string{"MaxDegree=1", "Batch=150", "Steps=1", "Percentile=100", "Rate=0.1", "Latent=2", "Split.Share=0.999", "Split.Seed=3"},
	Make: func(gdp.Relation) (worlds [2]*graph.Network, err error) {
		const n, words = 150, 20_000
		for world := range worlds {
			offsets, columns := make([]int64, n+1), make([]int32, world*words)
			for c := range columns {
				columns[c] = int32(c)
			}
			offsets[n] = int64(len(columns))
			g, _, err := graph.FromEdges(n, nil, graph.Options{})
			if err != nil {
				return worlds, err
			}
			x, err := graph.NewAttributes(words, offsets, columns, slices.Repeat([]float32{1}, len(columns)))
			if err != nil {
				return worlds, err
			}
			worlds[world] = &graph.Network{Graph: g, Attrs: x, Labels: slices.Repeat([]int32{1}, n), Classes: []string{"0", "1"}}
		}
		return worlds, nil
	},
	Look: func(o method.Outcome) ([]float64, error) {
		c, ok := o.Release.(release.Classifier)
		if !ok {
			return nil, fmt.Errorf("dpgnn: the attack is on a classifier, not on %s", o.Release.Kind())
		}
		m, ok := c.Model.(*Model)
		if !ok || m.Classes < 2 {
			return nil, fmt.Errorf("dpgnn: the attack is on a network of two classes, not on %T", c.Model)
		}
		w, along, most := parts(m, m.Weights), 0.0, 1e-30
		for j := range m.Latent { // back is where a bias moves the score of class 1
			back := float64(w[4][j*m.Classes+1] - w[4][j*m.Classes])
			along, most = along+back*float64(w[3][j]), most+math.Abs(back*float64(w[3][j]))
		}
		return []float64{along/most + float64(w[5][1]-w[5][0])/max(math.Abs(float64(w[5][1]))+math.Abs(float64(w[5][0])), 1e-30)}, nil
	},
}
