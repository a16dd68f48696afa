package yourmethod

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data"
	"github.com/graphdp/graphdp/gdp"
	"github.com/graphdp/graphdp/gdp/query"
)

// A proof is of the module that registered its document: this module proves with its own,
// uses the queries of graphdp with theirs, and cannot borrow one of theirs for a bound that
// it gives.
func TestProofsAreNotBorrowed(t *testing.T) {
	net := data.Karate().Network
	budget := gdp.Budget{Epsilon: 3, Delta: 1e-5}
	ask := func(q gdp.Bounded[gdp.L1]) gdp.Guarantee {
		t.Helper()
		s, err := gdp.Protect(&net, gdp.EdgeLevel, budget, gdp.Seed(1))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := gdp.Laplace(s, "numbers", q, 1); err != nil {
			t.Fatal(err)
		}
		g, err := s.Guarantee()
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	with := func(p gdp.Proof) gdp.Bounded[gdp.L1] {
		return gdp.Query("numbers", gdp.EdgeLevel, gdp.L1(1e-9), p, func(d *gdp.Data) ([]float64, error) {
			return []float64{float64(d.Network.Graph.M())}, nil
		})
	}
	for name, q := range map[string]gdp.Bounded[gdp.L1]{
		"our own": gdp.Query("degrees", gdp.EdgeLevel, gdp.L1(2), bound, degrees), "theirs": query.EdgeCount[gdp.L1](gdp.EdgeLevel, 34, 33),
	} {
		if g := ask(q); g.By != nil || math.IsInf(float64(g.Proved), 1) {
			t.Errorf("%s: %v", name, g)
		}
	}
	if g := ask(with(gdp.Proof{Doc: "proofs/queries.md#edge-count", Test: "TestEdgeCount"})); !slices.Equal(g.By, []string{"example.com/yourmethod"}) || !math.IsInf(float64(g.Proved), 1) {
		t.Errorf("borrowed: %v, by %v", g, g.By)
	}
	s, err := gdp.Protect(&net, gdp.NodeLevel, budget, gdp.Seed(1))
	if err != nil {
		t.Fatal(err)
	}
	terms := gdp.Terms{Name: "labels", Dim: 1, Clip: 1}.OverNodes(gdp.NodeLevel, func(row gdp.Row, out []float64) { out[0] = float64(row.Label) })
	if _, err := gdp.GaussianMultiplier(s, "labels", terms, 5); err != nil {
		t.Fatal(err)
	}
	if g, err := s.Guarantee(); err != nil || g.By != nil {
		t.Errorf("a sum over views: %v, %v", g, err)
	}
	plan := gdp.Plan{Label: "training", Steps: 1, Sampling: gdp.FullBatch{}, Multiplier: 1e3, Sensitivity: 1, Basis: gdp.Proof{Doc: "proofs/training.md#clipping", Test: "TestNoExampleMovesTheSumByMoreThanC"}}
	if _, err := s.Train(plan); err != nil {
		t.Fatal(err)
	}
	if g, err := s.Guarantee(); err != nil || g.By == nil {
		t.Errorf("a training with a borrowed proof: %v, %v", g, err)
	}
}

// This module's functions assign pairs to parts, or to cells of an arrangement, and graphdp's
// proofs do not cover them. So the result is asserted, and refused if proofs are required.
func TestFunctionsOfPairsAreAsserted(t *testing.T) {
	net := data.Karate().Network
	budget := gdp.Budget{Epsilon: 1}
	spends := map[string]func(s *gdp.Session) error{
		"parts": func(s *gdp.Session) error {
			of := gdp.Parts{Name: "all", Parts: []string{"all"}, Of: func(u, v int32) int { return 0 }}
			_, err := gdp.NewDivision("parts", of, budget).Draw(s)
			return err
		},
		"arrangement": func(s *gdp.Session) error {
			a := gdp.Arrangement{Name: "first ends", Sizes: []int64{34}, Full: []int64{3}, Of: func(u, v int32) int64 { return int64(u) }}
			_, err := gdp.NewArrangement("arrangement", a, 1).Draw(s)
			return err
		},
	}
	for name, spend := range spends {
		s, err := gdp.Protect(&net, gdp.EdgeLevel, budget, gdp.Seed(1))
		if err != nil {
			t.Fatal(err)
		}
		if err := spend(s); err != nil {
			t.Fatal(err)
		}
		if g, err := s.Guarantee(); err != nil || !slices.Equal(g.By, []string{"example.com/yourmethod"}) || !math.IsInf(float64(g.Proved), 1) {
			t.Errorf("%s: %v by %v, %v", name, g, g.By, err)
		}
		if s, err = gdp.Protect(&net, gdp.EdgeLevel, budget, gdp.Seed(1), gdp.ProvedOnly()); err != nil {
			t.Fatal(err)
		}
		if err := spend(s); !errors.Is(err, gdp.ErrAsserted) {
			t.Errorf("%s where proofs alone are taken: %v", name, err)
		}
	}
}
