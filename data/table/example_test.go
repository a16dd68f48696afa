package table_test

import (
	"fmt"

	"github.com/graphdp/graphdp/data/table"
)

// A list of structs has a row for each.
func ExampleOf() {
	type score struct {
		Mode     string
		Accuracy float64
	}
	t, ok := table.Of([]score{{"strict", 0.8125}, {"null", 0.5}})
	fmt.Println(ok)
	fmt.Print(t)
	// Output:
	// true
	// Mode    Accuracy
	// strict  0.8125
	// null    0.5
}
