package data

import (
	"fmt"
	"slices"
	"strings"

	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/data/lists"
)

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
