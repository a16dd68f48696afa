package gdp

import (
	"fmt"
	"math"
	"math/bits"
	"testing"

	"github.com/graphdp/graphdp/accounting"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/gdp/gdptest/stattest"
	"github.com/graphdp/graphdp/gdp/internal/noise"
)

// fourCells are two parts of the pairs of four nodes: pairs 0 to 3, and 4 and 5.
var fourCells = Arrangement{Name: "pairs of four", Sizes: []int64{4, 2}, Full: []int64{2, 1}, Of: func(u, v int32) int64 {
	return int64(u)*(7-int64(u))/2 + int64(v-u) - 1
}}

// arranged is the distribution of the sets of an arrangement of a world of six pairs, of the steps
// by which they are drawn.
func arranged(a Arrangement, eps float64, world int) (law [64]float64) {
	for set := range law {
		law[set] = 1
		first := 0
		for i, size := range a.Sizes {
			part := (1<<size - 1) << first
			ones, full, both := bits.OnesCount(uint(world&part)), bits.OnesCount(uint(set&part)), bits.OnesCount(uint(set&world&part))
			first += int(size)
			if int64(full) != a.Full[i] {
				law[set] = 0
				break
			}
			weights, least := overlaps(size, int64(ones), int64(full), eps)
			sum := 0.0
			for _, w := range weights {
				sum += math.Exp(w)
			}
			law[set] *= math.Exp(weights[both-int(least)]) / sum / choose(ones, both) / choose(int(size)-ones, full-both)
		}
	}
	return law
}

func choose(n, k int) float64 {
	return math.Round(math.Gamma(float64(n+1)) / math.Gamma(float64(k+1)) / math.Gamma(float64(n-k+1)))
}

// Over all graphs of four nodes, all numbers of full cells and all sets: each set has its
// probability in proportion to e^ε to the number of its full cells, neighbours' differ by e^ε at
// most, which is nearly attained where cells are many, and graphs that differ in k pairs by e^kε.
func TestArrangement(t *testing.T) {
	const eps = 0.8
	most := 0.0
	for _, full := range [][]int64{{0, 0}, {1, 0}, {2, 1}, {3, 2}, {4, 1}} {
		a := fourCells
		a.Full = full
		var laws [64][64]float64
		for world := range laws {
			laws[world] = arranged(a, eps, world)
			norm := 0.0
			for set, p := range laws[world] {
				if p > 0 {
					norm += math.Exp(eps * float64(bits.OnesCount(uint(set&world))))
				}
			}
			for set, p := range laws[world] {
				if want := math.Exp(eps*float64(bits.OnesCount(uint(set&world)))) / norm; p > 0 && math.Abs(p-want) > 1e-12 {
					t.Fatalf("of the world %b the set %b has probability %v, want %v", world, set, p, want)
				}
			}
		}
		for a := range laws {
			for b := range laws {
				for set, p := range laws[a] {
					apart := bits.OnesCount(uint(a ^ b))
					if p > 0 && math.Log(p/laws[b][set]) > eps*float64(apart)+1e-12 || (p > 0) != (laws[b][set] > 0) {
						t.Fatalf("worlds %b and %b: the set %b has probabilities %v and %v", a, b, set, p, laws[b][set])
					}
					if p > 0 && apart == 1 {
						most = max(most, math.Log(p/laws[b][set]))
					}
				}
			}
		}
	}
	if most < 0.6*eps {
		t.Errorf("neighbours' sets differ by ε = %v of %v", most, eps)
	}
	// One of 10⁶ cells, where it is an edge and where none is.
	alone, _ := overlaps(1e6, 1, 1, eps)
	if x := alone[1] - alone[0] + math.Log(1e6-1) - eps; math.Abs(x) > 1e-9 {
		t.Errorf("one full cell of many is off by %v", x)
	}
}

