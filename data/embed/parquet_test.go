package embed

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/parquet"
)

// A table of an embedding has its ids, or the numbers of nodes, and columns in their order, beyond
// ten too.
func TestParquet(t *testing.T) {
	m := glorot(t, 3, 12)
	strings3, err := graph.StringIDs([]string{"ann", "bob, b", "7"})
	if err != nil {
		t.Fatal(err)
	}
	ints, err := graph.IntIDs([]int64{4, 9, 1 << 40})
	if err != nil {
		t.Fatal(err)
	}
	for want, ids := range map[string]*graph.IDs{"[0 1 2]": nil, "[ann bob, b 7]": strings3, "[4 9 1099511627776]": ints} {
		var out bytes.Buffer
		if err := m.WriteAs(&out, "x.parquet", ids); err != nil {
			t.Fatal(err)
		}
		f, err := parquet.Open(out.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		nodes, err := f.Read("node")
		if got := fmt.Sprint(nodes); err != nil || got != want || strings.Join(f.Columns(), " ") != "node d0 d1 d2 d3 d4 d5 d6 d7 d8 d9 d10 d11" {
			t.Errorf("ids %s, want %s, columns %q, %v", got, want, f.Columns(), err)
		}
	}
}
