package split_test

import (
	"fmt"

	"github.com/graphdp/graphdp/models/method/split"
)

// A split depends on the number of nodes alone, which is public.
func Example() {
	nodes, err := split.Config{Share: 0.8, Seed: 1}.Of(10)
	if err != nil {
		fmt.Println(err)
		return
	}
	again, _ := split.Config{Share: 0.8, Seed: 1}.Of(10)
	fmt.Println(len(nodes.Train), "to learn from,", len(nodes.Test), "to test on; the same again:", again.Test[0] == nodes.Test[0])
	_, err = split.Config{Share: 2}.Of(10)
	fmt.Println(err)
	// Output:
	// 8 to learn from, 2 to test on; the same again: true
	// split: Share=2: must be in (0, 1]
}
