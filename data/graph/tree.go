package graph

import "fmt"

// Tree is an immutable binary tree whose leaves are the nodes 0 … n-1. Its inner vertices are n …
// 2n-2, and n is the root.
type Tree struct {
	children [][2]int32 // of n, n+1 …
	parent   []int32    // -1 for the root
	size     []int32    // number of leaves below
	first    []int32    // index of the first leaf, from left to right
	order    []int32    // leaves from left to right
	head     []int32    // top vertex of each vertex's path
}

// NewTree returns the tree in which inner vertices n, n+1 … have the given children. There is one
// inner vertex less than leaves.
func NewTree(children [][2]int32) (*Tree, error) {
	n := len(children) + 1
	if n < 2 || n > MaxNodes/2 {
		return nil, fmt.Errorf("graph: a tree with %d inner vertices, want 1 … %d", n-1, MaxNodes/2-1)
	}
	t := &Tree{children: children, parent: make([]int32, 2*n-1), size: make([]int32, 2*n-1), first: make([]int32, 2*n-1), head: make([]int32, 2*n-1)}
	for v := range t.parent {
		t.parent[v] = -1
	}
	for i, of := range children {
		for _, v := range of {
			if v < 0 || int(v) >= len(t.parent) || int(v) == n || t.parent[v] >= 0 {
				return nil, fmt.Errorf("graph: vertex %d cannot be a child of %d: each vertex but the root has one parent", v, n+i)
			}
			t.parent[v] = int32(n + i)
		}
	}
	preorder := make([]int32, 0, 2*n-1)
	for stack := []int32{int32(n)}; len(stack) > 0; {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		preorder = append(preorder, v)
		if t.first[v] = int32(len(t.order)); int(v) < n {
			t.order = append(t.order, v)
			t.size[v] = 1
			continue
		}
		stack = append(stack, children[int(v)-n][1], children[int(v)-n][0])
	}
	if len(preorder) != len(t.parent) {
		return nil, fmt.Errorf("graph: a tree reaches %d of %d vertices from its root", len(preorder), len(t.parent))
	}
	for i := len(preorder) - 1; i > 0; i-- {
		t.size[t.parent[preorder[i]]] += t.size[preorder[i]]
	}
	t.head[n] = int32(n)
	for _, v := range preorder[1:] {
		up := t.parent[v]
		left, right := t.Children(up)
		if heavy := left; v == heavy && t.size[left] >= t.size[right] || v == right && t.size[right] > t.size[left] {
			t.head[v] = t.head[up]
		} else {
			t.head[v] = v
		}
	}
	return t, nil
}

// Leaves returns the number of leaves.
func (t *Tree) Leaves() int {
	if t == nil {
		return 0
	}
	return len(t.children) + 1
}

// Children returns the children of an inner vertex.
func (t *Tree) Children(v int32) (left, right int32) {
	of := t.children[int(v)-len(t.children)-1]
	return of[0], of[1]
}

// Size returns the number of leaves below a vertex, 1 for a leaf.
func (t *Tree) Size(v int32) int { return int(t.size[v]) }

// Below returns the leaves below a vertex, from left to right. Do not modify the slice.
func (t *Tree) Below(v int32) []int32 { return t.order[t.first[v] : t.first[v]+t.size[v]] }

// Meet returns the lowest common ancestor of two vertices, in time logarithmic in the leaves.
func (t *Tree) Meet(u, v int32) int32 {
	for t.head[u] != t.head[v] {
		if t.size[t.head[u]] > t.size[t.head[v]] {
			u, v = v, u
		}
		u = t.parent[t.head[u]]
	}
	if t.size[u] > t.size[v] {
		return u
	}
	return v
}
