package embedding_test

import (
	"fmt"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/models/embedding"
	"github.com/graphdp/graphdp/models/method/release"
)

// Pairs are scored by dot products of rows, or by degrees if these were released.
func Example() {
	in, err := embed.FromRows([][]float32{{1, 0}, {0, 1}})
	if err != nil {
		panic(err)
	}
	for _, r := range []embedding.Result{{In: in}, {In: in, Degrees: []float64{3, 2}}} {
		score, err := r.Outcome().Release.(release.Embedding).Scores()
		if err != nil {
			panic(err)
		}
		fmt.Println(score(0, 1))
	}
	fmt.Println(embedding.Fit(1<<20, 1<<20))
	// Output:
	// 0
	// 6
	// 1048576 rows of 1048576 numbers: want at most 1073741824 numbers in all
}
