package tmf_test

import (
	"context"
	"fmt"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/models/synthesis/tmf"
)

// A noisy number of noisy edges.
func Example() {
	club := data.Karate().Network
	s, err := gdp.Protect(&club, gdp.EdgeLevel, gdp.Budget{Epsilon: 4}, gdp.Seed(1))
	if err != nil {
		panic(err)
	}
	config := tmf.Strict.Settings
	config.CountShare = 0.1
	r, err := tmf.Strict.With(config).Run(context.Background(), s)
	if err != nil {
		panic(err)
	}
	kept := 0
	for u, v := range r.Graph.Edges() {
		if club.Graph.HasEdge(u, v) {
			kept++
		}
	}
	fmt.Println(r.Graph.M(), "edges, of which", kept, "are edges of the club")
	fmt.Println(r.Guarantee)
	// Output:
	// 76 edges, of which 62 are edges of the club
	// claimed 4 · proved 4 · this run was not audited at δ = 0, relation edge, adaptive (whatever the answers decide, the session keeps to (4, 0)). Seeded: reproducible, and not a private release
}
