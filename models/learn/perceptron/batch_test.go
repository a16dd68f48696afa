package perceptron

import (
	"math/rand/v2"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
)

// Whether a batch has sparse rows depends on the type of the rows, not on their number of entries:
// one more node changes the form of no other node's row.
func TestTheFormOfRowsIsPublic(t *testing.T) {
	n := nets["layers"]
	for _, entries := range []int{0, 1, 3, 5} { // of each row's five
		offsets, columns, values := []int64{0}, []int32(nil), []float32(nil)
		for range 8 {
			for c := range entries {
				columns, values = append(columns, int32(c)), append(values, 1)
			}
			offsets = append(offsets, int64(len(columns)))
		}
		x := must.Get(graph.NewAttributes(5, offsets, columns, values))(t)
		labels := make([]int32, 8)
		dense := Dense{5, make([]float32, 40)}
		for want, rows := range map[bool][]Rows{
			true: {Features(x, false), Features(x, true)}, false: {dense, Beside(Dense{4, make([]float32, 32)}, Dense{1, make([]float32, 8)})},
		} {
			for _, r := range rows {
				f := n.fit(upTo(8), 1, 1)
				f.Backend = "kernels"
				must.Do(t, f.Open(n.First(rand.New(rand.NewPCG(1, 1)))))
				b := must.Get(f.Batches(Data{r, labels}))(t)
				batch := must.Get(b.Of(upTo(8)))(t)
				if got := batch[0].Rows != nil; got != want {
					t.Errorf("%T with %d entries a row: sparse %v, want %v", r, entries, got, want)
				}
				b.Close()
				f.Close()
			}
		}
	}
}
