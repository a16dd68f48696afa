package data

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
)

// builtin are the entries without a file: a program generates them. A file is part of the program
// only if its licence allows redistribution for any purpose. None of the papers' attributed graphs
// states such a licence for its content, so the attributed graphs here are public facts and a model
// with known parameters.
var builtin, programs = withoutFiles()

func withoutFiles() ([]Entry, map[string]func() *Dataset) {
	entries, programs := []Entry{karate, states, madeUp}, map[string]func() *Dataset{"karate": Karate, "us-states": States, "made-up": MadeUp}
	for i, p := range planted {
		e := p.Entry
		e.Home, e.Licence, e.Citation = madeUp.Home, madeUp.Licence, "none: a random model of package data/graph/gen"
		e.Notes = "Part of the program: needs no file. Not a real graph: its structure is known in full."
		entries = append(entries, e)
		programs[e.Name] = func() *Dataset {
			return made(e, uint64(i), func(r *rand.Rand) (*graph.Network, error) { return p.draw(e, r) })
		}
	}
	return entries, programs
}

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

// stateBorders lists, for each of the 48 contiguous states and the District of Columbia in
// alphabetical order of postal codes, its neighbours later in the alphabet. States that meet in a
// point, such as Arizona and Colorado, are not joined.
const stateBorders = `
AL FL GA MS TN
AR LA MO MS OK TN TX
AZ CA NM NV UT
CA NV OR
CO KS NE NM OK UT WY
CT MA NY RI
DC MD VA
DE MD NJ PA
FL GA
GA NC SC TN
IA IL MN MO NE SD WI
ID MT NV OR UT WA WY
IL IN KY MO WI
IN KY MI OH
KS MO NE OK
KY MO OH TN VA WV
LA MS TX
MA NH NY RI VT
MD PA VA WV
ME NH
MI OH WI
MN ND SD WI
MO NE OK TN
MS TN
MT ND SD WY
NC SC TN VA
ND SD
NE SD WY
NH VT
NJ NY PA
NM OK TX
NV OR UT
NY PA VT
OH PA WV
OK TX
OR WA
PA WV
RI
SC
SD WY
TN VA
TX
UT WY
VA WV
VT
WA
WI
WV
WY`

// stateRegions are the regions of the Census Bureau.
var stateRegions = [4]struct{ name, states string }{
	{"Northeast", "CT MA ME NH NJ NY PA RI VT"},
	{"Midwest", "IA IL IN KS MI MN MO ND NE OH SD WI"},
	{"South", "AL AR DC DE FL GA KY LA MD MS NC OK SC TN TX VA WV"},
	{"West", "AZ CA CO ID MT NM NV OR UT WA WY"},
}

// stateFacts lists the attributes with the states that have them.
var stateFacts = [12]struct{ fact, states string }{
	{"coast of the Atlantic", "CT DE FL GA MA MD ME NC NH NJ NY RI SC VA"},
	{"coast of the Gulf of Mexico", "AL FL LA MS TX"},
	{"coast of the Pacific", "CA OR WA"},
	{"shore of a Great Lake", "IL IN MI MN NY OH PA WI"},
	{"border with Canada", "ID ME MI MN MT ND NH NY OH PA VT WA"},
	{"border with Mexico", "AZ CA NM TX"},
	{"on the Mississippi", "AR IA IL KY LA MN MO MS TN WI"},
	{"in the Rocky Mountains", "CO ID MT NM UT WY"},
	{"one of the thirteen colonies", "CT DE GA MA MD NC NH NJ NY PA RI SC VA"},
	{"state by 1800", "CT DE GA KY MA MD NC NH NJ NY PA RI SC TN VA VT"},
	{"state from 1850 on", "AZ CA CO ID KS MN MT ND NE NM NV OK OR SD UT WA WV WY"},
	{"in the Confederacy of 1861", "AL AR FL GA LA MS NC SC TN TX VA"},
}

var states = Entry{
	Name: "us-states", Title: "the contiguous United States and their borders; facts of each and its region",
	Nodes: 49, Edges: 107, Attributes: len(stateFacts), Classes: len(stateRegions),
	Home: "https://www.census.gov/programs-surveys/economic-census/guidance-geographies/levels.html", Licence: "none needed: public facts",
	Citation: "The borders are also a graph in D. E. Knuth, The Stanford GraphBase, 1993",
	Notes:    "Part of the program: needs no file. Real attributes and labels on a graph that is small enough to draw, and too small to learn from in private.",
}

// States returns the 48 contiguous states of the United States and the District of Columbia, with
// their borders, twelve facts on each, and its Census Bureau region. It is built in and needs no
// file.
func States() *Dataset {
	lines := strings.Split(strings.TrimSpace(stateBorders), "\n")
	codes := lists.Map(lines, func(line string) string { return line[:2] })
	number := func(code string) int32 { return int32(slices.Index(codes, code)) }
	var edges []graph.Edge
	for u, line := range lines {
		for _, code := range strings.Fields(line)[1:] {
			edges = append(edges, graph.Edge{U: int32(u), V: number(code)})
		}
	}
	offsets, columns := []int64{0}, []int32(nil)
	labels := make([]int32, len(codes))
	for u, code := range codes {
		for column, fact := range stateFacts {
			if slices.Contains(strings.Fields(fact.states), code) {
				columns = append(columns, int32(column))
			}
		}
		offsets = append(offsets, int64(len(columns)))
		labels[u] = int32(slices.IndexFunc(stateRegions[:], func(r struct{ name, states string }) bool {
			return slices.Contains(strings.Fields(r.states), code)
		}))
	}
	g, report, err := graph.FromEdges(len(codes), edges, graph.Options{})
	ids, badIDs := graph.StringIDs(codes)
	attrs, badAttrs := graph.NewAttributes(len(stateFacts), offsets, columns, slices.Repeat([]float32{1}, len(columns)))
	for _, err := range []error{err, badIDs, badAttrs} {
		if err != nil {
			panic(fmt.Sprintf("data: us-states: %v", err)) // a table above is wrong
		}
	}
	d := &Dataset{Entry: states, Network: graph.Network{Graph: g, IDs: ids, Attrs: attrs, Labels: labels}, Report: report}
	for _, r := range stateRegions {
		d.Classes = append(d.Classes, r.name)
	}
	return d
}
