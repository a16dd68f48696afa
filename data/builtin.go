package data

import (
	"math/rand/v2"

	"github.com/graphdp/graphdp/data/graph"
)

// builtin are the entries that need no file, programs what makes them. A file is part of the
// program only where its licence lets it be passed on for any purpose, and none of the papers'
// attributed graphs says that its contents may be, beyond the licence of a repository that has
// a copy. So the attributed ones here are public facts and a model with known parameters.
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
