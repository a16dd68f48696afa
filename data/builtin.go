package data

import (
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
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
