package gen_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph/gen"
)

// Two communities with labels and attributes that distinguish them.
func ExampleSBM() {
	r := rand.New(rand.NewPCG(1, 2))
	w, err := gen.SBM([]int{500, 500}, [][]float64{{0.02, 0.002}, {0.002, 0.02}}, r)
	if err != nil {
		fmt.Println(err)
		return
	}
	if w.Attrs, err = gen.Words(w.Labels, 2, gen.Vocabulary{Columns: 200, PerNode: 10, OwnShare: 0.8}, r); err != nil {
		fmt.Println(err)
		return
	}
	within := 0
	for u, v := range w.Graph.Edges() {
		if w.Labels[u] == w.Labels[v] {
			within++
		}
	}
	share := float64(within) / float64(w.Graph.M())
	fmt.Printf("%d nodes, %.1f of the edges within a community, %d words\n", w.Graph.N(), share, w.Attrs.NNZ())
	// Output:
	// 1000 nodes, 0.9 of the edges within a community, 10000 words
}
