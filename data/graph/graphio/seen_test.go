package graphio

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/must"
)

// The order in which a file names nodes is stored: of small integers, large ones, strings, and
// isolated nodes, which come last; self-loops and duplicate edges name nodes, too.
func TestOrderOfAFile(t *testing.T) {
	for text, want := range map[string]string{
		"2 1\n1 0\n2 0\n":               "2 1 0",
		"7 7\n3 1\n9 3\n3 9\n":          "7 3 1 9",
		"900000000000 5\n5 4\n":         "900000000000 5 4",
		"carl ann\nann bob\n":           "carl ann bob",
		"# nodes 5\n4 2\n2 0\n":         "4 2 0 1 3",
		"5 4\n# a remark\n\n0 4\n1 5\n": "5 4 0 1",
	} {
		w, _, err := ReadFrom(strings.NewReader(text), "a.txt", Options{Format: EdgeList})
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		names := make([]string, w.Graph.N())
		for u, at := range w.Seen {
			names[at] = fmt.Sprint(u)
			if w.IDs != nil {
				names[at] = w.IDs.Name(int32(u))
			}
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// A large file is read by several workers: the order is that of the file.
func TestOrderOfALargeFile(t *testing.T) {
	var b strings.Builder
	var want []int32
	const n = 200_000
	for i := range int32(n) {
		u := (i * 7919) % n // a permutation: 7919 is prime
		want = append(want, u)
		fmt.Fprintln(&b, u, want[i/2])
	}
	w, _ := must.Two(ReadFrom(strings.NewReader(b.String()), "a.txt", Options{Format: EdgeList}))(t)
	got := make([]int32, n)
	for u, at := range w.Seen {
		got[at] = int32(u)
	}
	if !slices.Equal(got, want) {
		t.Error("another order")
	}
	if sub, err := w.Induced([]int32{3, 1}); err != nil || sub.Seen[0] != w.Seen[3] || sub.Check() != nil {
		t.Errorf("a part of it: %v", err)
	}
	if (&graph.Network{Graph: w.Graph, Seen: w.Seen[1:]}).Check() == nil {
		t.Error("an order of fewer nodes is accepted")
	}
}
