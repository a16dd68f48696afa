package data

import (
	"fmt"
	"slices"

	"github.com/graphdp/graphdp/data/graph"
)

// karateFriends lists each member's friends with a larger number. Source: W. W. Zachary, An
// information flow model for conflict and fission in small groups, J. Anthropological Research 33
// (1977) 452–473, Figure 1.
var karateFriends = [34][]int32{
	0:  {1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 17, 19, 21, 31},
	1:  {2, 3, 7, 13, 17, 19, 21, 30},
	2:  {3, 7, 8, 9, 13, 27, 28, 32},
	3:  {7, 12, 13},
	4:  {6, 10},
	5:  {6, 10, 16},
	6:  {16},
	8:  {30, 32, 33},
	9:  {33},
	13: {33},
	14: {32, 33},
	15: {32, 33},
	18: {32, 33},
	19: {33},
	20: {32, 33},
	22: {32, 33},
	23: {25, 27, 29, 32, 33},
	24: {25, 27, 31},
	25: {31},
	26: {29, 33},
	27: {33},
	28: {31, 33},
	29: {32, 33},
	30: {32, 33},
	31: {32, 33},
	32: {33},
}

// karateMrHi are the members who stayed with the instructor, Mr. Hi, when the
// club split; the others followed the officers.
var karateMrHi = []int32{0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 16, 17, 19, 21}

// karate is the entry of Zachary's club.
var karate = Entry{
	Name: "karate", Title: "members of a karate club and friendships; the side each took when the club split",
	Nodes: 34, Edges: 78, Classes: 2,
	Home: "https://doi.org/10.1086/jar.33.4.3629752", Licence: notStated,
	Citation: "W. W. Zachary, An information flow model for conflict and fission in small groups, Journal of Anthropological Research 33, 1977",
	Notes:    "Part of the program: needs no file.",
}

// Karate returns Zachary's karate club: 34 members, 78 friendships, and the side that each member
// took when the club split. Node 0 is Mr. Hi, node 33 the officer. It is built in and needs no
// file.
func Karate() *Dataset {
	var edges []graph.Edge
	for u, friends := range karateFriends {
		for _, v := range friends {
			edges = append(edges, graph.Edge{U: int32(u), V: v})
		}
	}
	g, report, err := graph.FromEdges(len(karateFriends), edges, graph.Options{})
	if err != nil {
		panic(fmt.Sprintf("data: karate: %v", err)) // the table above is wrong
	}
	const mrHi, officer = 0, 1
	labels := slices.Repeat([]int32{officer}, g.N())
	for _, u := range karateMrHi {
		labels[u] = mrHi
	}
	return &Dataset{
		Entry:   karate,
		Network: graph.Network{Graph: g, Labels: labels, Classes: []string{mrHi: "Mr. Hi", officer: "Officer"}},
		Report:  report,
	}
}
