package release_test

import (
	"fmt"
	"os"

	"github.com/graphdp/graphdp/data/embed"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/method/release"
)

// A release is written in the format that a file's name says, under the ids of the data.
func Example() {
	rows, err := embed.FromRows([][]float32{{1, 0.5}, {-2, 0}})
	if err != nil {
		fmt.Println(err)
		return
	}
	ids, err := graph.StringIDs([]string{"ann", "bob"})
	if err != nil {
		fmt.Println(err)
		return
	}
	r := release.Named(release.Embedding{Matrix: rows}, ids)
	fmt.Println(r.Kind(), "of", r.Summary())
	fmt.Println(r.Kind().Writable("rows.csv"), r.Kind().Writable("rows.pdf") != nil)
	if err := r.Write(os.Stdout, "rows.csv"); err != nil {
		fmt.Println(err)
	}
	// Output:
	// embedding of 2 rows of 2 numbers
	// <nil> true
	// id,x1,x2
	// ann,1,0.5
	// bob,-2,0
}
