package data

// builtin are the entries that need no file, programs what makes them. A file is part of the
// program only where its licence lets it be passed on for any purpose, and none of the papers'
// attributed graphs says that its contents may be, beyond the licence of a repository that has
// a copy. So the attributed ones here are public facts and a model with known parameters.
var (
	builtin  = []Entry{karate, states, madeUp}
	programs = map[string]func() *Dataset{"karate": Karate, "us-states": States, "made-up": MadeUp}
)
