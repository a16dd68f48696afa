package dpdk_test

import (
	"context"
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/synthesis/dpdk"
)

// A graph from the noisy degree histogram.
func Example() {
	club := data.Karate().Network
	s, err := gdp.Protect(&club, gdp.EdgeLevel, gdp.Budget{Epsilon: 4}, gdp.Seed(1))
	if err != nil {
		panic(err)
	}
	r, err := dpdk.Strict.Run(context.Background(), s)
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Graph.M(), "edges for", club.Graph.M(), "and a largest degree of", slices.Max(r.Graph.Degrees()), "for", slices.Max(club.Graph.Degrees()))
	fmt.Println(r.Guarantee.Proved, "proved")
	// Output:
	// 75 edges for 78 and a largest degree of 14 for 17
	// 4 proved
}
