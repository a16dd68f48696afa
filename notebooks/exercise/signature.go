package exercise

import (
	"fmt"
	"strings"

	"github.com/graphdp/graphdp/data/figure"
	"github.com/graphdp/graphdp/data/graph"
)

// Nameless is a graph released without the ids of its nodes.
type Nameless struct {
	Exercise string
	Graph    *graph.Graph
	Name     func(u int32) string
	Need     int // required number of unique nodes
	Numbers  int // largest length of a signature; 0: any
}

// Signature checks the signature of a re-identification attack: numbers computed from a node's
// neighbourhood, not from its own id. It must be unique for many nodes.
func Signature(n Nameless, numbers func(g *graph.Graph, u int32) []int) Verdict {
	return judged(n.Exercise, func() Verdict {
		of := func(g *graph.Graph, u int32) string { return fmt.Sprint(numbers(g, u)) }
		h, number, err := Shuffled(n.Graph)
		if err != nil {
			return failed(err)
		}
		blank, others := true, map[string][]string{}
		for u := range int32(n.Graph.N()) {
			if long := len(numbers(n.Graph, u)); n.Numbers > 0 && long > n.Numbers {
				return wrong("the signature of %s has %d numbers, but only %d are allowed", n.Name(u), long, n.Numbers)
			}
			here, there := of(n.Graph, u), of(h, number[u])
			if here != there {
				return wrong("the signature of %s is %s, but %s after renumbering: a release does not keep node numbers", n.Name(u), short(here), short(there))
			}
			blank = blank && here == "[]"
			others[here] = append(others[here], n.Name(u))
		}
		if blank {
			return Verdict{State: Missing}
		}
		groups, found, crowd := Singled(n.Graph, of), 0, ""
		for u, single := range groups {
			if found += int(single); single == 0 && len(others[of(n.Graph, int32(u))]) > len(others[crowd]) {
				crowd = of(n.Graph, int32(u))
			}
		}
		title := fmt.Sprintf("%d of %d are singled out", found, len(groups))
		v := Verdict{State: Right, Says: title, Picture: figure.Network(n.Graph, figure.NetworkStyle{Title: title, Groups: groups, Names: []string{"hidden among others", "singled out"}})}
		if found < n.Need {
			same := others[crowd]
			few := strings.Join(same[:min(5, len(same))], " ")
			if len(same) > 5 {
				few += fmt.Sprintf(" and %d more", len(same)-5)
			}
			v.State, v.Says = Wrong, fmt.Sprintf("%s, but %d are possible: %s have the same signature, %s", title, n.Need, few, short(crowd))
		}
		return v
	})
}

// Singled returns 1 for each node with a unique signature, and 0 for the others.
func Singled(g *graph.Graph, of func(g *graph.Graph, u int32) string) []int32 {
	count, groups := map[string]int{}, make([]int32, g.N())
	for u := range groups {
		count[of(g, int32(u))]++
	}
	for u := range groups {
		if count[of(g, int32(u))] == 1 {
			groups[u] = 1
		}
	}
	return groups
}

// Shuffled returns the graph with its nodes renumbered, always in the same way, and the new number
// of each node.
func Shuffled(g *graph.Graph) (*graph.Graph, []int32, error) {
	number := make([]int32, g.N())
	for u, v := range Source(3, 3).Perm(g.N()) {
		number[u] = int32(v)
	}
	var edges []graph.Edge
	for u, v := range g.Edges() {
		edges = append(edges, graph.Edge{U: number[u], V: number[v]})
	}
	h, _, err := graph.FromEdges(g.N(), edges, graph.Options{})
	return h, number, err
}

// short quotes the beginning of a text.
func short(text string) string {
	if len(text) > 24 {
		text = text[:24] + " …"
	}
	return fmt.Sprintf("%q", text)
}
