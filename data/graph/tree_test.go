package graph

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/graphdp/graphdp/data/must"
)

// randomTree joins two random vertices until one is left.
func randomTree(t *testing.T, n int, r *rand.Rand) *Tree {
	t.Helper()
	var free []int32
	for v := range int32(n) {
		free = append(free, v)
	}
	children := make([][2]int32, n-1)
	for i := n - 2; i >= 0; i-- {
		r.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
		last := len(free) - 2
		children[i] = [2]int32{free[last], free[last+1]}
		free = append(free[:last], int32(n+i))
	}
	return must.Get(NewTree(children))(t)
}

// Two vertices meet at their lowest common ancestor; below a vertex are the leaves of its children.
func TestTree(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for n := 2; n < 40; n++ {
		tree := randomTree(t, n, r)
		if tree.Leaves() != n {
			t.Fatalf("%d leaves, want %d", tree.Leaves(), n)
		}
		above := func(v int32) (path []int32) {
			for ; v >= 0; v = tree.parent[v] {
				path = append(path, v)
			}
			return path
		}
		for u := range int32(2*n - 1) {
			for v := range int32(2*n - 1) {
				path, want := above(v), int32(-1)
				for _, x := range above(u) {
					if slices.Contains(path, x) {
						want = x
						break
					}
				}
				if got := tree.Meet(u, v); got != want {
					t.Fatalf("%d and %d meet at %d, want %d", u, v, got, want)
				}
			}
		}
		for v := int32(n); v < int32(2*n-1); v++ {
			left, right := tree.Children(v)
			if want := slices.Concat(tree.Below(left), tree.Below(right)); !slices.Equal(tree.Below(v), want) || tree.Size(v) != len(want) {
				t.Fatalf("below %d are %v, want %v", v, tree.Below(v), want)
			}
		}
		if all := slices.Sorted(slices.Values(tree.Below(int32(n)))); len(all) != n || all[0] != 0 || all[n-1] != int32(n-1) || len(slices.Compact(all)) != n {
			t.Fatalf("leaves %v", all)
		}
	}
	if (*Tree)(nil).Leaves() != 0 {
		t.Error("no tree has leaves")
	}
}

// A path of a million inner vertices is a tree whose leaves meet without walking along it.
func TestDeepTree(t *testing.T) {
	const n = 1_000_000
	children := make([][2]int32, n-1)
	for i := range children {
		children[i] = [2]int32{int32(i), int32(n + i + 1)}
	}
	children[n-2][1] = n - 1
	tree := must.Get(NewTree(children))(t)
	for u := range int32(n - 1) {
		if got := tree.Meet(u, n-1); got != n+u {
			t.Fatalf("%d meets the last leaf at %d", u, got)
		}
	}
}

// Invalid trees are errors.
func TestNoTree(t *testing.T) {
	for _, children := range [][][2]int32{nil, {{0, 0}}, {{0, 3}}, {{0, 2}}, {{-1, 1}}, {{0, 1}, {2, 4}}, {{0, 4}, {1, 1}}, {{0, 4}, {3, 2}}} {
		if tree, err := NewTree(children); err == nil {
			t.Errorf("%v is the tree %v", children, tree)
		}
	}
}
