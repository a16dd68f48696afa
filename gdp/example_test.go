package gdp_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/graph/gen"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// protected opens a session on a random graph of 1000 nodes and 5000 edges. It is seeded,
// so that the outputs below are the same every time; a private release has no seed.
func protected(rel gdp.Relation, b gdp.Budget, o ...gdp.Option) *gdp.Session {
	g, err := gen.GNM(1000, 5000, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		panic(err)
	}
	s, err := gdp.Protect(&graph.Network{Graph: g}, rel, b, append(o, gdp.Seed(1))...)
	if err != nil {
		panic(err)
	}
	return s
}

// A session pays for a count before it reads the graph. It stores the release, so a repetition
// costs nothing. Spends beyond the budget are refused.
func Example() {
	s := protected(gdp.EdgeLevel, gdp.Budget{Epsilon: 1})
	count := query.EdgeCount[gdp.L1](gdp.EdgeLevel, 1000, 999)
	for range 2 {
		noisy, err := gdp.Laplace(s, "edges", count, 0.5)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("within 50 of the truth: %v\n", noisy[0] > 4950 && noisy[0] < 5050)
	}
	_, err := gdp.Laplace(s, "edges again", count, 0.75)
	fmt.Println(err)
	g, err := s.Guarantee()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("claimed %.4g, proved %.4g, seeded %v\n", g.Claimed, g.Proved, g.Seeded)
	// Output:
	// within 50 of the truth: true
	// within 50 of the truth: true
	// gdp: edges again is over the budget: it asks for ε = 0.75, and ε = 0.5 is left of (1, 0); spends that do not depend on each other's answers cost less if they are declared together (Session.Reserve)
	// claimed 0.5, proved 0.5, seeded true
}

// A bound that only a paper states is a claim: it is counted as the paper counts it, and
// nothing is proved.
func ExampleClaim() {
	s := protected(gdp.NodeLevel, gdp.Budget{Epsilon: 1})
	q := gdp.Query[gdp.L1]("edges", gdp.NodeLevel, 1, gdp.Claim{Source: "[X]", Why: "one node can have more than one edge"},
		func(d *gdp.Data) ([]float64, error) { return []float64{float64(d.Network.Graph.M())}, nil })
	if _, err := gdp.Laplace(s, "edges", q, 1); err != nil {
		fmt.Println(err)
		return
	}
	g, err := s.Guarantee()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("claimed %.4g, proved %v: %s\n", g.Claimed, g.Proved, g.Reason)
	// Output:
	// claimed 1, proved +Inf: one node can have more than one edge
}

// Gaussian noise of ten times the bound, on a session that accepts proved bounds alone.
func ExampleGaussianMultiplier() {
	s := protected(gdp.NodeLevel, gdp.Budget{Epsilon: 1, Delta: 1e-6}, gdp.ProvedOnly())
	noisy, err := gdp.GaussianMultiplier(s, "degrees", query.DegreeHistogram[gdp.L2](gdp.NodeLevel, 1000, 20), 10)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(noisy), "numbers")
	claimed := gdp.Query[gdp.L2]("edges", gdp.NodeLevel, 1, gdp.Claim{Source: "[X]", Why: "one node can have more than one edge"},
		func(d *gdp.Data) ([]float64, error) { return []float64{float64(d.Network.Graph.M())}, nil })
	_, err = gdp.GaussianMultiplier(s, "edges", claimed, 10)
	fmt.Println(err)
	// Output:
	// 21 numbers
	// gdp: edges rests on a claim of [X], and this session takes only proofs
}
