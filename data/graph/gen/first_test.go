package gen

import (
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// Over the orders of four nodes, whose edges are independent in each: the distribution of the
// graph.
func TestByFirstLaw(t *testing.T) {
	labels := []int32{0, 2, 0, 2}
	chances := [][]float64{{0.5, 9, 0.25}, {0.9, 9, 2}, {-1, 9, 0.1}, {0.3, 9, 0.6}}
	chance := func(u, v int) float64 { return min(1, max(0, chances[u][labels[v]])) }
	want := map[string]float64{}
	var orders [][]int
	var permute func(list []int)
	permute = func(list []int) {
		if len(list) == 4 {
			orders = append(orders, append([]int(nil), list...))
		}
		for u := range 4 {
			used := false
			for _, v := range list {
				used = used || u == v
			}
			if !used {
				permute(append(list, u))
			}
		}
	}
	permute(nil)
	for _, order := range orders {
		place := map[int]int{}
		for i, u := range order {
			place[u] = i
		}
		for graph, p := range independent(4, func(u, v int) float64 {
			if place[u] < place[v] {
				return chance(u, v)
			}
			return chance(v, u)
		}) {
			want[graph] += p / float64(len(orders))
		}
	}
	const samples = 40_000
	seen, r := map[string]int{}, source(9)
	for range samples {
		g := must.Get(free.ByFirst(labels, chances, r))(t)
		seen[key(g)]++
	}
	if p := law(want).follows(t, seen, samples); p < alpha {
		t.Errorf("p = %v", p)
	}
	for name, call := range map[string]func() error{
		"rows":   func() error { _, err := free.ByFirst(labels, chances[:3], r); return err },
		"blocks": func() error { _, err := free.ByFirst([]int32{0, 3, 0, 0}, chances, r); return err },
		"block":  func() error { _, err := free.ByFirst([]int32{0, -1, 0, 0}, chances, r); return err },
		"large":  func() error { _, err := free.ByFirst([]int32{0, 4, 0, 0}, chances, r); return err },
		"source": func() error { _, err := free.ByFirst(labels, chances, nil); return err },
	} {
		if call() == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
