package graphio_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/graphdp/graphdp/data/graph/graphio"
)

// Ids with gaps are numbered in ascending order, and stored.
func ExampleReadFrom() {
	w, report, err := graphio.ReadFrom(strings.NewReader("# friends\n7 100\n100 31\n31 31\n"), "friends.txt", graphio.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(w.Graph.N(), "nodes,", w.Graph.M(), "edges,", report.LoopsDropped, "loop")
	for u, v := range w.Graph.Edges() {
		fmt.Println(u, "-", v, "is", w.IDs.Name(u), "-", w.IDs.Name(v))
	}
	// Output:
	// 3 nodes, 2 edges, 1 loop
	// 0 - 2 is 7 - 100
	// 1 - 2 is 31 - 100
}

// With a number of nodes, ids are the nodes themselves.
func ExampleReadFrom_nodes() {
	w, _, err := graphio.ReadFrom(strings.NewReader("0 3\n1 3\n"), "x.txt", graphio.Options{Nodes: 6})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := graphio.WriteAs(os.Stdout, "x.txt", w); err != nil {
		fmt.Println(err)
	}
	_, _, err = graphio.ReadFrom(strings.NewReader("0 3\n1 6\n"), "x.txt", graphio.Options{Nodes: 6})
	fmt.Println(err)
	// Output:
	// # nodes 6
	// 0 3
	// 1 3
	// graphio: x.txt:2: id out of range: must be in [0, 5], the declared nodes: "1 6"
}
