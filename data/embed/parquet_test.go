package embed

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parquet"
	"github.com/graphdp/graphdp/data/must"
)

// A table of an embedding has its ids, or the numbers of nodes, and columns in their order, beyond
// ten too.
func TestParquet(t *testing.T) {
	m := glorot(t, 3, 12)
	strings3 := must.Get(graph.StringIDs([]string{"ann", "bob, b", "7"}))(t)
	ints := must.Get(graph.IntIDs([]int64{4, 9, 1 << 40}))(t)
	for want, ids := range map[string]*graph.IDs{"[0 1 2]": nil, "[ann bob, b 7]": strings3, "[4 9 1099511627776]": ints} {
		var out bytes.Buffer
		must.Do(t, m.WriteAs(&out, "x.parquet", ids))
		f := must.Get(parquet.Open(out.Bytes()))(t)
		nodes, err := f.Read("node")
		if got := fmt.Sprint(nodes); err != nil || got != want || strings.Join(f.Columns(), " ") != "node d0 d1 d2 d3 d4 d5 d6 d7 d8 d9 d10 d11" {
			t.Errorf("ids %s, want %s, columns %q, %v", got, want, f.Columns(), err)
		}
	}
}