// The weights of all cells and of none differ by exactly kε where half of the cells are ones. The
// computed difference is off by no more than two weights may be, and four are taken off ε.
func TestArrangementPaysForRounding(t *testing.T) {
	for _, eps := range []float64{0.001, 1, 100, 1e9 + 0.1} {
		for _, k := range []int64{1, 1000, 1 << 20} {
			weights, least := overlaps(1<<61, 1<<60, k, eps)
			off := math.Abs(weights[k] - weights[0] - float64(k)*eps)
			if least != 0 || off > 2*offBy(k, eps) {
				t.Errorf("ε = %v, %d cells: weights are off by %v of %v", eps, k, off, 2*offBy(k, eps))
			}
			a := Arrangement{Name: "half", Sizes: []int64{1 << 61}, Full: []int64{k}, Of: fourCells.Of}
			if rest, err := a.check(protectFour(t, 3, pay(1, 0)), eps); err == nil && eps-rest < 4*offBy(k, eps)*(1-0x1p-10) {
				t.Errorf("ε = %v, %d cells: rounding takes %v, four weights may be off by %v", eps, k, eps-rest, 4*offBy(k, eps))
			}
		}
	}
}

// Sampled sets have that distribution, and cost ε less the allowance for rounding.
func TestArrangementsAreDrawn(t *testing.T) {
	const eps, world, runs = 0.8, 0b10_0101, 20_000
	s := protectFour(t, world, pay(1, 0))
	r := NewArrangement("cells", fourCells, eps)
	must.Get(r.Draw(s))(t)
	if e := ledger(t, s).Entries[0]; e.Counted != accounting.Event(accounting.ExponentialMechanism{Epsilon: eps}) || e.Proved != e.Counted {
		t.Errorf("counted as %v", e.Counted)
	}
	private := noise.SeededKey(5).Stream(noise.Release, "sets")
	var seen [64]int
	for range runs {
		cells := must.Get(r.draw(s, private))(t)
		set := 0
		for _, c := range cells {
			set |= 1 << c
		}
		seen[set]++
	}
	for set, p := range arranged(fourCells, eps, world) {
		if p > 0 && !stattest.Count(seen[set], runs, p, alpha/64) || p == 0 && seen[set] > 0 {
			t.Errorf("the set %b is drawn %d times of %d, want a share of %v", set, seen[set], runs, p)
		}
	}
}

func protectFour(t *testing.T, world int, b Budget) *Session {
	t.Helper()
	var edges []graph.Edge
	k := 0
	for u := range int32(4) {
		for v := u + 1; v < 4; v++ {
			if world>>k&1 == 1 {
				edges = append(edges, graph.Edge{U: u, V: v})
			}
			k++
		}
	}
	g := graphOf(t, 4, edges, false)
	return must.Get(Protect(&graph.Network{Graph: g}, EdgeLevel, b, Seed(1)))(t)
}

// Invalid arrangements are refused, and nothing is paid.
func TestArrangementsAreRefused(t *testing.T) {
	for name, change := range map[string]func(a *Arrangement){
		"no name": func(a *Arrangement) { a.Name = "" }, "no function": func(a *Arrangement) { a.Of = nil }, "no parts": func(a *Arrangement) { a.Sizes, a.Full = nil, nil },
		"another number of parts": func(a *Arrangement) { a.Full = a.Full[:1] }, "more than there are": func(a *Arrangement) { a.Full = []int64{5, 0} },
		"less than none": func(a *Arrangement) { a.Full = []int64{-1, 0} }, "too many": func(a *Arrangement) { a.Sizes, a.Full = []int64{1 << 40}, []int64{1 << 30} },
		"too many cells": func(a *Arrangement) { a.Sizes = []int64{math.MaxInt64, math.MaxInt64} },
	} {
		a, s := fourCells, protectFour(t, 3, pay(1, 0))
		change(&a)
		if x, err := NewArrangement("cells", a, 1).Draw(s); err == nil || x != nil || len(ledger(t, s).Entries) != 0 {
			t.Errorf("%s: %v, %v", name, x, err)
		}
	}
	s := protectFour(t, 3, pay(1, 0))
	for _, eps := range []Epsilon{0, -1, Epsilon(math.NaN())} {
		refused(t, fmt.Sprintf("at ε = %v", eps), second(NewArrangement("cells", fourCells, eps).Draw(s)))
	}
}
